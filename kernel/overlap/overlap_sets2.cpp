#include "overlap/overlap_sets.hpp"
#include "sets/shape_bounds2.hpp"

namespace lockstep {

namespace {

OverlapResult run_plane(detail::OverlapMemory& memory, const ShapeSet2& first, const ShapeSet2* second,
                        const OverlapOutput& out, const OverlapOptions& options) {
  detail::refuse_contacts_of_plane(out);
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
