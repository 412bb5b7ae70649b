// A box and a ball, a capsule or another box: the signed distance by the axes of the separating axis test, in lanes.
// box_distance2.hpp has the parts that differ in the plane.
//
// If the cores overlap, the depth is the least extent along one of the axes, because these are the normals of all faces
// of the difference. So it is the global minimum, without a search. If the cores are apart, the widest gap is the
// distance when a corner is nearest to a face, or an edge to an edge. Otherwise projecting a point from one core to the
// other and back reaches the nearest corners in one or two steps. GJK measures the rest.
//
// Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree: a hierarchical structure for rapid interference detection",
// 1996, for the axes. docs/numerics.md, section 13, has the bounds.
#pragma once

#include "lanes/closed_forms/box_pair.hpp"
#include "lanes/distance/signed_distance.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A segment with a unit axis.
template <class V>
struct UnitSegment {
  V center, direction;
  Real length;  // half length
};

// slabs(core): all points center + x_1 axis_1 + .. + x_N axis_N with |x_i| <= half_i, where N is 0, 1 or the number of
// coordinates.
template <class V, unsigned N>
const BoxCoreOf<V, N>& slabs(const BoxCoreOf<V, N>& box) {
  return box;
}
template <class V>
const PointCoreOf<V>& slabs(const PointCoreOf<V>& ball) {
  return ball;
}
template <class V>
UnitSegment<V> slabs(const SegmentCoreOf<V>& capsule) {
  const Real length = sqrt(dot(capsule.edge, capsule.edge));
  const Mask has_length = length > Real(static_cast<Number>(is_double ? 0x1p-300 : 0x1p-50));
  return {capsule.center, select(has_length, capsule.edge * (Real(1) / length), along_x(capsule.edge)),
          select(has_length, length, Real(0))};
}

template <class Slabs>
inline constexpr unsigned axes = 0;
template <class V>
inline constexpr unsigned axes<UnitSegment<V>> = 1;
template <class V, unsigned N>
inline constexpr unsigned axes<BoxCoreOf<V, N>> = N;

// axis_of(slabs, i), half_of(slabs, i), for N > 0.
template <class V, unsigned N>
const V& axis_of(const BoxCoreOf<V, N>& box, unsigned i) {
  return box.axis[i];
}
template <class V>
const V& axis_of(const UnitSegment<V>& segment, unsigned /*i*/) {
  return segment.direction;
}
template <class V>
const V& axis_of(const PointCoreOf<V>& ball, unsigned /*i*/) {
  return ball.center;
}
template <class V, unsigned N>
const Real& half_of(const BoxCoreOf<V, N>& box, unsigned i) {
  return box.half[i];
}
template <class V>
const Real& half_of(const UnitSegment<V>& segment, unsigned /*i*/) {
  return segment.length;
}
template <class V>
const Real& half_of(const PointCoreOf<V>& ball, unsigned /*i*/) {
  return ball.radius;
}

/// The point of the slabs that is nearest to p.
template <class Slabs, class V>
V nearest_of(const Slabs& s, const V& p) {
  V q = s.center;
  const V d = p - s.center;
  for (unsigned i = 0; i < axes<Slabs>; ++i)
    q = q + axis_of(s, i) * clamp(dot(d, axis_of(s, i)), -half_of(s, i), half_of(s, i));
  return q;
}

/// Two edges count as parallel, and their cross product as no axis, if the square of its length is smaller.
inline constexpr auto least_axis_square = static_cast<Number>(is_double ? 0x1p-42 : 0x1p-16);
/// Error of the length of a cross product of two axes.
inline constexpr Number axis_length_bound = 64 * roundoff;
/// Error of a gap, in units of |c|_1 plus all half extents, for axes that float lanes may have computed themselves.
inline constexpr Number gap_bound = is_double ? axis_bound : turned_axis_bound;

/// The axis with the widest gap between two cores. `a` and `b` number the axes of the shapes whose cross product it is.
/// If one of them is -1, the axis is a face normal.
struct ChosenAxis {
  Real a, b;
  Real bound;   // of the error of a gap, along any axis
  Real turned;  // how far making nearly parallel edges parallel may move the shape; 0 without such edges
};

/// The widest gap among the axes, divided by their lengths.
struct WidestAxis {
  Real gap, square, a, b;  // the gap plus its error bound; the square of the axis's length, or more; the axis
  Real parallel;           // sum of squares: how far making parallel edges exactly parallel moves the shape

