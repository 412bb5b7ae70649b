// When the bounding boxes of a moving and a resting shape can meet. Most pairs never do.
#pragma once

#include <array>
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

/// A box that is translated by `by` within the step.
struct TranslatedBox {
  double center[3], half[3], by[3];  // the center at the start

  /// Half the sum of the sides of the box that it sweeps.
  [[nodiscard]] double size() const {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += half[k] + 0.5 * std::abs(by[k]);
    return sum;
  }
};

/// Two boxes that contain a shape which turns, at all fractions of its motion: whatever its orientation, and from its
/// orientation at the start to that at the end.
using TurningBoxes = std::array<TranslatedBox, 2>;

inline void pass_box(const TranslatedBox& a, const Bounds3& b, BoxPassage& passage) {
  for (int k = 0; k < 3; ++k)
    pass_axis(b.low[k] - a.center[k] - a.half[k], a.center[k] - a.half[k] - b.high[k], a.by[k], passage);
}

inline BoxPassage passage_of(const TurningBoxes& boxes, const Bounds3& b) {
  BoxPassage passage;
  for (const TranslatedBox& a : boxes) pass_box(a, b, passage);
  return passage;
}

}  // namespace lockstep::detail
