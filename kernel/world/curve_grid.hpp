// A grid of cells, and the position of each cell on the Hilbert curve.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "lockstep/types.hpp"
#include "table/bounds3.hpp"

namespace lockstep::detail {

/// The bits of a cell coordinate along one axis.
inline constexpr int curve_bits = 10;
/// The bits of a cell's position on the curve.
inline constexpr int place_bits = 3 * curve_bits;

/// Inserts two zeros after each bit of a coordinate.
struct SpreadTable {
  std::array<std::uint32_t, 1 << curve_bits> entry{};

  constexpr SpreadTable() {
    for (std::uint32_t x = 0; x < entry.size(); ++x)
      for (int bit = 0; bit < curve_bits; ++bit) entry[x] |= (x >> bit & 1) << 3 * bit;
  }
};
inline constexpr SpreadTable spread;

/// One level of the curve. The corner where the curve enters a group of eight cells and the axis along which it leaves
/// make a state. An entry is the state in the cell times 8, plus the cell's position on the curve.
struct HilbertTable {
  static constexpr unsigned states = 24;
  std::array<std::uint8_t, states * 8> entry{};

  constexpr HilbertTable() {
    for (unsigned corner = 0; corner < 8; ++corner)
      for (unsigned axis = 0; axis < 3; ++axis)
        for (unsigned cell = 0; cell < 8; ++cell) entry[state(corner, axis) * 8 + cell] = step(corner, axis, cell);
  }

 private:
  static constexpr unsigned state(unsigned corner, unsigned axis) { return corner * 3 + axis; }
  static constexpr unsigned gray(unsigned x) { return x ^ x >> 1; }
  static constexpr unsigned rotated_left(unsigned x, unsigned by) { return (x << by | x >> (3 - by)) & 7; }
  static constexpr std::uint8_t step(unsigned corner, unsigned axis, unsigned cell) {
    const unsigned turn = (axis + 1) % 3, turned = rotated_left(cell ^ corner, (3 - turn) % 3);
    const unsigned place = turned ^ turned >> 1 ^ turned >> 2;  // the rank of this Gray code
    const unsigned enters_by = place == 0 ? 0 : gray((place - 1) / 2 * 2);
    const auto ones = static_cast<unsigned>(std::countr_one(place % 2 == 0 && place != 0 ? place - 1 : place));
    const unsigned leaves_along = place == 0 ? 0 : ones % 3;
    const unsigned next = state(corner ^ rotated_left(enters_by, turn), (axis + leaves_along + 1) % 3);
    return static_cast<std::uint8_t>(next * 8 + place);
  }
};

/// Two levels at once: an entry is the state in the cell times 64, plus the cell's position on the curve.
struct TwoLevels {
  static constexpr unsigned cells = 64;
  std::array<std::uint16_t, HilbertTable::states * cells> entry{};

  constexpr TwoLevels() {
    constexpr HilbertTable one;
    for (unsigned state = 0; state < HilbertTable::states; ++state)
      for (unsigned cell = 0; cell < cells; ++cell) {
        const unsigned outer = one.entry[state * 8 + cell / 8], inner = one.entry[(outer & ~7U) | cell % 8];
        entry[state * cells + cell] = static_cast<std::uint16_t>((inner & ~7U) * 8 | (outer & 7) * 8 | (inner & 7));
      }
  }
};
inline constexpr TwoLevels two_levels;

/// Maps the interleaved bits of a cell's coordinates to its position on the curve.
inline std::uint32_t place_on_curve(std::uint32_t interleaved) {
  constexpr unsigned inside = TwoLevels::cells - 1;
  unsigned entry = 0;
  std::uint32_t place = 0;
  for (int shift = place_bits - 6; shift >= 0; shift -= 6) {
    entry = two_levels.entry[(entry & ~inside) | (interleaved >> shift & inside)];
    place = place << 6 | (entry & inside);
  }
  return place;
}

/// A grid over a box of positive extent.
class CurveGrid {
 public:
  explicit CurveGrid(const Bounds3& box) : low_{box.low[0], box.low[1], box.low[2]}, scale_(cells / box.extent()) {}

  /// The 30-bit curve position of the cell that holds a position inside the box.
  [[nodiscard]] std::uint32_t place_of(const Vec3& position) const {
    return place_on_curve(spread_cell(position.x, low_.x) | spread_cell(position.y, low_.y) << 1 |
                          spread_cell(position.z, low_.z) << 2);
  }

 private:
  static constexpr double cells = 1 << curve_bits;  // along an axis

  [[nodiscard]] std::uint32_t spread_cell(double x, double low) const {
    return spread.entry[static_cast<std::size_t>(std::min((x - low) * scale_, cells - 1))];
  }

  Vec3 low_;
  double scale_;
};

}  // namespace lockstep::detail
