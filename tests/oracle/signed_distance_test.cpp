// The judges of signed distances: depths by hand, by all normals that a facet can have, by other methods of the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "cases.hpp"
#include "exact_distance.hpp"
#include "generate.hpp"
#include "oracle.hpp"
#include "pair_line.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::oracle;

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr std::array<Kind, 9> kinds_with_corners = {Kind::point,   Kind::sphere,  Kind::aabb,
                                                    Kind::box,     Kind::capsule, Kind::hull,
                                                    Kind::corners, Kind::matrix,  Kind::placed};

double below(double x) { return std::nextafter(x, -infinity); }
double above(double x) { return std::nextafter(x, infinity); }

/// The truth is distinguished from its neighbours, in either order of the shapes.
void expect_distance(const AnyShape& a, const AnyShape& b, double truth, const std::string& line) {
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    EXPECT_EQ(signed_distance(x, y), truth) << line;
    EXPECT_TRUE(holds(x, y, truth, truth)) << line;
    EXPECT_EQ(false_end(x, y, above(truth), infinity), End::lower) << line;
    EXPECT_EQ(false_end(x, y, -infinity, below(truth)), End::upper) << line;
  }
}

TEST(SignedDistance, IsKnownByHand) {
  const std::pair<const char*, double> cases[] = {
      {"cubes | aabb -1 -1 -1 1 1 1 | aabb -1 -1 -1 1 1 1", -2},
      {"nested | aabb -4 -4 -4 4 4 4 | obb 1 0 0 0 0 0 1 1 1 1", -4},
      {"corner | aabb 0 0 0 1 1 1 | aabb 0.75 0.5 0.5 2 2 2", -0.25},
      {"faces | aabb 0 0 0 1 1 1 | aabb 1 0 0 2 1 1", 0},
      // A quarter of (0, 0, 4/5, 3/5): along the axes of the turned box they overlap by 25 + 5 (3/5 + 4/5).
      {"turned | aabb -5 -5 -5 5 5 5 | obb 0 0 0 0 0 1 2 25 25 100", -32},
      {"center | obb 3 4 5 0 0 1 2 5 6 7 | point 3 4 5", -5},
      {"ball-in-box | aabb -1 -1 -1 1 1 1 | sphere 0.5 0 0 0.25", -0.75},
      {"ball-through-face | aabb -1 -1 -1 1 1 1 | sphere 1.5 0 0 2", -1.5},
      {"same-balls | sphere 1 2 3 0.5 | sphere 1 2 3 0.25", -0.75},
      {"pythagoras | sphere 3 4 0 2 | sphere 0 0 0 4", -1},
      {"capsules-cross | capsule -1 0 0 1 0 0 0.5 | capsule 0 -1 0 0 1 0 0.25", -0.75},
      {"capsules-on-one-line | capsule -1 0 0 1 0 0 0.5 | capsule 0 0 0 4 0 0 0.25", -0.75},
      {"segments-cross | capsule -1 0 0 1 0 0 0 | capsule 0 -1 0 0 1 0 0", 0},
      {"capsule-in-box | aabb -4 -4 -1 4 4 1 | capsule -9 0 0.5 9 0 0.5 0.25", -0.75},
      {"coplanar | hull 3 0 0 0 1 0 0 0 1 0 | hull 3 0 0 0 1 0 0 0 1 0", 0},
      {"pierced | hull 4 -4 -4 0 4 -4 0 4 4 0 -4 4 0 | capsule 0 0 -1 0 0 2 0", -1},
      {"hull-as-box | hull 8 0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1 | point 0.5 0.75 0.5", -0.25},
      {"rounded-hull | rhull 2 0.5 -1 0 0 1 0 0 | aabb -8 -8 -8 8 8 2", -2.5},
      {"volume | frustumvp01 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 | point 0 0 0.75", -0.25},
      {"ball-of-radii | ellipsoid 0 0 0 0 0 0 1 2 2 2 | point 0.5 0 0", -1.5},
      {"apart | sphere 0 0 0 1 | point 3 4 0", 4},
      {"huge-and-small | aabb -1e18 -1e18 -1e18 1e18 1e18 1e18 | point 0 0 1e-45", -1e18F},
  };
  for (const auto& [text, truth] : cases) {
    const PairLine pair = parse_pair_line(text);
    if (is_smooth(pair.a)) {
      EXPECT_EQ(false_end(pair.a, pair.b, truth, truth), std::nullopt) << text;
      EXPECT_EQ(false_end(pair.a, pair.b, above(truth), truth), End::lower) << text;
      continue;
    }
    const double rounded = static_cast<double>(static_cast<float>(truth));
    if (std::string_view(text).starts_with("huge"))
      EXPECT_EQ(signed_distance(pair.a, pair.b), rounded) << text;
    else
      expect_distance(pair.a, pair.b, truth, text);
  }
}

