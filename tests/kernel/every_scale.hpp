// The legal sizes: powers of two from the smallest floats to the largest coordinates.
#pragma once

#include <algorithm>
#include <cmath>
#include <variant>

#include "lockstep/types.hpp"
#include "plane_shape.hpp"
#include "shape.hpp"

namespace lockstep::test {

/// For shapes of about unit size.
inline constexpr int least_exponent = -149, most_exponent = 59;

/// Whether no number is beyond the largest coordinate. (That applies to the entries of a matrix as well.)
struct IsLegal {
  static bool number(float x) { return std::abs(x) <= max_coordinate; }
  bool operator()(const Vec3& v) const { return number(v.x) && number(v.y) && number(v.z); }
  bool operator()(const Vec2& v) const { return number(v.x) && number(v.y); }
  template <class Range>
  static bool all(const Range& range, const auto& is_legal) {
    return std::all_of(range.begin(), range.end(), is_legal);
  }

  bool operator()(const Point& s) const { return (*this)(s.position); }
  bool operator()(const Sphere& s) const { return (*this)(s.center) && number(s.radius); }
  bool operator()(const Aabb& s) const { return (*this)(s.min) && (*this)(s.max); }
  bool operator()(const Box& s) const { return (*this)(s.center) && (*this)(s.half_extents); }
  bool operator()(const Capsule& s) const { return (*this)(s.p0) && (*this)(s.p1) && number(s.radius); }
  bool operator()(const Ellipsoid& s) const { return (*this)(s.center) && (*this)(s.radii); }
  // Rounding may make both ends equal.
  bool operator()(const Cylinder& s) const {
    return (*this)(s.p0) && (*this)(s.p1) && number(s.radius) && s.p0 != s.p1;
  }
  bool operator()(const Cone& s) const {
    return (*this)(s.base) && (*this)(s.apex) && number(s.radius) && s.base != s.apex;
  }
  bool operator()(const oracle::HullShape& s) const { return all(s.vertices, *this); }
  bool operator()(const oracle::Corners8& s) const { return all(s.corners, *this); }
  bool operator()(const oracle::MatrixVolume& s) const { return all(s.row_major, number); }
  bool operator()(const oracle::PlacedHull& s) const {
    return all(s.vertices, *this) && (*this)(s.pose.position) && number(s.radius);
  }
  bool operator()(const oracle::TransformedBox& s) const {
    return all(s.row_major, number) && (*this)(s.min) && (*this)(s.max);
  }

  bool operator()(const Circle2& s) const { return (*this)(s.center) && number(s.radius); }
  bool operator()(const Capsule2& s) const { return (*this)(s.p0) && (*this)(s.p1) && number(s.radius); }
  bool operator()(const Box2& s) const { return (*this)(s.center) && (*this)(s.half_extents); }
  bool operator()(const Ellipse2& s) const { return (*this)(s.center) && (*this)(s.radii); }
  bool operator()(const Slice2& s) const { return (*this)(s.center) && number(s.radius); }
  bool operator()(const oracle::PolygonShape2& s) const { return all(s.vertices, *this) && (*this)(s.position); }
};

inline bool is_legal(const oracle::AnyShape& shape) { return std::visit(IsLegal{}, shape); }
inline bool is_legal(const oracle::AnyShape2& shape) { return std::visit(IsLegal{}, shape); }

}  // namespace lockstep::test
