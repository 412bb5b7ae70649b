#include "judge/distance_judge.hpp"

#include <algorithm>
#include <limits>

#include <lockstep/reference/signed_distance.hpp>

#include "judge/judge_shapes.hpp"

namespace lockstep::bench {
namespace {

/// A shape without its radius.
template <class Shape>
struct Core {
  Shape shape;
  double radius;
  double size;  ///< the largest coordinate of the whole
};

template <class Shape>
Core<Shape> without_radius(Shape shape) {
  const double size = size_of(shape);
  return {std::move(shape), 0, size};
}

template <class Shape>
Core<Shape> without_radius(reference::Rounded<Shape> rounded) {
  const double size = size_of(rounded);
  return {std::move(rounded.shape), rounded.radius, size};
}

Core<reference::Box<double>> core_of(const std::vector<Box>& boxes, std::size_t i) {
  return without_radius(reference_shape<double>(boxes[i]));
}
Core<reference::Point<double>> core_of(const std::vector<Sphere>& spheres, std::size_t i) {
  const auto sphere = reference_shape<double>(spheres[i]);
  return {{sphere.center}, sphere.radius, size_of(sphere)};
}
Core<reference::Segment<reference::Vector<double>>> core_of(const std::vector<Capsule>& capsules, std::size_t i) {
  return without_radius(reference_shape<double>(capsules[i]));
}

/// Instances with exact vertices, before rounding.
Core<Hull> core_of(const Hulls& hulls, std::size_t i) {
  if (hulls.poses.empty()) return without_radius(Hull{vectors<double>(hulls[i].vertices)});
  const Pose& pose = hulls.poses[i];
  const auto axes = reference::rotation_axes(quaternion<double>(pose.rotation));
  Hull hull;
  for (const Vec3& p : hulls.mesh)
    hull.points.push_back(vector<double>(pose.position) + reference::point_to_world(axes, vector<double>(p)));
  return without_radius(std::move(hull));
}

Core<reference::Point2<double>> core_of(const std::vector<Circle2>& circles, std::size_t i) {
  const auto circle = reference_shape<double>(circles[i]);
  return {{circle.center}, circle.radius, size_of(circle)};
}
Core<OwnPolygon> core_of(const Polygons& polygons, std::size_t i) {
  return without_radius(OwnPolygon{vectors<double>(polygons[i].vertices)});
}
/// Boxes and ellipses of the plane.
template <class Shape>
auto core_of(const std::vector<Shape>& shapes, std::size_t i) {
  return without_radius(reference_shape<double>(shapes[i]));
}

constexpr auto measure = [](const auto& a, const auto& b) -> TrueDistance {
  const auto cores = reference::signed_distance(a.shape, b.shape);
  const double reach = a.radius + b.radius;
  return {{cores.lower - reach, cores.upper - reach}, std::max(a.size, b.size)};
};

template <class Shapes>
TrueDistance measured(const Shapes& shapes, const Pair& pair) {
  return measure(core_of(shapes, pair.a), core_of(shapes, pair.b));
}
TrueDistance measured(const MixedShapes& shapes, const Pair& pair) {
  return std::visit([](const auto& a, const auto& b) { return measure(without_radius(a), without_radius(b)); },
                    judged(shapes, pair.a), judged(shapes, pair.b));
}

/// Of space or of the plane.
template <class Workload>
TrueDistance true_distance_of(const Workload& workload, std::size_t query) {
  return std::visit([&](const auto& shapes) { return measured(shapes, workload.pairs[query]); }, workload.shapes);
}

}  // namespace

TrueDistance true_distance(const PairWorkload& workload, std::size_t query) {
  return true_distance_of(workload, query);
}
TrueDistance true_distance(const PairWorkload2& workload, std::size_t query) {
  return true_distance_of(workload, query);
}

double error_of(const Interval& answer, const TrueDistance& truth) {
  if (!(answer.lower <= answer.upper)) return std::numeric_limits<double>::infinity();
  const double above = answer.lower - truth.distance.upper, below = truth.distance.lower - answer.upper;
  return std::max({above, below, 0.0}) / truth.size;
}

bool is_close(const TrueDistance& truth) {
  const double by = tolerance * truth.size;
  return truth.distance.lower <= by && truth.distance.upper >= -by;
}

}  // namespace lockstep::bench
