// The verdicts of a pair list are the same bits for every instruction set, thread count, order and length of the list.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <numeric>

#include "every_isa.hpp"
#include "every_kind_pair.hpp"
#include "pair_list.hpp"

namespace lockstep::test {
namespace {

constexpr Method methods[] = {Method::automatic, Method::gjk};

IntersectOptions with(Isa isa, Method method) { return {.method = method, .check = Check::inputs, .isa = isa}; }

std::string say(const IntersectOptions& options) {
  return std::string(name(*options.isa)) + (options.method == Method::gjk ? ", gjk" : ", automatic");
}

void expect_same(const PairList& list, const std::vector<Verdict>& got, const std::vector<Verdict>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], expected[i]) << "position " << i << "\n" << list.line(i);
}

/// Some pairs of every two kinds, either way round, in no order.
PairList mixed_list(std::uint64_t seed, int of_each) {
  Rng rng(seed);
  PairList grouped, list;
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) append_mixture(grouped, rng, a, b, of_each);
  std::shuffle(grouped.shapes.begin(), grouped.shapes.end(), std::minstd_rand(1));
  for (const ShapePair& pair : grouped.shapes) list.append(pair);
  return list;
}

class Parity : public EveryKindPair {
 protected:
  Parity() {
    Rng rng(100 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_mixture(list_, rng, GetParam().first, GetParam().second, 1500);
  }
  PairList list_;
};

TEST_P(Parity, OfInstructionSets) {
  for (const Method method : methods) {
    const std::vector<Verdict> expected = list_.answers(with(Isa::scalar, method));
    for (const Isa isa : supported_isas()) {
      SCOPED_TRACE(say(with(isa, method)));
      expect_same(list_, list_.answers(with(isa, method)), expected);
    }
  }
}

/// A against B and B against A may differ in what is closer to contact than rounding can tell, never in what is proven.
/// Of different kinds they are the same query.
TEST_P(Parity, OfSwappedSets) {
  for (const Method method : methods) {
    const IntersectOptions options = with(supported_isas().front(), method);
    const std::vector<Verdict> expected = list_.answers(options);
    std::vector<Pair> swapped;
    for (const Pair& pair : list_.pairs) swapped.push_back({pair.b, pair.a});
    std::vector<Verdict> verdicts(swapped.size());
    intersect(list_.second, list_.first, swapped, verdicts, options);
    int differ = 0;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      if (verdicts[i] == expected[i]) continue;
      ++differ;
      EXPECT_TRUE(verdicts[i] == Verdict::touching || expected[i] == Verdict::touching)
          << say(options) << ": " << expected[i] << ", swapped " << verdicts[i] << "\n"
          << list_.line(i);
    }
    RecordProperty("swap_changes_touching_" + std::string(method == Method::gjk ? "gjk" : "automatic"), differ);
    const auto record_kind = [](Kind kind) { return kind == Kind::point ? Kind::sphere : std::min(kind, Kind::hull); };
    if (record_kind(GetParam().first) != record_kind(GetParam().second)) {
      EXPECT_EQ(differ, 0) << say(options);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Parity, kind_pairs(), kind_pair_name);

class ParityOfLists : public EveryIsa {};

TEST_P(ParityOfLists, MixedKindsAnswerInInputOrder) {
  const PairList list = mixed_list(7, 24);
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
TEST_P(ParityOfLists, EveryCount) {
  const PairList list = mixed_list(8, 6);
  ASSERT_GE(list.pairs.size(), 258U);
  constexpr auto untouched = static_cast<Verdict>(77);
  for (const Method method : methods) {
    const std::vector<Verdict> expected = list.answers(with(Isa::scalar, method));
    for (std::size_t count = 0; count <= 257; ++count) {
      std::vector<Verdict> verdicts(count + 1, untouched);
      intersect(list.first, list.second, {list.pairs.data(), count}, {verdicts.data(), count},
                with(GetParam(), method));
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(verdicts[i], expected[i]) << i << " of " << count << "\n" << list.line(i);
      ASSERT_EQ(static_cast<int>(verdicts[count]), 77) << count;
    }
  }
}

/// The same, for lists of one combination of kinds, which go through the kernels unsorted.
TEST_P(ParityOfLists, EveryCountOfOneCombination) {
  Rng rng(9);
  for (const auto& [a, b] : {std::pair{Kind::box, Kind::box}, std::pair{Kind::sphere, Kind::capsule},
                             std::pair{Kind::hull, Kind::hull}, std::pair{Kind::box, Kind::capsule}}) {
    PairList list;
    append_mixture(list, rng, a, b, 258);
    for (const Method method : methods) {
      const std::vector<Verdict> expected = list.answers(with(Isa::scalar, method));
      for (std::size_t count = 0; count <= 257; ++count) {
        std::vector<Verdict> verdicts(count);
        intersect(list.first, list.second, {list.pairs.data(), count}, verdicts, with(GetParam(), method));
        for (std::size_t i = 0; i < count; ++i)
          ASSERT_EQ(verdicts[i], expected[i]) << i << " of " << count << "\n" << list.line(i);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, ParityOfLists, isas(), isa_name);

TEST(ParityOfThreads, OneTwoFour) {
  PairList list = mixed_list(10, 12);
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

}  // namespace
}  // namespace lockstep::test
