// `reference` of distances: the scalar GJK and EPA of lockstep/reference, in float, over arrays of its own shapes. It
// stores all results, including points and normal. For spheres and capsules it searches points and segments and
// subtracts the radii: EPA takes a tenth of a millisecond for two spheres, which would be no fair reference.
#include <utility>

#include "methods/per_isa.hpp"
#include "methods/prepared.hpp"

#include <lockstep/reference/signed_distance.hpp>

namespace lockstep::bench {
namespace {

template <class A, class B>
auto rounded(const A& a, const B& b, float radius_a, float radius_b) {
  auto found = reference::signed_distance(a, b);
  found.lower -= radius_a + radius_b;
  found.upper -= radius_a + radius_b;
  found.on_a = found.on_a - found.normal * radius_a;
  found.on_b = found.on_b + found.normal * radius_b;
  return found;
}

template <class Shape>
auto measured(const Shape& a, const Shape& b) {
  return reference::signed_distance(a, b);
}
/// Spheres and circles.
template <class V>
auto measured(const reference::Ball<V>& a, const reference::Ball<V>& b) {
  return rounded(reference::SinglePoint<V>{a.center}, reference::SinglePoint<V>{b.center}, a.radius, b.radius);
}
auto measured(const reference::Capsule<float>& a, const reference::Capsule<float>& b) {
  return rounded(a.shape, b.shape, a.radius, b.radius);
}

template <class Shape>
struct Core {
  const Shape& shape;
  float radius;
};
template <class Shape>
Core<Shape> core_of(const Shape& shape) {
  return {shape, 0};
}
template <class Shape>
Core<Shape> core_of(const reference::Rounded<Shape>& shape) {
  return {shape.shape, shape.radius};
}
auto measured(const MixedReference& a, const MixedReference& b) {
  return std::visit(
      [](const auto& p, const auto& q) {
        const auto core_a = core_of(p);
        const auto core_b = core_of(q);
        return rounded(core_a.shape, core_b.shape, core_a.radius, core_b.radius);
      },
      a, b);
}

template <class Shapes>
class ReferenceDistances final : public DistanceMethod {
 public:
  ReferenceDistances(Shapes prepared, const std::vector<Pair>& pairs)
      : prepared_(std::move(prepared)), pairs_(pairs), found_(pairs.size()) {}

  void run() override {
    const auto* const shapes = prepared_.shapes.data();
    for (std::size_t i = 0; i < pairs_.size(); ++i) found_[i] = measured(shapes[pairs_[i].a], shapes[pairs_[i].b]);
  }
  Interval distance(std::size_t query) const override { return {found_[query].lower, found_[query].upper}; }

 private:
  Shapes prepared_;
  const std::vector<Pair>& pairs_;
  using Shape = typename decltype(Shapes::shapes)::value_type;
  std::vector<decltype(measured(std::declval<const Shape&>(), std::declval<const Shape&>()))> found_;
};

/// Of space or of the plane.
template <class Workload>
std::unique_ptr<DistanceMethod> distances_of(const Workload& workload) {
  return std::visit(
      [&](const auto& source) -> std::unique_ptr<DistanceMethod> {
        auto prepared = prepare(source);
        return std::make_unique<ReferenceDistances<decltype(prepared)>>(std::move(prepared), workload.pairs);
      },
      workload.shapes);
}

}  // namespace

std::unique_ptr<DistanceMethod> reference_distances(const PairWorkload& workload) { return distances_of(workload); }
std::unique_ptr<DistanceMethod> reference_distances2(const PairWorkload2& workload) { return distances_of(workload); }

}  // namespace lockstep::bench
