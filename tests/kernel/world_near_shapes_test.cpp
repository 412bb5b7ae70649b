// The shapes of a World near points, and the objects of any World near shapes: by the distances and verdicts of all
// pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "box_distance.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "lockstep/distance.hpp"
#include "lockstep/world.hpp"
#include "sets/shape_bounds.hpp"
#include "shape_worlds.hpp"

namespace lockstep::test {
namespace {

std::vector<Vec3> points_in_a_cube(std::uint64_t seed, std::size_t count, double reach) {
  Rng rng(seed);
  std::vector<Vec3> points(count);
  for (Vec3& p : points)
    for (float* x : {&p.x, &p.y, &p.z}) *x = static_cast<float>(oracle::uniform(rng, -reach, reach));
  return points;
}

struct Near {
  double lower, upper;
  std::uint32_t index;
  friend bool operator<(const Near& a, const Near& b) {
    return std::tie(a.lower, a.upper, a.index) < std::tie(b.lower, b.upper, b.index);
  }
};

/// All shapes of a set, the nearest to a point first.
std::vector<Near> all_in_order(const Vec3& point, const ShapeSet& set, Isa isa) {
  ShapeSet one;
  one.add(Point{point});
  std::vector<Pair> pairs;
  for (std::uint32_t j = 0; j < set.size(); ++j)
    if (set.contains(j)) pairs.push_back({0, j});
  std::vector<Interval> distances(pairs.size());
  distance(one, set, pairs, {distances}, DistanceOptions{.isa = isa});
  std::vector<Near> all;
  for (std::size_t k = 0; k < pairs.size(); ++k)
    all.push_back({std::max(distances[k].lower, box_distance(point, set, pairs[k].b)),
                   std::max(distances[k].upper, 0.0), pairs[k].b});
  std::sort(all.begin(), all.end());
  return all;
}

void expect_nearest_shapes(const World& world, const ShapeSet& set, const std::vector<Vec3>& points, std::size_t k,
                           Isa isa) {
  std::vector<std::uint32_t> objects(k * points.size(), 77), alone(objects);
  std::vector<Interval> distances(objects.size());
  nearest(world, points, k, {objects, distances}, {.isa = isa});
  nearest(world, points, k, {alone}, {.isa = isa});
  EXPECT_EQ(alone, objects);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::vector<Near> all = all_in_order(points[i], set, isa);
    SCOPED_TRACE("point " + std::to_string(i) + ", " + std::to_string(k) + " of " + std::to_string(all.size()));
    for (std::size_t j = 0; j < k; ++j) {
      const Interval& found = distances[i * k + j];
      if (j >= all.size()) {
        EXPECT_EQ(objects[i * k + j], no_object);
        EXPECT_EQ(found.lower, std::numeric_limits<double>::infinity());
        continue;
      }
      EXPECT_EQ(objects[i * k + j], all[j].index);
      EXPECT_EQ(found, (Interval{all[j].lower, all[j].upper}));
    }
  }
}

class NearShapes : public EveryIsa {};

TEST_P(NearShapes, NearestAreThoseOfAllDistances) {
  for (const std::size_t count : {0U, 1U, 70U, 1500U}) {
    const ShapeSet set = shapes_in_a_cube(430 + count, count);
    const World world(set, {.isa = GetParam()});
    for (const std::size_t k : {0U, 1U, 8U, 100U})
      expect_nearest_shapes(world, set, points_in_a_cube(431 + count, 20, k == 8 ? 300 : 35), k, GetParam());
  }
}

TEST_P(NearShapes, WithinWhatIsNotFarther) {
  const ShapeSet set = shapes_in_a_cube(440, 600);
  const World world(set, {.isa = GetParam()});
  const std::vector<Vec3> points = points_in_a_cube(441, 60, 35);
  for (const float reach : {0.0F, 2.5F, 40.0F})
    for (const Touching touching : {Touching::overlap, Touching::separate}) {
      const ObjectLists lists = within(world, points, reach, {.isa = GetParam(), .touching = touching});
      ASSERT_EQ(lists.size(), points.size());
      for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<bool> listed(set.size());
        for (const std::uint32_t j : lists[i]) listed[j] = true;
        for (const Near& near : all_in_order(points[i], set, GetParam())) {
          if (near.lower > reach * 1.00001 + 1e-4) {
            EXPECT_FALSE(listed[near.index]);
          }
          if (near.upper < reach * 0.99999 - 1e-4) {
            EXPECT_TRUE(listed[near.index]);
          }
        }
        EXPECT_TRUE(std::is_sorted(lists[i].begin(), lists[i].end()));
      }
    }
}

