// The verdicts on shapes of the plane are the same bits for every instruction set, thread count, order and length of
// the list; and those on circles are those on spheres at z = 0.
#include <gtest/gtest.h>

#include "every_isa.hpp"
#include "every_plane_pair.hpp"
#include "list_parity.hpp"
#include "plane_pair_list.hpp"

namespace lockstep::test {
namespace {

PlanePairList mixed(std::uint64_t seed, int of_each) {
  return mixed_list<PlanePairList>(oracle::all_kinds2, seed, of_each);
}

class PlaneParity : public EveryPlanePair {
 protected:
  PlaneParity() {
    Rng rng(300 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_mixture(list_, rng, GetParam().first, GetParam().second, 1500);
    if (GetParam().second != Kind2::polygon) return;
    // More vertices than any lanes copy, among shapes with few.
    for (const int vertices : {63, 64, 65, 100, 300})
      for (int i = 0; i < 20; ++i) {
        ShapePair2 pair = random_pair(rng, GetParam().first, GetParam().second);
        pair.second = oracle::polygon_of(rng, vertices, {1, 0.5F});
        list_.append(pair);
      }
  }
  PlanePairList list_;
};

TEST_P(PlaneParity, OfInstructionSets) { ask_every_isa(list_); }

TEST_P(PlaneParity, OfSwappedSets) {
  for (const Method method : methods) {
    const IntersectOptions options = with(supported_isas().front(), method);
    SCOPED_TRACE(say(options));
    expect_same(list_, list_.swapped_answers(options), list_.answers(options));
  }
}

INSTANTIATE_TEST_SUITE_P(, PlaneParity, plane_kinds(), plane_kinds_name);

class PlaneParityOfLists : public EveryIsa {};

TEST_P(PlaneParityOfLists, MixedKindsAnswerInInputOrder) { ask_in_any_order(mixed(7, 24), GetParam()); }

TEST_P(PlaneParityOfLists, EveryCount) { ask_every_count(mixed(8, 8), GetParam()); }

/// The same, for lists of one combination of kinds, which go through the kernels unsorted.
TEST_P(PlaneParityOfLists, EveryCountOfOneCombination) {
  Rng rng(9);
  for (const auto& [a, b] : {std::pair{Kind2::box, Kind2::box}, std::pair{Kind2::circle, Kind2::capsule},
                             std::pair{Kind2::polygon, Kind2::polygon}, std::pair{Kind2::ellipse, Kind2::slice}}) {
    PlanePairList list;
    append_mixture(list, rng, a, b, 258);
    ask_every_count(list, GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(, PlaneParityOfLists, isas(), isa_name);

TEST(PlaneParityOfThreads, OneTwoFour) { ask_on_threads(mixed(10, 12)); }

/// Overlap passes treat circles as spheres at z = 0.
TEST(PlaneParityWithSpace, CirclesAreBalls) {
  Rng rng(11);
  PlanePairList list;
  append_mixture(list, rng, Kind2::circle, Kind2::circle, 20000);
  ShapeSet first, second;
  const auto ball = [](const AnyShape2& shape) {
    const auto& circle = std::get<Circle2>(shape);
    return Sphere{{circle.center.x, circle.center.y, 0}, circle.radius};
  };
  for (const ShapePair2& pair : list.shapes) first.add(ball(pair.first)), second.add(ball(pair.second));
  std::vector<Verdict> balls(list.pairs.size());
  for (const Isa isa : supported_isas()) {
    intersect(first, second, list.pairs, balls, {.isa = isa});
    expect_same(list, list.answers({.isa = isa}), balls);
  }
}

}  // namespace
}  // namespace lockstep::test
