// Shapes at double positions (ShapeSet::place, ShapeSet2::place): the answers are those of the same shapes at float
// coordinates, however far away and however the numbers are split between shape and position.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <string>
#include <tuple>

#include "cast_list.hpp"
#include "contact_list.hpp"
#include "distance_list.hpp"
#include "every_isa.hpp"
#include "exact.hpp"
#include "exact_pairs.hpp"
#include "lockstep/lockstep.hpp"
#include "oracle.hpp"
#include "plane_variations.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

/// On the grid of `snapped`, which doubles hold up to 1e12.
constexpr double grid = 0x1p-12;
constexpr double far_away[] = {0, 131072.5, -1e7, 4294967296.25, 1e12};

double on_grid(Rng& rng, double reach) { return std::nearbyint(uniform(rng, -reach, reach) / grid) * grid; }

/// A vector of space, or its x and y.
template <class S>
typename S::Vecd place(double x, double y, double z) {
  if constexpr (is_plane<S>)
    return {x, y};
  else
    return {x, y, z};
}
/// How far the points of a round shape of the plane may be off along it, by the width of the distance's interval.
double sideways(const ShapePair&, double) { return 0; }
double sideways(const ShapePair2& pair, double width) {
  const auto is_round = [](Kind2 kind) { return kind == Kind2::ellipse || kind == Kind2::slice; };
  return is_round(kind_of(pair.first)) || is_round(kind_of(pair.second)) ? 2 * std::sqrt(width * largest_of(pair)) : 0;
}

/// A list of pairs, and the same shapes with numbers and positions that make the same places near `base`.
template <class S>
struct PlacedPairs {
  using Position = typename S::Vecd;
  typename S::Pairs at_rest;
  typename S::Set first, second;
  std::vector<Position> splits;  // of the first shapes: their positions less `base`

  void append(Rng& rng, const std::pair<typename S::Shape, typename S::Shape>& pair, const Position& base) {
    const std::pair exact{snapped(pair.first), snapped(pair.second)};
    if (!at_rest.append(exact)) return;
    splits.push_back(add(rng, first, exact.first, base));
    add(rng, second, exact.second, base);
  }

 private:
  static Position add(Rng& rng, typename S::Set& set, const typename S::Shape& shape, const Position& base) {
    Position split{};  // what the position has more, and the shape less, exactly
    const bool is_exact = can_be_moved(shape) && oracle::largest_coordinate(shape) < 2000;
    if (is_exact && below(rng, 2) == 0) split = place<S>(on_grid(rng, 50), on_grid(rng, 50), on_grid(rng, 50));
    set.place(add_to(set, moved_along(shape, split, -1)), base - split * -1);
    return split;
  }
};

Vec3 on_grid(const Vec3& v) {
  const auto snap = [](float x) { return static_cast<float>(std::nearbyint(x / grid) * grid); };
  return {snap(v.x), snap(v.y), snap(v.z)};
}
Vec2 on_grid(const Vec2& v) {
  const Vec3 p = on_grid(Vec3{v.x, v.y, 0});
  return {p.x, p.y};
}
Vec3 less(const Vec3& v, const Vec3d& by) {
  return {static_cast<float>(v.x - by.x), static_cast<float>(v.y - by.y), static_cast<float>(v.z - by.z)};
}
Vec2 less(const Vec2& v, const Vec2d& by) { return {static_cast<float>(v.x - by.x), static_cast<float>(v.y - by.y)}; }

/// Casts of shapes near `base` against the same at the origin: both intervals hold the first contact, and those far
/// away are as narrow. Closed forms may prove a little more than the search.
struct ComparedCasts {
  int proven = 0, lost = 0;
  double room = 0;  ///< the depth that counts as deeper, where starts in contact are ignored, is that of a rounding

  template <class S, class AnyMet>
  void compare(const std::vector<AnyMet>& expected, const std::vector<AnyMet>& found, const PlacedPairs<S>& placed,
               const typename S::Vecd& base) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Interval &there = expected[i].fractions, &here = found[i].fractions;
      SCOPED_TRACE("base " + std::to_string(base.x) + ": " + text(found[i]) + "\n" + text(expected[i]) + "\n" +
                   placed.at_rest.line(i));
      ASSERT_LE(here.lower, here.upper);
      ASSERT_LE(std::max(there.lower, here.lower), std::min(there.upper, here.upper) + room);
      const bool is_known = result_of(there) != CastResult::unproven;
      proven += is_known, lost += is_known && result_of(here) == CastResult::unproven;
      if (result_of(here) != CastResult::hits || here.upper - here.lower > 1e-9) continue;
      if (there.upper - there.lower > 1e-9) continue;
      const double size = largest_of(placed.at_rest.shapes[i]);
      ASSERT_TRUE(std::isfinite(found[i].point.x));
      if (length(found[i].normal - expected[i].normal) > 1e-6) continue;
      const double away =
          dot(found[i].point - base - expected[i].point, found[i].normal);  // beside it, faces have room
      ASSERT_NEAR(away, 0, 0x1p-18 * size + 0x1p-47 * length(base));
    }
  }
};

