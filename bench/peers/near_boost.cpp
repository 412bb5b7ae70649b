// Boost.Geometry: an R-tree over the points, packed when it is built, and queried point by point.
#include <algorithm>
#include <iterator>
#include <utility>

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>

#include "methods/near_method.hpp"

namespace lockstep::bench {
namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

/// Points per node: the fastest of 4, 8, 16 and 32 for both queries together.
constexpr std::size_t node_size = 16;

class BoostNear final : public NearMethod {
 public:
  explicit BoostNear(std::span<const Vec3> objects) : objects_(objects), tree_(numbered(objects)) {}

  /// Finds those in the box around the ball first, a query that the tree supports.
  ObjectLists within(std::span<const Vec3> points, float distance) override {
    ObjectLists lists;
    lists.first.push_back(0);
    std::vector<Numbered> found;
    for (const Vec3& p : points) {
      const Box around{{p.x - distance, p.y - distance, p.z - distance},
                       {p.x + distance, p.y + distance, p.z + distance}};
      found.clear();
      tree_.query(bgi::intersects(around), std::back_inserter(found));
      for (const auto& [place, index] : found)
        if (square_to(p, index) <= distance * distance) lists.objects.push_back(index);
      lists.first.push_back(lists.objects.size());
    }
    return lists;
  }
  void nearest(std::span<const Vec3> points, std::size_t k, std::span<std::uint32_t> objects) override {
    std::vector<Numbered> found;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3& p = points[i];
      found.clear();
      tree_.query(bgi::nearest(Point{p.x, p.y, p.z}, static_cast<unsigned>(k)), std::back_inserter(found));
      std::sort(found.begin(), found.end(),
                [&](const Numbered& a, const Numbered& b) { return square_to(p, a.second) < square_to(p, b.second); });
      for (std::size_t j = 0; j < k; ++j) objects[i * k + j] = found[j].second;
    }
  }

 private:
  using Point = bg::model::point<float, 3, bg::cs::cartesian>;
  using Box = bg::model::box<Point>;
  using Numbered = std::pair<Point, std::uint32_t>;

  static std::vector<Numbered> numbered(std::span<const Vec3> objects) {
    std::vector<Numbered> all;
    for (const Vec3& p : objects) all.emplace_back(Point{p.x, p.y, p.z}, static_cast<std::uint32_t>(all.size()));
    return all;
  }
  [[nodiscard]] float square_to(const Vec3& p, std::uint32_t index) const {
    const Vec3& q = objects_[index];
    const float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
    return x * x + y * y + z * z;
  }

  std::span<const Vec3> objects_;
  bgi::rtree<Numbered, bgi::quadratic<node_size>> tree_;  // the split strategy matters only for later insertions
};

}  // namespace

std::vector<NearMethodSpec> boost_near_methods() {
  return {{"boost", [](std::span<const Vec3> objects, Isa) -> std::unique_ptr<NearMethod> {
             return std::make_unique<BoostNear>(objects);
           }}};
}

}  // namespace lockstep::bench
