// What is known of the signed distances of W pairs of cores.
#pragma once

#include "lanes/distance/cores.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// At unit scale, relative to the origin of the pair.
template <class V>
struct SignedDistanceOf {
  Real lower, upper;
  V on_a, on_b, normal;  // of the cores; the normal is no unit vector
};
using SignedDistance = SignedDistanceOf<Vec>;

template <class V>
SignedDistanceOf<V> select(Mask m, const SignedDistanceOf<V>& p, const SignedDistanceOf<V>& q) {
  return {select(m, p.lower, q.lower), select(m, p.upper, q.upper), select(m, p.on_a, q.on_a),
          select(m, p.on_b, q.on_b), select(m, p.normal, q.normal)};
}

/// What a search for the depth of W pairs of cores found: bounds of the signed distance, and where its lower one is.
template <class V>
struct DepthOf {
  V normal, point, on_a;  // away from the origin; the point nearest to it of the face or edge, and that of A
  Real lower, upper;
  Mask deep;  // lanes whose core has a volume, in the plane an area; of others `normal` is at right angles to it
};

/// Depths that differ by no more are one, at unit scale.
inline constexpr double same_depth = 0x1p-40;

/// Points that are closer, at unit scale, are one, and so close to a line or a plane lie on it.
inline constexpr double least_extent = 0x1p-40;

/// How wide an interval stays whatever tolerance is asked for, at unit scale: more would be asked of round shapes only,
/// and of float lanes in vain.
inline constexpr Number least_width = static_cast<Number>(is_double ? 0x1p-32 : 0x1p-18);

/// A direction whose square underflows has no length to divide by; in double lanes none does.
template <class V>
void forget_without_length(SignedDistanceOf<V>& found) {
  const Mask has_length = dot(found.normal, found.normal) > Real(least_square);
  found.lower = select(has_length, found.lower, Real(static_cast<Number>(-__builtin_inf())));
}

/// A direction and its opposite, tried on pairs whose core is flat and holds the origin.
template <class A, class B, class V>
void try_normal(const Cores<A, B>& cores, const V& normal, Mask lanes, SignedDistanceOf<V>& found) {
  for (const V& v : {normal, -normal}) {
    const Real bound = lower_bound(v, cores.support(-v, lanes).w, cores.slack);
    const Mask better = lanes & (bound > found.lower);
    found.lower = select(better, bound, found.lower);
    found.normal = select(better, v, found.normal);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
