// A checked cell: its edges, and the fractional coordinates of points with their error.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "lockstep/neighbours.hpp"

namespace lockstep::detail {

inline double largest_of(const Vec3d& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }
inline double dot(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// The length, with an error of at most 2^-51 of itself: squares that would underflow are scaled.
inline double length_of(const Vec3d& v) {
  const double squared = dot(v, v), largest = largest_of(v);
  if (squared >= 0x1p-900 || largest == 0) return std::sqrt(squared);
  const Vec3d part = {v.x / largest, v.y / largest, v.z / largest};
  return largest * std::sqrt(dot(part, part));
}

using Image = std::array<std::int64_t, 3>;

/// A cell as the search reads it. Directions that are not periodic have axes of length 1, perpendicular to the others.
struct CellFrame {
  std::array<Vec3d, 3> edge;    ///< the cell's vectors
  std::array<Vec3d, 3> row;     ///< fraction k of p is row[k] . p
  std::array<double, 3> width;  ///< the distance of the two faces that bound direction k
  std::array<double, 3> error;  ///< bounds the error of a difference of two fractions, per unit of length
  std::array<bool, 3> periodic;
  double size = 0;  ///< the largest coordinate of periodic edges

  [[nodiscard]] double fraction(std::size_t k, const Vec3d& p) const {
    return row[k].x * p.x + row[k].y * p.y + row[k].z * p.z;
  }
};

/// Throws `InvalidInput` if a number is invalid, or if the periodic edges are linearly dependent.
CellFrame frame_of(const Cell& cell);

}  // namespace lockstep::detail
