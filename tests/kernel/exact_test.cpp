// No false `separated` and no false `overlapping`: verdicts in space and in the plane against exact arithmetic. A few
// thousand pairs of every two kinds; LOCKSTEP_LONG_TESTS=1 makes it 1,000,000 random and 100,000 near-contact pairs of
// every two kinds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <string>

#include "cases.hpp"
#include "exact_pairs.hpp"
#include "pair_line.hpp"
#include "plane_pair_line.hpp"
#include "plane_variations.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

template <class S>
class VerdictsAreExact : public ExactPairs<S> {
 protected:
  /// Judges `count` pairs, a batch at a time; a quarter for smooth shapes, whose truth is slower to compute.
  template <class Make>
  Tallies judge(const std::string& what, int count, std::uint64_t seed, const Make& make) {
    SCOPED_TRACE(what + ", seed " + std::to_string(seed));
    if (is_slow(this->a_) || is_slow(this->b_)) count /= 4;
    Rng rng(seed);
    Tallies total;
    constexpr int batch = 20000;
    for (int done = 0; done < count && !this->HasFailure(); done += batch) {
      typename S::Pairs list;
      for (const int size = std::min(batch, count - done); static_cast<int>(list.pairs.size()) < size;)
        list.append(make(rng));
      const Tallies tallies = judge_pairs(list);
      for (std::size_t method = 0; method < 2; ++method) total[method] += tallies[method];
      if (long_tests() && done % 200000 == 0) std::cout << what << ": " << done << " of " << count << std::endl;
    }
    this->RecordProperty(what + "_automatic", total[0].text());
    this->RecordProperty(what + "_gjk", total[1].text());
    return total;
  }

  /// Rounding leaves few pairs undecided.
  template <class Make>
  void judge_random_pairs(std::uint64_t seed, double touching, const Make& make) {
    for (const Tally& tally : judge("random", long_tests() ? 1000000 : 4000, seed, make)) {
      EXPECT_LT(tally.touching_share(), touching) << tally.text();
    }
  }
  /// A gap of a thousandth of the size is far more than rounding hides.
  void judge_plain_gaps(int count, std::uint64_t seed) {
    const auto make = [&](Rng& rng) { return near_contact_pair(rng, this->a_, this->b_, uniform(rng, 1e-3, 1e-2)); };
    for (const Tally& tally : judge("plain_gap", count, seed, make)) {
      EXPECT_EQ(tally.separated, tally.answers) << tally.text();
    }
  }
  void judge_hard_pairs(int count, std::uint64_t seed) {
    for (const oracle::Hardness hardness : oracle::all_hardnesses)
      judge(std::string(name(hardness)), long_tests() ? 100000 : count, seed, this->hard(hardness));
  }
  /// Shapes of any size, a millionth for example: powers of two change no digit of a coordinate, down to where products
  /// of coordinates underflow and up to where they overflow.
  void judge_huge_and_tiny(int count, std::uint64_t seed) {
    for (const int exponent : {-110, -97, -90, -64, -20, 30, 56}) {
      judge("2_to_" + std::to_string(exponent), long_tests() ? 50000 : count, seed, [&](Rng& rng) {
        const bool fits = exponent <= 30;  // pairs a million away, too
        const oracle::Hardness hardness = fits ? oracle::all_hardnesses[rng() % 6] : oracle::Hardness::thin;
        const auto pair = below(rng, 2) == 0
                              ? hard_pair(rng, this->a_, this->b_, hardness)
                              : near_contact_pair(rng, this->a_, this->b_, std::pow(10, uniform(rng, -7, -3)));
        return std::pair{scaled(pair.first, exponent), scaled(pair.second, exponent)};
      });
    }
  }
};
using Exact = VerdictsAreExact<Space>;
using PlaneExact = VerdictsAreExact<Plane>;

