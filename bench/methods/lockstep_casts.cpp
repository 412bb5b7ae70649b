// lockstep's own methods of casts: `auto`, and `auto_points`, with points and normals.
#include <lockstep/cast.hpp>

#include "methods/methods.hpp"
#include "methods/shape_sets.hpp"

namespace lockstep::bench {
namespace {

class LockstepCasts final : public CastMethod {
 public:
  LockstepCasts(const CastWorkload& workload, bool points_and_normals, Isa isa)
      : shapes_(shape_set(workload)),
        workload_(workload),
        fractions_(workload.query_count()),
        points_(points_and_normals ? workload.query_count() : 0),
        normals_(points_.size()),
        options_{.check = Check::none, .isa = isa} {}

  void run() override {
    const CastOutput out{fractions_, points_, normals_};
    if (workload_.rays.empty())
      cast(shapes_, shapes_, workload_.pairs, workload_.motions, out, options_);
    else
      cast_rays(workload_.rays, shapes_, workload_.pairs, out, options_);
  }
  Interval fractions(std::size_t query) const override { return fractions_[query]; }

 private:
  ShapeSet shapes_;
  const CastWorkload& workload_;
  std::vector<Interval> fractions_;
  std::vector<Vec3d> points_, normals_;
  CastOptions options_;
};

}  // namespace

std::vector<ShapeCastMethod> lockstep_cast_methods() {
  const auto method = [](const char* name, bool points_and_normals) -> ShapeCastMethod {
    return {name, Answers::exact, [](const CastWorkloadSpec&) { return true; },
            [=](const CastWorkload& workload, Isa isa) {
              return std::make_unique<LockstepCasts>(workload, points_and_normals, isa);
            }};
  };
  return {method("auto", false), method("auto_points", true)};
}

}  // namespace lockstep::bench
