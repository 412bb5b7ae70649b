// The scalar reference of signed distance: gap or penetration depth (GJK, then EPA), one answer for all pairs, in space
// and in the plane.
//
//   using namespace lockstep::reference;
//   auto d = signed_distance(a, b);
//   if (d.lower < 0) a_moves_by(d.normal * -d.lower);   // and they are in contact at most
//
// The signed distance of two shapes is their distance if they are apart, and minus their penetration depth if they
// overlap. Both are the same function of a direction: among all unit vectors n, take the one along which B ends the
// farthest before A begins,
//
//   d = max over n of ( min { p.n : p in A } - max { q.n : q in B } )
//
// so any n gives a lower bound of d, in a gap as well as in an overlap, and the best one is the normal: moved along it,
// a comes out the soonest or goes away the fastest. on_a - on_b is d times the normal, as far as the bounds agree.
//
// distance.hpp (GJK) finds the normal of a gap; epa.hpp and epa2.hpp continue from there inside. In float the
// coordinates should stay between about 1e-15 and 1e18: of overlaps beyond that only the sign is known.
//
// Complexity: at most `max_expansions` support points of each shape beside those of `distance`.
// Allocates: for overlaps, the polytope.
// Throws: `std::bad_alloc`.
// Threads: safe; no shared state.
#pragma once

#include <limits>

#include <lockstep/reference/depth.hpp>
#include <lockstep/reference/distance2.hpp>
#include <lockstep/reference/epa.hpp>
#include <lockstep/reference/epa2.hpp>

namespace lockstep::reference {

template <class V>
struct SignedDistance {
  using Scalar = typename V::Scalar;
  Scalar lower, upper;  ///< the signed distance lies between the two: a gap is positive, a depth is negative
  V on_a, on_b;         ///< the nearest points of a gap, the deepest ones of an overlap
  V normal;             ///< unit, from b to a
};

/// The penetration depth of two shapes; if they are apart 0, with the points and the normal of their distance. The
/// search goes on until the bounds agree up to `tolerance`, a share of the upper one. A NaN gives the bounds 0 and
/// infinity.
template <class A, InWorldOf<A> B>
Depth<VectorOf<A>> penetration(const A& a, const B& b,
                               const typename A::Scalar& tolerance = default_tolerance<typename A::Scalar>) {
  using T = typename A::Scalar;
  const MinkowskiDifference<A, B> shape{a, b};
  const DistanceSearch<VectorOf<A>> search = nearest_to_origin(shape, tolerance);
  const Distance<VectorOf<A>> gap = distance_of(search);
  if (!gap.overlapping) return {T(0), T(0), gap.on_a, gap.on_b, gap.normal};
  return penetration(shape, search, tolerance);
}

/// A gap, or minus a depth, in the unit of the coordinates. The search goes on until the bounds agree up to
/// `tolerance`, a share of the one that is farther from 0. A NaN gives the bounds minus infinity and infinity.
template <class A, InWorldOf<A> B>
SignedDistance<VectorOf<A>> signed_distance(
    const A& a, const B& b, const typename A::Scalar& tolerance = default_tolerance<typename A::Scalar>) {
  const MinkowskiDifference<A, B> shape{a, b};
  const DistanceSearch<VectorOf<A>> search = nearest_to_origin(shape, tolerance);
  const Distance<VectorOf<A>> gap = distance_of(search);
  if (!gap.overlapping) return {gap.lower, gap.upper, gap.on_a, gap.on_b, gap.normal};
  const Depth<VectorOf<A>> depth = penetration(shape, search, tolerance);
  return {-depth.upper, depth.lower > 0 ? -depth.lower : gap.upper, depth.on_a, depth.on_b, depth.normal};
}

}  // namespace lockstep::reference
