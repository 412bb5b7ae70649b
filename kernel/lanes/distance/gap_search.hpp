// The distance form of GJK in lanes, in space and in the plane: the distance of the origin from the difference of two
// cores. The step of a simplex differs (nearest_simplex.hpp, nearest_simplex2.hpp).
//
// v is the point of a simplex of support points that is nearest to the origin, so |v| is an upper bound of the
// distance. The plane through the support point along -v, perpendicular to v, bounds it from below. The search ends
// when the two bounds agree, when the simplex encloses the origin, or when a step makes no progress: v came no nearer,
// or there is a NaN.
//
// Source: E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance between complex objects in
// three-dimensional space", 1988; include/lockstep/reference/distance.hpp explains.
#pragma once

#include "lanes/distance/cores.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Polytopes end after a few supports; round shapes converge step by step.
inline constexpr int max_gap_supports = 96;

/// At unit scale, a nearest point closer to the origin than this is rounding error.
inline constexpr Number least_gap = static_cast<Number>(0x1p-44);

/// The state of the distance search of W pairs of cores.
template <class Simplex>
struct GapSearchOf {
  using V = decltype(Simplex::v);
  Simplex simplex;
  Real lower;        // the best bound that a direction has proven
  V normal;          // that direction, not normalised
  CornerOf<V> last;  // the support point that encloses the origin, with the simplex
  Mask enclosed;
  Mask active;

  GapSearchOf(const CornerOf<V>& first, Mask lanes)
      : simplex(first),
        lower(-__builtin_inff()),
        normal(first.w),
        last(first),
        enclosed(first_lanes(0)),
        active(lanes) {}

  /// Raises the lower bound if v proves a better one; w is the support point along -v.
  void prove(const V& v, const V& w, const Real& slack) {
    const Real bound = lower_bound(v, w, slack);
    const Mask better = active & (bound > lower);
    lower = select(better, bound, lower);
    normal = select(better, v, normal);
  }
};
using GapSearch = GapSearchOf<NearestSimplex>;

/// One more support point. `tolerance` is at unit scale.
template <class A, class B, class Simplex>
void advance(const Cores<A, B>& cores, GapSearchOf<Simplex>& search, const Real& tolerance) {
  const auto v = search.simplex.v;
  const auto corner = cores.support(-v, search.active);
  search.prove(v, corner.w, cores.slack);
  // Ends if (|v| - v.w / |v|) <= tolerance, without a square root.
  const Real square = search.simplex.square, excess = square - dot(v, corner.w);
  const Mask wide = (excess > Real(0)) & (excess * excess > (tolerance * tolerance) * square);
  search.active = search.active & wide;
  const StepOf<Simplex> taken = step(search.simplex, corner);
  // If a direction has separated the shapes already, a simplex that seems to enclose the origin is flat.
  const Mask enclosed = search.active & taken.enclosed & !(search.lower > Real(0));
  search.last = {select(enclosed, corner.w, search.last.w), select(enclosed, corner.on_a, search.last.on_a)};
  search.enclosed = search.enclosed | enclosed;
  const Mask nearer = search.active & !enclosed & (taken.next.square < square);
  search.simplex = select(nearer, taken.next, search.simplex);
  search.active = nearer & (taken.next.square > Real(least_gap * least_gap));
}

/// Searches from the centre of the difference, or along x if the centre is the origin.
template <class Simplex, class A, class B>
GapSearchOf<Simplex> search_gap(const Cores<A, B>& cores, const Real& tolerance, Mask lanes) {
  const auto v = select(norm_1(cores.center) > Real(0), cores.center, along_x(cores.center));
  const auto first = cores.support(-v, lanes);
  GapSearchOf<Simplex> search(first, lanes);
  search.prove(v, first.w, cores.slack);
  search.active = lanes & (search.simplex.square > Real(least_gap * least_gap));
  for (int supports = 1; supports < max_gap_supports && any(search.active); ++supports)
    advance(cores, search, tolerance);
  return search;
}

}  // namespace lockstep::LOCKSTEP_ISA
