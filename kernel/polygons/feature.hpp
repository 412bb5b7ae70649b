// The feature of a shape that its partner touches, seen along the normal of the contact: a face, an edge or a corner.
// For any scalar type, one number or a register of them; so there is no branch on numbers of the type.
//
// A feature is named by a number whose last two bits are its type (contacts.hpp). It is computed as a number of the
// scalar type, exactly.
#pragma once

#include <cstddef>

#include "base/perpendicular.hpp"

namespace lockstep::detail {

// The operations of lanes, for one number.
inline double select(bool m, double a, double b) { return m ? a : b; }
inline double abs(double x) { return x < 0 ? -x : x; }

template <class Real>
using MaskOf = decltype(Real(0) < Real(0));

/// The coordinates of a contact: two directions perpendicular to the normal, and the normal.
template <class Real>
struct ContactFrame {
  using Point = math::Vector<Real>;
  Point x, y, normal;

  explicit ContactFrame(const Point& n) : normal(n) {
    const auto& [along_x, along_y] = perpendicular_to(n, select(n.z < Real(0), Real(-1), Real(1)));
    x = along_x, y = along_y;
  }
  Point of(const Point& v) const { return {dot(v, x), dot(v, y), dot(v, normal)}; }
  Point to_world(const Point& p) const { return (x * p.x + y * p.y) + normal * p.z; }
};

/// An edge or a face touches as a whole, not with a corner, if its slope is at most 14.5 degrees: sine, cosine and
/// tangent of that angle.
inline constexpr double flat_sine = 0.25, flat_cosine = 0.9682458365518543, flat_tangent = 0.2581988897471611;

template <class Real>
Real corner_feature(const Real& corner) {
  return corner * Real(4) + Real(1);
}
/// The feature of the edge between two corners, in either order.
template <class Real>
Real edge_feature(const Real& p, const Real& q) {
  const Real low = select(p < q, p, q), high = select(p < q, q, p);
  return ((high * (high - Real(1))) * Real(0.5) + low) * Real(4) + Real(2);
}
template <class Real>
Real face_feature(const Real& face) {
  return face * Real(4) + Real(3);
}

/// A convex polygon in the coordinates of a contact: counter-clockwise in x and y, nearly planar, its corners with
/// their numbers.
///
/// An edge has its ends as corners 0 and 1; corners 2 and 3 lie beside them and have no meaning. For a corner all four
/// are the same.
template <class Real, std::size_t most_corners>
struct ContactFeature {
  static constexpr std::size_t most = most_corners;
  int corners = 4;
  Real x[most], y[most], z[most], number[most];
  Real edge[most];        // features from each corner to the next; beside an edge, those of its ends
  Real slope_x, slope_y;  // of z along the face or the edge
  Real whole;             // the feature
  Real size;              // approximate length of its shortest edge
  MaskOf<Real> is_face, is_edge;

  /// Sets the edge features from the numbers of the corners.
  void name_edges() {
    for (int k = 0; k < corners; ++k) edge[k] = edge_feature(number[k], number[next(k)]);
    if (corners != 4) return;  // a face
    edge[1] = select(is_face, edge[1], corner_feature(number[1]));
    edge[3] = select(is_face, edge[3], corner_feature(number[0]));
  }
  int next(int corner) const { return corner + 1 < corners ? corner + 1 : 0; }
  Real height(const Real& at_x, const Real& at_y) const {
    return z[0] + (slope_x * (at_x - x[0]) + slope_y * (at_y - y[0]));
  }
};

}  // namespace lockstep::detail
