// Objects of a culling call, in lanes, relative to the volume's anchor. Each kind has
//
//   lengths()            the sum of its numbers' magnitudes, which rounding errors scale with; infinite if one is
//   along(plane)         the range of normal . x + offset over the object, without its radius if it is `round`
//   is_tight             points of the object attain the ends of that range; otherwise these are bounds
//   is_thinner_than(m)   true only if the object's size along every direction is below m, for m > 0
//   is_symmetric         it is point symmetric
//   side_by_side         the number of registers that are tested against the planes together, for the fewest spills
//   probe(volume)        a point of the object, close to the volume's axis: if all planes have it inside, it is visible
//   shape()              the object in the form that GJK takes, with center and extent
#pragma once

#include "lanes/cull/lane_planes.hpp"
#include "lanes/shapes/load.hpp"
#include "lanes/shapes/transformed_box.hpp"
#include "lanes/shapes/volume.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Whether v is shorter than m > 0. The added constant covers underflow of the squares.
inline Mask is_shorter(const Vec& v, Real m) {
  return fused(v.x, v.x, fused(v.y, v.y, fused(v.z, v.z, Real(least_square)))) < m * m;
}

/// The point of the volume's axis that is nearest to p.
inline Vec nearest_on_axis(const VolumeData& volume, const Vec& p) {
  const Vec start = broadcast(volume.axis_start), axis = broadcast(volume.axis);
  const Real along = max(dot(p - start, axis) * Real(volume.axis_scale), Real(0));
  return start + axis * (volume.infinite_far ? along : min(along, Real(1)));
}

struct SphereObject : Zonotope<0> {
  static constexpr bool is_tight = true, is_symmetric = true;
  static constexpr std::size_t side_by_side = 2;
  Real lengths() const { return norm_1(center) + abs(radius); }
  Range along(const Plane& plane) const {
    const Real at = plane.at(center);
    return {at, at};
  }
  Mask is_thinner_than(Real m) const { return radius + radius < m; }
  Vec probe(const VolumeData& volume) const {
    const Vec offset = nearest_on_axis(volume, center) - center;
    const Real squared = dot(offset, offset);
    // If squares underflow, their root is not the distance.
    const Real part = select(squared > Real(least_square), min(radius / sqrt(squared), Real(1)), Real(0));
    return center + offset * part;
  }
  const Zonotope<0>& shape() const { return *this; }
};

/// Corners as [0] low and [1] high, so that a plane selects its farthest corner by the signs of its normal.
struct AabbObject {
  static constexpr bool round = false, is_tight = true, is_symmetric = true;
  static constexpr std::size_t side_by_side = 4;
  Real x[2], y[2], z[2];

  AabbObject() = default;
  AabbObject(const Vec& low, const Vec& high) : x{low.x, high.x}, y{low.y, high.y}, z{low.z, high.z} {}
  Vec low() const { return {x[0], y[0], z[0]}; }
  Vec high() const { return {x[1], y[1], z[1]}; }

  /// The sum includes every coordinate, so a NaN in any of them reaches the bound. (abs: a side may be -inf.)
  Real lengths() const {
    const Vec sides = high() - low();
    return norm_1(low()) + abs(sides.x + sides.y + sides.z);
  }
  Vec farthest_corner(const Plane& plane) const { return {x[plane.sign[0]], y[plane.sign[1]], z[plane.sign[2]]}; }
  Range along(const Plane& plane) const {
    const auto& [i, j, k] = plane.sign;
    return {plane.at({x[1 - i], y[1 - j], z[1 - k]}), plane.at(farthest_corner(plane))};
  }
  Mask is_thinner_than(Real m) const { return is_shorter(high() - low(), m); }
  Vec probe(const VolumeData& volume) const {
    const Vec axis = nearest_on_axis(volume, (low() + high()) * Real(0.5F));
    const auto nearest = [](const Real(&range)[2], const Real& to) { return min(max(to, range[0]), range[1]); };
    return {nearest(x, axis.x), nearest(y, axis.y), nearest(z, axis.z)};
  }
  Zonotope<0, true> shape() const { return zonotope(aligned_box(low(), high())); }
};

/// Boxes and capsules.
template <unsigned Edges>
struct SweptObject : Zonotope<Edges> {
  static constexpr bool round = Edges != 3, is_tight = true, is_symmetric = true;
  static constexpr std::size_t side_by_side = 1;
  Real lengths() const { return norm_1(this->center) + abs(this->extent); }
  Range along(const Plane& plane) const {
    const Real at = plane.at(this->center), reach = this->core_reach(plane.normal);
    return {at - reach, at + reach};
  }
  /// Bounds the thickness by twice the root of the sum of the squares of its edges, which are perpendicular, plus the
  /// radius. The factor covers the error of a box's edges.
  Mask is_thinner_than(Real m) const {
    const Real core = m * Real(0.5F) - this->radius;
    Real squares = least_square;
    for (const Vec& e : this->edge) squares = fused(e.x, e.x, fused(e.y, e.y, fused(e.z, e.z, squares)));
    return (core > Real(0)) & (squares * Real(1 + 0x1p-17F) < core * core);
  }
  /// NaN if an edge is NaN, which neither the centre nor the extent shows.
  Vec probe(const VolumeData& volume) const {
    const Vec offset = nearest_on_axis(volume, this->center) - this->center;
    Vec p = this->center;
    for (const Vec& e : this->edge) p = p + e * max(min(dot(offset, e) / dot(e, e), Real(1)), Real(-1));
    return p;
  }
  const Zonotope<Edges>& shape() const { return *this; }
};

