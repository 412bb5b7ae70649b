// Separations of shapes of the plane: they are those of `distance`, for all kinds; circles, capsules and boxes, moved
// by them, are in contact, and the distance is as short as the oracle's.
#include <gtest/gtest.h>

#include <cmath>

#include "distance_list.hpp"
#include "every_isa.hpp"
#include "lockstep/overlap.hpp"
#include "pair_list.hpp"
#include "plane.hpp"
#include "plane_pair_line.hpp"

namespace lockstep::test {
namespace {

using oracle::uniform;

constexpr Kind2 separable_in_plane[] = {Kind2::circle, Kind2::capsule, Kind2::box};

Separation separation_of(const AnyShape2& a, const AnyShape2& b, float margin) {
  ShapeSet2 first, second;
  add_to(first, a), add_to(second, b);
  std::vector<Pair> pairs(1);
  std::vector<Separation> separations(1);
  EXPECT_EQ(overlap(first, second, {.pairs = pairs, .separations = separations}, {.margin = margin}).pairs, 1U);
  EXPECT_EQ(separations[0].direction.z, 0);
  return separations[0];
}

AnyShape2 moved_by(const AnyShape2& shape, const Vec3& direction, double length) {
  return oracle::moved(shape, direction.x * length, direction.y * length);
}

bool meet(const AnyShape2& a, const AnyShape2& b) { return oracle::decide(a, b) != oracle::Truth::separated; }

/// For shapes of about unit size.
void expect_leads_to_contact(const AnyShape2& a, const AnyShape2& b, const Separation& s, double distance) {
  const std::string line = oracle::to_pair_line("pair", a, b);
  EXPECT_NEAR(std::hypot(s.direction.x, s.direction.y), 1, 1e-6) << line;
  EXPECT_NEAR(s.depth, -distance, 2e-7 * (1 + std::abs(distance))) << line;
  EXPECT_FALSE(meet(moved_by(a, s.direction, s.depth + 1e-5), b)) << line;
  EXPECT_TRUE(meet(moved_by(a, s.direction, s.depth - 1e-5), b)) << line;
}

TEST(PlaneSeparations, LeadToContactByTheShortestWay) {
  Rng rng(51);
  int overlapping = 0;
  for (const Kind2 a : separable_in_plane)
    for (const Kind2 b : separable_in_plane)
      for (int i = 0; i < 100; ++i) {
        const auto [first, second] = oracle::random_pair(rng, a, b);
        const std::optional<double> distance = oracle::signed_distance(first, second);
        if (!distance || *distance > -1e-4) continue;
        ++overlapping;
        expect_leads_to_contact(first, second, separation_of(first, second, 0), *distance);
      }
  EXPECT_GT(overlapping, 300);
}

TEST(PlaneSeparations, OfShapesThatAreApartAreTheGap) {
  Rng rng(52);
  for (const Kind2 a : separable_in_plane)
    for (const Kind2 b : separable_in_plane)
      for (int i = 0; i < 100; ++i) {
        const auto [first, second] = oracle::near_contact_pair(rng, a, b, std::pow(10, uniform(rng, -4, 0)));
        const std::optional<double> distance = oracle::signed_distance(first, second);
        ASSERT_TRUE(distance.has_value());
        if (*distance < 1e-5) continue;
        expect_leads_to_contact(first, second, separation_of(first, second, static_cast<float>(2 * *distance)),
                                *distance);
      }
}

/// Needles, shapes without extent, concentric ones, lattices: the depth is that of the oracle if it knows one.
TEST(PlaneSeparations, OfHardPairs) {
  Rng rng(53);
  int known = 0;
  for (const oracle::Hardness hardness : oracle::all_hardnesses)
    for (const Kind2 a : separable_in_plane)
      for (const Kind2 b : separable_in_plane)
        for (int i = 0; i < 20; ++i) {
          const auto [first, second] = oracle::hard_pair(rng, a, b, hardness);
          if (!meet(first, second)) continue;
          const Separation s = separation_of(first, second, 0);
          const std::string line = oracle::to_pair_line("pair", first, second);
          EXPECT_NEAR(std::hypot(s.direction.x, s.direction.y), 1, 1e-6) << line;
          const std::optional<double> distance = oracle::signed_distance(first, second);
          if (!distance) continue;
          ++known;
          const double size = std::max(oracle::largest_coordinate(first), oracle::largest_coordinate(second));
          EXPECT_NEAR(s.depth, -*distance, 1e-7 * std::abs(*distance) + 1e-12 * size) << line;
        }
  EXPECT_GT(known, 300);
}

TEST(PlaneSeparations, WhereEveryDirectionIsAsGood) {
  EXPECT_EQ(separation_of(Circle2{{1, 2}, 0.5F}, Circle2{{1, 2}, 0.25F}, 0), (Separation{{1, 0, 0}, 0.75F}));
  EXPECT_EQ(separation_of(Box2{{0, 0}, 0, {1, 2}}, Circle2{{0, 0}, 1}, 0), (Separation{{1, 0, 0}, 2}));
  const Separation across = separation_of(Capsule2{{-3, 0}, {3, 0}, 1}, Circle2{{0, 0}, 1}, 0);
  EXPECT_EQ(across.depth, 2);
  EXPECT_EQ(std::abs(across.direction.y), 1);
}

TEST(PlaneSeparations, CirclesPartAsThoseOfAView) {
  Rng rng(54);
  constexpr std::size_t count = 300;
  std::vector<float> x(count), y(count), radius(count);
  ShapeSet2 set;
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = static_cast<float>(uniform(rng, 0, 30)), y[i] = static_cast<float>(uniform(rng, 0, 30));
    radius[i] = static_cast<float>(uniform(rng, 0, 2));
    set.add(Circle2{{x[i], y[i]}, radius[i]});
  }
  const CircleView view{{x.data()}, {y.data()}, {radius.data()}, count};
  const auto pairs_of = [](const auto& objects) {
    std::vector<Pair> pairs(5000);
    std::vector<Separation> separations(5000);
    const OverlapResult result = overlap(objects, {.pairs = pairs, .separations = separations}, {.margin = 0.5F});
    EXPECT_TRUE(result.complete);
    pairs.resize(result.pairs), separations.resize(result.pairs);
    return std::pair(pairs, separations);
  };
  const auto [pairs, separations] = pairs_of(set);
  const auto [view_pairs, view_separations] = pairs_of(view);
  ASSERT_GT(pairs.size(), 500U);
  ASSERT_EQ(pairs, view_pairs);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_FLOAT_EQ(separations[i].depth, view_separations[i].depth);
    EXPECT_FLOAT_EQ(separations[i].direction.x, view_separations[i].direction.x);
    EXPECT_FLOAT_EQ(separations[i].direction.y, view_separations[i].direction.y);
  }
}

