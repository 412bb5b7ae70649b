// An ellipsoid, a cylinder or a cone in each lane, by one branchless support mapping.
//
// All three are round in coordinates of their own axes. An ellipsoid is the ball |n| <= 1 of
//   foot + n0 axis0 + n1 axis1 + n2 axis2,
// a cylinder or a cone the hull of two discs |(n0, n1)| <= 1,
//   foot + n0 axis0 + n1 axis1   and   foot + axis2 + top (n0 axis0 + n1 axis1).
// A direction, normalised, is a point of that ball or disc whatever its rounding. So a support point never leaves the
// shape, not even if the direction is perpendicular to a disc and its component in the disc is mere rounding error.
#pragma once

#include "base/perpendicular.hpp"
#include "lanes/shapes/hull.hpp"

namespace lockstep::LOCKSTEP_ISA {

struct Range {
  Real least, most;
};

struct Quadric {
  Vec foot;  // centre of an ellipsoid, or of the base
  Vec axis[3];
  Mask two_discs;  // a cylinder or a cone
  Real top;        // radius of the second disc, as a fraction of the first
  Vec center;
  Real extent;  // no coordinate of x - center is larger, for any x of the shape
  static constexpr Number slack = 0;
  static constexpr bool is_symmetric = true;  // about a plane, at least

  void scale_by(Real s) {
    foot = foot * s, center = center * s, extent = extent * s;
    for (Vec& a : axis) a = a * s;
  }

  /// The square of the part of n, in coordinates of the axes, in which the shape is round.
  Real round_square(const Vec& n) const { return (n.x * n.x + n.y * n.y) + select(two_discs, Real(0), n.z * n.z); }
  Vec to_axes(const Vec& v) const { return {dot(v, axis[0]), dot(v, axis[1]), dot(v, axis[2])}; }

  Vec support(const Vec& v, Mask /*active*/) const {
    // Scale by a power of two: the squares of a short v would underflow.
    const Vec n = to_axes(v * reciprocal_exponent(norm_max(v)));
    const Real squared = round_square(n), root = sqrt(squared);
    const Mask at_top = n.z > (Real(1) - top) * root;
    // If squares underflow, the centre of the disc lies as far along v as its rim, up to far less than rounding.
    const Real radius = select(two_discs & at_top, top, Real(1));
    const Real k = select(squared > Real(least_square), radius / root, Real(0));
    const Real rise = select(two_discs, select(at_top, Real(1), Real(0)), n.z * k);
    return (foot + axis[2] * rise) + (axis[0] * (n.x * k) + axis[1] * (n.y * k));
  }

  /// The range of v . (x - foot) over the shape, for |v| <= 1.
  Range range_along(const Vec& v) const {
    // Lengths below 2^-60 have squares that underflow. Relative to the extent, they do not.
    const Real up = reciprocal_exponent(extent), down = reciprocal_exponent(up);
    const Vec n = to_axes(v);
    const Real base = sqrt(round_square(n * up)) * down;
    const Real end = select(two_discs, n.z, Real(0)), rim = select(two_discs, base * top, base);
    return {min(-base, end - rim), max(base, end + rim)};
  }
};

/// The bounding box, rounded up by more than its own roundings.
inline AlignedBox bounding_box(const Quadric& shape) {
  const Real one = 1, zero = 0;
  const Range x = shape.range_along({one, zero, zero}), y = shape.range_along({zero, one, zero}),
              z = shape.range_along({zero, zero, one});
  AlignedBox box = aligned_box({x.least, y.least, z.least}, {x.most, y.most, z.most});
  box.center = box.center + shape.foot;
  box.half = box.half * Real(1 + 0x1p-20F);
  box.extent = max(norm_max(box.half), shape.extent);  // NaN if the extent is NaN
  return box;
}

template <class A>
auto difference(const A& a, const Quadric& b) {
  if constexpr (requires { zonotope(a); })
    return Difference(zonotope(a), b);
  else
    return Difference(a, b);
}

}  // namespace lockstep::LOCKSTEP_ISA
