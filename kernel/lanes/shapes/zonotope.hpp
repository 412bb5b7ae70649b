// The Minkowski difference of two swept boxes, in lanes.
//
// A ball is a point, a capsule a segment, a box a parallelepiped, each swept by a sphere. The difference A - B of two
// of them is a zonotope swept by a sphere: centre cA - cB, the edges of both, radius rA + rB. So one struct serves
// every pair among point, sphere, capsule and boxes. If one of the two is a box, the frame of that box makes its own
// three edges parallel to the coordinate axes, where they cost next to nothing.
#pragma once

#include "lanes/registers/vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// `Boxed`: the shape has three more half edges along the coordinate axes, of length `half`.
template <unsigned Edges, bool Boxed = false>
struct Zonotope {
  Vec center;
  Vec half;                          // if Boxed
  Vec edge[Edges == 0 ? 1 : Edges];  // the other half edges
  Real radius;
  Real extent;  // no coordinate of x - center is larger, for any x of the shape

  static constexpr unsigned edges = Edges;
  // Only differences of two boxes never have a radius.
  static constexpr bool round = !(Boxed && Edges == 3);
  static constexpr bool is_symmetric = Edges == 0 && !Boxed;  // about every line through its centre
  static constexpr Number slack = 0;                          // the record holds the shape's own numbers

  /// The size in the max norm: no coordinate of a point of the shape is larger.
  Real size() const { return norm_max(center) + extent; }

  /// The support point along v. v = 0 gives the centre plus any corner (and NaN if there is a radius).
  Vec support(const Vec& v, Mask /*active*/) const {
    Vec p = core_support(v);
    if constexpr (round) p = p + with_length(v, radius);
    return p;
  }

  /// The same for the core, which is the shape without its radius.
  Vec core_support(const Vec& v) const {
    Vec p = center;
    if constexpr (Boxed) p = p + Vec{flip_sign(half.x, v.x), flip_sign(half.y, v.y), flip_sign(half.z, v.z)};
    for (unsigned i = 0; i < Edges; ++i) p = p + flip_sign(edge[i], dot(v, edge[i]));
    return p;
  }

  /// max v . (x - center) over the core.
  Real core_reach(const Vec& v) const {
    Real reach = 0;
    if constexpr (Boxed) reach = dot(abs(v), half);
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
    const auto vec = [&](Vec& v) { f(v.x), f(v.y), f(v.z); };
    vec(center);
    if constexpr (Boxed) vec(half);
    for (unsigned i = 0; i < Edges; ++i) vec(edge[i]);
    if constexpr (round) f(radius);
  }
  static constexpr unsigned reals = 3 + (Boxed ? 3 : 0) + 3 * Edges + (round ? 1 : 0);
};

/// An axis-aligned box.
struct AlignedBox {
  Vec center, half;
  Real extent;
};

inline AlignedBox aligned_box(const Vec& low, const Vec& high) {
  const Vec half = (high - low) * Real(0.5F);
  return {(low + high) * Real(0.5F), half, norm_max(half)};
}

template <unsigned Edges, bool Boxed>
AlignedBox bounding_box(const Zonotope<Edges, Boxed>& shape) {
  Vec half{shape.radius, shape.radius, shape.radius};
  if constexpr (Boxed) half = half + shape.half;
  for (unsigned i = 0; i < Edges; ++i) half = half + abs(shape.edge[i]);
  return {shape.center, half, norm_max(half)};
}

/// A box by its axes (unit up to rounding) and half extents.
struct OrientedBox {
  Vec center;
  Vec axis[3];
  Vec half;
  Real extent;
};

inline OrientedBox oriented(const AlignedBox& box) {
  const Real one = 1, zero = 0;
  return {box.center, {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}, box.half, box.extent};
}

/// v in the frame of a box.
inline Vec to_frame(const OrientedBox& box, const Vec& v) {
  return {dot(v, box.axis[0]), dot(v, box.axis[1]), dot(v, box.axis[2])};
}

template <unsigned Edges>
Zonotope<Edges> in_frame(const OrientedBox& box, Zonotope<Edges> shape) {
  shape.center = to_frame(box, shape.center - box.center);
  for (unsigned i = 0; i < Edges; ++i) shape.edge[i] = to_frame(box, shape.edge[i]);
  return shape;
}

inline Zonotope<3> in_frame(const OrientedBox& box, const OrientedBox& other) {
  return {to_frame(box, other.center - box.center),
          {},
          {to_frame(box, other.axis[0]) * other.half.x, to_frame(box, other.axis[1]) * other.half.y,
           to_frame(box, other.axis[2]) * other.half.z},
          Real(0),
          other.extent};
}

inline Zonotope<3> zonotope(const OrientedBox& box) {
  return {box.center,
          {},
          {box.axis[0] * box.half.x, box.axis[1] * box.half.y, box.axis[2] * box.half.z},
          Real(0),
          box.extent};
}
inline Zonotope<0, true> zonotope(const AlignedBox& box) { return {box.center, box.half, {}, Real(0), box.extent}; }
template <unsigned Edges>
const Zonotope<Edges>& zonotope(const Zonotope<Edges>& shape) {
  return shape;
}

// difference(a, b): the set of all a - b, or its mirror image, all b - a. One contains the origin if the other does.

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

template <unsigned Edges>
Zonotope<Edges, true> difference(const Zonotope<Edges>& a, const AlignedBox& b) {
  Zonotope<Edges, true> c;
  c.center = a.center - b.center;
  c.half = b.half;
  for (unsigned i = 0; i < Edges; ++i) c.edge[i] = a.edge[i];
  c.radius = a.radius;
  c.extent = a.extent + b.extent;
  return c;
}

template <unsigned Edges>
auto difference(const AlignedBox& a, const Zonotope<Edges>& b) {
  return difference(b, a);
}
inline auto difference(const AlignedBox& a, const OrientedBox& b) { return difference(zonotope(b), a); }
inline Zonotope<0, true> difference(const AlignedBox& a, const AlignedBox& b) {
  return {a.center - b.center, a.half + b.half, {}, Real(0), a.extent + b.extent};
}

/// The difference of an oriented box and any shape, in the frame of the box, where the box is aligned and at the
/// origin.
template <class Other>
  requires requires(const OrientedBox& box, const Other& other) { in_frame(box, other); }
auto difference(const OrientedBox& box, const Other& other) {
  const Real zero = 0;
  return difference(in_frame(box, other), AlignedBox{{zero, zero, zero}, box.half, box.extent});
}
template <unsigned Edges>
auto difference(const Zonotope<Edges>& a, const OrientedBox& b) {
  return difference(b, a);
}

}  // namespace lockstep::LOCKSTEP_ISA
