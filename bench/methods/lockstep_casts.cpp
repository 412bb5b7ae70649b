// lockstep's own methods of casts: `auto`, and `auto_points`, with points and normals.
#include <lockstep/cast.hpp>

#include "methods/methods.hpp"
#include "methods/shape_sets.hpp"

namespace lockstep::bench {
namespace {

/// The library's arguments for a workload.
template <class Workload>
struct Asked {
  using Set = ShapeSet;
  using Vector = Vec3d;
  using Output = CastOutput;
};
template <>
struct Asked<CastWorkload2> {
  using Set = ShapeSet2;
  using Vector = Vec2d;
  using Output = CastOutput2;
};

template <class Workload>
class LockstepCasts final : public CastMethod {
 public:
  LockstepCasts(const Workload& workload, bool points_and_normals, Isa isa)
      : shapes_(shape_set<typename Asked<Workload>::Set>(workload)),
        workload_(workload),
        fractions_(workload.query_count()),
        points_(points_and_normals ? workload.query_count() : 0),
        normals_(points_.size()),
        options_{.check = Check::none, .isa = isa} {}

  void run() override {
    const typename Asked<Workload>::Output out{fractions_, points_, normals_};
    if (workload_.rays.empty())
      cast(shapes_, shapes_, workload_.pairs, workload_.motions, out, options_);
    else
      cast_rays(workload_.rays, shapes_, workload_.pairs, out, options_);
  }
  Interval fractions(std::size_t query) const override { return fractions_[query]; }

 private:
  typename Asked<Workload>::Set shapes_;
  const Workload& workload_;
  std::vector<Interval> fractions_;
  std::vector<typename Asked<Workload>::Vector> points_, normals_;
  CastOptions options_;
};

template <class Workload, class Spec>
std::vector<MethodSpec<Workload, Spec, CastMethod>> cast_methods() {
  const auto method = [](const char* name, bool points_and_normals) -> MethodSpec<Workload, Spec, CastMethod> {
    return {name, Answers::exact, [](const Spec&) { return true; },
            [=](const Workload& workload, Isa isa) {
              return std::make_unique<LockstepCasts<Workload>>(workload, points_and_normals, isa);
            }};
  };
  return {method("auto", false), method("auto_points", true)};
}

}  // namespace

std::vector<ShapeCastMethod> lockstep_cast_methods() { return cast_methods<CastWorkload, CastWorkloadSpec>(); }
std::vector<ShapeCastMethod2> lockstep_cast_methods2() { return cast_methods<CastWorkload2, CastWorkloadSpec2>(); }

}  // namespace lockstep::bench