  void consider(const Real& g, const Real& s, Number i, Number j) {
    const Mask wider = (g * abs(g)) * square > (gap * abs(gap)) * s;
    gap = select(wider, g, gap), square = select(wider, s, square);
    a = select(wider, Real(i), a), b = select(wider, Real(j), b);
  }
  /// Considers the axis of two edges; `half` is the half length of the second. x and y are the other two components of
  /// the second edge in the frame of the first. The axis is not longer than the sum of their absolute values.
  void consider_edges(const Real& g, const Real& x, const Real& y, const Real& half, Number i, Number j) {
    const Real s = x * x + y * y;
    const Mask is_axis = s > Real(least_axis_square);
    const Real longer = s + (abs(x) + abs(y)) * Real(Number(2.125) * axis_length_bound);
    consider(select(is_axis, g, gap), select(is_axis, longer, square), i, j);
    parallel = select(is_axis, parallel, parallel + (half * half) * s);
  }
  ChosenAxis chosen(const Real& bound) const {
    // At most three pairs of edges are parallel. Made exactly parallel, they give no axis of the difference.
    const Real moved = sqrt(parallel * Real(3)) * Real(2) + Real(24 * axis_length_bound);
    return {a, b, bound, select(parallel > Real(0), moved, Real(0))};
  }
};

/// A bound on the error of all gaps below.
template <class Slabs>
Real widest_bound(const BoxCore& a, const Slabs& b, const Real& slack) {
  Real size = norm_1(a.center - b.center) + ((a.half[0] + a.half[1]) + a.half[2]);
  for (unsigned j = 0; j < axes<Slabs>; ++j) size = size + half_of(b, j);
  return size * Real(gap_bound) + slack * Real(2);
}

template <class Slabs>
ChosenAxis widest_axis(const BoxCore& a, const Slabs& b, const Real& slack) {
  constexpr unsigned N = axes<Slabs>;
  const Vec c = a.center - b.center;
  const Real bound = widest_bound(a, b, slack);
  Real t[3], r[3][N + 1], q[3][N + 1];
  for (unsigned i = 0; i < 3; ++i) {
    t[i] = dot(c, a.axis[i]);
    for (unsigned j = 0; j < N; ++j) r[i][j] = dot(a.axis[i], axis_of(b, j)), q[i][j] = abs(r[i][j]);
  }
  const auto face_gap_a = [&](unsigned i) {
    Real reach = a.half[i];
    for (unsigned j = 0; j < N; ++j) reach = reach + half_of(b, j) * q[i][j];
    return (abs(t[i]) - reach) + bound;
  };
  const Real one = 1;
  WidestAxis widest{face_gap_a(0), one, Real(0), Real(-1), Real(0)};
  widest.consider(face_gap_a(1), one, 1, -1), widest.consider(face_gap_a(2), one, 2, -1);
  if constexpr (N == 3)
    for (unsigned j = 0; j < 3; ++j) {
      const Real reach = ((a.half[0] * q[0][j] + a.half[1] * q[1][j]) + a.half[2] * q[2][j]) + half_of(b, j);
      widest.consider((abs(dot(c, axis_of(b, j))) - reach) + bound, one, -1, static_cast<Number>(j));
    }
  for (unsigned i = 0; i < 3; ++i)
    for (unsigned j = 0; j < N; ++j) {  // along a.axis[i] x axis_of(b, j)
      const unsigned i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      Real reach = a.half[i1] * q[i2][j] + a.half[i2] * q[i1][j];
      if constexpr (N == 3) reach = reach + (half_of(b, j1) * q[i][j2] + half_of(b, j2) * q[i][j1]);
      const Real gap = (abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) - reach) + bound;
      widest.consider_edges(gap, r[i1][j], r[i2][j], half_of(b, j), static_cast<Number>(i), static_cast<Number>(j));
    }
  return widest.chosen(bound);
}

/// An upper bound of the signed distance of cores that overlap along all axes: if it is negative, they do overlap. n is
/// the direction of the axis, w the support point along -n.
template <class V>
Real axis_upper_bound(const ChosenAxis& axis, const V& n, const V& w, const Real& slack) {
  const Real gap = dot(n, w) + (support_error(n, slack) + axis.bound * Real(2.5F));
  // The computed length of an axis exceeds the true one by no more than this.
  const Real length = sqrt(dot(n, n)) + Real(4 * axis_length_bound);
  return rounded_up(rounded_up(rounded_up(gap) / length) + axis.turned);
}

template <class Slabs>
auto numbered_axis(const Slabs& s, const Real& number) {
  auto v = axis_of(s, 0);
  for (unsigned i = 1; i < axes<Slabs>; ++i) v = select(number == Real(static_cast<Number>(i)), axis_of(s, i), v);
  return v;
}

