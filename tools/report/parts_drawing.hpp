// How full the parts of a camera's view are: as the camera has them, and from above.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/outline.hpp"
#include "runs/cull_run.hpp"

namespace lockstep::tools {

/// Cells of the two pictures. Each stands for a stack of parts: those behind each other, or those above each other. Of
/// more parts than can be told apart, neighbours share a cell.
struct PartsLayout {
  std::uint32_t columns = 1, rows = 1;                ///< as the camera has them, rows from below
  std::uint32_t above_columns = 1, above_slices = 1;  ///< from above, slices from the eye
};

/// What a page shows of one camera's views.
struct DrawnViews {
  std::string frustum;                      ///< SVG path data of all of it, from above
  std::vector<std::size_t> front, above;    ///< objects in the parts of each cell; one counts in each part that sees it
  std::vector<std::string> above_outlines;  ///< SVG path data
  double width_to_height = 1;               ///< of the camera's picture
};

[[nodiscard]] PartsLayout parts_layout(const Views& views);

[[nodiscard]] DrawnViews draw_views(const Camera& camera, const CameraResult& result, const Views& views, double reach,
                                    const GroundView& ground);

/// The picture as the camera has it, in cells that a script fills; nothing if there is just one.
[[nodiscard]] std::string front_picture(const Views& views, double width_to_height);

/// The same from above, for the picture of the scene.
[[nodiscard]] std::string above_cells(const Views& views);

}  // namespace lockstep::tools
