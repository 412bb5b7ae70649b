// The oracle's shapes of the plane as shapes of the reference, in any precision.
#pragma once

#include <variant>
#include <vector>

#include <lockstep/reference/shapes2.hpp>

#include "plane_shape.hpp"
#include "plane_support.hpp"

namespace lockstep::reference_tests {

template <class T>
reference::Vector2<T> vector(const Vec2& p) {
  return {T(p.x), T(p.y)};
}

/// Owns the points that a Polygon2 views.
template <class T>
struct OwnedPolygon2 {
  using Scalar = T;
  std::vector<reference::Vector2<T>> points;

  reference::Vector2<T> support(const reference::Vector2<T>& direction) const noexcept {
    return reference::Polygon2<T>{points}.support(direction);
  }
};

template <class T>
using AnyReferencePlane = std::variant<reference::Circle2<T>, reference::Capsule2<T>, reference::Box2<T>,
                                       reference::Ellipse2<T>, reference::Slice2<T>, OwnedPolygon2<T>>;

template <class T>
AnyReferencePlane<T> to_reference(const oracle::AnyShape2& shape) {
  const auto turn = [](float angle) {
    const reference::Vector2<double> unit = oracle::unit_vector<double>(angle);
    return reference::Vector2<T>{static_cast<T>(unit.x), static_cast<T>(unit.y)};
  };
  if (const auto* s = std::get_if<Circle2>(&shape)) return reference::Circle2<T>{vector<T>(s->center), T(s->radius)};
  if (const auto* s = std::get_if<Capsule2>(&shape)) {
    return reference::Capsule2<T>{{vector<T>(s->p0), vector<T>(s->p1)}, T(s->radius)};
  }
  if (const auto* s = std::get_if<Box2>(&shape)) {
    return reference::Box2<T>{vector<T>(s->center), turn(s->angle), vector<T>(s->half_extents)};
  }
  if (const auto* s = std::get_if<Ellipse2>(&shape)) {
    return reference::Ellipse2<T>{vector<T>(s->center), turn(s->angle), vector<T>(s->radii)};
  }
  if (const auto* s = std::get_if<Slice2>(&shape)) {
    const reference::Vector2<double> spread = oracle::spread_of<double>(s->half_angle);
    return reference::Slice2<T>{
        vector<T>(s->center), turn(s->angle), {static_cast<T>(spread.x), static_cast<T>(spread.y)}, T(s->radius)};
  }
  const auto& polygon = std::get<oracle::PolygonShape2>(shape);
  OwnedPolygon2<T> owned;
  for (const Vec2& p : polygon.vertices) {
    owned.points.push_back(reference::turned(turn(polygon.angle), vector<T>(p)) + vector<T>(polygon.position));
  }
  return owned;
}

}  // namespace lockstep::reference_tests
