// Options that several subcommands share.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <lockstep/config.hpp>

#include "frames/units.hpp"

namespace lockstep::tools {

/// The number of rows of a long table that a terminal shows.
inline constexpr std::size_t rows_on_terminal = 24;

inline constexpr const char* isa_help =
    "instruction set: scalar, sse42, avx2, avx512 or neon (default: LOCKSTEP_ISA, or the best)";

/// The instruction set `name`, or the default one if it is empty. Throws `UsageError` that lists the choices.
[[nodiscard]] Isa choose_isa(const std::string& name);

/// "0.2" (metres), "20cm" or "200 mm"; nothing if `text` is empty. Throws `UsageError` that names the option.
[[nodiscard]] std::optional<Length> parse_length(const char* option, const std::string& text);

}  // namespace lockstep::tools
