// Refutations of intervals about ellipsoids, cylinders and cones.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "generate.hpp"
#include "oracle.hpp"
#include "pair_line.hpp"
#include "smooth_bracket.hpp"
#include "smooth_search.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::oracle;

TEST(SmoothSignedDistance, RefutesWhatSmoothShapesCannotHave) {
  constexpr double no_claim = std::numeric_limits<double>::infinity();
  struct Claims {
    const char* line;
    double truth, lower_step, upper_step;  ///< ends that far off are refuted
  };
  const Claims cases[] = {
      {"egg | ellipsoid 0 0 0 0 0 0 1 1 2 3 | point 0 0 0", -1, 1e-9, 1e-9},
      {"egg-and-ball | ellipsoid 0 0 0 0 0 0 1 1 2 3 | sphere 0.25 0 0 4", -4.75, 1e-9, 1e-9},
      {"egg-in-box | ellipsoid 1 2 3 0 0 0 1 1 2 3 | aabb -8 -8 -8 8 8 8", -8, 1e-9, 1e-9},
      {"flat-egg | ellipsoid 0 0 0 0 0 0 1 1 2 0 | point 0.25 0.25 0", 0, 1e-15, 1e-15},
      {"pencil | cylinder 0 0 -3 0 0 3 1 | point 0.25 0 0", -0.75, 1e-9, 1e-9},
      {"pencils-cross | cylinder -5 0 0 5 0 0 1 | cylinder 0 -5 1 0 5 1 1", -1, 1e-9, 1e-9},
      {"ring | cylinder 0 0 -3 0 0 3 1 | point 0 0 0", -1, 1e-2, 1e-9},
      {"cap | cylinder 0 0 -1 0 0 1 3 | point 0 0 0.5", -0.5, 1e-9, 1e-9},
      {"cone-on-base | cone 0 0 0 0 0 8 4 | point 0 0 0.5", -0.5, 1e-9, 1e-9},
      {"egg-apart | ellipsoid 0 0 0 0 0 0 1 1 2 3 | point 3 0 0", 2, 1e-14, 1e-14},
      {"cap-apart | cylinder 0 0 0 0 0 1 1 | sphere 0 0.5 3 1", 1, 1e-14, 1e-14},
  };
  for (const auto& [text, truth, lower_step, upper_step] : cases) {
    const auto [id, a, b] = parse_pair_line(text);
    EXPECT_EQ(false_end(a, b, truth, truth), std::nullopt) << text;
    EXPECT_EQ(false_end(a, b, truth + lower_step, no_claim), End::lower) << text;
    EXPECT_EQ(false_end(a, b, -no_claim, truth - upper_step), End::upper) << text;
    EXPECT_EQ(false_end(b, a, truth + lower_step, no_claim), End::lower) << text;
    EXPECT_EQ(false_end(b, a, -no_claim, truth - upper_step), End::upper) << text;
    EXPECT_THROW((void)holds(a, b, truth, truth), std::invalid_argument);
  }
}

TEST(SmoothSignedDistance, DepthsLieBetweenNarrowBounds) {
  constexpr std::uint64_t seed = 47;
  Rng rng(seed);
  int deep = 0;
  for (int i = 0; i < 200; ++i) {
    constexpr std::array<Kind, 3> kinds = {Kind::ellipsoid, Kind::cylinder, Kind::cone};
    const auto [a, b] = random_pair(rng, kinds[rng() % 3], all_kinds[rng() % all_kinds.size()]);
    if (radius_of(b) > 0 || decide(a, b) != Truth::overlapping) continue;
    ++deep;
    const SmoothBracket bracket = smooth_bracket({a, b});
    const std::string line = "seed 47\n" + to_pair_line("deep-" + std::to_string(i), a, b);
    EXPECT_LE(bracket.lower, bracket.upper) << line;
    EXPECT_LE(bracket.upper, bracket.lower + Real(1e-7)) << line;
  }
  EXPECT_GT(deep, 50);
}

/// Boxes in place of the smooth shapes have both a core and a smooth bracket.
TEST(SmoothSignedDistance, BoundsHoldTheTruthOfShapesWithCores) {
  constexpr std::uint64_t seed = 46;
  Rng rng(seed);
  for (int i = 0; i < 400; ++i) {
    constexpr std::array<Kind, 5> kinds = {Kind::point, Kind::aabb, Kind::box, Kind::hull, Kind::corners};
    const Kind first = kinds[rng() % 5], second = kinds[rng() % 5];
    const auto [a, b] = i % 2 == 0 ? random_pair(rng, first, second)
                                   : hard_pair(rng, first, second, all_hardnesses[rng() % all_hardnesses.size()]);
    const SmoothQuestion question{a, b};
    const SmoothBracket bracket = smooth_bracket(question);
    const double size = 2 / unit_of(question);
    const auto rounded = [&](const Real& x) { return x.convert_to<double>() * size / 2; };
    const std::string line = "seed 46\n" + to_pair_line("smooth-" + std::to_string(i), a, b);
    ASSERT_TRUE(holds(a, b, std::nextafter(rounded(bracket.lower), -2 * size),
                      std::nextafter(rounded(bracket.upper), 2 * size)))
        << line;
  }
}

}  // namespace
