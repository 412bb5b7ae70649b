// A kept world of the shapes of a set: it culls as the set does, after all that may become of it.
#include <gtest/gtest.h>

#include <algorithm>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "shape_worlds.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

using Mask = std::vector<std::uint64_t>;

void expect_same_as_set(const ConvexVolume& volume, const World& world, const ShapeSet& set,
                        const CullOptions& options = {}) {
  ASSERT_EQ(world.size(), set.size());
  Mask expected(mask_words(set.size())), mask(expected.size(), 0x1234),
      in_order(mask_words(world.order().size()), 0x1234);
  const std::size_t count = cull(volume, set, expected, options);
  EXPECT_EQ(cull(volume, world, mask, options), count);
  EXPECT_EQ(cull_count(volume, world, options), count);
  EXPECT_EQ(cull_in_order(volume, world, in_order, options), count);
  EXPECT_EQ(mask, expected);
  Mask by_index(expected.size());
  for (std::size_t p = 0; p < world.order().size(); ++p)
    if (world.order()[p] != no_object)
      by_index[world.order()[p] / 64] |= (in_order[p / 64] >> p % 64 & 1) << world.order()[p] % 64;
  EXPECT_EQ(by_index, expected);
}

class WorldOfShapesCull : public EveryIsa {};

TEST_P(WorldOfShapesCull, AsTheSet) {
  for (const std::size_t count : {0U, 1U, 64U, 300U}) {
    const ShapeSet set = shapes_in_a_cube(210, count);
    const World world(set, {.isa = GetParam()});
    for (const NamedVolume& v : volumes())
      for (const Touching touching : {Touching::overlap, Touching::separate})
        expect_same_as_set(v.volume, world, set, {.touching = touching, .isa = GetParam()});
  }
}

INSTANTIATE_TEST_SUITE_P(, WorldOfShapesCull, isas(), isa_name);

TEST(WorldOfShapes, NamesEachShapeOnce) {
  ShapeSet set = shapes_in_a_cube(211, 500);
  set.add(Sphere{{0, not_a_number, 0}, 1}, Check::none);
  const World world(set);
  std::vector<std::uint32_t> sorted(world.order().begin(), world.order().end()), expected;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    EXPECT_EQ(world.contains(i), set.contains(i));
    if (set.contains(i)) expected.push_back(i);
  }
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, expected);
  EXPECT_EQ(world.holes(), set.holes());
}

TEST(WorldOfShapes, Removes) {
  ShapeSet set = shapes_in_a_cube(216, 300);
  World world(set);
  const ObjectHandle handle = world.handle(7);
  std::vector<std::uint32_t> gone;
  for (std::uint32_t i = 7; i < 300; i += 9) gone.push_back(i), set.remove(i);
  world.remove(gone);
  expect_same_as_set(volumes()[0].volume, world, set);
  EXPECT_EQ(world.shapes().holes(), set.holes());
  EXPECT_FALSE(world.contains(handle));
  world.sort();
  expect_same_as_set(volumes()[0].volume, world, set);
  set.add(Sphere{{0, 0, 0}, 1});
  world.move(set);
  expect_same_as_set(volumes()[0].volume, world, set);
  EXPECT_FALSE(world.contains(handle));
}

TEST(WorldOfShapes, MovesToAnotherSet) {
  const ConvexVolume volume = volumes()[0].volume;
  World world(shapes_in_a_cube(212, 300));
  for (const std::uint64_t seed : {213U, 214U, 215U}) {
    ShapeSet set = shapes_in_a_cube(seed, 300);
    for (std::uint32_t i = 0; i < 300; i += static_cast<std::uint32_t>(seed - 208))
      if (set.contains(i)) set.remove(i);
    world.move(set);
    expect_same_as_set(volume, world, set);
    EXPECT_EQ(world.shapes().holes(), set.holes());
    const World copy = world;
    expect_same_as_set(volume, copy, set);
  }
}

TEST(WorldOfShapes, Refusals) {
  ShapeSet set;
  set.add(Aabb{{0, 0, 0}, {1, 1, 1}});
  World world(set);
  const std::vector<Aabb> boxes = {{{0, 0, 0}, {1, 1, 1}}};
  const auto view = AabbView::of(boxes, &Aabb::min, &Aabb::max);
  World of_boxes(view);
  const std::vector<std::uint32_t> indices = {0};
  EXPECT_EQ(error_of([&] { world.move(view); }), "aabbs: the world is one of shapes");
  EXPECT_EQ(error_of([&] { world.move(indices, view); }), "aabbs: the world is one of shapes");
  EXPECT_EQ(error_of([&] { of_boxes.move(set); }), "shapes: the world is one of aabbs");
  EXPECT_EQ(error_of([&] { world.move(ShapeSet()); }), "shapes: has 0 objects, the world has 1");
  EXPECT_EQ(error_of([&] { (void)of_boxes.shapes(); }), "shapes: the world is one of aabbs");
  expect_same_as_set(volumes()[0].volume, world, set);
}

}  // namespace
}  // namespace lockstep::test
