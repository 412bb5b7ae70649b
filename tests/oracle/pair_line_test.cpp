// Pair-file lines: printed lines can be read back, invalid ones are refused.
#include "pair_line.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "generate.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::oracle;

TEST(PairLine, PrintsEveryShape) {
  EXPECT_EQ(to_text(Point{{1, -2.5F, 0}}), "point 1 -2.5 0");
  EXPECT_EQ(to_text(Sphere{{0.1F, 0, 0}, 2}), "sphere 0.100000001 0 0 2");
  EXPECT_EQ(to_text(Box{{1, 2, 3}, {0, 0, 0, 1}, {4, 5, 6}}), "obb 1 2 3 0 0 0 1 4 5 6");
  EXPECT_EQ(to_text(HullShape{{{1, 2, 3}, {4, 5, 6}}}), "hull 2 1 2 3 4 5 6");
  EXPECT_EQ(to_text(TransformedBox{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {-1, -2, -3}, {1, 2, 3}}),
            "transformed 1 2 3 4 5 6 7 8 9 10 11 12 -1 -2 -3 1 2 3");
  EXPECT_EQ(to_pair_line("ball-box", Sphere{{0, 0, 0}, 1}, Aabb{{1, 0, 0}, {2, 1, 1}}),
            "ball-box | sphere 0 0 0 1 | aabb 1 0 0 2 1 1");
}

TEST(PairLine, ReadsBlanksAndComments) {
  const PairLine pair = parse_pair_line("  a b |\tpoint  1 2 3 |capsule 0 0 0 1 0 0 0.5  # a comment");
  EXPECT_EQ(pair.id, "a b");
  EXPECT_EQ(std::get<Point>(pair.a).position, (Vec3{1, 2, 3}));
  EXPECT_EQ(std::get<Capsule>(pair.b).radius, 0.5F);
}

TEST(PairLine, GivesBackEveryFloat) {
  constexpr std::uint64_t seed = 21;
  Rng rng(seed);
  for (Kind a : all_kinds) {
    for (Kind b : all_kinds) {
      const auto [first, second] = hard_pair(rng, a, b, Hardness::thin);
      const std::string line = to_pair_line("id", first, second);
      const PairLine again = parse_pair_line(line);
      EXPECT_EQ(kind_of(again.a), a);
      EXPECT_EQ(to_pair_line("id", again.a, again.b), line) << "seed " << seed;
    }
  }
  EXPECT_EQ(std::get<Point>(parse_shape("point 1e-45 -0 3.40282347e+38")).position.x, 1e-45F);
  for (int i = 0; i < 10000; ++i) {
    const float number = static_cast<float>(uniform(rng, -1, 1));
    EXPECT_EQ(std::get<Point>(parse_shape(to_text(Point{{number, 0, 0}}))).position.x, number);
  }
}

TEST(PairLine, RefusesDamagedLines) {
  for (const char* line :
       {"", "id", "id | point 0 0 0", "id | point 0 0 0 | point 0 0 0 | point 0 0 0", "id | point 0 0 | point 0 0 0",
        "id | point 0 0 0 0 | point 0 0 0", "id | point 0 0 x | point 0 0 0", "id | point 0 0 1x | point 0 0 0",
        "id | ball 0 0 0 1 | point 0 0 0", "id | hull 0 | point 0 0 0", "id | hull 2 0 0 0 | point 0 0 0",
        "id |  | point 0 0 0"}) {
    EXPECT_THROW((void)parse_pair_line(line), std::invalid_argument) << line;
  }
}

}  // namespace
