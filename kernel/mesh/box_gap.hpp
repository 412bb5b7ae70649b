// A lower bound of the distance between the contents of two boxes.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "sets/proxy.hpp"

namespace lockstep::detail {

/// The share by which results of boxes are reduced. It is far more than rounding takes (numerics.md, section 13), so
/// that the rounding of boxes does not cut off the kernels' answers, which are tighter unless an interval is wide.
inline constexpr double box_share = 0x1p-20;

/// A lower bound of the signed distance between the contents of two boxes. It is negative if the boxes overlap: then
/// the shortest axis-aligned translation that separates the boxes separates their contents.
inline double box_gap(const Bounds3& a, const Bounds3& b) {
  double squares = 0, least_depth = -std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const double gap = std::max(double{b.low[k]} - double{a.high[k]}, double{a.low[k]} - double{b.high[k]});
    least_depth = std::max(least_depth, gap);
    squares += gap > 0 ? gap * gap : 0;
  }
  return least_depth > 0 ? std::sqrt(squares) * (1 - box_share) : least_depth * (1 + box_share);
}

}  // namespace lockstep::detail
