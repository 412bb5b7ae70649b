// Where two features lie over each other, seen along the normal: the corners of the intersection of two polygons, or
// the ends of what an edge shares with a face or with an edge along it.
//
// A corner of the intersection is a corner of one polygon inside the other, or where two edges cross. So neither is a
// reference that the other is cut by, which could change from frame to frame, and each point has a feature of either.
// Both lie along the normal from each other by an amount that is linear over the intersection: the deepest point is
// among the corners, and as deep as the shapes are.
//
// Source: M. Cyrus, J. Beck, "Generalized two- and three-dimensional clipping", 1978, for an edge in a polygon.
#pragma once

#include "polygons/feature.hpp"

namespace lockstep::detail {

/// What of the size of the smaller feature is one place: so far beside an edge a point counts as on it.
inline constexpr double same_place = 0x1p-20;
/// Edges lie along each other if the sine of the angle between them, seen along the normal, is no larger: 3.6 degrees.
inline constexpr double parallel_sine = 0.0625;
/// The separation of what is no contact.
inline constexpr double nowhere = 1e300;

/// A point that p and q may touch in; z is that of the point on p.
template <class Real>
struct Meeting {
  Real x, y, z, separation, of_p, of_q;
};

/// Of features with so many corners. Those that are no contacts are `nowhere`.
template <class Real, std::size_t most_corners>
struct Meetings {
  Meeting<Real> at[3 * most_corners];
  int count = 0;
};

/// Of two edges, seen along the normal.
template <class Real>
MaskOf<Real> lie_along(const Real& px, const Real& py, const Real& qx, const Real& qy) {
  const Real across = px * qy - py * qx, squares = (px * px + py * py) * (qx * qx + qy * qy);
  return across * across <= squares * Real(parallel_sine * parallel_sine);
}

/// Two features on their way: p lies above q where `up` is 1, below where it is -1. p is no face where q is none.
template <class Feature, class Real>
struct Clipping {
  using Mask = MaskOf<Real>;
  const Feature &p, &q;
  Real up, margin;
  Mask meet;   // are they more than a corner and something, or two edges across each other?
  Real place;  // how far apart one place reaches

  Clipping(const Feature& of_p, const Feature& of_q, const Real& above, const Real& most)
      : p(of_p), q(of_q), up(above), margin(most), place(select(p.size < q.size, p.size, q.size) * Real(same_place)) {
    const Mask along = lie_along(p.x[1] - p.x[0], p.y[1] - p.y[0], q.x[1] - q.x[0], q.y[1] - q.y[0]);
    meet = (p.is_face | p.is_edge) & (q.is_face | (q.is_edge & along));
  }

  /// How far inside of a side of q a point lies, where one place beside it counts as inside as well (both times the
  /// length of the side), and by how much more as it goes on.
  struct Side {
    Real depth, room, rate;
  };
  Side side_of(int side, const Real& x, const Real& y, const Real& dx, const Real& dy) const {
    const int to = q.next(side);
    const Real ex = q.x[to] - q.x[side], ey = q.y[to] - q.y[side];
    const Real depth = ex * (y - q.y[side]) - ey * (x - q.x[side]);
    return {depth, depth + place * (abs(ex) + abs(ey)), ex * dy - ey * dx};
  }

  struct Quotient {
    Real over, under;
    void put(const Mask& m, const Real& above, const Real& below) {
      over = select(m, above, over), under = select(m, below, under);
    }
    Real value() const { return over / under; }
  };

  template <class To>
  void put(To& to, const Mask& valid, const Meeting<Real>& meeting) const {
    Meeting<Real>& put = to.at[to.count++];
    put = meeting;
    put.separation = select(valid & (meeting.separation <= margin), meeting.separation, Real(nowhere));
  }

  /// What of an edge of p lies over q: where it comes in, and where it leaves before its end.
  template <class To>
  void clip_edge(int edge, To& to) const {
    const int end = p.next(edge);
    const Real dx = p.x[end] - p.x[edge], dy = p.y[end] - p.y[edge], dz = p.z[end] - p.z[edge];
    // Of the line one place beside a side, t is `from` and `until`; of the side itself `enter` and `leave`, of which
    // the quotients wait until it is known which sides they are of.
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
    const auto meeting = [&](const Real& t, const Mask& at_corner, const Real& corner, const Real& of_q) {
      const Real x = p.x[edge] + dx * t, y = p.y[edge] + dy * t, z = p.z[edge] + dz * t;
      return Meeting<Real>{
          x, y, z, (z - q.height(x, y)) * up, select(at_corner, corner_feature(corner), p.edge[edge]), of_q};
    };
    const Real enter_at = enter.value(), leave_at = leave.value();
    const Real first = select(enter_at < until, enter_at, until), last = select(leave_at > from, leave_at, from);
    put(to, inside, meeting(first, from <= Real(0), p.number[edge], at_from));
    const Mask at_end = until >= Real(1);
    put(to, inside & (p.is_edge | !at_end), meeting(last, at_end, p.number[end], at_until));
  }

  /// A corner of q over p. One that lies on an edge of p is what that edge has already.
  template <class To>
  void put_corner(int corner, To& to) const {
    const Real x = q.x[corner], y = q.y[corner];
    Mask inside = meet & p.is_face;
    for (int side = 0; side < p.corners; ++side) {
      const int end = p.next(side);
      const Real ex = p.x[end] - p.x[side], ey = p.y[end] - p.y[side];
      inside = inside & (ex * (y - p.y[side]) - ey * (x - p.x[side]) > place * (abs(ex) + abs(ey)));
    }
    const Real z = p.height(x, y);
    put(to, inside, {x, y, z, (z - q.z[corner]) * up, p.whole, corner_feature(q.number[corner])});
  }
};

/// All points in which p and q may touch, in an order that their corners decide.
template <class Feature, class Real>
void clip_features(const Clipping<Feature, Real>& clipping, Meetings<Real, Feature::most>& meetings) {
  meetings.count = 0;
  for (int k = 0; k < clipping.p.corners; ++k) clipping.clip_edge(k, meetings);
  for (int k = 0; k < clipping.q.corners; ++k) clipping.put_corner(k, meetings);
}

/// The point of an edge of q, or of a face that it is, under a point on p: edges that lie along each other need not lie
/// one over the other.
template <class Feature, class Real>
reference::Vector<Real> foot_on(const Feature& q, const Meeting<Real>& m, const Real& up) {
  const Real ex = q.x[1] - q.x[0], ey = q.y[1] - q.y[0], square = ex * ex + ey * ey;
  const Real t = ((m.x - q.x[0]) * ex + (m.y - q.y[0]) * ey) / square;
  return {select(q.is_edge, q.x[0] + ex * t, m.x), select(q.is_edge, q.y[0] + ey * t, m.y), m.z - m.separation * up};
}

}  // namespace lockstep::detail
