// Options that several subcommands share.
#pragma once

#include <string>

#include <lockstep/isa.hpp>

namespace lockstep::tools {

inline constexpr const char* isa_help =
    "instruction set: scalar, sse42, avx2, avx512 or neon (default: LOCKSTEP_ISA, or the best)";

/// The instruction set of that name, or the default one if it is empty. Throws `UsageError` that lists the choices.
[[nodiscard]] Isa choose_isa(const std::string& name);

}  // namespace lockstep::tools
