// Unions of boxes.
#pragma once

#include <algorithm>
#include <limits>

#include "sets/proxy.hpp"

namespace lockstep::detail {

inline constexpr float farthest = std::numeric_limits<float>::infinity();
inline constexpr Bounds3 everywhere{{-farthest, -farthest, -farthest}, {farthest, farthest, farthest}};
inline constexpr Bounds3 nowhere{{farthest, farthest, farthest}, {-farthest, -farthest, -farthest}};

inline void grow(Bounds3& box, const Bounds3& by) {
  for (int k = 0; k < 3; ++k)
    box.low[k] = std::min(box.low[k], by.low[k]), box.high[k] = std::max(box.high[k], by.high[k]);
}

}  // namespace lockstep::detail
