// A line and a ball around 0, over double or a register of doubles: the host leaves out what lanes would, by the very
// operations of theirs.
#pragma once

#include "lockstep/reference/vector.hpp"

namespace lockstep::detail {

/// A ball is larger by that part of the lengths that the line and it are made of: far more than rounding.
inline constexpr double ball_room = 0x1p-40;

/// The line passes by the ball, proven (docs/numerics.md, section 14). `norm` is |origin|_1.
template <class T>
[[gnu::always_inline]] inline auto line_misses_ball(const reference::Vector<T>& origin,
                                                    const reference::Vector<T>& motion, const T& norm,
                                                    const T& radius) {
  const reference::Vector<T> across = cross(origin, motion);
  const T reach = radius + (norm + radius) * T(ball_room);
  return dot(across, across) > (reach * reach) * dot(motion, motion);
}

}  // namespace lockstep::detail
