// The load of the parts of a camera's view: as the camera sees them, and from above.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/outline.hpp"
#include "runs/cull_run.hpp"

namespace lockstep::tools {

/// Cells of the two pictures. Each stands for a stack of parts: one behind the other, or one above the other. If there
/// are too many parts to draw, neighbours share a cell.
struct PartsLayout {
  std::uint32_t columns = 1, rows = 1;                ///< as the camera sees them, rows from below
  std::uint32_t above_columns = 1, above_slices = 1;  ///< from above, slices from the eye
};

/// A page's drawing of one camera's views.
struct DrawnViews {
  std::string frustum;                      ///< SVG path data of the whole view, from above
  std::vector<std::size_t> front, above;    ///< objects in the parts of each cell; an object counts in each part that
                                            ///< sees it
  std::vector<std::string> above_outlines;  ///< SVG path data
  double width_to_height = 1;               ///< of the camera's picture
};

[[nodiscard]] PartsLayout parts_layout(const Views& views);

[[nodiscard]] DrawnViews draw_views(const Camera& camera, const CameraResult& result, const Views& views, double reach,
                                    const GroundView& ground);

/// The picture from the camera, in cells that a script fills; nothing if there is just one.
[[nodiscard]] std::string front_picture(const Views& views, double width_to_height);

/// The same from above, for the picture of the scene.
[[nodiscard]] std::string above_cells(const Views& views);

}  // namespace lockstep::tools
