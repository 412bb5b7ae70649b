// Contacts are the same bits for every instruction set, thread count, order and length of the list, and those of (b, a)
// are those of (a, b) mirrored.
#include <gtest/gtest.h>

#include "contacts_parity.hpp"
#include "every_isa.hpp"
#include "every_kind_pair.hpp"
#include "list_parity.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

/// Random, near contact and hard pairs in turn, and boxes and capsules that lie on each other.
class ContactsParity : public EveryKindPair {
 protected:
  ContactsParity() {
    const std::uint64_t seed =
        800 + 16 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second);
    Rng rng(seed);
    append_mixture(list_, rng, GetParam().first, GetParam().second, 300);
  }
  PairList list_;
};

TEST_P(ContactsParity, OfInstructionSets) { touch_on_every_isa(list_); }

TEST_P(ContactsParity, OfSwappedPairs) {
  // Two shapes with equal numbers have no order, nor do a point and a sphere without radius around it.
  const bool balls = GetParam().second <= Kind::sphere;
  touch_swapped(list_, [&](const ShapePair& pair, const Interval& distance, bool) {
    return is_same(pair.first, pair.second) || (balls && distance == Interval{0, 0});
  });
}

INSTANTIATE_TEST_SUITE_P(, ContactsParity, kind_pairs(), kind_pair_name);

class ContactLists : public EveryIsa {};

/// Of mixed kinds.
TEST_P(ContactLists, OrderAndLength) {
  touch_in_any_order(mixed_list<PairList>(oracle::all_kinds, 811, 6), GetParam());
}

INSTANTIATE_TEST_SUITE_P(, ContactLists, isas(), isa_name);

TEST(ContactThreads, OneTwoFour) { touch_on_threads(mixed_list<PairList>(oracle::all_kinds, 813, 8)); }

}  // namespace
}  // namespace lockstep::test
