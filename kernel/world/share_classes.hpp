// Size classes of objects larger than a block's share of space. They come last in any order, since one of them would
// enlarge the box of its block, and the node above, to its own size.
#pragma once

#include <algorithm>

#include "table/bounds3.hpp"

namespace lockstep::detail {

inline constexpr unsigned share_classes = 4;

/// 0, or a higher class for objects larger than a block's share of space, 2.5 times, or 6.25 times that share.
inline unsigned class_of(float size, double share) {
  return (size > share ? 1U : 0U) + (size > 2.5 * share ? 1U : 0U) + (size > 6.25 * share ? 1U : 0U);
}

/// The side of a cube that is the share of one of `blocks` blocks in the space of a box. Along axes where the box is
/// shorter than this side, the share spans the whole box.
inline double side_of_share(const Bounds3& box, double blocks) {
  constexpr int halvings = 40;
  double low = 0, high = box.extent();
  for (int i = 0; i < halvings; ++i) {
    const double side = 0.5 * (low + high);
    const auto along = [&](int k) { return std::max(1.0, (double{box.high[k]} - double{box.low[k]}) / side); };
    (along(0) * along(1) * along(2) > blocks ? low : high) = side;
  }
  return high;
}

}  // namespace lockstep::detail
