// Rays against cylinders and cones: convex hulls of two discs at right angles to their axis, the second `top` times as
// wide. supporting_planes.hpp proves the results of the formulas.
#pragma once

#include "lanes/rays/supporting_planes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// In units of the last place of all terms of the place of a point beside an axis (docs/numerics.md, section 14).
inline constexpr Number beside_bound = 64 * roundoff;

/// The side of a shape ends at this share of the axis before its edges.
inline constexpr Number side_share = static_cast<Number>(0x1p-40);

/// From one fraction of a motion to another.
struct Stretch {
  Real from, to;
};

/// Rays relative to the centre of the first disc; `axis` leads to the centre of the other.
struct DiscRays {
  const LaneRays& rays;
  Vec axis;
  Real radius, top, square, length, taper;  // taper: the first radius less the second

  DiscRays(const LaneRays& r, const Vec& along, const Real& base, const Real& ratio)
      : rays(r),
        axis(along),
        radius(base),
        top(ratio),
        square(dot(along, along)),
        length(sqrt(square)),
        taper(base * (Real(1) - ratio)) {}

  Real height(const Vec& p) const { return dot(p, axis) / square; }  // as a share of the axis
  Real radius_at(const Real& h) const { return radius - taper * h; }

  /// The stretch between the planes of the discs.
  Stretch between() const {
    const Real start = height(rays.origin), speed = height(rays.motion), up = Real(1) - start;
    const Real infinite = infinite_number;
    const Real s = -start / speed, e = up / speed;
    const Mask moves = (speed > Real(0)) | (speed < Real(0));
    return {select(moves, min(s, e), -infinite), select(moves, max(s, e), infinite)};
  }
  /// The stretch in the infinite cylinder or cone around the axis. It is computed from the ray's point nearest to the
  /// axis, where rounding loses less.
  Stretch around() const {
    const Real start = height(rays.origin), speed = height(rays.motion), infinite = infinite_number;
    const Vec by = rays.motion - axis * speed;
    const Real across = dot(by, by), to_axis = -dot(rays.origin - axis * start, by) / across;
    const Real middle = select(across > Real(0), to_axis, Real(0));
    const Vec from = (rays.origin - axis * start) + by * middle;
    const Real wide = radius_at(start + speed * middle), widens = -taper * speed, far = sqrt(dot(from, from));
    const Real a = across - widens * widens, b = wide * widens, c = (far - wide) * (far + wide);
    const Real root = sqrt(max(b * b - a * c, Real(0)));
    const Real low = (b - root) / a, high = (b + root) / a;  // high < low for a cone that widens faster
    const Mask slow = a<Real(0), opens = widens> Real(0), ever = a == Real(0);
    const Real enter = select(slow, select(opens, low, -infinite), select(ever, -infinite, low));
    const Real leave = select(slow, select(opens, infinite, high), select(ever, infinite, high));
    return {middle + enter, middle + leave};
  }
  /// At right angles to the side.
  Vec side_normal(const Vec& p) const {
    const Vec out = p - axis * height(p);
    return out * (Real(1) / sqrt(dot(out, out))) + axis * (taper / square);
  }
  /// The point of the surface nearest to p, which is outside: on the side, or on a disc.
  Vec nearest_on(const Vec& p) const {
    const Real h = height(p);
    const Vec out = p - axis * h;
    const Real far = sqrt(dot(out, out));
    const Mask below = (h < Real(0)) & (far <= radius), beyond = (h > Real(1)) & (far <= radius * top);
    const Real foot = clamp((h * square - (far - radius) * taper) / (square + taper * taper), Real(0), Real(1));
    const Real inwards = select(far > Real(0), radius_at(foot) / far, Real(0));
    return select(below, out, select(beyond, out + axis, out * inwards + axis * foot));
  }
  /// The same for the ray, by alternating projections: the nearest point of each to that of the other.
  Real nearest() const {
    const Real mm = dot(rays.motion, rays.motion);
    Real t = fraction_of(dot(axis * Real(0.5F) - rays.origin, rays.motion), mm);
    for (int turn = 0; turn < 4; ++turn) t = fraction_of(dot(nearest_on(rays.at(t)) - rays.origin, rays.motion), mm);
    return t;
  }
  /// From the nearest point of the shape to p. Next to the side this vector is rounding noise, but the normal is not.
  Vec away(const Vec& p) const {
    const Vec foot = nearest_on(p);
    const Real h = height(foot);
    return select((h > Real(side_share)) & (h < Real(1 - side_share)), side_normal(p), p - foot);
  }
  SupportReach reach_along(const Vec& n) const {
    const Vec beside = cross(n, axis);
    const Real round = radius * (sqrt(dot(beside, beside)) / length);
    return {max(round, dot(n, axis) + round * top), dot(abs(n), abs(axis)) + radius * norm_1(n)};
  }
  /// An upper bound of the signed distance at fraction t.
  Real above(const Real& t) const {
    const Vec p = rays.at(t);
    const Real h = height(p), on_axis = clamp(h, Real(0), Real(1));
    const Vec out = p - axis * h;
    const Real far = sqrt(dot(out, out)), slope = taper / length;
    const Real error = ((rays.reach(t) + norm_1(axis)) + radius) * Real(beside_bound);
    const Real side = (far - radius_at(h)) / sqrt(Real(1) + slope * slope);
    const Real deep = max(max(-h * length, (h - Real(1)) * length), side) + error;
    const Real along = (h - on_axis) * length, across = max(far - radius_at(on_axis), Real(0));
    return select(deep < Real(0), deep, sqrt(along * along + across * across) + error * (Real(1) + slope));
  }
};

inline LaneHits disc_hits(const LaneRays& rays, const Vec& axis, const Real& radius, const Real& top, Mask good) {
  const DiscRays discs(rays, axis, radius, top);
  const Stretch between = discs.between(), around = discs.around();
  const Real enter = max(between.from, around.from), leave = min(between.to, around.to);
  const Real middle = clamp((enter + leave) * Real(0.5F), Real(0), Real(1));
  const Vec at_entry = rays.at(enter);
  const Vec cap = flip_sign(axis, -dot(rays.motion, axis));
  const Vec entry = select(between.from >= around.from, cap, discs.side_normal(at_entry));
  LaneHits hits = hits_of(
      rays, discs.away(rays.at(discs.nearest())), entry, middle, good & (radius >= Real(0)),
      [&](const Vec& n) { return discs.reach_along(n); }, [&](const Real& t) { return discs.above(t); });
  hits.point = rays.at(hits.lower);
  return hits;
}

}  // namespace lockstep::LOCKSTEP_ISA
