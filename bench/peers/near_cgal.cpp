// CGAL: a k-d tree over the points, queried point by point. (Its AABB tree, of triangles and the like, finds the
// nearest one, but not the k nearest.)
#include <algorithm>
#include <iterator>

#include <CGAL/Fuzzy_sphere.h>
#include <CGAL/Kd_tree.h>
#include <CGAL/Orthogonal_k_neighbor_search.h>
#include <CGAL/Search_traits_3.h>
#include <CGAL/Search_traits_adapter.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/property_map.h>

#include "methods/near_method.hpp"

namespace lockstep::bench {
namespace {

/// Points per leaf: the fastest of 5, 10 (its default), 20 and 40 for both queries together.
constexpr int bucket_size = 20;

using Kernel = CGAL::Simple_cartesian<float>;
using Point = Kernel::Point_3;
using Numbered = std::pair<Point, std::uint32_t>;
using PlaceOf = CGAL::First_of_pair_property_map<Numbered>;
using Traits = CGAL::Search_traits_adapter<Numbered, PlaceOf, CGAL::Search_traits_3<Kernel>>;
using Search = CGAL::Orthogonal_k_neighbor_search<Traits>;
using Sphere = CGAL::Fuzzy_sphere<Traits>;
using Distance = Search::Distance;

Point place_of(const Vec3& p) { return {p.x, p.y, p.z}; }

class CgalNear final : public NearMethod {
 public:
  explicit CgalNear(std::span<const Vec3> objects) : tree_(Search::Splitter(bucket_size)) {
    std::vector<Numbered> all;
    for (const Vec3& p : objects) all.emplace_back(place_of(p), static_cast<std::uint32_t>(all.size()));
    tree_.insert(all.begin(), all.end());
    tree_.build();
  }

  ObjectLists within(std::span<const Vec3> points, float distance) override {
    ObjectLists lists;
    lists.first.push_back(0);
    std::vector<Numbered> found;
    for (const Vec3& p : points) {
      found.clear();
      tree_.search(std::back_inserter(found), Sphere(place_of(p), distance));
      for (const Numbered& one : found) lists.objects.push_back(one.second);
      lists.first.push_back(lists.objects.size());
    }
    return lists;
  }
  void nearest(std::span<const Vec3> points, std::size_t k, std::span<std::uint32_t> objects) override {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Search search(tree_, place_of(points[i]), static_cast<unsigned>(k));
      std::size_t at = i * k;
      for (const auto& [one, square] : search) objects[at++] = one.second;
    }
  }

 private:
  Search::Tree tree_;
};

}  // namespace

std::vector<NearMethodSpec> cgal_near_methods() {
  return {{"cgal", [](std::span<const Vec3> objects, Isa) -> std::unique_ptr<NearMethod> {
             return std::make_unique<CgalNear>(objects);
           }}};
}

}  // namespace lockstep::bench
