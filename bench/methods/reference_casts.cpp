// `reference` of casts: conservative advancement of lockstep/reference, in float, over arrays of its own shapes; for
// spheres and capsules with points and segments, less the radii.
#include <utility>

#include "methods/per_isa.hpp"
#include "methods/prepared.hpp"

#include "work/round_casts.hpp"

namespace lockstep::bench {
namespace {

template <class Shapes, class Vector>
class ReferenceCasts final : public CastMethod {
 public:
  template <class Workload>
  ReferenceCasts(Shapes prepared, const Workload& workload)
      : prepared_(std::move(prepared)), pairs_(workload.pairs), found_(pairs_.size()) {
    for (const auto& motion : workload.motions) motions_.push_back(vector<float>(motion));
    for (const auto& ray : workload.rays)
      origins_.push_back({vector<float>(ray.origin)}), motions_.push_back(vector<float>(ray.motion));
  }

  void run() override {
    const auto* const shapes = prepared_.shapes.data();
    if (origins_.empty())
      for (std::size_t i = 0; i < pairs_.size(); ++i)
        found_[i] = cast_towards(shapes[pairs_[i].a], shapes[pairs_[i].b], motions_[i]);
    else
      for (std::size_t i = 0; i < pairs_.size(); ++i)
        found_[i] = cast_towards(origins_[pairs_[i].a], shapes[pairs_[i].b], motions_[pairs_[i].a]);
  }
  /// Its upper bound is proven within rounding. For a graze it has no upper bound, and returns the fraction of the
  /// nearest approach.
  Interval fractions(std::size_t query) const override {
    const auto& found = found_[query];
    return found.hit ? hit_at(double{found.lower}) : miss;
  }

 private:
  Shapes prepared_;
  const std::vector<Pair>& pairs_;
  std::vector<reference::SinglePoint<Vector>> origins_;
  std::vector<Vector> motions_;
  std::vector<reference::Cast<Vector>> found_;
};

template <class Vector, class Workload>
std::unique_ptr<CastMethod> casts_of(const Workload& workload) {
  return std::visit(
      [&](const auto& source) -> std::unique_ptr<CastMethod> {
        auto prepared = prepare(source);
        return std::make_unique<ReferenceCasts<decltype(prepared), Vector>>(std::move(prepared), workload);
      },
      workload.shapes);
}

}  // namespace

std::unique_ptr<CastMethod> reference_casts(const CastWorkload& workload) {
  return casts_of<reference::Vector<float>>(workload);
}
std::unique_ptr<CastMethod> reference_casts2(const CastWorkload2& workload) {
  return casts_of<reference::Vector2<float>>(workload);
}

}  // namespace lockstep::bench
