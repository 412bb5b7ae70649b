// Vectors in double, for host code; those of the plane have z = 0.
#pragma once

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

/// A rotated copy of a shape: the error of its points, and the place of its pivot.
struct TurnedPlace {
  double error;
  HostVector pivot;
};

}  // namespace lockstep::detail
