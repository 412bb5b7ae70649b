// nanoflann: a k-d tree over the points, queried point by point, as its interface is.
#include <nanoflann.hpp>

#include "methods/near_method.hpp"

namespace lockstep::bench {
namespace {

/// Points per leaf: its default, the fastest of 4 to 64 in overlap passes.
constexpr std::size_t leaf_size = 10;

struct Points {
  std::span<const Vec3> all;

  [[nodiscard]] std::size_t kdtree_get_point_count() const { return all.size(); }
  [[nodiscard]] float kdtree_get_pt(std::size_t i, std::size_t k) const {
    return k == 0 ? all[i].x : k == 1 ? all[i].y : all[i].z;
  }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

class NanoflannNear final : public NearMethod {
 public:
  explicit NanoflannNear(std::span<const Vec3> objects) : points_{objects}, tree_(3, points_, {leaf_size}) {}

  ObjectLists within(std::span<const Vec3> points, float distance) override {
    ObjectLists lists;
    lists.first.push_back(0);
    std::vector<std::pair<std::uint32_t, float>> found;
    for (const Vec3& p : points) {
      tree_.radiusSearch(&p.x, distance * distance, found, nanoflann::SearchParams(32, 0, false));
      for (const auto& [index, square] : found) lists.objects.push_back(index);
      lists.first.push_back(lists.objects.size());
    }
    return lists;
  }
  void nearest(std::span<const Vec3> points, std::size_t k, std::span<std::uint32_t> objects) override {
    std::vector<float> squares(k);
    for (std::size_t i = 0; i < points.size(); ++i) tree_.knnSearch(&points[i].x, k, &objects[i * k], squares.data());
  }

 private:
  using Tree =
      nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Points>, Points, 3, std::uint32_t>;
  Points points_;
  Tree tree_;
};

}  // namespace

std::vector<NearMethodSpec> nanoflann_near_methods() {
  return {{"nanoflann", [](std::span<const Vec3> objects, Isa) -> std::unique_ptr<NearMethod> {
             return std::make_unique<NanoflannNear>(objects);
           }}};
}

}  // namespace lockstep::bench
