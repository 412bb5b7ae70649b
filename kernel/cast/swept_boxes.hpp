// When the bounding boxes of a moving and a resting shape can meet. Most pairs never do.
#pragma once

#include <cmath>
#include <limits>

#include "lockstep/types.hpp"
#include "sets/proxy.hpp"

namespace lockstep::detail {

/// The boxes are separate before `enter` and after `leave`, fractions of the motion.
struct BoxPassage {
  double enter = 0, leave = std::numeric_limits<double>::infinity();

  [[nodiscard]] bool misses() const { return enter > leave || enter > 1; }
};

/// Upper bounds of the relative error of a quotient of rounded differences, and of the loss to underflow.
inline constexpr double passage_bound = 0x1p-50, passage_underflow = 0x1p-1000;

/// Along one axis the boxes meet between the displacements `first` and `last`. Without a branch except for motions of
/// 0: the side of a box on which something lies would be mispredicted.
inline void pass_planes(double first, double last, double motion, BoxPassage& passage) {
  if (motion == 0 && (first > 0 || last < 0)) passage.enter = std::numeric_limits<double>::infinity();
  if (!(std::abs(motion) > 0)) return;
  // Earlier than the start is no information; boxes that parted before the start are missed.
  const double enter = first / motion * (1 - passage_bound) - passage_underflow;
  const double leave = last / motion * (1 + passage_bound) + passage_underflow;
  passage.enter = passage.enter < enter ? enter : passage.enter;
  passage.leave = leave < passage.leave ? leave : passage.leave;
}
/// The moving box is below the other by `below`, or above it by `above`; negative: it is not.
inline void pass_axis(double below, double above, double motion, BoxPassage& passage) {
  const bool is_back = motion < 0;
  pass_planes(is_back ? -above : below, is_back ? below : -above, motion, passage);
}

/// Box a moves.
inline BoxPassage passage_of(const Bounds3& a, const Bounds3& b, const Vec3& motion) {
  const float by[3] = {motion.x, motion.y, motion.z};
  BoxPassage passage;
  for (int k = 0; k < 3; ++k) pass_axis(double{b.low[k]} - a.high[k], double{a.low[k]} - b.high[k], by[k], passage);
  return passage;
}

}  // namespace lockstep::detail
