// The verdicts of a pair list are the same bits for every instruction set, thread count, order and length of the list.
#include <gtest/gtest.h>

#include "every_isa.hpp"
#include "every_kind_pair.hpp"
#include "list_parity.hpp"
#include "pair_list.hpp"

namespace lockstep::test {
namespace {

PairList mixed(std::uint64_t seed, int of_each) { return mixed_list<PairList>(oracle::all_kinds, seed, of_each); }

class Parity : public EveryKindPair {
 protected:
  Parity() {
    Rng rng(100 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_mixture(list_, rng, GetParam().first, GetParam().second, 1500);
  }
  PairList list_;
};

TEST_P(Parity, OfInstructionSets) { ask_every_isa(list_); }

/// A against B and B against A may differ in queries closer to contact than rounding resolves, never in proven ones.
/// For different kinds they are the same query.
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

TEST_P(ParityOfLists, MixedKindsAnswerInInputOrder) { ask_in_any_order(mixed(7, 24), GetParam()); }

TEST_P(ParityOfLists, EveryCount) { ask_every_count(mixed(8, 6), GetParam()); }

/// The same, for lists of one combination of kinds, which go through the kernels unsorted.
TEST_P(ParityOfLists, EveryCountOfOneCombination) {
  Rng rng(9);
  for (const auto& [a, b] : {std::pair{Kind::box, Kind::box}, std::pair{Kind::sphere, Kind::capsule},
                             std::pair{Kind::hull, Kind::hull}, std::pair{Kind::box, Kind::capsule}}) {
    PairList list;
    append_mixture(list, rng, a, b, 258);
    ask_every_count(list, GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(, ParityOfLists, isas(), isa_name);

TEST(ParityOfThreads, OneTwoFour) { ask_on_threads(mixed(10, 12)); }

}  // namespace
}  // namespace lockstep::test
