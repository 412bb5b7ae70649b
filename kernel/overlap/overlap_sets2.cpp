#include "overlap/overlap_sets.hpp"
#include "sets/shape_bounds2.hpp"

namespace lockstep {

OverlapResult OverlapPass::run(const ShapeSet2& objects, const OverlapOutput& out, const OverlapOptions& options) {
  return detail::run_sets<detail::InPlane, ShapeSet2>(*memory_, objects, nullptr, out, options);
}

OverlapResult OverlapPass::run(const ShapeSet2& first, const ShapeSet2& second, const OverlapOutput& out,
                               const OverlapOptions& options) {
  return detail::run_sets<detail::InPlane>(*memory_, first, &second, out, options);
}

}  // namespace lockstep
