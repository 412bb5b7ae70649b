// Boolean GJK in the plane, in lanes: does the shape (a Minkowski difference) contain the origin? This is gjk_step.hpp
// with one dimension less; include/lockstep/reference/gjk2.hpp explains it.
#pragma once

#include "lanes/gjk/gjk_loop.hpp"
#include "lanes/registers/vec2.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Two retained points. The origin does not lie to the right of the line from b to c.
struct Segment {
  Vec2 b, c;
  static constexpr int first_supports = 2;  // support points that make the first simplex

  /// The next search direction, towards the origin.
  Vec2 direction() const { return left_of(c - b); }

  template <class F>
  friend void each_real(Segment& s, const F& f) {
    each_real(s.b, f), each_real(s.c, f);
  }
};

/// if (the origin lies to the right of p -> q) swap the ends
inline Segment segment(const Vec2& p, const Vec2& q) {
  const Mask to_the_right = cross(q - p, p) > Real(0);
  return {select(to_the_right, q, p), select(to_the_right, p, q)};
}

/// Behind which sides of a triangle b, c, a the origin lies, wherever rounding moves the corners.
struct BehindSides {
  Mask ab, ca, bc;

  Mask all() const { return ab & ca & bc; }
};

/// A last step for lanes whose triangle has the origin on one of its sides, as far as rounding can tell. Looks for a
/// support point beyond the side. The lanes that it is proven to enclose the origin with.
template <class Shape>
Mask encloses_across(const Shape& shape, const Vec2& a, const Segment& s, const BehindSides& behind, Mask lanes,
                     Decision& decision) {
  const Mask on_ab = lanes & !behind.ab & behind.ca & behind.bc;
  const Mask on_ca = lanes & behind.ab & !behind.ca & behind.bc;
  const Mask on_bc = lanes & behind.ab & behind.ca & !behind.bc;
  Decision beyond = begin(on_ab | on_ca | on_bc);
  if (none(beyond.active)) return beyond.active;
  const Vec2 p = select(on_ab, a, select(on_ca, s.c, s.b)), q = select(on_ab, s.b, select(on_ca, a, s.c));
  const Vec2 other = select(on_ab, s.c, select(on_ca, s.b, a)), n = right_of(q - p);
  const Vec2 e = first_support(shape, n, beyond);
  decision.separated = decision.separated | beyond.separated;
  decision.shallow = decision.shallow | beyond.shallow;
  return beyond.active & proves_enclosed_beyond(p, q, n, other, e, shape.slack);
}

/// One step: finds a support point and keeps one side of the triangle b, c, a. The triangle runs counter-clockwise, so
/// its inside lies to the left of each side.
template <class Shape>
void advance(const Shape& shape, Segment& s, Decision& decision) {
  const Vec2 v = s.direction();
  const Vec2 a = next_support(shape, v, s.b, decision);
  const Vec2 outside_ab = right_of(s.b - a), outside_ca = right_of(a - s.c);
  const Mask over_ab = dot(outside_ab, a) < Real(0), over_ca = dot(outside_ca, a) < Real(0);
  if constexpr (is_watched) {
    Watcher::retained(s.b, s.c);
    Watcher::check("over AB", -dot(outside_ab, a), Real(0), over_ab);
    Watcher::check("over AC", -dot(outside_ca, a), Real(0), over_ca);
  }
  const Real exact = 0;  // a side has no error beyond that of its ends
  const BehindSides sides{behind(outside_ab, a, shape.slack, exact), behind(outside_ca, a, shape.slack, exact),
                          behind(-v, s.b, shape.slack, exact)};
  const Segment before = s;
  if constexpr (is_watched) {
    report_behind("behind AB", outside_ab, a, shape.slack, exact);
    report_behind("behind AC", outside_ca, a, shape.slack, exact);
    report_behind("behind BC", -v, s.b, shape.slack, exact);
  }
  // if (over ab) keep b -> a; else if (over ca) keep a -> c; else the origin is enclosed
  s.c = select(over_ab, a, s.c);
  s.b = select(over_ab, s.b, a);
  const Mask enclosed = !(over_ab | over_ca);
  const Mask ends = decision.active & enclosed;
  if constexpr (is_watched) {
    Watcher::kept(over_ab | enclosed, (over_ca & !over_ab) | enclosed, s.b, s.c);
    Watcher::ends(TraceEnd::overlapping, enclosed & sides.all());
  }
  Mask proven = ends & sides.all();
  if constexpr (is_double)
    if (any(ends & !proven)) proven = proven | encloses_across(shape, a, before, sides, ends & !proven, decision);
  if constexpr (is_watched) {
    Watcher::ends(TraceEnd::overlapping, proven);
    Watcher::ends(TraceEnd::enclosed, ends & !proven);
  }
  decision.overlapping = decision.overlapping | proven;
  decision.active = decision.active & !ends;
}

/// A direction nearly opposite to v.
inline Vec2 nearly_opposite(const Vec2& v) { return right_of(v) * Real(0.5F) - v; }

/// The second support point, after `first`, the one along -center.
template <class Shape>
Segment open(const Shape& shape, const Vec2& first, Decision& decision) {
  // Opposite support points of a circle lie on a line with the origin: on a side of the triangle that comes next.
  const Vec2 second = next_support(shape, Shape::is_symmetric ? nearly_opposite(first) : -first, first, decision);
  return segment(second, first);
}

/// The lanes whose shape is proven to contain the origin by a search that starts along `direction`. Adds to
/// `shallow`.
template <class Shape>
Mask proves_origin_inside(const Shape& shape, const Vec2& direction, Mask lanes, Mask& shallow) {
  Decision decision = begin(lanes);
  const Vec2 c = first_support(shape, direction, decision);
  // Search away from the point found, not from its direction: a slender shape may have one support point along both.
  Segment s = segment(first_support(shape, nearly_opposite(c), decision), c);
  finish(shape, s, decision);
  shallow = shallow | decision.shallow;
  return decision.overlapping;
}

/// The lanes whose shape is proven to contain the three corners of a small triangle around the origin, and so the
/// origin. There are six such triangles: three rotations, and their mirror images.
template <class Shape>
  requires std::is_same_v<VecOf<Shape>, Vec2> Mask holds_simplex(const Shape& shape, int which, Mask lanes,
                                                                 Mask& shallow) {
    // Every shape that contains the origin with a depth of 2 float units contains these corners.
    // No line with a normal of small integers passes near one of these corners, as it would near rounder numbers.
    // Lattices are full of such lines. Each triangle is the one before, turned by 40 degrees.
    constexpr float corner[3][3][2] = {
        {{0.9583F, 0.2857F}, {-0.7266F, 0.6871F}, {-0.2317F, -0.9728F}},
        {{0.5505F, 0.8348F}, {-0.9983F, 0.0593F}, {0.4478F, -0.8941F}},
        {{-0.1150F, 0.9934F}, {-0.8028F, -0.5963F}, {0.9178F, -0.3971F}},
    };
    const Number scale = which < 3 ? simplex_reach : -simplex_reach;
    for (const auto& [x, y] : corner[which % 3]) {
      const Vec2 at{Real(x), Real(y)};
      const Shifted<Shape> shifted{shape, at * Real(scale)};
      if constexpr (is_watched) Watcher::shifted(which, shifted.shift);
      lanes = lanes & proves_origin_inside(shifted, left_of(at), lanes, shallow);
      if (none(lanes)) break;
    }
    return lanes;
  }

}  // namespace lockstep::LOCKSTEP_ISA
