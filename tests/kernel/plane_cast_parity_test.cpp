// First contacts of the plane are the same bits for every instruction set, thread count, order and length of the list;
// those of (b, a) moved by -m are those of (a, b) moved by m.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "cast_expectations.hpp"
#include "every_isa.hpp"
#include "every_plane_pair.hpp"
#include "plane_cast_list.hpp"
#include "plane_variations.hpp"

namespace lockstep::test {
namespace {

void append_approaches(PlaneCastList& list, Rng& rng, Kind2 a, Kind2 b, int count) {
  PlanePairList mixture;
  append_mixture(mixture, rng, a, b, count);
  for (const ShapePair2& pair : mixture.shapes) {
    const auto [far, motion] = approaching(rng, pair);
    list.append(far, motion);
  }
}

class PlaneCastParity : public EveryPlanePair {
 protected:
  PlaneCastParity() {
    Rng rng(500 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_approaches(list_, rng, GetParam().first, GetParam().second, 150);
  }
  PlaneCastList list_;
};

TEST_P(PlaneCastParity, OfInstructionSets) {
  CastOptions options;
  options.isa = Isa::scalar;
  const std::vector<Met2> expected = list_.answers(options);
  for (const Isa isa : supported_isas()) {
    options.isa = isa;
    expect_same(list_.answers(options), expected, list_, std::string(name(isa)));
  }
}

/// Points then belong to the other shape.
TEST_P(PlaneCastParity, OfSwappedPairs) {
  const std::vector<Met2> expected = list_.answers();
  std::vector<Pair> swapped;
  std::vector<Vec2> back;
  for (const Pair& pair : list_.pairs) swapped.push_back({pair.b, pair.a});
  for (const Vec2& m : list_.motions) back.push_back({-m.x, -m.y});
  const std::vector<Met2> met = meet(list_.second, list_.first, swapped, back);
  for (std::size_t i = 0; i < met.size(); ++i) {
    // Shapes with equal numbers have no order, nor do two ellipses that are the same point.
    if (is_same(list_.shapes[i].first, list_.shapes[i].second)) continue;
    const Vec2d& n = met[i].normal;
    ASSERT_TRUE(same_bits(Met2{met[i].fractions, expected[i].point, {-n.x, -n.y}}, expected[i]))
        << text(met[i]) << "\nexpected\n"
        << text(expected[i]) << "\n"
        << list_.line(i);
  }
}

INSTANTIATE_TEST_SUITE_P(, PlaneCastParity, plane_kinds(), plane_kinds_name);

/// Of all kinds, unsorted.
PlaneCastList mixed_casts(std::uint64_t seed, int of_each) {
  Rng rng(seed);
  PlaneCastList grouped, list;
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2) append_approaches(grouped, rng, a, b, of_each);
  for (const std::size_t i : shuffled_order(grouped.pairs.size(), 1))
    list.append(grouped.shapes[i], grouped.motions[i]);
  return list;
}

/// The same, two of three of which turn.
PlaneTurningList mixed_turns(std::uint64_t seed, int of_each) {
  const PlaneCastList straight = mixed_casts(seed, of_each);
  Rng rng(seed);
  PlaneTurningList list;
  for (std::size_t i = 0; i < straight.pairs.size(); ++i) {
    Motion2 motion = random_turn(rng, straight.shapes[i], straight.motions[i]);
    if (i % 3 == 0) motion.turn = 0;
    list.append(straight.shapes[i], motion);
  }
  return list;
}

/// Shuffled, and each pair alone.
template <class List>
void ask_in_any_order(const List& list, Isa isa) {
  CastOptions options;
  options.isa = isa;
  const std::vector<Met2> expected = list.answers(options);
  const std::vector<std::size_t> order = shuffled_order(list.pairs.size(), 2);
  List shuffled = list;
  for (std::size_t i = 0; i < order.size(); ++i)
    shuffled.pairs[i] = list.pairs[order[i]], shuffled.motions[i] = list.motions[order[i]];
  const std::vector<Met2> met = shuffled.answers(options);
  for (std::size_t i = 0; i < order.size(); ++i)
    ASSERT_TRUE(same_bits(met[i], expected[order[i]])) << list.line(order[i]);
  for (std::size_t i = 0; i < list.pairs.size(); i += 7) {
    List alone = list;
    alone.pairs = {list.pairs[i]}, alone.motions = {list.motions[i]};
    ASSERT_TRUE(same_bits(alone.answers(options)[0], expected[i])) << list.line(i);
  }
}

template <class List>
void ask_on_threads(const List& list) {
  const std::vector<Met2> expected = list.answers();
  for (const int threads : {1, 2, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    std::vector<Met2> met;
    tbb::task_arena(threads).execute([&] { met = list.answers(); });
    expect_same(met, expected, list, std::to_string(threads) + " threads");
  }
}

class PlaneCastLists : public EveryIsa {};

TEST_P(PlaneCastLists, OrderAndLength) { ask_in_any_order(mixed_casts(51, 10), GetParam()); }
TEST_P(PlaneCastLists, OrderAndLengthOfTurns) { ask_in_any_order(mixed_turns(52, 10), GetParam()); }

INSTANTIATE_TEST_SUITE_P(, PlaneCastLists, isas(), isa_name);

TEST(PlaneCastThreads, OneTwoFour) { ask_on_threads(mixed_casts(53, 16)); }
TEST(PlaneCastThreads, OneTwoFourOfTurns) { ask_on_threads(mixed_turns(54, 16)); }

TEST(PlaneTurningParity, OfInstructionSets) {
  const PlaneTurningList list = mixed_turns(55, 30);
  CastOptions options;
  options.isa = Isa::scalar;
  const std::vector<Met2> expected = list.answers(options);
  for (const Isa isa : supported_isas()) {
    options.isa = isa;
    expect_same(list.answers(options), expected, list, std::string(name(isa)));
  }
}

}  // namespace
}  // namespace lockstep::test
