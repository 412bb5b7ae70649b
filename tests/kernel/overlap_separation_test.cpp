// Separations of shapes of all kinds: moved by the answer of a pass, they are in contact, and no shorter translation
// does that.
#include <gtest/gtest.h>

#include "distance_list.hpp"
#include "every_isa.hpp"
#include "judge.hpp"
#include "overlap_scene.hpp"
#include "pair_line.hpp"

namespace lockstep::test {
namespace {

using oracle::all_kinds;

Separation separation_of(const AnyShape& a, const AnyShape& b, float margin) {
  ShapeSet first, second;
  add_to(first, a), add_to(second, b);
  std::vector<Pair> pairs(1);
  std::vector<Separation> separations(1);
  OverlapPass pass;
  EXPECT_EQ(pass.run(first, second, {.pairs = pairs, .separations = separations}, {.margin = margin}).pairs, 1U);
  return separations[0];
}

AnyShape moved_by(const AnyShape& shape, const Vec3& direction, double length) {
  return oracle::moved(shape, direction.x * length, direction.y * length, direction.z * length);
}

double length_of(const Vec3& v) { return std::sqrt(double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z); }

Vec3 random_direction(Rng& rng) {
  for (;;) {
    const Vec3 v{static_cast<float>(uniform(rng, -1, 1)), static_cast<float>(uniform(rng, -1, 1)),
                 static_cast<float>(uniform(rng, -1, 1))};
    const double length = length_of(v);
    if (length < 0.1 || length > 1) continue;
    return {static_cast<float>(v.x / length), static_cast<float>(v.y / length), static_cast<float>(v.z / length)};
  }
}

bool meet(const AnyShape& a, const AnyShape& b) { return oracle::decide(a, b) != oracle::Truth::separated; }

Interval distance_of(const AnyShape& a, const AnyShape& b) {
  PairList list;
  EXPECT_TRUE(list.append({a, b}));
  return measure(list)[0].distance;
}

/// The amount by which a translation may exceed the shortest: the width of the interval of `distance`.
double room_of(const AnyShape& a, const AnyShape& b) {
  const Interval d = distance_of(a, b);
  return d.upper - d.lower;
}

/// For these kinds, moving the shape a little into another one makes them overlap; a point may pass a corner.
bool is_blunt(Kind kind) { return kind == Kind::sphere || kind == Kind::aabb || kind == Kind::box; }

/// The number of tested pairs of two kinds: the oracle is slow for smooth shapes.
int count_of(Kind a, Kind b) {
  const auto is_smooth = [](Kind k) { return k == Kind::ellipsoid || k == Kind::cylinder || k == Kind::cone; };
  return is_smooth(a) || is_smooth(b) ? 4 : 20;
}

TEST(Separations, LeadToContactByTheShortestWay) {
  Rng rng(31);
  int overlapping = 0;
  for (const Kind a : all_kinds)
    for (const Kind b : all_kinds)
      for (int i = 0; i < count_of(a, b);) {
        const auto [first, second] = random_pair(rng, a, b);
        if (!meet(first, second)) {
          i += (a == Kind::point && b == Kind::point) ? 1 : 0;  // they hardly ever overlap
          continue;
        }
        ++i, ++overlapping;
        const Separation s = separation_of(first, second, 0);
        const std::string line = oracle::to_pair_line("pair", first, second);
        EXPECT_NEAR(length_of(s.direction), 1, 1e-6) << line;
        EXPECT_GE(s.depth, 0) << line;
        const double depth = s.depth, room = 1e-5 * std::max(1.0, depth);
        EXPECT_FALSE(meet(moved_by(first, s.direction, depth + room), second)) << line;
        const double shortest = depth - room_of(first, second);
        if (shortest < 10 * room) continue;
        EXPECT_TRUE(meet(moved_by(first, s.direction, shortest - room), second)) << line;
        for (int k = 0; k < 5; ++k)
          EXPECT_TRUE(meet(moved_by(first, random_direction(rng), shortest * 0.999), second)) << line;
      }
  EXPECT_GT(overlapping, 1000);
}

TEST(Separations, OfShapesThatAreApartAreTheGap) {
  Rng rng(32);
  int apart = 0;
  for (const Kind a : all_kinds)
    for (const Kind b : all_kinds)
      for (int i = 0; i < count_of(a, b); ++i) {
        const auto [first, second] = near_contact_pair(rng, a, b, std::pow(10, uniform(rng, -4, 0)));
        PairList list;
        if (!list.append({first, second})) continue;
        const Interval d = measure(list)[0].distance;
        if (!(d.lower > 0) || d.lower > 10) continue;
        ++apart;
        const Separation s = separation_of(first, second, static_cast<float>(2 * d.upper));
        const std::string line = oracle::to_pair_line("pair", first, second);
        EXPECT_NEAR(s.depth, -d.upper, 1e-6 * (1 + d.upper)) << line;
        const std::optional<double> distance = oracle::signed_distance(first, second);
        if (distance) {
          EXPECT_NEAR(s.depth, -*distance, 1e-6 * (1 + *distance)) << line;
        }
        EXPECT_NEAR(length_of(s.direction), 1, 1e-6) << line;
        EXPECT_NEAR(distance_of(moved_by(first, s.direction, s.depth), second).lower, 0, 1e-6 * (1 + d.upper)) << line;
        // Moved against the direction by the gap they overlap; two points would have to hit each other exactly.
        if ((is_blunt(a) && (is_blunt(b) || b == Kind::point)) || (a == Kind::point && is_blunt(b))) {
          EXPECT_TRUE(meet(moved_by(first, s.direction, s.depth - 1e-5), second)) << line;
        }
        EXPECT_FALSE(meet(moved_by(first, s.direction, s.depth + 1e-5), second)) << line;
      }
  EXPECT_GT(apart, 1000);
}

class SeparationsOnEveryIsa : public EveryIsa {};
INSTANTIATE_TEST_SUITE_P(, SeparationsOnEveryIsa, isas(), isa_name);

/// To the bit, whatever the order of the two shapes.
TEST_P(SeparationsOnEveryIsa, AreWhatDistanceSays) {
  Rng rng(34);
  const ShapeSet set = set_of(mixed_scene(rng, 500, 20)), others = set_of(mixed_scene(rng, 400, 20));
  const OverlapOptions options{.margin = 0.25F, .isa = GetParam()};
  OverlapPass pass;
  std::vector<Pair> pairs(20'000);
  std::vector<Separation> separations(pairs.size());
  for (const ShapeSet* second : {static_cast<const ShapeSet*>(nullptr), &others}) {
    const OverlapOutput out{.pairs = pairs, .separations = separations};
    const OverlapResult found = second == nullptr ? pass.run(set, out, options) : pass.run(set, *second, out, options);
    ASSERT_TRUE(found.complete);
    ASSERT_GT(found.pairs, 300U);
    std::vector<Pair> swapped(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(found.pairs));
    const ShapeSet& other = second == nullptr ? set : *second;
    const std::vector<Measured> measured = measure(set, other, swapped);
    for (Pair& pair : swapped) std::swap(pair.a, pair.b);
    const std::vector<Measured> mirrored = measure(other, set, swapped);
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const auto rounded = [](const Vec3d& v, float sign) {
        return Vec3{sign * static_cast<float>(v.x), sign * static_cast<float>(v.y), sign * static_cast<float>(v.z)};
      };
      const auto depth = static_cast<float>(-measured[i].distance.lower);
      ASSERT_EQ(separations[i], (Separation{rounded(measured[i].normal, 1), depth})) << i;
      ASSERT_EQ(separations[i].direction, rounded(mirrored[i].normal, -1)) << i;
    }
  }
}

TEST(Separations, WhereEveryDirectionIsAsGood) {
  const Separation of_balls = separation_of(Sphere{{1, 2, 3}, 0.5F}, Sphere{{1, 2, 3}, 0.25F}, 0);
  EXPECT_EQ(of_balls, (Separation{{1, 0, 0}, 0.75F}));
  const Separation of_boxes = separation_of(Box{{0, 0, 0}, {}, {1, 2, 3}}, Aabb{{-1, -1, -1}, {1, 1, 1}}, 0);
  EXPECT_EQ(of_boxes.depth, 2);
  EXPECT_EQ(std::abs(of_boxes.direction.x), 1);
  const Separation of_face = separation_of(Box{{0, 2, 0}, {}, {1, 1, 1}}, Box{{0, 0, 0}, {}, {5, 1.5F, 5}}, 0);
  EXPECT_EQ(of_face, (Separation{{0, 1, 0}, 0.5F}));
}

TEST(Separations, GoWithThePairs) {
  Rng rng(33);
  ShapeSet set;
  for (int i = 0; i < 400; ++i) add_to(set, shape_in_cube(rng, 5, any_kind(rng)));
  OverlapPass pass;
  const std::uint64_t count = pass.run(set, {}).pairs;
  ASSERT_GT(count, 100U);
  std::vector<Pair> pairs(count + 5);
  std::vector<Separation> separations(count + 5), again(count / 2);
  const OverlapResult all = pass.run(set, {.pairs = pairs, .separations = separations});
  EXPECT_EQ(all.pairs, count);
  EXPECT_TRUE(all.complete);
  const OverlapResult half = pass.run(set, {.pairs = {pairs.data(), again.size()}, .separations = again});
  EXPECT_FALSE(half.complete);
  EXPECT_TRUE(std::equal(again.begin(), again.end(), separations.begin()));
  EXPECT_EQ(separations[static_cast<std::size_t>(count)], Separation{}) << "behind the pairs nothing is written";
}

TEST(Separations, OfNoShapeSayNothing) {
  ShapeSet set;
  set.add(Box{{0, 0, 0}, {}, {1, 1, 1}});
  for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
    set.add(Sphere{{0, bad, 0}, 1}, Check::none);
    set.add(Box{{0, 0, bad}, {}, {1, 1, 1}}, Check::none);
  }
  std::vector<Pair> pairs(10);
  std::vector<Separation> separations(10, Separation{{0, 1, 0}, 7});
  EXPECT_EQ(overlap(set, {.pairs = pairs, .separations = separations}).pairs, 10U);
  EXPECT_EQ(separations, std::vector<Separation>(10, Separation{{1, 0, 0}, 0}));
}

}  // namespace
}  // namespace lockstep::test
