// Two capsules, measured directly: the nearest points of their segments, and the plane through them, in double lanes.
// Pairs that stay wide go to round_distance.hpp. Source: C. Ericson, "Real-Time Collision
// Detection", 2005, 5.1.9; one quotient for all three: P. Montgomery, "Speeding the Pollard and Elliptic Curve
// Methods", 1987.
#pragma once

#include "lanes/distance/direct_bounds.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline Real to_unit(const Real& x) { return min(max(x, Real(0)), Real(1)); }

/// W pairs of capsules. c goes from p0 of b to p0 of a, e and f are the edges, and the nearest points are at s on e and
/// t on f.
struct CapsuleGap {
  // Bounds of docs/numerics.md, section 13: errors of lengths, and of squared edges divided by the distance.
  static constexpr Number length_bound = 32 * roundoff, square_bound = 128 * roundoff;
  static constexpr Number least_edge = static_cast<Number>(is_double ? 0x1p-200 : 0);
  static constexpr Number most_edge = static_cast<Number>(is_double ? 0x1p240 : 1);
  static constexpr Number for_least_edge = static_cast<Number>(is_double ? 0x1p-150 : 0);
  static constexpr Number narrow = static_cast<Number>(0x1p34);
  static constexpr Number narrow_at_contact = 256 * roundoff;  // in units of the distance and the radii

  Vec p0_a, p0_b, c, e, f;
  Real radius_a, radius_b, squares;
  Mask exchanged, tie;      // the order by the sign of c, so that (b, a) is searched like (a, b)
  Real ee, ff, ef, ec, fc;  // of the first capsule and the second one in that order
  Real product, area, inverse, s, t, loss, square;
  Vec between;

  void load(const Rows<2>& a, const Rows<2>& b) {
    p0_a = xyz(a.row[0]), p0_b = xyz(b.row[0]), c = p0_a - p0_b;
    e = xyz(a.row[1]) - p0_a, f = xyz(b.row[1]) - p0_b;
    radius_a = a.row[0].w, radius_b = b.row[0].w;
    ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), ec = dot(e, c), fc = dot(f, c);
    squares = ee + ff;
    exchanged = c.x < Real(0), tie = c.x == Real(0);
  }

  void order_by_others() { exchanged = exchanged | (tie & ((c.y < Real(0)) | ((c.y == Real(0)) & (c.z < Real(0))))); }
  /// For an edge of no length, any s is right.
  void put_in_order() {
    const Real first = max(select(exchanged, ff, ee), Real(least_edge)), of_first = select(exchanged, -fc, ec);
    const Real second = max(select(exchanged, ee, ff), Real(least_edge)), of_second = select(exchanged, -ec, fc);
    ee = first, ff = second, ec = of_first, fc = of_second;
    product = ee * ff;
    // Stays positive despite rounding: for parallel edges, any starting point is right.
    area = product * Real(1 + 2 * length_bound) - ef * ef;
  }
  void divide() { inverse = Real(1) / (area * product); }
  void begin() {
    s = to_unit((ef * fc - ec * ff) * (inverse * product));
    inverse = inverse * area;
  }
  void second() { t = to_unit((s * ef + fc) * (inverse * ee)); }
  void first() { s = to_unit((t * ef - ec) * (inverse * ff)); }
  /// s is optimal for t, but t was optimal for an earlier s. `loss` is what that takes from the support plane, times
  /// the distance.
  void meet() {
    const Real along = (fc + s * ef) - t * ff;
    loss = max(along, Real(0)) - t * along;
    const Real of_a = select(exchanged, t, s), of_b = select(exchanged, s, t);
    s = of_a, t = of_b;
    between = c + (e * s - f * t);
    square = dot(between, between);
  }
  void take_root() { square = sqrt(square); }
  void lose() { loss = (loss + (squares + Real(for_least_edge)) * Real(square_bound)) / square; }

  [[nodiscard]] DirectBounds bounds() const {
    const Real radii = radius_a + radius_b, distance = square - radii;
    const Real error = loss + (square + radii) * Real(length_bound);
    const Mask in_range = squares < Real(most_edge), sure = in_range & (error * Real(narrow) < abs(distance));
    const Mask known = sure | (in_range & (error <= (square + radii) * Real(narrow_at_contact)));
    return {distance - error, distance + error, known & !sure, !known};
  }
  [[nodiscard]] DirectPoints points() const {
    const Vec normal = with_signed_zeros(between * (Real(1) / square));
    return {e * s - normal * radius_a,
            p0_a,
            f * t + normal * radius_b,
            p0_b,
            normal,
            (square + (radius_a + radius_b)) + sqrt(squares + squares)};
  }
};

/// Finds the points of N registers of pairs.
template <unsigned N>
void measure(CapsuleGap (&pairs)[N]) {
  Mask ties = pairs[0].tie;
  LOCKSTEP_EACH_REGISTER(j, N) ties = ties | pairs[j].tie;
  if (any(ties)) [[unlikely]] {
    LOCKSTEP_EACH_REGISTER(j, N) pairs[j].order_by_others();
  }
  LOCKSTEP_EACH_REGISTER(j, N) pairs[j].put_in_order();
  LOCKSTEP_EACH_REGISTER(j, N) pairs[j].divide();
  LOCKSTEP_EACH_REGISTER(j, N) pairs[j].begin();
  LOCKSTEP_EACH_REGISTER(j, N) pairs[j].second();
  LOCKSTEP_EACH_REGISTER(j, N) pairs[j].first();
  LOCKSTEP_EACH_REGISTER(j, N) pairs[j].meet();
  LOCKSTEP_EACH_REGISTER(j, N) pairs[j].take_root();
  LOCKSTEP_EACH_REGISTER(j, N) pairs[j].lose();
}

}  // namespace lockstep::LOCKSTEP_ISA
