// The common parts of the pairs that are measured directly, in the caller's unit and place. Exchanging the shapes
// changes only signs, so the pairs need no order. They need no unit scale unless something overflows or underflows in
// double.
#pragma once

#include "lanes/distance/distance_tile.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Bounds of W signed distances, the lanes next to contact, which are measured too, and those left to the other forms.
struct DirectBounds {
  Real lower, upper;
  Mask contact, undecided;
};

/// The points, each relative to a place near its shape, and the unit normal from b to a.
struct DirectPoints {
  Vec on_a, place_a, on_b, place_b, normal;
  Real size;  // sum of the lengths of a pair, or more
};

/// The first nonzero number among those that change sign when a and b are exchanged.
struct FirstSign {
  Real first = 0;

  void take(const Real& x) { first = select((first == Real(0)) & (x == x), x, first); }
  void take(Vec v) {
    each_real(v, [&](const Real& x) { take(x); });
  }
};

/// v, with signs for its zeros that change with the order as well: rounding does not give zeros a sign.
inline Vec with_signed_zeros(Vec v) {
  FirstSign sign;
  sign.take(v);
  each_real(v, [&](Real& x) { x = select(x == Real(0), flip_sign(Real(0), sign.first), x); });
  return v;
}

/// A place without negative zeros: places that differ only in the signs of zeros become equal.
template <class V>
V with_positive_zeros(V place) {
  each_real(place, [](Real& x) { x = x + Real(0); });
  return place;
}

/// The pairs of kinds that are measured directly, in double lanes.
template <class Space, typename Space::Kind A, typename Space::Kind B>
inline constexpr bool is_direct = false;
template <RecordKind K>
inline constexpr bool is_direct<DistanceTraits3, K, K> = is_double &&
                                                         (K == RecordKind::aabb || K == RecordKind::capsule);

}  // namespace lockstep::LOCKSTEP_ISA
