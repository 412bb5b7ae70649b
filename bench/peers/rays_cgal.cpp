// CGAL's AABB tree over triangles, queried by first_intersection for ray after ray, in double. Its rays are unbounded,
// so hits beyond the end are misses. (In float it is no faster.)
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

#include "methods/methods.hpp"

namespace lockstep::bench {
namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Point = Kernel::Point_3;
using Triangles = std::vector<Kernel::Triangle_3>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Triangles::iterator>>>;

Point place_of(const Vec3& p) { return {double{p.x}, double{p.y}, double{p.z}}; }

class CgalRays final : public CastMethod {
 public:
  explicit CgalRays(const MeshWorkload& workload) : found_(workload.rays.size()) {
    for (std::size_t k = 0; k < workload.indices.size(); k += 3) {
      const auto corner = [&](std::size_t j) { return place_of(workload.vertices[workload.indices[k + j]]); };
      triangles_.emplace_back(corner(0), corner(1), corner(2));
    }
    tree_.rebuild(triangles_.begin(), triangles_.end());
    tree_.build();
    for (const auto& [from, motion] : workload.rays)
      rays_.emplace_back(place_of(from), Kernel::Vector_3(double{motion.x}, double{motion.y}, double{motion.z}));
  }

  void run() override {
    for (std::size_t i = 0; i < rays_.size(); ++i) {
      const auto hit = tree_.first_intersection(rays_[i]);
      const double fraction = hit ? fraction_at(rays_[i], hit->first) : miss.lower;
      found_[i] = fraction <= 1 ? hit_at(fraction) : miss;
    }
  }
  Interval fractions(std::size_t query) const override { return found_[query]; }

 private:
  /// A point, or a part of a ray that lies in a triangle's plane.
  template <class Place>
  static double fraction_at(const Kernel::Ray_3& ray, const Place& place) {
    const auto* point = boost::get<Point>(&place);
    if (point == nullptr) return 0;
    const Kernel::Vector_3 motion = ray.to_vector();
    return (*point - ray.source()) * motion / motion.squared_length();
  }

  Triangles triangles_;
  Tree tree_;
  std::vector<Kernel::Ray_3> rays_;
  std::vector<Interval> found_;
};

}  // namespace

std::vector<MeshRayMethod> cgal_ray_methods() {
  return {{"cgal", Answers::foreign, [](const MeshWorkloadSpec&) { return true; },
           [](const MeshWorkload& workload, Isa) { return std::make_unique<CgalRays>(workload); }}};
}

}  // namespace lockstep::bench
