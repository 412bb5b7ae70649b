// What of a shape its partner touches, seen along the normal of the contact: a face, an edge or a corner. Over any
// scalar type, one number or a register of them; what is no branch on numbers of the type.
//
// A feature is named by a number whose last two bits say what it is (contacts.hpp). It is computed as a number of the
// scalar type, exactly.
#pragma once

#include <cstddef>

#include "base/perpendicular.hpp"

namespace lockstep::detail {

// What lanes have, of one number.
inline double select(bool m, double a, double b) { return m ? a : b; }
inline double abs(double x) { return x < 0 ? -x : x; }

template <class Real>
using MaskOf = decltype(Real(0) < Real(0));

/// The coordinates of a contact: two directions at right angles to the normal, and the normal.
template <class Real>
struct ContactFrame {
  using Point = reference::Vector<Real>;
  Point x, y, normal;

  explicit ContactFrame(const Point& n) : normal(n) {
    const auto& [along_x, along_y] = perpendicular_to(n, select(n.z < Real(0), Real(-1), Real(1)));
    x = along_x, y = along_y;
  }
  Point of(const Point& v) const { return {dot(v, x), dot(v, y), dot(v, normal)}; }
  Point to_world(const Point& p) const { return (x * p.x + y * p.y) + normal * p.z; }
};

/// An edge or a face touches as a whole, not with a corner, if its slope is no more than 14.5 degrees: the sine, the
/// cosine and the tangent of that.
inline constexpr double flat_sine = 0.25, flat_cosine = 0.9682458365518543, flat_tangent = 0.2581988897471611;
/// What of a shape is thinner, as a part of its size, is no face or edge.
inline constexpr double thin_share = 0x1p-30;

template <class Real>
Real corner_feature(const Real& corner) {
  return corner * Real(4) + Real(1);
}
/// Of the edge between two corners, in either order.
template <class Real>
Real edge_feature(const Real& p, const Real& q) {
  const Real low = select(p < q, p, q), high = select(p < q, q, p);
  return ((high * (high - Real(1))) * Real(0.5) + low) * Real(4) + Real(2);
}
template <class Real>
Real face_feature(const Real& face) {
  return face * Real(4) + Real(3);
}

/// A convex polygon in the coordinates of a contact: counter-clockwise in x and y, all but planar, its corners with
/// their numbers.
///
/// An edge has its ends as corners 0 and 1; corners 2 and 3 lie beside these, and stand for nothing. Of a corner all
/// four are the same.
template <class Real, std::size_t most_corners>
struct ContactFeature {
  static constexpr std::size_t most = most_corners;
  int corners = 4;
  Real x[most], y[most], z[most], number[most];
  Real edge[most];        // the features between the corners and the next ones; of what lies beside an edge, its ends
  Real slope_x, slope_y;  // of z along the face or the edge
  Real whole;             // the feature
  Real size;              // the length of its shortest edge, about
  MaskOf<Real> is_face, is_edge;

  /// From the numbers of the corners.
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

/// The axes of a box, or of a segment, that its feature spans: one lies along the first side, the other along the
/// second; zero where there is none.
template <class Real>
struct SpannedSides {
  reference::Vector<Real> side[2];
  Real weight[2];  // what the numbers of the corners at their two ends differ by

