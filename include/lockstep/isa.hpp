// Instruction sets: which ones this build has, which ones this machine runs, and which one a call uses.
//
//   for (lockstep::Isa isa : lockstep::supported_isas()) std::puts(lockstep::name(isa).data());  // best first
//   options.isa = lockstep::Isa::avx2;                                                           // force one, per call
//
// The answers are the same bits on every one of them; only the speed differs.
#pragma once

#include <span>
#include <string_view>

#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// "scalar", "sse42", "avx2", "avx512" or "neon" (zero-terminated).
[[nodiscard]] LOCKSTEP_API std::string_view name(Isa isa) noexcept;

/// How many queries run side by side: 1, 4, 8 or 16.
[[nodiscard]] LOCKSTEP_API int lane_count(Isa isa) noexcept;

/// What was compiled in, best first; ends with `Isa::scalar`, which a build with LOCKSTEP_ISAS=best lacks.
[[nodiscard]] LOCKSTEP_API std::span<const Isa> compiled_isas() noexcept;

/// What this machine can run of what was compiled in, best first; ends with `Isa::scalar`. Empty only where a build
/// with LOCKSTEP_ISAS=best runs on a lesser machine than it was made for.
[[nodiscard]] LOCKSTEP_API std::span<const Isa> supported_isas() noexcept;

/// The instruction set of that name. Throws `InvalidInput`, listing the choices, if the name is unknown or this
/// machine cannot run it.
[[nodiscard]] LOCKSTEP_API Isa isa_from_name(std::string_view name);

/// What a call uses that forces nothing: the environment variable LOCKSTEP_ISA if it is set, else the best. The
/// variable is read once per process. Throws `InvalidInput`, listing the choices, if its value is unknown, or if this
/// machine can run none; so does every call that needs kernels.
[[nodiscard]] LOCKSTEP_API Isa default_isa();

}  // namespace lockstep
