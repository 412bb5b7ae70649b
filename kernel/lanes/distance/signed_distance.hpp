// The signed distances of W pairs of cores: bounds, points and normal.
#pragma once

#include "lanes/distance/cores.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// At unit scale, relative to the origin of the pair.
template <class V>
struct SignedDistanceOf {
  Real lower, upper;
  V on_a, on_b, normal;  // of the cores; the normal is not normalised
};
using SignedDistance = SignedDistanceOf<Vec>;

template <class V>
SignedDistanceOf<V> select(Mask m, const SignedDistanceOf<V>& p, const SignedDistanceOf<V>& q) {
  return {select(m, p.lower, q.lower), select(m, p.upper, q.upper), select(m, p.on_a, q.on_a),
          select(m, p.on_b, q.on_b), select(m, p.normal, q.normal)};
}

/// The result of the depth search of W pairs of cores: bounds of the signed distance, and the points of the lower one.
template <class V>
struct DepthOf {
  V normal, point, on_a;  // away from the origin; nearest point of the face or edge, and that of A
  Real lower, upper;
  Mask deep;  // lanes whose core has a volume (an area); in others `normal` is perpendicular to it
};

/// Depths that differ by no more than this, at unit scale, are equal.
inline constexpr double same_depth = 0x1p-40;

/// Points closer than this, at unit scale, are equal, and points this close to a line or a plane lie on it.
inline constexpr double least_extent = 0x1p-40;

/// The least width of an interval at unit scale, whatever the tolerance. A smaller one would matter only for round
/// shapes, and float lanes could not reach it.
inline constexpr Number least_width = static_cast<Number>(is_double ? 0x1p-32 : 0x1p-18);

/// Discards directions whose square underflows, because they have no length to divide by. No square underflows in
/// double lanes.
template <class V>
void forget_without_length(SignedDistanceOf<V>& found) {
  const Mask has_length = dot(found.normal, found.normal) > Real(least_square);
  found.lower = select(has_length, found.lower, Real(static_cast<Number>(-__builtin_inf())));
}

/// Tries a direction and its opposite on pairs whose difference is flat and contains the origin.
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
