// Box2D: b2DynamicTree, and the pairs of its boxes kept from frame to frame, as b2BroadPhase and the contact list of a
// world do it together. Boxes are larger than the circles by 0.1, and by 4 frames' motion ahead. A circle that leaves
// its box is inserted again and queries its neighbours; the others keep theirs. Then all pairs of overlapping boxes are
// decided.
#include <algorithm>
#include <utility>
#include <vector>

#include <box2d/b2_dynamic_tree.h>

#include "methods/methods.hpp"
#include "work/overlap_shapes.hpp"

namespace lockstep::bench {
namespace {

b2AABB box(const Circle2& c) {
  const b2Vec2 center(c.center.x, c.center.y), reach(c.radius, c.radius);
  return {center - reach, center + reach};
}

class Box2dOverlap final : public OverlapMethod {
 public:
  explicit Box2dOverlap(const std::vector<CircleColumns>& frames) : frames_(frames) {
    for (std::uint32_t i = 0; i < frames.front().size(); ++i) {
      proxies_.push_back(tree_.CreateProxy(box(frames.front()[i]), nullptr));
      const auto proxy = static_cast<std::size_t>(proxies_.back());
      circles_.resize(std::max(circles_.size(), proxy + 1));
      circles_[proxy] = {frames.front()[i], i, true};  // no query has set it yet
    }
  }

  void run(std::size_t frame) override {
    move_all(frames_[frame]);
    const auto is_stale = [this](const Pair& pair) { return circles_[pair.a].left_box || circles_[pair.b].left_box; };
    std::erase_if(candidates_, is_stale);
    for (const std::int32_t proxy : proxies_) {
      if (!circle(proxy).left_box) continue;
      asking_ = proxy;
      tree_.Query(this, tree_.GetFatAABB(proxy));
    }
    for (Named& named : circles_) named.left_box = false;
    pairs_.clear();
    for (const Pair& pair : candidates_) {
      const Named &a = circles_[pair.a], &b = circles_[pair.b];
      if (meet(a.circle, b.circle)) pairs_.push_back({a.index, b.index});
    }
  }

  /// The tree calls this for each box that it finds. If both circles of a pair query, the later one gets the pair.
  bool QueryCallback(std::int32_t proxy) {
    if (proxy < asking_ || (proxy > asking_ && !circle(proxy).left_box))
      candidates_.push_back({static_cast<std::uint32_t>(asking_), static_cast<std::uint32_t>(proxy)});
    return true;
  }

 private:
  /// Circles by the numbers that the tree gives them.
  struct Named {
    Circle2 circle;
    std::uint32_t index;
    bool left_box;
  };

  [[nodiscard]] Named& circle(std::int32_t proxy) { return circles_[static_cast<std::size_t>(proxy)]; }

  void move_all(const CircleColumns& objects) {
    for (std::uint32_t i = 0; i < objects.size(); ++i) {
      Named& named = circle(proxies_[i]);
      const Circle2 before = std::exchange(named.circle, objects[i]);
      const b2Vec2 motion(named.circle.center.x - before.center.x, named.circle.center.y - before.center.y);
      named.left_box = tree_.MoveProxy(proxies_[i], box(named.circle), motion) || named.left_box;
    }
  }

  const std::vector<CircleColumns>& frames_;
  b2DynamicTree tree_;
  std::vector<std::int32_t> proxies_;
  std::vector<Named> circles_;    ///< by proxy
  std::vector<Pair> candidates_;  ///< proxies whose boxes overlap
  std::int32_t asking_ = 0;
};

}  // namespace

std::vector<OverlapSceneMethod> box2d_overlap_methods() {
  const auto takes = [](const OverlapSceneSpec& spec) { return spec.kind == OverlapKind::circles; };
  return {{"box2d", Answers::exact, takes, [](const OverlapScene& scene, Isa) {
             return std::make_unique<Box2dOverlap>(std::get<std::vector<CircleColumns>>(scene.frames));
           }}};
}

}  // namespace lockstep::bench
