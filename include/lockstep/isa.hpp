// Instruction sets and run-time dispatch (SSE4.2, AVX2, AVX-512, NEON): those that this build has, those that this
// machine runs, and the one that a call uses.
//
//   for (lockstep::Isa isa : lockstep::supported_isas()) std::puts(lockstep::name(isa).data());  // best first
//   options.isa = lockstep::Isa::avx2;                                                           // force one, per call
//
// The answers have the same bits on all of them; only the speed differs.
//
// Contract of all functions, unless they say otherwise:
//
// Complexity: O(1).
// Allocates: nothing.
// Throws: nothing.
// Threads: safe to call from any thread.
#pragma once

#include <span>
#include <string_view>

#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// "scalar", "sse42", "avx2", "avx512" or "neon" (zero-terminated).
[[nodiscard]] LOCKSTEP_API std::string_view name(Isa isa) noexcept;

/// The lane width, which is the number of queries that run side by side: 1, 4, 8 or 16.
[[nodiscard]] LOCKSTEP_API int lane_count(Isa isa) noexcept;

/// The compiled instruction sets, best first. The last is `Isa::scalar`, which a build with LOCKSTEP_ISAS=best lacks.
[[nodiscard]] LOCKSTEP_API std::span<const Isa> compiled_isas() noexcept;

/// The compiled instruction sets that this machine can run, best first; the last is `Isa::scalar`. Empty only if a
/// build with LOCKSTEP_ISAS=best runs on a lesser machine than its target.
[[nodiscard]] LOCKSTEP_API std::span<const Isa> supported_isas() noexcept;

/// The instruction set of that name. Throws `InvalidInput`, listing the choices, if the name is unknown or this machine
/// cannot run it.
[[nodiscard]] LOCKSTEP_API Isa isa_from_name(std::string_view name);

/// The instruction set of a call that forces none: the environment variable LOCKSTEP_ISA if it is set, else the best.
/// The variable is read once per process. Throws `InvalidInput`, listing the choices, if its value is unknown, or if
/// this machine can run none of them; so does every call that needs kernels.
[[nodiscard]] LOCKSTEP_API Isa default_isa();

}  // namespace lockstep