/// `S` is Space or Plane.
template <class S>
class PositionsIn : public ExactPairs<S> {
 protected:
  PlacedPairs<S> pairs_near(const typename S::Vecd& base, int count, std::uint64_t seed) {
    Rng rng(seed);
    PlacedPairs<S> placed;
    while (static_cast<int>(placed.at_rest.pairs.size()) < this->few_if_slow(count)) {
      const oracle::Hardness hardness = oracle::all_hardnesses[rng() % 6];
      switch (below(rng, 3)) {
        case 0: placed.append(rng, this->random()(rng), base); break;
        case 1: placed.append(rng, this->near_contact()(rng), base); break;
        default: placed.append(rng, this->hard(hardness)(rng), base);
      }
    }
    return placed;
  }

  void compare_verdicts() {
    for (const double base : far_away) {
      const auto placed = pairs_near(place<S>(base, -base, base / 2), 100, 1);
      for (const Method method : {Method::automatic, Method::gjk})
        for (const Isa isa : supported_isas()) {
          const std::vector<Verdict> expected = placed.at_rest.answers({.method = method, .isa = isa});
          std::vector<Verdict> found(expected.size()), swapped(expected.size());
          intersect(placed.first, placed.second, placed.at_rest.pairs, found, {.method = method, .isa = isa});
          intersect(placed.second, placed.first, placed.at_rest.swapped(), swapped, {.method = method, .isa = isa});
          for (std::size_t i = 0; i < found.size(); ++i) {
            SCOPED_TRACE("base " + std::to_string(base) + ", " + std::string(name(isa)) + ": " +
                         placed.at_rest.line(i));
            ASSERT_EQ(found[i], expected[i]);
            ASSERT_EQ(swapped[i], found[i]);
          }
        }
    }
  }

  /// Two intervals that both hold the truth, and points as far apart as these say.
  void judge_distances() {
    for (const double base : far_away) {
      const auto placed = pairs_near(place<S>(base, base / 4, -base), 30, 2);
      for (const double tolerance : tolerances) {
        const std::vector<Verdict> verdicts = placed.at_rest.answers();
        const auto found = measure(placed.first, placed.second, placed.at_rest.pairs, {.tolerance = tolerance});
        const auto swapped = measure(placed.second, placed.first, placed.at_rest.swapped(), {.tolerance = tolerance});
        for (const Isa isa : supported_isas())
          expect_same(measure(placed.first, placed.second, placed.at_rest.pairs, {.tolerance = tolerance, .isa = isa}),
                      found, placed.at_rest, std::string(name(isa)));
        for (std::size_t i = 0; i < found.size(); ++i) {
          const Interval& d = found[i].distance;
          const auto& pair = placed.at_rest.shapes[i];
          SCOPED_TRACE("base " + std::to_string(base) + ": " + text(found[i]) + "\n" + placed.at_rest.line(i));
          const bool are_one_point = this->b_ <= S::ball_kind && d == Interval{0, 0};
          if (!are_one_point && !is_same(pair.first, pair.second)) {
            ASSERT_TRUE(same_bits(swapped[i], mirrored(found[i])));
          }
          const bool in_one_plane = !is_plane<S> && d == Interval{0, 0} && verdicts[i] == Verdict::overlapping;
          ASSERT_TRUE(verdict_of(d) == verdicts[i] || in_one_plane);
          ASSERT_FALSE(is_refuted(pair, d));
          if (d.upper == std::numeric_limits<double>::infinity() || d.lower < 0) continue;
          const double between = length(found[i].points.a - found[i].points.b), size = largest_of(pair);
          const double width = d.upper - d.lower;
          ASSERT_NEAR(between, (d.lower + d.upper) / 2,
                      0x1p-50 * std::abs(base) + width + 0x1p-24 * size + sideways(pair, width));
        }
      }
    }
  }

  /// The same contacts, moved. Which of many points of a hull are kept depends on how its vertices are rounded, and so
  /// on its own numbers.
  void compare_contacts(bool has_few_points) {
    for (const double base : {131072.5, 1e9}) {
      const auto by = place<S>(-base, base, base / 2);
      const auto placed = pairs_near(by, 60, 3);
      const auto expected = touch(placed.at_rest, {.margin = 0.125F});
      const auto found = touch(placed.first, placed.second, placed.at_rest.pairs, {.margin = 0.125F});
      for (std::size_t i = 0; i < found.size(); ++i) {
        SCOPED_TRACE("base " + std::to_string(base) + ": " + text(found[i]) + "\n" + text(expected[i]) + "\n" +
                     placed.at_rest.line(i));
        const double size = largest_of(placed.at_rest.shapes[i]), near = 0x1p-20 * size + 0x1p-48 * base;
        if (size > 1000) continue;  // the numbers of hulls far from their own origin round otherwise
        ASSERT_EQ(found[i].count == 0, expected[i].count == 0);
        if (found[i].count == 0 || length(found[i].normal - expected[i].normal) > 1e-6) continue;
        ASSERT_NEAR(found[i].points[0].separation, expected[i].points[0].separation, 1e-3 * size);
        for (std::uint32_t k = 0; k < found[i].count; ++k) {
          const auto &at = found[i].points[k], &of = expected[i].points[k];
          ASSERT_LE(length(at.a - by), 2 * size);
          if (is_slow(this->a_) || is_slow(this->b_)) continue;  // their points are known less well
          ASSERT_NEAR(dot(at.a - at.b, found[i].normal), at.separation, near);
          if (!has_few_points) continue;
          ASSERT_EQ(found[i].count, expected[i].count);
          ASSERT_NEAR(at.separation, of.separation, near);
          ASSERT_LE(length((at.a - by) - of.a), near);
          ASSERT_LE(length((at.b - by) - of.b), near);
        }
      }
    }
  }

