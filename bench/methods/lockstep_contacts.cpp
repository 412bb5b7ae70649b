// lockstep's own methods of contacts: `auto`, and `distance`, the price of distances with points and normals that
// contacts need.
#include <lockstep/distance.hpp>

#include <limits>

#include "methods/methods.hpp"
#include "methods/shape_sets.hpp"

namespace lockstep::bench {
namespace {

/// Whether separations violate the contract of contacts.hpp: they lie between the distance and the margin, which is 0.
bool is_broken(const Manifold& manifold) {
  for (std::uint32_t i = 0; i < manifold.count; ++i) {
    const double separation = manifold.points[i].separation;
    if (!(separation >= manifold.distance.lower && separation <= 0)) return true;
  }
  return manifold.count > 4;
}

class LockstepContacts final : public DistanceMethod {
 public:
  LockstepContacts(const PairWorkload& workload, Isa isa)
      : shapes_(shape_set(workload)),
        pairs_(workload.pairs),
        manifolds_(pairs_.size()),
        options_{.check = Check::none, .isa = isa} {}

  void run() override { contacts(shapes_, shapes_, pairs_, manifolds_, options_); }

  /// The manifold's answer: a gap if it has no points, NaN if its points violate the contract.
  Interval distance(std::size_t query) const override {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const Manifold& manifold = manifolds_[query];
    if (manifold.count == 0) return some_gap;
    return is_broken(manifold) ? Interval{nan, nan} : manifold.distance;
  }

 private:
  ShapeSet shapes_;
  const std::vector<Pair>& pairs_;
  std::vector<Manifold> manifolds_;
  ContactOptions options_;
};

/// Of the plane.
class LockstepContacts2 final : public Method {
 public:
  LockstepContacts2(const PairWorkload2& workload, Isa isa)
      : shapes_(shape_set(workload)),
        pairs_(workload.pairs),
        manifolds_(pairs_.size()),
        options_{.check = Check::none, .isa = isa} {}

  void run() override { contacts(shapes_, shapes_, pairs_, manifolds_, options_); }
  bool hit(std::size_t query) const override { return manifolds_[query].count > 0; }
  bool undecided(std::size_t query) const override {
    return verdict_of(manifolds_[query].distance) == Verdict::touching;
  }

 private:
  ShapeSet2 shapes_;
  const std::vector<Pair>& pairs_;
  std::vector<Manifold2> manifolds_;
  ContactOptions options_;
};

class LockstepDistances2 final : public Method {
 public:
  LockstepDistances2(const PairWorkload2& workload, Isa isa)
      : shapes_(shape_set(workload)),
        pairs_(workload.pairs),
        distances_(pairs_.size()),
        points_(pairs_.size()),
        normals_(pairs_.size()) {
    options_.check = Check::none, options_.isa = isa;
  }

  void run() override { distance(shapes_, shapes_, pairs_, {distances_, points_, normals_}, options_); }
  bool hit(std::size_t query) const override { return overlaps(verdict_of(distances_[query])); }
  bool undecided(std::size_t query) const override { return verdict_of(distances_[query]) == Verdict::touching; }

 private:
  ShapeSet2 shapes_;
  const std::vector<Pair>& pairs_;
  std::vector<Interval> distances_;
  std::vector<WitnessPoints2> points_;
  std::vector<Vec2d> normals_;
  DistanceOptions options_;
};

template <class Made>
PairMethod2 of_plane(const char* name) {
  constexpr auto has_edges = [](const PairWorkloadSpec2& spec) {
    return spec.kind == PairKind2::box || spec.kind == PairKind2::polygon;
  };
  return {name, Answers::exact, has_edges,
          [](const PairWorkload2& workload, Isa isa) { return std::make_unique<Made>(workload, isa); }};
}

}  // namespace

std::vector<PairMethod2> lockstep_contact_methods2() {
  return {of_plane<LockstepContacts2>("auto"), of_plane<LockstepDistances2>("distance")};
}

std::vector<PairDistanceMethod> lockstep_contact_methods() {
  constexpr auto every = [](const PairWorkloadSpec&) { return true; };
  return {{"auto", Answers::exact, every,
           [](const PairWorkload& workload, Isa isa) { return std::make_unique<LockstepContacts>(workload, isa); }},
          lockstep_distances_with_points("distance")};
}

}  // namespace lockstep::bench
