// Distances of the plane are the same bits for every instruction set, thread count, order and length of the list, and
// those of (b, a) are those of (a, b) mirrored.
#include <gtest/gtest.h>

#include "distance_parity.hpp"
#include "every_isa.hpp"
#include "every_plane_pair.hpp"
#include "list_parity.hpp"
#include "plane_pair_list.hpp"
#include "plane_variations.hpp"

namespace lockstep::test {
namespace {

class PlaneDistanceParity : public EveryPlanePair {
 protected:
  PlaneDistanceParity() {
    Rng rng(400 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_mixture(list_, rng, GetParam().first, GetParam().second, 600);
    if (GetParam().second != Kind2::polygon) return;
    // More vertices than any lanes copy, and than EPA takes corners, among shapes with few.
    for (const int vertices : {64, 65, 300})
      for (int i = 0; i < 8; ++i) {
        ShapePair2 pair = random_pair(rng, GetParam().first, GetParam().second);
        pair.second = oracle::polygon_of(rng, vertices, {1, 0.5F});
        list_.append(pair);
      }
  }
  PlanePairList list_;
};

TEST_P(PlaneDistanceParity, OfInstructionSets) { measure_on_every_isa(list_); }

TEST_P(PlaneDistanceParity, OfSwappedPairs) {
  // Two shapes with equal numbers have no order, nor do two ellipses without radii around one point.
  const bool ellipses = GetParam() == PlaneKinds{Kind2::ellipse, Kind2::ellipse};
  measure_swapped(list_, [&](const ShapePair2& pair, const Interval& distance) {
    return is_same(pair.first, pair.second) || (ellipses && distance == Interval{0, 0});
  });
}

TEST_P(PlaneDistanceParity, OfWhatIsWanted) { measure_without_points(list_); }

INSTANTIATE_TEST_SUITE_P(, PlaneDistanceParity, plane_kinds(), plane_kinds_name);

class PlaneDistanceLists : public EveryIsa {};

/// Of mixed kinds.
TEST_P(PlaneDistanceLists, OrderAndLength) {
  measure_in_any_order(mixed_list<PlanePairList>(oracle::all_kinds2, 14, 12), GetParam());
}

INSTANTIATE_TEST_SUITE_P(, PlaneDistanceLists, isas(), isa_name);

TEST(PlaneDistanceThreads, OneTwoFour) { measure_on_threads(mixed_list<PlanePairList>(oracle::all_kinds2, 15, 20)); }

}  // namespace
}  // namespace lockstep::test
