// Vectors in double, for host code; those of the plane have z = 0.
#pragma once

#include <array>
#include <cmath>

#include "base/vector.hpp"
#include "lockstep/shapes.hpp"
#include "lockstep/types.hpp"

namespace lockstep::detail {

using HostVector = math::Vector<double>;

inline HostVector to_host(const Vec3& v) { return {v.x, v.y, v.z}; }
inline HostVector to_host(const Vec2& v) { return {v.x, v.y, 0}; }
inline double norm_1(const HostVector& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }
inline double norm_2(const HostVector& v) { return std::sqrt(dot(v, v)); }

/// Moves the pivot of a shape by a difference of positions, which is rounded once.
inline void move_pivot(const Vec3d& by, HostVector& pivot, double& error) {
  if (by == Vec3d{}) return;
  error += 0x1p-50 * (norm_1(pivot) + norm_1({by.x, by.y, by.z}));
  pivot = pivot + HostVector{by.x, by.y, by.z};
}

/// The least and the greatest of d . (x - pivot) over the points x of a shape.
struct AlongExtent {
  double low, high;
};
using AlongExtents = std::array<AlongExtent, 3>;
using Directions = std::array<HostVector, 3>;

/// Of any shape, by its support mapping.
template <class Shape>
AlongExtents extents_by_support(const Shape& shape, const Directions& directions) {
  AlongExtents ends;
  for (std::size_t k = 0; k < 3; ++k) ends[k] = {-shape.support(-directions[k]), shape.support(directions[k])};
  return ends;
}

/// A rotated copy of a shape: the error of its points, and the place of its pivot.
struct TurnedPlace {
  double error;
  HostVector pivot;
};

}  // namespace lockstep::detail
