// Intervals contain the truth, in space and in the plane: distances against the exact oracle, against `intersect`, and
// against each other. Some hundred pairs of every two kinds; LOCKSTEP_LONG_TESTS=1 tests a hundred times as many, and
// ten million random ones of space.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "cases.hpp"
#include "distance_list.hpp"
#include "exact_pairs.hpp"
#include "oracle.hpp"
#include "plane_support.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

/// No polytope encloses the depths of ellipsoids, cylinders and cones to the last bit.
bool is_smooth_pair(const ShapePair& pair) { return oracle::is_smooth(pair.first) || oracle::is_smooth(pair.second); }
bool is_round(const AnyShape2& shape) { return kind_of(shape) == Kind2::ellipse || kind_of(shape) == Kind2::slice; }

/// Whether the distance of the cores is negative.
bool is_deep(const Interval& d, const ShapePair& pair) {
  const auto is_core = [](const AnyShape& shape) {
    const Kind kind = kind_of(shape);
    const auto* const placed = std::get_if<oracle::PlacedHull>(&shape);
    return kind != Kind::sphere && kind != Kind::capsule && !oracle::is_smooth(kind) && !(placed && placed->radius > 0);
  };
  return d.upper < 0 && is_core(pair.first) && is_core(pair.second);
}
bool is_deep(const Interval&, const ShapePair2&) { return false; }

/// The width of the interval, if it is known.
void expect_width(const Interval& d, const ShapePair& pair, double tolerance) {
  // The corners of a matrix are only as precise as solving for them allows.
  const bool is_solved = kind_of(pair.first) == Kind::matrix || kind_of(pair.second) == Kind::matrix;
  if (d.upper < 0 && !is_solved && !is_smooth_pair(pair)) {
    ASSERT_LE(d.upper - d.lower, std::max(tolerance, 0x1p-18 * largest_of(pair)));
  }
}
void expect_width(const Interval& d, const ShapePair2& pair, double tolerance) {
  // The depth of a round shape has more nearest points than corners can follow.
  const bool is_hard = (is_round(pair.first) || is_round(pair.second)) && d.lower < 0;
  ASSERT_LE(d.upper - d.lower, std::max(tolerance, (is_hard ? 0x1p-9 : 0x1p-19) * largest_of(pair)));
}

/// In no direction is the point beyond the shape.
void expect_on(const AnyShape2& shape, const Vec2d& p, double room) {
  const auto body = std::visit(oracle::ToPlaneCore<double>({0, 0}, 1), shape);
  for (int i = 0; i < 16; ++i) {
    const reference::Vector2<double> v{std::cos(i * 0.3927), std::sin(i * 0.3927)};
    EXPECT_LE(v.x * p.x + v.y * p.y, dot(v, body.support(v)) + body.radius + room);
  }
}

/// The points have the reported distance, along the normal; the normal has unit length.
template <class AnyMeasured, class AnyPair>
void expect_points(const AnyMeasured& m, const AnyPair& pair, double tolerance) {
  constexpr bool is_in_plane = std::is_same_v<AnyPair, ShapePair2>;
  const double size = largest_of(pair), width = std::max(tolerance, m.distance.upper - m.distance.lower);
  if (size == 0) return;
  // For the cores, whose distance is larger by the radii: |p - lower n|^2 <= upper^2 - lower^2. Between the ball that
  // proves a depth and the plane that the normal supports there is no more than the width.
  const double aside = is_deep(m.distance, pair) ? 0 : std::sqrt(width * 4 * size);
  EXPECT_NEAR(length(m.normal), 1, tolerance > 0 ? 0x1p-20 : 0x1p-40);  // of float lanes, or of double lanes
  if constexpr (!is_in_plane)
    if (is_smooth_pair(pair) && m.distance.lower < 0) return;
  const auto off = (m.points.a - m.points.b) - m.normal * ((m.distance.lower + m.distance.upper) / 2);
  EXPECT_LE(length(off), 0x1p-24 * size + 2 * aside + width);
  if constexpr (is_in_plane) {
    expect_on(pair.first, m.points.a, aside + 0x1p-24 * size + width);
    expect_on(pair.second, m.points.b, aside + 0x1p-24 * size + width);
  }
}

template <class S>
class DistancesAreExact : public ExactPairs<S> {
 protected:
  using Pairs = typename S::Pairs;

