#include <string>

#include "overlap_sets.hpp"
#include "plane/shape_bounds.hpp"

namespace lockstep {

namespace {

OverlapResult run(detail::OverlapMemory& memory, const ShapeSet2& first, const ShapeSet2* second,
                  const OverlapOutput& out, const OverlapOptions& options) {
  return detail::run_sets<detail::InPlane>(memory, first, second, out, options, [&](const auto&, const auto&) {
    if (!out.separations.empty())
      throw InvalidInput("separations: there are none where shapes of the plane are mixed, only of circles");
  });
}

}  // namespace

OverlapResult OverlapPass::run(const ShapeSet2& objects, const OverlapOutput& out, const OverlapOptions& options) {
  return lockstep::run(*memory_, objects, nullptr, out, options);
}

OverlapResult OverlapPass::run(const ShapeSet2& first, const ShapeSet2& second, const OverlapOutput& out,
                               const OverlapOptions& options) {
  return lockstep::run(*memory_, first, &second, out, options);
}

}  // namespace lockstep
