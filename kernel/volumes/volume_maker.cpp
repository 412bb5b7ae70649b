// Convex volumes: computes corners and planes in double, relative to an anchor close to the near side.
#include "volumes/volume_maker.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "volumes/corner_planes.hpp"

namespace lockstep::detail {

namespace {

using math::cross;
using math::dot;

Vec middle_of(const Vec (&ring)[4]) { return ((ring[0] + ring[1]) + (ring[2] + ring[3])) * 0.25; }

template <class T>
void put(const Vec& v, T (&out)[3]) {
  out[0] = static_cast<T>(v.x), out[1] = static_cast<T>(v.y), out[2] = static_cast<T>(v.z);
}

template <class T>
void set_slack(VolumeCorners<T>& corners, const CornerErrors& error, double size, double edge_size, double unit) {
  // The roundings of a near corner, of an edge of at most twice the size, and of their sum; of an edge times its reach.
  corners.slack = static_cast<T>(error.corner + 4 * unit * size);
  corners.edge_slack = static_cast<T>(error.edge + 4 * unit * edge_size);
}

/// Stores the corners relative to the anchor, which is at `shift`, and the bounds of their errors.
void set_corners(VolumeData& data, const Vec (&near)[4], const Vec& shift, const Vec (&edge)[4],
                 const CornerErrors& error) {
  double edge_size = 0;
  for (int i = 0; i < 4; ++i) {
    const Vec n = near[i] - shift;
    put(n, data.fine.near[i]), put(n, data.rounded.near[i]);
    put(edge[i], data.fine.edge[i]), put(edge[i], data.rounded.edge[i]);
    edge_size = std::max(edge_size, norm_1(edge[i]));
    const double end = data.infinite_far ? 0 : norm_1(n + edge[i]);
    data.size = std::max(data.size, rounded_out(std::max(norm_1(n), end)));
  }
  const Vec axis = middle_of(edge);
  data.axis_start = narrow(middle_of(near) - shift);
  data.axis = narrow(axis);
  data.axis_scale = dot(axis, axis) > 0 ? static_cast<float>(1 / dot(axis, axis)) : 0;
  set_slack(data.rounded, error, data.size, edge_size, float_unit);
  set_slack(data.fine, error, data.size, edge_size, double_unit);
}

/// Computes the corners of one end; false if one is at the eye, behind it, or too far away.
bool corners_at(const ViewPlanes& view, const Plane& end, Vec (&ring)[4], double& error) {
  for (int i = 0; i < 4; ++i) {
    if (!meet(view.ring[i], view.ring[(i + 1) % 4], end, view.units, ring[i], error)) return false;
    // All planes of a singular matrix may meet in one point, where w is 0. Neither the error of the corner nor the
    // rounding of w itself, which is smaller, may make w positive.
    const double w = dot(view.w.normal, ring[i]) + view.w.offset;
    if (!(w > 2 * norm_1(view.w.normal) * error) || !(norm_1(ring[i]) <= 3.0 * max_coordinate)) return false;
  }
  return true;
}

/// Rays from the near corners, scaled to one unit of depth; false if they hardly leave the near side.
bool rays_from(const ViewPlanes& view, const Vec& depth, Vec (&edge)[4], double& error) {
  for (int i = 0; i < 4; ++i) {
    const Vec &side = view.ring[i].normal, &next = view.ring[(i + 1) % 4].normal, ray = cross(side, next);
    const double rise = dot(depth, ray);
    if (!(std::abs(rise) > 0x1p-40 * norm_1(ray))) return false;
    edge[i] = ray * (1 / rise);
    const double relative = length(side) * length(next) / std::abs(rise);
    error = std::max(error, (16 + 4 * view.units) * double_unit * relative * (1 + norm_1(edge[i])));
  }
  return true;
}

/// Whether the rows of the view's matrix are linearly dependent up to rounding: its clip x, y and z, each plus some
/// multiple of w, and w. Compares the determinant with the sum of the absolute values of its terms.
bool is_singular(const ViewPlanes& view) {
  const Plane* const rows[] = {&view.ring[0], &view.ring[1], &view.ends[0], &view.w};
  const auto minor = [&](int i, int j, int k, double& all) {
    const auto absolute = [](const Vec& v) { return Vec{std::abs(v.x), std::abs(v.y), std::abs(v.z)}; };
    const Vec &a = rows[i]->normal, &b = rows[j]->normal, &c = rows[k]->normal, b_all = absolute(b),
              c_all = absolute(c);
    const Vec sum{b_all.y * c_all.z + b_all.z * c_all.y, b_all.z * c_all.x + b_all.x * c_all.z,
                  b_all.x * c_all.y + b_all.y * c_all.x};
    all = dot(absolute(a), sum);
    return dot(a, cross(b, c));
  };
  constexpr int others[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  double determinant = 0, total = 0;
  for (int i = 0; i < 4; ++i) {
    double all = 0;
    determinant += rows[i]->offset * minor(others[i][0], others[i][1], others[i][2], all);
    total += std::abs(rows[i]->offset) * all;
  }
  return !(std::abs(determinant) > 0x1p-48 * total);
}

}  // namespace

[[noreturn]] void throw_no_volume(const char* why) {
  throw InvalidInput(std::string("view_projection: ") + why +
                     "; a perspective or orthographic view-projection is needed, and the MatrixOrder that it is in");
}

void push_plane(VolumeData& data, const AnchoredPlane& plane) {
  data.rounded.slack += plane.slack;
  data.plane_slack = std::max(data.plane_slack, plane.slack);
  push_plane(data, plane.plane);
}

std::optional<ConvexVolume> VolumeMaker::frustum_of(const ViewPlanes& view) {
  const bool no_end[2] = {!has_normal(view.ends[0]), !has_normal(view.ends[1])};
  Vec rings[2][4], edge[4];
  CornerErrors error;
  for (int end = 0; end < 2; ++end)
    if (!no_end[end] && !corners_at(view, view.ends[end], rings[end], error.corner)) return std::nullopt;
  const auto width = [](const Vec(&ring)[4]) { return norm_1(ring[2] - ring[0]); };
  const int near = no_end[0] || (!no_end[1] && width(rings[1]) < width(rings[0])) ? 1 : 0;

  ConvexVolume volume;
  VolumeData& data = volume.data_;
  data.anchor = narrow(view.origin + middle_of(rings[near]));
  const Vec shift = widen(data.anchor) - view.origin;
  // If the origin is not 0, the shift is rounded.
  if (norm_1(view.origin) != 0) error.corner += 2 * double_unit * norm_1(shift);
  data.infinite_far = no_end[0] || no_end[1];
  data.planes_are_exact = true;
  const Plane& near_plane = view.ends[near];
  const Vec depth = near_plane.normal * (1 / length(near_plane.normal));
  data.depth_axis = narrow(depth);
  if (data.infinite_far && !rays_from(view, depth, edge, error.edge)) return std::nullopt;
  for (int i = 0; i < 4 && !data.infinite_far; ++i) edge[i] = rings[1 - near][i] - rings[near][i];
  set_corners(data, rings[near], shift, edge, error);
  for (const Plane& side : view.ring) push_plane(data, anchored(side, shift, view.units));
  for (int end = 0; end < 2; ++end)
    if (!no_end[end]) push_plane(data, anchored(view.ends[end], shift, view.units));
  return volume;
}

ConvexVolume VolumeMaker::of_view(const ViewPlanes& view, bool of_matrix) {
  const bool no_end[2] = {!has_normal(view.ends[0]), !has_normal(view.ends[1])};
  if (no_end[0] && no_end[1]) throw_no_volume(singular);
  for (int i = 0; i < 2; ++i)
    if (no_end[i] && !(view.ends[i].offset >= 0)) throw_no_volume("no depth is inside");
  if (std::optional<ConvexVolume> frustum = frustum_of(view)) return *std::move(frustum);
  if (of_matrix) {
    const bool has_sides = std::all_of(std::begin(view.ring), std::end(view.ring), has_normal);
    if (!has_sides || (!no_end[0] && !no_end[1] && is_singular(view))) throw_no_volume(singular);
  }
  std::vector<Plane> planes(std::begin(view.ring), std::end(view.ring));
  for (int i = 0; i < 2; ++i)
    if (!no_end[i]) planes.push_back(view.ends[i]);
  return of_polyhedron(planes, view.origin, view.units, of_matrix ? Given::matrix : Given::camera);
}

ConvexVolume VolumeMaker::of_corners(std::span<const Vec3, 8> corners) {
  Vec world[8], near[4], edge[4], local[8];
  for (int i = 0; i < 8; ++i) world[i] = widen(corners[static_cast<std::size_t>(i)]);
  for (int i = 0; i < 4; ++i) near[i] = world[i], edge[i] = world[i + 4] - world[i];

  ConvexVolume volume;
  VolumeData& data = volume.data_;
  data.anchor = narrow(middle_of(near));
  for (int i = 0; i < 8; ++i) local[i] = world[i] - widen(data.anchor);
  set_corners(data, near, widen(data.anchor), edge, {});
  set_corner_planes(data, local);
  return volume;
}

}  // namespace lockstep::detail
