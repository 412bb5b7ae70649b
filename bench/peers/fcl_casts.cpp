// FCL's casts: fcl::continuousCollide of translations, by conservative advancement over its distances, in double, with
// its default precision: 1e-4 of the motion. (Its default, the naive method, samples ten places and misses collisions
// between them.) It has no rays. An exception, when it gives up, counts as a miss.
#include <exception>

#include <fcl/narrowphase/continuous_collision.h>

#include "methods/methods.hpp"
#include "peers/fcl_shapes.hpp"

namespace lockstep::bench {
namespace {

template <class Shape>
class FclCasts final : public CastMethod {
 public:
  template <class Source>
  FclCasts(const Source& source, const CastWorkload& workload) : workload_(workload), found_(workload.query_count()) {
    for (std::size_t i = 0; i < source.size(); ++i) shapes_.push_back(posed(source[i]));
    request_.ccd_motion_type = fcl::CCDM_TRANS;
    request_.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
  }

  void run() override {
    for (std::size_t i = 0; i < found_.size(); ++i) found_[i] = first_contact(i);
  }
  Interval fractions(std::size_t query) const override { return found_[query]; }

 private:
  const CastWorkload& workload_;
  std::vector<FclShape<Shape>> shapes_;
  fcl::ContinuousCollisionRequestd request_;
  std::vector<Interval> found_;

  [[nodiscard]] Interval first_contact(std::size_t query) const {
    const FclShape<Shape>&a = shapes_[workload_.pairs[query].a], &b = shapes_[workload_.pairs[query].b];
    fcl::Transform3d end = a.pose;
    end.translation() += vector3(workload_.motions[query]);
    fcl::ContinuousCollisionResultd result;
    try {
      fcl::continuousCollide(&a.shape, a.pose, end, &b.shape, b.pose, b.pose, request_, result);
    } catch (const std::exception&) {
      return miss;
    }
    return result.is_collide ? hit_at(result.time_of_contact) : miss;
  }
};

}  // namespace

std::vector<ShapeCastMethod> fcl_cast_methods() {
  return {{"fcl", Answers::foreign, [](const CastWorkloadSpec& spec) { return !spec.of_rays; },
           [](const CastWorkload& workload, Isa) {
             return std::visit(
                 [&](const auto& source) -> std::unique_ptr<CastMethod> {
                   using Shape = decltype(posed(source[0]).shape);
                   return std::make_unique<FclCasts<Shape>>(source, workload);
                 },
                 workload.shapes);
           }}};
}

}  // namespace lockstep::bench
