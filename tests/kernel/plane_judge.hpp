// Judges the verdicts of a pair list of the plane by the exact oracle.
#pragma once

#include <span>

#include "judge.hpp"
#include "plane.hpp"
#include "plane_pair_list.hpp"

namespace lockstep::test {

/// Like `judge_pairs` of space, but on every instruction set: all must give the bits of the scalar lanes.
Tallies judge_pairs(const PlanePairList& list, std::span<const oracle::Truth> truths = {});

/// Whether contact is farther than the tolerance. Such a pair must not be `touching`.
[[nodiscard]] bool is_far_from_contact(const ShapePair2& pair);

}  // namespace lockstep::test
