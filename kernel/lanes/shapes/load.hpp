// From records to lanes: loads W shapes of one kind, relative to an origin in world space.
#pragma once

#include "lanes/registers/rows.hpp"
#include "lanes/shapes/origin.hpp"
#include "lanes/shapes/quadric.hpp"
#include "table/records.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::Record;
using detail::RecordKind;

inline Vec xyz(const Quad& q) { return {q.x, q.y, q.z}; }

// Each shape is loaded relative to `origin`, a Vec or an Origin: the anchor of one shape of the pair. Subtracting it
// first keeps small shapes far from the world's origin exact.

inline Zonotope<0> load_sphere(const Rows<1>& r, const auto& origin) {
  return {xyz(r.row[0]) - origin, {}, {}, r.row[0].w, r.row[0].w};
}

inline Zonotope<1> load_capsule(const Rows<2>& r, const auto& origin) {
  const Vec p0 = xyz(r.row[0]) - origin, p1 = xyz(r.row[1]) - origin;
  const Vec half = (p1 - p0) * Real(0.5F);
  const Real radius = r.row[0].w;
  return {(p0 + p1) * Real(0.5F), {}, {half}, radius, norm_max(half) + radius};
}

/// The difference of two capsules, twice as large. The origin is b's p0.
inline Zonotope<2> doubled_difference(const Vec& a0, const Vec& a1, const Vec& b1, const Real& radii) {
  const Vec e = a1 - a0;
  const Real reach = radii + radii;
  return {(a0 + a1) - b1, {}, {e, b1}, reach, (norm_max(e) + norm_max(b1)) + reach};
}

inline AlignedBox load_aabb(const Rows<2>& r, const auto& origin) {
  return aligned_box(xyz(r.row[0]) - origin, xyz(r.row[1]) - origin);
}

/// The axes of the rotation q/|q|, each multiplied by a length.
inline void turned_axes(const Quad& q, const Vec& length, Vec (&axis)[3]) {
  const Real xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, ww = q.w * q.w;
  const Real xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z, wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  const Real k = Real(1) / ((xx + yy) + (zz + ww));
  const auto twice = [](Real a) { return a + a; };
  axis[0] = Vec{(ww + xx) - (yy + zz), twice(xy + wz), twice(xz - wy)} * (length.x * k);
  axis[1] = Vec{twice(xy - wz), (ww + yy) - (xx + zz), twice(yz + wx)} * (length.y * k);
  axis[2] = Vec{twice(xz + wy), twice(yz - wx), (ww + zz) - (xx + yy)} * (length.z * k);
}

/// An oriented box from the numbers of a view, for separating axis tests, which need no extent.
inline OrientedBox turned_box(const Vec& center, const Quad& rotation, const Vec& half) {
  OrientedBox box{center, {}, half, Real(0)};
  turned_axes(rotation, {Real(1), Real(1), Real(1)}, box.axis);
  return box;
}

template <class ShapeOf>
OrientedBox load_box(const Rows<4>& r, const ShapeOf& shape, const auto& origin) {
  OrientedBox box{xyz(r.row[0]) - origin,
                  {xyz(r.row[1]), xyz(r.row[2]), xyz(r.row[3])},
                  {r.row[1].w, r.row[2].w, r.row[3].w},
                  r.row[0].w};
  if constexpr (is_double) {
    Quad rotation[1];
    load_rows([&](int i) { return &shape(i).rotation->x; }, rotation);
    turned_axes(rotation[0], {Real(1), Real(1), Real(1)}, box.axis);
  }
  return box;
}

/// Computes in double, from the caller's numbers, the axes that float lanes find in the record.
template <class ShapeOf>
void load_precise_axes(const Rows<4>& r, const ShapeOf& shape, Quadric& quadric) {
  Quad given[1];  // a rotation, or the centre of the top and the radius
  load_rows([&](int i) { return &shape(i).rotation->x; }, given);
  Vec half_axis[3];
  turned_axes(given[0], {r.row[1].w, r.row[2].w, r.row[3].w}, half_axis);
  const Vec along = xyz(given[0]) - xyz(r.row[0]), n = along * (Real(1) / sqrt(dot(along, along)));
  const auto [x, y] = detail::perpendicular_to(n, flip_sign(Real(1), n.z));
  const Vec radius[3] = {x * given[0].w, y * given[0].w, along};
  for (int i = 0; i < 3; ++i) quadric.axis[i] = select(quadric.two_discs, radius[i], half_axis[i]);
}

template <class ShapeOf>
Quadric load_quadric(const Rows<4>& r, const ShapeOf& shape, const auto& origin) {
  Quadric quadric;
  quadric.foot = xyz(r.row[0]) - origin;
  quadric.extent = r.row[0].w;
  quadric.two_discs = r.row[3].w < Real(0);
  quadric.top = r.row[2].w;
  for (int i = 0; i < 3; ++i) quadric.axis[i] = xyz(r.row[i + 1]);
  if constexpr (is_double) load_precise_axes(r, shape, quadric);
  quadric.center = select(quadric.two_discs, quadric.foot + quadric.axis[2] * Real(0.5F), quadric.foot);
  return quadric;
}

