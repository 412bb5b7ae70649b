// The generators of pairs of space and of the plane: the same pairs for the same seed, with the properties of their
// names.
#include "generate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "oracle.hpp"
#include "pair_line.hpp"
#include "plane.hpp"
#include "plane_generate.hpp"
#include "plane_pair_line.hpp"

namespace {

using namespace lockstep::oracle;

template <class AnyKind>
void expect_same_pairs(AnyKind kind_a, AnyKind kind_b) {
  Rng one(5), two(5);
  for (const Hardness hardness : all_hardnesses) {
    const auto [a, b] = hard_pair(one, kind_a, kind_b, hardness);
    const auto [c, d] = hard_pair(two, kind_a, kind_b, hardness);
    EXPECT_EQ(to_pair_line("same", a, b), to_pair_line("same", c, d));
  }
}

TEST(Generate, SameSeedSamePairs) { expect_same_pairs(Kind::hull, Kind::matrix); }
TEST(PlaneGenerate, SameSeedSamePairs) { expect_same_pairs(Kind2::polygon, Kind2::slice); }

template <class Kinds>
void expect_that_about_half_overlap(const Kinds& kinds) {
  constexpr int count = 200;
  for (const auto a : kinds) {
    for (const auto b : kinds) {
      Rng rng(6);
      int meeting = 0;
      for (int i = 0; i < count; ++i) {
        const auto [first, second] = random_pair(rng, a, b);
        EXPECT_EQ(kind_of(first), a);
        EXPECT_EQ(kind_of(second), b);
        meeting += decide(first, second) != Truth::separated;
      }
      EXPECT_GT(meeting, count / 4) << name(a) << " " << name(b);
      EXPECT_LT(meeting, count * 3 / 4) << name(a) << " " << name(b);
    }
  }
}

TEST(Generate, AboutHalfOfTheRandomPairsOverlap) { expect_that_about_half_overlap(all_kinds); }
TEST(PlaneGenerate, AboutHalfOfTheRandomPairsOverlap) { expect_that_about_half_overlap(all_kinds2); }

template <class AnyKind>
void expect_gap(Rng& rng, AnyKind a, AnyKind b, double gap, double room) {
  const auto [first, second] = near_contact_pair(rng, a, b, gap);
  const auto distance = signed_distance(first, second);
  ASSERT_TRUE(distance.has_value()) << to_pair_line("gap", first, second);
  EXPECT_NEAR(*distance, gap, room) << to_pair_line("gap", first, second);
}

TEST(Generate, NearContactPairsHaveTheGapAskedFor) {
  for (const Kind a : all_kinds) {
    for (const Kind b : all_kinds) {
      Rng rng(7);
      for (const double gap : {1e-2, 1e-3, 1e-4}) ASSERT_NO_FATAL_FAILURE(expect_gap(rng, a, b, gap, 1e-5));
      const auto [first, second] = near_contact_pair(rng, a, b, -1e-3);
      EXPECT_FALSE(deeper_than(first, second, 3e-3)) << to_pair_line("depth", first, second);
    }
  }
}

TEST(PlaneGenerate, NearContactPairsHaveTheGapAskedFor) {
  for (const Kind2 a : all_kinds2) {
    for (const Kind2 b : all_kinds2) {
      Rng rng(7);
      for (const double gap : {1e-1, 1e-3, 1e-5, 0.0}) ASSERT_NO_FATAL_FAILURE(expect_gap(rng, a, b, gap, 2e-6));
      // Once they overlap there may be a shorter way out than the way in.
      const auto [first, second] = near_contact_pair(rng, a, b, -1e-3);
      EXPECT_EQ(decide_at(first, second, -1e-3 - 2e-6), Truth::separated) << to_pair_line("depth", first, second);
      EXPECT_EQ(decide(first, second), Truth::overlapping) << to_pair_line("depth", first, second);
    }
  }
}

template <class AnyKind>
void expect_contact_and_both_sides(AnyKind kind_a, AnyKind kind_b) {
  for (const Hardness hardness : all_hardnesses) {
    Rng rng(8);
    std::array<int, 3> seen{};
    for (int i = 0; i < 300; ++i) {
      const auto [a, b] = hard_pair(rng, kind_a, kind_b, hardness);
      ++seen[static_cast<std::size_t>(decide(a, b))];
    }
    EXPECT_GT(seen[2], 10) << name(hardness);
    if (hardness != Hardness::coincident) {
      EXPECT_GT(seen[0], 10) << name(hardness);
    }
    if (hardness == Hardness::lattice) {
      EXPECT_GT(seen[1], 10);
    }
  }
}

TEST(Generate, HardPairsCoverContactAndBothSides) { expect_contact_and_both_sides(Kind::box, Kind::hull); }
TEST(PlaneGenerate, HardPairsCoverContactAndBothSides) { expect_contact_and_both_sides(Kind2::box, Kind2::polygon); }

}  // namespace
