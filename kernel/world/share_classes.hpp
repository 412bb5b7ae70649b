// Objects that are larger than what a block has of space, which come last in any order: one of them would make the box
// of its block, and the one around sixteen, as large as itself.
#pragma once

#include <algorithm>
#include <cstdint>

#include "world/curve_order.hpp"

namespace lockstep::detail {

inline constexpr unsigned share_classes = 4;

/// 0, or more of objects that are larger than a block's share of space, and than 2.5 and 6.25 times that.
inline unsigned class_of(float size, double share) {
  return (size > share ? 1U : 0U) + (size > 2.5 * share ? 1U : 0U) + (size > 6.25 * share ? 1U : 0U);
}

/// The sides of a cube that is, of the space in a box, the share of one of so many blocks; along axes along which the
/// box is shorter than that, it has all of it.
inline double side_of_share(const CurveBox& box, double blocks) {
  constexpr int halvings = 40;
  double low = 0, high = box.extent();
  for (int i = 0; i < halvings; ++i) {
    const double side = 0.5 * (low + high);
    const auto along = [&](double begin, double end) { return std::max(1.0, (end - begin) / side); };
    const double cubes = along(box.low.x, box.high.x) * along(box.low.y, box.high.y) * along(box.low.z, box.high.z);
    (cubes > blocks ? low : high) = side;
  }
  return high;
}

}  // namespace lockstep::detail
