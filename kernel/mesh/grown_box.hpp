// Unions of boxes.
#pragma once

#include <algorithm>
#include <limits>

#include "sets/proxy.hpp"

namespace lockstep::detail {

inline constexpr float farthest = std::numeric_limits<float>::infinity();
inline constexpr BoxProxy everywhere{{-farthest, -farthest, -farthest}, {farthest, farthest, farthest}};
inline constexpr BoxProxy nowhere{{farthest, farthest, farthest}, {-farthest, -farthest, -farthest}};

inline void grow(BoxProxy& box, const BoxProxy& by) {
  for (int k = 0; k < 3; ++k)
    box.min[k] = std::min(box.min[k], by.min[k]), box.max[k] = std::max(box.max[k], by.max[k]);
}

}  // namespace lockstep::detail
