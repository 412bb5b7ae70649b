// A World of bodies of several parts: its culling, nearest neighbours and overlaps are those of all parts, combined,
// after any history.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

#include "body_worlds.hpp"
#include "box_distance.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "lockstep/distance.hpp"
#include "lockstep/overlap.hpp"
#include "lockstep/world.hpp"
#include "sets/shape_bounds.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
using Mask = std::vector<std::uint64_t>;

std::size_t count_bits(const Mask& mask) {
  std::size_t bits = 0;
  for (const std::uint64_t word : mask) bits += static_cast<std::size_t>(std::popcount(word));
  return bits;
}

/// Every part of every body has a place in the order.
void expect_order(const World& world, const BodySet& bodies) {
  ASSERT_EQ(world.size(), bodies.size());
  std::vector<std::size_t> stands(bodies.size());
  for (const std::uint32_t body : world.order())
    if (body != no_object) ++stands[body];
  std::size_t holes = 0;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    holes += bodies.contains(i) ? 0U : 1U;
    EXPECT_EQ(world.contains(i), bodies.contains(i));
    EXPECT_EQ(stands[i], bodies.contains(i) ? bodies.part_count(i) : 0) << "body " << i;
  }
  EXPECT_EQ(world.free_slots(), holes);
}

void expect_culled(const World& world, const BodySet& bodies, const ConvexVolume& volume, const CullOptions& options) {
  Mask of_parts(mask_words(bodies.parts().size())), mask(mask_words(bodies.size()), 0x1234),
      in_order(mask_words(world.order().size()), 0x1234);
  cull(volume, bodies.parts(), of_parts, options);
  const Mask expected = bits_of_bodies(bodies, of_parts);
  EXPECT_EQ(cull(volume, world, mask, options), count_bits(expected));
  EXPECT_EQ(mask, expected);
  EXPECT_EQ(cull_count(volume, world, options), count_bits(expected));
  EXPECT_EQ(cull_in_order(volume, world, in_order, options), count_bits(expected));
  for (std::size_t p = 0; p < world.order().size(); ++p) {
    const std::uint32_t body = world.order()[p];
    const bool is_seen = body != no_object && (expected[body / 64] >> body % 64 & 1) != 0;
    EXPECT_EQ((in_order[p / 64] >> p % 64 & 1) != 0, is_seen) << "position " << p;
  }
}

/// By a pass over all shapes and all parts.
std::vector<std::vector<std::uint32_t>> lists_by_parts(const BodySet& bodies, const ShapeSet& shapes,
                                                       OverlapOptions options) {
  const auto group = of_parts(bodies, {options.second_filter.group.begin(), options.second_filter.group.end()});
  const auto mask = of_parts(bodies, {options.second_filter.mask.begin(), options.second_filter.mask.end()});
  if (!options.second_filter.group.empty()) options.second_filter.group = group;
  if (!options.second_filter.mask.empty()) options.second_filter.mask = mask;
  std::vector<Pair> pairs(shapes.size() * bodies.parts().size());
  const OverlapResult found = overlap(shapes, bodies.parts(), {.pairs = pairs}, options);
  std::vector<std::vector<std::uint32_t>> lists(shapes.size());
  for (const Pair& pair : std::span(pairs).first(found.pairs)) lists[pair.a].push_back(bodies.owner(pair.b).body);
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return lists;
}

