// Shapes of the plane: no false `separated` and no false `overlapping` on any instruction set, and `touching` only next
// to contact. Some hundred pairs of every two kinds; LOCKSTEP_LONG_TESTS=1 makes it 1,000,000 random and 100,000
// near-contact pairs of every two kinds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>

#include "cases.hpp"
#include "every_kind_pair.hpp"
#include "judge.hpp"
#include "long_tests.hpp"
#include "plane_pair_line.hpp"
#include "plane_variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

class PlaneExact : public EveryPlanePair {
 protected:
  const Kind2 a_ = GetParam().first, b_ = GetParam().second;

  /// Judges `count` pairs, a batch at a time.
  template <class Make>
  Tallies judge(const std::string& what, int count, std::uint64_t seed, const Make& make) {
    SCOPED_TRACE(what + ", seed " + std::to_string(seed));
    Rng rng(seed);
    Tallies total;
    constexpr int batch = 20000;
    for (int done = 0; done < count && !HasFailure(); done += batch) {
      PlanePairList list;
      for (int size = std::min(batch, count - done); size > 0; --size) list.append(make(rng));
      const Tallies tallies = judge_pairs(list);
      for (std::size_t method = 0; method < 2; ++method) total[method] += tallies[method];
      if (long_tests() && done % 200000 == 0) std::cout << what << ": " << done << " of " << count << std::endl;
    }
    RecordProperty(what + "_automatic", total[0].text());
    RecordProperty(what + "_gjk", total[1].text());
    return total;
  }
};

/// Rounding leaves few pairs undecided.
TEST_P(PlaneExact, RandomPairs) {
  const Tallies tallies = judge("random", long_tests() ? 1000000 : 4000, 81, [&](Rng& rng) {
    ShapePair2 pair = random_pair(rng, a_, b_);
    if (b_ == Kind2::polygon && below(rng, 4) == 0) {
      const int vertices = 1 + below(rng, 200);
      pair.second = oracle::polygon_of(rng, vertices, {1, 0.5F});
    }
    return pair;
  });
  EXPECT_LT(tallies[0].touching_share(), 0.001) << "automatic: " << tallies[0].text();
  EXPECT_LT(tallies[1].touching_share(), 0.001) << "gjk: " << tallies[1].text();
}

TEST_P(PlaneExact, NearContact) {
  judge("near_contact", long_tests() ? 100000 : 3000, 82, [&](Rng& rng) {
    const double gap = std::pow(10, uniform(rng, -9, -1));
    const int sign = below(rng, 5);
    return near_contact_pair(rng, a_, b_, sign == 0 ? 0 : sign < 3 ? gap : -gap);
  });
}

/// A gap of a thousandth of the size is far more than rounding hides.
TEST_P(PlaneExact, PlainGapsAreProven) {
  const Tallies tallies =
      judge("plain_gap", 1000, 83, [&](Rng& rng) { return near_contact_pair(rng, a_, b_, uniform(rng, 1e-3, 1e-2)); });
  for (const Tally& tally : tallies) EXPECT_EQ(tally.separated, tally.answers) << tally.text();
}

TEST_P(PlaneExact, HardPairs) {
  for (const oracle::Hardness hardness : oracle::all_hardnesses)
    judge(std::string(name(hardness)), long_tests() ? 100000 : 1000, 84,
          [&](Rng& rng) { return hard_pair(rng, a_, b_, hardness); });
}

/// Shapes of any size, a millionth for example: powers of two change no digit of a coordinate, down to where products
/// of coordinates underflow and up to where they overflow.
TEST_P(PlaneExact, HugeAndTiny) {
  for (const int exponent : {-110, -97, -90, -64, -20, 30, 56}) {
    judge("2_to_" + std::to_string(exponent), long_tests() ? 50000 : 200, 85, [&](Rng& rng) {
      const bool fits = exponent <= 30;  // pairs a million away, too
      const oracle::Hardness hardness = fits ? oracle::all_hardnesses[rng() % 6] : oracle::Hardness::thin;
      const ShapePair2 pair = below(rng, 2) == 0 ? hard_pair(rng, a_, b_, hardness)
                                                 : near_contact_pair(rng, a_, b_, std::pow(10, uniform(rng, -7, -3)));
      return ShapePair2{scaled(pair.first, exponent), scaled(pair.second, exponent)};
    });
  }
}

INSTANTIATE_TEST_SUITE_P(, PlaneExact, plane_kinds(), kind_pair_name);

/// A crowd with vision: an agent stands in the apex of its own cone of sight, beside it and in front of it.
TEST(PlaneCrowd, AgentsAndTheirSight) {
  constexpr std::uint64_t seed = 86;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  PlanePairList list;
  while (list.pairs.size() < (long_tests() ? 200000U : 4000U)) {
    const Vec2 here{static_cast<float>(uniform(rng, -50, 50)), static_cast<float>(uniform(rng, -50, 50))};
    const auto angle = static_cast<float>(uniform(rng, -4, 4)), half_angle = static_cast<float>(uniform(rng, 0, 1.57));
    const Slice2 sight{here, angle, half_angle, 10};
    const auto radius = below(rng, 4) == 0 ? 0 : static_cast<float>(uniform(rng, 0.2, 0.4));
    const AnyShape2 other = oracle::moved(Circle2{here, radius}, uniform(rng, -12, 12), uniform(rng, -12, 12));
    switch (below(rng, 3)) {
      case 0: list.append({sight, Circle2{here, radius}}); break;
      case 1: list.append({sight, other}); break;
      default: list.append(oracle::brought_near(sight, other, below(rng, 2) == 0 ? 1e-5 : -1e-5)); break;
    }
  }
  const Tallies tallies = judge_pairs(list);
  for (const Tally& tally : tallies) EXPECT_GT(tally.overlapping, tally.answers / 4) << tally.text();
}

/// Pairs that this library once got wrong.
TEST(PlaneFound, StaysRight) {
  const char* const lines[] = {
      // The anchor of a small polygon far from the origin is rounded along a diagonal: its circle was too small for
      // that.
      "corner | polygon2d_at -123.187012 -71.0983887 0.981655836 2 -0.000244140625 0 0 0 | circle2d -123.187012 "
      "-71.0983887 0",
      "disc | polygon2d_at -123.187012 -71.0983887 0.981655836 2 -0.000244140625 0 0 0 | circle2d -123.187012 "
      "-71.0983887 1e-7",
      "point | polygon2d_at -123.187012 -71.0983887 0.981655836 2 -0.000244140625 0 0 0 | polygon2d 1 -123.187012 "
      "-71.0983887",
  };
  PlanePairList list;
  for (const char* const line : lines) {
    const oracle::PlanePairLine pair = oracle::parse_plane_pair_line(line);
    list.append({pair.a, pair.b});
  }
  const Tallies tallies = judge_pairs(list);
  for (const Tally& tally : tallies) EXPECT_EQ(tally.answers, 3) << tally.text();
}

/// Pairs that other libraries got wrong.
TEST(PlaneReproducers, AreAnsweredRight) {
  PlanePairList list;
  std::vector<oracle::Truth> truths;
  for (const oracle::Case& published : oracle::load_cases()) {
    if (!published.plane_pair) continue;
    list.append({published.plane_pair->a, published.plane_pair->b});
    truths.push_back(published.truth);
  }
  ASSERT_EQ(list.pairs.size(), 11U);
  const Tallies tallies = judge_pairs(list, truths);
  for (const Tally& tally : tallies) EXPECT_EQ(tally.answers, 11) << tally.text();
}

}  // namespace
}  // namespace lockstep::test