struct TransformedObject : TransformedBox {
  static constexpr bool round = false, is_tight = true, is_symmetric = true;
  static constexpr std::size_t side_by_side = 1;
  using TransformedBox::TransformedBox;

  Real lengths() const { return sum; }
  Mask is_thinner_than(Real m) const { return edge_sum + edge_sum < m; }
  Range along(const Plane& plane) const {
    const Real at = plane.at(center);
    Real reach = 0;
    for (const Vec& e : edge) reach = reach + abs(fused_dot(plane.normal, e));
    return {at - reach, at + reach};
  }
  /// NaN if an edge is NaN.
  Vec probe(const VolumeData& volume) const {
    const Vec offset = nearest_on_axis(volume, center) - center;
    Vec p = center;
    for (const Vec& e : edge) p = p + e * max(min(dot(offset, e) / dot(e, e), Real(1)), Real(-1));
    return p;
  }
  const TransformedBox& shape() const { return *this; }
};

struct QuadricObject : Quadric {
  static constexpr bool round = false, is_tight = true, is_symmetric = false;
  static constexpr std::size_t side_by_side = 1;
  Real lengths() const { return norm_1(center) + abs(extent); }
  Range along(const Plane& plane) const {
    const Real at = plane.at(foot);
    const auto [least, most] = range_along(plane.normal);
    return {at + least, at + most};
  }
  Mask is_thinner_than(Real m) const { return extent * Real(3.5F) < m; }  // 2 sqrt(3): the extent is per coordinate
  /// A point towards the axis, in coordinates of the shape's own axes: clamped to the height, then to the radius there.
  Vec probe(const VolumeData& volume) const {
    const Vec offset = nearest_on_axis(volume, center) - foot;
    const auto part = [&](int i) { return max(min(dot(offset, axis[i]) / dot(axis[i], axis[i]), Real(1)), Real(-1)); };
    Vec n{part(0), part(1), part(2)};
    n.z = select(two_discs, max(n.z, Real(0)), n.z);
    const Real radius = select(two_discs, Real(1) - (Real(1) - top) * n.z, Real(1));
    const Real k = min(radius / sqrt(round_square(n)), Real(1));
    return (foot + axis[2] * select(two_discs, n.z, n.z * k)) + (axis[0] * (n.x * k) + axis[1] * (n.y * k));
  }
  const Quadric& shape() const { return *this; }
};

/// What planes and probes need of a hull: no vertices, so no shape() either.
struct HullBounds {
  static constexpr bool round = false, is_tight = false;  // along() uses the bounding box
  static constexpr std::size_t side_by_side = 1;
  Vec center;
  Real extent;  // of the box
  Vec half;     // with the slack of float lanes, in double too: how far the hull may exceed its box
  Vec mean;     // of the vertices

  HullBounds() = default;
  HullBounds(const RowsOf<RecordKind::hull>& r, const Vec& offset)
      : center(xyz(r.row[1]) + offset), extent(norm_max(xyz(r.row[2]))), mean(xyz(r.row[3]) + offset) {
    const Real slack = r.row[0].w;
    half = xyz(r.row[2]) + Vec{slack, slack, slack};
  }

  Real lengths() const { return norm_1(center) + extent; }
  Range along(const Plane& plane) const {
    const Real at = plane.at(center), reach = dot(abs(plane.normal), half);
    return {at - reach, at + reach};
  }
  Vec probe(const VolumeData&) const { return mean; }
};

struct HullObject : HullBounds {
  Hull hull;
  const Hull& shape() const { return hull; }
};

/// The box with half extents h, rotated by q/|q|.
inline SweptObject<3> box_object(const Vec& center, const Quad& q, const Vec& h) {
  SweptObject<3> box;
  box.center = center;
  turned_axes(q, h, box.edge);
  box.radius = 0;
  box.extent = norm_1(h);  // a root would cost as much as all plane tests
  return box;
}

template <RecordKind K, class ShapeOf>
auto load_object(const RowsOf<K>& r, const ShapeOf& shape, const auto& origin, HullScratch* scratch) {
  if constexpr (K == RecordKind::sphere)
    return SphereObject{load_sphere(r, origin)};
  else if constexpr (K == RecordKind::aabb)
    return AabbObject{xyz(r.row[0]) - origin, xyz(r.row[1]) - origin};
  else if constexpr (K == RecordKind::box)
    return SweptObject<3>{zonotope(load_box(r, shape, origin))};
  else if constexpr (K == RecordKind::capsule)
    return SweptObject<1>{load_capsule(r, origin)};
  else if constexpr (K == RecordKind::quadric)
    return QuadricObject{load_quadric(r, shape, origin)};
  else {
    const Hull hull = load_hull(r, shape, origin, scratch);
    return HullObject{{r, hull.offset}, hull};
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
