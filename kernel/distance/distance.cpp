#include "lockstep/distance.hpp"

#include "distance/distance_sets.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

template <>
LOCKSTEP_API void distance(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                           const DistanceOutput& out, const DistanceOptions& options) {
  detail::measure_sets<detail::InSpace>(first, second, pairs, out, options);
}

}  // namespace lockstep
