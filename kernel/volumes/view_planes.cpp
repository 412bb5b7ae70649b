// The planes of a view-projection matrix, in double: a row plus or minus a multiple of the last row (G. Gribb and K.
// Hartmann, "Fast extraction of viewing frustum planes from the world-view-projection matrix", 2001). The planes of a
// lens and a pose are sums of the camera's axes.
#include "volumes/view_planes.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/validate.hpp"

namespace lockstep::detail {

namespace {

using math::cross;
using math::dot;

/// The rounding error of the product a * b (T. J. Dekker, 1971).
double rest_of_product(double a, double b) {
  constexpr double half = 0x1p27 + 1;
  const double a_high = a * half - (a * half - a), b_high = b * half - (b * half - b);
  const double a_low = a - a_high, b_low = b - b_high;
  return ((a_high * b_high - a * b) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

Plane times_power(const Plane& plane, int exponent) {
  const auto scaled = [&](double x) { return std::ldexp(x, exponent); };
  return {{scaled(plane.normal.x), scaled(plane.normal.y), scaled(plane.normal.z)}, scaled(plane.offset)};
}

/// Scales by a power of two that brings the normal close to 1, where squares and products keep all bits.
Plane brought_to_one(const Plane& plane) {
  const Vec& n = plane.normal;
  const double size = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});
  return size > 0 && std::isfinite(size) ? times_power(plane, -std::ilogb(size)) : plane;
}

/// sign (row - side w), times a power of two. For floats, each product is exact and each sum is rounded once; for
/// doubles, the product's error term is rounded too.
Plane clip_plane(const MatrixRows& m, std::size_t row, double side, double sign) {
  double size = 0;
  for (std::size_t c = 0; c < 4; ++c) size = std::max({size, std::abs(m[4 * row + c]), std::abs(m[12 + c])});
  // Products of the smallest numbers lose bits, and their error term is lost.
  const int up = size > 0 && size < 1 ? -std::ilogb(size) : 0;
  const auto at = [&](std::size_t c) {
    const double w = std::ldexp(m[12 + c], up);
    return sign * ((std::ldexp(m[4 * row + c], up) - side * w) - rest_of_product(side, w));
  };
  return brought_to_one({{at(0), at(1), at(2)}, at(3)});
}

Plane row_plane(const MatrixRows& m, std::size_t row) {
  return brought_to_one({{m[4 * row], m[4 * row + 1], m[4 * row + 2]}, m[4 * row + 3]});
}

Plane flipped(const Plane& plane) { return {-plane.normal, -plane.offset}; }

Vec vec(const Vec3d& v) { return {v.x, v.y, v.z}; }

/// The plane where `along . p` equals `side` times the depth (`side` itself for an orthographic lens); positive where
/// it is greater.
Plane lens_plane(const Lens& lens, const CameraPose& pose, const Vec3d& along, double side) {
  if (lens.orthographic) return {vec(along), -side};
  return {vec(along) - vec(pose.forward) * side, 0};
}

/// The plane at a depth. No point lies beyond an infinite depth.
Plane depth_plane(const CameraPose& pose, double depth) {
  if (std::isinf(depth)) return {{0, 0, 0}, -1};
  return {vec(pose.forward), -depth};
}

std::vector<double> equal_parts(double low, double high, std::uint32_t count) {
  std::vector<double> sides(count + std::size_t{1});
  for (std::size_t i = 0; i < sides.size(); ++i)
    sides[i] = low + (high - low) * (static_cast<double>(i) / static_cast<double>(count));
  sides.back() = high;
  return sides;
}

[[noreturn]] void throw_bad_depth(std::size_t i, double depth) {
  throw_invalid("grid.depths[" + std::to_string(i) + "]", depth,
                "must be above the one before, beyond the near side and before the far side");
}

/// The planes between two ends at rising depths, measured from `zero` by a plane of unit normal. `is_between(plane)`
/// tests that a plane lies between the ends.
template <class IsBetween>
std::vector<Plane> slices(const Plane& zero, const Plane& first, const Plane& last, const DepthList& depths,
                          const IsBetween& is_between) {
  std::vector<Plane> planes = {first};
  for (std::size_t i = 0; i < depths.size(); ++i) {
    const Plane plane{zero.normal, zero.offset - depths[i]};
    if (!std::isfinite(depths[i]) || (i > 0 && !(depths[i] > depths[i - 1])) || !is_between(plane, depths[i]))
      throw_bad_depth(i, depths[i]);
    planes.push_back(plane);
  }
  planes.push_back(last);
  return planes;
}

Plane scaled_to_unit(const Plane& plane) {
  const double scale = 1 / length(plane.normal);
  return {plane.normal * scale, plane.offset * scale};
}

/// The near end of a view: the end towards whose inside w rises most; for an orthographic view, the end where z is low.
std::size_t near_end(const ViewPlanes& view) {
  const auto rise = [&](const Plane& end) {
    return has_normal(end) ? dot(end.normal, view.w.normal) / length(end.normal) : -HUGE_VAL;
  };
  return has_normal(view.w) && rise(view.ends[1]) > rise(view.ends[0]) ? 1 : 0;
}

/// Whether all corners of an end lie clearly on one side of a plane: the positive side if sign is 1.
bool lies_beside(const ViewPlanes& view, const Plane& end, const Plane& plane, double sign) {
  if (!has_normal(end)) return true;
  for (std::size_t i = 0; i < 4; ++i) {
    Vec corner;
    double error = 0;
    if (!meet(view.ring[i], view.ring[(i + 1) % 4], end, view.units, corner, error)) return false;
    if (!(sign * plane.at(corner) > 4 * error + 0x1p-48 * (norm_1(corner) + std::abs(plane.offset)))) return false;
  }
  return true;
}

/// Whether an end lies behind the eye with all of its corners, and before all of the other end. From there, the edges
/// of the view pass through the eye and onward, with a rising distance from the end's plane, so the plane contains all
/// of the view.
bool lies_beyond_infinity(const ViewPlanes& view, const Plane& end, const Plane& other) {
  if (!has_normal(end) || !has_normal(other)) return false;
  struct Corner {
    Vec at;
    double error = 0;

    [[nodiscard]] double room(const Plane& plane) const {
      return (4 * error + 0x1p-48 * norm_1(at)) * norm_1(plane.normal) + 0x1p-48 * std::abs(plane.offset);
    }
  };
  for (std::size_t i = 0; i < 4; ++i) {
    Corner behind, ahead;
    const auto meets = [&](const Plane& plane, Corner& c) {
      return meet(view.ring[i], view.ring[(i + 1) % 4], plane, view.units, c.at, c.error);
    };
    if (!meets(end, behind) || !(view.w.at(behind.at) < -behind.room(view.w))) return false;
    if (!meets(other, ahead) || !(view.w.at(ahead.at) > ahead.room(view.w))) return false;
    if (!(end.at(ahead.at) > ahead.room(end))) return false;
  }
  return true;
}

double squared(const Vec3d& v) { return v.x * v.x + v.y * v.y + v.z * v.z; }

}  // namespace

ViewPlanes view_planes(const MatrixRows& m, double units, const ViewWindow& window) {
  return {{clip_plane(m, 0, window.left, 1), clip_plane(m, 1, window.bottom, 1), clip_plane(m, 0, window.right, -1),
           clip_plane(m, 1, window.top, -1)},
          {clip_plane(m, 2, window.low_z, 1), clip_plane(m, 2, window.high_z, -1)},
          row_plane(m, 3),
          {0, 0, 0},
          units};
}

ViewPlanes view_planes(const Lens& lens, const CameraPose& pose) {
  const auto side = [&](const Vec3d& along, double at) { return lens_plane(lens, pose, along, at); };
  const Plane w = lens.orthographic ? Plane{{0, 0, 0}, 1} : Plane{vec(pose.forward), 0};
  return {{side(pose.right, lens.left), side(pose.up, lens.bottom), flipped(side(pose.right, lens.right)),
           flipped(side(pose.up, lens.top))},
          {depth_plane(pose, lens.near_depth), flipped(depth_plane(pose, lens.far_depth))},
          w,
          vec(pose.position),
          units_of_lens};
}

ViewPlanes PlanesOfGrid::cell(const ViewPlanes& view, std::size_t z, std::size_t x, std::size_t y) const {
  ViewPlanes cell = view;
  cell.ring[0] = of[1][x], cell.ring[2] = flipped(of[1][x + 1]);
  cell.ring[1] = of[2][y], cell.ring[3] = flipped(of[2][y + 1]);
  cell.ends[0] = of[0][z], cell.ends[1] = flipped(of[0][z + 1]);
  return cell;
}

PlanesOfGrid grid_planes(const MatrixRows& m, DepthRange range, const ViewPlanes& view, const ViewGrid& grid) {
  PlanesOfGrid planes;
  for (const std::size_t row : {0U, 1U})
    for (const double side : equal_parts(-1, 1, row == 0 ? grid.columns : grid.rows))
      planes.of[1 + row].push_back(clip_plane(m, row, side, 1));
  const std::size_t near = near_end(view);
  const double low = range == DepthRange::zero_to_one ? 0 : -1;
  const Plane& first = view.ends[near];
  const Plane last = flipped(view.ends[1 - near]);
  const Plane zero = scaled_to_unit(has_normal(view.w) ? view.w : clip_plane(m, 2, low, 1));
  const bool endless = lies_beyond_infinity(view, view.ends[1 - near], first);
  planes.of[0] = slices(zero, first, last, grid.depths, [&](const Plane& plane, double) {
    return lies_beside(view, first, plane, -1) && (endless || lies_beside(view, view.ends[1 - near], plane, 1));
  });
  return planes;
}

PlanesOfGrid grid_planes(const Lens& lens, const CameraPose& pose, const ViewPlanes& view, const ViewGrid& grid) {
  PlanesOfGrid planes;
  for (const double side : equal_parts(lens.left, lens.right, grid.columns))
    planes.of[1].push_back(lens_plane(lens, pose, pose.right, side));
  for (const double side : equal_parts(lens.bottom, lens.top, grid.rows))
    planes.of[2].push_back(lens_plane(lens, pose, pose.up, side));
  planes.of[0] = slices({vec(pose.forward), 0}, view.ends[0], flipped(view.ends[1]), grid.depths,
                        [&](const Plane&, double depth) { return depth > lens.near_depth && depth < lens.far_depth; });
  return planes;
}

AnchoredPlane anchored(const Plane& plane, const Vec& shift, double units) {
  const double scale = 1 / length(plane.normal);
  // The place of the plane is given by the numbers that define it; the sum in double may be off by this slack.
  const double slack =
      (8 + units) * double_unit * (norm_1(plane.normal) * norm_1(shift) + std::abs(plane.offset)) * scale;
  return {{plane.normal * scale, plane.at(shift) * scale}, static_cast<float>(slack)};
}

GridPlane grid_plane(const Plane& plane, const Vec& shift, double units) {
  constexpr float beyond_everything = 1e30F;
  if (!has_normal(plane)) return {{}, std::copysign(beyond_everything, static_cast<float>(plane.offset)), 0};
  const AnchoredPlane at_anchor = anchored(plane, shift, units);
  return {narrow(at_anchor.plane.normal), static_cast<float>(at_anchor.plane.offset), at_anchor.slack};
}

bool meet(const Plane& a, const Plane& b, const Plane& c, double units, Vec& point, double& error) {
  const Vec bc = cross(b.normal, c.normal), ca = cross(c.normal, a.normal), ab = cross(a.normal, b.normal);
  const double determinant = dot(a.normal, bc);
  const double product = length(a.normal) * length(b.normal) * length(c.normal);
  if (!(std::abs(determinant) > 0x1p-40 * product)) return false;
  point = (bc * -a.offset + ca * -b.offset + ab * -c.offset) * (1 / determinant);
  const double farthest = std::max({std::abs(a.offset) / length(a.normal), std::abs(b.offset) / length(b.normal),
                                    std::abs(c.offset) / length(c.normal), norm_1(point)});
  error = std::max(error, (32 + 6 * units) * double_unit * product / std::abs(determinant) * farthest);
  return true;
}

void check_lens(const Lens& lens) {
  const auto check_sides = [](double low, double high, const char* low_name, const char* high_name) {
    for (const auto& [side, name] : {std::pair(low, low_name), std::pair(high, high_name)})
      if (!(std::abs(side) <= max_coordinate)) throw_invalid(std::string("lens.") + name, side, coordinate_rule);
    if (!(low < high)) throw_invalid(std::string("lens.") + low_name, low, "must be below its opposite");
  };
  check_sides(lens.left, lens.right, "left", "right");
  check_sides(lens.bottom, lens.top, "bottom", "top");
  if (!(std::abs(lens.near_depth) <= max_coordinate) || (!lens.orthographic && lens.near_depth < 0))
    throw_invalid("lens.near_depth", lens.near_depth,
                  lens.orthographic ? coordinate_rule : "must be from 0 to 1e18, a distance from the eye");
  if (!(lens.far_depth > lens.near_depth && (lens.far_depth <= max_coordinate || std::isinf(lens.far_depth))))
    throw_invalid("lens.far_depth", lens.far_depth, "must be above near_depth, and at most 1e18 or infinite");
}

void check_pose(const CameraPose& pose) {
  check_vec3(pose.position, "pose.position");
  const auto check_unit = [](const Vec3d& axis, const char* name) {
    if (!(std::abs(squared(axis) - 1) <= rotation_tolerance))
      throw InvalidInput(std::string("pose.") + name + ": its squared length is " + number_text(squared(axis)) +
                         ", and must be 1 within 0.001");
  };
  check_unit(pose.right, "right"), check_unit(pose.up, "up"), check_unit(pose.forward, "forward");
  const auto check_angle = [](const Vec3d& a, const Vec3d& b, const char* names) {
    if (!(std::abs(dot(vec(a), vec(b))) <= rotation_tolerance))
      throw InvalidInput(std::string("pose: ") + names + " must be at right angles within 0.001, but their dot is " +
                         number_text(dot(vec(a), vec(b))));
  };
  check_angle(pose.right, pose.up, "right and up");
  check_angle(pose.up, pose.forward, "up and forward");
  check_angle(pose.forward, pose.right, "forward and right");
}

}  // namespace lockstep::detail
