// The signed distance of two axis-aligned boxes, coordinate by coordinate, in lanes.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/distance/signed_distance.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The core of an axis-aligned box whose partner is axis-aligned too.
struct AlignedCore {
  Vec center, half;
  Real extent;
  static constexpr Number slack = 0;

  void scale_by(Real s) { center = center * s, half = half * s; }
  Vec support(const Vec& v, Mask /*active*/) const {
    return center + Vec{flip_sign(half.x, v.x), flip_sign(half.y, v.y), flip_sign(half.z, v.z)};
  }
};

/// Two intervals along one axis: the gap between them (negative: the penetration) and its sign, from b to a.
struct AxisDistance {
  Real gap, sign;
  Real on_a, on_b;  // the middle of the shared part, or the ends that face each other

  AxisDistance(const Real& a, const Real& b, const Real& half_a, const Real& half_b)
      : gap(abs(a - b) - (half_a + half_b)), sign(flip_sign(Real(1), a - b)) {
    const Real low = max(a - half_a, b - half_b), high = min(a + half_a, b + half_b);
    const Mask apart = gap > Real(0);
    const Real middle = (low + high) * Real(0.5F);
    on_a = select(apart, a - sign * half_a, middle), on_b = select(apart, b + sign * half_b, middle);
  }
  /// In the lanes that separate along this axis, moves the points to the ends that face away from each other.
  void part(Mask m, const Real& a, const Real& b, const Real& half_a, const Real& half_b) {
    on_a = select(m, a - sign * half_a, on_a), on_b = select(m, b + sign * half_b, on_b);
  }
};

inline SignedDistance aligned_distance(const Cores<AlignedCore, AlignedCore>& cores, Mask lanes) {
  const Vec &a = cores.a.center, &b = cores.b.center, &ha = cores.a.half, &hb = cores.b.half;
  AxisDistance x(a.x, b.x, ha.x, hb.x), y(a.y, b.y, ha.y, hb.y), z(a.z, b.z, ha.z, hb.z);
  const Real widest = max(max(x.gap, y.gap), z.gap);
  const Mask deep = widest <= Real(0);
  const Mask by_x = x.gap == widest, by_y = (!by_x) & (y.gap == widest), by_z = !(by_x | by_y);
  x.part(deep & by_x, a.x, b.x, ha.x, hb.x), y.part(deep & by_y, a.y, b.y, ha.y, hb.y);
  z.part(deep & by_z, a.z, b.z, ha.z, hb.z);
  const Vec on_a{x.on_a, y.on_a, z.on_a}, on_b{x.on_b, y.on_b, z.on_b}, between = on_a - on_b;
  const Real zero = 0;
  const Vec out{select(by_x, x.sign, zero), select(by_y, y.sign, zero), select(by_z, z.sign, zero)};
  const Vec v = select(deep, out, between);
  const Real lower = lower_bound(v, cores.support(-v, lanes).w, cores.slack);
  // The gaps give the faces of the difference exactly, up to the roundings of a support point.
  const Real depth = rounded_up(widest + (Real(vertex_bound) + cores.slack * Real(2)));
  return {lower, select(deep, depth, upper_bound(between, cores.slack)), on_a, on_b, v};
}

}  // namespace lockstep::LOCKSTEP_ISA
