#include "volumes/grid_frame.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::detail {

namespace {

using math::dot;

Vec unit(const Vec& v) { return v * (1 / length(v)); }

/// Three perpendicular unit vectors. Without a depth axis (an orthographic view), slices give it.
struct Axes {
  Vec right, up, forward;

  Axes(const ViewPlanes& view, const PlanesOfGrid& planes) {
    const Plane& first = planes.of[0].front();
    forward = unit(has_normal(view.w) ? view.w.normal : has_normal(first) ? first.normal : planes.of[0].back().normal);
    const Vec &side = planes.of[1].front().normal, &bottom = planes.of[2].front().normal;
    right = unit(side - forward * dot(side, forward));
    const Vec level = bottom - forward * dot(bottom, forward);
    up = unit(level - right * dot(level, right));
  }
};

/// A plane in the frame, solved for one coordinate: along = slope * depth + offset, up to tilt * |p|_1 + shift.
struct FramePlane {
  double slope, offset, tilt, shift;

  /// `along` has a positive part in the plane's normal; `other` should have none.
  FramePlane(const Plane& plane, const Vec& shift_of_anchor, double units, const Vec& along, const Vec& other,
             const Vec& depth) {
    const AnchoredPlane at = anchored(plane, shift_of_anchor, units);
    const Vec& n = at.plane.normal;
    const double scale = 1 / dot(n, along);
    slope = -dot(n, depth) * scale, offset = -at.plane.offset * scale;
    tilt = std::abs(dot(n, other) * scale) + 2 * float_unit * std::abs(slope) + 0x1p-40 * std::abs(scale);
    shift = at.slack * std::abs(scale) + 4 * float_unit * std::abs(offset);
    if (!(scale > 0)) tilt = HUGE_VAL;
  }
};

float up(double x) { return std::nextafter(static_cast<float>(x), HUGE_VALF); }

/// The planes of columns or rows, and their largest errors.
void add_lines(const std::vector<Plane>& planes, const Vec& shift, double units, const Vec& along, const Vec& other,
               const Vec& depth, GridFrame& frame, std::size_t axis) {
  double tilt = 0, moved = 0;
  for (const Plane& plane : planes) {
    const FramePlane line(plane, shift, units, along, other, depth);
    frame.slope[axis].push_back(static_cast<float>(line.slope));
    frame.offset[axis].push_back(static_cast<float>(line.offset));
    frame.steepest = std::max(frame.steepest, up(std::abs(line.slope)));
    tilt = std::max(tilt, line.tilt), moved = std::max(moved, line.shift);
  }
  frame.tilt += up(tilt), frame.shift += up(moved);
  for (std::vector<float>* numbers : {&frame.slope[axis], &frame.offset[axis]})
    numbers->insert(numbers->end(), GridFrame::padding, numbers->back());
}

/// The planes between slices. One without a normal has everything on one side.
void add_depths(const std::vector<Plane>& planes, const Vec& shift, double units, const Axes& axes, GridFrame& frame) {
  for (const Plane& plane : planes) {
    if (!has_normal(plane)) {
      frame.depth.push_back(std::copysign(HUGE_VALF, static_cast<float>(-plane.offset)));
      frame.depth_tilt.push_back(0), frame.depth_shift.push_back(0);
      continue;
    }
    const FramePlane of_right(plane, shift, units, axes.forward, axes.up, axes.right);
    frame.depth.push_back(static_cast<float>(of_right.offset));
    frame.depth_tilt.push_back(up(of_right.tilt + std::abs(of_right.slope)));
    frame.depth_shift.push_back(up(of_right.shift));
  }
}

}  // namespace

GridFrame grid_frame(const ViewPlanes& view, const PlanesOfGrid& planes, const Vec& shift, const CornerErrors& cells) {
  GridFrame frame;
  const Axes axes(view, planes);
  frame.right = narrow(axes.right), frame.up = narrow(axes.up), frame.forward = narrow(axes.forward);
  add_lines(planes.of[1], shift, view.units, axes.right, axes.up, axes.forward, frame, 0);
  add_lines(planes.of[2], shift, view.units, axes.up, axes.right, axes.forward, frame, 1);
  add_depths(planes.of[0], shift, view.units, axes, frame);
  frame.shift += up(8 * cells.corner), frame.tilt += up(8 * cells.edge);
  // Where planes are off by more, few spheres are decided. Comparisons with NaN are false.
  constexpr float most_tilt = 0x1p-10F, most_steep = 0x1p10F;
  bool fits = frame.tilt <= most_tilt && frame.steepest <= most_steep && frame.shift < HUGE_VALF;
  for (std::size_t k = 0; k < frame.depth.size(); ++k)
    fits = fits && frame.depth_tilt[k] < HUGE_VALF && (k == 0 || frame.depth[k - 1] < frame.depth[k]);
  if (!fits) frame.depth.clear();
  return frame;
}

}  // namespace lockstep::detail
