// Contacts, in space and in the plane, are the same bits for every instruction set, thread count, order and length of
// the list, and those of (b, a) are those of (a, b) mirrored.
#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "contact_list.hpp"
#include "every_isa.hpp"
#include "list_parity.hpp"
#include "parity.hpp"
#include "plane_variations.hpp"
#include "spaces.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

constexpr float margins[] = {0, 0.125F, 1e9F, std::numeric_limits<float>::infinity()};

auto contacts_within(float margin) {
  return [=](const auto& list, std::optional<Isa> isa) { return touch(list, {.margin = margin, .isa = isa}); };
}

template <class List>
void touch_on_every_isa(const List& list) {
  for (const float margin : margins) ask_every_isa(list, contacts_within(margin));
}

/// (b, a) mirrors (a, b), or is equal if has_no_order(pair, distance, is equal) says that the pair has no order.
template <class List, class HasNoOrder>
void touch_swapped(const List& list, const HasNoOrder& has_no_order) {
  for (const float margin : margins) {
    auto expected = touch(list, {margin});
    const auto found = touch(list.second, list.first, list.swapped(), {margin});
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (!has_no_order(list.shapes[i], expected[i].distance, same_bits(found[i], expected[i])))
        expected[i] = mirrored(expected[i]);
    expect_same(found, expected, list, "swapped");
  }
}

/// Random, near contact and hard pairs in turn, and boxes and capsules that lie on each other.
class ContactsParity : public EveryKindPair {
 protected:
  ContactsParity() {
    Rng rng(800 + 16 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
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

/// Of polygons with many vertices among those with few, so that lanes end at different ones.
class PlaneContactsParity : public EveryPlanePair {
 protected:
  PlaneContactsParity() {
    Rng rng(820 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_mixture(list_, rng, GetParam().first, GetParam().second, 600);
    append_many_vertices(list_, rng, GetParam(), {64, 65, 300}, 8);
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

INSTANTIATE_TEST_SUITE_P(, PlaneContactsParity, plane_kinds(), kind_pair_name);

/// Of mixed kinds.
class ContactLists : public EveryIsa {};

TEST_P(ContactLists, OrderAndLength) {
  ask_in_any_order(mixed_list<Space>(811, 6), GetParam(), contacts_within(0.25F));
}
TEST_P(ContactLists, OrderAndLengthInThePlane) {
  ask_in_any_order(mixed_list<Plane>(821, 12), GetParam(), contacts_within(0.25F));
}

INSTANTIATE_TEST_SUITE_P(, ContactLists, isas(), isa_name);

TEST(ContactThreads, OneTwoFour) { ask_on_threads(mixed_list<Space>(813, 8), contacts_within(0.25F)); }
TEST(ContactThreads, OneTwoFourInThePlane) { ask_on_threads(mixed_list<Plane>(822, 20), contacts_within(0.25F)); }

}  // namespace
}  // namespace lockstep::test