  /// The truth, if the oracle knows it, and the verdict of `intersect`.
  static void judge(const Pairs& list, const std::string& what, double tolerance = 0) {
    const auto measured = measure(list, {.tolerance = tolerance});
    const std::vector<Verdict> verdicts = list.answers();
    int wide = 0, gaps = 0;
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const Interval& d = measured[i].distance;
      SCOPED_TRACE(what + ": " + text(measured[i]) + "\n" + list.line(i));
      ASSERT_LE(d.lower, d.upper);
      const bool in_one_plane = !is_plane<S> && d == Interval{0, 0} && verdicts[i] == Verdict::overlapping;
      ASSERT_TRUE(verdict_of(d) == verdicts[i] || in_one_plane);
      ASSERT_FALSE(is_refuted(list.shapes[i], d));
      if (d.lower > 0) ++gaps, wide += d.upper - d.lower > std::max(tolerance, 0x1p-20 * largest_of(list.shapes[i]));
      expect_width(d, list.shapes[i], tolerance);
      expect_points(measured[i], list.shapes[i], tolerance);
    }
    EXPECT_TRUE(is_plane<S> || wide <= 1 + gaps / 1000) << what << ": " << wide << " of " << gaps;
  }
  void judge_near_contact(std::uint64_t seed) {
    judge(this->list_of(count_of(200), seed, this->near_contact()), "near contact");
  }
  void judge_hard_pairs(std::uint64_t seed) {
    for (const oracle::Hardness hardness : oracle::all_hardnesses)
      judge(this->list_of(count_of(60), seed, this->hard(hardness)), std::string(name(hardness)));
  }
};
using DistanceExact = DistancesAreExact<Space>;
using PlaneDistanceExact = DistancesAreExact<Plane>;

