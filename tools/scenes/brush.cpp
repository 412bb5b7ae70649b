#include "scenes/brush.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::tools {
namespace {

using Polygon = std::vector<Point3>;

double height(const Plane& plane, const Point3& p) { return dot(plane.normal, p) - plane.offset; }

/// A square on the plane that covers the whole world.
Polygon square_on(const Plane& plane) {
  const Point3& n = plane.normal;
  // Any direction that is far from parallel to the normal.
  const Point3 helper = std::abs(n.z) < 0.75 ? Point3{0, 0, 1} : Point3{1, 0, 0};
  Point3 u = cross(helper, n);
  u = u * (4 * world_extent / std::sqrt(dot(u, u)));
  const Point3 v = cross(n, u), middle = n * plane.offset;
  return {middle + u + v, middle - u + v, middle - u - v, middle + u - v};
}

/// Cuts off the part outside `plane` (Sutherland and Hodgman).
void clip(Polygon& polygon, const Plane& plane, Polygon& scratch) {
  // Points on the plane stay: a repeated plane, or an edge of three planes, must not vanish.
  constexpr double on_plane = 1e-5;
  scratch.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double height_a = height(plane, a), height_b = height(plane, b);
    if (height_a <= on_plane) scratch.push_back(a);
    const bool crosses = (height_a > on_plane && height_b < -on_plane) || (height_a < -on_plane && height_b > on_plane);
    if (crosses) scratch.push_back(a + (b - a) * (height_a / (height_a - height_b)));
  }
  polygon.swap(scratch);
}

void add_corner(std::vector<Point3>& corners, const Point3& p) {
  const bool known = std::any_of(corners.begin(), corners.end(), [&p](const Point3& c) {
    const Point3 d = c - p;
    return dot(d, d) < corner_tolerance * corner_tolerance;
  });
  if (!known) corners.push_back(p);
}

/// Whether a corner is off the plane through the others.
bool has_volume(const std::vector<Point3>& corners) {
  if (corners.size() < 4) return false;
  const Point3 origin = corners[0];
  Point3 normal{0, 0, 0};
  double largest = 0;
  const Point3 first = corners[1] - origin;
  for (const Point3& c : corners) {
    const Point3 candidate = cross(first, c - origin);
    if (const double size = dot(candidate, candidate); size > largest) largest = size, normal = candidate;
  }
  if (largest == 0) return false;
  normal = normal * (1 / std::sqrt(largest));
  return std::any_of(corners.begin(), corners.end(),
                     [&](const Point3& c) { return std::abs(dot(normal, c - origin)) > corner_tolerance; });
}

}  // namespace

std::vector<Point3> brush_corners(std::span<const Plane> planes) {
  std::vector<Point3> corners;
  Polygon face, scratch;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    face = square_on(planes[i]);
    for (std::size_t j = 0; j < planes.size() && !face.empty(); ++j)
      if (j != i) clip(face, planes[j], scratch);
    for (const Point3& p : face) {
      if (!(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) <= world_extent)) return {};
      add_corner(corners, p);
    }
  }
  if (!has_volume(corners)) corners.clear();
  return corners;
}

}  // namespace lockstep::tools
