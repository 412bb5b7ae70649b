// `reference`: the scalar GJK of lockstep/reference, in float, over arrays of its own shapes.
#include <cstdint>
#include <utility>

#include "methods/per_isa.hpp"
#include "methods/prepared.hpp"

namespace lockstep::bench {
namespace {

using Vector = reference::Vector<float>;
using Cloud = reference::PointCloud<float>;

template <class Shape>
bool meet(const Shape& a, const Shape& b) {
  return reference::intersect(a, b);
}
bool meet(const MixedReference& a, const MixedReference& b) {
  return std::visit([](const auto& p, const auto& q) { return reference::intersect(p, q); }, a, b);
}

template <class Shapes>
class ReferencePairs final : public Method {
 public:
  ReferencePairs(Shapes prepared, const std::vector<Pair>& pairs)
      : prepared_(std::move(prepared)), pairs_(pairs), hits_(pairs.size()) {}

  void run() override {
    const auto* const shapes = prepared_.shapes.data();
    for (std::size_t i = 0; i < pairs_.size(); ++i) hits_[i] = meet(shapes[pairs_[i].a], shapes[pairs_[i].b]);
  }
  bool hit(std::size_t query) const override { return hits_[query] != 0; }

 private:
  Shapes prepared_;
  const std::vector<Pair>& pairs_;
  std::vector<std::uint8_t> hits_;
};

template <class Shape>
class ReferenceCull final : public Method {
 public:
  ReferenceCull(Prepared<Shape> prepared, const CullScene& scene)
      : prepared_(std::move(prepared)), hits_(scene.query_count()) {
    for (const Camera& camera : scene.cameras) corners_.push_back(vectors<float>(camera.corners));
  }

  void run() override {
    std::uint8_t* hit = hits_.data();
    for (const std::vector<Vector>& corners : corners_) {
      const Cloud frustum{corners};
      for (const Shape& object : prepared_.shapes) *hit++ = reference::intersect(object, frustum);
    }
  }
  bool hit(std::size_t query) const override { return hits_[query] != 0; }

 private:
  Prepared<Shape> prepared_;
  std::vector<std::vector<Vector>> corners_;
  std::vector<std::uint8_t> hits_;
};

/// Of space or of the plane.
template <class Workload>
std::unique_ptr<Method> pairs_of(const Workload& workload) {
  return std::visit(
      [&](const auto& source) -> std::unique_ptr<Method> {
        auto prepared = prepare(source);
        return std::make_unique<ReferencePairs<decltype(prepared)>>(std::move(prepared), workload.pairs);
      },
      workload.shapes);
}

}  // namespace

std::unique_ptr<Method> reference_pairs(const PairWorkload& workload) { return pairs_of(workload); }
std::unique_ptr<Method> reference_pairs2(const PairWorkload2& workload) { return pairs_of(workload); }

std::unique_ptr<Method> reference_cull(const CullScene& scene) {
  return std::visit(
      [&]<class Source>(const Source& source) -> std::unique_ptr<Method> {
        auto prepared = prepare(source);
        using Shape = typename decltype(prepared.shapes)::value_type;
        return std::make_unique<ReferenceCull<Shape>>(std::move(prepared), scene);
      },
      scene.objects);
}

}  // namespace lockstep::bench
