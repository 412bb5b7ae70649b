// Contacts of the plane are the same bits for every instruction set, thread count, order and length of the list, and
// those of (b, a) are those of (a, b) mirrored.
#include <gtest/gtest.h>

#include "contacts_parity.hpp"
#include "every_isa.hpp"
#include "every_plane_pair.hpp"
#include "list_parity.hpp"
#include "plane_pair_list.hpp"
#include "plane_variations.hpp"

namespace lockstep::test {
namespace {

class PlaneContactsParity : public EveryPlanePair {
 protected:
  PlaneContactsParity() {
    Rng rng(820 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_mixture(list_, rng, GetParam().first, GetParam().second, 600);
    if (GetParam().second != Kind2::polygon) return;
    // Shapes with many vertices among those with few, so that lanes end at different ones.
    for (const int vertices : {64, 65, 300})
      for (int i = 0; i < 8; ++i) {
        ShapePair2 pair = random_pair(rng, GetParam().first, GetParam().second);
        pair.second = oracle::polygon_of(rng, vertices, {1, 0.5F});
        list_.append(pair), list_.append(random_pair(rng, GetParam().first, GetParam().second));
      }
  }
  PlanePairList list_;
};

TEST_P(PlaneContactsParity, OfInstructionSets) { touch_on_every_isa(list_); }

TEST_P(PlaneContactsParity, OfSwappedPairs) {
  // Two shapes with equal numbers have no order, nor may two ellipses without radii around one point.
  const bool ellipses = GetParam() == PlaneKinds{Kind2::ellipse, Kind2::ellipse};
  touch_swapped(list_, [&](const ShapePair2& pair, const Interval& distance, bool is_same_answer) {
    return is_same(pair.first, pair.second) || (ellipses && distance == Interval{0, 0} && is_same_answer);
  });
}

INSTANTIATE_TEST_SUITE_P(, PlaneContactsParity, plane_kinds(), plane_kinds_name);

class PlaneContactLists : public EveryIsa {};

/// Of mixed kinds.
TEST_P(PlaneContactLists, OrderAndLength) {
  touch_in_any_order(mixed_list<PlanePairList>(oracle::all_kinds2, 821, 12), GetParam());
}

INSTANTIATE_TEST_SUITE_P(, PlaneContactLists, isas(), isa_name);

TEST(PlaneContactThreads, OneTwoFour) { touch_on_threads(mixed_list<PlanePairList>(oracle::all_kinds2, 822, 20)); }

}  // namespace
}  // namespace lockstep::test
