// A uniform grid over unbounded space, and the keys of its cells.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "table/bounds3.hpp"

namespace lockstep::detail {

/// Cells of width `edge`, numbered x first, then y, then z:  key = z * slice + y * row + x.  Rows end with an empty
/// cell, slices with two empty rows. So a neighbour's key never belongs to a distant cell: the neighbourhood of a cell
/// is { key + dz * slice + dy * row + dx }, without border checks.
class UniformGrid {
 public:
  static constexpr int key_bits = 30;  // of a key: plus the offset of a neighbour it stays below 2^31

  /// Positions whose coordinates differ by at most `reach` (>= 0, finite) share a cell or lie in neighbouring cells;
  /// `range` contains all positions of later queries. Cells that coincide by folding with `fold` 0 do not with `fold`
  /// 1.
  UniformGrid(const Bounds3& range, double reach, int fold) {
    // If reach is 0, points meet only if they are equal: cells are then as narrow as floats.
    inverse_edge_ = 1 / std::max(reach * (1 + 0x1p-20), 0x1p-149);
    int bits[3];
    for (int axis = 0; axis < 3; ++axis) {
      origin_[axis] = global_cell(range.low[axis]);
      const double across = (double{range.high[axis]} - double{range.low[axis]}) * inverse_edge_;
      cells_[axis] = across < 0x1p26 ? global_cell(range.high[axis]) - origin_[axis] + 1 : std::int64_t{1} << 27;
      bits[axis] = 64 - std::countl_zero(static_cast<std::uint64_t>(cells_[axis] + 1));
    }
    while (bits[0] + bits[1] + bits[2] > key_bits) --*std::max_element(bits, bits + 3);
    for (int axis = 0; axis < 3; ++axis) {
      const std::int64_t most = (std::int64_t{1} << bits[axis]) - 2;
      folded_[axis] = cells_[axis] > most;
      if (folded_[axis]) cells_[axis] = width_of_fold(axis, most - fold * (most / 8));
    }
  }

  [[nodiscard]] std::uint64_t key(float x, float y, float z) const {
    return static_cast<std::uint64_t>((cell(2, z) * (cells_[1] + 2) + cell(1, y)) * (cells_[0] + 1) + cell(0, x));
  }
  [[nodiscard]] bool is_folded() const { return folded_[0] || folded_[1] || folded_[2]; }
  [[nodiscard]] std::int64_t cells(int axis) const { return cells_[axis]; }
  [[nodiscard]] std::int64_t row() const { return cells_[0] + 1; }
  [[nodiscard]] std::int64_t slice() const { return row() * (cells_[1] + 2); }
  /// An upper bound of all keys.
  [[nodiscard]] std::uint64_t keys() const { return static_cast<std::uint64_t>(slice() * cells_[2]); }

 private:
  /// floor(x / edge). Two floats that differ by at most an edge are either equal or below 2^26 edges, where the product
  /// is off by 2^-26: less than the edge has to spare. For larger floats, only equal ones have to stay equal. Beyond
  /// the range of integers, the bits of the float serve as a unique number.
  [[nodiscard]] std::int64_t global_cell(float x) const {
    const double t = double{x} * inverse_edge_;
    if (!(std::fabs(t) < 0x1p52)) return std::bit_cast<std::uint32_t>(x);
    const auto truncated = static_cast<std::int64_t>(t);
    return truncated - (t < static_cast<double>(truncated) ? 1 : 0);
  }
  [[nodiscard]] std::int64_t cell(int axis, float x) const {
    const std::int64_t c = global_cell(x) - origin_[axis];
    return folded_[axis] ? fold(c, cells_[axis]) : c;
  }
  /// At most `most`. Odd, and coprime to the widths of the axes before: otherwise objects that repeat along several
  /// axes, or lie on a diagonal, would crowd into few cells.
  [[nodiscard]] std::int64_t width_of_fold(int axis, std::int64_t most) const {
    std::int64_t width = most - 1 + most % 2;
    const auto is_shared = [&](int before) {
      return before < axis && folded_[before] && std::gcd(width, cells_[before]) != 1;
    };
    while (is_shared(0) || is_shared(1)) width -= 2;
    return width;
  }
  /// 0 1 2 .. n-1 n-1 .. 2 1 0 0 1 2 ..
  static std::int64_t fold(std::int64_t c, std::int64_t n) {
    const std::int64_t m = ((c % (2 * n)) + 2 * n) % (2 * n);
    return m < n ? m : 2 * n - 1 - m;
  }

  double inverse_edge_;
  std::int64_t origin_[3], cells_[3];
  bool folded_[3];
};

}  // namespace lockstep::detail
