// The judge of overlap methods: a sorted grid and double arithmetic, which share no code with what is timed.
#pragma once

#include <cstddef>
#include <vector>

#include "work/overlap_scenes.hpp"

namespace lockstep::bench {

/// All pairs that overlap in a frame, a < b, in rising order.
[[nodiscard]] std::vector<Pair> true_pairs(const OverlapScene& scene, std::size_t frame);

/// Is this pair so close to contact that rounding may call it either way? Of spheres and circles: closer than 2^-20 of
/// the largest coordinate, 16 units in the last place of a float. Of bodies: as for lists of pairs (judge.hpp).
[[nodiscard]] bool within_rounding(const OverlapScene& scene, std::size_t frame, const Pair& pair);

}  // namespace lockstep::bench
