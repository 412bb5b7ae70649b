// The scene from above: what the page draws.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "readers/scene.hpp"

namespace lockstep::tools {

/// Drawing units: the longer side of the picture.
inline constexpr double plan_size = 1000;

struct Plan {
  double width = plan_size, height = plan_size;
  std::vector<std::size_t> objects;   ///< the objects that are drawn, the largest first
  std::vector<std::string> outlines;  ///< SVG path data of each of them
  std::vector<std::string> frusta;    ///< SVG path data of each camera's volume
};

/// At most `most_objects` are drawn: the `important` ones (one flag per object) and those with the largest outlines;
/// and the volumes of the first `most_cameras`.
[[nodiscard]] Plan draw_plan(const Scene& scene, const std::vector<bool>& important, std::size_t most_objects,
                             std::size_t most_cameras);

}  // namespace lockstep::tools