/// The direction of the axis, from b to a, not normalised.
template <class Slabs>
Vec direction_of(const ChosenAxis& axis, const BoxCore& a, const Slabs& b) {
  const Vec of_a = numbered_axis(a, axis.a), of_b = numbered_axis(b, axis.b);
  const Vec n = select(axis.b < Real(0), of_a, select(axis.a < Real(0), of_b, cross(of_a, of_b)));
  return flip_sign(n, dot(n, a.center - b.center));
}

/// The point of an edge of b that is nearest to an edge of a: the edges through the support points on_a and on_b.
template <class Slabs>
Vec edge_point(const ChosenAxis& axis, const BoxCore& a, const Slabs& b, const Vec& on_a, const Vec& on_b) {
  const Vec e = numbered_axis(a, axis.a), f = numbered_axis(b, axis.b);
  const Real along_e = dot(on_a - a.center, e), along_f = dot(on_b - b.center, f);
  const Vec d = (on_a - e * along_e) - (on_b - f * along_f);  // between the midpoints of the edges
  const Real ef = dot(e, f), t = (dot(d, f) - ef * dot(d, e)) / (Real(1) - ef * ef);
  return on_b + f * (clamp(t, -abs(along_f), abs(along_f)) - along_f);
}

/// Finds points of the cores that are as far apart as the gap along n. For overlapping cores, on_a - on_b is `shift`,
/// which has the penetration depth.
template <class V, unsigned N, class B>
void find_points(const Cores<BoxCoreOf<V, N>, B>& cores, const ChosenAxis& axis, const V& shift,
                 const CornerOf<V>& corner, Mask lanes, SignedDistanceOf<V>& found) {
  const BoxCoreOf<V, N>& a = cores.a;
  const auto& b = slabs(cores.b);
  V on_b = corner.on_a - corner.w;
  if constexpr (!std::is_same_v<B, PointCoreOf<V>>) {
    if constexpr (N == 3) {
      const Mask edges = (axis.a >= Real(0)) & (axis.b >= Real(0));
      if (any(lanes & edges)) on_b = select(edges, edge_point(axis, a, b, corner.on_a, on_b), on_b);
    }
    // If a corner of a lies in front of a face of b, the corner decides.
    const Mask face_of_b = axis.a < Real(0);
    if (any(lanes & face_of_b)) on_b = select(face_of_b, nearest_of(b, corner.on_a - shift), on_b);
  }
  found.on_a = nearest_of(a, on_b + shift);
  found.on_b = on_b;
  if constexpr (std::is_same_v<B, PointCoreOf<V>>) return;
  found.on_b = nearest_of(b, found.on_a - shift);
  found.on_a = nearest_of(a, found.on_b + shift);
}

/// The distance of cores whose widest gap is along `axis`. Cores that overlap by more than rounding, and most that are
/// apart, get an interval as wide as rounding makes it. The others keep a wide one.
template <class V, unsigned N, class B>
SignedDistanceOf<V> distance_along(const Cores<BoxCoreOf<V, N>, B>& cores, const ChosenAxis& axis, bool wants_points,
                                   Mask lanes) {
  const V n = direction_of(axis, cores.a, slabs(cores.b));
  const CornerOf<V> corner = cores.support(-n, lanes);
  SignedDistanceOf<V> found{
      lower_bound(n, corner.w, cores.slack), axis_upper_bound(axis, n, corner.w, cores.slack), {}, {}, n};
  const Mask deep = found.upper < Real(0);  // otherwise the gap is no upper bound: the origin may lie beside a corner
  const bool all_deep = none(lanes & !deep);
  if (all_deep && !wants_points) return found;
  const V shift = n * select(deep, found.lower / sqrt(dot(n, n)), Real(0));
  find_points(cores, axis, shift, corner, lanes, found);
  if (all_deep) return found;
  const V between = found.on_a - found.on_b;
  const Real aside = lower_bound(between, cores.support(-between, lanes).w, cores.slack);
  const Mask turned = !deep & (aside > found.lower);
  found.lower = select(turned, aside, found.lower);
  found.normal = select(turned, between, found.normal);
  found.upper = select(deep, found.upper, upper_bound(between, cores.slack));
  return found;
}

/// The distance by the widest of all gaps.
template <class V, unsigned N, class B>
SignedDistanceOf<V> box_distance(const Cores<BoxCoreOf<V, N>, B>& cores, bool wants_points, Mask lanes) {
  return distance_along(cores, widest_axis(cores.a, slabs(cores.b), cores.slack), wants_points, lanes);
}

}  // namespace lockstep::LOCKSTEP_ISA
