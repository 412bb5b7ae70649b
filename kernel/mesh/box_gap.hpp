// How far apart two boxes are, and so at least what is in them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "sets/proxy.hpp"

namespace lockstep::detail {

/// What boxes say is taken down by so much, as a part of it. Far more than rounding takes (numerics.md, section 13), so
/// that the answers of the kernels, which are closer than that but for wide intervals, are not cut off by a rounding of
/// boxes.
inline constexpr double box_share = 0x1p-20;

/// No more than the signed distance of what is in two boxes, below zero where they overlap: then moving one out of the
/// other along the axis where that is shortest parts what is in them.
inline double box_gap(const BoxProxy& a, const BoxProxy& b) {
  double squares = 0, least_depth = -std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const double gap = std::max(double{b.min[k]} - double{a.max[k]}, double{a.min[k]} - double{b.max[k]});
    least_depth = std::max(least_depth, gap);
    squares += gap > 0 ? gap * gap : 0;
  }
  return least_depth > 0 ? std::sqrt(squares) * (1 - box_share) : least_depth * (1 + box_share);
}

}  // namespace lockstep::detail
