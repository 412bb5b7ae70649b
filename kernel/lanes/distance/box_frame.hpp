// Two oriented boxes in the frame of the first, where computations are cheapest: the gap along any direction, and a
// pair of near points. In double lanes and without a unit scale, because float lanes have checked the sizes.
// docs/numerics.md, section 13, has the bounds.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Error of a gap along a unit direction, and of the distance of two points, in units of |c|_1 plus all half extents.
inline constexpr Number frame_bound = 32 * rounding_unit;

inline Vec with_signs(const Vec& v, const Vec& s) {
  return {flip_sign(v.x, s.x), flip_sign(v.y, s.y), flip_sign(v.z, s.z)};
}

struct BoxFrame {
  Vec half_a, half_b;
  Vec center;   // of b; a's is the origin
  Vec axis[3];  // of b
  Real size;    // |c|_1 plus all half extents

  /// Takes axes in the world; `between` is the vector from the centre of a to that of b.
  BoxFrame(const Vec& of_a, const Vec& of_b, const Vec& between, const Vec (&axes_a)[3], const Vec (&axes_b)[3])
      : half_a(of_a), half_b(of_b), size(norm_1(between) + (norm_1(of_a) + norm_1(of_b))) {
    const auto in_frame = [&](const Vec& v) { return Vec{dot(axes_a[0], v), dot(axes_a[1], v), dot(axes_a[2], v)}; };
    center = in_frame(between);
    for (int j = 0; j < 3; ++j) axis[j] = in_frame(axes_b[j]);
  }

  Real bound() const { return size * Real(frame_bound); }
  Vec along_axes(const Vec& v) const { return {dot(v, axis[0]), dot(v, axis[1]), dot(v, axis[2])}; }
  Vec point_of_b(const Vec& y) const { return center + ((axis[0] * y.x + axis[1] * y.y) + axis[2] * y.z); }
  Vec nearest_of_a(const Vec& p) const { return clamp(p, half_a); }
  Vec nearest_of_b(const Vec& p) const { return point_of_b(clamp(along_axes(p - center), half_b)); }
};

/// The gap along n, which points from b to a.
struct GapAlong {
  Real value, inverse;  // the gap divided by the length of n; the reciprocal of the length

  GapAlong(const BoxFrame& boxes, const Vec& n) : inverse(Real(1) / sqrt(dot(n, n))) {
    const Real reach = dot(abs(n), boxes.half_a) + dot(abs(boxes.along_axes(n)), boxes.half_b);
    value = (-dot(n, boxes.center) - reach) * inverse;
  }
};

/// Masks for a number that is 0 or counts one of three axes from 1.
struct AxisMask {
  Mask first, second, none;

  explicit AxisMask(const Real& number)
      : first(number == Real(1)), second(number == Real(2)), none(number == Real(0)) {}
  template <class T>
  T of(const T& x, const T& y, const T& z) const {
    return select(first, x, select(second, y, z));
  }
  Real of(const Vec& v) const { return of(v.x, v.y, v.z); }
};

/// An axis of a, an axis of b, or the cross product of two.
struct EdgeAxes {
  AxisMask of_a, of_b;
  Vec e, f;

  EdgeAxes(const Real& i, const Real& j, const BoxFrame& boxes) : of_a(i), of_b(j) {
    const Real one = 1, zero = 0;
    e = {select(of_a.first, one, zero), select(of_a.second, one, zero), select(i == Real(3), one, zero)};
    f = of_b.of(boxes.axis[0], boxes.axis[1], boxes.axis[2]);
  }
  /// The direction of the axis, from b to a.
  Vec direction(const BoxFrame& boxes) const {
    const Vec n = select(of_b.none, e, select(of_a.none, f, cross(e, f)));
    return flip_sign(n, -dot(n, boxes.center));
  }
};

/// Points of a and b, in the frame of a.
struct BoxPoints {
  Vec on_a, on_b;
};

/// A shift for shapes that do not move.
struct Unmoved {
  friend const Vec& operator+(const Vec& p, Unmoved) { return p; }
  friend const Vec& operator-(const Vec& p, Unmoved) { return p; }
};

/// Points that are mostly the nearest ones. Starts at the farthest points along the axis, or at the nearest points of
/// its two edges, and projects to the other box and back. For overlapping boxes, on_a - on_b is `shift`.
template <class Shift>
BoxPoints points_along(const BoxFrame& boxes, const EdgeAxes& axes, const Vec& n, const Shift& shift) {
  const Vec corner_a = with_signs(boxes.half_a, -n), y = with_signs(boxes.half_b, boxes.along_axes(n));
  const Vec corner_b = boxes.point_of_b(y), d = corner_b - corner_a;
  // From the corner of b along its edge: the nearest point to a's edge is where the connection is perpendicular to both
  // edges.
  const Real e_f = axes.of_a.of(axes.f), at = axes.of_b.of(y), most = abs(at);
  const Real along = (axes.of_a.of(d) * e_f - dot(d, axes.f)) / (Real(1) - e_f * e_f);
  const Real by = select(axes.of_a.none | axes.of_b.none, Real(0), clamp(at + along, -most, most) - at);
  BoxPoints points;
  points.on_a = select(axes.of_a.none, corner_a, boxes.nearest_of_a((corner_b + axes.f * by) + shift));
  points.on_b = boxes.nearest_of_b(points.on_a - shift);
  points.on_a = boxes.nearest_of_a(points.on_b + shift);
  return points;
}

}  // namespace lockstep::LOCKSTEP_ISA
