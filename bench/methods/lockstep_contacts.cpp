// lockstep's own methods of contacts: `auto`, and `distance`, the price of distances with points and normals below it.
#include <lockstep/contacts.hpp>

#include <limits>

#include "methods/methods.hpp"
#include "methods/shape_sets.hpp"

namespace lockstep::bench {
namespace {

/// Is what contacts.hpp says of the separations broken? They lie between the distance and the margin, which is 0.
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

  /// What the manifold says: a gap, where it has no points; no number, where its points break the promise.
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

}  // namespace

std::vector<PairDistanceMethod> lockstep_contact_methods() {
  constexpr auto every = [](const PairWorkloadSpec&) { return true; };
  return {{"auto", Answers::exact, every,
           [](const PairWorkload& workload, Isa isa) { return std::make_unique<LockstepContacts>(workload, isa); }},
          lockstep_distances_with_points("distance")};
}

}  // namespace lockstep::bench
