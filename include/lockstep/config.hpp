// The library in the process: its version, instruction sets and run-time dispatch, threads (TBB or the caller's job
// system), and its one error type.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string_view>

#include <lockstep/types.hpp>

// CMake, pip and the site read the version here; tests/package/check_recipes.py compares the rest.
#define LOCKSTEP_VERSION_MAJOR 0
#define LOCKSTEP_VERSION_MINOR 2
#define LOCKSTEP_VERSION_PATCH 0
#define LOCKSTEP_VERSION "0.2.0"

// ---- Symbol visibility: all symbols are hidden except those marked LOCKSTEP_API ----

#if defined(_WIN32)
#if defined(LOCKSTEP_STATIC)
#define LOCKSTEP_API
#elif defined(LOCKSTEP_BUILDING)
#define LOCKSTEP_API __declspec(dllexport)
#else
#define LOCKSTEP_API __declspec(dllimport)
#endif
#else
#define LOCKSTEP_API __attribute__((visibility("default")))
#endif

// ---- Instruction sets ----
//
// Run-time dispatch (SSE4.2, AVX2, AVX-512, NEON): those that this build has, those that this
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

// ---- Threads ----
//
// Threads and job systems: a call runs on the threads of TBB (task arena), or of a scheduler that the caller supplies.
//
//   void parallel_for(void* jobs, std::size_t count, void (*body)(void*, std::size_t), void* job) {
//     static_cast<JobSystem*>(jobs)->run_and_wait(count, [=](std::size_t i) { body(job, i); });
//   }
//   options.executor = {&parallel_for, &job_system, job_system.threads()};
//
// and the memory that calls use while they run:
//
//   lockstep::Scratch scratch;                                             // kept from frame to frame
//   options.executor.scratch = &scratch;

/// Temporary memory of calls. Without one each call allocates what it needs and frees it again. With one, by
/// `options.executor.scratch`, a call takes blocks from there and gives them back: from the second frame on calls
/// allocate nothing, except for results that they return and for what kept objects (worlds, passes) need themselves.
/// It grows to twice what calls have needed at the same time, in blocks of powers of two, so a call allocates only if
/// it needs much more than any before. Answers are the same with and without one.
///
/// Complexity: a block is taken and given back in O(log(size)).
/// Allocates: two to four times the most that calls with it have needed at once. Assign `Scratch()` to free it.
/// Throws: the constructor `std::bad_alloc`, other members nothing. A call that throws leaves it usable.
/// Threads: several calls may use one at the same time, in any threads, but not while it is moved, assigned to or
/// destroyed. TBB allocates memory of its own for tasks.
class LOCKSTEP_API Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(Scratch&& other) noexcept;  ///< `other` has no memory then: calls with it allocate as without one
  Scratch& operator=(Scratch&& other) noexcept;

  /// The memory that it holds, in bytes.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  /// For the kernels.
  struct Memory;
  [[nodiscard]] Memory* memory() const noexcept { return memory_; }

 private:
  Memory* memory_;
};

/// A parallel loop of the caller's that runs the parts of a call. If it is empty, the default, parts run in the
/// caller's TBB arena; in a library that was built without TBB (LOCKSTEP_TBB=OFF) they run one after the other in the
/// caller's thread. The answers have the same bits on every executor. It also names the memory that the parts use.
struct Executor {
  /// Runs body(job, i) once for each i from 0 to count - 1, in any order, in any threads, the caller's among them, and
  /// returns when all have returned and their writes are visible. The library calls it a few times in one call, from
  /// the thread that made the call, and from inside a body if a part has parts of its own: a scheduler that waits must
  /// run other jobs meanwhile. A call that is small enough to be one part never calls it.
  ///
  /// Throws: nothing, as `body` throws nothing. An error in a part (from OverlapOutput::tile, say) is kept, parts that
  /// have not begun are left out, and the library's call throws it once this has returned. An index that was left out
  /// or ran twice is noticed: the call throws `InvalidInput`, and its outputs are of no use.
  /// Threads: starts in the floating-point environment of the caller, and may go on in another thread than the one that
  /// called it, as fibres do. A body sets the library's environment and restores the one that it found, so threads may
  /// have any.
  void (*parallel_for)(void* context, std::size_t count, void (*body)(void* job, std::size_t index),
                       void* job) = nullptr;
  void* context = nullptr;     ///< passed to `parallel_for`; threads that share it call that concurrently
  unsigned threads = 0;        ///< number of bodies that may run at once, by which work is split; 0: as the machine has
  Scratch* scratch = nullptr;  ///< temporary memory of the call, with or without a `parallel_for`; null: operator new
};

// ---- Errors ----
//
// The one error type of the library: an exception for invalid input.
//
//   try {
//     lockstep::cull(camera, balls, visible);
//   } catch (const lockstep::InvalidInput& error) {
//     std::cerr << error.what() << '\n';                              // spheres.radius[17] = nan: must be ...
//   }

/// Thrown by checked entry points before any output is written, except where they say otherwise (`cull`, `intersect`
/// and `distance` of views). `what()` names the array, the index and the value: "spheres.radius[17] = nan: must be a
/// finite number".
class LOCKSTEP_API InvalidInput : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
  ~InvalidInput() override;
};

}  // namespace lockstep
