// Distances, in space and in the plane, are the same bits for every instruction set, thread count, order and length of
// the list, and those of (b, a) are those of (a, b) mirrored.
#include <gtest/gtest.h>

#include <optional>

#include "distance_list.hpp"
#include "every_isa.hpp"
#include "list_parity.hpp"
#include "parity.hpp"
#include "plane_variations.hpp"
#include "spaces.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

auto distances(double tolerance = 0) {
  return [=](const auto& list, std::optional<Isa> isa) { return measure(list, {.tolerance = tolerance, .isa = isa}); };
}

template <class List>
void measure_on_every_isa(const List& list) {
  for (const double tolerance : tolerances) ask_every_isa(list, distances(tolerance));
}

/// (b, a) mirrors (a, b), or is equal if a pair may have no order.
template <class List, class MayHaveNoOrder>
void measure_swapped(const List& list, const MayHaveNoOrder& may_have_no_order) {
  for (const double tolerance : tolerances) {
    auto expected = measure(list, {.tolerance = tolerance});
    const auto measured = measure(list.second, list.first, list.swapped(), {.tolerance = tolerance});
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const bool is_same = same_bits(measured[i], expected[i]);
      if (!(is_same && may_have_no_order(list.shapes[i], expected[i].distance))) expected[i] = mirrored(expected[i]);
    }
    expect_same(measured, expected, list, "swapped");
  }
}

/// If only the distance is wanted, it is the same.
template <class List>
void measure_without_points(const List& list) {
  const auto expected = measure(list);
  std::vector<Interval> alone(list.pairs.size());
  distance(list.first, list.second, list.pairs, {alone});
  for (std::size_t i = 0; i < alone.size(); ++i)
    ASSERT_TRUE(same_bits(alone[i].lower, expected[i].distance.lower) &&
                same_bits(alone[i].upper, expected[i].distance.upper))
        << list.line(i);
}

class DistanceParity : public EveryKindPair {
 protected:
  DistanceParity() {
    Rng rng(300 + 16 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_mixture(list_, rng, GetParam().first, GetParam().second, 300);
  }
  PairList list_;
};

TEST_P(DistanceParity, OfInstructionSets) { measure_on_every_isa(list_); }
TEST_P(DistanceParity, OfWhatIsWanted) { measure_without_points(list_); }

TEST_P(DistanceParity, OfSwappedPairs) {
  // Two shapes with equal numbers have no order, nor do a point and a sphere without radius around it.
  const bool balls = GetParam().second <= Kind::sphere;
  measure_swapped(list_, [&](const ShapePair& pair, const Interval& distance) {
    return is_same(pair.first, pair.second) || (balls && distance == Interval{0, 0});
  });
}

INSTANTIATE_TEST_SUITE_P(, DistanceParity, kind_pairs(), kind_pair_name);

/// Of polygons with more vertices than any lanes copy, and than EPA takes corners, among shapes with few.
class PlaneDistanceParity : public EveryPlanePair {
 protected:
  PlaneDistanceParity() {
    Rng rng(400 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_mixture(list_, rng, GetParam().first, GetParam().second, 600);
    append_many_vertices(list_, rng, GetParam(), {64, 65, 300}, 8);
  }
  PlanePairList list_;
};

TEST_P(PlaneDistanceParity, OfInstructionSets) { measure_on_every_isa(list_); }
TEST_P(PlaneDistanceParity, OfWhatIsWanted) { measure_without_points(list_); }

TEST_P(PlaneDistanceParity, OfSwappedPairs) {
  // Two shapes with equal numbers have no order, nor do two ellipses without radii around one point.
  const bool ellipses = GetParam() == PlaneKinds{Kind2::ellipse, Kind2::ellipse};
  measure_swapped(list_, [&](const ShapePair2& pair, const Interval& distance) {
    return is_same(pair.first, pair.second) || (ellipses && distance == Interval{0, 0});
  });
}

INSTANTIATE_TEST_SUITE_P(, PlaneDistanceParity, plane_kinds(), kind_pair_name);

/// Of mixed kinds.
class DistanceLists : public EveryIsa {};

TEST_P(DistanceLists, OrderAndLength) { ask_in_any_order(mixed_list<Space>(11, 6), GetParam(), distances()); }
TEST_P(DistanceLists, OrderAndLengthInThePlane) {
  ask_in_any_order(mixed_list<Plane>(14, 12), GetParam(), distances());
}

INSTANTIATE_TEST_SUITE_P(, DistanceLists, isas(), isa_name);

TEST(DistanceThreads, OneTwoFour) { ask_on_threads(mixed_list<Space>(13, 8), distances()); }
TEST(DistanceThreads, OneTwoFourInThePlane) { ask_on_threads(mixed_list<Plane>(15, 20), distances()); }

}  // namespace
}  // namespace lockstep::test
