// Shapes in double that can grow, so that a judge can find the pairs that are so close to contact that rounding alone
// decides them.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>
#include <vector>

#include "work/reference_shapes.hpp"
#include "work/reference_shapes2.hpp"
#include "work/workloads.hpp"

namespace lockstep::bench {

/// As a share of the largest coordinate: the effect of rounding on a surface.
inline constexpr double tolerance = 1e-5;

// Shapes with their surface moved outwards by `by`, or inwards if it is negative.

inline reference::Sphere<double> grown(reference::Sphere<double> sphere, double by) {
  sphere.radius = std::max(sphere.radius + by, 0.0);
  return sphere;
}

/// Capsules and rounded hulls.
template <class Shape>
reference::Rounded<Shape> grown(reference::Rounded<Shape> rounded, double by) {
  rounded.radius = std::max(rounded.radius + by, 0.0);
  return rounded;
}

inline reference::Cylinder<double> grown(reference::Cylinder<double> cylinder, double by) {
  const auto step = reference::with_length(cylinder.p1 - cylinder.p0, by);
  return {cylinder.p0 - step, cylinder.p1 + step, std::max(cylinder.radius + by, 0.0)};
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

/// Grows about the mean of the points. The face nearest to it moves least; it is assumed to lie at a tenth of the
/// radius.
template <class Vector>
void scale_about_mean(std::vector<Vector>& points, double by) {
  Vector mean{};
  for (const Vector& p : points) mean = mean + p * (1 / static_cast<double>(points.size()));
  double radius = 0;
  for (const Vector& p : points) radius = std::max(radius, std::sqrt(dot(p - mean, p - mean)));
  const double factor = 1 + by / (0.1 * radius);
  for (Vector& p : points) p = mean + (p - mean) * factor;
}

inline Hull grown(Hull hull, double by) {
  scale_about_mean(hull.points, by);
  return hull;
}

/// A shape of a mixed list.
using MixedJudged = std::variant<reference::Box<double>, reference::Capsule<double>, reference::Cylinder<double>,
                                 reference::Rounded<Hull>>;

inline MixedJudged judged(const MixedShapes& mixed, std::size_t i) {
  return std::visit(
      []<class Shape>(const Shape& shape) -> MixedJudged {
        if constexpr (std::is_same_v<Shape, RoundedHull>)
          return reference::Rounded<Hull>{{vectors<double>(shape.vertices)}, double{shape.radius}};
        else
          return reference_shape<double>(shape);
      },
      mixed[i]);
}

// Of the plane.

inline reference::Circle2<double> grown(reference::Circle2<double> circle, double by) {
  circle.radius = std::max(circle.radius + by, 0.0);
  return circle;
}

inline reference::Vector2<double> grown_lengths(const reference::Vector2<double>& lengths, double by) {
  return {std::max(lengths.x + by, 0.0), std::max(lengths.y + by, 0.0)};
}

inline reference::Box2<double> grown(reference::Box2<double> box, double by) {
  box.half_extents = grown_lengths(box.half_extents, by);
  return box;
}

inline reference::Ellipse2<double> grown(reference::Ellipse2<double> ellipse, double by) {
  ellipse.radii = grown_lengths(ellipse.radii, by);
  return ellipse;
}

/// A polygon with its points.
struct OwnPolygon {
  using Scalar = double;
  std::vector<reference::Vector2<double>> points;
  [[nodiscard]] reference::Vector2<double> support(const reference::Vector2<double>& direction) const noexcept {
    return reference::Polygon2<double>{points}.support(direction);
  }
};

inline OwnPolygon grown(OwnPolygon polygon, double by) {
  scale_about_mean(polygon.points, by);
  return polygon;
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

/// Largest coordinate of any point of the shape.
template <reference::SupportMapping2 Shape>
double size_of(const Shape& shape) {
  double size = 0;
  for (const double sign : {1.0, -1.0})
    size = std::max({size, std::abs(shape.support({sign, 0}).x), std::abs(shape.support({0, sign}).y)});
  return size;
}

template <class A, class B>
bool answer_changes(const A& a, const B& b) {
  const double by = tolerance * std::max(size_of(a), size_of(b));
  return reference::intersect(grown(a, by), b) && !reference::intersect(grown(a, -by), b);
}

}  // namespace lockstep::bench
