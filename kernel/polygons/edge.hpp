// The feature of a shape of the plane that its partner touches, seen along the normal of the contact: an edge or a
// corner. Also the clipping of two such edges. For any scalar type, and with the feature numbers, like the features of
// space (feature.hpp).
//
// The part that two edges share, seen along the normal, ends at a corner of one or the other. So neither is a reference
// edge that clips the other, and each point has a feature of both shapes. The separation is linear in between, so the
// deepest point is one of the ends.
#pragma once

#include "base/vector2.hpp"
#include "polygons/clip.hpp"
#include "polygons/slab_feature.hpp"

namespace lockstep::detail {

/// The coordinates of a contact: x along the touching edges, y along the normal.
template <class Real>
struct ContactFrame2 {
  using Point = math::Vector2<Real>;
  Point x, normal;

  explicit ContactFrame2(const Point& n) : x(-left_of(n)), normal(n) {}
  Point of(const Point& v) const { return {dot(v, x), dot(v, normal)}; }
  Point to_world(const Point& p) const { return x * p.x + normal * p.y; }
};

/// An edge from its left end to its right end. For a corner both ends are the same.
template <class Real>
struct ContactEdge {
  Real x[2], y[2], number[2];  // of its corners
  Real whole;                  // the feature
  Real size;                   // approximate length of the edge
  MaskOf<Real> is_edge;

  /// Sets the feature and the size from the corners.
  void name() {
    whole = select(is_edge, edge_feature(number[0], number[1]), corner_feature(number[0]));
    size = abs(x[1] - x[0]) + abs(y[1] - y[0]);
  }
  /// The height at at_x; at an end it is that of the end, bit for bit.
  Real height(const Real& at_x) const {
    const Real width = select(is_edge, x[1] - x[0], Real(1));
    const Real y_at = y[0] + (at_x - x[0]) * ((y[1] - y[0]) / width);
    return select(at_x == x[1], y[1], y_at);
  }
};

/// Like slab_feature: the edge of a box of the plane, or of a capsule.
template <class Real, std::size_t N>
ContactEdge<Real> slab_edge(const math::Vector2<Real>& center, const math::Vector2<Real> (&axis)[N],
                            const Real (&half)[N], const Real& radius, double towards) {
  const Real zero = 0, one = 1;
  Real least = radius;
  for (const Real& h : half) least = least + h;
  least = least * Real(thin_share);
  auto middle = center;
  math::Vector2<Real> side{zero, zero};
  Real number = 0, across = 0;
  for (std::size_t i = 0; i < N; ++i) {  // perpendicular axes: at most one is flat
    const MaskOf<Real> thick = half[i] > least, flat = thick & (abs(axis[i].y) < Real(flat_sine));
    const MaskOf<Real> negative = thick & (axis[i].y * Real(towards) < zero);
    const Real weight = static_cast<double>(1U << i), end = select(flat, zero, select(negative, -one, one));
    const auto edge = axis[i] * half[i];
    side.x = select(flat, edge.x, side.x), side.y = select(flat, edge.y, side.y);
    across = select(flat, weight, across);
    middle = middle + edge * end;
    number = number + select(flat | negative, zero, weight);
  }
  middle.y = middle.y + radius * Real(towards);
  const MaskOf<Real> leftwards = side.x < zero;
  const Real x = select(leftwards, -side.x, side.x), y = select(leftwards, -side.y, side.y);
  ContactEdge<Real> e{{middle.x - x, middle.x + x},
                      {middle.y - y, middle.y + y},
                      {number + select(leftwards, across, zero), number + select(leftwards, zero, across)},
                      zero,
                      zero,
                      across > zero};
  e.name();
  return e;
}

/// A point in which p and q may touch; y is that of the point on p.
template <class Real>
struct ClippedPoint2 {
  Real x, y, separation, of_p, of_q;
};
template <class Mask, class Real>
ClippedPoint2<Real> select(const Mask& m, const ClippedPoint2<Real>& a, const ClippedPoint2<Real>& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.separation, b.separation), select(m, a.of_p, b.of_p),
          select(m, a.of_q, b.of_q)};
}

/// The contacts, the deepest first.
template <class Real>
struct ClippedPoints2 {
  ClippedPoint2<Real> point[2];
  MaskOf<Real> kept[2];
};

/// Clips p, which lies above, against q. Contacts are up to `margin` apart.
template <class Real>
ClippedPoints2<Real> clip_edges(const ContactEdge<Real>& p, const ContactEdge<Real>& q, const Real& margin) {
  const Real weld_tolerance = select(p.size < q.size, p.size, q.size) * Real(weld_share);
  const Real left = select(p.x[0] < q.x[0], q.x[0], p.x[0]), right = select(p.x[1] < q.x[1], p.x[1], q.x[1]);
  const auto point_at = [&](int end, const Real& x) {
    const auto of = [&](const ContactEdge<Real>& e) {
      return select(abs(x - e.x[end]) <= weld_tolerance, corner_feature(e.number[end]), e.whole);
    };
    const Real y = p.height(x);
    return ClippedPoint2<Real>{x, y, y - q.height(x), of(p), of(q)};
  };
  const ClippedPoint2<Real> first = point_at(0, left), second = point_at(1, right);
  const MaskOf<Real> meet = p.is_edge & q.is_edge & (left <= right + weld_tolerance);
  const MaskOf<Real> has_first = meet & (first.separation <= margin);
  const MaskOf<Real> has_second = meet & (right - left > weld_tolerance) & (second.separation <= margin);
  // If both are equally deep, the left one comes first, so that rounding does not choose.
  const MaskOf<Real> deeper =
      has_second & ((!has_first) | (second.separation < first.separation - weld_tolerance * Real(0x1p-12)));
  return {{select(deeper, second, first), select(deeper, first, second)},
          {has_first | has_second, has_first & has_second}};
}

}  // namespace lockstep::detail
