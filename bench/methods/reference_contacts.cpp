// `reference` of contacts: the scalar manifolds of lockstep/reference, in float, of boxes. (Of hulls it wants faces,
// which the workloads do not have.)
#include <utility>

#include "methods/per_isa.hpp"
#include "methods/prepared.hpp"

#include <lockstep/reference/manifold.hpp>

namespace lockstep::bench {
namespace {

class ReferenceContacts final : public DistanceMethod {
 public:
  using Boxes = Prepared<reference::Box<float>>;

  ReferenceContacts(Boxes prepared, const std::vector<Pair>& pairs)
      : prepared_(std::move(prepared)), pairs_(pairs), found_(pairs.size()) {}

  void run() override {
    const auto* const shapes = prepared_.shapes.data();
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      found_[i] = reference::contact_manifold(shapes[pairs_[i].a], shapes[pairs_[i].b], 0.0F);
  }

  /// Depths run along the normal of a face, which need not be the shortest way out: no more than a sign.
  Interval distance(std::size_t query) const override { return found_[query].count > 0 ? some_depth : some_gap; }

 private:
  Boxes prepared_;
  const std::vector<Pair>& pairs_;
  std::vector<reference::Manifold<float>> found_;
};

}  // namespace

std::unique_ptr<DistanceMethod> reference_contacts(const PairWorkload& workload) {
  return std::make_unique<ReferenceContacts>(prepare(std::get<std::vector<Box>>(workload.shapes)), workload.pairs);
}

}  // namespace lockstep::bench
