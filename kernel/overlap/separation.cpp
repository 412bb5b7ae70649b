#include "overlap/separation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "lockstep/reference/quaternion.hpp"

namespace lockstep::detail {

namespace {

using Point3 = reference::Vector<double>;
using reference::dot;

struct Ball {
  Point3 center;
  double radius;
};

struct SolidBox {
  Point3 center;
  std::array<Point3, 3> axis;
  std::array<double, 3> half;

  [[nodiscard]] Point3 at(double x, double y, double z) const {
    return center + reference::to_world(axis, {x * half[0], y * half[1], z * half[2]});
  }
  [[nodiscard]] Point3 corner(unsigned k) const { return at(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1); }
  /// Half the range along n.
  [[nodiscard]] double reach(const Point3& n) const {
    return std::abs(dot(n, axis[0])) * half[0] + std::abs(dot(n, axis[1])) * half[1] +
           std::abs(dot(n, axis[2])) * half[2];
  }
};

/// Before it is rounded.
struct Parting {
  Point3 direction;
  double depth;

  [[nodiscard]] Parting reversed() const { return {direction * -1.0, depth}; }
};

Parting along(const Point3& way, double depth_without_way) {
  const double length = std::sqrt(dot(way, way));
  if (!(length > 0)) return {{1, 0, 0}, depth_without_way - length};  // 0, or NaN of what is no shape
  return {way * (1 / length), depth_without_way - length};
}

Ball ball_of(const Record& r) { return {{r.row[0][0], r.row[0][1], r.row[0][2]}, r.row[0][3]}; }

SolidBox box_of(const ShapeStore& store, std::uint32_t index) {
  const Record& r = store.records[index];
  const Point3 first{r.row[0][0], r.row[0][1], r.row[0][2]};
  if (store.kinds_of_records[index] == RecordKind::aabb) {
    const Point3 max{r.row[1][0], r.row[1][1], r.row[1][2]}, half = (max - first) * 0.5;
    return {(first + max) * 0.5, {Point3{1, 0, 0}, Point3{0, 1, 0}, Point3{0, 0, 1}}, {half.x, half.y, half.z}};
  }
  const Quat& q = store.rotations[index];
  return {first,
          reference::rotation_axes(reference::Quaternion<double>{q.x, q.y, q.z, q.w}),
          {r.row[1][3], r.row[2][3], r.row[3][3]}};
}

Parting part(const Ball& a, const Ball& b) { return along(a.center - b.center, a.radius + b.radius); }

Parting part(const Ball& a, const SolidBox& b) {
  const Point3 p = reference::to_local(b.axis, a.center - b.center);
  const double at[3] = {p.x, p.y, p.z};
  double beyond[3];
  std::size_t face = 0;  // the nearest
  for (std::size_t k = 0; k < 3; ++k) {
    beyond[k] = at[k] - std::clamp(at[k], -b.half[k], b.half[k]);
    if (b.half[k] - std::abs(at[k]) < b.half[face] - std::abs(at[face])) face = k;
  }
  const Point3 way{beyond[0], beyond[1], beyond[2]};
  if (dot(way, way) > 0) return along(reference::to_world(b.axis, way), a.radius);
  return {b.axis[face] * std::copysign(1.0, at[face]), a.radius + (b.half[face] - std::abs(at[face]))};
}

/// The axis of the separating axis test along which the way out is shortest.
Parting part_by_axes(const SolidBox& a, const SolidBox& b) {
  const Point3 c = a.center - b.center;
  Parting best{{1, 0, 0}, std::numeric_limits<double>::infinity()};
  // An edge axis that is no better than a face by more than rounding would jump about from frame to frame.
  const auto show = [&](const Point3& n, double advantage) {
    const double at = dot(c, n), depth = a.reach(n) + b.reach(n) - std::abs(at);
    if (depth < best.depth - advantage) best = {n * std::copysign(1.0, at), depth};
  };
  for (const Point3& n : a.axis) show(n, 0);
  for (const Point3& n : b.axis) show(n, 0);
  const double advantage = 0x1p-30 * (a.half[0] + a.half[1] + a.half[2] + b.half[0] + b.half[1] + b.half[2]);
  for (const Point3& e : a.axis)
    for (const Point3& f : b.axis) {
      const Point3 n = cross(e, f);
      const double squared = dot(n, n);
      if (squared > 0x1p-40) show(n * (1 / std::sqrt(squared)), advantage);  // else parallel: a face knows as much
    }
  return best;
}

/// The way from b to a, where nothing nearer was shown yet.
void show(const Point3& way, Point3& nearest) {
  if (dot(way, way) < dot(nearest, nearest)) nearest = way;
}

void show_corners(const SolidBox& corners, const SolidBox& box, double sign, Point3& nearest) {
  for (unsigned k = 0; k < 8; ++k) {
    const Point3 p = reference::to_local(box.axis, corners.corner(k) - box.center);
    const auto beyond = [&](double x, double half) { return x - std::clamp(x, -half, half); };
    const Point3 way{beyond(p.x, box.half[0]), beyond(p.y, box.half[1]), beyond(p.z, box.half[2])};
    show(reference::to_world(box.axis, way) * sign, nearest);
  }
}

/// From -1 to 1 along c + t e.
struct Edge {
  Point3 middle, half;
};

Edge edge_of(const SolidBox& box, std::size_t along_axis, unsigned k) {
  const double u = k & 1 ? 1 : -1, v = k & 2 ? 1 : -1;
  const Point3 middle = along_axis == 0 ? box.at(0, u, v) : along_axis == 1 ? box.at(u, 0, v) : box.at(u, v, 0);
  return {middle, box.axis[along_axis] * box.half[along_axis]};
}

/// Ericson, Real-Time Collision Detection, 5.1.9.
void show_edges(const Edge& a, const Edge& b, Point3& nearest) {
  const auto ratio = [](double x, double y) { return y > 0 ? std::clamp(x / y, -1.0, 1.0) : 0.0; };
  const Point3 c = a.middle - b.middle;
  const double aa = dot(a.half, a.half), ab = dot(a.half, b.half), bb = dot(b.half, b.half);
  const double ac = dot(a.half, c), bc = dot(b.half, c);
  const double first = ratio(ab * bc - ac * bb, aa * bb - ab * ab);
  const double t = ratio(first * ab + bc, bb), s = ratio(t * ab - ac, aa);
  show((c + a.half * s) - b.half * t, nearest);
}

Parting part(const SolidBox& a, const SolidBox& b) {
  const Parting by_axes = part_by_axes(a, b);
  if (!(by_axes.depth < 0)) return by_axes;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Point3 nearest{infinity, 0, 0};
  show_corners(a, b, 1, nearest);
  show_corners(b, a, -1, nearest);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (unsigned k = 0; k < 16; ++k) show_edges(edge_of(a, i, k % 4), edge_of(b, j, k / 4), nearest);
  // The way between points that all but meet is rounding; the axis is not.
  const double size = a.half[0] + a.half[1] + a.half[2] + b.half[0] + b.half[1] + b.half[2];
  if (!(dot(nearest, nearest) > 0x1p-60 * size * size)) return by_axes;
  return along(nearest, 0);
}

}  // namespace

void check_separable(const ShapeStore& store) {
  for (std::size_t i = 0; i < store.records.size(); ++i) {
    const RecordKind kind = store.kinds_of_records[i];
    if (kind == RecordKind::ball || kind == RecordKind::aabb || kind == RecordKind::box || kind == RecordKind::hole)
      continue;
    throw InvalidInput("separations: shape " + std::to_string(i) + " (" + std::string(name(store.kinds[i])) +
                       ") has none, only points, spheres and boxes do");
  }
}

Separation separation_of(const ShapeStore& first, std::uint32_t i, const ShapeStore& second, std::uint32_t k) noexcept {
  const bool ball_a = first.kinds_of_records[i] == RecordKind::ball;
  const bool ball_b = second.kinds_of_records[k] == RecordKind::ball;
  const Parting parting = [&] {
    if (ball_a && ball_b) return part(ball_of(first.records[i]), ball_of(second.records[k]));
    if (ball_a) return part(ball_of(first.records[i]), box_of(second, k));
    if (ball_b) return part(ball_of(second.records[k]), box_of(first, i)).reversed();
    return part(box_of(first, i), box_of(second, k));
  }();
  const Point3& n = parting.direction;
  if (!std::isfinite(parting.depth)) return {{1, 0, 0}, 0};  // of what is no shape nothing is known
  return {{static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)},
          static_cast<float>(parting.depth)};
}

}  // namespace lockstep::detail