  /// Runs from one side to the other, seen from along the normal, counter-clockwise.
  void orient() {
    const auto turned = side[0].x * side[1].y - side[0].y * side[1].x < Real(0);
    const auto exchange = [turned](Real& p, Real& q) {
      const Real first = select(turned, q, p);
      q = select(turned, p, q), p = first;
    };
    exchange(side[0].x, side[1].x), exchange(side[0].y, side[1].y), exchange(side[0].z, side[1].z);
    exchange(weight[0], weight[1]);
  }
};

/// The four corners about a middle, and the slope between them.
template <class Real, std::size_t most>
void put_corners(ContactFeature<Real, most>& feature, const reference::Vector<Real>& middle, const Real& number,
                 const SpannedSides<Real>& sides) {
  const auto &u = sides.side[0], &v = sides.side[1];
  // An edge gets a width, to the left of it.
  const Real zero = 0, wide_x = select(feature.is_face, v.x, -u.y), wide_y = select(feature.is_face, v.y, u.x);
  const Real back = select(feature.is_face, Real(1), zero);
  const Real along[4] = {Real(-1), Real(1), Real(1), Real(-1)}, across[4] = {-back, -back, Real(1), Real(1)};
  for (int k = 0; k < 4; ++k) {
    feature.x[k] = middle.x + (u.x * along[k] + wide_x * across[k]);
    feature.y[k] = middle.y + (u.y * along[k] + wide_y * across[k]);
    feature.z[k] = middle.z + (u.z * along[k] + select(feature.is_face, v.z, zero) * across[k]);
    feature.number[k] = number + select(along[k] > zero, sides.weight[0], zero) +
                        select(feature.is_face & (across[k] > zero), sides.weight[1], zero);
  }
  const Real area = u.x * v.y - u.y * v.x, square = u.x * u.x + u.y * u.y;
  const Real x = select(feature.is_face, u.z * v.y - u.y * v.z, u.z * u.x);
  const Real y = select(feature.is_face, u.x * v.z - u.z * v.x, u.z * u.y);
  const Real part = select(feature.is_face, area, select(feature.is_edge, square, Real(1)));
  feature.slope_x = select(feature.is_face | feature.is_edge, x / part, zero);
  feature.slope_y = select(feature.is_face | feature.is_edge, y / part, zero);
}

/// Of all points center + x_1 axis_1 + .. + x_N axis_N with |x_i| <= half_i and what is within `radius` of these: a
/// box or a capsule, in the coordinates of the contact. `towards` is 1 for the shape that the normal points away from,
/// and -1 for the other. Corner number: the sum of 2^i for all axes along which it lies on the positive side.
template <class Feature, class Real, std::size_t N>
Feature slab_feature(const reference::Vector<Real>& center, const reference::Vector<Real> (&axis)[N],
                     const Real (&half)[N], const Real& radius, double towards) {
  const Real zero = 0, one = 1;
  Real least = radius;
  for (std::size_t i = 0; i < N; ++i) least = least + half[i];
  least = least * Real(thin_share);
  // Of a face, both axes beside its normal; else the flattest one.
  MaskOf<Real> upright = one < zero;
  Real flattest = flat_sine;
  for (std::size_t i = 0; i < N; ++i) {
    const Real slope = abs(axis[i].z);
    if constexpr (N > 1) upright = upright | (slope >= Real(flat_cosine));
    flattest = select((half[i] > least) & (slope < flattest), slope, flattest);
  }
  auto middle = center;
  Real number = 0, face = 0, count = 0;
  SpannedSides<Real> sides{{{zero, zero, zero}, {zero, zero, zero}}, {zero, zero}};
  for (std::size_t i = 0; i < N; ++i) {
    const Real slope = abs(axis[i].z);
    const auto thick = half[i] > least;
    const auto flat = (upright & (slope < Real(flat_cosine))) | ((!upright) & (count == zero) & (slope <= flattest));
    const auto spanned = thick & flat, negative = thick & (axis[i].z * Real(towards) < zero);
    const auto edge = axis[i] * half[i];
    const auto is_first = spanned & (count == zero), is_second = spanned & (count == one);
    const Real weight = static_cast<double>(1U << i);
    const auto put = [&](const auto& m, int k) {
      sides.side[k].x = select(m, edge.x, sides.side[k].x), sides.side[k].y = select(m, edge.y, sides.side[k].y);
      sides.side[k].z = select(m, edge.z, sides.side[k].z), sides.weight[k] = select(m, weight, sides.weight[k]);
    };
    put(is_first, 0), put(is_second, 1);
    count = count + select(spanned, one, zero);
    const Real end = select(spanned, zero, select(negative, -one, one));
    middle = middle + edge * end;
    number = number + select(spanned | negative, zero, weight);
    face = face + select(spanned, zero, Real(static_cast<double>(2 * i)) + select(negative, one, zero));
  }
  middle.z = middle.z + radius * Real(towards);
  Feature feature;
  feature.is_face = count == Real(2), feature.is_edge = count == one;
  sides.orient();
  put_corners(feature, middle, number, sides);
  feature.name_edges();
  feature.whole =
      select(feature.is_face, face_feature(face), select(feature.is_edge, feature.edge[0], corner_feature(number)));
  const auto length = [](const auto& v) { return abs(v.x) + abs(v.y); };
  const Real first = length(sides.side[0]), second = length(sides.side[1]);
  feature.size = select(feature.is_face & (second < first), second, first);
  return feature;
}

}  // namespace lockstep::detail
