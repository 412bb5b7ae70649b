// Two shapes as cores and the radii around them: a ball is a point with a radius, a capsule a segment with one. The
// signed distance of the shapes is that of their cores less both radii, and the search sees corners where the shapes
// are round.
#pragma once

#include "lanes/distance/nearest_simplex.hpp"
#include "lanes/gjk/certify.hpp"
#include "lanes/shapes/hull.hpp"
#include "lanes/shapes/quadric.hpp"

namespace lockstep::LOCKSTEP_ISA {

// take_radius(shape): its radius, which the shape is without from then on.

template <unsigned Edges, bool Boxed>
Real take_radius(Zonotope<Edges, Boxed>& shape) {
  const Real radius = shape.radius;
  shape.radius = 0;
  return radius;
}
inline Real take_radius(Hull& hull) {
  const Real radius = select(hull.placed.lanes, hull.placed.radius, Real(0));
  hull.placed.radius = 0;
  return radius;
}
inline Real take_radius(Quadric& /*shape*/) { return 0; }

// core_support(shape, v, active): the farthest point along v of a shape without a radius.

template <unsigned Edges, bool Boxed>
Vec core_support(const Zonotope<Edges, Boxed>& shape, const Vec& v, Mask /*active*/) {
  return shape.core_support(v);
}
template <class Shape>
Vec core_support(const Shape& shape, const Vec& v, Mask active) {
  return shape.support(v, active);
}

/// In world directions, relative to an origin near the shapes, and of unit scale.
template <class A, class B>
struct Cores {
  A a;
  B b;
  Real radius_a, radius_b;
  Vec center;  // of a - b
  Real slack;
  Real scale;       // what the caller's lengths were multiplied by
  Mask coincident;  // both shapes are the same point

  Cores(const A& first, const B& second)
      : a(first), b(second), center(first.center - second.center), slack(first.slack + second.slack) {
    const Real size = norm_max(center) + (a.extent + b.extent);
    coincident = size == Real(0);
    scale = select(coincident, Real(1), unit_scale(size));
    a.scale_by(scale), b.scale_by(scale);
    center = center * scale, slack = slack * scale;
    radius_a = take_radius(a), radius_b = take_radius(b);
  }

  Real radius() const { return radius_a + radius_b; }
  /// Of the difference of the cores, along v.
  Corner support(const Vec& v, Mask active) const {
    const Vec on_a = core_support(a, v, active);
    return {on_a - core_support(b, -v, active), on_a};
  }
};

/// What roundings take from a quotient or a difference of two numbers, by far.
inline constexpr Number few_roundings = 8 * roundoff;

inline Real rounded_down(const Real& x) { return x - (abs(x) * Real(few_roundings) + Real(underflow_bound)); }
inline Real rounded_up(const Real& x) { return x + (abs(x) * Real(few_roundings) + Real(underflow_bound)); }

/// The signed distance of the cores is at least that much: all of a - b lies beyond the plane through its support point
/// w along -v, which is the smallest along v.
inline Real lower_bound(const Vec& v, const Vec& w, const Real& slack) {
  const Real error = (slack + Real(support_bound)) * norm_1(v) + Real(underflow_bound);
  return rounded_down(rounded_down(dot(v, w) - error) / sqrt(dot(v, v)));
}

/// And no more than that: `point` is the mean of computed support points.
inline Real upper_bound(const Vec& point, const Real& slack) {
  return rounded_up(rounded_up(sqrt(dot(point, point))) + (Real(vertex_bound) + slack * Real(2)));
}

}  // namespace lockstep::LOCKSTEP_ISA
