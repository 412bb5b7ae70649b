// First contacts, in space and in the plane, of shapes that turn or not, are the same bits for every instruction set,
// thread count, order and length of the list; those of (b, a) moved by -m are those of (a, b) moved by m.
#include <gtest/gtest.h>

#include <optional>

#include "cast_list.hpp"
#include "every_isa.hpp"
#include "parity.hpp"
#include "plane_variations.hpp"
#include "spaces.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

template <class List, class AnyKind>
void append_approaches(List& list, Rng& rng, AnyKind a, AnyKind b, int count) {
  PairListOf<decltype(list.first), typename decltype(list.shapes)::value_type::first_type> mixture;
  append_mixture(mixture, rng, a, b, count);
  for (const auto& pair : mixture.shapes) {
    const auto [far, motion] = approaching(rng, pair);
    list.append(far, motion);
  }
}

/// Of all kinds, unsorted.
template <class List, class Kinds>
List mixed_casts(const Kinds& kinds, std::uint64_t seed, int of_each) {
  Rng rng(seed);
  List grouped, list;
  for (const auto a : kinds)
    for (const auto b : kinds) append_approaches(grouped, rng, a, b, of_each);
  for (const std::size_t i : shuffled_order(grouped.pairs.size(), 1))
    list.append(grouped.shapes[i], grouped.motions[i]);
  return list;
}
CastList casts(std::uint64_t seed, int of_each) { return mixed_casts<CastList>(Space::kinds, seed, of_each); }
PlaneCastList plane_casts(std::uint64_t seed, int of_each) {
  return mixed_casts<PlaneCastList>(Plane::kinds, seed, of_each);
}

/// The same casts, that turn; every `straight`-th does not.
template <class List, class Straight>
List turned(const Straight& casts, std::uint64_t seed, std::size_t straight) {
  Rng rng(seed);
  List list;
  for (std::size_t i = 0; i < casts.pairs.size(); ++i) {
    auto motion = random_turn(rng, casts.shapes[i], casts.motions[i]);
    if (straight != 0 && i % straight == 0) motion.turn = {};
    list.append(casts.shapes[i], motion);
  }
  return list;
}
TurningList turns(std::uint64_t seed, int of_each) { return turned<TurningList>(casts(seed, of_each), seed, 0); }
PlaneTurningList plane_turns(std::uint64_t seed, int of_each) {
  return turned<PlaneTurningList>(plane_casts(seed, of_each), seed, 3);
}

constexpr auto first_contacts = [](const auto& list, std::optional<Isa> isa) { return list.answers({.isa = isa}); };

/// Points then belong to the other shape. Shapes of the plane with equal numbers have no order, nor do two ellipses
/// that are the same point.
template <class List>
void cast_swapped(const List& list, bool with_equal_shapes) {
  const auto expected = list.answers(), met = list.reversed_answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (!with_equal_shapes && is_same(list.shapes[i].first, list.shapes[i].second)) continue;
    auto mirrored = met[i];
    mirrored.point = expected[i].point, mirrored.normal = -met[i].normal;
    ASSERT_TRUE(same_bits(mirrored, expected[i])) << text(met[i]) << "\nexpected\n"
                                                  << text(expected[i]) << "\n"
                                                  << list.line(i);
  }
}

class CastParity : public EveryKindPair {
 protected:
  CastParity() {
    Rng rng(500 + 16 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_approaches(list_, rng, GetParam().first, GetParam().second, 60);
  }
  CastList list_;
};

TEST_P(CastParity, OfInstructionSets) { ask_every_isa(list_, first_contacts); }
TEST_P(CastParity, OfSwappedPairs) { cast_swapped(list_, true); }

INSTANTIATE_TEST_SUITE_P(, CastParity, kind_pairs(), kind_pair_name);

class PlaneCastParity : public EveryPlanePair {
 protected:
  PlaneCastParity() {
    Rng rng(500 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_approaches(list_, rng, GetParam().first, GetParam().second, 150);
  }
  PlaneCastList list_;
};

TEST_P(PlaneCastParity, OfInstructionSets) { ask_every_isa(list_, first_contacts); }
TEST_P(PlaneCastParity, OfSwappedPairs) { cast_swapped(list_, false); }

INSTANTIATE_TEST_SUITE_P(, PlaneCastParity, plane_kinds(), kind_pair_name);

TEST(TurningCasts, OfInstructionSets) { ask_every_isa(turns(91, 12), first_contacts); }
TEST(PlaneTurningParity, OfInstructionSets) { ask_every_isa(plane_turns(55, 30), first_contacts); }

/// Of mixed kinds.
class CastLists : public EveryIsa {};

TEST_P(CastLists, OrderAndLength) { ask_in_any_order(casts(51, 6), GetParam(), first_contacts); }
TEST_P(CastLists, OrderAndLengthOfTurns) { ask_in_any_order(turns(92, 6), GetParam(), first_contacts); }
TEST_P(CastLists, OrderAndLengthInThePlane) { ask_in_any_order(plane_casts(51, 10), GetParam(), first_contacts); }
TEST_P(CastLists, OrderAndLengthOfTurnsInThePlane) {
  ask_in_any_order(plane_turns(52, 10), GetParam(), first_contacts);
}

INSTANTIATE_TEST_SUITE_P(, CastLists, isas(), isa_name);

TEST(CastThreads, OneTwoFour) { ask_on_threads(casts(52, 8), first_contacts); }
TEST(CastThreads, OneTwoFourOfTurns) { ask_on_threads(turns(93, 8), first_contacts); }
TEST(CastThreads, OneTwoFourInThePlane) { ask_on_threads(plane_casts(53, 16), first_contacts); }
TEST(CastThreads, OneTwoFourOfTurnsInThePlane) { ask_on_threads(plane_turns(54, 16), first_contacts); }

/// If only the fractions are wanted, they are the same.
TEST(CastWants, TheFractionsAlone) {
  const CastList list = casts(53, 3);
  const std::vector<Met> expected = list.answers();
  std::vector<Interval> alone(list.pairs.size());
  cast(list.first, list.second, list.pairs, list.motions, {alone});
  for (std::size_t i = 0; i < alone.size(); ++i) ASSERT_EQ(alone[i], expected[i].fractions) << list.line(i);
}

}  // namespace
}  // namespace lockstep::test
