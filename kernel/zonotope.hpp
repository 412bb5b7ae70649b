// The Minkowski difference of two swept boxes, in lanes.
//
// A ball is a point, a capsule a segment, a box a parallelepiped, each swept by a sphere. The difference A - B of two of
// them is a zonotope swept by a sphere: centre cA - cB, the edges of both, radius rA + rB. So one struct, with the number
// of edges as its parameter, serves every pair among point, sphere, capsule and boxes, and a single shape as well.
#pragma once

#include "lanes.hpp"
#include "lockstep/reference/vector.hpp"

namespace lockstep::LOCKSTEP_ISA {

using reference::cross;
using reference::dot;
using Vec = reference::Vector<Real>;

inline Real norm_1(const Vec& v) { return (abs(v.x) + abs(v.y)) + abs(v.z); }
inline Real norm_max(const Vec& v) { return max(max(abs(v.x), abs(v.y)), abs(v.z)); }
inline Vec abs(const Vec& v) { return {abs(v.x), abs(v.y), abs(v.z)}; }
inline Vec select(Mask m, const Vec& a, const Vec& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
inline Vec flip_sign(const Vec& v, Real s) { return {flip_sign(v.x, s), flip_sign(v.y, s), flip_sign(v.z, s)}; }

/// A factor 2^k that brings a query of this size to [1, 2), so that no product of the kernel overflows or underflows and
/// every rounding bound is a constant. NaN, which makes the query `touching`, where the size is no number within
/// 2^-100 .. 2^100.
inline Real unit_scale(Real size) {
  const Mask in_range = (size >= Real(0x1p-100F)) & (size <= Real(0x1p100F));
  return select(in_range, reciprocal_exponent(size), Real(__builtin_nanf("")));
}

template <unsigned Edges>
struct Zonotope {
  Vec center;
  Vec edge[Edges == 0 ? 1 : Edges];  // half of each edge
  Real radius;
  Real extent;  // no coordinate of x - center is larger, for any x of the shape

  /// No coordinate of the shape is larger.
  Real size() const { return norm_max(center) + extent; }

  void scale_by(Real s) {
    center = center * s;
    for (unsigned i = 0; i < Edges; ++i) edge[i] = edge[i] * s;
    radius = radius * s;
    extent = extent * s;
  }

  /// The farthest point along v. v = 0 gives the centre plus any corner (and NaN if there is a radius).
  Vec support(const Vec& v, Mask /*active*/) const {
    Vec p = center;
    for (unsigned i = 0; i < Edges; ++i) p = p + flip_sign(edge[i], dot(v, edge[i]));
    if constexpr (round) p = p + v * (radius / sqrt(dot(v, v)));
    return p;
  }

  /// Half the width along v, without the radius' part: max over the core of v . (x - center).
  Real core_reach(const Vec& v) const {
    Real reach = 0;
    for (unsigned i = 0; i < Edges; ++i) reach = reach + abs(dot(v, edge[i]));
    return reach;
  }

  // Differences of two boxes are the only ones that never have a radius.
  static constexpr bool round = Edges != 6;
  static constexpr float slack = 0;  // the record holds the shape's own numbers
};

/// a - b, as the set of all differences.
template <unsigned A, unsigned B>
Zonotope<A + B> difference(const Zonotope<A>& a, const Zonotope<B>& b) {
  Zonotope<A + B> c;
  c.center = a.center - b.center;
  for (unsigned i = 0; i < A; ++i) c.edge[i] = a.edge[i];
  for (unsigned i = 0; i < B; ++i) c.edge[A + i] = b.edge[i];
  c.radius = a.radius + b.radius;
  c.extent = a.extent + b.extent;
  return c;
}

}  // namespace lockstep::LOCKSTEP_ISA
