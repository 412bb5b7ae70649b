// Support points, in space and in the plane, and the separation test on each.
#pragma once

#include "lanes/gjk/certify.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The vector type of a shape: of space, or of the plane.
template <class Shape>
using VecOf = decltype(Shape::center);

inline constexpr int max_supports = is_double ? 64 : 32;

/// The scale of the small simplices around the origin of the last try (gjk_step.hpp, gjk_step2.hpp).
inline constexpr Number simplex_reach = static_cast<Number>(0x1p-23);
/// Each of these simplices reaches farther than this times |v|_1 along every direction v: the ball around the origin in
/// it has a radius of .31 of the scale, and |v|_2 is at least .577 |v|_1.
inline constexpr Number simplex_depth = simplex_reach * static_cast<Number>(0.17);

/// The state of W queries. A query that is neither separated nor overlapping nor active is undecided, which reads
/// `touching`. So is one that is still active at the cap on supports.
struct Decision {
  Mask separated;
  Mask overlapping;
  Mask active;
  /// In double lanes: along some direction, the shape is proven to reach less far than each simplex of the last try,
  /// which then finds nothing.
  Mask shallow;
};

inline Decision begin(Mask lanes) { return {first_lanes(0), first_lanes(0), lanes, first_lanes(0)}; }

/// How far a shifted shape (Shifted) moved along v.
template <class Shape, class V>
Real moved_along(const Shape& shape, const V& v) {
  if constexpr (requires { shape.shift; })
    return dot(v, shape.shift);
  else
    return Real(0);
}

/// The support point along v. Separates the lanes whose shape lies behind the origin by more than every error.
template <class Shape, class V>
V first_support(const Shape& shape, const V& v, Decision& decision) {
  const V w = shape.support(v, decision.active);
  const Mask separates = dot(v, w) < -support_error(v, shape.slack);
  if constexpr (is_watched) {
    Watcher::support_called(v, w, decision.active);
    Watcher::check("behind the origin", -dot(v, w), support_error(v, shape.slack), separates);
    Watcher::ends(TraceEnd::separated, separates);
  }
  if constexpr (is_double) {
    const Real reach = dot(v, w) - moved_along(shape, v);
    const Real depth = norm_1(v) * Real(simplex_depth);
    decision.shallow = decision.shallow | (decision.active & (reach + support_error(v, shape.slack) < depth));
  }
  decision.separated = decision.separated | (decision.active & separates);
  decision.active = decision.active & !separates;
  return w;
}

/// The same, but keeps a lane active only if its support point lies farther along v than the retained point by more
/// than rounding. Otherwise no better direction than v exists: the boundary passes the origin within rounding errors,
/// or v is zero, or there is a NaN.
template <class Shape, class V>
V next_support(const Shape& shape, const V& v, const V& retained, Decision& decision) {
  const V w = first_support(shape, v, decision);
  if constexpr (is_watched) {
    const Real farther = dot(v, w) - dot(v, retained), error = support_error(v, shape.slack);
    Watcher::check("farther than what is retained", farther, error, farther > error);
    Watcher::ends(TraceEnd::no_farther, !(farther > error));
  }
  decision.active = decision.active & (dot(v, w) - dot(v, retained) > support_error(v, shape.slack));
  return w;
}

/// A translated shape.
template <class Shape>
struct Shifted {
  using V = VecOf<Shape>;
  const Shape& shape;
  V shift;
  decltype(Shape::slack) slack = shape.slack;

  V support(const V& v, Mask active) const { return shape.support(v, active) + shift; }
};

}  // namespace lockstep::LOCKSTEP_ISA
