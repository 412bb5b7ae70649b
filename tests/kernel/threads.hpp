// A call on 1, 2 and 4 threads.
#pragma once

#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <string>

namespace lockstep::test {

/// A failure names the number of threads.
template <class Call>
void on_threads(const Call& call) {
  for (const int threads : {1, 2, 4}) {
    SCOPED_TRACE(std::to_string(threads) + " threads");
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena(threads).execute(call);
  }
}

}  // namespace lockstep::test
