// Shapes in double that can grow, so that a judge can tell which pairs lie so close to contact that rounding alone
// decides them.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference_shapes.hpp"

namespace lockstep::bench {

/// Of the largest coordinate: what rounding may do to a surface.
inline constexpr double tolerance = 1e-5;

// Shapes that moved their surface outward by `by`, or inward if it is negative.

inline reference::Sphere<double> grown(reference::Sphere<double> sphere, double by) {
  sphere.radius = std::max(sphere.radius + by, 0.0);
  return sphere;
}

inline reference::Capsule<double> grown(reference::Capsule<double> capsule, double by) {
  capsule.radius = std::max(capsule.radius + by, 0.0);
  return capsule;
}

inline reference::Aabb<double> grown(const reference::Aabb<double>& box, double by) {
  const reference::Vector<double> step{by, by, by};
  return {box.min - step, box.max + step};
}

inline reference::Box<double> grown(reference::Box<double> box, double by) {
  reference::Vector<double>& half = box.half_extents;
  half = {std::max(half.x + by, 0.0), std::max(half.y + by, 0.0), std::max(half.z + by, 0.0)};
  return box;
}

/// A hull with its points.
struct Hull {
  using Scalar = double;
  std::vector<reference::Vector<double>> points;
  [[nodiscard]] reference::Vector<double> support(const reference::Vector<double>& direction) const noexcept {
    return reference::PointCloud<double>{points}.support(direction);
  }
};

/// Scaled about its mean vertex. The face nearest to it moves least; it is taken to lie at a tenth of the radius.
inline Hull grown(Hull hull, double by) {
  reference::Vector<double> mean{0, 0, 0};
  for (const reference::Vector<double>& p : hull.points)
    mean = mean + p * (1 / static_cast<double>(hull.points.size()));
  double radius = 0;
  for (const reference::Vector<double>& p : hull.points) radius = std::max(radius, std::sqrt(dot(p - mean, p - mean)));
  const double factor = 1 + by / (0.1 * radius);
  for (reference::Vector<double>& p : hull.points) p = mean + (p - mean) * factor;
  return hull;
}

/// Largest coordinate of any point of the shape.
template <class Shape>
double size_of(const Shape& shape) {
  double size = 0;
  for (const double sign : {1.0, -1.0}) {
    size = std::max({size, std::abs(shape.support({sign, 0, 0}).x), std::abs(shape.support({0, sign, 0}).y),
                     std::abs(shape.support({0, 0, sign}).z)});
  }
  return size;
}

template <class A, class B>
bool answer_changes(const A& a, const B& b) {
  const double by = tolerance * std::max(size_of(a), size_of(b));
  return reference::intersect(grown(a, by), b) && !reference::intersect(grown(a, -by), b);
}

}  // namespace lockstep::bench
