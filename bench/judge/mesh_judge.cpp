#include "judge/mesh_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <lockstep/reference/signed_distance.hpp>

#include "judge/judge_shapes.hpp"

namespace lockstep::bench {
namespace {

using V = reference::Vector<double>;
using Triangle = std::array<V, 3>;

constexpr double never = std::numeric_limits<double>::infinity();

Triangle triangle_of(const MeshWorkload& workload, std::size_t i) {
  const auto corner = [&](std::size_t k) { return vector<double>(workload.vertices[workload.indices[3 * i + k]]); };
  return {corner(0), corner(1), corner(2)};
}

double length(const V& v) { return std::sqrt(dot(v, v)); }

/// A bounding sphere of a triangle or a shape.
struct Around {
  V center;
  double radius;
};

Around around(const Triangle& t) {
  const V center = (t[0] + t[1] + t[2]) * (1.0 / 3);
  double radius = 0;
  for (const V& p : t) radius = std::max(radius, length(p - center));
  return {center, radius};
}
Around around(const reference::Sphere<double>& sphere) { return {sphere.center, sphere.radius}; }
Around around(const reference::Box<double>& box) { return {box.center, length(box.half_extents)}; }

Interval measured(const reference::Box<double>& box, const reference::PointCloud<double>& triangle) {
  const auto found = reference::signed_distance(box, triangle);
  return {found.lower, found.upper};
}
Interval measured(const reference::Sphere<double>& sphere, const reference::PointCloud<double>& triangle) {
  const auto found = reference::signed_distance(reference::Point<double>{sphere.center}, triangle);
  return {found.lower - sphere.radius, found.upper - sphere.radius};
}

/// The bounding spheres select the triangles to test. (A triangle may lie as deep as the shape is large.)
template <class Shape>
TrueDistance judged(const MeshWorkload& workload, const Shape& shape) {
  const Around ball = around(shape);
  TrueDistance truth{{never, never}, size_of(shape)};
  for (std::size_t i = 0; i < workload.triangle_count(); ++i) {
    const Triangle triangle = triangle_of(workload, i);
    const auto [center, radius] = around(triangle);
    const double gap = length(center - ball.center) - radius - ball.radius;
    if (gap > std::max(truth.distance.upper, 0.0)) continue;
    const Interval one = measured(shape, reference::PointCloud<double>{triangle});
    truth.distance = {std::min(truth.distance.lower, one.lower), std::min(truth.distance.upper, one.upper)};
    for (const V& p : triangle) truth.size = std::max({truth.size, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  }
  return truth;
}

}  // namespace

TrueDistance true_distance(const MeshWorkload& workload, std::size_t query) {
  return std::visit([&](const auto& shapes) { return judged(workload, reference_shape<double>(shapes[query])); },
                    workload.shapes);
}

/// Source: Moeller, Trumbore, "Fast, minimum storage ray/triangle intersection", 1997.
TrueCast true_cast(const MeshWorkload& workload, std::size_t query) {
  const V origin = vector<double>(workload.rays[query].origin), motion = vector<double>(workload.rays[query].motion);
  double first = never, grown = never, shrunk = never;
  for (std::size_t i = 0; i < workload.triangle_count(); ++i) {
    const auto [a, b, c] = triangle_of(workload, i);
    const V p = cross(motion, c - a);
    const double area = dot(b - a, p);
    if (area == 0) continue;  // parallel to the triangle
    const V from = origin - a, q = cross(from, b - a);
    const double u = dot(from, p) / area, v = dot(motion, q) / area, t = dot(c - a, q) / area;
    const double inside = std::min({u, v, 1 - u - v});
    if (!(t >= 0 && t <= 1) || inside < -tolerance) continue;
    grown = std::min(grown, t);
    if (inside >= 0) first = std::min(first, t);
    if (inside >= tolerance) shrunk = std::min(shrunk, t);
  }
  return {{first, first}, grown, shrunk};
}

}  // namespace lockstep::bench
