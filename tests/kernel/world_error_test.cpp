// Errors of a World, which is then as before; and several threads that query one world.
#include <gtest/gtest.h>

#include <latch>
#include <thread>

#include "bad_numbers.hpp"
#include "error_of.hpp"
#include "lockstep/overlap.hpp"
#include "volumes.hpp"
#include "worlds.hpp"

namespace lockstep::test {
namespace {

Columns some_spheres(std::size_t count, unsigned seed = 200) {
  oracle::Rng rng(seed);
  return objects_near(volumes()[0].volume, Objects::spheres, count, rng);
}

TEST(WorldErrors, NumbersAreNamed) {
  Columns columns = some_spheres(9000);
  columns[1][8000] = inf;
  EXPECT_EQ(error_of([&] { world_of(columns); }), "spheres.y[8000] = inf" + not_coordinate);
  columns[3][17] = nan;
  EXPECT_EQ(error_of([&] { world_of(columns); }), "spheres.radius[17] = nan" + not_length);
  EXPECT_EQ(error_of([&] { World(SphereView{{}, {}, {}, {}, 2}); }), "spheres.x: is null, the view has 2 objects");
}

TEST(WorldErrors, MovesThatAreNone) {
  const Columns columns = some_spheres(1000);
  World world = world_of(columns);
  const ConvexVolume volume = volumes()[0].volume;
  const auto expect_as_before = [&] {
    std::vector<std::uint64_t> mask(mask_words(1000));
    cull(volume, world, mask);
    EXPECT_EQ(mask, mask_of(volume, packed(columns), 1000, {}));
  };
  Columns bad = some_spheres(1000, 201);
  bad[2][999] = nan;
  EXPECT_EQ(error_of([&] { move_all(world, bad); }), "spheres.z[999] = nan" + not_coordinate);
  EXPECT_EQ(error_of([&] { move_all(world, some_spheres(999)); }), "spheres: has 999 objects, the world has 1000");
  oracle::Rng rng(202);
  const Columns boxes = objects_near(volume, Objects::aabbs, 1000, rng);
  EXPECT_EQ(error_of([&] { move_all(world, boxes); }), "aabbs: the world is one of spheres");
  const auto move_some = [&](std::vector<std::uint32_t> indices, const Columns& numbers) {
    return error_of([&] { with_view(numbers, [&](const auto& view) { world.move(indices, view); }); });
  };
  EXPECT_EQ(move_some({1, 2}, some_spheres(3)), "spheres: has 3 objects, needs one for each of the 2 indices");
  EXPECT_EQ(move_some({1, 1000}, some_spheres(2)), "indices[1] = 1000: out of range, the world has 1000 objects");
  EXPECT_EQ(move_some({1}, some_of(bad, std::vector<std::uint32_t>{999})), "spheres.z[0] = nan" + not_coordinate);
  expect_as_before();
}

TEST(WorldErrors, QuestionsThatAreNone) {
  const World world = world_of(some_spheres(100));
  const std::vector<Vec3> points = {{0, 0, 0}, {1, nan, 0}}, good = {{0, 0, 0}};
  std::vector<std::uint32_t> objects(4, 9);
  EXPECT_EQ(error_of([&] { nearest(world, points, 2, {objects}); }), "points[1].y = nan" + not_coordinate);
  EXPECT_EQ(error_of([&] { (void)within(world, points, 1); }), "points[1].y = nan" + not_coordinate);
  EXPECT_EQ(error_of([&] { (void)within(world, good, -1); }), "distance = -1" + not_length);
  EXPECT_EQ(error_of([&] { (void)within(world, good, inf); }), "distance = inf" + not_length);
  EXPECT_EQ(error_of([&] { nearest(world, good, 3, {objects}); }),
            "objects: has 4 elements, needs 3 for each of the 1 points");
  std::vector<Interval> distances(3);
  EXPECT_EQ(error_of([&] {
              nearest(world, good, 4, {objects, distances});
            }),
            "distances: has 3 elements, needs 4 for each of the 1 points");
  EXPECT_EQ(objects, std::vector<std::uint32_t>(4, 9));
  std::vector<Vec3> own = good;  // three numbers, where three indices would be written
  EXPECT_EQ(error_of([&] {
              nearest(world, own, 3, {{reinterpret_cast<std::uint32_t*>(own.data()), 3}});
            }),
            "objects: shares memory with points");
  EXPECT_EQ(own, good);
  std::vector<std::uint64_t> mask(3);
  EXPECT_EQ(error_of([&] { cull(volumes()[0].volume, world, mask); }),
            "visible: has 3 words, needs mask_words(100) = 2");
}

TEST(WorldErrors, EmptyWorldsAnswer) {
  World world;
  EXPECT_EQ(world.size(), 0U);
  EXPECT_EQ(cull_count(volumes()[0].volume, world), 0U);
  const std::vector<Vec3> points = {{0, 0, 0}};
  std::vector<std::uint32_t> objects(2);
  nearest(world, points, 2, {objects});
  EXPECT_EQ(objects, std::vector<std::uint32_t>(2, no_object));
  EXPECT_EQ(within(world, points, 1).first, (std::vector<std::size_t>{0, 0}));
  EXPECT_EQ(within(world, std::span<const Vec3>(), 1).size(), 0U);
  world.move(SphereView{});
  world.move({}, AabbView{});
  EXPECT_EQ(world.size(), 0U);
}

TEST(WorldThreads, SeveralAsk) {
  World changed = world_of(some_spheres(20000));
  std::vector<std::uint32_t> gone;
  for (std::uint32_t i = 0; i < 20000; i += 3) gone.push_back(i);
  changed.remove(gone);
  with_view(some_spheres(1000), [&](const auto& view) { changed.add(view); });
  const World& world = changed;
  const ConvexVolume volume = volumes()[0].volume;
  const std::vector<Vec3> points(50, Vec3{0.5F, 0, -3});
  const Columns batch = some_spheres(40, 203);
  const auto answer = [&] {
    std::vector<std::uint64_t> mask(mask_words(world.size()));
    cull(volume, world, mask);
    std::vector<std::uint32_t> objects(4 * points.size());
    nearest(world, points, 4, {objects});
    const std::vector<std::uint32_t> met =
        with_view(batch, [&](const auto& view) { return overlapping(world, view).objects; });
    return std::tuple(mask, objects, within(world, points, 0.5F).objects, met);
  };
  const auto expected = answer();
  std::latch start(4);
  std::vector<int> agreed(4);
  std::vector<std::thread> threads;
  for (int& count : agreed)
    threads.emplace_back([&, own = &count] {
      start.arrive_and_wait();
      for (int i = 0; i < 2; ++i) *own += answer() == expected ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(agreed, std::vector<int>(4, 2));
}

}  // namespace
}  // namespace lockstep::test
