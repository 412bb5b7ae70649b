// The judge of answers: the scalar reference in double. It shares no code with the timed float lanes, and it knows the
// queries that are so close to contact that rounding alone decides them.
#pragma once

#include <cstddef>

#include "work/scenes.hpp"
#include "work/workloads.hpp"
#include "work/workloads2.hpp"

namespace lockstep::bench {

/// Whether this pair, or this camera and object, overlap.
[[nodiscard]] bool truly_hits(const PairWorkload& workload, std::size_t query);
[[nodiscard]] bool truly_hits(const PairWorkload2& workload, std::size_t query);
[[nodiscard]] bool truly_hits(const CullScene& scene, std::size_t query);

/// Whether the answer changes if one of the two shapes grows or shrinks by 1e-5 of the largest coordinate.
[[nodiscard]] bool within_rounding(const PairWorkload& workload, std::size_t query);
[[nodiscard]] bool within_rounding(const PairWorkload2& workload, std::size_t query);
[[nodiscard]] bool within_rounding(const CullScene& scene, std::size_t query);

}  // namespace lockstep::bench