  void compare_casts() {
    ComparedCasts compared;
    for (const double base : {0.0, 131072.5, 1e12})
      for (const bool leaves : {false, true}) {
        const auto at = place<S>(base, base / 2, -base);
        const auto placed = pairs_near(at, 40, 9);
        Rng rng(10);
        std::vector<typename S::Vec> motions;
        for (const auto& pair : placed.at_rest.shapes) motions.push_back(on_grid(random_motion(rng, pair)));
        const CastOptions options{.ignore_start_contact = leaves};
        compared.room = leaves ? 1e-9 : 0;
        const auto& pairs = placed.at_rest.pairs;
        const auto found = meet(placed.first, placed.second, pairs, motions, options);
        compared.compare<S>(meet(placed.at_rest.first, placed.at_rest.second, pairs, motions, options), found, placed,
                            at);
        std::vector<typename S::Vec> back;
        for (const auto& m : motions) back.push_back(reversed(m));
        const auto swapped = meet(placed.second, placed.first, placed.at_rest.swapped(), back, options);
        for (std::size_t i = 0; i < found.size(); ++i)
          ASSERT_EQ(swapped[i].fractions, found[i].fractions) << text(swapped[i]) << "\n"
                                                              << text(found[i]) << "\n"
                                                              << placed.at_rest.line(i);
        for (const Isa isa : supported_isas()) {
          CastOptions by_isa = options;
          by_isa.isa = isa;
          expect_same(meet(placed.first, placed.second, pairs, motions, by_isa), found, placed.at_rest,
                      std::string(name(isa)));
        }
      }
    EXPECT_LE(compared.lost, 1 + compared.proven / 50) << "of " << compared.proven;
  }

  /// The point about which a shape turns is relative to its position.
  void compare_turning_casts() {
    ComparedCasts compared;
    for (const double base : {0.0, 131072.5, 1e9})
      for (const bool leaves : {false, true}) {
        const auto at = place<S>(base, -base, -base);
        const auto placed = pairs_near(at, 20, 11);
        Rng rng(12);
        std::vector<typename S::Motion> motions, relative;
        for (std::size_t i = 0; i < placed.splits.size(); ++i) {
          const auto& pair = placed.at_rest.shapes[i];
          auto motion = random_turn(rng, pair, on_grid(random_motion(rng, pair)));
          motion.about = on_grid(motion.about);
          motions.push_back(motion);
          motion.about = less(motion.about, placed.splits[i]);
          relative.push_back(motion);
        }
        const CastOptions options{.ignore_start_contact = leaves};
        compared.room = leaves ? 1e-9 : 0;
        const auto& pairs = placed.at_rest.pairs;
        compared.compare<S>(meet(placed.at_rest.first, placed.at_rest.second, pairs, motions, options),
                            meet(placed.first, placed.second, pairs, relative, options), placed, at);
      }
    EXPECT_LE(compared.lost, 1 + compared.proven / 15) << "of " << compared.proven;
  }
};
using Positions = PositionsIn<Space>;
using PlanePositions = PositionsIn<Plane>;

TEST_P(Positions, VerdictsAreThoseNearTheOrigin) { compare_verdicts(); }
TEST_P(Positions, DistancesHoldTheTruth) { judge_distances(); }
TEST_P(Positions, ContactsMoveAlong) { compare_contacts(std::max(a_, b_) <= Kind::capsule); }
TEST_P(Positions, CastsAreThoseNearTheOrigin) { compare_casts(); }
TEST_P(Positions, TurningCastsAreThoseNearTheOrigin) { compare_turning_casts(); }

TEST_P(PlanePositions, VerdictsAreThoseNearTheOrigin) { compare_verdicts(); }
TEST_P(PlanePositions, DistancesHoldTheTruth) { judge_distances(); }
TEST_P(PlanePositions, ContactsMoveAlong) { compare_contacts(std::max(a_, b_) <= Kind2::box); }
TEST_P(PlanePositions, CastsAreThoseNearTheOrigin) { compare_casts(); }
TEST_P(PlanePositions, TurningCastsAreThoseNearTheOrigin) { compare_turning_casts(); }

INSTANTIATE_TEST_SUITE_P(, Positions, kind_pairs(), kind_pair_name);
INSTANTIATE_TEST_SUITE_P(, PlanePositions, plane_kinds(), kind_pair_name);

using oracle::Integer;

/// A place exactly, in units of 2^-200.
oracle::Vector<Integer> exact_place(const Vec3d& position, const Vec3& own) {
  const auto sum = [](double a, float b) { return oracle::scaled(a, -200) + oracle::scaled(double{b}, -200); };
  return {sum(position.x, own.x), sum(position.y, own.y), sum(position.z, own.z)};
}

