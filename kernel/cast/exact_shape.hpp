// Whether a shape contains a point, in exact arithmetic: shapes that touch share a point and no interior, which
// rounded numbers cannot prove. The numbers are those of the caller: a quaternion q rotates by q/|q|, so the rotated
// vectors are exact times |q|^2.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/exact_sum.hpp"
#include "base/quaternion.hpp"
#include "cast/host_vector.hpp"
#include "sets/exact_vertices.hpp"
#include "table/records.hpp"
#include "table/records2.hpp"

namespace lockstep::detail {

using ExactPoint = math::Vector<ExactSum>;
inline ExactPoint exact_point(const HostVector& p) { return {p.x, p.y, p.z}; }
/// False if the numbers are not known exactly.
inline bool is_zero(const ExactSum& x) { return x.is_known() && x.sign() == 0; }
inline bool is_not_above(const ExactSum& x, const ExactSum& y) { return (x - y).is_known() && (x - y).sign() <= 0; }
inline bool is_zero(const ExactPoint& p) { return is_zero(p.x) && is_zero(p.y) && is_zero(p.z); }

/// Whether the segment, which may be a point, is within a distance of p.
inline bool segment_is_within(const ExactPoint& from, const ExactPoint& to, const ExactPoint& p,
                              const ExactSum& distance) {
  const ExactPoint edge = to - from, v = p - from, normal = cross(edge, v);
  const ExactSum along = dot(v, edge), square = dot(edge, edge), limit = distance * distance;
  if (!along.is_known() || !square.is_known()) return false;
  if (is_not_above(along, ExactSum())) return is_not_above(dot(v, v), limit);
  if (is_not_above(square, along)) return is_not_above(dot(p - to, p - to), limit);
  return is_not_above(dot(normal, normal), limit * square);
}

/// Whether the point lies in the triangle. False if the triangle is degenerate.
inline bool triangle_holds(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const ExactPoint& p) {
  const ExactPoint normal = cross(b - a, c - a);
  if (!is_zero(dot(normal, p - a))) return false;
  const auto inner = [&](const ExactPoint& from, const ExactPoint& to) {
    return is_not_above(ExactSum(), dot(normal, cross(to - from, p - from)));
  };
  return !is_zero(normal) && inner(a, b) && inner(b, c) && inner(c, a);
}

/// The core of a shape: the shape without the radius of the ball that is swept along it.
class ExactShape {
 public:
  /// Moved by `by`; unknown if that is not exact.
  ExactShape(const ShapesView& shapes, std::uint32_t index, const Vec3d& by = {});
  ExactShape(const ShapesView2& shapes, std::uint32_t index, const Vec3d& by = {});

  /// False for shapes with irrational numbers, and if exact numbers have run out of bits.
  [[nodiscard]] bool is_known() const { return form_ != Form::unknown; }
  [[nodiscard]] double radius() const { return radius_; }
  [[nodiscard]] const HostVector& middle() const { return middle_; }
  /// A point of the core near p, if it is easy to find; else p.
  [[nodiscard]] HostVector pulled_in(const HostVector& p) const;
  [[nodiscard]] bool holds(const HostVector& p) const;
  /// Whether a point or segment is within a distance of p. False for other cores.
  [[nodiscard]] bool is_within(const HostVector& p, const ExactSum& distance) const {
    return (form_ == Form::point || form_ == Form::segment) &&
           segment_is_within(exact_point(from_), exact_point(to_), exact_point(p), distance);
  }
  /// Calls emit(p) for the extreme points of the core; some have rounding errors.
  template <class Emit>
  void each_corner(const Emit& emit) const;

 private:
  enum class Form : std::uint8_t { unknown, point, segment, aligned_box, box, ellipsoid, discs, hull };
  static constexpr std::uint32_t most_corners = 32;

  void move(const HostVector& by);
  void read_quadric(const Record& r, const Quat& given);
  void read_hull(const ShapesView& shapes, const Record& r, const Quat& rotation);
  void read_polygon(const ShapesView2& shapes, const Record2& r);
  void read_corners(const float* high, const float* low, std::size_t stride, const HostVector& first, bool flat);
  [[nodiscard]] bool box_holds(const HostVector& p) const;
  [[nodiscard]] bool ellipsoid_holds(const HostVector& p) const;
  [[nodiscard]] bool discs_hold(const HostVector& p) const;
  [[nodiscard]] bool hull_holds(const HostVector& p) const;

