// Threads and job systems: a call runs on the threads of TBB (task arena), or of a scheduler that the caller supplies.
//
//   void parallel_for(void* jobs, std::size_t count, void (*body)(void*, std::size_t), void* job) {
//     static_cast<JobSystem*>(jobs)->run_and_wait(count, [=](std::size_t i) { body(job, i); });
//   }
//   options.executor = {&parallel_for, &job_system, job_system.threads()};
#pragma once

#include <cstddef>

namespace lockstep {

/// A parallel loop of the caller's that runs the parts of a call. If it is empty, the default, parts run in the
/// caller's TBB arena; in a library that was built without TBB (LOCKSTEP_TBB=OFF) they run one after the other in the
/// caller's thread. The answers have the same bits on every executor.
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
  void* context = nullptr;  ///< passed to `parallel_for`; threads that share it call that concurrently
  unsigned threads = 0;     ///< number of bodies that may run at once, by which work is split; 0: as the machine has
};

}  // namespace lockstep