TEST_P(DistanceExact, RandomPairs) {
  const bool many = long_tests() && !is_slow(a_) && !is_slow(b_);
  judge(list_of(many ? 280'000 : count_of(400), 21, random()), "random");
}
TEST_P(PlaneDistanceExact, RandomPairs) {
  judge(list_of(count_of(400), 51,
                [&](Rng& rng) {
                  ShapePair2 pair = random_pair(rng, a_, b_);
                  if (b_ == Kind2::polygon && below(rng, 4) == 0)
                    pair.second = oracle::polygon_of(rng, 1 + below(rng, 100), {1, 0.5F});
                  return pair;
                }),
        "random");
}

TEST_P(DistanceExact, NearContact) { judge_near_contact(22); }
TEST_P(PlaneDistanceExact, NearContact) { judge_near_contact(52); }

TEST_P(DistanceExact, HardPairs) { judge_hard_pairs(23); }
TEST_P(PlaneDistanceExact, HardPairs) { judge_hard_pairs(53); }

/// Answers that float lanes may give.
TEST_P(DistanceExact, Tolerant) {
  for (const double tolerance : {1e-2, 1e-4}) {
    judge(list_of(count_of(100), 25, random()), "random", tolerance);
    judge(list_of(count_of(100), 26, near_contact()), "near contact", tolerance);
    for (const oracle::Hardness hardness : oracle::all_hardnesses)
      judge(list_of(count_of(20), 27, hard(hardness)), std::string(name(hardness)), tolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(, DistanceExact, kind_pairs(), kind_pair_name);
INSTANTIATE_TEST_SUITE_P(, PlaneDistanceExact, plane_kinds(), kind_pair_name);

/// Two needles that reach into each other with an edge each. The product of the edges, which are nearly parallel, shows
/// how deep.
ShapePair crossing_needles(Rng& rng) {
  const double eighth = std::numbers::pi / 8, half_angle = std::pow(10, uniform(rng, -8, -5));
  const double rolled = std::sin(eighth), straight = std::cos(eighth);
  const double c = std::cos(half_angle), s = std::sin(half_angle), depth = std::pow(10, uniform(rng, -6, -3));
  const auto needle = [](double y, double qx, double qy, double qz, double qw) {
    return Box{{0, static_cast<float>(y), 0},
               {static_cast<float>(qx), static_cast<float>(qy), static_cast<float>(qz), static_cast<float>(qw)},
               {100, 0.5F, 0.5F}};
  };
  return {needle(0, rolled, 0, 0, straight),
          needle(std::numbers::sqrt2 - depth, c * rolled, s * straight, -s * rolled, c * straight)};
}

/// Boxes whose edges are nearly parallel, flat ones and needles among them: next to contact, or deep in each other.
TEST(DistanceOfNearlyParallelBoxes, HoldsTheTruth) {
  constexpr std::uint64_t seed = 24;
  Rng rng(seed);
  PairList list;
  const auto extent = [&] { return static_cast<float>(std::pow(10, uniform(rng, -4, 0))); };
  const auto box = [&](const Vec3& center) {
    const double turn = std::pow(10, uniform(rng, -10, -2));
    const auto q = [&] { return static_cast<float>(turn * uniform(rng, -1, 1)); };
    return Box{center, {q(), q(), q(), 1}, {extent(), extent(), extent()}};
  };
  while (list.pairs.size() < (long_tests() ? 1000000U : 4000U)) {
    const auto offset = [&] { return static_cast<float>(uniform(rng, -1, 1) * std::pow(10, uniform(rng, -4, 0))); };
    const ShapePair pair{box({0, 0, 0}), box({offset(), offset(), offset()})};
    const double gap = std::pow(10, uniform(rng, -10, -2)) * (below(rng, 2) == 0 ? 1 : -1);
    list.append(below(rng, 2) == 0 ? pair : oracle::brought_near(pair.first, pair.second, gap));
    if (below(rng, 8) == 0) list.append(crossing_needles(rng));
  }
  const std::vector<Measured> measured = measure(list);
  const std::vector<Verdict> verdicts = list.answers();
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const Interval& d = measured[i].distance;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text(measured[i]) + "\n" + list.line(i));
    ASSERT_EQ(verdict_of(d), verdicts[i]);
    ASSERT_FALSE(oracle::refutes(list.shapes[i].first, list.shapes[i].second, d.lower, d.upper));
    ASSERT_LE(d.upper - d.lower, 0x1p-18 * largest_of(list.shapes[i]));
  }
}

/// The corners of a volume far from the origin are known less well than its distances: `intersect` has the last word.
TEST(DistanceOfVolumesFarAway, AgreesWithIntersect) {
  Rng rng(77);
  ShapeSet volumes;
  std::vector<Pair> pairs;
  while (pairs.size() < 5000) {
    const double far = std::pow(10, uniform(rng, 1, 7)), near = std::pow(10, uniform(rng, -2, 0)),
                 end = std::pow(10, uniform(rng, 0.1, 3)), a = end / (near - end);
    const double x = far * uniform(rng, -1, 1), y = far * uniform(rng, -1, 1), z = far * uniform(rng, -1, 1);
    const double m[] = {2, 0, 0, -2 * x, 0, 3, 0, -3 * y, 0, 0, a, a * (near - z), 0, 0, -1, z};
    float rounded[16];
    std::transform(m, m + 16, rounded, [](double number) { return static_cast<float>(number); });
    try {
      const std::uint32_t volume =
          volumes.add(ConvexVolume::from_view_projection(rounded, MatrixOrder::row_major, DepthRange::zero_to_one));
      pairs.push_back({volume, volume});
    } catch (const InvalidInput&) {
      continue;  // rounding has left nothing of it
    }
  }
  std::vector<Verdict> verdicts(pairs.size());
  intersect(volumes, volumes, pairs, verdicts);
  const std::vector<Measured> measured = measure(volumes, volumes, pairs);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    ASSERT_EQ(verdict_of(measured[i].distance), verdicts[i]) << "pair " << i;
  EXPECT_GT(std::count(verdicts.begin(), verdicts.end(), Verdict::touching), 10);
}

/// Poses that other libraries measured wrongly.
TEST(DistanceOfPublishedCases, HoldsTheTruth) {
  PairList list;
  std::vector<double> truth;
  for (const oracle::Case& one : oracle::load_cases())
    if (one.pair && list.append({one.pair->a, one.pair->b})) truth.push_back(one.signed_distance);
  ASSERT_GT(truth.size(), 200U);
  const std::vector<Measured> measured = measure(list);
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const Interval& d = measured[i].distance;
    const double room = 1e-15 * std::abs(truth[i]);  // the 17 digits of the file
    EXPECT_TRUE(d.lower - room <= truth[i] && truth[i] <= d.upper + room)
        << text(measured[i]) << ", truth " << truth[i] << "\n"
        << list.line(i);
  }
}

}  // namespace
}  // namespace lockstep::test
