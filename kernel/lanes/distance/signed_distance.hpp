// What is known of the signed distances of W pairs of cores.
#pragma once

#include "lanes/distance/cores.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// At unit scale, relative to the origin of the pair.
struct SignedDistance {
  Real lower, upper;
  Vec on_a, on_b, normal;  // of the cores; the normal is no unit vector
};

inline SignedDistance select(Mask m, const SignedDistance& p, const SignedDistance& q) {
  return {select(m, p.lower, q.lower), select(m, p.upper, q.upper), select(m, p.on_a, q.on_a),
          select(m, p.on_b, q.on_b), select(m, p.normal, q.normal)};
}

/// How wide an interval stays whatever tolerance is asked for, at unit scale: more would be asked of round shapes only,
/// and of float lanes in vain.
inline constexpr Number least_width = static_cast<Number>(is_double ? 0x1p-32 : 0x1p-18);

/// A direction and its opposite, tried on pairs whose core is flat and holds the origin.
template <class A, class B>
void try_normal(const Cores<A, B>& cores, const Vec& normal, Mask lanes, SignedDistance& found) {
  for (const Vec& v : {normal, -normal}) {
    const Real bound = lower_bound(v, cores.support(-v, lanes).w, cores.slack);
    const Mask better = lanes & (bound > found.lower);
    found.lower = select(better, bound, found.lower);
    found.normal = select(better, v, found.normal);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
