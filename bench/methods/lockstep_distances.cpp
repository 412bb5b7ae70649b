// lockstep's own methods of distances: `auto`, `auto_points`, `auto_tolerant`, and `intersect`, the price of yes or no
// beside them.
#include <lockstep/distance.hpp>
#include <lockstep/intersect.hpp>

#include "methods/methods.hpp"
#include "methods/neighbours.hpp"
#include "methods/shape_sets.hpp"

namespace lockstep::bench {
namespace {

enum class Wanted : std::uint8_t { distances, points_and_normals };

/// A game's tolerance: a millimetre, for shapes of about a metre.
constexpr double tolerance = 1e-3;

/// The calls for space and for the plane.
struct InSpace {
  using Workload = PairWorkload;
  using Spec = PairWorkloadSpec;
  using Set = ShapeSet;
  using Output = DistanceOutput;
  using Points = WitnessPoints;
  using Normal = Vec3d;
};
struct InPlane {
  using Workload = PairWorkload2;
  using Spec = PairWorkloadSpec2;
  using Set = ShapeSet2;
  using Output = DistanceOutput2;
  using Points = WitnessPoints2;
  using Normal = Vec2d;
};

template <class In>
class LockstepDistances final : public DistanceMethod {
 public:
  LockstepDistances(const typename In::Workload& workload, Wanted wanted, double tolerated, Isa isa)
      : shapes_(shape_set<typename In::Set>(workload)),
        pairs_(workload.pairs),
        distances_(pairs_.size()),
        options_{.tolerance = tolerated, .check = Check::none, .isa = isa} {
    if (wanted == Wanted::distances) return;
    points_.resize(pairs_.size());
    normals_.resize(pairs_.size());
  }

  void run() override {
    lockstep::distance(shapes_, shapes_, pairs_, typename In::Output{distances_, points_, normals_}, options_);
  }
  Interval distance(std::size_t query) const override { return distances_[query]; }

 private:
  typename In::Set shapes_;
  const std::vector<Pair>& pairs_;
  std::vector<Interval> distances_;
  std::vector<typename In::Points> points_;
  std::vector<typename In::Normal> normals_;
  DistanceOptions options_;
};

/// Neighbours as two arrays.
template <class Shape>
class LockstepStreamDistances final : public DistanceMethod {
 public:
  LockstepStreamDistances(const std::vector<Shape>& shapes, const DistanceOptions& options)
      : sides_(shapes), distances_(shapes.size() / 2), options_(options) {}

  void run() override { lockstep::distance(sides_.view(0), sides_.view(1), {distances_}, options_); }
  Interval distance(std::size_t query) const override { return distances_[query]; }

 private:
  Neighbours<Shape> sides_;
  std::vector<Interval> distances_;
  DistanceOptions options_;
};

PairDistanceMethod side_by_side(const char* name, double tolerated, Check check) {
  return {name, Answers::exact, [](const PairWorkloadSpec& spec) { return spec.side_by_side; },
          [tolerated, check](const PairWorkload& workload, Isa isa) {
            const DistanceOptions options{.tolerance = tolerated, .check = check, .isa = isa};
            return std::visit(
                [&]<class Shapes>(const Shapes& shapes) -> std::unique_ptr<DistanceMethod> {
                  if constexpr (requires { typename Shapes::value_type; })
                    return std::make_unique<LockstepStreamDistances<typename Shapes::value_type>>(shapes, options);
                  else
                    return nullptr;
                },
                workload.shapes);
          }};
}

/// `auto` of the job `intersect`, so that both are timed in the same run.
template <class In>
class LockstepVerdicts final : public DistanceMethod {
 public:
  LockstepVerdicts(const typename In::Workload& workload, Isa isa)
      : shapes_(shape_set<typename In::Set>(workload)),
        pairs_(workload.pairs),
        verdicts_(pairs_.size()),
        options_{.check = Check::none, .isa = isa} {}

  void run() override { intersect(shapes_, shapes_, pairs_, verdicts_, options_); }
  Interval distance(std::size_t query) const override {
    const Verdict verdict = verdicts_[query];
    return verdict == Verdict::separated ? some_gap : verdict == Verdict::overlapping ? some_depth : nothing_known;
  }

 private:
  typename In::Set shapes_;
  const std::vector<Pair>& pairs_;
  std::vector<Verdict> verdicts_;
  IntersectOptions options_;
};

template <class In>
using MethodIn = MethodSpec<typename In::Workload, typename In::Spec, DistanceMethod>;

template <class In>
MethodIn<In> measuring(const char* name, Wanted wanted, double tolerated, bool (*takes)(const typename In::Spec&)) {
  return {name, Answers::exact, takes, [wanted, tolerated](const typename In::Workload& workload, Isa isa) {
            return std::make_unique<LockstepDistances<In>>(workload, wanted, tolerated, isa);
          }};
}

template <class In>
std::vector<MethodIn<In>> methods_in(bool (*every)(const typename In::Spec&),
                                     bool (*short_ones)(const typename In::Spec&)) {
  return {measuring<In>("auto", Wanted::distances, 0, every),
          measuring<In>("auto_points", Wanted::points_and_normals, 0, short_ones),
          measuring<In>("auto_tolerant", Wanted::distances, tolerance, short_ones),
          {"intersect", Answers::exact, every, [](const typename In::Workload& workload, Isa isa) {
             return std::make_unique<LockstepVerdicts<In>>(workload, isa);
           }}};
}

}  // namespace

PairDistanceMethod lockstep_distances_with_points(const char* name) {
  return measuring<InSpace>(name, Wanted::points_and_normals, 0,
                            [](const PairWorkloadSpec& spec) { return !spec.scaling && !spec.side_by_side; });
}

std::vector<PairDistanceMethod> lockstep_distance_methods() {
  constexpr auto every = [](const PairWorkloadSpec& spec) { return !spec.side_by_side; };
  constexpr auto short_ones = [](const PairWorkloadSpec& spec) { return !spec.scaling && !spec.side_by_side; };
  std::vector<PairDistanceMethod> methods = methods_in<InSpace>(every, short_ones);
  methods.push_back(side_by_side("auto", 0, Check::none));
  methods.push_back(side_by_side("checked", 0, Check::inputs));
  methods.push_back(side_by_side("auto_tolerant", tolerance, Check::none));
  return methods;
}

std::vector<PairDistanceMethod2> lockstep_distance_methods2() {
  constexpr auto every = [](const PairWorkloadSpec2&) { return true; };
  return methods_in<InPlane>(every, every);
}

}  // namespace lockstep::bench
