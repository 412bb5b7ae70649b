// FCL's distances of shapes and meshes, in double: fcl::distance of a shape and a BVHModel of OBBRSS volumes. It has no
// depth, and reports a gap even for a sphere that overlaps a triangle: its rows count those as lost.
#include <exception>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/distance.h>

#include "methods/methods.hpp"
#include "peers/fcl_shapes.hpp"

namespace lockstep::bench {
namespace {

template <class Shape>
class FclMeshDistances final : public DistanceMethod {
 public:
  template <class Source>
  FclMeshDistances(const Source& source, const MeshWorkload& workload) : found_(source.size()) {
    for (const auto& shape : source) shapes_.push_back(posed(shape));
    make_model(workload.vertices, workload.indices, mesh_);
  }

  void run() override {
    const fcl::Transform3d still = fcl::Transform3d::Identity();
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      fcl::DistanceResultd result;
      try {
        fcl::distance(&mesh_, still, &shapes_[i].shape, shapes_[i].pose, fcl::DistanceRequestd(), result);
        found_[i] = result.min_distance > 0 ? exactly(result.min_distance) : some_depth;
      } catch (const std::exception&) {
        found_[i] = nothing_known;
      }
    }
  }
  Interval distance(std::size_t query) const override { return found_[query]; }

 private:
  std::vector<FclShape<Shape>> shapes_;
  fcl::BVHModel<fcl::OBBRSSd> mesh_;
  std::vector<Interval> found_;
};

}  // namespace

std::vector<MeshDistanceMethod> fcl_mesh_methods() {
  return {{"fcl", Answers::foreign, [](const MeshWorkloadSpec&) { return true; },
           [](const MeshWorkload& workload, Isa) {
             return std::visit(
                 [&](const auto& source) -> std::unique_ptr<DistanceMethod> {
                   using Shape = decltype(posed(source[0]).shape);
                   return std::make_unique<FclMeshDistances<Shape>>(source, workload);
                 },
                 workload.shapes);
           }}};
}

}  // namespace lockstep::bench
