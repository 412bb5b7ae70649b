// What culling against one volume and against many has in common: checks of the input, and the tiles of a call.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "base/float_environment.hpp"
#include "base/validate.hpp"
#include "lockstep/cull.hpp"
#include "table/kernel_table.hpp"
#include "views/strided_objects.hpp"

namespace lockstep::detail {

inline constexpr std::size_t tile_words = cull_tile / 64;

/// The first object from `first` on that is none; `end` if all are objects.
template <std::size_t N>
std::size_t first_bad(const StridedObjects<N>& objects, std::size_t first, std::size_t end) {
  std::array<std::array<float, copied_objects<N>>, N + 1> copy;
  for (; first < end; first += copied_objects<N>) {
    const std::size_t size = std::min(copied_objects<N>, end - first);
    std::array<const float*, N> stream;
    const bool packed = objects.is_packed();
    if (!packed) objects.copy(first, size, [&](std::size_t s) { return copy[s].data(); });
    for (std::size_t s = 0; s < N; ++s) stream[s] = packed ? objects.streams.stream[s].data + first : copy[s].data();
    if (are_valid(stream, 0, size)) continue;
    for (std::size_t i = 0; i < size; ++i)
      if (!are_valid(stream, i, i + 1)) return first + i;
  }
  return end;
}

/// Throws for the first object that is none.
template <std::size_t N>
void check_numbers(const StridedObjects<N>& objects) {
  const std::size_t count = objects.streams.count;
  const auto search = [&](const tbb::blocked_range<std::size_t>& range, std::size_t found) {
    const FloatEnvironment of_this_thread;
    const std::size_t bad = first_bad(objects, range.begin(), range.end());
    return bad == range.end() ? found : std::min(found, bad);
  };
  const tbb::blocked_range<std::size_t> all(0, count, cull_tile);
  const auto first = [](std::size_t a, std::size_t b) { return std::min(a, b); };
  tbb::task_group_context context(tbb::task_group_context::isolated);
  const bool small = count <= cull_tile;
  const std::size_t bad = small ? search(all, count) : tbb::parallel_reduce(all, count, search, first, context);
  if (bad != count) throw_bad(objects.streams, bad);
}

/// Streams that are there and share no memory with what is written. `output` names that.
template <std::size_t N>
void check_streams(const Streams<N>& objects, std::span<const std::byte> written, std::string_view output) {
  for (std::size_t s = 0; s < N && objects.count != 0; ++s) {
    const Stream& stream = objects.stream[s];
    if (stream.data == nullptr)
      throw InvalidInput(std::string(objects.name) + '.' + objects.field[s] + ": is null, the view has " +
                         std::to_string(objects.count) + " objects");
    const char* const start = reinterpret_cast<const char*>(stream.data);
    std::ptrdiff_t length = 0;
    if (__builtin_mul_overflow(objects.count - 1, stream.stride, &length))
      throw InvalidInput(std::string(objects.name) + '.' + objects.field[s] + ": " + std::to_string(objects.count) +
                         " objects with a stride of " + std::to_string(stream.stride) + " bytes fit into no memory");
    const char* const end = start + length;
    const char* const low = std::min(start, end, std::less<>());
    const auto bytes = static_cast<std::size_t>(std::max(start, end, std::less<>()) - low) + sizeof(float);
    if (share_memory(low, bytes, written.data(), written.size()))
      throw InvalidInput(std::string(output) + ": shares memory with " + objects.name + '.' + objects.field[s]);
  }
}

inline CullBatch make_batch(const ConvexVolume& volume, const CullOptions& options) {
  const CullStages stages = options.method == CullMethod::exact ? CullStages::exact : CullStages::planes;
  return {&volume.data(), 0, nullptr, stages, options.touching == Touching::overlap};
}

inline std::size_t count_bits(const std::uint64_t* words, std::size_t count) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits += static_cast<std::size_t>(std::popcount(words[i]));
  return bits;
}

/// run(first, size) for each `tile` of `count` objects, in parallel; the sum of what it returns.
template <class Run>
std::size_t sum_over_tiles(std::size_t count, std::size_t tile, const Run& run) {
  const auto run_tile = [&](std::size_t i) {
    const FloatEnvironment of_this_thread;
    const std::size_t first = i * tile;
    return run(first, std::min(tile, count - first));
  };
  const std::size_t tiles = (count + tile - 1) / tile;
  if (tiles == 0) return 0;
  if (tiles == 1) return run_tile(0);
  const auto run_all = [&](const auto& range, std::size_t sum) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) sum += run_tile(i);
    return sum;
  };
  const tbb::blocked_range<std::size_t> all(0, tiles);
  // Of its own: if the caller's were cancelled, tiles would be left out without a word.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  return tbb::parallel_reduce(all, std::size_t{0}, run_all, std::plus<>(), context);
}

}  // namespace lockstep::detail
