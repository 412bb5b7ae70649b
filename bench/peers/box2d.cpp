// Box2D: b2Distance, the gap of two shapes by GJK, from an empty cache. It has no depth: it returns 0 for shapes that
// overlap or nearly touch. Only circles have radii, without the skin of its polygons. (Vertices of boxes and polygons
// are in world space, so no pose has to be applied.)
#include <array>
#include <cmath>

#include <box2d/b2_circle_shape.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_polygon_shape.h>

#include "methods/methods.hpp"
#include "peers/pairs.hpp"

namespace lockstep::bench {
namespace {

/// A proxy refers to the points of its shape, or to a buffer of two.
struct Round {
  b2CircleShape shape;
  [[nodiscard]] b2DistanceProxy proxy() const {
    b2DistanceProxy proxy;
    proxy.Set(&shape, 0);
    return proxy;
  }
};
struct Edged {
  b2PolygonShape shape;
  [[nodiscard]] b2DistanceProxy proxy() const {
    b2DistanceProxy proxy;
    proxy.Set(shape.m_vertices, shape.m_count, 0);
    return proxy;
  }
};

Round prepared(const Circle2& circle) {
  Round round;
  round.shape.m_p.Set(circle.center.x, circle.center.y);
  round.shape.m_radius = circle.radius;
  return round;
}

Edged prepared(const Box2& box) {
  Edged edged;
  edged.shape.SetAsBox(box.half_extents.x, box.half_extents.y, b2Vec2(box.center.x, box.center.y), box.angle);
  return edged;
}

/// Up to 8 vertices. (It merges vertices closer than 0.0025.)
Edged prepared(const Polygon2& polygon) {
  std::array<b2Vec2, b2_maxPolygonVertices> vertices;
  std::size_t count = 0;
  for (const Vec2& v : polygon.vertices) vertices.at(count++).Set(v.x, v.y);
  Edged edged;
  edged.shape.Set(vertices.data(), static_cast<std::int32_t>(count));
  return edged;
}

template <class Shape>
Interval gap(const Shape& a, const Shape& b) {
  b2DistanceInput input;
  input.proxyA = a.proxy(), input.proxyB = b.proxy();
  input.transformA.SetIdentity(), input.transformB.SetIdentity();
  input.useRadii = true;
  b2SimplexCache cache;
  cache.count = 0;
  b2DistanceOutput output;
  b2Distance(&output, &cache, &input);
  return output.distance > 0 ? exactly(double{output.distance}) : some_depth;
}

template <class Source>
std::unique_ptr<DistanceMethod> gaps(const PairWorkload2& workload) {
  return peer_distances(
      std::get<Source>(workload.shapes), workload, [](const auto& shape) { return prepared(shape); },
      [](const auto& a, const auto& b) { return gap(a, b); });
}

}  // namespace

std::vector<PairDistanceMethod2> box2d_distance_methods() {
  return {{"box2d", Answers::foreign, [](const PairWorkloadSpec2& spec) { return spec.kind != PairKind2::ellipse; },
           [](const PairWorkload2& workload, Isa) {
             if (std::holds_alternative<Polygons>(workload.shapes)) return gaps<Polygons>(workload);
             if (std::holds_alternative<std::vector<Box2>>(workload.shapes)) return gaps<std::vector<Box2>>(workload);
             return gaps<std::vector<Circle2>>(workload);
           }}};
}

}  // namespace lockstep::bench
