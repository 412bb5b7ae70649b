// nanoflann: a k-d tree over the centres, rebuilt in each frame; each object queries the points within its radius plus
// the largest one. The tree knows points without sizes: if sizes differ, it searches farther than needed.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include <nanoflann.hpp>

#include "methods/methods.hpp"
#include "work/overlap_shapes.hpp"

namespace lockstep::bench {
namespace {

/// Points per leaf: the fastest of 4 to 64 (10 is the default).
constexpr std::size_t leaf_size = 10;

/// Contiguous centres, for its array adaptors.
template <std::size_t dimensions>
struct Centers {
  struct Round {
    std::array<float, dimensions> center;
    float radius;
  };
  std::vector<Round> round;

  [[nodiscard]] std::size_t kdtree_get_point_count() const { return round.size(); }
  [[nodiscard]] float kdtree_get_pt(std::size_t i, std::size_t k) const { return round[i].center[k]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

template <class Columns>
class NanoflannOverlap final : public OverlapMethod {
 public:
  explicit NanoflannOverlap(const std::vector<Columns>& frames)
      : frames_(frames), tree_(dimensions, centers_, {leaf_size}) {}

  void run(std::size_t frame) override {
    const Columns& objects = frames_[frame];
    centers_.round.clear(), pairs_.clear();
    for (std::size_t i = 0; i < objects.size(); ++i) centers_.round.push_back(round(objects[i]));
    largest_ = 0;
    for (const auto& one : centers_.round) largest_ = std::max(largest_, one.radius);
    tree_.buildIndex();
    for (std::uint32_t i = 0; i < objects.size(); ++i) {
      Meeting meeting{*this, i};
      tree_.findNeighbors(meeting, centers_.round[i].center.data(), {});
    }
  }

 private:
  static constexpr std::size_t dimensions = std::is_same_v<Columns, CircleColumns> ? 2 : 3;
  using Points = Centers<dimensions>;
  using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Points>, Points,
                                                   static_cast<int>(dimensions), std::uint32_t>;

  static typename Points::Round round(const Sphere& s) { return {{s.center.x, s.center.y, s.center.z}, s.radius}; }
  static Centers<2>::Round round(const Circle2& c) { return {{c.center.x, c.center.y}, c.radius}; }

  /// Receives the tree's points: keeps those that object `first` overlaps and that come after it.
  struct Meeting {
    NanoflannOverlap& all;
    std::uint32_t first;
    float radius = all.centers_.round[first].radius;
    float most = std::nextafter((radius + all.largest_) * (radius + all.largest_), std::numeric_limits<float>::max());

    [[nodiscard]] std::size_t size() const { return 0; }
    [[nodiscard]] static bool full() { return true; }
    [[nodiscard]] float worstDist() const { return most; }
    bool addPoint(float square, std::uint32_t second) {
      const float reach = radius + all.centers_.round[second].radius;
      if (second > first && square <= reach * reach) all.pairs_.push_back({first, second});
      return true;
    }
  };

  const std::vector<Columns>& frames_;
  Points centers_;
  Tree tree_;
  float largest_ = 0;
};

}  // namespace

std::vector<OverlapSceneMethod> nanoflann_overlap_methods() {
  const auto takes = [](const OverlapSceneSpec& spec) { return spec.kind != OverlapKind::bodies && !spec.series; };
  return {{"nanoflann", Answers::exact, takes, [](const OverlapScene& scene, Isa) -> std::unique_ptr<OverlapMethod> {
             if (const auto* circles = std::get_if<std::vector<CircleColumns>>(&scene.frames))
               return std::make_unique<NanoflannOverlap<CircleColumns>>(*circles);
             return std::make_unique<NanoflannOverlap<SphereColumns>>(
                 std::get<std::vector<SphereColumns>>(scene.frames));
           }}};
}

}  // namespace lockstep::bench