/// The depth of two polytopes, squared and in fractions of the units of the pair, by every direction that may be a
/// normal of a facet of their difference: the cross products of any two edges or diagonals. Empty if one of them
/// separates.
std::optional<Rational> squared_depth(const ExactPair& pair) {
  std::vector<Vector<Integer>> edges;
  for (const auto* points : {&pair.cores.p, &pair.cores.q})
    for (std::size_t i = 0; i < points->size(); ++i)
      for (std::size_t j = 0; j < i; ++j) edges.push_back((*points)[i] - (*points)[j]);
  std::optional<Rational> least;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t k = 0; k < 2 * i; ++k) {
      const Vector<Integer> n = k % 2 == 0 ? cross(edges[i], edges[k / 2]) : cross(edges[k / 2], edges[i]);
      const Integer squared = dot(n, n);
      if (squared == 0) continue;
      const Integer height =
          dot(pair.cores.p[furthest(pair.cores.p, n)], n) - dot(pair.cores.q[furthest(pair.cores.q, -n)], n);
      if (height < 0) return std::nullopt;
      using boost::multiprecision::cpp_int;
      const Rational depth{cpp_int(Integer(height * height)), cpp_int(squared)};
      if (!least || depth < *least) least = depth;
    }
  }
  return least.value_or(Rational(0));  // a line or a point
}

Rational rational(const Integer& number) { return Rational(boost::multiprecision::cpp_int(number)); }

Rational squared(const ExactDistance& distance) { return rational(distance.squared) / rational(distance.divisor); }

/// Few vertices, because there are as many normals as quadruples of them.
ShapePair small_pair(Rng& rng, int i) {
  constexpr std::array<Kind, 5> kinds = {Kind::hull, Kind::capsule, Kind::hull, Kind::placed, Kind::corners};
  const Kind first = kinds[rng() % 5], second = kinds[rng() % 5];
  const Hardness hardness = i % 3 == 0 ? Hardness::lattice : all_hardnesses[rng() % all_hardnesses.size()];
  ShapePair pair = i % 4 == 0 ? random_pair(rng, first, second) : hard_pair(rng, first, second, hardness);
  for (AnyShape* shape : {&pair.first, &pair.second}) {
    if (auto* hull = std::get_if<HullShape>(shape))
      hull->vertices.resize(std::min<std::size_t>(hull->vertices.size(), 6));
    if (auto* hull = std::get_if<PlacedHull>(shape))
      hull->vertices.resize(std::min<std::size_t>(hull->vertices.size(), 6));
  }
  return pair;
}

TEST(SignedDistance, OfPolytopesIsTheLeastAlongAllNormals) {
  constexpr std::uint64_t seed = 41;
  Rng rng(seed);
  int deep = 0, flat = 0;
  for (int i = 0; i < 1200; ++i) {
    const auto [a, b] = small_pair(rng, i);
    const ExactPair pair = exact_pair(a, b, 0, {0, 0, 0});
    const ExactDistance guided = exact_distance(pair, bracket_of(RoundedPair(a, b, 0)));
    const ExactDistance unguided = exact_distance(pair, {});
    const std::string line = "seed 41\n" + to_pair_line("normals-" + std::to_string(i), a, b);
    ASSERT_EQ(guided.side, unguided.side) << line;
    ASSERT_EQ(squared(guided), squared(unguided)) << line;
    if (guided.side > 0) continue;
    const std::optional<Rational> depth = squared_depth(pair);
    ASSERT_TRUE(depth.has_value()) << line;
    ASSERT_EQ(squared(guided), *depth) << line;
    ASSERT_EQ(guided.side == 0, *depth == 0) << line;
    ++(*depth == 0 ? flat : deep);
  }
  EXPECT_GT(deep, 200);
  EXPECT_GT(flat, 50);
}

