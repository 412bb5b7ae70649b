#include "trace/any_support.hpp"

#include <cmath>
#include <utility>
#include <variant>
#include <vector>

#include <lockstep/reference/shapes.hpp>
#include <lockstep/reference/shapes2.hpp>

namespace lockstep::tools {
namespace {

using V3 = reference::Vector<double>;
using V2 = reference::Vector2<double>;

V3 exact(const Vec3& p) { return {double{p.x}, double{p.y}, double{p.z}}; }
V2 exact(const Vec2& p) { return {double{p.x}, double{p.y}}; }
/// Mathematics libraries differ in the last bits; in long double these are mostly lost when rounding to double.
V2 turn_by(float angle) {
  const long double x = angle;
  return {static_cast<double>(std::cos(x)), static_cast<double>(std::sin(x))};
}
reference::Quaternion<double> exact(const Quat& q) { return {double{q.x}, double{q.y}, double{q.z}, double{q.w}}; }

template <class Shape>
auto supported(Shape shape) {
  using V = reference::VectorOf<Shape>;
  return AnySupport<V>{[shape = std::move(shape)](const V& v) { return shape.support(v); }};
}

/// Points of a hull, and all points within a radius of it.
template <class V>
AnySupport<V> supported(std::vector<V> points, double radius) {
  return {[points = std::move(points), radius](const V& v) {
    const V p = reference::HullOfPoints<V>{points}.support(v);
    return radius == 0 ? p : p + reference::with_length(v, radius);
  }};
}

template <class Points>
std::vector<V3> exact_points(const Points& points) {
  std::vector<V3> result;
  for (const Vec3& p : points) result.push_back(exact(p));
  return result;
}

struct InSpace {
  AnySupport<V3> operator()(const Point& p) const { return supported(std::vector<V3>{exact(p.position)}, 0); }
  AnySupport<V3> operator()(const Sphere& s) const {
    return supported(reference::Sphere<double>{exact(s.center), double{s.radius}});
  }
  AnySupport<V3> operator()(const Aabb& b) const {
    return supported(reference::Aabb<double>{exact(b.min), exact(b.max)});
  }
  AnySupport<V3> operator()(const Box& b) const {
    return supported(
        reference::Box<double>{exact(b.center), reference::rotation_axes(exact(b.rotation)), exact(b.half_extents)});
  }
  AnySupport<V3> operator()(const Capsule& c) const {
    return supported(reference::Capsule<double>{{exact(c.p0), exact(c.p1)}, double{c.radius}});
  }
  AnySupport<V3> operator()(const std::vector<Vec3>& hull) const { return supported(exact_points(hull), 0); }
  AnySupport<V3> operator()(const PlacedHull& hull) const {
    std::vector<V3> points = exact_points(hull.vertices);
    const auto axes = reference::rotation_axes(exact(hull.pose.rotation));
    for (V3& p : points) p = reference::point_to_world(axes, p) + exact(hull.pose.position);
    return supported(std::move(points), double{hull.radius});
  }
  AnySupport<V3> operator()(const CornersVolume& volume) const { return supported(exact_points(volume.corners), 0); }
  AnySupport<V3> operator()(const MatrixVolume& volume) const { return of_corners(volume.volume); }
  AnySupport<V3> operator()(const DoubleMatrixVolume& volume) const { return of_corners(volume.volume); }
  AnySupport<V3> operator()(const PlanesVolume& volume) const { return of_corners(volume.volume); }
  AnySupport<V3> operator()(const MeshShape&) const { return supported(std::vector<V3>{}, 0); }  // refused before
  static AnySupport<V3> of_corners(const ConvexVolume& volume) { return supported(exact_points(volume.vertices()), 0); }
  AnySupport<V3> operator()(const Ellipsoid& e) const {
    return supported(
        reference::Ellipsoid<double>{exact(e.center), reference::rotation_axes(exact(e.rotation)), exact(e.radii)});
  }
  AnySupport<V3> operator()(const Cylinder& c) const {
    return supported(reference::Cylinder<double>{exact(c.p0), exact(c.p1), double{c.radius}});
  }
  AnySupport<V3> operator()(const Cone& c) const {
    return supported(reference::Cone<double>{exact(c.base), exact(c.apex), double{c.radius}});
  }
};

struct InPlane {
  AnySupport<V2> operator()(const Circle2& c) const {
    return supported(reference::Circle2<double>{exact(c.center), double{c.radius}});
  }
  AnySupport<V2> operator()(const Capsule2& c) const {
    return supported(reference::Capsule2<double>{{exact(c.p0), exact(c.p1)}, double{c.radius}});
  }
  AnySupport<V2> operator()(const Box2& b) const {
    return supported(reference::Box2<double>{exact(b.center), turn_by(b.angle), exact(b.half_extents)});
  }
  AnySupport<V2> operator()(const Ellipse2& e) const {
    return supported(reference::Ellipse2<double>{exact(e.center), turn_by(e.angle), exact(e.radii)});
  }
  AnySupport<V2> operator()(const Slice2& s) const {
    return supported(
        reference::Slice2<double>{exact(s.center), turn_by(s.angle), turn_by(s.half_angle), double{s.radius}});
  }
  AnySupport<V2> operator()(const PlacedPolygon& polygon) const {
    std::vector<V2> points;
    for (const Vec2& p : polygon.vertices)
      points.push_back(reference::turned(turn_by(polygon.angle), exact(p)) + exact(polygon.position));
    return supported(std::move(points), 0);
  }
};

}  // namespace

AnySupport<V3> any_support(const PairShape& shape) { return std::visit(InSpace{}, shape); }
AnySupport<V2> any_support(const PlaneShape& shape) { return std::visit(InPlane{}, shape); }

}  // namespace lockstep::tools
