#include "overlap_sets.hpp"

#include "separation.hpp"
#include "shape_bounds.hpp"
#include "shape_store.hpp"

namespace lockstep {

namespace {

OverlapResult run(detail::OverlapMemory& memory, const ShapeSet& first, const ShapeSet* second,
                  const OverlapOutput& out, const OverlapOptions& options) {
  return detail::run_sets<detail::InSpace>(memory, first, second, out, options, [&](const auto& a, const auto& b) {
    if (!out.separations.empty()) detail::check_separable(a), detail::check_separable(b);
  });
}

}  // namespace

OverlapResult OverlapPass::run(const ShapeSet& objects, const OverlapOutput& out, const OverlapOptions& options) {
  return lockstep::run(*memory_, objects, nullptr, out, options);
}

OverlapResult OverlapPass::run(const ShapeSet& first, const ShapeSet& second, const OverlapOutput& out,
                               const OverlapOptions& options) {
  return lockstep::run(*memory_, first, &second, out, options);
}

}  // namespace lockstep
