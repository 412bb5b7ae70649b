// From records of the plane to lanes: loads W shapes of one kind, relative to an origin in the world, which is the
// anchor of one shape of the pair. Subtracting it first keeps small shapes far from the world's origin exact.
#pragma once

#include "lanes/registers/rows.hpp"
#include "lanes/shapes/ellipse.hpp"
#include "lanes/shapes/origin.hpp"
#include "lanes/shapes/polygon.hpp"
#include "lanes/shapes/slice.hpp"
#include "lanes/shapes/zonogon.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ShapeRef2;
using lockstep::ShapeKind2;

inline Vec2 xy(const Quad& q) { return {q.x, q.y}; }
inline Vec2 zw(const Quad& q) { return {q.z, q.w}; }

/// In double lanes, numbers `at` and `at` + 1 as the caller gave them; in float lanes, `rounded`.
template <class ShapeOf>
Vec2 precise_or(const Vec2& rounded, const ShapeOf& shape, int at) {
  if constexpr (is_double) {
    Number x[Real::width], y[Real::width];
    for (int i = 0; i < Real::width; ++i) x[i] = shape(i).record->precise[at], y[i] = shape(i).record->precise[at + 1];
    return {Real::load(x), Real::load(y)};
  } else {
    return rounded;
  }
}

inline Zonogon<0, true> load_circle(const Rows<1>& r, const auto& origin) {
  return {xy(r.row[0]) - origin, {}, r.row[0].z, r.row[0].z};
}

inline Zonogon<1, true> load_capsule2(const Rows<2>& r, const auto& origin) {
  const Vec2 p0 = xy(r.row[0]) - origin, p1 = xy(r.row[1]) - origin;
  const Vec2 half = (p1 - p0) * Real(0.5F);
  const Real radius = r.row[0].z;
  return {(p0 + p1) * Real(0.5F), {half}, radius, norm_max(half) + radius};
}

/// The difference of two capsules, twice as large. The origin is b's p0.
inline Zonogon<2, true> doubled_difference(const Vec2& a0, const Vec2& a1, const Vec2& b1, const Real& radii) {
  const Vec2 e = a1 - a0;
  const Real reach = radii + radii;
  return {(a0 + a1) - b1, {e, b1}, reach, (norm_max(e) + norm_max(b1)) + reach};
}

template <class ShapeOf>
TurnedBox load_box2(const Rows<2>& r, const ShapeOf& shape, const auto& origin) {
  return {xy(r.row[0]) - origin, precise_or(xy(r.row[1]), shape, 0), zw(r.row[1]), r.row[0].w};
}

template <class ShapeOf>
Ellipse load_ellipse(const Rows<2>& r, const ShapeOf& shape, const auto& origin) {
  return {xy(r.row[0]) - origin, {precise_or(xy(r.row[1]), shape, 0), precise_or(zw(r.row[1]), shape, 2)}, r.row[0].w};
}

template <class ShapeOf>
Slice load_slice(const Rows<2>& r, const ShapeOf& shape, const auto& origin) {
  Slice slice;
  slice.apex = xy(r.row[0]) - origin;
  slice.turn = precise_or(xy(r.row[1]), shape, 0), slice.spread = precise_or(zw(r.row[1]), shape, 2);
  slice.radius = r.row[0].z;
  slice.center = slice.apex + slice.turn * (slice.radius * Real(0.5F));
  slice.extent = r.row[0].w;
  return slice;
}

/// The positions of the first vertices, which double lanes know better than the anchors do.
template <class ShapeOf>
Vec2 precise_offset(const ShapeOf& shape, const Vec2& turn, const auto& origin) {
  Quad outline[1];  // the first row of a detail::Outline
  load_rows([&](int i) { return detail::outline_of(shape(i).vertices, detail::polygon_at(*shape(i).record)); },
            outline);
  return (xy(outline[0]) - origin) + turned(turn, zw(outline[0]));
}

/// `scratch` is room for the vertices, or null if a copy is not worth it.
template <class ShapeOf>
Polygon load_polygon(const Rows<2>& r, const ShapeOf& shape, const auto& origin, PolygonScratch* scratch) {
  Polygon polygon;
  polygon.offset = xy(r.row[0]) - origin;
  polygon.turn = zw(r.row[1]);
  polygon.slack = r.row[0].z;
  if constexpr (is_double) {
    polygon.turn = precise_or(polygon.turn, shape, 0);
    polygon.offset = precise_offset(shape, polygon.turn, origin);
    polygon.slack = precise_or({polygon.slack, polygon.slack}, shape, 2).y;
  }
  polygon.center = polygon.offset + xy(r.row[1]);
  polygon.extent = r.row[0].w;
  for (int i = 0; i < Real::width; ++i) polygon.vertices.lane[i] = PolygonVertices(shape(i));
  if (scratch != nullptr) polygon.vertices.pack(*scratch);
  return polygon;
}

/// The rows that a record of the kind fills.
template <ShapeKind2 K>
using RowsOf2 = Rows<K == ShapeKind2::circle ? 1U : 2U>;

/// W shapes of kind K: a Polygon, an ellipse, a slice, or a type with a `zonogon`.
template <ShapeKind2 K, class ShapeOf>
auto load2(const RowsOf2<K>& rows, const ShapeOf& shape, const auto& origin, PolygonScratch* scratch) {
  if constexpr (K == ShapeKind2::circle)
    return load_circle(rows, origin);
  else if constexpr (K == ShapeKind2::capsule)
    return load_capsule2(rows, origin);
  else if constexpr (K == ShapeKind2::box)
    return zonogon(load_box2(rows, shape, origin));
  else if constexpr (K == ShapeKind2::ellipse)
    return load_ellipse(rows, shape, origin);
  else if constexpr (K == ShapeKind2::slice)
    return load_slice(rows, shape, origin);
  else
    return load_polygon(rows, shape, origin, scratch);
}

/// W shapes of a kind with closed forms.
template <ShapeKind2 K, class ShapeOf>
auto load_core(const RowsOf2<K>& rows, const ShapeOf& shape, const auto& origin) {
  static_assert(K < ShapeKind2::ellipse);
  if constexpr (K == ShapeKind2::box)
    return load_box2(rows, shape, origin);
  else
    return load2<K>(rows, shape, origin, nullptr);
}

/// Bounds of W shapes that have a closed form: the shape itself, or a circle around it whose radius covers the error of
/// its centre. Does not read the vertices of polygons.
template <ShapeKind2 K, class ShapeOf>
auto load_bounds2(const RowsOf2<K>& rows, const ShapeOf& shape, const auto& origin) {
  if constexpr (K < ShapeKind2::ellipse) {
    return load2<K>(rows, shape, origin, nullptr);
  } else {
    const Quad &r = rows.row[0], &s = rows.row[1];
    Vec2 center = xy(r) - origin;
    Real radius = r.w;
    if constexpr (K == ShapeKind2::slice) center = center + xy(s) * (r.z * Real(0.5F));
    if constexpr (K == ShapeKind2::polygon) center = center + xy(s), radius = radius + r.z * Real(1.5F);
    return Zonogon<0, true>{center, {}, radius, radius};
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