Vec3d anywhere(Rng& rng) {
  const double reach = std::pow(10, uniform(rng, -3, 12));
  return {uniform(rng, -reach, reach), uniform(rng, -reach, reach), uniform(rng, -reach, reach)};
}
/// A double or a few units in the last place beside it, `by` away.
double beside(Rng& rng, double x, double by) {
  x += by;
  for (int steps = below(rng, 3); steps > 0; --steps) x = std::nextafter(x, rng() % 2 == 0 ? -1e300 : 1e300);
  return x;
}

template <class S>
class PositionsOfBalls : public testing::Test {};
TYPED_TEST_SUITE(PositionsOfBalls, Spaces, SpaceName);

/// Any 53 bits, of balls that nearly touch: one place is that of the other and a right-angled way of length 13 or so.
TYPED_TEST(PositionsOfBalls, AreExact) {
  using S = TypeParam;
  constexpr Vec3d way = is_plane<S> ? Vec3d{5, 12, 0} : Vec3d{3, 4, 12};
  constexpr std::uint64_t seed = 4;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  typename S::Set first, second;
  std::vector<Pair> pairs;
  std::vector<int> signs;  // of the distance, exactly
  while (pairs.size() < 20000) {
    const auto scale = static_cast<float>(std::ldexp(1.0, below(rng, 40) - 20));
    const Vec3d at = anywhere(rng);
    const Vec3d to{beside(rng, at.x, way.x * scale), beside(rng, at.y, way.y * scale),
                   beside(rng, at.z, way.z * scale)};
    const auto own = [&] { return rng() % 2 == 0 ? 0 : static_cast<float>(uniform(rng, -1, 1) * scale); };
    const Vec3 mine{own(), own(), is_plane<S> ? 0 : own()}, others = rng() % 2 == 0 ? mine : Vec3{0, 0, 0};
    const auto ball = [](const Vec3& center, float radius) {
      typename S::Ball made = S::ball(center.x, center.y, radius);
      if constexpr (!is_plane<S>) made.center.z = center.z;
      return made;
    };
    const std::uint32_t index = first.add(ball(mine, 6 * scale));
    second.add(ball(others, 7 * scale)), pairs.push_back({index, index});
    first.place(index, place<S>(at.x, at.y, at.z)), second.place(index, place<S>(to.x, to.y, to.z));
    const auto p = exact_place(at, mine), q = exact_place(to, others);
    const Integer x = p.x - q.x, y = p.y - q.y, z = is_plane<S> ? Integer() : p.z - q.z,
                  radii = oracle::scaled(13.0 * scale, -200);
    signs.push_back((x * x + y * y + z * z - radii * radii).sign());
  }
  std::vector<Verdict> expected;
  for (const Isa isa : supported_isas()) {
    std::vector<Verdict> verdicts(pairs.size());
    intersect(first, second, pairs, verdicts, {.isa = isa});
    const auto measured = measure(first, second, pairs, {.isa = isa});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      SCOPED_TRACE("pair " + std::to_string(i));
      if (verdicts[i] != Verdict::touching) {
        ASSERT_EQ(verdicts[i] == Verdict::separated ? 1 : -1, signs[i]);
      }
      ASSERT_TRUE(signs[i] > 0 ? measured[i].distance.upper > 0 : measured[i].distance.lower <= 0);
      ASSERT_TRUE(signs[i] < 0 ? measured[i].distance.lower < 0 : measured[i].distance.upper >= 0);
    }
    if (expected.empty()) expected = verdicts;
    ASSERT_EQ(verdicts, expected) << name(isa);
  }
  EXPECT_GT(std::count(expected.begin(), expected.end(), Verdict::separated), 3000);
  EXPECT_GT(std::count(expected.begin(), expected.end(), Verdict::overlapping), 3000);
}

/// Aligned boxes are compared without any error, wherever they stand: those that are apart by the last place of a
/// double are separated.
TEST(PositionsOfAlignedBoxes, AreComparedExactly) {
  constexpr std::uint64_t seed = 5;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  ShapeSet first, second;
  std::vector<Pair> pairs;
  std::vector<Verdict> expected;
  while (pairs.size() < 20000) {
    const Vec3d at = anywhere(rng);
    const auto side = static_cast<float>(std::ldexp(uniform(rng, 1, 2), below(rng, 20) - 10));
    const Vec3d to{beside(rng, at.x, rng() % 2 == 0 ? side : -side), at.y, at.z};
    const std::uint32_t index = first.add(Aabb{{0, 0, 0}, {side, side, side}});
    second.add(Aabb{{0, 0, 0}, {side, side, side}});
    first.place(index, at), second.place(index, to), pairs.push_back({index, index});
    const auto p = exact_place(at, {}), q = exact_place(to, {});
    const Integer way = p.x < q.x ? q.x - p.x : p.x - q.x, gap = way - oracle::scaled(double{side}, -200);
    expected.push_back(gap > 0 ? Verdict::separated : gap < 0 ? Verdict::overlapping : Verdict::touching);
  }
  for (const Isa isa : supported_isas()) {
    std::vector<Verdict> verdicts(pairs.size());
    intersect(first, second, pairs, verdicts, {.isa = isa});
    ASSERT_EQ(verdicts, expected) << name(isa);
  }
  const std::set<Verdict> all(expected.begin(), expected.end());
  EXPECT_EQ(all.size(), 3U);
}

