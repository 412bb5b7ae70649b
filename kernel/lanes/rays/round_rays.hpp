// Rays against balls and capsules. Source: C. Ericson, "Real-Time Collision Detection", 2005, 5.1.9, 5.3.2, 5.3.7. For
// capsules supporting_planes.hpp proves the results of the formulas.
#pragma once

#include "lanes/distance/direct_bounds.hpp"
#include "lanes/rays/supporting_planes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// In units of the last place of all terms of the distance of a point.
inline constexpr Number distance_bound = 32 * roundoff;

/// The fraction at which a ray from `from` along `by` enters the ball around 0; its nearest point if it misses the
/// ball.
inline Real entry_of_ball(const Vec& from, const Vec& by, const Real& radius) {
  const Real per_square = Real(1) / dot(by, by), middle = -dot(from, by) * per_square;
  const Vec aside = from + by * middle;
  return middle - sqrt(max(radius * radius - dot(aside, aside), Real(0)) * per_square);
}

/// In units of the last place: of o x m and of o.m by |o|_1 |m|_1, of squares by themselves, and of results of these.
inline constexpr Number product_bound = 8 * roundoff, square_bound = 16 * roundoff, root_bound = 16 * roundoff;

/// .|_1 of a cross product of the plane, a number.
inline Real norm_1(const Real& x) { return abs(x); }
inline Real square_of(const Real& x) { return x * x; }
inline Real square_of(const Vec& v) { return dot(v, v); }

/// By the roots of |o + t m|^2 = r^2, in a form without differences of nearly equal numbers: with s^2 = r^2 m.m - |o x
/// m|^2 the first root is (o.o - r^2) / (s - o.m). One square root and one quotient yield it and, by the errors of
/// numerator and denominator, its error bound. W rays, in stages: each stage waits for the one before, so several
/// registers take turns.
template <class V>
struct BallRoots {
  Real origin_norm, motion_norm, cross_norm, radius, speed, square, approach, within, aside, root_square;
  Real root, sum, quotient;
  Real nearest, farthest;  // bounds of o.o - r^2
  Real off, root_square_off;
  Mask starts_outside, starts_inside;

  void begin(const LaneRaysOf<V>& rays, const Real& sum_of_radii) {
    const V &o = rays.origin, &m = rays.motion;
    const auto cross_product = cross(o, m);
    speed = dot(m, m), radius = sum_of_radii, aside = square_of(cross_product), within = speed * (radius * radius);
    root_square = within - aside;
    approach = -dot(o, m), square = dot(o, o), cross_norm = norm_1(cross_product);
    origin_norm = rays.origin_norm, motion_norm = rays.motion_norm;
  }
  void set_root() { root = sqrt(max(root_square, Real(0))), sum = root + approach; }
  void divide() { quotient = Real(1) / (root * sum); }
  /// Independent of the stages above.
  void bound() {
    const Real radii = radius * radius, outside = square - radii, outside_off = (square + radii) * Real(square_bound);
    off = (origin_norm * motion_norm) * Real(product_bound);
    root_square_off = (within + aside) * Real(2 * square_bound) + off * (cross_norm * Real(2) + off * Real(4));
    nearest = outside - outside_off, farthest = outside + outside_off;
    const Mask good = (origin_norm + motion_norm < Real(infinite_number)) & (radius >= Real(0));
    starts_outside = good & (outside > outside_off);
    // Resting and concentric pairs are left out: they have neither an order nor a normal.
    starts_inside = good & (farthest < Real(0)) & (square * speed > Real(0));
  }

  /// Without normals, which entry_normal computes.
  [[nodiscard]] LaneHitsOf<V> hits() const {
    const Real zero = 0, per_sum = root * quotient;
    const Real share = ((root_square_off * sum) * quotient + off) * per_sum + Real(root_bound);
    const Mask known =
        (starts_outside & (approach > off)) & (root_square > root_square_off * Real(4)) & (share < Real(0.25F));
    LaneHitsOf<V> hits;
    hits.lower = select(starts_inside, zero, (nearest * per_sum) * (Real(1) - share));
    hits.upper = select(starts_inside, zero, (farthest * per_sum) * (Real(1) + share * Real(2)));
    hits.missed = (starts_outside & ((root_square + root_square_off < zero) | (approach + off < zero))) |
                  (known & (hits.lower > Real(1)));
    hits.hit = starts_inside | (known & (hits.upper <= Real(1)) & (!hits.missed));
    hits.normal = hits.point = no_shift<V>();
    return hits;
  }
};