class SignedDistanceOf : public testing::TestWithParam<Kind> {};

/// Ends off by 1e-12 of the truth are false, the neighbours of the truth are not.
TEST_P(SignedDistanceOf, IsToldFromItsNeighbours) {
  constexpr std::uint64_t seed = 42;
  Rng rng(seed);
  for (Kind other : kinds_with_corners) {
    for (int i = 0; i < 60; ++i) {
      const Hardness hardness = all_hardnesses[rng() % all_hardnesses.size()];
      const auto [a, b] =
          i % 2 == 0 ? random_pair(rng, GetParam(), other) : hard_pair(rng, GetParam(), other, hardness);
      const std::string line = "seed 42\n" + to_pair_line("pair-" + std::to_string(i), a, b);
      const std::optional<double> truth = signed_distance(a, b);
      ASSERT_TRUE(truth.has_value()) << line;
      ASSERT_NEAR(*truth, signed_distance(b, a).value(), 0x1p-50 * std::abs(*truth)) << line;
      const double ulps = 0x1p-50 * std::abs(*truth), more = 1e-12 * std::abs(*truth);
      ASSERT_TRUE(holds(a, b, *truth - ulps, *truth + ulps)) << line;
      if (*truth == 0) continue;
      ASSERT_EQ(false_end(a, b, *truth + more, *truth + 2 * more), End::lower) << line;
      ASSERT_EQ(false_end(a, b, *truth - 2 * more, *truth - more), End::upper) << line;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, SignedDistanceOf, testing::ValuesIn(kinds_with_corners),
                         [](const auto& kind) { return std::string(name(kind.param)); });

/// Smooth shapes as well: if there is a certificate, it is found.
TEST(SignedDistance, AgreesWithTheOtherTruths) {
  constexpr std::uint64_t seed = 43;
  Rng rng(seed);
  std::array<int, 3> seen{};
  for (int i = 0; i < 2400; ++i) {
    // Hard pairs of smooth shapes take seconds each.
    const bool is_any = i % 8 == 0;
    const std::size_t kinds = is_any ? all_kinds.size() : kinds_with_corners.size();  // those with corners come first
    const Kind first = all_kinds[rng() % kinds], second = all_kinds[rng() % kinds];
    const auto [a, b] = is_any || i % 3 == 0
                            ? random_pair(rng, first, second)
                            : hard_pair(rng, first, second, all_hardnesses[rng() % all_hardnesses.size()]);
    const std::string line = "seed 43\n" + to_pair_line("agree-" + std::to_string(i), a, b);
    const Truth truth = decide(a, b);
    ++seen[static_cast<std::size_t>(truth)];
    ASSERT_EQ(false_end(a, b, 0, infinity) == End::lower, truth == Truth::overlapping) << line;
    ASSERT_EQ(false_end(a, b, -infinity, 0) == End::upper, truth == Truth::separated) << line;
    if (is_smooth(a) || is_smooth(b)) continue;
    const double margin = std::pow(10, uniform(rng, -6, 1));
    ASSERT_EQ(holds(a, b, -infinity, margin), decide_grown(a, b, margin) != Truth::separated) << line;
    ASSERT_EQ(holds(a, b, margin, infinity), decide_grown(a, b, margin) != Truth::overlapping) << line;
    const bool is_refuted = refutes(a, b, -margin, infinity);
    ASSERT_TRUE(is_refuted || !deeper_than(a, b, 2 * margin)) << line;
    ASSERT_TRUE(!is_refuted || deeper_than(a, b, margin)) << line;
  }
  for (int count : seen) EXPECT_GT(count, 50);
}

TEST(SignedDistance, OfTheHullOfItsCornersIsThatOfTheBox) {
  constexpr std::uint64_t seed = 44;
  Rng rng(seed);
  for (int i = 0; i < 300; ++i) {
    const auto [box, other] = random_pair(rng, Kind::aabb, kinds_with_corners[rng() % kinds_with_corners.size()]);
    const auto& [min, max] = std::get<Aabb>(box);
    HullShape hull;
    for (int k = 0; k < 8; ++k)
      hull.vertices.push_back({(k & 1) ? max.x : min.x, (k & 2) ? max.y : min.y, (k & 4) ? max.z : min.z});
    EXPECT_EQ(signed_distance(box, other), signed_distance(hull, other)) << to_pair_line("box", box, other);
  }
}

TEST(SignedDistance, QuickBoundsHoldTheTruth) {
  constexpr std::uint64_t seed = 45;
  Rng rng(seed);
  int wide = 0;
  for (int i = 0; i < 4000; ++i) {
    const Kind first = kinds_with_corners[rng() % kinds_with_corners.size()];
    const Kind second = kinds_with_corners[rng() % kinds_with_corners.size()];
    const bool is_plain = i % 2 == 0;
    const auto [a, b] = is_plain ? random_pair(rng, first, second)
                                 : hard_pair(rng, first, second, all_hardnesses[rng() % all_hardnesses.size()]);
    const RoundedPair rounded(a, b, 0);
    const Bracket bracket = bracket_of(rounded);
    ExactPair pair = exact_pair(a, b, 0, {0, 0, 0});
    pair.radius = 0;
    const ExactDistance truth = exact_distance(pair, {});
    const std::string line = "seed 45\n" + to_pair_line("bounds-" + std::to_string(i), a, b);
    ASSERT_TRUE(std::isinf(bracket.lower) || compare(pair, truth, bracket.lower) >= 0) << line;
    ASSERT_TRUE(std::isinf(bracket.upper) || compare(pair, truth, bracket.upper) <= 0) << line;
    wide += is_plain && !(bracket.upper - bracket.lower <= 1e-12 * rounded.size);
  }
  EXPECT_LT(wide, 20);  // of 2000
}

TEST(SignedDistance, OfThePublishedReproducers) {
  int deep = 0;
  for (const Case& item : load_cases()) {
    if (!item.pair) continue;
    const auto& [id, a, b] = *item.pair;
    const double step = 1e-7 * std::abs(item.signed_distance) + 1e-13;
    EXPECT_FALSE(refutes(a, b, item.signed_distance - step, item.signed_distance + step)) << item.line;
    EXPECT_EQ(false_end(a, b, item.signed_distance + step, infinity), End::lower) << item.line;
    EXPECT_EQ(false_end(a, b, -infinity, item.signed_distance - step), End::upper) << item.line;
    deep += item.truth == Truth::overlapping;
  }
  EXPECT_GT(deep, 50);
}

TEST(SignedDistance, InfiniteEndsClaimNothingAndNoNumbersAreFalse) {
  const Aabb box{{-1, -1, -1}, {1, 1, 1}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const AnyShape& other : {AnyShape(box), AnyShape(Cone{{0, 0, 0}, {0, 0, 1}, 1})}) {
    EXPECT_EQ(false_end(box, other, -infinity, infinity), std::nullopt);
    EXPECT_EQ(false_end(box, other, infinity, infinity), End::lower);
    EXPECT_EQ(false_end(box, other, -infinity, -infinity), End::upper);
    EXPECT_EQ(false_end(box, other, nan, infinity), End::lower);
    EXPECT_EQ(false_end(box, other, -infinity, nan), End::upper);
    EXPECT_EQ(false_end(box, other, 1, -5), End::lower);
  }
  EXPECT_TRUE(holds(box, box, -std::numeric_limits<double>::max(), 0x1p-1074));
  EXPECT_FALSE(holds(box, box, -0x1p-1074, infinity));
  EXPECT_THROW((void)false_end(box, HullShape{}, -1, 1), std::invalid_argument);
}

}  // namespace
