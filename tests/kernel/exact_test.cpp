// No false `separated` and no false `overlapping`: verdicts against exact arithmetic. A few thousand pairs of every two
// kinds; LOCKSTEP_LONG_TESTS=1 makes it 1,000,000 random and 100,000 near-contact pairs of every two kinds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <string>

#include "cases.hpp"
#include "every_kind_pair.hpp"
#include "judge.hpp"
#include "long_tests.hpp"
#include "pair_line.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

class Exact : public EveryKindPair {
 protected:
  const Kind a_ = GetParam().first, b_ = GetParam().second;

  /// Judges `count` pairs, a batch at a time; a quarter for smooth shapes, whose truth is slower to compute.
  template <class Make>
  Tallies judge(const std::string& what, int count, std::uint64_t seed, const Make& make) {
    SCOPED_TRACE(what + ", seed " + std::to_string(seed));
    if (is_smooth(a_) || is_smooth(b_)) count /= 4;
    Rng rng(seed);
    Tallies total;
    constexpr int batch = 20000;
    for (int done = 0; done < count && !HasFailure(); done += batch) {
      PairList list;
      for (const int size = std::min(batch, count - done); static_cast<int>(list.pairs.size()) < size;)
        list.append(make(rng));
      const Tallies tallies = judge_pairs(list);
      for (std::size_t method = 0; method < 2; ++method) total[method] += tallies[method];
      if (long_tests() && done % 200000 == 0) std::cout << what << ": " << done << " of " << count << std::endl;
    }
    RecordProperty(what + "_automatic", total[0].text());
    RecordProperty(what + "_gjk", total[1].text());
    return total;
  }
};

/// Rounding leaves few pairs undecided. (Here half of the pairs of points coincide, which has no proof.)
TEST_P(Exact, RandomPairs) {
  const Tallies tallies = judge("random", long_tests() ? 1000000 : 4000, 1, [&](Rng& rng) {
    ShapePair pair = random_pair(rng, a_, b_);
    if (b_ == Kind::hull && below(rng, 4) == 0) pair.second = many_vertices(rng, 1 + below(rng, 200), {1, 0.5F, 0});
    return pair;
  });
  if (a_ == Kind::point && b_ == Kind::point) return;
  EXPECT_LT(tallies[0].touching_share(), 0.01) << "automatic: " << tallies[0].text();
  EXPECT_LT(tallies[1].touching_share(), 0.01) << "gjk: " << tallies[1].text();
}

TEST_P(Exact, NearContact) {
  judge("near_contact", long_tests() ? 100000 : 3000, 2, [&](Rng& rng) {
    const double gap = std::pow(10, uniform(rng, -9, -2));
    return near_contact_pair(rng, a_, b_, below(rng, 2) == 0 ? gap : -gap);
  });
}

/// A gap of a thousandth of the size is far more than rounding hides.
TEST_P(Exact, PlainGapsAreProven) {
  const Tallies tallies =
      judge("plain_gap", 2000, 3, [&](Rng& rng) { return near_contact_pair(rng, a_, b_, uniform(rng, 1e-3, 1e-2)); });
  for (const Tally& tally : tallies) {
    EXPECT_EQ(tally.separated, tally.answers) << tally.text();
  }
}

TEST_P(Exact, HardPairs) {
  for (const oracle::Hardness hardness : oracle::all_hardnesses)
    judge(std::string(name(hardness)), long_tests() ? 100000 : 400, 4,
          [&](Rng& rng) { return hard_pair(rng, a_, b_, hardness); });
}

