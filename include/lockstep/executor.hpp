// Whose threads a call runs on: those of TBB, or of a scheduler that the caller has anyway.
//
//   void parallel_for(void* jobs, std::size_t count, void (*body)(void*, std::size_t), void* job) {
//     static_cast<JobSystem*>(jobs)->run_and_wait(count, [=](std::size_t i) { body(job, i); });
//   }
//   options.executor = {&parallel_for, &job_system, job_system.threads()};
#pragma once

#include <cstddef>

namespace lockstep {

/// A loop of the caller's that runs the parts of a call. Empty, as it is by default, parts run in the caller's TBB
/// arena, or in a library that was built without TBB (LOCKSTEP_TBB=OFF) one after the other in the caller's thread. The
/// answers are the same bits whoever runs the parts.
struct Executor {
  /// Runs body(job, i) for each i from 0 to count - 1, once, in any order, in any threads, the caller's among them, and
  /// returns when all have returned and what they wrote can be seen. Called a few times by a call of the library, from
  /// the thread that made it, and from inside of a body where a part has parts of its own: a scheduler that waits must
  /// run others meanwhile. A call that is small enough to be one part never calls it.
  ///
  /// `body` throws nothing: an error in a part (of what OverlapOutput::tile throws, say) is kept, parts that have not
  /// begun are left out, and the call throws it once this has returned. So must this throw nothing. One that left an
  /// index out, or ran one twice, is noticed: the call throws `InvalidInput`, and what it wrote is of no use.
  ///
  /// It runs in the floating-point environment of the caller, and may go on in another thread than the one that called
  /// it, as fibres do. A body brings the library's environment and puts back what it found, so threads may have any.
  void (*parallel_for)(void* context, std::size_t count, void (*body)(void* job, std::size_t index),
                       void* job) = nullptr;
  void* context = nullptr;  ///< handed to `parallel_for`; if several threads call with it, so do they call that
  unsigned threads = 0;     ///< how many may run at once, by which work is cut; 0: as many as the machine has
};

}  // namespace lockstep
