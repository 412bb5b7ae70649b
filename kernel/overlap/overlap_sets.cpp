#include "overlap/overlap_sets.hpp"

#include "sets/shape_bounds.hpp"

namespace lockstep {

OverlapResult OverlapPass::run(const ShapeSet& objects, const OverlapOutput& out, const OverlapOptions& options) {
  return detail::run_sets<detail::InSpace, ShapeSet>(*memory_, objects, nullptr, out, options);
}

OverlapResult OverlapPass::run(const ShapeSet& first, const ShapeSet& second, const OverlapOutput& out,
                               const OverlapOptions& options) {
  return detail::run_sets<detail::InSpace>(*memory_, first, &second, out, options);
}

}  // namespace lockstep