/// Shapes in place of points, near shapes and near spheres: the verdicts of pairs within a margin.
TEST_P(NearShapes, WithinOfShapes) {
  const ShapeSet set = shapes_in_a_cube(442, 600), asked = shapes_in_a_cube(443, 80);
  const World world(set, {.isa = GetParam()});
  const ObjectLists lists = within(world, asked, 3, {.isa = GetParam()});
  ASSERT_EQ(lists.size(), asked.size());
  for (std::uint32_t i = 0; i < asked.size(); ++i) {
    if (!asked.contains(i)) {
      EXPECT_TRUE(lists[i].empty());
      continue;
    }
    std::vector<Pair> pairs;
    for (std::uint32_t j = 0; j < set.size(); ++j)
      if (set.contains(j)) pairs.push_back({i, j});
    std::vector<Interval> distances(pairs.size());
    distance(asked, set, pairs, {distances});
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const bool is_listed = std::binary_search(lists[i].begin(), lists[i].end(), pairs[k].b);
      if (distances[k].upper < 2.999) {
        EXPECT_TRUE(is_listed);
      }
      if (distances[k].lower > 3.001) {
        EXPECT_FALSE(is_listed);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, NearShapes, isas(), isa_name);

TEST(NearestShapes, OfSeveralThatAreAsNear) {
  ShapeSet set;
  for (int i = 0; i < 300; ++i) set.add(Sphere{{0, 0, 0}, 1});
  set.add(Aabb{{3, -1, -1}, {4, 1, 1}});
  const World world(set);
  const std::vector<Vec3> points = {{0.25F, 0, 0}, {3.5F, 0, 0}, {-5, 0, 0}};
  std::vector<std::uint32_t> objects(9);
  std::vector<Interval> distances(9);
  nearest(world, points, 3, {objects, distances});
  EXPECT_EQ(objects, (std::vector<std::uint32_t>{0, 1, 2, 300, 0, 1, 0, 1, 2}));
  for (const std::size_t j : {0U, 1U, 2U, 3U}) EXPECT_EQ(distances[j], (Interval{0, 0}));
  EXPECT_LE(distances[8].lower, 4);
  EXPECT_GE(distances[8].upper, 4);
}

TEST(NearestShapes, HaveNoHistory) {
  World world(shapes_in_a_cube(444, 900));
  for (std::uint64_t step = 0; step < 4; ++step) {
    const ShapeSet later = shapes_in_a_cube(445 + step, 900);
    const std::vector<Vec3> points = points_in_a_cube(450 + step, 30, 35);
    world.move(later);
    std::vector<std::uint32_t> objects(150), expected(150);
    nearest(world, points, 5, {objects});
    nearest(World(later), points, 5, {expected});
    EXPECT_EQ(objects, expected);
    const ObjectLists found = within(world, points, 3), anew = within(World(later), points, 3);
    EXPECT_TRUE(found.first == anew.first && found.objects == anew.objects);
  }
}

/// An invalid shape may be anywhere.
TEST(NearestShapes, BesideABadNumber) {
  ShapeSet set = shapes_in_a_cube(460, 200);
  const std::uint32_t bad = set.add(Sphere{{0, not_a_number, 0}, 1}, Check::none);
  const World world(set);
  std::vector<std::uint32_t> objects(200);
  std::vector<Interval> distances(200);
  nearest(world, std::vector<Vec3>{{9, 9, 9}}, 200, {objects, distances});
  const auto at = std::find(objects.begin(), objects.end(), bad) - objects.begin();
  ASSERT_LT(at, 200);
  EXPECT_EQ(distances[static_cast<std::size_t>(at)], (Interval{0, std::numeric_limits<double>::infinity()}));
  const std::vector<Vec3> far = {{1e6F, 0, 0}};
  EXPECT_EQ(within(world, far, 1).objects, (std::vector<std::uint32_t>{bad}));
  EXPECT_TRUE(within(world, far, 1, {.touching = Touching::separate}).objects.empty());
}

TEST(NearestShapes, OfBallsAndBoxes) {
  const std::vector<Sphere> balls = {{{0, 0, 0}, 1}, {{9, 0, 0}, 1}, {{20, 0, 0}, 1}};
  const SphereView view = SphereView::of(balls, &Sphere::center, &Sphere::radius);
  const World world(view);
  const ObjectLists lists = within(world, view, 7);
  EXPECT_EQ(lists.first, (std::vector<std::size_t>{0, 2, 4, 5}));
  EXPECT_EQ(lists.objects, (std::vector<std::uint32_t>{0, 1, 0, 1, 2}));
  const std::vector<Aabb> boxes = {{{11, -1, -1}, {12, 1, 1}}};
  EXPECT_EQ(within(world, AabbView::of(boxes, &Aabb::min, &Aabb::max), 7.5F).objects,
            (std::vector<std::uint32_t>{1, 2}));
}

TEST(NearestShapes, Refusals) {
  const World world(shapes_in_a_cube(461, 20));
  std::vector<Vec3> points(2);
  std::vector<std::uint32_t> objects(3, 7);
  EXPECT_EQ(error_of([&] { nearest(world, points, 2, {objects}); }),
            "objects: has 3 elements, needs 2 for each of the 2 points");
  EXPECT_EQ(error_of([&] { (void)within(world, points, -1); }),
            "distance = -1: must be a finite number, not negative and at most 1e18");
  EXPECT_EQ(error_of([&] { (void)within(world, world.shapes(), not_a_number); }),
            "distance = nan: must be a finite number, not negative and at most 1e18");
  points[1].y = not_a_number;
  EXPECT_EQ(error_of([&] { (void)within(world, points, 1); }),
            "points[1].y = nan: must be a finite number of at most 1e18");
  std::vector<Sphere> balls = {{{0, 0, 0}, -1}};
  EXPECT_EQ(error_of([&] { (void)within(world, SphereView::of(balls, &Sphere::center, &Sphere::radius), 1); }),
            "spheres.radius[0] = -1: must be a finite number, not negative and at most 1e18");
  EXPECT_EQ(objects, (std::vector<std::uint32_t>{7, 7, 7}));
}

}  // namespace
}  // namespace lockstep::test