void expect_lists(const ObjectLists& lists, const std::vector<std::vector<std::uint32_t>>& expected) {
  ASSERT_EQ(lists.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(std::vector(lists[i].begin(), lists[i].end()), expected[i]) << "shape " << i;
}

void expect_overlaps(const World& world, const BodySet& bodies, const ShapeSet& shapes, const OverlapOptions& options) {
  const auto expected = lists_by_parts(bodies, shapes, options);
  expect_lists(overlapping(world, shapes, options), expected);
  Mask any(mask_words(shapes.size()), 0x1234), expected_any(any.size());
  any_overlapping(world, shapes, any, options);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected_any[i / 64] |= std::uint64_t{!expected[i].empty()} << i % 64;
  EXPECT_EQ(any, expected_any);
}

std::vector<Vec3> points_in_a_cube(Rng& rng, std::size_t count, double half) {
  std::vector<Vec3> points(count);
  for (Vec3& p : points) p = point(rng, half);
  return points;
}

struct Near {
  double lower, upper;
  std::uint32_t body;
  friend bool operator<(const Near& a, const Near& b) {
    return std::tie(a.lower, a.upper, a.body) < std::tie(b.lower, b.upper, b.body);
  }
};

/// All bodies, the nearest to a point first: by the distances of all parts.
std::vector<Near> all_in_order(const Vec3& point, const BodySet& bodies, Isa isa) {
  ShapeSet one;
  one.add(Point{point});
  std::vector<Pair> pairs;
  for (std::uint32_t j = 0; j < bodies.parts().size(); ++j)
    if (bodies.parts().contains(j)) pairs.push_back({0, j});
  std::vector<Interval> distances(pairs.size());
  distance(one, bodies.parts(), pairs, {distances}, DistanceOptions{.isa = isa});
  std::map<std::uint32_t, Near> nearest;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const std::uint32_t body = bodies.owner(pairs[k].b).body;
    const double lower = std::max(distances[k].lower, box_distance(point, bodies.parts(), pairs[k].b));
    const double upper = std::max(distances[k].upper, 0.0);
    const auto [at, is_first] = nearest.try_emplace(body, Near{lower, upper, body});
    at->second.lower = std::min(at->second.lower, lower), at->second.upper = std::min(at->second.upper, upper);
  }
  std::vector<Near> all;
  for (const auto& [body, near] : nearest) all.push_back(near);
  std::sort(all.begin(), all.end());
  return all;
}

void expect_nearest(const World& world, const BodySet& bodies, const std::vector<Vec3>& points, std::size_t k,
                    Isa isa) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<std::uint32_t> objects(k * points.size(), 77);
  std::vector<Interval> distances(objects.size());
  nearest(world, points, k, {objects, distances}, {.isa = isa});
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::vector<Near> all = all_in_order(points[i], bodies, isa);
    SCOPED_TRACE("point " + std::to_string(i) + ", " + std::to_string(k) + " of " + std::to_string(all.size()));
    for (std::size_t j = 0; j < k; ++j) {
      const Near expected = j < all.size() ? all[j] : Near{infinity, infinity, no_object};
      EXPECT_EQ(objects[i * k + j], expected.body);
      EXPECT_EQ(distances[i * k + j].lower, expected.lower);
      EXPECT_EQ(distances[i * k + j].upper, expected.upper);
    }
  }
}

/// All queries, for a few shapes and points.
void expect_as_parts(const World& world, const BodySet& bodies, Rng& rng, Isa isa) {
  expect_order(world, bodies);
  static const std::vector<NamedVolume> all_volumes = volumes();
  for (std::size_t i = 0; i < all_volumes.size(); i += 3)
    for (const Touching touching : {Touching::overlap, Touching::separate})
      expect_culled(world, bodies, all_volumes[i].volume, {.touching = touching, .isa = isa});
  const BodySet shapes = random_bodies(rng, 20, 1, 32);
  const auto group = random_numbers(rng, bodies.size()), mask = random_numbers(rng, bodies.size());
  const auto of_shapes = random_numbers(rng, shapes.parts().size());
  for (const float margin : {0.0F, 3.0F})
    for (const Touching touching : {Touching::overlap, Touching::separate})
      expect_overlaps(world, bodies, shapes.parts(), {.margin = margin, .touching = touching, .isa = isa});
  expect_overlaps(world, bodies, shapes.parts(),
                  {.margin = 8, .filter = {of_shapes, of_shapes}, .second_filter = {group, mask}, .isa = isa});
  expect_lists(within(world, shapes.parts(), 2, {.isa = isa}), lists_by_parts(bodies, shapes.parts(), {.margin = 2}));
  const std::vector<Vec3> points = points_in_a_cube(rng, 20, 35);
  for (const std::size_t k : {1U, 4U, 33U}) expect_nearest(world, bodies, points, k, isa);
}

class WorldOfBodies : public EveryIsa {};

