// The points whose convex hull is a shape, exactly as the caller passed them, if they are known.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/exact_number.hpp"
#include "base/validate.hpp"
#include "base/vector.hpp"
#include "sets/exact_vertices.hpp"
#include "sets/hull_records.hpp"
#include "table/records.hpp"
#include "table/records2.hpp"

namespace lockstep::detail {

using ExactVector = math::Vector<ExactNumber>;

inline ExactVector exact(const Vec3& v) { return {ExactNumber(v.x), ExactNumber(v.y), ExactNumber(v.z)}; }

/// Converts a double of at most `max_coordinate`; false if it is larger, or has digits below those of every float.
inline bool to_exact(double x, ExactNumber& out) {
  if (!(std::abs(x) <= double{max_coordinate})) return false;
  int exponent;
  auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  int shift = exponent - 53 + 149;
  for (; shift < 0 && digits % 2 == 0 && digits != 0; ++shift) digits /= 2;
  if (shift < 0 && digits != 0) return false;
  out = ExactNumber(digits, static_cast<unsigned>(std::max(shift, 0)));
  return true;
}

/// Points exist for balls, capsules and instances of radius 0, boxes whose axes are the world's, and hulls and polygons
/// without a rotation. All other shapes have none.
class ExactPoints {
 public:
  template <class Shapes>
  ExactPoints(const Shapes& shapes, std::uint32_t index) {
    put(shapes, index);
  }
  ExactPoints(const ExactPoints&) = delete;
  ExactPoints& operator=(const ExactPoints&) = delete;

  [[nodiscard]] std::uint32_t count() const { return count_; }
  /// What the set adds to the numbers of the shape.
  [[nodiscard]] const ExactVector& position() const { return position_; }
  [[nodiscard]] ExactVector operator[](std::uint32_t i) const {
    ExactVector point = base_;
    for (const float* const first : {high_, low_}) {
      const auto part = [&](std::size_t axis) { return ExactNumber(first[axis * stride_ + i]); };
      if (first != nullptr) point = point + ExactVector{part(0), part(1), axes_ == 3 ? part(2) : ExactNumber()};
    }
    return point;
  }

 private:
  using Corners = std::array<std::array<float, 3>, 2>;  // the lowest and the highest numbers

  void add_position(const Vec3d& p) {
    ExactVector part;
    is_valid_ = is_valid_ && to_exact(p.x, part.x) && to_exact(p.y, part.y) && to_exact(p.z, part.z);
    base_ = position_ = position_ + part;
  }
  template <class Shapes>
  void put_position(const Shapes& shapes, std::uint32_t index) {
    if (shapes.positions != nullptr) add_position(shapes.positions[index]);
    if (shapes.low_positions != nullptr)
      add_position(shapes.low_positions[index].middle), add_position(shapes.low_positions[index].last);
  }
  /// Invalid coordinates make the shape have no points.
  void put_base(std::initializer_list<Vec3> parts) {
    for (const Vec3& part : parts) {
      is_valid_ = is_valid_ && is_valid_vec3(part);
      if (is_valid_) base_ = base_ + exact(part);
    }
  }
  /// The corners of an axis-aligned box.
  void put_corners(const Corners& corners) {
    for (std::uint32_t i = 0; i < 8; ++i)
      for (std::size_t axis = 0; axis < 3; ++axis) own_[axis][i] = corners[i >> axis & 1U][axis];
    is_valid_ = is_valid_ && is_valid_vec3({corners[0][0], corners[0][1], corners[0][2]}) &&
                is_valid_vec3({corners[1][0], corners[1][1], corners[1][2]});
    high_ = own_[0].data(), stride_ = own_[0].size(), count_ = is_valid_ ? 8 : 0;
  }
  /// The ends of a segment, or the same point twice.
  void put_ends(const Vec3& p, const Vec3& q) {
    const float ends[2][3] = {{p.x, p.y, p.z}, {q.x, q.y, q.z}};
    for (std::size_t axis = 0; axis < 3; ++axis) own_[axis][0] = ends[0][axis], own_[axis][1] = ends[1][axis];
    high_ = own_[0].data(), stride_ = own_[0].size(),
    count_ = is_valid_ && is_valid_vec3(p) && is_valid_vec3(q) ? 2 : 0;
  }
  void put_vertices(const float* high, const float* low, std::size_t stride, std::uint32_t count) {
    high_ = high, low_ = low, stride_ = stride, count_ = is_valid_ ? count : 0;
  }
  void put(const ShapesView& shapes, std::uint32_t index);
  void put(const ShapesView2& shapes, std::uint32_t index);
  void put_box(const Record& box, const Quat& rotation);
  void put_hull(const ShapesView& shapes, const Record& hull, const Quat& rotation);
  void put_polygon(const ShapesView2& shapes, const Record2& polygon);

