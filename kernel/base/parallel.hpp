// Parts of a call, in the caller's TBB arena.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <cstddef>

#include "base/float_environment.hpp"

namespace lockstep::detail {

/// run(part) for each part, in any order, several at once. What one throws ends the call and reaches the caller.
template <class Run>
void for_each_part(std::size_t parts, const Run& run) {
  if (parts == 0) return;
  if (parts == 1) return run(std::size_t{0});
  const auto run_all = [&](const tbb::blocked_range<std::size_t>& range) {
    const FloatEnvironment of_this_thread;
    for (std::size_t part = range.begin(); part != range.end(); ++part) run(part);
  };
  // Of its own: if the caller's were cancelled, parts would be left out without a word.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, parts), run_all, context);
}

constexpr std::size_t parts_of(std::size_t count, std::size_t size) { return (count + size - 1) / size; }

}  // namespace lockstep::detail
