// A uniform grid over the whole of space, and the number of a cell.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace lockstep::detail {

/// The smallest box that holds some positions; empty if low > high.
struct PositionRange {
  float low[3], high[3];
};

/// Cells of `edge`, numbered x first, then y, then z:  key = z * slice + y * row + x.  Rows end with an empty cell, slices
/// with two empty rows. So what lies one step aside of a cell never has the key of one elsewhere: the cells around a cell
/// are { key + dz * slice + dy * row + dx }, without a look at borders.
class UniformGrid {
 public:
  static constexpr int key_bits = 30;  // of a cell's number: with the steps to its neighbours it stays below 2^31

  /// Positions whose coordinates differ by no more than `reach` (>= 0, finite) shall be in the same cell or in
  /// neighbouring ones; `range` holds all positions that are asked about.
  UniformGrid(const PositionRange& range, double reach) {
    double across[3];
    for (int axis = 0; axis < 3; ++axis) across[axis] = double{range.high[axis]} - double{range.low[axis]};
    double edge = reach * (1 + 0x1p-20);
    if (edge == 0)
      edge = std::max({across[0], across[1], across[2]}) * 0x1p-10;  // points that meet where they are equal
    if (edge == 0) edge = 1;
    inverse_edge_ = 1 / edge;
    int bits[3];
    for (int axis = 0; axis < 3; ++axis) {
      origin_[axis] = global_cell(range.low[axis]);
      const bool fits = across[axis] * inverse_edge_ < 0x1p26;
      cells_[axis] = fits ? global_cell(range.high[axis]) - origin_[axis] + 1 : std::int64_t{1} << 27;
      bits[axis] = 64 - std::countl_zero(static_cast<std::uint64_t>(cells_[axis] + 1));
    }
    while (bits[0] + bits[1] + bits[2] > key_bits) --*std::max_element(bits, bits + 3);
    for (int axis = 0; axis < 3; ++axis) {
      const std::int64_t most = (std::int64_t{1} << bits[axis]) - 2;
      folded_[axis] = cells_[axis] > most || cells_[axis] > std::int64_t{1} << 26;
      cells_[axis] = std::min(cells_[axis], most);
    }
  }

  [[nodiscard]] std::uint64_t key(float x, float y, float z) const {
    return static_cast<std::uint64_t>((cell(2, z) * (cells_[1] + 2) + cell(1, y)) * (cells_[0] + 1) + cell(0, x));
  }
  [[nodiscard]] std::int64_t cells(int axis) const { return cells_[axis]; }
  [[nodiscard]] std::int64_t row() const { return cells_[0] + 1; }
  [[nodiscard]] std::int64_t slice() const { return row() * (cells_[1] + 2); }
  /// No key is as large.
  [[nodiscard]] std::uint64_t keys() const { return static_cast<std::uint64_t>(slice() * cells_[2]); }

 private:
  /// floor(x / edge). Two floats that differ by no more than an edge are either equal or below 2^26 edges, where the
  /// product is off by 2^-26: less than the edge has to spare. Of larger ones only that equal ones stay equal counts.
  [[nodiscard]] std::int64_t global_cell(float x) const {
    const double t = double{x} * inverse_edge_;
    if (!(std::fabs(t) < 0x1p52)) return 0;
    const auto truncated = static_cast<std::int64_t>(t);
    return truncated - (t < static_cast<double>(truncated) ? 1 : 0);
  }
  [[nodiscard]] std::int64_t cell(int axis, float x) const {
    const std::int64_t c = global_cell(x) - origin_[axis];
    return folded_[axis] ? fold(c, cells_[axis]) : c;
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
