// Distances are the same bits for every instruction set, thread count, order and length of the list, and those of (b,
// a) are those of (a, b) mirrored.
#include <gtest/gtest.h>

#include "distance_parity.hpp"
#include "every_isa.hpp"
#include "every_kind_pair.hpp"
#include "list_parity.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

class DistanceParity : public EveryKindPair {
 protected:
  DistanceParity() {
    const std::uint64_t seed =
        300 + 16 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second);
    Rng rng(seed);
    append_mixture(list_, rng, GetParam().first, GetParam().second, 300);
  }
  PairList list_;
};

TEST_P(DistanceParity, OfInstructionSets) { measure_on_every_isa(list_); }

TEST_P(DistanceParity, OfSwappedPairs) {
  // Two shapes with equal numbers have no order, nor do a point and a sphere without radius around it.
  const bool balls = GetParam().second <= Kind::sphere;
  measure_swapped(list_, [&](const ShapePair& pair, const Interval& distance) {
    return is_same(pair.first, pair.second) || (balls && distance == Interval{0, 0});
  });
}

TEST_P(DistanceParity, OfWhatIsWanted) { measure_without_points(list_); }

INSTANTIATE_TEST_SUITE_P(, DistanceParity, kind_pairs(), kind_pair_name);

class DistanceLists : public EveryIsa {};

/// Of mixed kinds.
TEST_P(DistanceLists, OrderAndLength) {
  measure_in_any_order(mixed_list<PairList>(oracle::all_kinds, 11, 6), GetParam());
}

INSTANTIATE_TEST_SUITE_P(, DistanceLists, isas(), isa_name);

TEST(DistanceThreads, OneTwoFour) { measure_on_threads(mixed_list<PairList>(oracle::all_kinds, 13, 8)); }

}  // namespace
}  // namespace lockstep::test
