// Boolean GJK in lanes: does the shape (a Minkowski difference) contain the origin?
//
// W independent queries take every step together. The state of the loop is one mask, `active`; the code has no branch
// on a query's data. The search starts from the centre towards the origin: that first support alone decides 4 in 10
// random queries. `open` builds the first triangle, each `advance` makes one step.
#pragma once

#include "lanes/gjk/gjk_loop.hpp"
#include "lanes/gjk/simplex.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A last step for lanes whose tetrahedron, of a and what `s` retained, has the origin on one of its faces, as far as
/// rounding can tell: shapes in line and lattices have it there. Looks for a support point beyond the face. The lanes
/// that it is proven to enclose the origin with.
template <class Shape>
Mask encloses_across(const Shape& shape, const Vec& a, const Simplex& s, const BehindFaces& behind, Mask lanes,
                     Decision& decision) {
  const Mask on_abc = lanes & !behind.abc & behind.acd & behind.adb & behind.bcd;
  const Mask on_acd = lanes & behind.abc & !behind.acd & behind.adb & behind.bcd;
  const Mask on_adb = lanes & behind.abc & behind.acd & !behind.adb & behind.bcd;
  const Mask on_bcd = lanes & behind.abc & behind.acd & behind.adb & !behind.bcd;
  Decision beyond = begin(on_abc | on_acd | on_adb | on_bcd);
  if (none(beyond.active)) return beyond.active;
  const Mask at_a = !on_bcd;  // else the face is b, d, c, as seen from outside
  const Vec p = select(at_a, a, s.b);
  const Vec q = select(on_abc, s.b, select(on_acd, s.c, s.d));
  const Vec r = select(on_acd, s.d, select(on_adb, s.b, s.c));
  const Vec other = select(on_abc, s.d, select(on_acd, s.b, select(on_adb, s.c, a)));
  const Vec n = cross(q - p, r - p);
  const Vec e = first_support(shape, n, beyond);
  decision.separated = decision.separated | beyond.separated;
  decision.shallow = decision.shallow | beyond.shallow;
  return beyond.active & proves_enclosed_beyond(p, q, r, n, other, e, shape.slack);
}

/// One step: finds a support point and updates the simplex.
template <class Shape>
void advance(const Shape& shape, Simplex& s, Decision& decision) {
  const Vec a = next_support(shape, s.v, s.b, decision);
  const Simplex before = s;
  const Enclosure e = update_tetrahedron(s, a, shape.slack);
  const Mask ends = decision.active & e.enclosed;
  Mask proven = ends & e.behind.all();
  if constexpr (is_watched) Watcher::ends(TraceEnd::overlapping, e.enclosed & e.behind.all());
  if constexpr (is_double)
    if (any(ends & !proven)) proven = proven | encloses_across(shape, a, before, e.behind, ends & !proven, decision);
  if constexpr (is_watched) {
    Watcher::ends(TraceEnd::overlapping, proven);
    Watcher::ends(TraceEnd::enclosed, ends & !proven);
  }
  decision.overlapping = decision.overlapping | proven;
  decision.active = decision.active & !ends;
}

/// The third support: from the segment bc to a triangle.
template <class Shape>
Simplex triangle(const Shape& shape, const Vec& b, const Vec& c, Decision& decision) {
  Simplex s{b, c, b, towards_origin(b, c)};
  update_triangle(s, next_support(shape, s.v, b, decision));
  return s;
}

/// A direction nearly opposite to v.
inline Vec nearly_opposite(const Vec& v) { return Vec{v.y, v.z, -v.x} * Real(0.5F) - v; }

/// The second and third support points, after `first`, the one along -center.
template <class Shape>
Simplex open(const Shape& shape, const Vec& first, Decision& decision) {
  // Opposite support points of a ball lie on a line with the origin, and so would all simplices after them. Those of a
  // solid of revolution lie in a plane with it.
  const Vec second = next_support(shape, Shape::is_symmetric ? nearly_opposite(first) : -first, first, decision);
  return triangle(shape, second, first, decision);
}

/// The lanes whose shape is proven to contain the origin by a search that starts along `direction`. Adds to
/// `shallow`.
template <class Shape>
Mask proves_origin_inside(const Shape& shape, const Vec& direction, Mask lanes, Mask& shallow) {
  Decision decision = begin(lanes);
  const Vec c = first_support(shape, direction, decision);
  // Search away from the point found, not from its direction: a slender shape may have one support point along both.
  const Vec b = first_support(shape, nearly_opposite(c), decision);
  Simplex s = triangle(shape, b, c, decision);
  finish(shape, s, decision);
  shallow = shallow | decision.shallow;
  return decision.overlapping;
}

/// The lanes whose shape is proven to contain the four corners of a small tetrahedron around the origin, and so the
/// origin. There are six such tetrahedra: three rotations, and their mirror images.
template <class Shape>
Mask holds_simplex(const Shape& shape, int which, Mask lanes, Mask& shallow) {
  // Every shape that contains the origin with a depth of 2 float units contains these corners.
  // No plane with a normal of small integers passes near one of these corners, as it would near rounder numbers.
  // Lattices are full of such planes.
  constexpr float corner[4][3] = {{0.9089F, 0.3375F, 0.2348F},
                                  {-0.5851F, 0.8009F, -0.2166F},
                                  {-0.0950F, -0.4064F, 0.9065F},
                                  {-0.2465F, -0.6938F, -0.9387F}};
  const Number scale = which < 3 ? simplex_reach : -simplex_reach;
  for (const auto& at : corner) {
    const auto along = [&](int axis) { return Real(at[(axis + which) % 3]); };
    const Shifted<Shape> shifted{shape, Vec{along(0), along(1), along(2)} * Real(scale)};
    if constexpr (is_watched) Watcher::shifted(which, shifted.shift);
    // Do not start along the shift: all support points of a ball would lie in one plane with the origin.
    lanes = lanes & proves_origin_inside(shifted, {along(1), along(2), along(0)}, lanes, shallow);
    if (none(lanes)) break;
  }
  return lanes;
}

}  // namespace lockstep::LOCKSTEP_ISA
