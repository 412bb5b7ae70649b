// The verdicts on shapes of the plane are the same bits for every instruction set, thread count, order and length of the
// list; and those on circles are those on balls at z = 0.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <numeric>

#include "every_isa.hpp"
#include "every_plane_pair.hpp"
#include "plane_pair_list.hpp"

namespace lockstep::test {
namespace {

constexpr Method methods[] = {Method::automatic, Method::gjk};

IntersectOptions with(Isa isa, Method method) { return {.method = method, .check = Check::inputs, .isa = isa}; }

std::string say(const IntersectOptions& options) {
  return std::string(name(*options.isa)) + (options.method == Method::gjk ? ", gjk" : ", automatic");
}

void expect_same(const PlanePairList& list, const std::vector<Verdict>& got, const std::vector<Verdict>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], expected[i]) << "position " << i << "\n" << list.line(i);
}

/// Some pairs of every two kinds, either way round, in no order.
PlanePairList mixed_list(std::uint64_t seed, int of_each) {
  Rng rng(seed);
  PlanePairList grouped, list;
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2) append_mixture(grouped, rng, a, b, of_each);
  std::shuffle(grouped.shapes.begin(), grouped.shapes.end(), std::minstd_rand(1));
  for (const ShapePair2& pair : grouped.shapes) list.append(pair);
  return list;
}

class PlaneParity : public EveryPlanePair {
 protected:
  PlaneParity() {
    Rng rng(300 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_mixture(list_, rng, GetParam().first, GetParam().second, 1500);
    if (GetParam().second != Kind2::polygon) return;
    // More vertices than any lanes copy, among few.
    for (const int vertices : {63, 64, 65, 100, 300})
      for (int i = 0; i < 20; ++i) {
        ShapePair2 pair = random_pair(rng, GetParam().first, GetParam().second);
        pair.second = oracle::polygon_of(rng, vertices, {1, 0.5F});
        list_.append(pair);
      }
  }
  PlanePairList list_;
};

TEST_P(PlaneParity, OfInstructionSets) {
  for (const Method method : methods) {
    const std::vector<Verdict> expected = list_.answers(with(Isa::scalar, method));
    for (const Isa isa : supported_isas()) {
      SCOPED_TRACE(say(with(isa, method)));
      expect_same(list_, list_.answers(with(isa, method)), expected);
    }
  }
}

TEST_P(PlaneParity, OfSwappedSets) {
  for (const Method method : methods) {
    const IntersectOptions options = with(supported_isas().front(), method);
    SCOPED_TRACE(say(options));
    expect_same(list_, list_.swapped_answers(options), list_.answers(options));
  }
}

INSTANTIATE_TEST_SUITE_P(, PlaneParity, plane_kinds(), plane_kinds_name);

class PlaneParityOfLists : public EveryIsa {};

TEST_P(PlaneParityOfLists, MixedKindsAnswerInInputOrder) {
  const PlanePairList list = mixed_list(7, 24);
  for (const Method method : methods) {
    const IntersectOptions options = with(GetParam(), method);
    SCOPED_TRACE(say(options));
    std::vector<Verdict> one_by_one(list.pairs.size());
    for (std::size_t i = 0; i < list.pairs.size(); ++i)
      intersect(list.first, list.second, {&list.pairs[i], 1}, {&one_by_one[i], 1}, with(Isa::scalar, method));
    expect_same(list, list.answers(options), one_by_one);

    std::vector<std::size_t> order(list.pairs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::minstd_rand(2));
    std::vector<Pair> shuffled;
    for (const std::size_t i : order) shuffled.push_back(list.pairs[i]);
    std::vector<Verdict> verdicts(shuffled.size()), restored(shuffled.size());
    intersect(list.first, list.second, shuffled, verdicts, options);
    for (std::size_t i = 0; i < order.size(); ++i) restored[order[i]] = verdicts[i];
    expect_same(list, restored, one_by_one);
  }
}

/// Every number of pairs from none to a full tile and one more; what lies behind the span stays as it was.
void ask_every_count(const PlanePairList& list, Isa isa) {
  ASSERT_GE(list.pairs.size(), 258U);
  constexpr auto untouched = static_cast<Verdict>(77);
  for (const Method method : methods) {
    const std::vector<Verdict> expected = list.answers(with(Isa::scalar, method));
    for (std::size_t count = 0; count <= 257; ++count) {
      std::vector<Verdict> verdicts(count + 1, untouched);
      intersect(list.first, list.second, {list.pairs.data(), count}, {verdicts.data(), count}, with(isa, method));
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(verdicts[i], expected[i]) << i << " of " << count << "\n" << list.line(i);
      ASSERT_EQ(static_cast<int>(verdicts[count]), 77) << count;
    }
  }
}

TEST_P(PlaneParityOfLists, EveryCount) { ask_every_count(mixed_list(8, 8), GetParam()); }

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

TEST(PlaneParityOfThreads, OneTwoFour) {
  PlanePairList list = mixed_list(10, 12);
  const std::size_t distinct = list.pairs.size();
  for (int copy = 0; copy < 60; ++copy)
    for (std::size_t i = 0; i < distinct; ++i) list.pairs.push_back(list.pairs[i]);
  for (const Method method : methods) {
    const IntersectOptions options = with(supported_isas().front(), method);
    std::vector<Verdict> expected(list.pairs.size());
    tbb::task_arena(1).execute([&] { expected = list.answers(options); });
    for (const int threads : {1, 2, 4}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
      tbb::task_arena arena(threads);
      for (int repeat = 0; repeat < 3; ++repeat)
        EXPECT_EQ(arena.execute([&] { return list.answers(options); }), expected) << threads << " threads";
    }
  }
}

/// Overlap passes take circles for balls at z = 0.
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
