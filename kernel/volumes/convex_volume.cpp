// Convex volumes: corners and planes, computed in double, relative to an anchor close to the near side.
#include "lockstep/frustum.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/float_environment.hpp"
#include "base/validate.hpp"
#include "volumes/clip_planes.hpp"
#include "volumes/corner_planes.hpp"
#include "volumes/matrix_order.hpp"

namespace lockstep {

using detail::anchored;
using detail::ClipPlanes;
using detail::length;
using detail::narrow;
using detail::norm_1;
using detail::Plane;
using detail::push_plane;
using detail::Vec;
using detail::VolumeCorners;
using detail::VolumeData;
using detail::widen;

namespace {

constexpr double float_unit = 0x1p-24, double_unit = 0x1p-53;

using reference::cross;
using reference::dot;

Vec middle_of(const Vec (&ring)[4]) { return ((ring[0] + ring[1]) + (ring[2] + ring[3])) * 0.25; }

template <class T>
void put(const Vec& v, T (&out)[3]) {
  out[0] = static_cast<T>(v.x), out[1] = static_cast<T>(v.y), out[2] = static_cast<T>(v.z);
}

/// Bounds on the errors of each coordinate of the corners and, of an infinite volume, the edges.
struct Errors {
  double corner = 0, edge = 0;
};

template <class T>
void set_slack(VolumeCorners<T>& corners, const Errors& error, double size, double edge_size, double unit) {
  // Rounding a near corner, an edge of at most twice the size, and their sum; an edge times its reach.
  corners.slack = static_cast<T>(error.corner + 4 * unit * size);
  corners.edge_slack = static_cast<T>(error.edge + 4 * unit * edge_size);
}

/// Stores the corners relative to the anchor, and how far they may be from the true ones.
void set_corners(VolumeData& data, const Vec (&near)[4], const Vec (&edge)[4], const Errors& error) {
  const Vec anchor = widen(data.anchor);
  double edge_size = 0;
  for (int i = 0; i < 4; ++i) {
    const Vec n = near[i] - anchor;
    put(n, data.fine.near[i]), put(n, data.rounded.near[i]);
    put(edge[i], data.fine.edge[i]), put(edge[i], data.rounded.edge[i]);
    edge_size = std::max(edge_size, norm_1(edge[i]));
    const double end = data.infinite_far ? 0 : norm_1(n + edge[i]);
    data.size = std::max(data.size, static_cast<float>(std::max(norm_1(n), end) * (1 + float_unit) + 0x1p-150));
  }
  const Vec axis = middle_of(edge);
  data.axis_start = narrow(middle_of(near) - anchor);
  data.axis = narrow(axis);
  data.axis_scale = dot(axis, axis) > 0 ? static_cast<float>(1 / dot(axis, axis)) : 0;
  set_slack(data.rounded, error, data.size, edge_size, float_unit);
  set_slack(data.fine, error, data.size, edge_size, double_unit);
}

[[noreturn]] void throw_no_volume(const char* why) {
  throw InvalidInput(std::string("view_projection: ") + why +
                     "; a perspective or orthographic view-projection is needed, and the MatrixOrder that it is in");
}

constexpr const char* singular = "the matrix is singular or nearly so";

void check_side(float low, float high, const char* low_name, const char* high_name) {
  const auto is_in_view = [](float x) { return x >= -1 && x <= 1; };
  const std::string what = std::string("window.") + (is_in_view(low) ? high_name : low_name);
  if (!is_in_view(low) || !is_in_view(high))
    detail::throw_invalid(what, is_in_view(low) ? high : low, "must be from -1 to 1");
  if (!(low < high)) detail::throw_invalid(std::string("window.") + low_name, low, "must be below its opposite");
}

/// With its depth cut to the range.
ClipWindow checked(ClipWindow window, DepthRange range) {
  check_side(window.left, window.right, "left", "right");
  check_side(window.bottom, window.top, "bottom", "top");
  if (range == DepthRange::zero_to_one && window.low_z < 0) window.low_z = 0;
  check_side(window.low_z, window.high_z, "low_z", "high_z");
  return window;
}

/// Where three planes meet. `error` grows to the bound on the rounding error of the result.
Vec meet(const Plane& a, const Plane& b, const Plane& c, double& error) {
  const Vec bc = cross(b.normal, c.normal), ca = cross(c.normal, a.normal), ab = cross(a.normal, b.normal);
  const double determinant = dot(a.normal, bc);
  const double product = length(a.normal) * length(b.normal) * length(c.normal);
  if (!(std::abs(determinant) > 0x1p-40 * product)) throw_no_volume(singular);
  const Vec p = (bc * -a.offset + ca * -b.offset + ab * -c.offset) * (1 / determinant);
  const double farthest = std::max({std::abs(a.offset) / length(a.normal), std::abs(b.offset) / length(b.normal),
                                    std::abs(c.offset) / length(c.normal), norm_1(p)});
  error = std::max(error, 32 * double_unit * product / std::abs(determinant) * farthest);
  return p;
}

/// The four sides in ring order, so that side i and side i+1 meet in edge i.
struct Sides {
  const Plane* ring[4];
};

void corners_at(const Sides& sides, const Plane& end, const ClipPlanes& planes, Vec (&ring)[4], double& error) {
  for (int i = 0; i < 4; ++i) {
    ring[i] = meet(*sides.ring[i], *sides.ring[(i + 1) % 4], end, error);
    // All planes of a singular matrix may meet in one point, where w is 0: neither an error of the corner nor the
    // roundings of w itself, which are smaller, may make it positive.
    const double w = dot(planes.w_normal, ring[i]) + planes.w_offset;
    if (!(w > 2 * norm_1(planes.w_normal) * error)) throw_no_volume("a corner lies at the eye or behind it");
    if (!(norm_1(ring[i]) <= 3.0 * max_coordinate)) throw_no_volume("a corner lies beyond 1e18");
  }
}

void push_clip_plane(VolumeData& data, const Plane& clip) {
  const auto [plane, slack] = anchored(clip, data.anchor);
  data.rounded.slack += slack;
  data.plane_slack = std::max(data.plane_slack, slack);
  push_plane(data, plane);
}

}  // namespace

ConvexVolume ConvexVolume::from_view_projection(const float* matrix, MatrixOrder order, DepthRange range,
                                                const ClipWindow& window) {
  const detail::FloatEnvironment standard;
  const ClipPlanes planes = detail::clip_planes(detail::rows_of(matrix, order), checked(window, range));
  const bool no_end[2] = {norm_1(planes.ends[0].normal) == 0, norm_1(planes.ends[1].normal) == 0};
  if (no_end[0] && no_end[1]) throw_no_volume(singular);
  for (int i = 0; i < 2; ++i)
    if (no_end[i] && !(planes.ends[i].offset > 0)) throw_no_volume("no depth is inside");

  const Sides sides{{&planes.left, &planes.bottom, &planes.right, &planes.top}};
  Vec rings[2][4], edge[4];
  Errors error;
  for (int end = 0; end < 2; ++end)
    if (!no_end[end]) corners_at(sides, planes.ends[end], planes, rings[end], error.corner);
  const auto width = [](const Vec(&ring)[4]) { return norm_1(ring[2] - ring[0]); };
  const int near = no_end[0] || (!no_end[1] && width(rings[1]) < width(rings[0])) ? 1 : 0;

  ConvexVolume volume;
  VolumeData& data = volume.data_;
  data.anchor = narrow(middle_of(rings[near]));
  data.infinite_far = no_end[0] || no_end[1];
  data.planes_are_exact = true;
  const Plane& near_plane = planes.ends[near];
  const Vec depth = near_plane.normal * (1 / length(near_plane.normal));
  data.depth_axis = narrow(depth);
  for (int i = 0; i < 4; ++i) {
    if (!data.infinite_far) {
      edge[i] = rings[1 - near][i] - rings[near][i];
      continue;
    }
    const Vec &side = sides.ring[i]->normal, &next = sides.ring[(i + 1) % 4]->normal, ray = cross(side, next);
    const double rise = dot(depth, ray);
    if (!(std::abs(rise) > 0x1p-40 * norm_1(ray))) throw_no_volume(singular);
    edge[i] = ray * (1 / rise);
    const double relative = length(side) * length(next) / std::abs(rise);
    error.edge = std::max(error.edge, 16 * double_unit * relative * (1 + norm_1(edge[i])));
  }
  set_corners(data, rings[near], edge, error);
  for (const Plane* side : sides.ring) push_clip_plane(data, *side);
  for (int end = 0; end < 2; ++end)
    if (!no_end[end]) push_clip_plane(data, planes.ends[end]);
  return volume;
}

ConvexVolume ConvexVolume::from_corners(std::span<const Vec3, 8> corners) {
  const detail::FloatEnvironment standard;
  for (std::size_t i = 0; i < 8; ++i)
    if (!detail::is_valid_vec3(corners[i])) detail::check_vec3(corners[i], "corners[" + std::to_string(i) + "]");
  Vec world[8], near[4], edge[4];
  for (int i = 0; i < 8; ++i) world[i] = widen(corners[static_cast<std::size_t>(i)]);
  for (int i = 0; i < 4; ++i) near[i] = world[i], edge[i] = world[i + 4] - world[i];

  ConvexVolume volume;
  VolumeData& data = volume.data_;
  data.anchor = narrow(middle_of(near));
  set_corners(data, near, edge, {});

  Vec local[8];
  for (int i = 0; i < 8; ++i) local[i] = world[i] - widen(data.anchor);
  detail::set_corner_planes(data, local);
  return volume;
}

std::array<Vec3, 8> ConvexVolume::corners(float far_cut) const noexcept {
  const detail::FloatEnvironment standard;
  const Vec anchor = widen(data_.anchor);
  const double cut = data_.infinite_far ? static_cast<double>(far_cut) * data_.size : 1;
  std::array<Vec3, 8> out;
  for (std::size_t i = 0; i < 4; ++i) {
    const double(&n)[3] = data_.fine.near[i], (&e)[3] = data_.fine.edge[i];
    const Vec near = anchor + Vec{n[0], n[1], n[2]};
    out[i] = narrow(near);
    out[i + 4] = narrow(near + Vec{e[0], e[1], e[2]} * cut);
  }
  return out;
}

}  // namespace lockstep