template <class S>
class PositionsOfPoints : public testing::Test {};
TYPED_TEST_SUITE(PositionsOfPoints, Spaces, SpaceName);

/// A point that goes through a turned sheet, or a segment of the plane, is never inside of it: the segment of its motion
/// overlaps, where both stand.
TYPED_TEST(PositionsOfPoints, CrossSheets) {
  using S = TypeParam;
  const auto sheet = either<S>(Box{{0, 0, 0}, {0.1F, 0.2F, 0, 0.9746794F}, {1, 1, 0}}, Box2{{0, 0}, 0.3F, {0, 1}});
  for (const double base : far_away) {
    typename S::Set points, sheets;
    std::vector<Pair> pairs;
    std::vector<typename S::Vec> motions;
    Rng rng(17);
    while (pairs.size() < 100) {
      const std::uint32_t index = points.add(S::ball(0, 0, 0));
      sheets.add(sheet);
      const auto at = place<S>(base, -base, base / 2);
      sheets.place(index, at);
      const auto from = place<S>(is_plane<S> ? 2 : on_grid(rng, 0.25), on_grid(rng, 0.25), 2);
      const auto to = place<S>(is_plane<S> ? -2 : on_grid(rng, 0.25), on_grid(rng, 0.25), -2);
      points.place(index, at - from * -1);
      pairs.push_back({index, index}), motions.push_back(less(typename S::Vec{}, from - to));
    }
    for (const bool points_move : {true, false}) {
      const typename S::Set &first = points_move ? points : sheets, &second = points_move ? sheets : points;
      if (!points_move)
        for (auto& m : motions) m = reversed(m);
      for (const auto& met : meet(first, second, pairs, motions)) {
        ASSERT_EQ(result_of(met.fractions), CastResult::hits) << "base " << base << ": " << text(met);
        ASSERT_LT(met.fractions.upper - met.fractions.lower, 1e-6);
      }
    }
  }
}

template <class S>
class PositionsNearZero : public testing::Test {};
TYPED_TEST_SUITE(PositionsNearZero, Spaces, SpaceName);

/// The least positions that a set takes: nothing underflows to a false answer.
TYPED_TEST(PositionsNearZero, HaveTrueAnswers) {
  using S = TypeParam;
  Rng rng(23);
  typename S::Set points, boxes;
  std::vector<Pair> pairs;
  std::vector<typename S::Vec> motions;
  std::vector<double> gaps, fractions;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const double gap = std::ldexp(uniform(rng, 1, 2), -97 + below(rng, 8)),
                 beside = std::ldexp(1.0, -97 + below(rng, 90));
    points.place(points.add(S::ball(0, 0, 0)), place<S>(gap, 0, 0));
    boxes.place(boxes.add(S::block(-1, -1, 0, 1)), place<S>(0, 0, 0));
    pairs.push_back({i, i}), gaps.push_back(gap);
    const float speed = static_cast<float>(beside);
    motions.push_back(S::at(-speed, speed * 0.5F)), fractions.push_back(gap / speed);
  }
  const auto measured = measure(points, boxes, pairs);
  std::vector<Verdict> verdicts(pairs.size());
  intersect(points, boxes, pairs, verdicts);
  const auto met = meet(points, boxes, pairs, motions);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    SCOPED_TRACE(text(measured[i]) + "\n" + text(met[i]) + " gap " + std::to_string(std::log2(gaps[i])));
    ASSERT_TRUE(measured[i].distance.lower <= gaps[i] && gaps[i] <= measured[i].distance.upper);
    ASSERT_NE(verdicts[i], Verdict::overlapping);
    ASSERT_EQ(verdict_of(measured[i].distance), verdicts[i]);
    const Interval& f = met[i].fractions;
    ASSERT_TRUE(fractions[i] > 1 ? f.upper > 1 : f.lower <= fractions[i] && fractions[i] <= f.upper);
  }
}

template <class S>
class PositionsOfTwins : public testing::Test {};
TYPED_TEST_SUITE(PositionsOfTwins, Spaces, SpaceName);

/// Two shapes with the same numbers are the same pair in both orders.
TYPED_TEST(PositionsOfTwins, GiveThemAnOrder) {
  using S = TypeParam;
  Rng rng(19);
  for (const auto kind : S::kinds) {
    PlacedPairs<S> twins;
    for (int i = 0; i < 60; ++i) {
      const typename S::Shape shape = random_pair(rng, kind, kind).first;
      const auto at = place<S>(1e9, -1e9, 0.5);
      const auto to = at - place<S>(on_grid(rng, 1), on_grid(rng, 1), on_grid(rng, 1));
      if (!twins.at_rest.append({shape, shape})) continue;
      twins.first.place(add_to(twins.first, shape), at), twins.second.place(add_to(twins.second, shape), to);
    }
    const auto found = measure(twins.first, twins.second, twins.at_rest.pairs);
    const auto swapped = measure(twins.second, twins.first, twins.at_rest.swapped());
    for (std::size_t i = 0; i < found.size(); ++i)
      ASSERT_TRUE(same_bits(swapped[i], mirrored(found[i]))) << twins.at_rest.line(i) << "\n" << text(found[i]);
  }
}

