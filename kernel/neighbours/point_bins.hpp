// Points moved into their cell and sorted by bins, which divide the cell along its edges.
#pragma once

#include <algorithm>
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

/// A cutoff, and squared distances in double: up to `inner` proven within it, above `outer` proven beyond.
struct Band {
  double cutoff = 0, inner = 0, outer = 0;
};

/// The points of a search, in the order of their bins: bins of a row, which goes along the first edge, are consecutive.
struct PointBins {
  CellFrame frame;
  Band widest;                      ///< of the search
  std::vector<Band> bands;          ///< of each two types, row by row; empty: all have the widest
  std::vector<std::uint32_t> type;  ///< empty as well
  std::size_t types = 0;
  double distance_error = 0;                ///< of a distance as it is written, beside 2^-50 of itself
  std::vector<std::size_t> excluded_first;  ///< by index, one more at the end: its part of `excluded`; or empty
  std::vector<std::uint32_t> excluded;      ///< indices
  std::array<BinAxis, 3> axis;
  std::vector<double> x, y, z;  ///< the moved points, rounded
  std::vector<Position> exact;  ///< the same
  std::vector<std::array<double, 3>> fraction;
  std::vector<std::array<std::int32_t, 3>> cell;  ///< moved point = point - cell * edges
  std::vector<Vec3d> point;                       ///< as given
  std::vector<std::uint32_t> index;               ///< as given
  std::vector<std::uint32_t> first;               ///< of each bin; one more at the end

  [[nodiscard]] std::size_t size() const { return index.size(); }
  /// Whether a distance within the widest band makes neighbours of any two points.
  [[nodiscard]] bool takes_all() const { return bands.empty() && excluded.empty(); }
  [[nodiscard]] const Band& band_of(std::size_t position, std::size_t other) const {
    return bands.empty() ? widest : bands[type[position] * types + type[other]];
  }
  [[nodiscard]] bool is_excluded(std::size_t position, std::size_t other) const {
    if (excluded.empty()) return false;
    const auto part = excluded.begin();
    const auto begin = static_cast<std::ptrdiff_t>(excluded_first[index[position]]);
    const auto end = static_cast<std::ptrdiff_t>(excluded_first[index[position] + 1]);
    return std::find(part + begin, part + end, index[other]) != part + end;
  }
  [[nodiscard]] BinAxis::Range bins_near(std::size_t position, std::size_t k) const;
};

/// Throws `InvalidInput` if a coordinate is not finite or too large.
void check_points(std::span<const Vec3d> points);

/// Throws: what NeighbourSearch throws.
PointBins sorted_points(std::span<const Vec3d> points, const Cell& cell, double cutoff,
                        const NeighbourOptions& options);

}  // namespace lockstep::detail
