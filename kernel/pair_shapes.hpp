// From pairs of records to lanes: their Minkowski differences, the differences of their bounding boxes, and what a closed
// form says of them. a(i) and b(i) are the two shapes of lane i, of kinds A <= B; all is relative to the anchor of b.
#pragma once

#include "box_axes.hpp"
#include "capsule_box.hpp"
#include "hull.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The Minkowski difference, of unit scale.
template <RecordKind A, RecordKind B, class ShapeOfA, class ShapeOfB>
auto pair_difference(const ShapeOfA& a, const ShapeOfB& b, HullScratch* scratch_a, HullScratch* scratch_b) {
  const RowsOf<A> rows_a(a);
  const RowsOf<B> rows_b(b);
  const Vec origin = xyz(rows_b.row[0]);
  auto c = difference(load<A>(rows_a, a, origin, scratch_a), load<B>(rows_b, b, origin, scratch_b));
  c.scale_by(unit_scale(c.size()));
  return c;
}

/// The same of the bounding boxes.
template <RecordKind A, RecordKind B, class ShapeOfA, class ShapeOfB>
Zonotope<0, true> bounds_difference(const ShapeOfA& a, const ShapeOfB& b) {
  const RowsOf<A> rows_a(a);
  const RowsOf<B> rows_b(b);
  const Vec origin = xyz(rows_b.row[0]);
  auto c = difference(load_bounds<A>(rows_a, a, origin), load_bounds<B>(rows_b, b, origin));
  c.scale_by(unit_scale(c.size()));
  return c;
}

/// Which combinations have a closed form, for which GJK would know no more than it, and for which it has no rounding.
template <RecordKind A, RecordKind B>
inline constexpr bool has_closed_form = B < RecordKind::smooth;
template <RecordKind A, RecordKind B>
inline constexpr bool closed_form_is_exact = A == RecordKind::aabb&& B == RecordKind::aabb;
template <RecordKind A, RecordKind B>
inline constexpr bool closed_form_is_final = has_closed_form<A, B> && (!is_box(A) || closed_form_is_exact<A, B>);

template <RecordKind A, RecordKind B, class ShapeOfA, class ShapeOfB>
Verdicts decide_in_closed_form(const ShapeOfA& a, const ShapeOfB& b) {
  const RowsOf<A> rows_a(a);
  const RowsOf<B> rows_b(b);
  const Vec origin = xyz(rows_b.row[0]);
  if constexpr (A == RecordKind::aabb && B == RecordKind::aabb)
    return aabb_pair(rows_a, rows_b);
  else if constexpr (is_box(A) && B == RecordKind::capsule)
    return capsule_and_box(difference(load<A>(rows_a, a, origin, nullptr), load<B>(rows_b, b, origin, nullptr)));
  else if constexpr (is_box(A))
    return box_pair(load_oriented<A>(rows_a, a, origin), load_oriented<B>(rows_b, b, origin));
  else if constexpr (is_box(B))
    return ball_and_box(load_ball(rows_a, origin), load_oriented<B>(rows_b, b, origin));
  else
    return round_pair(difference(load<A>(rows_a, a, origin, nullptr), load<B>(rows_b, b, origin, nullptr)));
}

}  // namespace lockstep::LOCKSTEP_ISA