/// Triangles in one plane of space, of numbers whose differences are no floats.
TEST(PositionsOfFlatPairs, AreTheSameInBothOrders) {
  Rng rng(29);
  ShapeSet first, second;
  std::vector<Pair> pairs, swapped;
  std::vector<Vec3> motions, back;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const double base = std::pow(10, uniform(rng, 0, 9));
    const auto triangle = [&](ShapeSet& set) {
      const double own = below(rng, 2) == 0 ? 0 : uniform(rng, -1000, 1000);
      std::vector<Vec3> corners;
      for (int k = 0; k < 3; ++k)
        corners.push_back(
            {static_cast<float>(own + uniform(rng, -1, 1)), static_cast<float>(uniform(rng, -1, 1)), 0.25F});
      set.place(set.add(ConvexHull{corners}), {base - own + uniform(rng, -0.7, 0.7), base, -base});
    };
    triangle(first), triangle(second), pairs.push_back({i, i});
    const auto along = [&] { return below(rng, 4) == 0 ? 0 : static_cast<float>(uniform(rng, -3, 3)); };
    motions.push_back({along(), along(), 0}), back.push_back(reversed(motions.back()));
  }
  std::vector<Verdict> verdicts(pairs.size()), of_swapped(pairs.size());
  intersect(first, second, pairs, verdicts), intersect(second, first, pairs, of_swapped);
  EXPECT_EQ(verdicts, of_swapped);
  EXPECT_GT(std::count(verdicts.begin(), verdicts.end(), Verdict::overlapping), 500);
  EXPECT_EQ(std::count(verdicts.begin(), verdicts.end(), Verdict::touching), 0);
  const auto met = meet(first, second, pairs, motions), met_back = meet(second, first, pairs, back);
  int hits = 0;
  for (std::size_t i = 0; i < met.size(); ++i) {
    ASSERT_EQ(met[i].fractions, met_back[i].fractions) << i << " " << text(met[i]) << "\n" << text(met_back[i]);
    if (result_of(met[i].fractions) != CastResult::hits) continue;
    ++hits;
    ASSERT_TRUE(std::isfinite(met[i].point.x));
  }
  EXPECT_GT(hits, 1000);
}

template <class S>
class PositionsOfFlatShapes : public testing::Test {};
TYPED_TEST_SUITE(PositionsOfFlatShapes, Spaces, SpaceName);

/// Rays along a segment hit its end, which no depth proves.
TYPED_TEST(PositionsOfFlatShapes, AreHitAtTheirEnds) {
  using S = TypeParam;
  for (const double base : far_away) {
    typename S::Set segments;
    segments.place(segments.add(S::capsule(0, 0, 1, 1, 0)), place<S>(base, -base, base / 2));
    const typename S::Ray rays[] = {{S::at(-1, -1), S::at(2, 2)}, {S::at(2, 2), S::at(-4, -4)}};
    const Pair pairs[] = {{0, 0}, {1, 0}};
    Interval fractions[2];
    cast_rays(std::span<const typename S::Ray>(rays), segments, pairs, {.fractions = fractions},
              {.origin = {base, -base, is_plane<S> ? 0 : base / 2}});
    for (int i = 0; i < 2; ++i) {
      const double truth = i == 0 ? 0.5 : 0.25;
      EXPECT_EQ(result_of(fractions[i]), CastResult::hits) << base;
      EXPECT_TRUE(fractions[i].lower <= truth && fractions[i].upper >= truth) << base;
    }
  }
}

/// Shapes of all kinds, whose numbers say where they are, and the same around a far place.
template <class S>
struct FarSceneIn {
  using Position = typename S::Vecd;
  typename S::Set near, far;
  Position base;

  FarSceneIn(std::uint64_t seed, int count, double reach, const Position& at) : base(at) {
    Rng rng(seed);
    while (near.size() < static_cast<std::size_t>(count)) {
      const auto kind = S::kinds[rng() % std::size(S::kinds)];
      const typename S::Shape shape = snapped(random_pair(rng, kind, kind).first);
      if (!can_be_moved(shape) || oracle::largest_coordinate(shape) > 100) continue;
      const auto by = place<S>(on_grid(rng, reach), on_grid(rng, reach), on_grid(rng, reach));
      add_to(near, moved_along(shape, by, 1));
      far.place(add_to(far, shape), base - by * -1);
    }
  }
};
using FarScene = FarSceneIn<Space>;

template <class S>
class PositionsInPasses : public testing::Test {};
TYPED_TEST_SUITE(PositionsInPasses, Spaces, SpaceName);

