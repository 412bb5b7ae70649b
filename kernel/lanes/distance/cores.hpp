// Two shapes as cores with radii: a ball is a point with a radius, a capsule a segment with one. The signed distance of
// the shapes is that of their cores minus both radii. The search then sees corners where the shapes are round.
#pragma once

#include <utility>

#include "lanes/distance/nearest_simplex.hpp"
#include "lanes/gjk/certify.hpp"
#include "lanes/shapes/load.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The core of a ball, or of a circle of the plane.
template <class V>
struct PointCoreOf {
  V center;
  Real extent;  // of the whole shape, as everywhere: no coordinate of x - center is larger
  Real radius;
  static constexpr Number slack = 0;

  void scale_by(Real s) { center = center * s, radius = radius * s; }
  V support(const V& /*v*/, Mask /*active*/) const { return center; }
};
using PointCore = PointCoreOf<Vec>;

/// The core of a capsule.
template <class V>
struct SegmentCoreOf {
  V center;
  V edge;  // half edge
  Real extent;
  Real radius;
  static constexpr Number slack = 0;

  void scale_by(Real s) { center = center * s, edge = edge * s, radius = radius * s; }
  V support(const V& v, Mask /*active*/) const { return center + flip_sign(edge, dot(v, edge)); }
};
using SegmentCore = SegmentCoreOf<Vec>;

/// The core of a box.
template <class V, unsigned Axes>
struct BoxCoreOf {
  V center;
  V axis[Axes];
  Real half[Axes];
  Real extent;
  static constexpr Number slack = 0;

  void scale_by(Real s) {
    center = center * s;
    for (Real& h : half) h = h * s;
  }
  V support(const V& v, Mask /*active*/) const {
    V p = center;
    for (unsigned i = 0; i < Axes; ++i) p = p + axis[i] * flip_sign(half[i], dot(v, axis[i]));
    return p;
  }
};
using BoxCore = BoxCoreOf<Vec, 3>;

/// W shapes of kind K. `scratch` is room for the vertices of hulls.
template <RecordKind K, class ShapeOf>
auto load_core(const RowsOf<K>& rows, const ShapeOf& shape, const auto& origin, HullScratch* scratch) {
  if constexpr (K == RecordKind::sphere) {
    return PointCore{xyz(rows.row[0]) - origin, rows.row[0].w, rows.row[0].w};
  } else if constexpr (K == RecordKind::capsule) {
    const Zonotope<1> capsule = load_capsule(rows, origin);
    return SegmentCore{capsule.center, capsule.edge[0], capsule.extent, capsule.radius};
  } else if constexpr (is_box(K)) {
    const OrientedBox box = load_oriented<K>(rows, shape, origin);
    return BoxCore{
        box.center, {box.axis[0], box.axis[1], box.axis[2]}, {box.half.x, box.half.y, box.half.z}, box.extent};
  } else {
    return load<K>(rows, shape, origin, scratch);
  }
}

/// Returns the radius and removes it from the core.
template <class Core>
Real take_radius(Core& core) {
  if constexpr (requires { core.radius; }) {
    return core.radius;
  } else if constexpr (requires { core.placed; }) {
    const Real radius = select(core.placed.lanes, core.placed.radius, Real(0));
    core.placed.radius = 0;
    return radius;
  } else {
    return 0;
  }
}

template <class V>
V no_shift() {
  return by_axis<V>([](unsigned) { return Real(0); });
}

/// The translation of a core, in the caller's unit.
template <class V>
struct LaneShift {
  bool any = false;
  V of_a = no_shift<V>();
};

template <class Core, class V>
void move(Core& core, const V& by) {
  core.center = core.center + by;
  if constexpr (requires { core.foot; }) core.foot = core.foot + by;
  if constexpr (requires { core.offset; }) core.offset = core.offset + by;
  if constexpr (requires { core.apex; }) core.apex = core.apex + by;
}

/// A shift and the centre that it moves may cancel. This bounds the error of each coordinate, relative to the two.
inline constexpr Number shift_bound = rounding_unit;
/// The fraction of the two that counts towards the size of a pair, so that the error bound never exceeds the size.
inline constexpr Number shift_share = static_cast<Number>(0x1p-40);

/// The cores of W pairs, in world directions, relative to an origin near the shapes, at unit scale.
template <class A, class B>
struct Cores {
  using V = decltype(A::center);
  A a;
  B b;
  Real radius_a, radius_b;
  V center;  // of a - b
  Real slack;
  Real scale;       // factor from the caller's lengths
  Mask coincident;  // both shapes are the same point

  /// Takes functions, so that cores, which are large, are constructed in place.
  template <class LoadA, class LoadB>
  Cores(const LoadA& load_a, const LoadB& load_b, const LaneShift<V>& shift) : a(load_a()), b(load_b()) {
    Real reach = 0;
    if (shift.any) reach = norm_max(a.center) + norm_max(shift.of_a), move(a, shift.of_a);
    center = a.center - b.center;
    const Real sum = norm_1(center), nan_if_bad = sum - sum;  // NaN if any number is: max may drop a NaN
    const Real size = ((norm_max(center) + (a.extent + b.extent)) + reach * Real(shift_share)) + nan_if_bad;
    coincident = size == Real(0);
    scale = select(coincident, Real(1), unit_scale(size));
    a.scale_by(scale), b.scale_by(scale);
    center = center * scale;
    slack = (Real(a.slack) + Real(b.slack)) + (reach * scale) * Real(shift_bound);
    radius_a = take_radius(a), radius_b = take_radius(b);
  }

  Real radius() const { return radius_a + radius_b; }
  /// The support point of the difference of the cores along v.
  CornerOf<V> support(const V& v, Mask active) const {
    const V on_a = a.support(v, active);
    return {on_a - b.support(-v, active), on_a};
  }
};
template <class LoadA, class LoadB, class Shift>
Cores(const LoadA&, const LoadB&, const Shift&)
    -> Cores<decltype(std::declval<LoadA>()()), decltype(std::declval<LoadB>()())>;

/// A generous bound on the roundings of a quotient or a difference of two numbers.
inline constexpr Number few_roundings = 8 * roundoff;

inline Real rounded_down(const Real& x) { return x - (abs(x) * Real(few_roundings) + Real(underflow_bound)); }
inline Real rounded_up(const Real& x) { return x + (abs(x) * Real(few_roundings) + Real(underflow_bound)); }

/// A lower bound of the signed distance of the cores: all of a - b lies beyond the plane through w, the support point
/// along -v, whose product with v is the smallest.
template <class V>
Real lower_bound(const V& v, const V& w, const Real& slack) {
  const Real error = (slack + Real(support_bound)) * norm_1(v) + Real(underflow_bound);
  return rounded_down(rounded_down(dot(v, w) - error) / sqrt(dot(v, v)));
}

/// An upper bound of the signed distance of the cores: `point` is a mean of computed support points.
template <class V>
Real upper_bound(const V& point, const Real& slack) {
  return rounded_up(rounded_up(sqrt(dot(point, point))) + (Real(vertex_bound) + slack * Real(2)));
}

}  // namespace lockstep::LOCKSTEP_ISA
