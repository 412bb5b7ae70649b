// Clipping of two features, seen along the normal: the corners of the intersection of two polygons, or the ends of the
// part that an edge shares with a face or with an edge along it.
//
// A corner of the intersection is a corner of one polygon inside the other, or a crossing of two edges. So neither
// polygon is a reference face that clips the other, which could change from frame to frame, and each point has a
// feature of both shapes. The separation along the normal is linear over the intersection. So the deepest point is
// among the corners, and is as deep as the shapes are.
//
// Source: M. Cyrus, J. Beck, "Generalized two- and three-dimensional clipping", 1978, for an edge in a polygon.
#pragma once

#include "polygons/feature.hpp"

namespace lockstep::detail {

/// The tolerance for equal places, relative to the size of the smaller feature: a point this close to an edge counts as
/// on it.
inline constexpr double weld_share = 0x1p-20;
/// Edges lie along each other if the sine of the angle between them, seen along the normal, is no larger: 3.6 degrees.
inline constexpr double parallel_sine = 0.0625;
/// The separation of a point that is not a contact.
inline constexpr double no_contact = 1e300;

/// A point in which p and q may touch; z is that of the point on p.
template <class Real>
struct ClippedPoint {
  Real x, y, z, separation, of_p, of_q;
};

/// The clipped points of features with up to `most_corners` corners. The separation of those that are not contacts is
/// `no_contact`.
template <class Real, std::size_t most_corners>
struct ClippedPoints {
  ClippedPoint<Real> at[3 * most_corners];
  int count = 0;
};

/// Whether two edges lie along each other, seen along the normal.
template <class Real>
MaskOf<Real> lie_along(const Real& px, const Real& py, const Real& qx, const Real& qy) {
  const Real across = px * qy - py * qx, squares = (px * px + py * py) * (qx * qx + qy * qy);
  return across * across <= squares * Real(parallel_sine * parallel_sine);
}

/// Two features to be clipped: p lies above q if `up` is 1, below if it is -1. If q is not a face, p is not one.
template <class Feature, class Real>
struct Clipping {
  using Mask = MaskOf<Real>;
  const Feature &p, &q;
  Real up, margin;
  Mask meet;            // false for a corner and any feature, and for two edges across each other
  Real weld_tolerance;  // the tolerance for equal places

  Clipping(const Feature& of_p, const Feature& of_q, const Real& above, const Real& most)
      : p(of_p),
        q(of_q),
        up(above),
        margin(most),
        weld_tolerance(select(p.size < q.size, p.size, q.size) * Real(weld_share)) {
    const Mask along = lie_along(p.x[1] - p.x[0], p.y[1] - p.y[0], q.x[1] - q.x[0], q.y[1] - q.y[0]);
    meet = (p.is_face | p.is_edge) & (q.is_face | (q.is_edge & along));
  }

  /// The depth of a point inside a side of q, the same with the tolerance added (both times the length of the side),
  /// and the rate of change of the depth along the edge.
  struct Side {
    Real depth, room, rate;
  };
  Side side_of(int side, const Real& x, const Real& y, const Real& dx, const Real& dy) const {
    const int to = q.next(side);
    const Real ex = q.x[to] - q.x[side], ey = q.y[to] - q.y[side];
    const Real depth = ex * (y - q.y[side]) - ey * (x - q.x[side]);
    return {depth, depth + weld_tolerance * (abs(ex) + abs(ey)), ex * dy - ey * dx};
  }

  struct Quotient {
    Real over, under;
    void put(const Mask& m, const Real& above, const Real& below) {
      over = select(m, above, over), under = select(m, below, under);
    }
    Real value() const { return over / under; }
  };

  template <class To>
  void put(To& to, const Mask& valid, const ClippedPoint<Real>& point) const {
    ClippedPoint<Real>& put = to.at[to.count++];
    put = point;
    put.separation = select(valid & (point.separation <= margin), point.separation, Real(no_contact));
  }

