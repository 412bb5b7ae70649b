// lockstep's own methods of distances: `auto`, `auto_points`, `auto_tolerant`, and `intersect`, the price of yes or no
// beside them.
#include <lockstep/distance.hpp>
#include <lockstep/distance_views.hpp>
#include <lockstep/intersect.hpp>

#include "methods/methods.hpp"
#include "methods/neighbours.hpp"
#include "methods/shape_sets.hpp"

namespace lockstep::bench {
namespace {

enum class Wanted : std::uint8_t { distances, points_and_normals };

/// As a game tolerates: a millimetre, where shapes are about a metre large.
constexpr double tolerance = 1e-3;

class LockstepDistances final : public DistanceMethod {
 public:
  LockstepDistances(const PairWorkload& workload, Wanted wanted, double tolerated, Isa isa)
      : shapes_(shape_set(workload)),
        pairs_(workload.pairs),
        distances_(pairs_.size()),
        options_{.tolerance = tolerated, .check = Check::none, .isa = isa} {
    if (wanted == Wanted::distances) return;
    points_.resize(pairs_.size());
    normals_.resize(pairs_.size());
  }

  void run() override { lockstep::distance(shapes_, shapes_, pairs_, {distances_, points_, normals_}, options_); }
  Interval distance(std::size_t query) const override { return distances_[query]; }

 private:
  ShapeSet shapes_;
  const std::vector<Pair>& pairs_;
  std::vector<Interval> distances_;
  std::vector<WitnessPoints> points_;
  std::vector<Vec3d> normals_;
  DistanceOptions options_;
};

/// Neighbours as two arrays, side by side.
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
                  if constexpr (!std::is_same_v<Shapes, Hulls>)
                    return std::make_unique<LockstepStreamDistances<typename Shapes::value_type>>(shapes, options);
                  else
                    return nullptr;
                },
                workload.shapes);
          }};
}

/// `auto` of the job `intersect`, so that both are timed in the same run.
class LockstepVerdicts final : public DistanceMethod {
 public:
  LockstepVerdicts(const PairWorkload& workload, Isa isa)
      : shapes_(shape_set(workload)),
        pairs_(workload.pairs),
        verdicts_(pairs_.size()),
        options_{.check = Check::none, .isa = isa} {}

  void run() override { intersect(shapes_, shapes_, pairs_, verdicts_, options_); }
  Interval distance(std::size_t query) const override {
    const Verdict verdict = verdicts_[query];
    return verdict == Verdict::separated ? some_gap : verdict == Verdict::overlapping ? some_depth : nothing_known;
  }

 private:
  ShapeSet shapes_;
  const std::vector<Pair>& pairs_;
  std::vector<Verdict> verdicts_;
  IntersectOptions options_;
};

PairDistanceMethod measuring(const char* name, Wanted wanted, double tolerated,
                             bool (*takes)(const PairWorkloadSpec&)) {
  return {name, Answers::exact, takes, [wanted, tolerated](const PairWorkload& workload, Isa isa) {
            return std::make_unique<LockstepDistances>(workload, wanted, tolerated, isa);
          }};
}

}  // namespace

PairDistanceMethod lockstep_distances_with_points(const char* name) {
  return measuring(name, Wanted::points_and_normals, 0,
                   [](const PairWorkloadSpec& spec) { return !spec.scaling && !spec.side_by_side; });
}

std::vector<PairDistanceMethod> lockstep_distance_methods() {
  constexpr auto every = [](const PairWorkloadSpec& spec) { return !spec.side_by_side; };
  constexpr auto short_ones = [](const PairWorkloadSpec& spec) { return !spec.scaling && !spec.side_by_side; };
  return {measuring("auto", Wanted::distances, 0, every),
          lockstep_distances_with_points("auto_points"),
          measuring("auto_tolerant", Wanted::distances, tolerance, short_ones),
          side_by_side("auto", 0, Check::none),
          side_by_side("checked", 0, Check::inputs),
          side_by_side("auto_tolerant", tolerance, Check::none),
          {"intersect", Answers::exact, every,
           [](const PairWorkload& workload, Isa isa) { return std::make_unique<LockstepVerdicts>(workload, isa); }}};
}

}  // namespace lockstep::bench