TEST_P(WorldOfBodies, SaysWhatTheirPartsSay) {
  Rng rng(241);
  for (const std::size_t count : {0U, 1U, 2U, 40U, 150U})
    for (const int most_parts : {1, 5, 30}) {
      SCOPED_TRACE(std::to_string(count) + " bodies of up to " + std::to_string(most_parts) + " parts");
      const BodySet bodies = bodies_in_a_cube(rng, count, most_parts);
      expect_as_parts(World(bodies, {.isa = GetParam()}), bodies, rng, GetParam());
    }
}

/// Overlapping bodies, whose distances are 0 or intervals that overlap.
TEST_P(WorldOfBodies, NearestOfACrowd) {
  Rng rng(242);
  const BodySet bodies = random_bodies(rng, 120, 12, 2);
  const World world(bodies, {.isa = GetParam()});
  const std::vector<Vec3> points = points_in_a_cube(rng, 30, 3);
  for (const std::size_t k : {1U, 3U, 20U, 119U, 120U, 130U}) expect_nearest(world, bodies, points, k, GetParam());
}

/// Round parts that are nearly equal in nearly the same place, with the widest intervals of all.
TEST_P(WorldOfBodies, NearestOfRoundPartsInEachOther) {
  BodySet bodies;
  Rng rng(243);
  for (int i = 0; i < 60; ++i) {
    std::vector<BodyPart> parts;
    for (int k = 0; k < 6; ++k) {
      const float z = static_cast<float>(uniform(rng, 0, 1e-3));
      parts.emplace_back(Ellipsoid{{0, 0, z}, rotation(rng), {1, 2, 3}});
      parts.emplace_back(Cone{{0, 0, -1 - z}, {0, 0, 1 + z}, 1.5F});
    }
    bodies.add(parts, {point(rng, 0.01), {}});
  }
  const World world(bodies, {.isa = GetParam()});
  const std::vector<Vec3> points = points_in_a_cube(rng, 40, 6);
  for (const std::size_t k : {1U, 5U, 59U}) expect_nearest(world, bodies, points, k, GetParam());
}

TEST_P(WorldOfBodies, WhateverBecameOfIt) {
  Rng rng(244);
  BodySet bodies = bodies_in_a_cube(rng, 120, 6);
  World world(bodies, {.isa = GetParam()});
  for (int step = 0; step < 8; ++step) {
    SCOPED_TRACE("step " + std::to_string(step));
    if (step % 4 == 0) move_all(bodies, rng, 30), world.move(bodies);
    if (step % 4 == 1) {  // the same free slots of bodies, other parts
      const std::uint32_t changed = bodies.contains(7) ? 7 : 8;
      const std::vector<BodyPart> parts(10, Sphere{{0, 0, 0}, 1});
      bodies.remove(changed), bodies.add(parts, pose(rng, 30)), world.move(bodies);
    }
    if (step % 4 == 2) {
      std::vector<std::uint32_t> gone;
      for (std::uint32_t i = static_cast<std::uint32_t>(step); i < bodies.size(); i += 7)
        if (bodies.contains(i)) gone.push_back(i);
      world.remove(gone, {.isa = GetParam()});
      for (const std::uint32_t i : gone) bodies.remove(i);
    }
    if (step % 4 == 3) world.sort({.isa = GetParam()});
    expect_as_parts(world, bodies, rng, GetParam());
    const World copy = world;
    expect_order(copy, bodies);
  }
}

INSTANTIATE_TEST_SUITE_P(, WorldOfBodies, isas(), isa_name);

/// Bodies of one part are like shapes of a set: the same order, bits and numbers.
TEST(WorldOfBodiesOf, OnePartAsTheSet) {
  Rng rng(245);
  const BodySet bodies = bodies_in_a_cube(rng, 300, 1);
  const World of_bodies(bodies), of_shapes(bodies.parts());
  ASSERT_TRUE(std::ranges::equal(of_bodies.order(), of_shapes.order()));
  const ConvexVolume volume = volumes()[0].volume;
  Mask a(mask_words(300)), b(a);
  EXPECT_EQ(cull_in_order(volume, of_bodies, a), cull_in_order(volume, of_shapes, b));
  EXPECT_EQ(a, b);
  const BodySet shapes = random_bodies(rng, 100, 1, 30);
  EXPECT_EQ(within(of_bodies, shapes.parts(), 4).objects, within(of_shapes, shapes.parts(), 4).objects);
  const std::vector<Vec3> points = points_in_a_cube(rng, 100, 40);
  EXPECT_EQ(within(of_bodies, points, 4).objects, within(of_shapes, points, 4).objects);
  std::vector<std::uint32_t> near(700), same(700);
  std::vector<Interval> distances(700), same_distances(700);
  nearest(of_bodies, points, 7, {near, distances}), nearest(of_shapes, points, 7, {same, same_distances});
  EXPECT_EQ(near, same);
  EXPECT_EQ(distances, same_distances);
}

