// Objects sorted by the cells of a grid.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>

#include "base/buffer.hpp"
#include "base/radix_sort.hpp"
#include "broad_phase/grid_keys.hpp"
#include "broad_phase/proxy_set.hpp"

namespace lockstep::detail {

/// The number of objects in an object's own cell, itself included, summed over all objects: the sum of the squared cell
/// counts. The objects are sorted by key.
template <class T, class Key>
double pairs_in_cells(const T* sorted, std::size_t count, const Key& key) {
  std::atomic<std::uint64_t> sum = 0;
  for_each_range(count, near_part, [&](std::size_t begin, std::size_t end) {
    // The first cell may begin before this part.
    const auto is_before = [&](const T& x, const T& y) { return key(x) < key(y); };
    auto first = static_cast<std::size_t>(std::lower_bound(sorted, sorted + begin, sorted[begin], is_before) - sorted);
    std::uint64_t squares = 0;
    auto last = key(sorted[begin]);
    for (std::size_t i = begin; i < end; ++i) {
      const auto next = key(sorted[i]);
      first = next == last ? first : i;  // branchless: a branch on cell ends would be mispredicted
      last = next;
      squares += 2 * (i - first) + 1;  // sums up to the square
    }
    sum += squares;
  });
  return static_cast<double>(sum);
}

/// Objects in the layout that lanes read.
struct SortedObjects {
  Buffer<float> numbers;  // `pitch` of each stream
  Buffer<std::uint32_t> keys, ids;
  std::size_t count = 0, pitch = 0;

  [[nodiscard]] BroadPhaseStreams streams() const {
    BroadPhaseStreams streams{{}, ids.data(), keys.data()};
    for (std::size_t s = 0; s < 6 && (s + 1) * pitch <= numbers.capacity(); ++s)
      streams.stream[s] = numbers.data() + s * pitch;
    return streams;
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return numbers.bytes() + keys.bytes() + ids.bytes(); }
  [[nodiscard]] double pairs_in_cells() const {
    return detail::pairs_in_cells(keys.data(), count, [](std::uint32_t key) { return key; });
  }

  /// The range of the objects' positions.
  [[nodiscard]] Bounds3 range() const {
    Bounds3 all = empty_bounds;
    std::mutex mutex;
    for_each_range(count, near_part, [&](std::size_t begin, std::size_t end) {
      Bounds3 part = empty_bounds;
      for (int axis = 0; axis < 3; ++axis) {
        const float* const numbers_of_axis = numbers.data() + static_cast<std::size_t>(axis) * pitch;
        for (std::size_t i = begin; i < end; ++i) {
          part.low[axis] = std::min(part.low[axis], numbers_of_axis[i]);
          part.high[axis] = std::max(part.high[axis], numbers_of_axis[i]);
        }
      }
      const std::scoped_lock lock(mutex);
      all.add(part);
    });
    return all;
  }

  /// Room for `new_count` objects.
  template <class Row>
  void resize(std::size_t new_count) {
    count = new_count;
    pitch = (count + 2 * near_padding - 1) / near_padding * near_padding;  // lanes read past the last one
    float* const number = numbers.room_for(pitch * floats_of(Row{}));
    for (std::size_t s = 0; s < floats_of(Row{}); ++s)
      std::fill(number + s * pitch + count, number + (s + 1) * pitch, 0.0F);
    std::fill_n(keys.room_for(count + near_padding) + count, near_padding, key_behind_all);
    std::fill_n(ids.room_for(count + near_padding) + count, near_padding, 0U);
  }
  template <class Row>
  void put(std::size_t at, const Row& row) {
    for (std::size_t s = 0; s < floats_of(Row{}); ++s) numbers.data()[s * pitch + at] = numbers_of(&row)[s];
  }
};

/// The objects left for a level, and their order: keys in the high half, ids in the low half.
struct CellOrder {
  const std::uint32_t* ids = nullptr;  // null: 0 .. count - 1
  std::size_t count = 0;
  Buffer<std::uint64_t> memory[2];
  const std::uint64_t* sorted = nullptr;

  [[nodiscard]] std::uint32_t unsorted(std::size_t i) const {
    return ids == nullptr ? static_cast<std::uint32_t>(i) : ids[i];
  }
  [[nodiscard]] std::uint32_t id(std::size_t i) const { return static_cast<std::uint32_t>(sorted[i]); }
  [[nodiscard]] std::uint32_t key(std::size_t i) const { return static_cast<std::uint32_t>(sorted[i] >> 32); }
  [[nodiscard]] std::size_t bytes() const noexcept { return memory[0].bytes() + memory[1].bytes(); }

  template <class Row>
  void sort(const ProxySet<Row>& objects, const UniformGrid& grid, Buffer<std::size_t>& sort_memory) {
    std::uint64_t* const order = memory[0].room_for(count);
    for_each_range(count, near_part, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint64_t one = unsorted(i);
        const float* const position = numbers_of(&objects.rows[one]);
        order[i] = grid.key(position[0], position[1], position[2]) << 32 | one;
      }
    });
    const int bits = 64 - std::countl_zero(grid.keys());
    const auto key = [](std::uint64_t x) { return x >> 32; };
    sorted = radix_sort(order, memory[1].room_for(count), count, bits, key, sort_memory);
  }

  [[nodiscard]] double pairs_in_cells() const {
    return detail::pairs_in_cells(sorted, count, [](std::uint64_t x) { return x >> 32; });
  }

  /// Splits the objects into candidates and queries, and keeps their order. With `every`, all are candidates.
  template <class Row, class IsCandidate>
  void split(const ProxySet<Row>& objects, bool every, const IsCandidate& is_candidate, SortedObjects& candidates,
             SortedObjects& queries, Buffer<std::size_t>& memory_of_parts) const {
    const auto goes_first = [&](std::size_t i) { return every || is_candidate(objects.rows[id(i)]); };
    const std::size_t parts = parts_of(count, near_part);
    std::size_t* const candidates_before = memory_of_parts.room_for(parts + 1);
    for_each_range(count, near_part, [&](std::size_t begin, std::size_t end) {
      std::size_t found = every ? end - begin : 0;
      for (std::size_t i = begin; !every && i < end; ++i) found += goes_first(i) ? 1U : 0U;
      candidates_before[begin / near_part] = found;
    });
    std::size_t all = 0;
    for (std::size_t part = 0; part < parts; ++part) all += std::exchange(candidates_before[part], all);
    candidates.resize<Row>(all);
    queries.resize<Row>(count - all);
    for_each_range(count, near_part, [&](std::size_t begin, std::size_t end) {
      std::size_t next_candidate = candidates_before[begin / near_part], next_query = begin - next_candidate;
      for (std::size_t i = begin; i < end; ++i) {
        if (i + 16 < end) __builtin_prefetch(&objects.rows[id(i + 16)]);
        const bool first = goes_first(i);
        SortedObjects& to = first ? candidates : queries;
        const std::size_t at = first ? next_candidate++ : next_query++;
        to.put(at, objects.rows[id(i)]);
        to.ids.data()[at] = id(i), to.keys.data()[at] = key(i);
      }
    });
  }
};

}  // namespace lockstep::detail