TEST(PlaneSeparations, OfNoShapeSayNothing) {
  ShapeSet2 set;
  set.add(Box2{{0, 0}, 0, {1, 1}});
  for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()})
    set.add(Circle2{{0, bad}, 1}, Check::none);
  set.add(Circle2{{9, 9}, -1}, Check::none);
  std::vector<Pair> pairs(6);
  std::vector<Separation> separations(6, Separation{{0, 1, 0}, 7});
  EXPECT_EQ(overlap(set, {.pairs = pairs, .separations = separations}).pairs, 6U);
  EXPECT_EQ(separations, std::vector<Separation>(6, Separation{{1, 0, 0}, 0}));
}

class PlaneSeparationsOnEveryIsa : public EveryIsa {};
INSTANTIATE_TEST_SUITE_P(, PlaneSeparationsOnEveryIsa, isas(), isa_name);

/// Of all kinds, to the bit.
TEST_P(PlaneSeparationsOnEveryIsa, AreWhatDistanceSays) {
  Rng rng(55);
  ShapeSet2 set;
  for (int i = 0; i < 400; ++i) {
    const Kind2 kind = oracle::all_kinds2[static_cast<std::size_t>(i) % oracle::all_kinds2.size()];
    const AnyShape2 shape = oracle::random_pair(rng, kind, Kind2::circle).first;
    add_to(set, oracle::moved(shape, uniform(rng, -9, 9), uniform(rng, -9, 9)));
  }
  std::vector<Pair> pairs(40'000);
  std::vector<Separation> separations(pairs.size());
  const OverlapOutput out{.pairs = pairs, .separations = separations};
  const OverlapResult found = overlap(set, out, {.margin = 0.25F, .isa = GetParam()});
  ASSERT_TRUE(found.complete);
  ASSERT_GT(found.pairs, 500U);
  pairs.resize(found.pairs);
  const std::vector<Measured2> measured = measure(set, set, pairs);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Vec2d& n = measured[i].normal;
    const Vec3 direction{static_cast<float>(n.x), static_cast<float>(n.y), 0};
    ASSERT_EQ(separations[i], (Separation{direction, static_cast<float>(-measured[i].distance.lower)})) << i;
  }
}

}  // namespace
}  // namespace lockstep::test