/// Shapes of any size: powers of two change no digit of a coordinate, down to where products of coordinates underflow
/// and up to where they overflow.
TEST_P(Exact, HugeAndTiny) {
  if (a_ == Kind::matrix || b_ == Kind::matrix) return;  // its corners, not its numbers, would have to be scaled
  for (const int exponent : {-110, -97, -90, -64, 30, 56}) {
    judge("2_to_" + std::to_string(exponent), long_tests() ? 50000 : 300, 5, [&](Rng& rng) {
      const bool fits = exponent <= 30;  // pairs a million away, too
      const oracle::Hardness hardness = fits ? oracle::all_hardnesses[rng() % 6] : oracle::Hardness::thin;
      const ShapePair pair = below(rng, 2) == 0 ? hard_pair(rng, a_, b_, hardness)
                                                : near_contact_pair(rng, a_, b_, std::pow(10, uniform(rng, -7, -3)));
      return ShapePair{scaled(pair.first, exponent), scaled(pair.second, exponent)};
    });
  }
}

INSTANTIATE_TEST_SUITE_P(, Exact, kind_pairs(), kind_pair_name);

/// Up to eight points in a plane through the origin, so close to it that squares of the directions between them
/// underflow.
AnyShape tiny_shape(Rng& rng) {
  const int exponent = -50 - below(rng, 30);
  const auto tiny = [&] {
    return below(rng, 4) == 0 ? 0 : static_cast<float>(std::ldexp(uniform(rng, -1, 1), exponent));
  };
  switch (below(rng, 3)) {
    case 0: return Aabb{{0, -std::abs(tiny()), -std::abs(tiny())}, {0, std::abs(tiny()), std::abs(tiny())}};
    case 1: return Capsule{{0, tiny(), tiny()}, {0, tiny(), tiny()}, 0};
    default: break;
  }
  oracle::HullShape hull;
  for (int left = 1 + below(rng, 8); left > 0; --left) hull.vertices.push_back({0, tiny(), tiny()});
  return hull;
}

/// A sphere, or a short capsule, that touches the plane at the origin.
TEST(Underflow, TinyShapesAtContactWithRoundOnes) {
  constexpr std::uint64_t seed = 6;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  PairList list;
  while (list.pairs.size() < (long_tests() ? 200000U : 5000U)) {
    const auto radius = static_cast<float>(uniform(rng, 0.25, 1));
    const auto aside = [&] { return static_cast<float>(std::ldexp(uniform(rng, -1, 1), -50 - below(rng, 30))); };
    const Vec3 center{radius, aside(), aside()};
    const AnyShape round = below(rng, 2) == 0 ? AnyShape(Sphere{center, radius})
                                              : AnyShape(Capsule{center, {radius, aside(), aside()}, radius});
    list.append({round, tiny_shape(rng)});
  }
  const Tallies tallies = judge_pairs(list);
  RecordProperty("automatic", tallies[0].text());
  RecordProperty("gjk", tallies[1].text());
}

/// A triangle around the origin in the plane x + 2 y + 3 z = 0, and a hull whose tip lies `height` (1, 2, 3) beyond it.
struct TipOverTriangle {
  oracle::HullShape triangle, hull;

  explicit TipOverTriangle(Rng& rng) {
    const auto whole = [&] { return static_cast<float>(1 + below(rng, 40)); };
    const auto in_plane = [](float x, float y) { return Vec3{3 * x, 3 * y, -x - 2 * y}; };
    triangle.vertices = {in_plane(whole(), -whole()), in_plane(-whole(), -whole()), in_plane(0, whole())};
    for (int i = 0; i < 4; ++i) hull.vertices.push_back({whole(), whole(), whole()});
  }
  ShapePair at(float height) {
    hull.vertices[1] = {height, 2 * height, 3 * height};
    return {triangle, hull};
  }
};

