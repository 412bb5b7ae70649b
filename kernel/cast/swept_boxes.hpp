// When can the boxes around two shapes meet, one of which moves? Most pairs never do.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include "lockstep/types.hpp"
#include "sets/proxy.hpp"

namespace lockstep::detail {

/// The boxes are apart before `enter` and after `leave`, fractions of the motion.
struct BoxPassage {
  double enter = 0, leave = std::numeric_limits<double>::infinity();

  [[nodiscard]] bool misses() const { return enter > leave || enter > 1; }
};

/// More than a quotient of rounded differences is off by, as a part of it; and what may be lost where it underflows.
inline constexpr double passage_bound = 0x1p-50, passage_underflow = 0x1p-1000;

/// Along one axis the moving box is below the other by `below`, or above it by `above` (negative: neither).
inline void pass_axis(double below, double above, double motion, BoxPassage& passage) {
  if (motion < 0) std::swap(below, above), motion = -motion;
  if (motion == 0 && (below > 0 || above > 0)) passage.enter = std::numeric_limits<double>::infinity();
  if (!(motion > 0)) return;
  const double enter = below / motion, leave = -above / motion;
  if (above > 0) passage.leave = -1;
  if (below > 0) passage.enter = std::max(passage.enter, enter * (1 - passage_bound) - passage_underflow);
  if (above <= 0) passage.leave = std::min(passage.leave, leave * (1 + passage_bound) + passage_underflow);
}

/// Box a moves.
inline BoxPassage passage_of(const BoxProxy& a, const BoxProxy& b, const Vec3& motion) {
  const float by[3] = {motion.x, motion.y, motion.z};
  BoxPassage passage;
  for (int k = 0; k < 3; ++k) pass_axis(double{b.min[k]} - a.max[k], double{a.min[k]} - b.max[k], by[k], passage);
  return passage;
}

}  // namespace lockstep::detail