/// Objects that moved far are sorted while other bodies are removed.
TEST(WorldOfBodiesOf, RemovalsThatSort) {
  Rng rng(253);
  BodySet bodies = random_bodies(rng, 3000, 4, 60);
  World world(bodies);
  move_all(bodies, rng, 60);
  world.move(bodies);
  for (std::uint32_t first = 0; first < 30; ++first) {
    std::vector<std::uint32_t> gone;
    for (std::uint32_t i = first; i < bodies.size(); i += 31) gone.push_back(i);
    world.remove(gone);
    for (const std::uint32_t i : gone) bodies.remove(i);
    expect_order(world, bodies);
    if (first % 5 == 0) {
      expect_nearest(world, bodies, points_in_a_cube(rng, 3, 60), 2, default_isa());
    }
  }
}

/// Many calls, in which the parts are sorted incrementally.
TEST(WorldOfBodiesOf, ManyMovesAndRemovals) {
  Rng rng(246);
  BodySet bodies = random_bodies(rng, 3000, 4, 60);
  World world(bodies);
  for (int step = 0; step < 60; ++step) {
    for (std::uint32_t i = 0; i < bodies.size(); ++i)
      if (bodies.contains(i) && below(rng, 3) == 0) bodies.move(i, pose(rng, 60));
    world.move(bodies);
    if (step % 3 == 2) {
      std::vector<std::uint32_t> gone;
      for (std::uint32_t i = 0; i < bodies.size(); ++i)
        if (bodies.contains(i) && below(rng, 50) == 0) gone.push_back(i);
      world.remove(gone);
      for (const std::uint32_t i : gone) bodies.remove(i);
    }
    expect_order(world, bodies);
  }
  expect_as_parts(world, bodies, rng, default_isa());
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < bodies.size(); ++i)
    if (bodies.contains(i)) all.push_back(i);
  world.remove(all);
  for (const std::uint32_t i : all) bodies.remove(i);
  expect_as_parts(world, bodies, rng, default_isa());
}

TEST(WorldOfBodiesOf, PartsThatAreNone) {
  Rng rng(247);
  BodySet bodies = random_bodies(rng, 30, 3, 20);
  const BodyPart parts[] = {Sphere{{0, not_a_number, 0}, 1}, Sphere{{1, 2, 3}, 1}};
  bodies.add(parts, {}, Check::none);
  const World world(bodies);
  const BodySet shapes = random_bodies(rng, 20, 1, 20);
  for (const Touching touching : {Touching::overlap, Touching::separate})
    expect_overlaps(world, bodies, shapes.parts(), {.touching = touching});
  const std::vector<Vec3> points = points_in_a_cube(rng, 20, 20);
  for (const std::size_t k : {1U, 3U}) expect_nearest(world, bodies, points, k, default_isa());
}

TEST(WorldOfBodiesOf, Passes) {
  Rng rng(248);
  BodySet bodies = bodies_in_a_cube(rng, 200, 6), others = bodies_in_a_cube(rng, 100, 6);
  World world(bodies);
  const World of_others(others);
  const std::vector<std::uint32_t> gone = {1, 2, 4};
  world.remove(gone);
  for (const std::uint32_t i : gone) bodies.remove(i);
  OverlapPass pass;
  std::vector<Pair> pairs(20000), expected(pairs);
  const OverlapResult found = pass.run(world, {.pairs = pairs}, {.margin = 2});
  EXPECT_EQ(found.pairs, overlap(bodies, {.pairs = expected}, {.margin = 2}).pairs);
  EXPECT_GT(found.pairs, 0U);
  EXPECT_EQ(pairs, expected);
  const OverlapResult of_two = pass.run(world, of_others, {.pairs = pairs}, {.margin = 2});
  EXPECT_EQ(of_two.pairs, overlap(bodies, others, {.pairs = expected}, {.margin = 2}).pairs);
  EXPECT_EQ(pairs, expected);
  EXPECT_EQ(error_of([&] { (void)pass.run(world, World(others.parts()), {.pairs = pairs}); }),
            "worlds: the first is one of bodies, the second one of shapes");
}

