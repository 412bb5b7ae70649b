// First contacts are the same bits for every instruction set, thread count, order and length of the list, and those of
// (b, a) moved by -m are those of (a, b) moved by m.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "cast_expectations.hpp"
#include "every_isa.hpp"
#include "every_kind_pair.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

void append_approaches(CastList& list, Rng& rng, Kind a, Kind b, int count) {
  PairList mixture;
  append_mixture(mixture, rng, a, b, count);
  for (const ShapePair& pair : mixture.shapes) {
    if (kind_of(pair.first) == Kind::matrix) {
      list.append(pair, random_motion(rng, pair));
    } else {
      const auto [far, motion] = approaching(rng, pair);
      list.append(far, motion);
    }
  }
}

class CastParity : public EveryKindPair {
 protected:
  CastParity() {
    const std::uint64_t seed =
        500 + 16 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second);
    Rng rng(seed);
    append_approaches(list_, rng, GetParam().first, GetParam().second, 60);
  }
  CastList list_;
};

TEST_P(CastParity, OfInstructionSets) {
  CastOptions options;
  options.isa = Isa::scalar;
  const std::vector<Met> expected = list_.answers(options);
  for (const Isa isa : supported_isas()) {
    options.isa = isa;
    expect_same(list_.answers(options), expected, list_, std::string(name(isa)));
  }
}

/// Points then belong to the other shape.
TEST_P(CastParity, OfSwappedPairs) {
  const std::vector<Met> expected = list_.answers();
  std::vector<Pair> swapped;
  std::vector<Vec3> back;
  for (const Pair& pair : list_.pairs) swapped.push_back({pair.b, pair.a});
  for (const Vec3& m : list_.motions) back.push_back({-m.x, -m.y, -m.z});
  const std::vector<Met> met = meet(list_.second, list_.first, swapped, back);
  for (std::size_t i = 0; i < met.size(); ++i) {
    const Vec3d& n = met[i].normal;
    ASSERT_TRUE(same_bits(Met{met[i].fractions, expected[i].point, {-n.x, -n.y, -n.z}}, expected[i]))
        << text(met[i]) << "\nexpected\n"
        << text(expected[i]) << "\n"
        << list_.line(i);
  }
}

INSTANTIATE_TEST_SUITE_P(, CastParity, kind_pairs(), kind_pair_name);

CastList mixed_casts(std::uint64_t seed, int of_each) {
  Rng rng(seed);
  CastList grouped, list;
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) append_approaches(grouped, rng, a, b, of_each);
  const std::vector<std::size_t> order = shuffled_order(grouped.pairs.size(), 1);
  for (const std::size_t i : order) list.append(grouped.shapes[i], grouped.motions[i]);
  return list;
}

class CastLists : public EveryIsa {};

/// Of mixed kinds: shuffled, and each pair alone.
TEST_P(CastLists, OrderAndLength) {
  const CastList list = mixed_casts(51, 6);
  CastOptions options;
  options.isa = GetParam();
  const std::vector<Met> expected = list.answers(options);
  const std::vector<std::size_t> order = shuffled_order(list.pairs.size(), 2);
  std::vector<Pair> pairs;
  std::vector<Vec3> motions;
  for (const std::size_t i : order) pairs.push_back(list.pairs[i]), motions.push_back(list.motions[i]);
  const std::vector<Met> met = meet(list.first, list.second, pairs, motions, options);
  for (std::size_t i = 0; i < order.size(); ++i)
    ASSERT_TRUE(same_bits(met[i], expected[order[i]])) << list.line(order[i]);
  for (std::size_t i = 0; i < list.pairs.size(); i += 7)
    ASSERT_TRUE(same_bits(meet(list.first, list.second, {list.pairs[i]}, {list.motions[i]}, options)[0], expected[i]))
        << list.line(i);
}

INSTANTIATE_TEST_SUITE_P(, CastLists, isas(), isa_name);

TEST(CastThreads, OneTwoFour) {
  const CastList list = mixed_casts(52, 8);
  const std::vector<Met> expected = list.answers();
  for (const int threads : {1, 2, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    std::vector<Met> met;
    tbb::task_arena(threads).execute([&] { met = list.answers(); });
    expect_same(met, expected, list, std::to_string(threads) + " threads");
  }
}

/// If only the fractions are wanted, they are the same.
TEST(CastWants, TheFractionsAlone) {
  const CastList list = mixed_casts(53, 3);
  const std::vector<Met> expected = list.answers();
  std::vector<Interval> alone(list.pairs.size());
  cast(list.first, list.second, list.pairs, list.motions, {alone});
  for (std::size_t i = 0; i < alone.size(); ++i) ASSERT_EQ(alone[i], expected[i].fractions) << list.line(i);
}

}  // namespace
}  // namespace lockstep::test
