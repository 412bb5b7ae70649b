// The distance of a point from the bounding box of a shape, as in the nearest-neighbour queries of a World.
#pragma once

#include <algorithm>
#include <cmath>

#include "lockstep/sets.hpp"
#include "sets/shape_bounds.hpp"

namespace lockstep::test {

/// No more than the distance to the box around the shape.
inline double box_distance(const Vec3& point, const ShapeSet& set, std::uint32_t index) {
  const detail::Bounds3 box = detail::bounds_of(set.store(), index, 0);
  const float p[3] = {point.x, point.y, point.z};
  double square = 0;
  for (int k = 0; k < 3; ++k) {
    const double gap = std::max({double{box.low[k]} - p[k], double{p[k]} - box.high[k], 0.0});
    const volatile double product = gap * gap;  // which no compiler fuses with the sum
    square += product;
  }
  return std::sqrt(square) * (1 - 0x1p-49);
}

}  // namespace lockstep::test
