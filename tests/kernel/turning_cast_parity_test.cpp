// First contacts of shapes that turn are the same bits for every instruction set, thread count, order and length of the
// list.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "cast_expectations.hpp"
#include "every_isa.hpp"
#include "turning_list.hpp"

namespace lockstep::test {
namespace {

/// Of all kinds, unsorted.
TurningList mixed_turns(std::uint64_t seed, int of_each) {
  Rng rng(seed);
  TurningList grouped, list;
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) {
      PairList mixture;
      append_mixture(mixture, rng, a, b, of_each);
      for (const ShapePair& pair : mixture.shapes) {
        const bool is_matrix = kind_of(pair.first) == Kind::matrix;
        const auto [far, by] = is_matrix ? std::pair{pair, random_motion(rng, pair)} : approaching(rng, pair);
        grouped.append(far, random_turn(rng, far, by));
      }
    }
  const std::vector<std::size_t> order = shuffled_order(grouped.pairs.size(), 1);
  for (const std::size_t i : order) list.append(grouped.shapes[i], grouped.motions[i]);
  return list;
}

TEST(TurningParity, OfInstructionSets) {
  const TurningList list = mixed_turns(91, 12);
  CastOptions options;
  options.isa = Isa::scalar;
  const std::vector<Met> expected = list.answers(options);
  for (const Isa isa : supported_isas()) {
    options.isa = isa;
    expect_same(list.answers(options), expected, list, std::string(name(isa)));
  }
}

class TurningLists : public EveryIsa {};

TEST_P(TurningLists, OrderAndLength) {
  const TurningList list = mixed_turns(92, 6);
  CastOptions options;
  options.isa = GetParam();
  const std::vector<Met> expected = list.answers(options);
  const std::vector<std::size_t> order = shuffled_order(list.pairs.size(), 2);
  TurningList shuffled = list;
  for (std::size_t i = 0; i < order.size(); ++i)
    shuffled.pairs[i] = list.pairs[order[i]], shuffled.motions[i] = list.motions[order[i]];
  const std::vector<Met> met = shuffled.answers(options);
  for (std::size_t i = 0; i < order.size(); ++i)
    ASSERT_TRUE(same_bits(met[i], expected[order[i]])) << list.line(order[i]);
  for (std::size_t i = 0; i < list.pairs.size(); i += 7) {
    TurningList alone = list;
    alone.pairs = {list.pairs[i]}, alone.motions = {list.motions[i]};
    ASSERT_TRUE(same_bits(alone.answers(options)[0], expected[i])) << list.line(i);
  }
}

INSTANTIATE_TEST_SUITE_P(, TurningLists, isas(), isa_name);

TEST(TurningThreads, OneTwoFour) {
  const TurningList list = mixed_turns(93, 8);
  const std::vector<Met> expected = list.answers();
  for (const int threads : {1, 2, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    std::vector<Met> met;
    tbb::task_arena(threads).execute([&] { met = list.answers(); });
    expect_same(met, expected, list, std::to_string(threads) + " threads");
  }
}

}  // namespace
}  // namespace lockstep::test
