// The drawing of the scene from above.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/outline.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

struct Plan {
  double width = plan_size, height = plan_size;
  std::vector<std::size_t> objects;   ///< the objects that are drawn, the largest first
  std::vector<std::string> outlines;  ///< SVG path data of each of them
  std::size_t large = 0;              ///< the first ones of these cover much of the picture
  double layers = 0;                  ///< how often the others cover it, on average
};

/// At most `most_objects` are drawn. If there are more: the `important` ones (one flag per object), or a sample of
/// them, and a sample of the rest in which twice the outline makes an object twice as likely. Equal objects are drawn
/// at the same density everywhere.
[[nodiscard]] Plan draw_plan(const Scene& scene, const std::vector<bool>& important, std::size_t most_objects);

}  // namespace lockstep::tools
