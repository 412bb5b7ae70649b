// `reference` of contacts: the scalar manifolds of lockstep/reference, in float, for boxes and, in the plane, polygons,
// whose corners are put in order beforehand. (For hulls it needs faces, which the workloads do not have.)
#include <algorithm>
#include <cmath>
#include <utility>

#include "methods/per_isa.hpp"
#include "methods/prepared.hpp"

#include <lockstep/reference/manifold.hpp>
#include <lockstep/reference/manifold2.hpp>

namespace lockstep::bench {
namespace {

class ReferenceContacts final : public DistanceMethod {
 public:
  using Boxes = Prepared<reference::Box<float>>;

  ReferenceContacts(Boxes prepared, const std::vector<Pair>& pairs)
      : prepared_(std::move(prepared)), pairs_(pairs), found_(pairs.size()) {}

  void run() override {
    const auto* const shapes = prepared_.shapes.data();
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      found_[i] = reference::contact_manifold(shapes[pairs_[i].a], shapes[pairs_[i].b], 0.0F);
  }

  /// Depths run along the normal of a face, which need not be the shortest translation: only the sign counts.
  Interval distance(std::size_t query) const override { return found_[query].count > 0 ? some_depth : some_gap; }

 private:
  Boxes prepared_;
  const std::vector<Pair>& pairs_;
  std::vector<reference::Manifold<float>> found_;
};

template <class AnyPrepared>
class ReferenceContacts2 final : public Method {
 public:
  ReferenceContacts2(AnyPrepared prepared, const std::vector<Pair>& pairs)
      : prepared_(std::move(prepared)), pairs_(pairs), found_(pairs.size()) {}

  void run() override {
    const auto* const shapes = prepared_.shapes.data();
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      found_[i] = reference::contact_manifold(shapes[pairs_[i].a], shapes[pairs_[i].b], 0.0F);
  }
  bool hit(std::size_t query) const override { return found_[query].count > 0; }

 private:
  AnyPrepared prepared_;
  const std::vector<Pair>& pairs_;
  std::vector<reference::Manifold2<float>> found_;
};

/// Makes polygons counter-clockwise.
Polygons in_order(Polygons polygons) {
  for (std::size_t first = 0; first < polygons.vertices.size(); first += polygons.vertices_each) {
    const std::span<Vec2> corners = std::span(polygons.vertices).subspan(first, polygons.vertices_each);
    Vec2 middle;
    for (const Vec2& p : corners) middle = {middle.x + p.x, middle.y + p.y};
    const auto count = static_cast<float>(corners.size());
    const auto angle = [&](const Vec2& p) { return std::atan2(p.y - middle.y / count, p.x - middle.x / count); };
    std::sort(corners.begin(), corners.end(), [&](const Vec2& p, const Vec2& q) { return angle(p) < angle(q); });
  }
  return polygons;
}

template <class AnyPrepared>
std::unique_ptr<Method> touching(AnyPrepared prepared, const std::vector<Pair>& pairs) {
  return std::make_unique<ReferenceContacts2<AnyPrepared>>(std::move(prepared), pairs);
}

}  // namespace

std::unique_ptr<Method> reference_contacts2(const PairWorkload2& workload) {
  if (const auto* const polygons = std::get_if<Polygons>(&workload.shapes))
    return touching(prepare(in_order(*polygons)), workload.pairs);
  return touching(prepare(std::get<std::vector<Box2>>(workload.shapes)), workload.pairs);
}

std::unique_ptr<DistanceMethod> reference_contacts(const PairWorkload& workload) {
  return std::make_unique<ReferenceContacts>(prepare(std::get<std::vector<Box>>(workload.shapes)), workload.pairs);
}

}  // namespace lockstep::bench
