// The signed distances of a tile of pairs in float lanes, for callers whose tolerance floats can meet: closed forms
// with the proofs of the double lanes, and bounds in the roundoff of the lanes at hand.
#pragma once

#include "lanes/distance/ball_distance.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Answers the pairs whose interval is no wider than the tolerance. Adds the others to `wide`.
template <RecordKind A, RecordKind B>
[[gnu::flatten]] void tolerant_stage(const detail::DistanceBatch& batch, Positions& wide) {
  HullScratch* const no_hulls = nullptr;
  const DistanceTileOf<DistanceTraits3, A, B> tile{batch, no_hulls};
  const auto in_order = [](int i) { return i; };
  const auto closed = [&](const auto& cores, const Real& /*tolerance*/, Mask lanes) {
    SignedDistance found = closed_distance(cores, batch.answers != nullptr, lanes);
    forget_without_length(found);
    return found;
  };
  const auto keep_wide = [&](int k, Mask lanes) { return wide.add(k, lanes); };
  if constexpr (B == RecordKind::sphere)
    return measure_balls<DistanceTraits3, B>(batch, batch.count, in_order, keep_wide);
  tile.each_block(batch.count, false, in_order, closed, keep_wide);
}

}  // namespace lockstep::LOCKSTEP_ISA
