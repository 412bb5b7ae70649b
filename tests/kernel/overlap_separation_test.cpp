// How to part points, spheres and boxes: moved by what a pass says, they are in contact, and there is no shorter way.
#include <gtest/gtest.h>

#include "error_of.hpp"
#include "judge.hpp"
#include "overlap_scene.hpp"
#include "pair_line.hpp"

namespace lockstep::test {
namespace {

constexpr Kind separable[] = {Kind::point, Kind::sphere, Kind::aabb, Kind::box};

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

TEST(Separations, LeadToContactByTheShortestWay) {
  Rng rng(31);
  int overlapping = 0;
  for (const Kind a : separable)
    for (const Kind b : separable)
      for (int i = 0; i < 60;) {
        const auto [first, second] = oracle::random_pair(rng, a, b);
        if (!meet(first, second)) {
          i += (a == Kind::point && b == Kind::point) ? 1 : 0;  // hardly ever meet
          continue;
        }
        ++i, ++overlapping;
        const Separation s = separation_of(first, second, 0);
        const std::string line = oracle::to_pair_line("pair", first, second);
        EXPECT_NEAR(length_of(s.direction), 1, 1e-6) << line;
        EXPECT_GE(s.depth, 0) << line;
        const double depth = s.depth;
        EXPECT_FALSE(meet(moved_by(first, s.direction, depth + 1e-5), second)) << line;
        if (depth < 1e-4) continue;
        EXPECT_TRUE(meet(moved_by(first, s.direction, depth - 1e-5), second)) << line;
        for (int k = 0; k < 20; ++k)
          EXPECT_TRUE(meet(moved_by(first, random_direction(rng), depth * 0.999), second)) << line;
      }
  EXPECT_GT(overlapping, 900);
}

TEST(Separations, OfShapesThatAreApartAreTheGap) {
  Rng rng(32);
  for (const Kind a : separable)
    for (const Kind b : separable)
      for (int i = 0; i < 60; ++i) {
        const auto [first, second] = oracle::near_contact_pair(rng, a, b, std::pow(10, uniform(rng, -4, 0)));
        const std::optional<double> distance = oracle::signed_distance(first, second);
        ASSERT_TRUE(distance.has_value());
        if (!(*distance > 0)) continue;
        const Separation s = separation_of(first, second, static_cast<float>(2 * *distance));
        const std::string line = oracle::to_pair_line("pair", first, second);
        EXPECT_NEAR(s.depth, -*distance, 1e-6 * (1 + *distance)) << line;
        EXPECT_NEAR(length_of(s.direction), 1, 1e-6) << line;
        // Against the direction by the gap they meet; two points would have to hit each other.
        if (a != Kind::point || b != Kind::point) {
          EXPECT_TRUE(meet(moved_by(first, s.direction, s.depth - 1e-5), second)) << line;
        }
        EXPECT_FALSE(meet(moved_by(first, s.direction, s.depth + 1e-5), second)) << line;
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
  for (int i = 0; i < 400; ++i) add_to(set, shape_in_cube(rng, 5, separable[rng() % 4]));
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

TEST(Separations, OfOtherKindsAreAnError) {
  ShapeSet set, capsules;
  set.add(Sphere{{0, 0, 0}, 1}), set.add(Point{{0, 0, 0}});
  capsules.add(Sphere{{0, 0, 0}, 1});
  const std::uint32_t capsule = capsules.add(Capsule{{0, 0, 0}, {1, 0, 0}, 1});
  OverlapPass pass;
  std::vector<Pair> pairs(9, Pair{7, 7});
  std::vector<Separation> separations(9);
  const OverlapOutput out{.pairs = pairs, .separations = separations};
  const std::string text = "separations: shape 1 (capsule) has none, only points, spheres and boxes do";
  EXPECT_EQ(error_of([&] { (void)pass.run(capsules, out); }), text);
  EXPECT_EQ(error_of([&] { (void)pass.run(set, capsules, out); }), text);
  EXPECT_EQ(pairs, std::vector<Pair>(9, Pair{7, 7})) << "nothing is written";
  capsules.remove(capsule);
  EXPECT_EQ(error_of([&] { (void)pass.run(set, capsules, out); }), "");
}

}  // namespace
}  // namespace lockstep::test
