#include "judge.hpp"

#include <algorithm>
#include <cmath>

#include "reference_shapes.hpp"

namespace lockstep::bench {
namespace {

constexpr double tolerance = 1e-5;

using Vector = reference::Vector<double>;

// Shapes that moved their surface outward by `by`, or inward if it is negative.

reference::Sphere<double> grown(reference::Sphere<double> sphere, double by) {
  sphere.radius = std::max(sphere.radius + by, 0.0);
  return sphere;
}

reference::Capsule<double> grown(reference::Capsule<double> capsule, double by) {
  capsule.radius = std::max(capsule.radius + by, 0.0);
  return capsule;
}

reference::Aabb<double> grown(const reference::Aabb<double>& box, double by) {
  const Vector step{by, by, by};
  return {box.min - step, box.max + step};
}

reference::Box<double> grown(reference::Box<double> box, double by) {
  Vector& half = box.half_extents;
  half = {std::max(half.x + by, 0.0), std::max(half.y + by, 0.0), std::max(half.z + by, 0.0)};
  return box;
}

/// A hull with its points.
struct Hull {
  using Scalar = double;
  std::vector<Vector> points;
  [[nodiscard]] Vector support(const Vector& direction) const noexcept {
    return reference::PointCloud<double>{points}.support(direction);
  }
};

/// Scaled about its mean vertex. The face nearest to it moves least; it is taken to lie at a tenth of the radius.
Hull grown(Hull hull, double by) {
  Vector mean{0, 0, 0};
  for (const Vector& p : hull.points) mean = mean + p * (1 / static_cast<double>(hull.points.size()));
  double radius = 0;
  for (const Vector& p : hull.points) radius = std::max(radius, std::sqrt(dot(p - mean, p - mean)));
  const double factor = 1 + by / (0.1 * radius);
  for (Vector& p : hull.points) p = mean + (p - mean) * factor;
  return hull;
}

template <class Source>
auto judged(const Source& source, std::size_t i) {
  return reference_shape<double>(source[i]);
}

Hull judged(const Hulls& hulls, std::size_t i) { return {vectors<double>(hulls[i].vertices)}; }

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

/// Calls `ask` with the two shapes of a query.
template <class Ask>
bool with_shapes(const PairWorkload& workload, std::size_t query, Ask ask) {
  const Pair pair = workload.pairs[query];
  return std::visit([&](const auto& source) { return ask(judged(source, pair.a), judged(source, pair.b)); },
                    workload.shapes);
}

template <class Ask>
bool with_shapes(const CullScene& scene, std::size_t query, Ask ask) {
  const std::size_t count = scene.object_count();
  const Hull frustum{vectors<double>(scene.cameras[query / count].corners)};
  return std::visit([&](const auto& source) { return ask(judged(source, query % count), frustum); }, scene.objects);
}

constexpr auto meet = [](const auto& a, const auto& b) { return reference::intersect(a, b); };
constexpr auto close = [](const auto& a, const auto& b) { return answer_changes(a, b); };

}  // namespace

bool truly_hits(const PairWorkload& workload, std::size_t query) { return with_shapes(workload, query, meet); }
bool truly_hits(const CullScene& scene, std::size_t query) { return with_shapes(scene, query, meet); }
bool within_rounding(const PairWorkload& workload, std::size_t query) { return with_shapes(workload, query, close); }
bool within_rounding(const CullScene& scene, std::size_t query) { return with_shapes(scene, query, close); }

}  // namespace lockstep::bench
