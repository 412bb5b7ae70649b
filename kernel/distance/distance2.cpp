#include "distance/distance_sets.hpp"
#include "lockstep/distance.hpp"
#include "sets/shape_store2.hpp"

namespace lockstep {

template <>
LOCKSTEP_API void distance(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                           const DistanceOutput2& out, const DistanceOptions& options) {
  detail::measure_sets<detail::InPlane>(first, second, pairs, out, options);
}

}  // namespace lockstep
