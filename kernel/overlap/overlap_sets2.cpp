#include "overlap/overlap_sets.hpp"
#include "overlap/separation2.hpp"
#include "sets/shape_bounds2.hpp"

namespace lockstep {

namespace {

OverlapResult run_plane(detail::OverlapMemory& memory, const ShapeSet2& first, const ShapeSet2* second,
                        const OverlapOutput& out, const OverlapOptions& options) {
  detail::refuse_contacts_of_plane(out);
  if (!out.separations.empty()) {
    detail::check_separable(first.store());
    if (second != nullptr) detail::check_separable(second->store());
  }
  return detail::run_sets<detail::InPlane, ShapeSet2>(memory, first, second, out, options);
}

}  // namespace

OverlapResult OverlapPass::run(const ShapeSet2& objects, const OverlapOutput& out, const OverlapOptions& options) {
  return run_plane(*memory_, objects, nullptr, out, options);
}

OverlapResult OverlapPass::run(const ShapeSet2& first, const ShapeSet2& second, const OverlapOutput& out,
                               const OverlapOptions& options) {
  return run_plane(*memory_, first, &second, out, options);
}

}  // namespace lockstep