/// At the limit of double lanes, the order in which numbers are rounded decides. It must not be the caller's order.
TEST(Order, AtTheEdgeOfWhatDoubleLanesProve) {
  constexpr std::uint64_t seed = 7;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  PairList list;
  for (int i = 0; i < 100; ++i) {
    TipOverTriangle tip(rng);
    float low = 0x1p-50F, high = 0x1p-20F;
    while (std::nextafter(low, high) < high) {
      const float middle = std::sqrt(low * high);
      if (middle <= low || middle >= high) break;
      PairList one;
      one.append(tip.at(middle));
      (one.answers()[0] == Verdict::touching ? low : high) = middle;
    }
    for (int step = -200; step < 200; ++step) list.append(tip.at(low * (1 + static_cast<float>(step) * 0x1p-16F)));
  }
  const Tallies tallies = judge_pairs(list);
  EXPECT_GT(tallies[0].touching, tallies[0].answers / 10);
  EXPECT_GT(tallies[0].separated, tallies[0].answers / 10);
}

/// GJK starts along the line of centres. Here it has length 0, and yet the hull may be elsewhere: its centre is that of
/// its bounding box.
TEST(Start, AtTheCenterOfAHull) {
  constexpr std::uint64_t seed = 8;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  PairList list;
  while (list.pairs.size() < 4000) {
    oracle::HullShape hull;
    Vec3 low{6, 6, 6}, high{0, 0, 0};
    for (int left = 3 + below(rng, 4); left > 0; --left) {
      const auto even = [&](float& least, float& most) {
        const auto x = static_cast<float>(2 * below(rng, 4));
        least = std::min(least, x), most = std::max(most, x);
        return x;
      };
      hull.vertices.push_back({even(low.x, high.x), even(low.y, high.y), even(low.z, high.z)});
    }
    const Vec3 center{(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2};
    const AnyShape others[] = {Point{center}, Sphere{center, 0.125F},
                               Box{center, {0.5F, 0.5F, 0.5F, 0.5F}, {0.125F, 0.25F, 0.125F}}};
    list.append({others[below(rng, 3)], hull});
  }
  const Tallies tallies = judge_pairs(list);
  for (const Tally& tally : tallies) EXPECT_GT(tally.separated, tally.answers / 10) << tally.text();
}

/// Pairs that this library once left open.
TEST(Found, StaysAnswered) {
  std::ifstream file(LOCKSTEP_FOUND_FILE);
  PairList list;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const oracle::PairLine pair = oracle::parse_pair_line(line);
    ASSERT_TRUE(list.append({pair.a, pair.b})) << line;
  }
  ASSERT_GE(list.pairs.size(), 4U);
  const Tallies tallies = judge_pairs(list);
  for (const Tally& tally : tallies) EXPECT_EQ(tally.touching, 0) << tally.text();
}

/// Two boxes of 2e-8 that are 5.5e-8 apart, 2^30 from the origin: their positions take more digits than a double has.
TEST(Far, InstancesAreNotTakenForEachOther) {
  const auto box_at = [](float x) {
    oracle::HullShape box;
    for (const float dx : {-1e-8F, 1e-8F})
      for (const float y : {-1e-8F, 1e-8F})
        for (const float z : {-1e-8F, 1e-8F}) box.vertices.push_back({x + dx, y, z});
    return oracle::PlacedHull{.vertices = box.vertices, .pose = {.position = {0x1p30F, 0, 0}, .rotation = {}}};
  };
  PairList list;
  ASSERT_TRUE(list.append({box_at(7.5e-8F), box_at(0)}));
  judge_pairs(list);
}

/// Pairs that other libraries got wrong.
TEST(Reproducers, AreAnsweredRight) {
  PairList list;
  std::vector<oracle::Truth> truths;
  for (const oracle::Case& published : oracle::load_cases()) {
    if (!published.pair) continue;
    ASSERT_TRUE(list.append({published.pair->a, published.pair->b})) << published.line;
    truths.push_back(published.truth);
  }
  ASSERT_GT(list.pairs.size(), 100U);
  const Tallies tallies = judge_pairs(list, truths);
  RecordProperty("automatic", tallies[0].text());
  RecordProperty("gjk", tallies[1].text());
}

}  // namespace
}  // namespace lockstep::test
