// Points moved into their cell and sorted by bins, which divide the cell along its edges.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neighbours/cell_frame.hpp"
#include "neighbours/double_double.hpp"

namespace lockstep::detail {

/// The bins of one direction, and the reach of a search in fractions of the cell.
struct BinAxis {
  std::int64_t count = 1;
  double low = 0, scale = 1;  ///< bin = scale * (fraction - low)
  double reach = 0;           ///< fractions of two points within the cutoff differ by no more, rounding included

  /// The first and the last bin within reach, counted on through the images of a periodic direction.
  struct Range {
    std::int64_t begin, end;
  };
};

/// The points of a search, in the order of their bins: bins of a row, which goes along the first edge, are consecutive.
struct PointBins {
  CellFrame frame;
  double cutoff = 0;
  double inner = 0, outer = 0;  ///< squared distances in double: up to inner proven within, above outer proven beyond
  std::array<BinAxis, 3> axis;
  std::vector<double> x, y, z;  ///< the moved points, rounded
  std::vector<Position> exact;  ///< the same
  std::vector<std::array<double, 3>> fraction;
  std::vector<std::array<std::int32_t, 3>> cell;  ///< moved point = point - cell * edges
  std::vector<Vec3d> point;                       ///< as given
  std::vector<std::uint32_t> index;               ///< as given
  std::vector<std::uint32_t> first;               ///< of each bin; one more at the end

  [[nodiscard]] std::size_t size() const { return index.size(); }
  [[nodiscard]] BinAxis::Range bins_near(std::size_t position, std::size_t k) const;
};

/// Throws: what NeighbourSearch throws.
PointBins sorted_points(std::span<const Vec3d> points, const Cell& cell, double cutoff);

}  // namespace lockstep::detail
