// The cells around a run of objects, as windows of an array that is sorted by cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "kernel_table.hpp"
#include "uniform_grid.hpp"

namespace lockstep::detail {

/// Windows that slide along the sorted keys, one for each row of cells beside the run's: a row apart along y, along z, or
/// both. Runs must come in the order of their keys.
class CellWindows {
 public:
  static constexpr int most = 9;

  /// `half`: only what comes after the run; the run is one of the array.
  CellWindows(const UniformGrid& grid, bool half, const std::uint64_t* keys, std::uint32_t count)
      : half_(half), keys_(keys), count_(count) {
    const int y = grid.cells(1) > 1 ? 1 : 0, z = grid.cells(2) > 1 ? 1 : 0;
    for (int dz = half ? 0 : -z; dz <= z; ++dz)
      for (int dy = half && dz == 0 ? 0 : -y; dy <= y; ++dy) offset_[rows_++] = dz * grid.slice() + dy * grid.row();
  }

  /// The windows for a run with keys from `first` to `last`; `end` is behind the run if it is one of the array. None of
  /// them overlap, so an object is met once, though rows may lie so near each other that two windows reach it.
  int around(std::uint64_t first, std::uint64_t last, std::uint32_t end, std::array<Window, most>& windows) {
    int found = 0;
    std::uint32_t reached = half_ ? end : 0;
    for (int r = 0; r < rows_; ++r) {
      const std::int64_t low = static_cast<std::int64_t>(first) + offset_[r] - 1;
      const std::int64_t high = static_cast<std::int64_t>(last) + offset_[r] + 1;
      const std::uint32_t from = half_ && r == 0 ? end : position_of(low, from_[r]);
      const std::uint32_t to = position_of(high + 1, to_[r]);
      from_[r] = to, to_[r] = to + (to - std::min(from, to)) / 2;  // where to look for those of the next run
      const std::uint32_t begin = std::max(from, reached);
      if (begin < to) windows[static_cast<std::size_t>(found++)] = {begin, to};
      reached = std::max(reached, to);
    }
    return found;
  }

 private:
  /// The first object whose key is not below `key`, searched from a guess outwards.
  [[nodiscard]] std::uint32_t position_of(std::int64_t key, std::uint32_t guess) const {
    if (key <= 0) return 0;
    const auto wanted = static_cast<std::uint64_t>(key);
    std::uint32_t low = std::min(guess, count_);
    for (std::uint32_t step = 1; low != 0 && keys_[low - 1] >= wanted; step *= 2) low -= std::min(low, step);
    // All before low are below. Most often the end is near, and to count costs less than branches that nobody foresees.
    constexpr std::uint32_t block = 16;
    while (count_ - low >= block) {
      const std::uint32_t below = count_below(keys_ + low, block, wanted);
      low += below;
      if (below < block) return low;
      for (std::uint32_t step = block; count_ - low > step && keys_[low + step] < wanted; step *= 2) low += step + 1;
    }
    return low + count_below(keys_ + low, count_ - low, wanted);
  }
  static std::uint32_t count_below(const std::uint64_t* keys, std::uint32_t count, std::uint64_t wanted) {
    std::uint32_t below = 0;
    for (std::uint32_t i = 0; i < count; ++i) below += keys[i] < wanted ? 1U : 0U;
    return below;
  }

  std::int64_t offset_[most];
  int rows_ = 0;
  bool half_;
  const std::uint64_t* keys_;
  std::uint32_t count_;
  std::uint32_t from_[most] = {}, to_[most] = {};
};

}  // namespace lockstep::detail
