// Parts of a call, in the caller's TBB arena.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <cstddef>
#include <functional>

#include "base/float_environment.hpp"

namespace lockstep::detail {

constexpr std::size_t parts_of(std::size_t count, std::size_t size) { return (count + size - 1) / size; }

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

/// combine of run(first, size) for each `tile` of `count` objects, in parallel; `identity` if there is none.
template <class Value, class Run, class Combine>
Value reduce_tiles(std::size_t count, std::size_t tile, Value identity, const Run& run, const Combine& combine) {
  const auto run_tile = [&](std::size_t i) {
    const FloatEnvironment of_this_thread;
    const std::size_t first = i * tile;
    return run(first, std::min(tile, count - first));
  };
  const std::size_t tiles = parts_of(count, tile);
  if (tiles == 0) return identity;
  if (tiles == 1) return run_tile(0);
  const auto run_all = [&](const tbb::blocked_range<std::size_t>& range, Value value) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) value = combine(value, run_tile(i));
    return value;
  };
  const tbb::blocked_range<std::size_t> all(0, tiles);
  tbb::task_group_context context(tbb::task_group_context::isolated);  // as above
  return tbb::parallel_reduce(all, identity, run_all, combine, context);
}

template <class Run>
std::size_t sum_over_tiles(std::size_t count, std::size_t tile, const Run& run) {
  return reduce_tiles(count, tile, std::size_t{0}, run, std::plus<>());
}

/// run(begin, end) for parts of 0 .. count - 1.
template <class Run>
void for_each_range(std::size_t count, std::size_t part, const Run& run) {
  for_each_part(parts_of(count, part), [&](std::size_t i) { run(i * part, std::min(count, (i + 1) * part)); });
}

}  // namespace lockstep::detail
