// Tests a line against a ball around 0, over double or a register of doubles. The host culls exactly what lanes would
// cull, by the same operations.
#pragma once

#include "base/vector.hpp"

namespace lockstep::detail {

/// The ball is enlarged by this fraction of the lengths in the test: far more than the rounding error.
inline constexpr double ball_room = 0x1p-40;

/// Whether the line provably misses the ball (docs/numerics.md, section 14). `norm` is |origin|_1.
template <class T>
[[gnu::always_inline]] inline auto line_misses_ball(const math::Vector<T>& origin, const math::Vector<T>& motion,
                                                    const T& norm, const T& radius) {
  const math::Vector<T> across = cross(origin, motion);
  const T reach = radius + (norm + radius) * T(ball_room);
  return dot(across, across) > (reach * reach) * dot(motion, motion);
}

}  // namespace lockstep::detail
