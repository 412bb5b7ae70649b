// The generators of the plane: the same pairs for the same seed, with the properties of their names.
#include "plane_generate.hpp"

#include <gtest/gtest.h>

#include <array>

#include "plane.hpp"
#include "plane_pair_line.hpp"

namespace {

using namespace lockstep::oracle;

TEST(PlaneGenerate, SameSeedSamePairs) {
  Rng one(5), two(5);
  for (const Hardness hardness : all_hardnesses) {
    const auto [a, b] = hard_pair(one, Kind2::polygon, Kind2::slice, hardness);
    const auto [c, d] = hard_pair(two, Kind2::polygon, Kind2::slice, hardness);
    EXPECT_EQ(to_pair_line("same", a, b), to_pair_line("same", c, d));
  }
}

TEST(PlaneGenerate, AboutHalfOfTheRandomPairsOverlap) {
  constexpr int count = 200;
  for (const Kind2 a : all_kinds2) {
    for (const Kind2 b : all_kinds2) {
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

TEST(PlaneGenerate, NearContactPairsHaveTheGapAskedFor) {
  for (const Kind2 a : all_kinds2) {
    for (const Kind2 b : all_kinds2) {
      Rng rng(7);
      for (const double gap : {1e-1, 1e-3, 1e-5, 0.0}) {
        const auto [first, second] = near_contact_pair(rng, a, b, gap);
        const auto distance = signed_distance(first, second);
        ASSERT_TRUE(distance.has_value()) << to_pair_line("gap", first, second);
        EXPECT_NEAR(*distance, gap, 2e-6) << to_pair_line("gap", first, second);
      }
      // Once they overlap there may be a shorter way out than the way in.
      const auto [first, second] = near_contact_pair(rng, a, b, -1e-3);
      EXPECT_EQ(decide_at(first, second, -1e-3 - 2e-6), Truth::separated) << to_pair_line("depth", first, second);
      EXPECT_EQ(decide(first, second), Truth::overlapping) << to_pair_line("depth", first, second);
    }
  }
}

TEST(PlaneGenerate, HardPairsCoverContactAndBothSides) {
  for (const Hardness hardness : all_hardnesses) {
    Rng rng(8);
    std::array<int, 3> seen{};
    for (int i = 0; i < 300; ++i) {
      const auto [a, b] = hard_pair(rng, Kind2::box, Kind2::polygon, hardness);
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

}  // namespace
