// A box of the plane and a circle, a capsule or another box: the parts of box_distance.hpp that differ in the plane.
// The axes are the edge normals of the difference of the two cores. There are at most four, and none is a product of
// two edges.
#pragma once

#include "lanes/closed_forms/box_pair2.hpp"
#include "lanes/distance/box_distance.hpp"

namespace lockstep::LOCKSTEP_ISA {

using BoxCore2 = BoxCoreOf<Vec2, 2>;

/// Edge normals, numbered: the axes of a box, the perpendicular of a segment. A circle has none.
inline const Vec2& edge_normal(const BoxCore2& box, unsigned i) { return box.axis[i]; }
inline Vec2 edge_normal(const UnitSegment<Vec2>& segment, unsigned /*i*/) { return left_of(segment.direction); }
inline const Vec2& edge_normal(const PointCoreOf<Vec2>& circle, unsigned /*i*/) { return circle.center; }

/// Half the extent along v.
template <class Slabs>
Real reach_along(const Slabs& s, const Vec2& v) {
  Real reach = 0;
  for (unsigned i = 0; i < axes<Slabs>; ++i) reach = reach + half_of(s, i) * abs(dot(v, axis_of(s, i)));
  return reach;
}

template <class Slabs>
ChosenAxis widest_axis(const BoxCore2& a, const Slabs& b, const Real& slack) {
  constexpr unsigned N = axes<Slabs>;
  const Vec2 c = a.center - b.center;
  Real size = norm_1(c) + (a.half[0] + a.half[1]);
  for (unsigned j = 0; j < N; ++j) size = size + half_of(b, j);
  const Real bound = size * Real(axis_bound2) + slack * Real(2), one = 1;
  const auto gap_of_a = [&](unsigned i) {
    return (abs(dot(c, a.axis[i])) - (a.half[i] + reach_along(b, a.axis[i]))) + bound;
  };
  WidestAxis widest{gap_of_a(0), one, Real(0), Real(-1), Real(0)};
  widest.consider(gap_of_a(1), one, 1, -1);
  for (unsigned j = 0; j < N; ++j) {
    const Vec2 n = edge_normal(b, j);
    const Real of_b = N == 2 ? half_of(b, j) : Real(0);
    widest.consider((abs(dot(c, n)) - (of_b + reach_along(a, n))) + bound, one, -1, static_cast<Number>(j));
  }
  return widest.chosen(bound);
}

/// The direction of the axis, from b to a.
template <class Slabs>
Vec2 direction_of(const ChosenAxis& axis, const BoxCore2& a, const Slabs& b) {
  Vec2 n = numbered_axis(a, axis.a);
  for (unsigned j = 0; j < axes<Slabs>; ++j) n = select(axis.b == Real(static_cast<Number>(j)), edge_normal(b, j), n);
  return flip_sign(n, dot(n, a.center - b.center));
}

}  // namespace lockstep::LOCKSTEP_ISA