TEST_P(Exact, RandomPairs) {
  const bool points = a_ == Kind::point && b_ == Kind::point;  // half of them coincide, which has no proof
  judge_random_pairs(1, points ? 1 : 0.01, [&](Rng& rng) {
    ShapePair pair = random_pair(rng, a_, b_);
    if (b_ == Kind::hull && below(rng, 4) == 0) pair.second = many_vertices(rng, 1 + below(rng, 200), {1, 0.5F, 0});
    return pair;
  });
}
TEST_P(PlaneExact, RandomPairs) {
  judge_random_pairs(81, 0.001, [&](Rng& rng) {
    ShapePair2 pair = random_pair(rng, a_, b_);
    if (b_ == Kind2::polygon && below(rng, 4) == 0) {
      const int vertices = 1 + below(rng, 200);
      pair.second = oracle::polygon_of(rng, vertices, {1, 0.5F});
    }
    return pair;
  });
}

TEST_P(Exact, NearContact) { judge("near_contact", long_tests() ? 100000 : 3000, 2, near_contact()); }
TEST_P(PlaneExact, NearContact) {
  judge("near_contact", long_tests() ? 100000 : 3000, 82, [&](Rng& rng) {
    const double gap = std::pow(10, uniform(rng, -9, -1));
    const int sign = below(rng, 5);
    return near_contact_pair(rng, a_, b_, sign == 0 ? 0 : sign < 3 ? gap : -gap);
  });
}

TEST_P(Exact, PlainGapsAreProven) { judge_plain_gaps(2000, 3); }
TEST_P(PlaneExact, PlainGapsAreProven) { judge_plain_gaps(1000, 83); }

TEST_P(Exact, HardPairs) { judge_hard_pairs(400, 4); }
TEST_P(PlaneExact, HardPairs) { judge_hard_pairs(1000, 84); }

TEST_P(Exact, HugeAndTiny) {
  if (a_ == Kind::matrix || b_ == Kind::matrix) return;  // its corners, not its numbers, would have to be scaled
  judge_huge_and_tiny(300, 5);
}
TEST_P(PlaneExact, HugeAndTiny) { judge_huge_and_tiny(200, 85); }

INSTANTIATE_TEST_SUITE_P(, Exact, kind_pairs(), kind_pair_name);
INSTANTIATE_TEST_SUITE_P(, PlaneExact, plane_kinds(), kind_pair_name);

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

/// Edges of needles that cross at a small angle are nearly parallel, yet only their cross product separates the boxes.
/// Boxes in line, next to contact, need no search: as far apart as this they do not touch.
TEST(Boxes, WithNearlyParallelEdges) {
  Rng rng(186);
  const float rolled = std::sin(0.3926991F), straight = std::cos(0.3926991F), edge = std::sqrt(0.5F);
  const Box needle{{0, 0, 0}, {rolled, 0, 0, straight}, {100, 0.5F, 0.5F}}, cube{{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
  PairList list;
  for (int i = 0; i < 200; ++i) {
    const float half = std::ldexp(0.75F, -6 - below(rng, 4)), gap = std::ldexp(1.0F, -8 - below(rng, 6));
    const float s = std::sin(half), c = std::cos(half);
    list.append(
        {needle,
         Box{{0, 2 * edge + gap, 0}, {c * rolled, s * straight, -s * rolled, c * straight}, {100, 0.5F, 0.5F}}});
    list.append({cube, Box{{2 + (i % 2 == 0 ? gap : -gap) / 512, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}});
  }
  const Tallies tallies = judge_pairs(list);
  for (const Tally& tally : tallies) EXPECT_GE(tally.separated, 300) << tally.text();
}

/// A gap of 3 * 2^-44: less than the bound on the 15 axes, enough for a search.
TEST(Boxes, InLineAndHardlyApart) {
  const float least = 0x1p-24F - 0x3p-44F;
  PairList list;
  list.append({Box{{0, 0, 0}, {0, 0, 0, 1}, {0.9375F, 0.9F, 0.9F}},
               Box{{0.9375F + 0x1p-24F, 0.9F, 0.9F}, {0, 0, 0, 1}, {least, 0.04F, 0.04F}}});
  const Tallies tallies = judge_pairs(list);
  for (const Tally& tally : tallies) EXPECT_EQ(tally.separated, 1) << tally.text();
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
