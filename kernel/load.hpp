// From records to lanes: W shapes of one kind, relative to an origin in world space.
#pragma once

#include "hull.hpp"
#include "records.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::Record;
using detail::RecordKind;

/// The records of W shapes.
struct Rows {
  const float* row[Real::width];

  Quad operator()(int i) const { return load_rows(row, 4 * i); }
};

inline Vec xyz(const Quad& q) { return {q.x, q.y, q.z}; }

/// The point of world space that a pair is made relative to: subtracting it first keeps small shapes far from the origin
/// exact.
inline Vec anchor(const Rows& rows) { return xyz(rows(0)); }

inline Zonotope<0> load_ball(const Rows& rows, const Vec& origin) {
  const Quad q = rows(0);
  return {xyz(q) - origin, {}, q.w, q.w};
}

inline Zonotope<1> load_capsule(const Rows& rows, const Vec& origin) {
  const Quad q = rows(0);
  const Vec p0 = xyz(q) - origin, p1 = xyz(rows(1)) - origin;
  const Vec half = (p1 - p0) * Real(0.5F);
  return {(p0 + p1) * Real(0.5F), {half}, q.w, norm_1(half) + q.w};
}

/// A box as its axes (unit up to rounding) and half extents: the form of the separating axis test.
struct OrientedBox {
  Vec center;
  Vec axis[3];
  Vec half;
};

inline OrientedBox load_box(const Rows& rows, const Vec& origin) {
  const Quad x = rows(1), y = rows(2), z = rows(3);
  return {xyz(rows(0)) - origin, {xyz(x), xyz(y), xyz(z)}, {x.w, y.w, z.w}};
}

inline OrientedBox load_aabb(const Rows& rows, const Vec& origin) {
  const Vec low = xyz(rows(0)) - origin, high = xyz(rows(1)) - origin;
  const Real one = 1, zero = 0;
  return {(low + high) * Real(0.5F), {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}, (high - low) * Real(0.5F)};
}

inline Zonotope<3> zonotope(const OrientedBox& box) {
  return {box.center,
          {box.axis[0] * box.half.x, box.axis[1] * box.half.y, box.axis[2] * box.half.z},
          Real(0),
          (abs(box.half.x) + abs(box.half.y)) + abs(box.half.z)};
}

inline Hull load_hull(const Rows& rows, const Vec& origin, const float* vertices) {
  Hull hull;
  const Quad first = rows(0);
  const Vec half = xyz(rows(2));
  for (int i = 0; i < Real::width; ++i) {
    const auto at = std::bit_cast<std::uint32_t>(rows.row[i][7]);
    hull.vertices[i] = vertices + std::size_t{at} * detail::vertex_padding;
    hull.count[i] = detail::padded(std::bit_cast<std::uint32_t>(rows.row[i][11]));
  }
  hull.offset = xyz(first) - origin;
  hull.center = xyz(rows(1)) + hull.offset;
  hull.extent = (half.x + half.y) + half.z;
  hull.slack = first.w;
  return hull;
}

/// W shapes of kind K in the form that GJK takes.
template <RecordKind K>
auto load(const Rows& rows, const Vec& origin, const float* vertices) {
  if constexpr (K == RecordKind::ball) return load_ball(rows, origin);
  if constexpr (K == RecordKind::aabb) return zonotope(load_aabb(rows, origin));
  if constexpr (K == RecordKind::box) return zonotope(load_box(rows, origin));
  if constexpr (K == RecordKind::capsule) return load_capsule(rows, origin);
  if constexpr (K == RecordKind::hull) return load_hull(rows, origin, vertices);
}

}  // namespace lockstep::LOCKSTEP_ISA