  ExactVector position_, base_;
  bool is_valid_ = true;
  const float *high_ = nullptr, *low_ = nullptr;  // relative to the base, all x, all y, all z
  std::size_t stride_ = 0;
  unsigned axes_ = 3;
  std::uint32_t count_ = 0;
  std::array<std::array<float, 8>, 3> own_;
};

inline Vec3 vec_of(const float (&row)[4]) { return {row[0], row[1], row[2]}; }

inline void ExactPoints::put(const ShapesView& shapes, std::uint32_t index) {
  const Record& r = shapes.records[index];
  put_position(shapes, index);
  const bool is_thin = r.row[0][3] == 0;  // a ball or a capsule without a radius
  switch (shapes.kinds[index]) {
    case RecordKind::sphere: return is_thin ? put_ends(vec_of(r.row[0]), vec_of(r.row[0])) : void();
    case RecordKind::capsule: return is_thin ? put_ends(vec_of(r.row[0]), vec_of(r.row[1])) : void();
    case RecordKind::aabb:
      return put_corners({{{r.row[0][0], r.row[0][1], r.row[0][2]}, {r.row[1][0], r.row[1][1], r.row[1][2]}}});
    case RecordKind::box: return put_box(r, shapes.rotations[index]);
    case RecordKind::hull: return put_hull(shapes, r, shapes.rotations[index]);
    default: return;
  }
}

/// A rotation by quarter turns about an axis has one component, or two of equal magnitude. Its axes consist of zeros
/// and ones.
inline void ExactPoints::put_box(const Record& box, const Quat& q) {
  int components = 0;
  float largest = 0;
  for (const float x : {q.x, q.y, q.z, q.w}) components += x != 0, largest = std::max(largest, std::abs(x));
  bool equal = components <= 2;
  for (const float x : {q.x, q.y, q.z, q.w}) equal = equal && (x == 0 || std::abs(x) == largest);
  if (!equal || largest == 0) return;
  Corners corners{};
  int axes = 0;  // fewer than three if the rotation has a NaN
  for (const auto& row : {box.row[1], box.row[2], box.row[3]})
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (std::abs(row[axis]) > 0.5F) corners[0][axis] = -row[3], corners[1][axis] = row[3], ++axes;
  if (axes != 3) return;
  put_base({vec_of(box.row[0])});
  put_corners(corners);
}

/// A hull without a placement, or an instance that is translated and not rotated; only if the stored vertices are exact
/// (sets/exact_vertices.hpp).
inline void ExactPoints::put_hull(const ShapesView& shapes, const Record& hull, const Quat& rotation) {
  const auto count = std::bit_cast<std::uint32_t>(hull.row[2][3]);
  auto at = std::bit_cast<std::uint32_t>(hull.row[1][3]);
  if (std::signbit(hull.row[3][3])) {
    Placement placement;
    std::copy_n(shapes.placements + std::size_t{at} * vertex_padding, sizeof placement / sizeof(float),
                &placement.row[0][0]);
    const bool is_turned = rotation.x != 0 || rotation.y != 0 || rotation.z != 0;
    if (is_turned || !(std::abs(rotation.w) > 0) || !std::isfinite(rotation.w) || placement.row[0][3] != 0) return;
    is_valid_ = is_valid_ && std::isfinite(hull.row[0][0]);  // otherwise the instance is invalid
    put_base({vec_of(placement.row[3]), vec_of(placement.row[4])});
    at = std::bit_cast<std::uint32_t>(placement.row[1][3]);
  } else {
    if (hull.row[3][3] != 0) return;  // the corners of a volume have a slack
    put_base({vec_of(hull.row[0])});
  }
  is_valid_ = is_valid_ && std::isfinite(hull.row[1][0]);  // an invalid vertex makes it NaN
  const std::size_t first = std::size_t{at} * vertex_padding;
  if (is_marked_inexact(shapes.low_parts + first)) return;
  put_vertices(shapes.vertices + first, shapes.low_parts + first, padded(count), count);
}

inline void ExactPoints::put(const ShapesView2& shapes, std::uint32_t index) {
  const Record2& r = shapes.records[index];
  put_position(shapes, index);
  const bool is_thin = r.row[0][2] == 0;  // a circle or a capsule without a radius
  const Vec3 place{r.row[0][0], r.row[0][1], 0};
  switch (shapes.kinds[index]) {
    case ShapeKind2::circle: return is_thin ? put_ends(place, place) : void();
    case ShapeKind2::capsule: return is_thin ? put_ends(place, {r.row[1][0], r.row[1][1], 0}) : void();
    case ShapeKind2::box:
      if (r.precise[0] != 1 || r.precise[1] != 0) return;
      put_base({place});
      return put_corners({{{-r.row[1][2], -r.row[1][3], 0}, {r.row[1][2], r.row[1][3], 0}}});
    case ShapeKind2::polygon: return put_polygon(shapes, r);
    default: return;
  }
}

inline void ExactPoints::put_polygon(const ShapesView2& shapes, const Record2& polygon) {
  const PolygonAt where = polygon_at(polygon);
  const float* const head = outline_of(shapes.vertices, where);
  Outline outline;
  std::copy_n(head, sizeof outline / sizeof(float), outline.position);
  const std::size_t stride = padded2(where.count);
  const float *const high = head + vertex_unit, *const low = high + 2 * stride;
  if (polygon.precise[0] != 1 || polygon.precise[1] != 0 || is_marked_inexact(low)) return;
  is_valid_ = is_valid_ && std::isfinite(polygon.row[0][0]) && std::isfinite(outline.radius);
  put_base({{outline.position[0], outline.position[1], 0}, {outline.origin[0], outline.origin[1], 0}});
  axes_ = 2, put_vertices(high, low, stride, where.count);
}

inline bool is_zero(const ExactVector& v) { return v.x.sign() == 0 && v.y.sign() == 0 && v.z.sign() == 0; }
inline const ExactNumber& component(const ExactVector& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// Whether four vertices of a hull enclose more volume than rounding errors could: the first vertex, the farthest from
/// it, the one that spans the largest area with these two, and the farthest from the plane of these three.
inline bool encloses_volume(const float* vertices, std::size_t stride, std::uint32_t count) {
  using Offset = math::Vector<double>;
  const auto offset = [=](std::uint32_t i) {
    const auto part = [=](std::size_t axis) { return double{vertices[axis * stride + i]} - vertices[axis * stride]; };
    return Offset{part(0), part(1), part(2)};
  };
  Offset edge{}, normal{};
  double squared_reach = 0, squared_area = 0, volume = 0;
  for (std::uint32_t i = 1; i < count; ++i)
    if (const double square = dot(offset(i), offset(i)); square > squared_reach)
      squared_reach = square, edge = offset(i);
  for (std::uint32_t i = 1; i < count; ++i) {
    const Offset across = cross(edge, offset(i));
    if (const double square = dot(across, across); square > squared_area) squared_area = square, normal = across;
  }
  for (std::uint32_t i = 1; i < count; ++i) volume = std::max(volume, std::abs(dot(normal, offset(i))));
  return volume > 0x1p-18 * squared_reach * std::sqrt(squared_reach);
}

inline bool has_volume(const ShapesView& shapes, const Record& hull) {
  auto at = std::bit_cast<std::uint32_t>(hull.row[1][3]);
  const auto count = std::bit_cast<std::uint32_t>(hull.row[2][3]);
  if (std::signbit(hull.row[3][3])) {
    Placement placement;
    std::copy_n(shapes.placements + std::size_t{at} * vertex_padding, sizeof placement / sizeof(float),
                &placement.row[0][0]);
    at = std::bit_cast<std::uint32_t>(placement.row[1][3]);
  }
  return count > 3 && encloses_volume(shapes.vertices + std::size_t{at} * vertex_padding, padded(count), count);
}

/// A cheap test on floats that is false for most shapes, so that exact arithmetic costs nothing where solid shapes
/// touch.
inline bool may_be_flat(const ShapesView& shapes, std::uint32_t index) {
  const Record& r = shapes.records[index];
  switch (shapes.kinds[index]) {
    case RecordKind::sphere:
    case RecordKind::capsule: return r.row[0][3] == 0;
    case RecordKind::aabb:
      return r.row[0][0] == r.row[1][0] || r.row[0][1] == r.row[1][1] || r.row[0][2] == r.row[1][2];
    case RecordKind::box: return r.row[1][3] == 0 || r.row[2][3] == 0 || r.row[3][3] == 0;
    case RecordKind::hull: return !has_volume(shapes, r);
    default: return false;
  }
}
inline bool may_be_flat(const ShapesView2& /*shapes*/, std::uint32_t /*index*/) { return true; }

/// The first axis along which a vector is not 0.
inline int first_axis(const ExactVector& v) { return v.x.sign() != 0 ? 0 : v.y.sign() != 0 ? 1 : 2; }

/// The common plane of points, if there is one.
struct ExactPlane {
  ExactVector first, edge, normal;  // the latter are 0 if the points are one point, or on a line
  bool is_flat = true;

  explicit ExactPlane(const ExactPoints& points) : first(points[0]) { add(points); }
  void add(const ExactPoints& points) {
    for (std::uint32_t i = 0; i < points.count() && is_flat; ++i) {
      const ExactVector to = points[i] - first;
      if (is_zero(edge))
        edge = to;
      else if (is_zero(normal))
        normal = cross(edge, to);
      else
        is_flat = dot(normal, to).sign() == 0;
    }
  }
};

}  // namespace lockstep::detail
