#include "lockstep/intersect.hpp"

#include "intersect/pair_groups.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

using detail::InSpace;

template <>
LOCKSTEP_API void intersect(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                            std::span<Verdict> verdicts, const IntersectOptions& options) {
  detail::intersect_sets<InSpace>(first, second, pairs, verdicts, options);
}

template <>
LOCKSTEP_API std::size_t any_overlap(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                                     std::span<const std::size_t> ends, std::span<std::uint64_t> any,
                                     const GroupOptions& options) {
  return detail::any_in_groups<InSpace>(first, second, pairs, ends, any, options);
}

template <>
LOCKSTEP_API std::size_t count_overlaps(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                                        std::span<const std::size_t> ends, std::span<std::size_t> counts,
                                        const GroupOptions& options) {
  return detail::count_in_groups<InSpace>(first, second, pairs, ends, counts, options);
}

}  // namespace lockstep