  Form form_ = Form::unknown;
  double radius_ = 0;
  HostVector from_{}, to_{};  // center, ends, least and largest corner, or the mesh's origin
  HostVector lengths_{}, middle_{};
  math::Quaternion<double> rotation_{0, 0, 0, 1};
  double disc_ = 0;
  bool is_cone_ = false, is_flat_ = false;
  std::uint32_t count_ = 0;
  std::array<HostVector, most_corners> corner_{};
};

inline ExactShape::ExactShape(const ShapesView& shapes, std::uint32_t index, const Vec3d& by) {
  const Record& r = shapes.records[index];
  const auto row = [&](int k) { return HostVector{r.row[k][0], r.row[k][1], r.row[k][2]}; };
  from_ = middle_ = row(0);
  switch (shapes.kinds[index]) {
    case RecordKind::sphere: form_ = Form::point, to_ = from_, radius_ = r.row[0][3]; break;
    case RecordKind::capsule:
      form_ = Form::segment, to_ = row(1), radius_ = r.row[0][3], middle_ = (from_ + to_) * 0.5;
      break;
    case RecordKind::aabb: form_ = Form::aligned_box, to_ = row(1), middle_ = (from_ + to_) * 0.5; break;
    case RecordKind::box: {
      const Quat& q = shapes.rotations[index];
      form_ = Form::box, rotation_ = {q.x, q.y, q.z, q.w}, lengths_ = {r.row[1][3], r.row[2][3], r.row[3][3]};
      break;
    }
    case RecordKind::quadric: read_quadric(r, shapes.rotations[index]); break;
    case RecordKind::hull: read_hull(shapes, r, shapes.rotations[index]); break;
    case RecordKind::free_slot: break;
  }
  if (by != Vec3d{}) move({by.x, by.y, by.z});
}

inline void ExactShape::move(const HostVector& by) {
  const auto is_sum = [](const HostVector& sum, const HostVector& p, const HostVector& q) {
    const auto is_exact = [](double s, double a, double b) { return s - a == b && s - b == a; };
    return is_exact(sum.x, p.x, q.x) && is_exact(sum.y, p.y, q.y) && is_exact(sum.z, p.z, q.z);
  };
  const HostVector from = from_ + by, to = to_ + by;
  const bool has_end =
      form_ == Form::point || form_ == Form::segment || form_ == Form::aligned_box || form_ == Form::discs;
  if (!is_sum(from, from_, by) || (has_end && !is_sum(to, to_, by))) form_ = Form::unknown;
  from_ = from, to_ = to, middle_ = middle_ + by;
}

inline void ExactShape::read_quadric(const Record& r, const Quat& given) {
  if (r.row[3][3] < 0) {
    form_ = Form::discs, to_ = {given.x, given.y, given.z}, disc_ = given.w, is_cone_ = r.row[2][3] == 0;
    middle_ = (from_ + to_) * 0.5;
  } else {
    form_ = Form::ellipsoid, rotation_ = {given.x, given.y, given.z, given.w};
    lengths_ = {r.row[1][3], r.row[2][3], r.row[3][3]};
  }
}

/// Hulls without rotation. Corners of volumes have a slack.
inline void ExactShape::read_hull(const ShapesView& shapes, const Record& r, const Quat& rotation) {
  std::uint32_t at = std::bit_cast<std::uint32_t>(r.row[1][3]);
  HostVector first = from_;
  middle_ = from_ + HostVector{r.row[1][0], r.row[1][1], r.row[1][2]};
  count_ = std::bit_cast<std::uint32_t>(r.row[2][3]);
  if (std::signbit(r.row[3][3])) {
    Placement p;
    std::memcpy(&p, shapes.placements + std::size_t{at} * vertex_padding, sizeof p);
    at = std::bit_cast<std::uint32_t>(p.row[1][3]), radius_ = p.row[0][3];
    if (rotation.x != 0 || rotation.y != 0 || rotation.z != 0) return;
    from_ = {p.row[3][0], p.row[3][1], p.row[3][2]}, first = {p.row[4][0], p.row[4][1], p.row[4][2]};
  } else {
    if (r.row[3][3] != 0) return;
    from_ = {};
  }
  const std::size_t start = std::size_t{at} * vertex_padding;
  read_corners(shapes.vertices + start, shapes.low_parts + start, padded(count_), first, false);
}

/// Vertices are floats. Their differences to the first are stored as two floats each, mostly exactly.
inline void ExactShape::read_corners(const float* high, const float* low, std::size_t stride, const HostVector& first,
                                     bool flat) {
  if (count_ > most_corners || is_marked_inexact(low)) return;
  const auto at = [&](std::size_t i, std::size_t axis) {
    return double{high[axis * stride + i]} + double{low[axis * stride + i]};
  };
  for (std::size_t i = 0; i < count_; ++i) corner_[i] = first + HostVector{at(i, 0), at(i, 1), flat ? 0 : at(i, 2)};
  form_ = Form::hull;
}

/// Shapes with an angle of 0: cosines and sines of other angles are not floats.
inline ExactShape::ExactShape(const ShapesView2& shapes, std::uint32_t index, const Vec3d& by) : is_flat_(true) {
  const Record2& r = shapes.records[index];
  from_ = middle_ = {r.row[0][0], r.row[0][1], 0};
  switch (shapes.kinds[index]) {
    case ShapeKind2::circle: form_ = Form::point, to_ = from_, radius_ = r.row[0][2]; break;
    case ShapeKind2::capsule:
      form_ = Form::segment, to_ = {r.row[1][0], r.row[1][1], 0}, radius_ = r.row[0][2];
      middle_ = (from_ + to_) * 0.5;
      break;
    case ShapeKind2::box:
      lengths_ = {r.row[1][2], r.row[1][3], 0};
      if (r.precise[1] == 0 && r.precise[0] == 1) form_ = Form::box;
      break;
    case ShapeKind2::ellipse:
      lengths_ = {r.precise[0], r.precise[3], 0};
      if (r.precise[1] == 0 && r.precise[2] == 0) form_ = Form::ellipsoid;
      break;
    case ShapeKind2::polygon: read_polygon(shapes, r); break;
    case ShapeKind2::slice: break;
  }
  if (by != Vec3d{}) move({by.x, by.y, by.z});
}

inline void ExactShape::read_polygon(const ShapesView2& shapes, const Record2& r) {
  const PolygonAt polygon = polygon_at(r);
  const float* const head = outline_of(shapes.vertices, polygon);
  Outline outline;
  std::memcpy(&outline, head, sizeof outline);
  count_ = polygon.count, middle_ = from_ + HostVector{r.row[1][0], r.row[1][1], 0};
  if (r.precise[1] != 0 || r.precise[0] != 1) return;
  from_ = {outline.position[0], outline.position[1], 0};
  const float* const high = head + vertex_unit;
  const std::size_t stride = padded2(count_);
  read_corners(high, high + 2 * stride, stride, {outline.origin[0], outline.origin[1], 0}, true);
}

inline HostVector ExactShape::pulled_in(const HostVector& p) const {
  if (form_ == Form::point) return from_;
  if (form_ == Form::aligned_box)
    return {std::clamp(p.x, from_.x, to_.x), std::clamp(p.y, from_.y, to_.y), std::clamp(p.z, from_.z, to_.z)};
  if (form_ != Form::segment) return p;
  const HostVector edge = to_ - from_;
  const double part = dot(p - from_, edge) / dot(edge, edge);
  if (!(part > 0)) return from_;
  // A short factor: the product needs few digits.
  return part >= 1 ? to_ : from_ + edge * (std::floor(part * 0x1p12) * 0x1p-12);
}

inline bool ExactShape::holds(const HostVector& p) const {
  switch (form_) {
    case Form::point: return p.x == from_.x && p.y == from_.y && p.z == from_.z;
    case Form::segment: return is_within(p, ExactSum());
    case Form::aligned_box:
      return p.x >= from_.x && p.y >= from_.y && p.z >= from_.z && p.x <= to_.x && p.y <= to_.y && p.z <= to_.z;
    case Form::box: return box_holds(p);
    case Form::ellipsoid: return ellipsoid_holds(p);
    case Form::discs: return discs_hold(p);
    case Form::hull: return hull_holds(p);
    case Form::unknown: break;
  }
  return false;
}

inline math::Quaternion<ExactSum> exact_rotation(const math::Quaternion<double>& q) { return {q.x, q.y, q.z, q.w}; }

inline bool ExactShape::box_holds(const HostVector& p) const {
  const auto q = exact_rotation(rotation_);
  const ExactPoint local = math::to_local(math::scaled_axes(q), exact_point(p) - exact_point(from_));
  const ExactSum square = length_squared(q);
  if (is_zero(square)) return false;
  const auto inside = [&](const ExactSum& x, double half) {
    const ExactSum reach = square * half;
    return is_not_above(x, reach) && is_not_above(-x, reach);
  };
  return inside(local.x, lengths_.x) && inside(local.y, lengths_.y) && inside(local.z, lengths_.z);
}

/// The sum of the squares of coordinates over radii is at most 1; a radius of 0 requires a coordinate of 0.
inline bool ExactShape::ellipsoid_holds(const HostVector& p) const {
  const auto q = exact_rotation(rotation_);
  const ExactPoint local = math::to_local(math::scaled_axes(q), exact_point(p) - exact_point(from_));
  const ExactSum* const x[3] = {&local.x, &local.y, &local.z};
  const double radius[3] = {lengths_.x, lengths_.y, lengths_.z};
  const ExactSum square = length_squared(q);
  if (is_zero(square)) return false;
  ExactSum sum, most = square * square;
  for (int k = 0; k < 3; ++k) {
    if (radius[k] == 0 && !is_zero(*x[k])) return false;
    ExactSum term = *x[k] * *x[k];
    for (int j = 0; j < 3; ++j)
      if (j != k && radius[j] != 0) term = term * radius[j] * radius[j];
    sum = sum + term;
    if (radius[k] != 0) most = most * radius[k] * radius[k];
  }
  return is_not_above(sum, most);
}

/// Between the planes of both discs, and no farther from the axis than the radius there.
inline bool ExactShape::discs_hold(const HostVector& p) const {
  const ExactPoint axis = exact_point(to_) - exact_point(from_), v = exact_point(p) - exact_point(from_);
  const ExactSum square = dot(axis, axis), along = dot(v, axis), left = square - along;
  if (is_zero(square)) return false;  // without an axis the discs have no direction
  if (!is_not_above(ExactSum(), along) || !is_not_above(ExactSum(), left)) return false;
  const ExactPoint aside = cross(v, axis);
  const ExactSum radius(disc_), across = dot(aside, aside), most = radius * radius;
  return is_cone_ ? is_not_above(across * square, most * left * left) : is_not_above(across, most * square);
}

/// At a corner, on an edge or in a triangle of corners: everywhere but in the interior, in which touching points do
/// not lie.
inline bool ExactShape::hull_holds(const HostVector& p) const {
  const ExactPoint at = exact_point(p) - exact_point(from_);
  const HostVector rough = p - from_;
  double size = 0;
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (is_zero(at - exact_point(corner_[i]))) return true;
    size = std::max(size, norm_1(corner_[i] - corner_[0]));
  }
  const auto corner = [&](std::uint32_t i) { return exact_point(corner_[i]); };
  // Rounded numbers rule out most candidates.
  const auto is_flat = [&](double x) { return std::abs(x) <= 0x1p-40 * size; };
  for (std::uint32_t i = 0; i < count_; ++i)
    for (std::uint32_t j = 0; j < i; ++j) {
      const HostVector moment = cross(corner_[i] - rough, corner_[j] - rough);
      if (is_flat(norm_1(moment) / size)) {
        if (segment_is_within(corner(i), corner(j), at, ExactSum())) return true;
        continue;
      }
      for (std::uint32_t k = 0; k < j && !is_flat_; ++k)
        if (is_flat(dot(moment, corner_[k] - rough) / (size * size)) &&
            triangle_holds(corner(i), corner(j), corner(k), at))
          return true;
    }
  return false;
}

template <class Emit>
void ExactShape::each_corner(const Emit& emit) const {
  if (form_ == Form::segment || form_ == Form::discs || form_ == Form::aligned_box) emit(from_), emit(to_);
  if (form_ == Form::hull)
    for (std::uint32_t i = 0; i < count_; ++i) emit(from_ + corner_[i]);
  if (form_ == Form::aligned_box || form_ == Form::box) {
    const bool is_aligned = form_ == Form::aligned_box;
    const auto axes = math::rotation_axes(rotation_);
    const HostVector half = is_aligned ? (to_ - from_) * 0.5 : lengths_;
    for (unsigned i = 0; i < (is_flat_ ? 4U : 8U); ++i) {
      const auto sign = [&](unsigned k) { return (i >> k & 1U) != 0 ? 1.0 : -1.0; };
      if (is_aligned)
        emit({sign(0) < 0 ? from_.x : to_.x, sign(1) < 0 ? from_.y : to_.y, sign(2) < 0 ? from_.z : to_.z});
      else
        emit(from_ + ((axes[0] * (sign(0) * half.x) + axes[1] * (sign(1) * half.y)) + axes[2] * (sign(2) * half.z)));
    }
  }
}

}  // namespace lockstep::detail
