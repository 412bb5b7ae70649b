// Every shape of the plane as a core grown by a radius, in any precision, by the scalar templates of the reference.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <cmath>
#include <concepts>
#include <type_traits>
#include <variant>
#include <vector>

#include <lockstep/reference/shapes2.hpp>

#include "plane_shape.hpp"

namespace lockstep::oracle {

using reference::Vector2;

/// Two hundred digits: floats span a hundred orders of magnitude, and a pair of needles may use them. More of them are
/// needed to reduce an angle to one turn, which costs seven digits for a million and thirty-nine for the largest float.
using PlaneReal =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200>, boost::multiprecision::et_off>;
using AngleReal =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<250>, boost::multiprecision::et_off>;

/// Cosine and sine of exactly this angle, rounded once or, in double, a little more often.
template <class T>
Vector2<T> unit_vector(float angle) {
  if (angle == 0) return {T(1), T(0)};
  using Wide = std::conditional_t<std::same_as<T, double>, double, AngleReal>;
  using std::cos, std::sin;
  return {T(cos(Wide(angle))), T(sin(Wide(angle)))};
}

/// The same for the half angle of a slice, where the float nearest to a quarter turn, and any above, means a quarter
/// turn.
template <class T>
Vector2<T> spread_of(float half_angle) {
  return half_angle >= quarter_turn ? Vector2<T>{T(0), T(1)} : unit_vector<T>(half_angle);
}

/// The hull of its points.
template <class T>
struct PlaneCorners {
  using Scalar = T;
  std::vector<Vector2<T>> points;

  [[nodiscard]] Vector2<T> support(const Vector2<T>& v) const { return reference::Polygon2<T>{points}.support(v); }
};

/// A shape is its core and all points within `radius` of it.
template <class T>
struct PlaneCore {
  std::variant<PlaneCorners<T>, reference::Ellipse2<T>, reference::Slice2<T>> core;
  T radius{};

  [[nodiscard]] Vector2<T> support(const Vector2<T>& v) const {
    return std::visit([&](const auto& shape) -> Vector2<T> { return shape.support(v); }, core);
  }
};

/// Shapes relative to `anchor`, all lengths times `unit` (a power of two).
template <class T>
class ToPlaneCore {
 public:
  ToPlaneCore(const Vec2& anchor, double unit) : anchor_(anchor), unit_(unit) {}

  PlaneCore<T> operator()(const Circle2& s) const { return {PlaneCorners<T>{{at(s.center)}}, length(s.radius)}; }
  PlaneCore<T> operator()(const Capsule2& s) const { return {PlaneCorners<T>{{at(s.p0), at(s.p1)}}, length(s.radius)}; }
  PlaneCore<T> operator()(const Box2& s) const {
    const Vec2 h = s.half_extents;
    return {placed({{-h.x, -h.y}, {h.x, -h.y}, {h.x, h.y}, {-h.x, h.y}}, s.center, s.angle), T(0)};
  }
  /// An ellipse that is a circle: its radius is added at the end, and no search has to follow its rim.
  PlaneCore<T> operator()(const Ellipse2& s) const {
    if (s.radii.x == s.radii.y) return (*this)(Circle2{s.center, s.radii.x});
    return {reference::Ellipse2<T>{at(s.center), unit_vector<T>(s.angle), lengths(s.radii)}, T(0)};
  }
  PlaneCore<T> operator()(const Slice2& s) const {
    return {reference::Slice2<T>{at(s.center), unit_vector<T>(s.angle), spread_of<T>(s.half_angle), length(s.radius)},
            T(0)};
  }
  PlaneCore<T> operator()(const PolygonShape2& s) const { return {placed(s.vertices, s.position, s.angle), T(0)}; }

 private:
  [[nodiscard]] T length(float x) const { return T(x) * T(unit_); }
  [[nodiscard]] Vector2<T> lengths(const Vec2& v) const { return {length(v.x), length(v.y)}; }
  [[nodiscard]] Vector2<T> at(const Vec2& p) const {
    return {(T(p.x) - T(anchor_.x)) * T(unit_), (T(p.y) - T(anchor_.y)) * T(unit_)};
  }
  [[nodiscard]] PlaneCorners<T> placed(const std::vector<Vec2>& vertices, const Vec2& position, float angle) const {
    const Vector2<T> turn = unit_vector<T>(angle);
    PlaneCorners<T> corners;
    for (const Vec2& v : vertices) corners.points.push_back(at(position) + reference::turned(turn, lengths(v)));
    return corners;
  }

  Vec2 anchor_;
  double unit_;
};

}  // namespace lockstep::oracle
