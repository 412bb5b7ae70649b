// The face, the edge or the corner of a box or a capsule that faces its partner, over any scalar type.
#pragma once

#include "polygons/feature.hpp"

namespace lockstep::detail {

/// A part of a shape that is thinner than this fraction of its size is not a face or an edge.
inline constexpr double thin_share = 0x1p-30;

/// The axes of a box, or of a segment, that its feature spans: one along the first side, one along the second; zero if
/// it spans fewer.
template <class Real>
struct SpannedSides {
  math::Vector<Real> side[2];
  Real weight[2];  // the difference between the numbers of the corners at their two ends

  void put(const MaskOf<Real>& m, int k, const math::Vector<Real>& edge, const Real& by) {
    side[k].x = select(m, edge.x, side[k].x), side[k].y = select(m, edge.y, side[k].y);
    side[k].z = select(m, edge.z, side[k].z), weight[k] = select(m, by, weight[k]);
  }

  /// Orders the sides counter-clockwise, seen along the normal.
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

/// The axes of a box or a segment that have a length, and those that its feature spans.
template <class Real, std::size_t N>
struct FlatAxes {
  MaskOf<Real> thick[N], spanned[N];

  /// For a face, both axes beside its normal; otherwise the flattest axis, if it is flat.
  FlatAxes(const math::Vector<Real> (&axis)[N], const Real (&half)[N], const Real& radius) {
    Real least = radius, flattest = flat_sine, count = 0;
    for (std::size_t i = 0; i < N; ++i) least = least + half[i];
    least = least * Real(thin_share);
    MaskOf<Real> upright = Real(1) < Real(0);
    for (std::size_t i = 0; i < N; ++i) {
      const Real slope = abs(axis[i].z);
      thick[i] = half[i] > least;
      if constexpr (N > 1) upright = upright | (slope >= Real(flat_cosine));
      flattest = select(thick[i] & (slope < flattest), slope, flattest);
    }
    for (std::size_t i = 0; i < N; ++i) {
      const Real slope = abs(axis[i].z);
      const MaskOf<Real> beside = upright & (slope < Real(flat_cosine));
      spanned[i] = thick[i] & (beside | ((!upright) & (count == Real(0)) & (slope <= flattest)));
      count = count + select(spanned[i], Real(1), Real(0));
    }
  }
};

/// The feature of a box or a capsule that faces its partner, in compact form.
template <class Real>
struct FacingSlab {
  math::Vector<Real> middle;
  SpannedSides<Real> sides;
  Real spanned;  // number of sides: a corner 0, an edge 1, a face 2
  Real number;   // of the corner at the negative ends of all sides
  Real whole;    // the feature

  [[nodiscard]] MaskOf<Real> is_edge() const { return spanned == Real(1); }
  [[nodiscard]] MaskOf<Real> is_face() const { return spanned == Real(2); }
};

/// The facing feature of a box or a capsule, in the coordinates of the contact. The shape is all points center + x_1
/// axis_1 + .. + x_N axis_N with |x_i| <= half_i, and all points within `radius` of these. `towards` is 1 for the shape
/// that the normal points away from, and -1 for the other. Corner number: the sum of 2^i for all axes along which it
/// lies on the positive side.
template <class Real, std::size_t N>
FacingSlab<Real> facing_slab(const math::Vector<Real>& center, const math::Vector<Real> (&axis)[N],
                             const Real (&half)[N], const Real& radius, double towards) {
  const Real zero = 0, one = 1;
  const FlatAxes<Real, N> flat(axis, half, radius);
  auto middle = center;
  Real number = 0, face = 0, count = 0;
  SpannedSides<Real> sides{{{zero, zero, zero}, {zero, zero, zero}}, {zero, zero}};
  for (std::size_t i = 0; i < N; ++i) {
    const MaskOf<Real> spanned = flat.spanned[i], negative = flat.thick[i] & (axis[i].z * Real(towards) < zero);
    const Real weight = static_cast<double>(1U << i), end = select(spanned, zero, select(negative, -one, one));
    const auto edge = axis[i] * half[i];
    sides.put(spanned & (count == zero), 0, edge, weight), sides.put(spanned & (count == one), 1, edge, weight);
    count = count + select(spanned, one, zero);
    middle = middle + edge * end;
    number = number + select(spanned | negative, zero, weight);
    face = face + select(spanned, zero, Real(static_cast<double>(2 * i)) + select(negative, one, zero));
  }
  middle.z = middle.z + radius * Real(towards);
  sides.orient();
  const Real edge_name = edge_feature(number, number + sides.weight[0]);
  const Real name = select(count == one, edge_name, corner_feature(number));
  return {middle, sides, count, number, select(count == Real(2), face_feature(face), name)};
}

/// Sets the four corners around the middle, and the slope between them.
template <class Feature, class Real>
void put_corners(Feature& feature, const FacingSlab<Real>& slab) {
  const auto &middle = slab.middle, &u = slab.sides.side[0], &v = slab.sides.side[1];
  // An edge gets a width, to its left.
  const Real zero = 0, wide_x = select(feature.is_face, v.x, -u.y), wide_y = select(feature.is_face, v.y, u.x);
  const Real back = select(feature.is_face, Real(1), zero);
  const Real along[4] = {Real(-1), Real(1), Real(1), Real(-1)}, across[4] = {-back, -back, Real(1), Real(1)};
  for (int k = 0; k < 4; ++k) {
    feature.x[k] = middle.x + (u.x * along[k] + wide_x * across[k]);
    feature.y[k] = middle.y + (u.y * along[k] + wide_y * across[k]);
    feature.z[k] = middle.z + (u.z * along[k] + select(feature.is_face, v.z, zero) * across[k]);
    feature.number[k] = slab.number + select(along[k] > zero, slab.sides.weight[0], zero) +
                        select(feature.is_face & (across[k] > zero), slab.sides.weight[1], zero);
  }
  const Real area = u.x * v.y - u.y * v.x, square = u.x * u.x + u.y * u.y;
  const Real x = select(feature.is_face, u.z * v.y - u.y * v.z, u.z * u.x);
  const Real y = select(feature.is_face, u.x * v.z - u.z * v.x, u.z * u.y);
  const Real part = select(feature.is_face, area, select(feature.is_edge, square, Real(1)));
  feature.slope_x = select(feature.is_face | feature.is_edge, x / part, zero);
  feature.slope_y = select(feature.is_face | feature.is_edge, y / part, zero);
}

template <class Feature, class Real>
Feature feature_of(const FacingSlab<Real>& slab) {
  Feature feature;
  feature.is_face = slab.is_face(), feature.is_edge = slab.is_edge();
  put_corners(feature, slab);
  feature.name_edges();
  feature.whole = slab.whole;
  const auto length = [](const auto& v) { return abs(v.x) + abs(v.y); };
  const Real first = length(slab.sides.side[0]), second = length(slab.sides.side[1]);
  feature.size = select(feature.is_face & (second < first), second, first);
  return feature;
}

}  // namespace lockstep::detail
