// Runs the parts of a call in the caller's TBB arena or by the caller's executor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <mutex>

namespace lockstep::detail {

constexpr std::size_t parts_of(std::size_t count, std::size_t size) { return (count + size - 1) / size; }

/// A reference to a callable run(begin, end), which outlives it. TBB's templates are compiled once, for this type.
class RangeFunction {
 public:
  template <class Run>
  RangeFunction(const Run& run)  // NOLINT(google-explicit-constructor): from any lambda
      : run_(&run), call_([](const void* object, std::size_t begin, std::size_t end) {
          (*static_cast<const Run*>(object))(begin, end);
        }) {}
  void operator()(std::size_t begin, std::size_t end) const { call_(run_, begin, end); }

 private:
  const void* run_;
  void (*call_)(const void* object, std::size_t begin, std::size_t end);
};

/// Calls run(begin, end) for ranges that cover 0 .. parts - 1, in any order, in parallel, each in the library's
/// floating-point environment. They run by the executor of this thread's call, or else by TBB, or else one after the
/// other. An exception from one of them ends the call and reaches the caller.
void run_in_parallel(std::size_t parts, const RangeFunction& run);

/// The largest number of threads that run parts of a call.
std::size_t threads_at_most();

/// The number of tiles per run, if there are `tiles`: up to `most`, with several runs for each thread if possible.
std::size_t tiles_at_once(std::size_t tiles, std::size_t most);

/// Calls run(begin, end) for consecutive parts, in parallel as above. Parts of one run can share memory.
template <class Run>
void for_each_run_of_parts(std::size_t parts, const Run& run) {
  if (parts == 0) return;
  if (parts == 1) return run(std::size_t{0}, std::size_t{1});
  run_in_parallel(parts, run);
}

/// Calls run(part) for each part, in parallel as above.
template <class Run>
void for_each_part(std::size_t parts, const Run& run) {
  for_each_run_of_parts(parts, [&](std::size_t begin, std::size_t end) {
    for (std::size_t part = begin; part != end; ++part) run(part);
  });
}

/// Reduces run(first, size) over each `tile` of `count` objects with `combine`, in parallel and in any order. Returns
/// `identity` if there are no objects. If there are many tiles for each thread, a run gets up to `at_once` consecutive
/// ones.
template <class Value, class Run, class Combine>
Value reduce_tiles(std::size_t count, std::size_t tile, Value identity, const Run& run, const Combine& combine,
                   std::size_t at_once = 1) {
  if (at_once > 1) tile *= tiles_at_once(parts_of(count, tile), at_once);
  const auto run_tile = [&](std::size_t i) {
    const std::size_t first = i * tile;
    return run(first, std::min(tile, count - first));
  };
  const std::size_t tiles = parts_of(count, tile);
  if (tiles == 0) return identity;
  if (tiles == 1) return run_tile(0);
  std::mutex one_at_a_time;
  Value all = identity;
  run_in_parallel(tiles, [&](std::size_t begin, std::size_t end) {
    Value value = identity;
    for (std::size_t i = begin; i != end; ++i) value = combine(value, run_tile(i));
    const std::lock_guard lock(one_at_a_time);
    all = combine(all, value);
  });
  return all;
}

template <class Run>
std::size_t sum_over_tiles(std::size_t count, std::size_t tile, const Run& run, std::size_t at_once = 1) {
  return reduce_tiles(count, tile, std::size_t{0}, run, std::plus<>(), at_once);
}

/// A part of enough objects to pay for a task, if each takes a few nanoseconds.
inline constexpr std::size_t usual_part = 4096;

/// Calls run(begin, end) for parts of 0 .. count - 1.
template <class Run>
void for_each_range(std::size_t count, std::size_t part, const Run& run) {
  for_each_part(parts_of(count, part), [&](std::size_t i) { run(i * part, std::min(count, (i + 1) * part)); });
}

}  // namespace lockstep::detail
