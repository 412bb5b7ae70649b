// The Minkowski difference of two swept boxes of the plane, in lanes.
//
// A circle is a swept point, a capsule a swept segment, a box a parallelogram. As in space (zonotope.hpp), the
// difference of two of them has the same form: a centre, the edges of both, and the sum of the radii.
#pragma once

#include "lanes/registers/vec2.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// `Round`: the shape has a radius.
template <unsigned Edges, bool Round>
struct Zonogon {
  Vec2 center;
  Vec2 edge[Edges == 0 ? 1 : Edges];  // half edges
  Real radius;                        // if Round
  Real extent;                        // no coordinate of x - center is larger, for any x of the shape

  static constexpr unsigned edges = Edges;
  static constexpr bool is_symmetric = Round;  // opposite support points may lie on a line with the centre
  static constexpr Number slack = 0;           // the record holds the shape's own numbers

  /// The size in the max norm: no coordinate of a point of the shape is larger.
  Real size() const { return norm_max(center) + extent; }

  /// The support point along v. v = 0 gives the centre plus any corner (and NaN if there is a radius).
  Vec2 support(const Vec2& v, Mask /*active*/) const {
    Vec2 p = center;
    for (unsigned i = 0; i < Edges; ++i) p = p + flip_sign(edge[i], dot(v, edge[i]));
    if constexpr (Round) p = p + with_length(v, radius);
    return p;
  }

  /// max v . (x - center) over the core, which is the shape without its radius.
  Real core_reach(const Vec2& v) const {
    Real reach = 0;
    for (unsigned i = 0; i < Edges; ++i) reach = reach + abs(dot(v, edge[i]));
    return reach;
  }

  void scale_by(Real s) {
    each([s](Real& x) { x = x * s; });
    extent = extent * s;
  }

  /// Calls f for each Real that `support` needs.
  template <class F>
  void each(const F& f) {
    each_real(center, f);
    for (unsigned i = 0; i < Edges; ++i) each_real(edge[i], f);
    if constexpr (Round) f(radius);
  }
  static constexpr unsigned reals = 2 + 2 * Edges + (Round ? 1 : 0);
};

/// The difference a - b.
template <unsigned A, bool RoundA, unsigned B, bool RoundB>
Zonogon<A + B, RoundA || RoundB> difference(const Zonogon<A, RoundA>& a, const Zonogon<B, RoundB>& b) {
  Zonogon<A + B, RoundA || RoundB> c;
  c.center = a.center - b.center;
  for (unsigned i = 0; i < A; ++i) c.edge[i] = a.edge[i];
  for (unsigned i = 0; i < B; ++i) c.edge[A + i] = b.edge[i];
  if constexpr (RoundA && RoundB)
    c.radius = a.radius + b.radius;
  else if constexpr (RoundA)
    c.radius = a.radius;
  else if constexpr (RoundB)
    c.radius = b.radius;
  c.extent = a.extent + b.extent;
  return c;
}

/// A box, by the rotation of its axes and its half extents.
struct TurnedBox {
  Vec2 center, turn, half;
  Real extent;
};

/// v in the frame of a box.
inline Vec2 to_frame(const TurnedBox& box, const Vec2& v) { return turned_back(box.turn, v); }

inline Zonogon<2, false> zonogon(const TurnedBox& box) {
  return {box.center, {box.turn * box.half.x, left_of(box.turn) * box.half.y}, Real(0), box.extent};
}

}  // namespace lockstep::LOCKSTEP_ISA