TYPED_TEST(PositionsInPasses, AreThoseNearTheOrigin) {
  using S = TypeParam;
  for (const double at : far_away) {
    const FarSceneIn<S> scene(6, 1500, 12, place<S>(at, -at, at / 2)), other(7, 300, 12, place<S>(at, -at, at / 2));
    for (const float margin : {0.0F, 0.25F}) {
      SCOPED_TRACE("at " + std::to_string(at) + ", margin " + std::to_string(margin));
      const auto run = [&](const typename S::Set& objects, const typename S::Set* second, OverlapPass& pass) {
        std::vector<Pair> pairs(100000);
        std::vector<Separation> separations(pairs.size());
        std::vector<Manifold> manifolds(pairs.size());
        const OverlapOutput out{.pairs = pairs, .separations = separations, .contacts = manifolds};
        const OverlapResult result = second == nullptr ? pass.run(objects, out, {.margin = margin})
                                                       : pass.run(objects, *second, out, {.margin = margin});
        EXPECT_TRUE(result.complete);
        pairs.resize(result.pairs);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
          EXPECT_EQ(-separations[i].depth, static_cast<float>(manifolds[i].distance.lower));
        }
        return pairs;
      };
      OverlapPass pass, kept(automatic_skin);
      const std::vector<Pair> expected = run(scene.near, nullptr, pass);
      EXPECT_GT(expected.size(), 500U);
      EXPECT_EQ(run(scene.far, nullptr, pass), expected);
      for (int frame = 0; frame < 3; ++frame) EXPECT_EQ(run(scene.far, nullptr, kept), expected);
      EXPECT_EQ(run(scene.far, &other.far, pass), run(scene.near, &other.near, pass));
    }
  }
}

/// Rays from around the middle of a scene, in its own coordinates and relative to a sensor.
template <class S>
struct SensorRaysIn {
  using Ray = typename S::Ray;
  typename S::Vecd sensor;
  std::vector<Ray> near, far;

  SensorRaysIn(std::uint64_t seed, std::size_t count, double reach) {
    Rng rng(seed);
    const auto at = [&](double most) {
      const double x = on_grid(rng, most), y = on_grid(rng, most);
      return place<S>(x, y, is_plane<S> ? 0 : on_grid(rng, most));
    };
    const auto floats = [](const auto& v) { return less(typename S::Vec{}, v * -1); };
    sensor = at(5);
    while (near.size() < count) {
      const auto from = at(reach), to = at(reach);
      near.push_back({floats(from), floats(to - from)}), far.push_back({floats(from - sensor), floats(to - from)});
    }
  }
  /// The sensor of a scene at `base`.
  [[nodiscard]] Vec3d origin(const typename S::Vecd& base) const {
    const auto at = base - sensor * -1;
    if constexpr (is_plane<S>)
      return {at.x, at.y, 0};
    else
      return at;
  }
};
using SensorRays = SensorRaysIn<Space>;

TEST(PositionsOfRays, AreThoseNearTheOrigin) {
  for (const double at : far_away)
    for (const std::size_t count : {200U, 700U}) {  // by all boxes, and by a tree
      const FarScene scene(13, 1500, 12, {at, -at, at / 2});
      const SensorRays rays(14, count, 15);
      for (const Isa isa : supported_isas()) {
        SCOPED_TRACE("at " + std::to_string(at) + ", " + std::string(name(isa)));
        const auto first = [&](const ShapeSet& shapes, const std::vector<Ray>& list, const Vec3d& origin) {
          std::vector<std::uint32_t> hit(list.size());
          std::vector<Interval> fractions(list.size());
          std::vector<Vec3d> points(list.size());
          const RayHits out{.shapes = hit, .fractions = fractions, .points = points};
          first_hits(std::span<const Ray>(list), shapes, out, {.isa = isa, .origin = origin});
          return std::tuple(hit, fractions, points);
        };
        const auto [expected, expected_fractions, expected_points] = first(scene.near, rays.near, {});
        const Vec3d origin = rays.origin(scene.base);
        const auto [found, fractions, points] = first(scene.far, rays.far, origin);
        int hits = 0;
        for (std::size_t i = 0; i < count; ++i) {
          SCOPED_TRACE("ray " + std::to_string(i));
          const Interval &here = fractions[i], &there = expected_fractions[i];
          ASSERT_LE(std::max(here.lower, there.lower), std::min(here.upper, there.upper));
          ASSERT_EQ(here.upper <= 1, there.upper <= 1);
          if (here.upper > 1) continue;
          ++hits;
          ASSERT_EQ(found[i], expected[i]);
          ASSERT_LE(length((points[i] - scene.base) - expected_points[i]), 1e-6 + 0x1p-48 * std::abs(at));
        }
        EXPECT_GT(hits, static_cast<int>(count) / 4);
        const RayOptions options{.isa = isa, .origin = origin};
        EXPECT_EQ(all_hits(std::span<const Ray>(rays.far), scene.far, options).shapes,
                  all_hits(std::span<const Ray>(rays.near), scene.near, {.isa = isa}).shapes);
        std::vector<std::uint64_t> any(mask_words(count)), expected_any(any);
        any_hits(std::span<const Ray>(rays.far), scene.far, std::span(any), options);
        any_hits(std::span<const Ray>(rays.near), scene.near, std::span(expected_any), {.isa = isa});
        EXPECT_EQ(any, expected_any);
      }
    }
}

template <class S>
class PositionsOfRayPairs : public testing::Test {};
TYPED_TEST_SUITE(PositionsOfRayPairs, Spaces, SpaceName);

