// Boolean GJK in lanes: does the shape (a Minkowski difference) contain the origin?
//
// W independent queries take every step together. The state of the loop is one mask, `active`; the code has no branch
// on a query's data. The search starts from the centre towards the origin: that first support alone decides 4 in 10
// random queries. `open` builds the first triangle, each `advance` makes one step.
#pragma once

#include "lanes/gjk/search.hpp"
#include "lanes/gjk/simplex.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// One step: finds a support point and updates the simplex.
template <class Shape>
void advance(const Shape& shape, Simplex& s, Decision& decision) {
  const Vec a = next_support(shape, s.v, s.b, decision);
  const Enclosure e = update_tetrahedron(s, a, shape.slack);
  decision.overlapping = decision.overlapping | (decision.active & e.enclosed & e.proven);
  decision.active = decision.active & !e.enclosed;
  if constexpr (is_watched) {
    Watcher::ends(TraceEnd::enclosed, e.enclosed & !e.proven);
    Watcher::ends(TraceEnd::overlapping, e.enclosed & e.proven);
  }
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