  /// Clips an edge of p to q: adds the points where it enters q and where it leaves q before its end.
  template <class To>
  void clip_edge(int edge, To& to) const {
    const int end = p.next(edge);
    const Real dx = p.x[end] - p.x[edge], dy = p.y[end] - p.y[edge], dz = p.z[end] - p.z[edge];
    // `from` and `until` are the t of the lines one tolerance outside the sides. `enter` and `leave` are those of the
    // sides themselves. Their quotients are computed only once it is known which sides they belong to.
    Real from = 0, until = 1, at_from = q.whole, at_until = q.whole;
    Quotient enter{0, 1}, leave{1, 1};
    Mask inside = meet & (edge == 0 ? p.is_face | p.is_edge : p.is_face);
    for (int side = 0; side < q.corners; ++side) {
      const Side s = side_of(side, p.x[edge], p.y[edge], dx, dy);
      const Mask cuts = side % 2 == 0 ? q.is_face : q.is_face | q.is_edge;  // an edge has ends, and no sides
      const Real t = -s.room / s.rate;
      const Mask enters = cuts & (s.rate > Real(0)) & (t > from), leaves = cuts & (s.rate < Real(0)) & (t < until);
      from = select(enters, t, from), enter.put(enters, -s.depth, s.rate);
      until = select(leaves, t, until), leave.put(leaves, -s.depth, s.rate);
      at_from = select(enters, q.edge[side], at_from), at_until = select(leaves, q.edge[side], at_until);
      inside = inside & !(cuts & (s.rate == Real(0)) & (s.room < Real(0)));
    }
    inside = inside & (from <= until);
    const auto point_at = [&](const Real& t, const Mask& at_corner, const Real& corner, const Real& of_q) {
      const Real x = p.x[edge] + dx * t, y = p.y[edge] + dy * t, z = p.z[edge] + dz * t;
      return ClippedPoint<Real>{
          x, y, z, (z - q.height(x, y)) * up, select(at_corner, corner_feature(corner), p.edge[edge]), of_q};
    };
    const Real enter_at = enter.value(), leave_at = leave.value();
    const Real first = select(enter_at < until, enter_at, until), last = select(leave_at > from, leave_at, from);
    put(to, inside, point_at(first, from <= Real(0), p.number[edge], at_from));
    const Mask at_end = until >= Real(1);
    put(to, inside & (p.is_edge | !at_end), point_at(last, at_end, p.number[end], at_until));
  }

  /// Adds a corner of q over p. If it lies on an edge of p, that edge has added it already.
  template <class To>
  void put_corner(int corner, To& to) const {
    const Real x = q.x[corner], y = q.y[corner];
    Mask inside = meet & p.is_face;
    for (int side = 0; side < p.corners; ++side) {
      const int end = p.next(side);
      const Real ex = p.x[end] - p.x[side], ey = p.y[end] - p.y[side];
      inside = inside & (ex * (y - p.y[side]) - ey * (x - p.x[side]) > weld_tolerance * (abs(ex) + abs(ey)));
    }
    const Real z = p.height(x, y);
    put(to, inside, {x, y, z, (z - q.z[corner]) * up, p.whole, corner_feature(q.number[corner])});
  }
};

/// Finds all points in which p and q may touch, in an order that depends only on their corners.
template <class Feature, class Real>
void clip_features(const Clipping<Feature, Real>& clipping, ClippedPoints<Real, Feature::most>& points) {
  points.count = 0;
  for (int k = 0; k < clipping.p.corners; ++k) clipping.clip_edge(k, points);
  for (int k = 0; k < clipping.q.corners; ++k) clipping.put_corner(k, points);
}

/// The point of q, an edge or a face, under a point on p: edges that lie along each other need not lie one over the
/// other.
template <class Feature, class Real>
math::Vector<Real> foot_on(const Feature& q, const ClippedPoint<Real>& m, const Real& up) {
  const Real ex = q.x[1] - q.x[0], ey = q.y[1] - q.y[0], square = ex * ex + ey * ey;
  const Real t = ((m.x - q.x[0]) * ex + (m.y - q.y[0]) * ey) / square;
  return {select(q.is_edge, q.x[0] + ex * t, m.x), select(q.is_edge, q.y[0] + ey * t, m.y), m.z - m.separation * up};
}

}  // namespace lockstep::detail
