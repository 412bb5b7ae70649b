#include "intersect/pair_list.hpp"
#include "lockstep/shape_set2.hpp"
#include "sets/shape_store2.hpp"

namespace lockstep {

void intersect(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
               std::span<Verdict> verdicts, const IntersectOptions& options) {
  detail::intersect_sets<detail::InPlane>(first, second, pairs, verdicts, options);
}

}  // namespace lockstep