/// Error of the lengths of a placement (docs/numerics.md, section 6).
inline constexpr auto placement_slack = static_cast<Number>(0x1p-47);

/// Loads the placements of the hulls of W lanes. Double lanes know the position better than the anchors do. Not
/// inlined: other hulls would pay for the registers.
template <class ShapeOf>
[[gnu::noinline, gnu::flatten]] void load_placements(Hull& hull, const ShapeOf& shape, const auto& origin) {
  static constexpr float none[5][4] = {};
  Quad row[is_double ? 5 : 3];
  load_rows([&](int i) { return is_placed(shape(i)) ? placement_of(shape(i))[0] : none[0]; }, row);
  for (int i = 0; i < Real::width; ++i)
    if (is_placed(shape(i))) hull.vertices.lane[i] = vertices_of(shape(i), true);
  Placed& placed = hull.placed;
  placed.radius = row[0].w;
  for (int k = 0; k < 3; ++k) placed.axis[k] = xyz(row[k]);
  if constexpr (is_double) {
    Quad rotation[1];
    load_rows([&](int i) { return &shape(i).rotation->x; }, rotation);
    turned_axes(rotation[0], {Real(1), Real(1), Real(1)}, placed.axis);
    const Vec first = (xyz(row[3]) - origin) + placed.to_world(xyz(row[4]));
    hull.offset = select(placed.lanes, first, hull.offset);
    hull.slack = select(placed.lanes, row[2].w * Real(placement_slack), hull.slack);
  }
}

/// `scratch` is room for the vertices of the hulls, or null if a copy is not worth it.
template <class ShapeOf>
Hull load_hull(const Rows<4>& r, const ShapeOf& shape, const auto& origin, HullScratch* scratch) {
  Hull hull;
  hull.offset = xyz(r.row[0]) - origin;
  hull.extent = norm_max(xyz(r.row[2]));
  hull.slack = is_double ? r.row[3].w : r.row[0].w;
  hull.placed.lanes = flip_sign(Real(1), r.row[3].w) < Real(0);
  hull.placed.any = any(hull.placed.lanes);
  for (int i = 0; i < Real::width; ++i) hull.vertices.lane[i] = vertices_of(shape(i), false);
  if (hull.placed.any) [[unlikely]]
    load_placements(hull, shape, origin);
  hull.center = xyz(r.row[1]) + hull.offset;
  if (scratch != nullptr) hull.vertices.pack(*scratch);
  return hull;
}

inline constexpr bool is_box(RecordKind k) { return k == RecordKind::aabb || k == RecordKind::box; }

/// The rows that a record of the kind fills.
template <RecordKind K>
using RowsOf = Rows<K == RecordKind::sphere                             ? 1U
                    : K == RecordKind::aabb || K == RecordKind::capsule ? 2U
                                                                        : 4U>;

/// W shapes of kind K: a type with a `zonotope`, a Quadric, or a Hull.
template <RecordKind K, class ShapeOf>
auto load(const RowsOf<K>& rows, const ShapeOf& shape, const auto& origin, HullScratch* scratch) {
  if constexpr (K == RecordKind::sphere)
    return load_sphere(rows, origin);
  else if constexpr (K == RecordKind::aabb)
    return load_aabb(rows, origin);
  else if constexpr (K == RecordKind::box)
    return load_box(rows, shape, origin);
  else if constexpr (K == RecordKind::capsule)
    return load_capsule(rows, origin);
  else if constexpr (K == RecordKind::quadric)
    return load_quadric(rows, shape, origin);
  else
    return load_hull(rows, shape, origin, scratch);
}

/// Bounding boxes of W shapes. Does not read the vertices of hulls.
template <RecordKind K, class ShapeOf>
AlignedBox load_bounds(const RowsOf<K>& rows, const ShapeOf& shape, const auto& origin) {
  if constexpr (K == RecordKind::hull) {
    const Real slack = rows.row[0].w;
    const Vec half = xyz(rows.row[2]) + Vec{slack, slack, slack};
    return {xyz(rows.row[1]) + (xyz(rows.row[0]) - origin), half, norm_max(half)};
  } else if constexpr (K == RecordKind::quadric) {
    return bounding_box(load_quadric(rows, shape, origin));
  } else {
    return bounding_box(zonotope(load<K>(rows, shape, origin, nullptr)));
  }
}

/// W boxes of either kind, as oriented boxes.
template <RecordKind K, class ShapeOf>
OrientedBox load_oriented(const RowsOf<K>& rows, const ShapeOf& shape, const auto& origin) {
  if constexpr (K == RecordKind::aabb)
    return oriented(load_aabb(rows, origin));
  else
    return load_box(rows, shape, origin);
}

}  // namespace lockstep::LOCKSTEP_ISA
