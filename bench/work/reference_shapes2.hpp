// Shapes of the plane in the scalar reference's form, in float (to be timed) or double (to judge answers).
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include <lockstep/reference/gjk2.hpp>
#include <lockstep/reference/shapes2.hpp>
#include <lockstep/shapes.hpp>

namespace lockstep::bench {

template <class T>
reference::Vector2<T> vector(const Vec2& p) {
  return {T(p.x), T(p.y)};
}

template <class T>
reference::Vector2<T> turn(float angle) {
  return {std::cos(T(angle)), std::sin(T(angle))};
}

template <class T>
reference::Circle2<T> reference_shape(const Circle2& c) {
  return {vector<T>(c.center), T(c.radius)};
}

template <class T>
reference::Box2<T> reference_shape(const Box2& b) {
  return {vector<T>(b.center), turn<T>(b.angle), vector<T>(b.half_extents)};
}

template <class T>
reference::Ellipse2<T> reference_shape(const Ellipse2& e) {
  return {vector<T>(e.center), turn<T>(e.angle), vector<T>(e.radii)};
}

/// A polygon of the reference does not own its points; this does.
template <class T>
std::vector<reference::Vector2<T>> vectors(std::span<const Vec2> points) {
  std::vector<reference::Vector2<T>> copies;
  copies.reserve(points.size());
  for (const Vec2& p : points) copies.push_back(vector<T>(p));
  return copies;
}

}  // namespace lockstep::bench