/// Rays and shapes pair by pair, which start in shapes and graze them as well.
TYPED_TEST(PositionsOfRayPairs, AreThoseNearTheOrigin) {
  using S = TypeParam;
  for (const double at : far_away) {
    const FarSceneIn<S> scene(15, 3000, 1.5, place<S>(at, -at, at / 2));
    const SensorRaysIn<S> rays(16, scene.near.size(), 2.5);
    std::vector<Pair> pairs;
    for (std::uint32_t i = 0; i < scene.near.size(); ++i) pairs.push_back({i, i});
    for (const bool leaves : {false, true}) {
      const auto cast_at = [&](const typename S::Set& shapes, const std::vector<typename S::Ray>& list,
                               const Vec3d& origin, Isa isa) {
        std::vector<Interval> starts(pairs.size());
        std::vector<MetOf<typename S::Vecd>> found;
        std::vector<Interval> fractions(pairs.size());
        std::vector<typename S::Vecd> points(pairs.size()), normals(pairs.size());
        cast_rays(std::span<const typename S::Ray>(list), shapes, pairs,
                  {.fractions = fractions, .points = points, .normals = normals, .starts = starts},
                  {.isa = isa, .ignore_start_contact = leaves, .origin = origin});
        return std::pair(collected(fractions, points, normals), starts);
      };
      const Vec3d origin = rays.origin(scene.base);
      const auto [expected, expected_starts] = cast_at(scene.near, rays.near, {}, Isa::scalar);
      const auto [found, starts] = cast_at(scene.far, rays.far, origin, Isa::scalar);
      for (const Isa isa : supported_isas()) {
        const auto again = cast_at(scene.far, rays.far, origin, isa).first;
        for (std::size_t i = 0; i < pairs.size(); ++i)
          ASSERT_TRUE(same_bits(again[i], found[i])) << name(isa) << ", pair " << i;
      }
      int hits = 0, lost = 0;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        SCOPED_TRACE("at " + std::to_string(at) + ", pair " + std::to_string(i));
        const Interval &here = found[i].fractions, &there = expected[i].fractions;
        ASSERT_LE(std::max(here.lower, there.lower), std::min(here.upper, there.upper) + 1e-9);
        ASSERT_LE(std::max(starts[i].lower, expected_starts[i].lower),
                  std::min(starts[i].upper, expected_starts[i].upper));
        lost += result_of(there) != CastResult::unproven && result_of(here) == CastResult::unproven;
        if (result_of(there) != CastResult::hits || result_of(here) != CastResult::hits) continue;
        ++hits;
        if (length(found[i].normal - expected[i].normal) > 1e-6 || here.upper - here.lower > 1e-9) continue;
        const auto off = (found[i].point - scene.base) - expected[i].point;
        ASSERT_LE(std::abs(dot(off, found[i].normal)), 1e-6 + 0x1p-48 * std::abs(at));
      }
      EXPECT_GT(hits, 100);
      EXPECT_LE(lost, 3);
    }
  }
}

TEST(PositionsInCulling, AreThoseNearTheOrigin) {
  const Lens lens = Lens::perspective(1, 1.5, 0.1, 60);
  for (const double at : far_away) {
    const FarScene scene(8, 5000, 40, {at, -at, at / 2});
    for (const double x : {0.0, 1.375, -20.0})
      for (const CullMethod method : {CullMethod::planes, CullMethod::exact}) {
        const auto pose_at = [x](const Vec3d& base) {
          const Vec3d eye{base.x + x, base.y + 3, base.z - 30};
          return CameraPose::looking_at(eye, {eye.x + 1, eye.y + 0.25, eye.z + 4}, {0, 1, 0});
        };
        const auto seen = [&](const ShapeSet& objects, const Vec3d& base, Isa isa) {
          std::vector<std::uint64_t> mask(mask_words(objects.size()));
          cull(ConvexVolume::from_camera(lens, pose_at(base)), objects, mask, {.method = method, .isa = isa});
          return mask;
        };
        const auto in_cells = [&](const ShapeSet& objects, const Vec3d& base, Isa isa) {
          const float depths[] = {2, 10};
          const VolumeSet cells =
              VolumeSet::grid(lens, pose_at(base), {.columns = 4, .rows = 3, .depths = std::span<const float>(depths)});
          std::vector<std::size_t> first(cells.size() + 1);
          std::vector<std::uint32_t> indices(200000);
          const std::size_t total =
              cull(cells, objects, VisibleSets{.first = first, .indices = indices}, {.method = method, .isa = isa});
          indices.resize(total);
          return indices;
        };
        const auto expected = seen(scene.near, {0, 0, 0}, Isa::scalar);
        const auto expected_lists = in_cells(scene.near, {0, 0, 0}, Isa::scalar);
        for (const Isa isa : supported_isas()) {
          EXPECT_EQ(seen(scene.far, scene.base, isa), expected) << at << ", " << name(isa);
          EXPECT_EQ(in_cells(scene.far, scene.base, isa), expected_lists) << at << ", " << name(isa);
        }
      }
  }
}

}  // namespace
}  // namespace lockstep::test
