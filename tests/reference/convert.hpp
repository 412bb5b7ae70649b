// The oracle's shapes as shapes of the reference, in any precision.
#pragma once

#include <array>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <lockstep/reference/gjk.hpp>
#include <lockstep/reference/shapes.hpp>

#include "core.hpp"
#include "shape.hpp"

namespace lockstep::reference_tests {

template <class T>
reference::Vector<T> vector(const Vec3& p) {
  return {T(p.x), T(p.y), T(p.z)};
}

/// Owns the points that a PointCloud views.
template <class T>
struct Hull {
  using Scalar = T;
  std::vector<reference::Vector<T>> points;

  reference::Vector<T> support(const reference::Vector<T>& direction) const noexcept {
    return reference::PointCloud<T>{points}.support(direction);
  }
};

template <class T>
using AnyReference = std::variant<reference::Point<T>, reference::Sphere<T>, reference::Aabb<T>, reference::Box<T>,
                                  reference::Capsule<T>, Hull<T>, reference::Rounded<Hull<T>>, reference::Ellipsoid<T>,
                                  reference::Cylinder<T>, reference::Cone<T>>;

/// Hulls and volumes become point clouds; the corners of a matrix are rounded from their exact values.
template <class T>
AnyReference<T> to_reference(const oracle::AnyShape& shape) {
  if (const auto* s = std::get_if<Point>(&shape)) return reference::Point<T>{vector<T>(s->position)};
  if (const auto* s = std::get_if<Sphere>(&shape)) return reference::Sphere<T>{vector<T>(s->center), T(s->radius)};
  if (const auto* s = std::get_if<Aabb>(&shape)) return reference::Aabb<T>{vector<T>(s->min), vector<T>(s->max)};
  if (const auto* s = std::get_if<Box>(&shape)) {
    const Quat& q = s->rotation;
    const reference::Quaternion<T> turn{T(q.x), T(q.y), T(q.z), T(q.w)};
    return reference::Box<T>{vector<T>(s->center), reference::rotation_axes(turn), vector<T>(s->half_extents)};
  }
  if (const auto* s = std::get_if<Capsule>(&shape)) {
    return reference::Capsule<T>{{vector<T>(s->p0), vector<T>(s->p1)}, T(s->radius)};
  }
  if (const auto* s = std::get_if<Ellipsoid>(&shape)) {
    const Quat& q = s->rotation;
    const reference::Quaternion<T> turn{T(q.x), T(q.y), T(q.z), T(q.w)};
    return reference::Ellipsoid<T>{vector<T>(s->center), reference::rotation_axes(turn), vector<T>(s->radii)};
  }
  if (const auto* s = std::get_if<Cylinder>(&shape)) {
    return reference::Cylinder<T>{vector<T>(s->p0), vector<T>(s->p1), T(s->radius)};
  }
  if (const auto* s = std::get_if<Cone>(&shape)) {
    return reference::Cone<T>{vector<T>(s->base), vector<T>(s->apex), T(s->radius)};
  }
  Hull<T> hull;
  for (const reference::Vector<double>& p : oracle::rounded_core(shape, {0, 0, 0}).points) {
    hull.points.push_back({static_cast<T>(p.x), static_cast<T>(p.y), static_cast<T>(p.z)});
  }
  if (const auto* s = std::get_if<oracle::PlacedHull>(&shape))
    return reference::Rounded<Hull<T>>{std::move(hull), T(s->radius)};
  return hull;
}

template <class T>
bool meet(const oracle::AnyShape& a, const oracle::AnyShape& b, int iterations = reference::max_iterations) {
  const auto meet_both = [&](const auto& x, const auto& y) {
    using Difference = reference::MinkowskiDifference<std::decay_t<decltype(x)>, std::decay_t<decltype(y)>>;
    return reference::contains_origin(Difference{x, y}, iterations);
  };
  return std::visit(meet_both, to_reference<T>(a), to_reference<T>(b));
}

}  // namespace lockstep::reference_tests
