#include "report/outline.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <utility>

namespace lockstep::tools {
namespace {

double turn(const Point2& a, const Point2& b, const Point2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Andrew's monotone chain. A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
Outline convex_outline(Outline points) {
  std::sort(points.begin(), points.end(),
            [](const Point2& a, const Point2& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  if (points.size() < 3) return points;
  Outline hull;
  const auto add_side = [&hull](const Point2& p, std::size_t start) {
    while (hull.size() >= start + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
    hull.push_back(p);
  };
  for (const Point2& p : points) add_side(p, 0);
  const std::size_t upper = hull.size() - 1;
  for (std::size_t i = points.size() - 1; i-- > 0;) add_side(points[i], upper);
  hull.pop_back();
  return hull;
}

struct OutlineOf {
  const GroundView& view;

  Outline operator()(const Sphere& s) const {
    constexpr int corners = 12;
    const Point2 center = view.place(s.center);
    Outline outline;
    for (int i = 0; i < corners; ++i) {
      const double angle = i * 2 * std::numbers::pi / corners, r = view.length(double{s.radius});
      outline.push_back({center.x + r * std::cos(angle), center.y + r * std::sin(angle)});
    }
    return outline;
  }
  Outline operator()(const Aabb& b) const {
    const Vec3 corners[] = {b.min, b.max, {b.min.x, b.max.y, b.max.z}, {b.max.x, b.min.y, b.min.z}};
    return outline_of_hull(corners, view);
  }
  Outline operator()(const Box& b) const {
    Vertices corners;
    for (unsigned k = 0; k < 8; ++k) corners.push_back(corner(b, k));
    return outline_of_hull(corners, view);
  }
  Outline operator()(const Vertices& vertices) const { return outline_of_hull(vertices, view); }

  /// center + rotated half extents with the signs that `k` encodes.
  static Vec3 corner(const Box& b, unsigned k) {
    const Point3 p{k & 1U ? b.half_extents.x : -b.half_extents.x, k & 2U ? b.half_extents.y : -b.half_extents.y,
                   k & 4U ? b.half_extents.z : -b.half_extents.z};
    const Point3 axis{b.rotation.x, b.rotation.y, b.rotation.z};
    const Point3 t = cross(axis, p) * 2.0;
    const Point3 rotated = p + t * double{b.rotation.w} + cross(axis, t);
    return {static_cast<float>(b.center.x + rotated.x), static_cast<float>(b.center.y + rotated.y),
            static_cast<float>(b.center.z + rotated.z)};
  }
};

}  // namespace

GroundView::GroundView(const Scene& scene) : y_up_(scene.up == Up::y) {
  const Aabb box = scene.objects.empty() ? Aabb{{-1, -1, -1}, {1, 1, 1}} : bounds(scene);
  const Point2 a = flat(box.min), b = flat(box.max);
  left_ = std::min(a.x, b.x), top_ = std::min(a.y, b.y);
  const double width = std::abs(b.x - a.x), height = std::abs(b.y - a.y), longer = std::max({width, height, 1e-30});
  scale_ = (plan_size - 2 * margin) / longer;
  size_ = {width * scale_ + 2 * margin, height * scale_ + 2 * margin};
}

Outline outline_of(const Geometry& geometry, const GroundView& view) { return std::visit(OutlineOf{view}, geometry); }

Outline outline_of_hull(std::span<const Vec3> points, const GroundView& view) {
  Outline flat;
  for (const Vec3& p : points) flat.push_back(view.place(p));
  return convex_outline(std::move(flat));
}

double area(const Outline& outline) {
  double sum = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Point2 &a = outline[i], &b = outline[(i + 1) % outline.size()];
    sum += a.x * b.y - a.y * b.x;
  }
  return std::abs(sum) / 2;
}

std::string path_data(const Outline& outline) {
  std::string path;
  for (const Point2& p : outline) {
    char point[64];
    // Far beyond the picture all places look the same.
    std::snprintf(point, sizeof point, "%s%.1f %.1f", path.empty() ? "M" : "L", std::clamp(p.x, -1e6, 1e6),
                  std::clamp(p.y, -1e6, 1e6));
    path += point;
  }
  return path + "Z";
}

}  // namespace lockstep::tools
