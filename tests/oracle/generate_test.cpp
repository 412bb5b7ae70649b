// The generators: the same pairs for the same seed, with the properties of their names.
#include "generate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "oracle.hpp"
#include "pair_line.hpp"

namespace {

using namespace lockstep::oracle;

TEST(Generate, SameSeedSamePairs) {
  Rng one(5), two(5);
  for (Hardness hardness : all_hardnesses) {
    const auto [a, b] = hard_pair(one, Kind::hull, Kind::matrix, hardness);
    const auto [c, d] = hard_pair(two, Kind::hull, Kind::matrix, hardness);
    EXPECT_EQ(to_pair_line("same", a, b), to_pair_line("same", c, d));
  }
}

TEST(Generate, AboutHalfOfTheRandomPairsOverlap) {
  constexpr int count = 200;
  for (Kind a : all_kinds) {
    for (Kind b : all_kinds) {
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

TEST(Generate, NearContactPairsHaveTheGapAskedFor) {
  for (Kind a : all_kinds) {
    for (Kind b : all_kinds) {
      Rng rng(7);
      for (double gap : {1e-2, 1e-3, 1e-4}) {
        const auto [first, second] = near_contact_pair(rng, a, b, gap);
        const auto distance = signed_distance(first, second);
        ASSERT_TRUE(distance.has_value()) << to_pair_line("gap", first, second);
        EXPECT_NEAR(*distance, gap, 1e-5) << to_pair_line("gap", first, second);
      }
      const auto [first, second] = near_contact_pair(rng, a, b, -1e-3);
      EXPECT_FALSE(deeper_than(first, second, 3e-3)) << to_pair_line("depth", first, second);
    }
  }
}

TEST(Generate, HardPairsCoverContactAndBothSides) {
  for (Hardness hardness : all_hardnesses) {
    Rng rng(8);
    std::array<int, 3> seen{};
    for (int i = 0; i < 300; ++i) {
      const auto [a, b] = hard_pair(rng, Kind::box, Kind::hull, hardness);
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
