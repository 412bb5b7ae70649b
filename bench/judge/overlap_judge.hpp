// The judge of overlap methods: a sorted grid and double arithmetic, which share no code with the timed methods.
#pragma once

#include <cstddef>
#include <vector>

#include "work/overlap_scenes.hpp"

namespace lockstep::bench {

/// All pairs that overlap in a frame, a < b, in rising order.
[[nodiscard]] std::vector<Pair> true_pairs(const OverlapScene& scene, std::size_t frame);

/// Whether this pair is so close to contact that rounding may decide either way. For spheres and circles: closer than
/// 2^-20 of the largest coordinate, 16 units in the last place of a float. For bodies: as for lists of pairs
/// (judge.hpp).
[[nodiscard]] bool within_rounding(const OverlapScene& scene, std::size_t frame, const Pair& pair);

}  // namespace lockstep::bench
