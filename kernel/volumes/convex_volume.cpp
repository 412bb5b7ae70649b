// Convex volumes: validation of the numbers that define them, and their corners.
#include "lockstep/volumes.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/float_environment.hpp"
#include "base/validate.hpp"
#include "volumes/matrix_order.hpp"
#include "volumes/volume_maker.hpp"

namespace lockstep {

using detail::narrow;
using detail::Plane;
using detail::Vec;
using detail::VolumeMaker;
using detail::widen;

namespace {

/// Validates a window, and clips its depth to the range.
detail::ViewWindow checked(ClipWindow window, DepthRange range) {
  detail::check_sides(window.left, window.right, "window.left", "window.right");
  detail::check_sides(window.bottom, window.top, "window.bottom", "window.top");
  if (range == DepthRange::zero_to_one && window.low_z < 0) window.low_z = 0;
  detail::check_sides(window.low_z, window.high_z, "window.low_z", "window.high_z");
  return {window.left, window.right, window.bottom, window.top, window.low_z, window.high_z};
}

template <class Number>
ConvexVolume from_matrix(const Number* matrix, MatrixOrder order, DepthRange range, const ClipWindow& window,
                         double units) {
  const detail::FloatEnvironment standard;
  const detail::ViewWindow sides = checked(window, range);
  return VolumeMaker::of_view(detail::view_planes(detail::rows_of(matrix, order), units, sides), true);
}

/// The fraction of its edge at which a ray is cut for display. If the volume has a single corner, and so no size, the
/// fraction is a length.
double cut_of(const detail::VolumeData& data, float far_cut) {
  return data.infinite_far ? static_cast<double>(far_cut) * (data.size > 0 ? data.size : 1) : 1;
}

std::string name_of(std::size_t plane) { return "planes[" + std::to_string(plane) + "]"; }

/// The plane of a half-space, scaled so that products neither overflow nor underflow.
Plane plane_of(const HalfSpace& half, std::size_t i) {
  const Vec3d& n = half.normal;
  const double size = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});
  if (!(std::isfinite(n.x) && std::isfinite(n.y) && std::isfinite(n.z)))
    throw InvalidInput(name_of(i) + ".normal: has a number that is not finite");
  if (size == 0) throw InvalidInput(name_of(i) + ".normal: is 0, a half-space needs a direction");
  int exponent = 0;
  (void)std::frexp(size, &exponent);
  const auto scaled = [&](double x) { return std::ldexp(x, -exponent); };
  const Plane plane{{scaled(n.x), scaled(n.y), scaled(n.z)}, scaled(half.offset)};
  if (!(std::abs(plane.offset) <= max_coordinate * detail::length(plane.normal)))
    detail::throw_invalid(name_of(i) + ".offset", half.offset, "must be finite and at most 1e18 lengths of its normal");
  return plane;
}

}  // namespace

ConvexVolume ConvexVolume::from_view_projection(const float* matrix, MatrixOrder order, DepthRange range,
                                                const ClipWindow& window) {
  return from_matrix(matrix, order, range, window, detail::units_of_floats);
}
ConvexVolume ConvexVolume::from_view_projection(const double* matrix, MatrixOrder order, DepthRange range,
                                                const ClipWindow& window) {
  return from_matrix(matrix, order, range, window, detail::units_of_doubles);
}

ConvexVolume ConvexVolume::from_camera(const Lens& lens, const CameraPose& pose) {
  const detail::FloatEnvironment standard;
  detail::check_lens(lens), detail::check_pose(pose);
  return VolumeMaker::of_view(detail::view_planes(lens, pose), false);
}

ConvexVolume ConvexVolume::from_planes(std::span<const HalfSpace> planes) {
  const detail::FloatEnvironment standard;
  if (planes.empty() || planes.size() > max_planes)
    throw InvalidInput("planes: there are " + std::to_string(planes.size()) + ", from 1 to " +
                       std::to_string(max_planes) + " are possible");
  std::vector<Plane> list;
  for (std::size_t i = 0; i < planes.size(); ++i) list.push_back(plane_of(planes[i], i));
  return VolumeMaker::of_polyhedron(list, {0, 0, 0}, detail::units_of_floats, detail::Given::planes);
}

ConvexVolume ConvexVolume::from_corners(std::span<const Vec3, 8> corners) {
  const detail::FloatEnvironment standard;
  for (std::size_t i = 0; i < 8; ++i)
    if (!detail::is_valid_vec3(corners[i])) detail::check_vec3(corners[i], "corners[" + std::to_string(i) + "]");
  return VolumeMaker::of_corners(corners);
}

std::array<Vec3, 8> ConvexVolume::corners(float far_cut) const noexcept {
  const detail::FloatEnvironment standard;
  const Vec anchor = widen(data_.anchor);
  const double cut = cut_of(data_, far_cut);
  std::array<Vec3, 8> out;
  if (data_.is_frustum) {
    for (std::size_t i = 0; i < 4; ++i) {
      const double(&n)[3] = data_.fine.near[i], (&e)[3] = data_.fine.edge[i];
      const Vec near = anchor + Vec{n[0], n[1], n[2]};
      out[i] = narrow(near);
      out[i + 4] = narrow(near + Vec{e[0], e[1], e[2]} * cut);
    }
    return out;
  }
  Vec low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = -low;
  detail::for_each_corner(data_.fine, cut, [&](const Vec& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  });
  low = low + anchor, high = high + anchor;
  for (std::size_t i = 0; i < 8; ++i)
    out[i] = narrow({i % 4 == 1 || i % 4 == 2 ? high.x : low.x, i % 4 > 1 ? high.y : low.y, i > 3 ? high.z : low.z});
  return out;
}

std::vector<Vec3> ConvexVolume::vertices(float far_cut) const {
  const detail::FloatEnvironment standard;
  const Vec anchor = widen(data_.anchor);
  const double cut = cut_of(data_, far_cut);
  std::vector<Vec3> points;
  detail::for_each_corner(data_.fine, cut, [&](const Vec& p) {
    const Vec3 point = narrow(anchor + p);
    if (data_.is_frustum || std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
  });
  return points;
}

}  // namespace lockstep
