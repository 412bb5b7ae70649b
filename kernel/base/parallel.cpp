#include "base/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "base/float_environment.hpp"

namespace lockstep::detail {

void run_in_parallel(std::size_t parts, const RangeFunction& run) {
  const auto run_range = [&](const tbb::blocked_range<std::size_t>& range) {
    const FloatEnvironment of_this_thread;
    run(range.begin(), range.end());
  };
  // Of its own: if the caller's were cancelled, parts would be left out without a word.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, parts), run_range, context);
}

std::size_t threads_at_most() { return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()); }

std::size_t tiles_at_once(std::size_t tiles, std::size_t most) {
  constexpr std::size_t runs = 4;  // for each thread, so that none waits long for the last
  if (tiles < 2 * runs) return 1;
  return std::clamp(tiles / (runs * threads_at_most()), std::size_t{1}, most);
}

}  // namespace lockstep::detail