TEST(WorldOfBodiesOf, Handles) {
  BodySet bodies = bodies_in_a_cube(249, 20, 4);
  World world(bodies);
  const ObjectHandle first = world.handle(3), second = world.handle(4);
  world.remove(std::vector<std::uint32_t>{3});
  EXPECT_FALSE(world.contains(first));
  EXPECT_TRUE(world.contains(second));
  EXPECT_FALSE(world.bodies().contains(3));
  bodies.remove(4);
  const BodyPart part[] = {Sphere{{0, 0, 0}, 1}};
  EXPECT_EQ(bodies.add(part), 4U);  // another one in its place, which cannot be distinguished from it
  world.move(bodies);
  EXPECT_TRUE(world.contains(second));
  EXPECT_EQ(world.find(world.handle(3)), 3U);
  EXPECT_EQ(error_of([&] { (void)world.find(first); }), "handle of object 3, generation 0: the object was removed");
  bodies.remove(4);
  world.move(bodies);
  EXPECT_FALSE(world.contains(second));
}

TEST(WorldOfBodiesOf, Refusals) {
  BodySet bodies = bodies_in_a_cube(250, 20, 4);
  World world(bodies);
  const std::vector<Aabb> boxes = {{{0, 0, 0}, {1, 1, 1}}};
  const auto view = AabbView::of(boxes, &Aabb::min, &Aabb::max);
  World of_boxes(view), of_shapes(bodies.parts());
  const std::vector<std::uint32_t> indices = {0}, hole = {5}, beyond = {20};
  EXPECT_EQ(error_of([&] { world.move(indices, view); }), "aabbs: the world is one of bodies");
  EXPECT_EQ(error_of([&] { world.add(view); }), "aabbs: the world is one of bodies");
  EXPECT_EQ(error_of([&] { World(BodySet()).add(view); }), "aabbs: the world is one of bodies");
  EXPECT_EQ(error_of([&] { World(ShapeSet()).add(view); }), "aabbs: the world is one of shapes");
  EXPECT_EQ(error_of([&] { world.move(BodySet()); }), "bodies: has 0 objects, the world has 20");
  EXPECT_EQ(error_of([&] { (void)world.shapes(); }), "shapes: the world is one of bodies");
  EXPECT_EQ(error_of([&] { (void)of_boxes.bodies(); }), "bodies: the world is one of aabbs");
  EXPECT_EQ(error_of([&] { (void)of_shapes.bodies(); }), "bodies: the world is one of shapes");
  EXPECT_EQ(error_of([&] { world.remove(hole); }), "indices[0] = 5: was removed");
  EXPECT_EQ(error_of([&] { world.remove(beyond); }), "indices[0] = 20: out of range, the world has 20 objects");
  const BodySet shapes = bodies_in_a_cube(251, 3, 1);
  const std::vector<std::uint32_t> of_parts(bodies.parts().size());
  ASSERT_NE(of_parts.size(), bodies.size());
  EXPECT_NE(error_of([&] { (void)overlapping(world, shapes.parts(), {.second_filter = {of_parts, {}}}); }), "");
  Rng rng(252);
  expect_as_parts(world, bodies, rng, default_isa());
}

TEST(WorldOfBodiesOf, NothingBecomesOneOfBodies) {
  World world;
  world.move(BodySet());
  EXPECT_EQ(world.bodies().size(), 0U);
  EXPECT_EQ(world.size(), 0U);
  EXPECT_EQ(world.order().size(), 0U);
}

}  // namespace
}  // namespace lockstep::test
