#include "lockstep/intersect.hpp"

#include "intersect/pair_list.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

void intersect(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs, std::span<Verdict> verdicts,
               const IntersectOptions& options) {
  detail::intersect_sets<detail::InSpace>(first, second, pairs, verdicts, options);
}

}  // namespace lockstep