/// For N registers, once they have begun.
template <class V, unsigned N>
void find_roots(BallRoots<V> (&balls)[N]) {
  LOCKSTEP_EACH_REGISTER(j, N) balls[j].set_root();
  LOCKSTEP_EACH_REGISTER(j, N) balls[j].bound();
  LOCKSTEP_EACH_REGISTER(j, N) balls[j].divide();
}

/// The unit normal at fraction t of a ball around 0 that the rays enter there.
template <class V>
V entry_normal(const LaneRaysOf<V>& rays, const Real& t) {
  const V out = rays.at(t);
  return out * (Real(1) / sqrt(dot(out, out)));
}

/// With points of the surface and normals, if they are wanted.
template <class V>
LaneHitsOf<V> ball_hits(const LaneRaysOf<V>& rays, const Real& radius, bool wants_places) {
  BallRoots<V> roots[1];
  roots[0].begin(rays, radius), find_roots(roots);
  LaneHitsOf<V> hits = roots[0].hits();
  if (wants_places) hits.normal = entry_normal(rays, hits.lower), hits.point = hits.normal * radius;
  return hits;
}

/// Rays relative to the first end, which is 0; `edge` leads to the other.
struct CapsuleRays {
  const LaneRays& rays;
  Vec edge;
  Real radius, edge_square;

  /// The point of the edge nearest to p, as a share of the edge.
  Real foot(const Vec& p) const { return fraction_of(dot(p, edge), edge_square); }
  /// From the edge to p.
  Vec away(const Vec& p) const { return p - edge * foot(p); }

  /// The fraction at which the point is nearest to the edge.
  Real nearest() const {
    const Real mm = dot(rays.motion, rays.motion), mb = dot(rays.motion, edge), mc = dot(rays.motion, rays.origin),
               bc = dot(edge, rays.origin);
    const Real first = fraction_of(mb * bc - mc * edge_square, mm * edge_square - mb * mb);
    const Real on_edge = fraction_of(first * mb + bc, edge_square);
    return fraction_of(on_edge * mb - mc, mm);
  }
  /// The fraction at which it enters the cylinder around the edge or, beyond its ends, the ball around an end.
  Real entry() const {
    const Real mb = dot(rays.motion, edge), bc = dot(edge, rays.origin);
    const Vec across = rays.motion - edge * (mb / edge_square), from = rays.origin - edge * (bc / edge_square);
    const Real of_side = entry_of_ball(from, across, radius);
    const Real place = (bc + mb * of_side) / edge_square;
    const Mask beside = (place >= Real(0)) & (place <= Real(1));
    const Mask first = (place < Real(0)) | ((!(place > Real(1))) & (mb >= Real(0)));
    const Vec to_end = select(first, rays.origin, rays.origin - edge);
    return select(beside, of_side, entry_of_ball(to_end, rays.motion, radius));
  }
};

inline LaneHits capsule_hits(const LaneRays& rays, const Vec& edge, const Real& radius) {
  const CapsuleRays capsule{rays, edge, radius, dot(edge, edge)};
  const Real inside = capsule.nearest(), edge_norm = norm_1(edge);
  const Vec nearest = capsule.away(rays.at(inside)), at_entry = rays.at(capsule.entry());
  const auto reach_along = [&](const Vec& n) {
    const Real round = radius * sqrt(dot(n, n));
    return SupportReach{max(dot(n, edge), Real(0)) + round, dot(abs(n), abs(edge)) + round};
  };
  const auto above = [&](const Real& t) {
    const Vec v = capsule.away(rays.at(t));
    return (sqrt(dot(v, v)) - radius) + ((rays.reach(t) + edge_norm) + radius) * Real(distance_bound);
  };
  LaneHits hits = hits_of(rays, nearest, capsule.away(at_entry), inside, radius >= Real(0), reach_along, above);
  hits.point = edge * capsule.foot(at_entry);
  return hits;
}

}  // namespace lockstep::LOCKSTEP_ISA
