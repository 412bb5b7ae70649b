// CGAL: box_self_intersection_d, which streams a segment tree and sorted boxes (Zomorodian, Edelsbrunner, Fast Software
// for Box Intersections, 2002). It keeps no state: each frame passes all boxes again. Boxes are in float and as small
// as its concept of a box allows: for round objects a centre, a radius and a number, which is all that its callback
// needs. Bodies are decided by lockstep's scalar reference.
#include <array>
#include <optional>
#include <type_traits>

#include <CGAL/box_intersection_d.h>

#include "methods/methods.hpp"
#include "work/overlap_shapes.hpp"

namespace lockstep::bench {
namespace {

/// Sequences up to this length are compared in a sweep along one axis: the fastest of 10 (the default) to 10,000.
constexpr std::ptrdiff_t cutoff = 1000;

// A box of CGAL's concept.

template <std::size_t dimensions>
struct RoundBox {
  using NT = float;
  using ID = std::uint32_t;
  static int dimension() { return int{dimensions}; }
  [[nodiscard]] ID id() const { return index; }
  [[nodiscard]] float min_coord(int k) const { return center[static_cast<std::size_t>(k)] - radius; }
  [[nodiscard]] float max_coord(int k) const { return center[static_cast<std::size_t>(k)] + radius; }

  std::array<float, dimensions> center;
  float radius;
  std::uint32_t index;
};

struct BodyBox {
  using NT = float;
  using ID = std::uint32_t;
  static int dimension() { return 3; }
  [[nodiscard]] ID id() const { return index; }
  [[nodiscard]] float min_coord(int k) const { return low[static_cast<std::size_t>(k)]; }
  [[nodiscard]] float max_coord(int k) const { return high[static_cast<std::size_t>(k)]; }

  std::array<float, 3> low, high;
  std::uint32_t index;
};

using SphereBox = RoundBox<3>;
using CircleBox = RoundBox<2>;

SphereBox box(const Sphere& s, std::uint32_t index) { return {{s.center.x, s.center.y, s.center.z}, s.radius, index}; }
CircleBox box(const Circle2& c, std::uint32_t index) { return {{c.center.x, c.center.y}, c.radius, index}; }
BodyBox box(const PlacedBody& body, std::uint32_t index) {
  const auto& [low, high] = bounds(body);
  return {{low.x, low.y, low.z}, {high.x, high.y, high.z}, index};
}

bool meet(const SphereBox& a, const SphereBox& b) {
  const float x = a.center[0] - b.center[0], y = a.center[1] - b.center[1], z = a.center[2] - b.center[2];
  const float reach = a.radius + b.radius;
  return x * x + y * y + z * z <= reach * reach;
}
bool meet(const CircleBox& a, const CircleBox& b) {
  const float x = a.center[0] - b.center[0], y = a.center[1] - b.center[1], reach = a.radius + b.radius;
  return x * x + y * y <= reach * reach;
}

template <class Columns>
class CgalOverlap final : public OverlapMethod {
 public:
  explicit CgalOverlap(const std::vector<Columns>& frames) : frames_(frames) {
    if constexpr (of_bodies) meshes_.emplace(*frames.front().what);
  }

  void run(std::size_t frame) override {
    const Columns& objects = frames_[frame];
    boxes_.clear(), bodies_.clear(), pairs_.clear();
    for (std::uint32_t i = 0; i < objects.size(); ++i) {
      const auto one = object(objects, i);
      boxes_.push_back(box(one, i));
      if constexpr (of_bodies) bodies_.push_back(meshes_->placed(one));
    }
    const auto found = [this](const Box& a, const Box& b) {
      if (decide(a, b)) pairs_.push_back({a.index, b.index});
    };
    CGAL::box_self_intersection_d(boxes_.begin(), boxes_.end(), found, cutoff);
  }

 private:
  static constexpr bool of_bodies = std::is_same_v<Columns, BodyColumns>;
  using Box = decltype(box(object(std::declval<const Columns&>(), 0), 0));

  [[nodiscard]] bool decide(const Box& a, const Box& b) const {
    if constexpr (of_bodies)
      return bench::meet(bodies_[a.index], bodies_[b.index]);
    else
      return meet(a, b);
  }

  const std::vector<Columns>& frames_;
  std::vector<Box> boxes_;
  std::optional<ReferenceMeshes<float>> meshes_;
  std::vector<ReferenceBody<float>> bodies_;
};

}  // namespace

std::vector<OverlapSceneMethod> cgal_overlap_methods() {
  const auto takes = [](const OverlapSceneSpec& spec) { return !spec.series; };
  return {{"cgal", Answers::exact, takes, [](const OverlapScene& scene, Isa) {
             return std::visit(
                 []<class Columns>(const std::vector<Columns>& frames) -> std::unique_ptr<OverlapMethod> {
                   return std::make_unique<CgalOverlap<Columns>>(frames);
                 },
                 scene.frames);
           }}};
}

}  // namespace lockstep::bench
