// Judges the verdicts of a pair list, of space or of the plane, by the exact oracle.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "core.hpp"
#include "oracle.hpp"
#include "pair_list.hpp"
#include "plane.hpp"

namespace lockstep::test {

/// Counts of verdicts.
struct Tally {
  int answers = 0, separated = 0, touching = 0, overlapping = 0;

  Tally& operator+=(const Tally& more);
  [[nodiscard]] double touching_share() const { return answers == 0 ? 0 : double(touching) / answers; }
  [[nodiscard]] std::string text() const;
};

/// By method: [0] automatic, [1] gjk.
using Tallies = std::array<Tally, 2>;

/// Runs both methods on every instruction set, each pair in both orders: all must give the bits of the scalar lanes. A
/// false verdict fails the running test and prints the pair as a line to replay; so does a `touching` farther from
/// contact than the tolerance, or an answer that depends on the order. The truth is the oracle's, unless it is given.
Tallies judge_pairs(const PairList& list, std::span<const oracle::Truth> truths = {});
Tallies judge_pairs(const PlanePairList& list, std::span<const oracle::Truth> truths = {});

using oracle::largest_coordinate;

template <class Shape>
double largest_of(const std::pair<Shape, Shape>& pair) {
  return std::max(largest_coordinate(pair.first), largest_coordinate(pair.second));
}

/// The distance from contact at which a pair of shapes with such coordinates may be left undecided: 16 units of float
/// in the last place.
[[nodiscard]] constexpr double contact_tolerance(double largest) { return 16 * 0x1p-24 * largest; }

/// Whether contact is farther than that. Such a pair must not be `touching`.
[[nodiscard]] bool is_far_from_contact(const ShapePair& pair);
[[nodiscard]] bool is_far_from_contact(const ShapePair2& pair);

}  // namespace lockstep::test
