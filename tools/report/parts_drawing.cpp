#include "report/parts_drawing.hpp"

#include <algorithm>
#include <cmath>

#include "page/page.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr std::uint32_t most_front = 64, most_above = 24;  ///< cells along each side

/// The cell of part `part` if `parts` of them share `cells`.
std::uint32_t cell_of(std::uint64_t part, std::uint32_t parts, std::uint32_t cells) {
  return static_cast<std::uint32_t>(part * cells / parts);
}

/// Whether the part is the first or the last one of its cell.
bool at_end(std::uint64_t part, std::uint32_t parts, std::uint32_t cells) {
  const std::uint32_t cell = cell_of(part, parts, cells);
  return part == 0 || part + 1 == parts || cell_of(part - 1, parts, cells) != cell ||
         cell_of(part + 1, parts, cells) != cell;
}

/// The number of columns, rows and slices of the views; a cube's views are six columns.
struct Counts {
  std::uint32_t columns, rows, slices;

  explicit Counts(const Views& views)
      : columns(views.kind == ViewKind::cube ? 6 : views.columns), rows(views.rows), slices(views.slices) {}
};

double distance(const Vec3& a, const Vec3& b) {
  return std::hypot(double{a.x} - b.x, double{a.y} - b.y, double{a.z} - b.z);
}

}  // namespace

PartsLayout parts_layout(const Views& views) {
  const Counts counts(views);
  return {std::min(counts.columns, most_front), std::min(counts.rows, most_front), std::min(counts.columns, most_above),
          std::min(counts.slices, most_above)};
}

DrawnViews draw_views(const Camera& camera, const CameraResult& result, const Views& views, double reach,
                      const GroundView& ground) {
  DrawnViews drawn;
  const auto corners = corners_within(make_views({}, camera, reach)[0], reach);
  drawn.frustum = path_data(outline_of_hull(corners, ground));
  drawn.width_to_height = distance(corners[4], corners[5]) / std::max(distance(corners[5], corners[6]), 1e-30);
  if (views.kind == ViewKind::cameras) return drawn;
  const PartsLayout layout = parts_layout(views);
  const Counts counts(views);
  const VolumeSet volumes = make_views(views, camera, reach);
  drawn.front.resize(std::size_t{layout.columns} * layout.rows);
  drawn.above.resize(std::size_t{layout.above_columns} * layout.above_slices);
  std::vector<Vertices> hulls(drawn.above.size());
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    const std::size_t x = i % counts.columns, y = i / counts.columns % counts.rows,
                      z = i / counts.columns / counts.rows;
    const std::size_t front =
        std::size_t{cell_of(y, counts.rows, layout.rows)} * layout.columns + cell_of(x, counts.columns, layout.columns);
    const std::size_t above = std::size_t{cell_of(z, counts.slices, layout.above_slices)} * layout.above_columns +
                              cell_of(x, counts.columns, layout.above_columns);
    drawn.front[front] += result.view_visible[i];
    drawn.above[above] += result.view_visible[i];
    // The parts of a cell lie in the hull of those at its ends.
    if (!at_end(x, counts.columns, layout.above_columns) || !at_end(z, counts.slices, layout.above_slices) ||
        !at_end(y, counts.rows, 1))
      continue;
    for (const Vec3& corner : corners_within(volumes[i], reach)) hulls[above].push_back(corner);
  }
  for (const Vertices& hull : hulls) drawn.above_outlines.push_back(path_data(outline_of_hull(hull, ground)));
  return drawn;
}

std::string front_picture(const Views& views, double width_to_height) {
  const PartsLayout layout = parts_layout(views);
  if (views.kind != ViewKind::grid || layout.columns * layout.rows == 1) return {};
  const double height = 1000 / std::clamp(width_to_height, 0.25, 8.0), across = 1000.0 / layout.columns,
               up = height / layout.rows;
  std::string text =
      concat("<h2>The views as the camera has them</h2>\n<svg id=\"front\" class=\"plan front\" style=\"--ratio: ",
             1000 / height, "\" viewBox=\"0 0 1000 ", fixed2(height),
             "\" role=\"img\" aria-label=\"how many objects each part sees\">\n");
  for (std::uint32_t y = 0; y < layout.rows; ++y)
    for (std::uint32_t x = 0; x < layout.columns; ++x)
      text += concat("<rect x=\"", fixed2(x * across), "\" y=\"", fixed2(height - (y + 1) * up), "\" width=\"",
                     fixed2(across), "\" height=\"", fixed2(up), "\"><title></title></rect>\n");
  return text +
         "</svg>\n<p class=\"soft\">The stronger the colour, the more objects: at most <span id=\"front-most\"></span> "
         "in a cell" +
         (views.slices > 1 ? ", summed over its slices" : "") + ".</p>\n";
}

std::string above_cells(const Views& views) {
  if (views.kind == ViewKind::cameras) return {};
  const PartsLayout layout = parts_layout(views);
  std::string text = "<g id=\"parts\">\n";
  for (std::uint32_t i = 0; i < layout.above_columns * layout.above_slices; ++i)
    text += "<path class=\"t\" d=\"M0 0\"><title></title></path>\n";
  return text + "</g>\n";
}

}  // namespace lockstep::tools
