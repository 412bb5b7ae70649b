// The objects of a world that shapes overlap, compared with `intersect` of all pairs: on every distribution, with
// margins, filters and free slots, near contact and for invalid shapes.
#include "lockstep/overlap.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>

#include "bad_numbers.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "overlap_expectations.hpp"
#include "world_scenes.hpp"

namespace lockstep::test {
namespace {

/// For a batch of a view's objects, and the same as a set.
void expect_batch(const World& world, const ShapeSet& objects, const Columns& batch, const OverlapOptions& options) {
  const ShapeSet shapes = set_of_columns(batch);
  const std::vector<Pair> expected = pairs_of(shapes, objects, options);
  expect_pairs(world, shapes, shapes.size(), expected, options);
  with_view(batch, [&](const auto& view) { expect_pairs(world, view, view.count, expected, options); });
}

TEST(WorldOverlap, SpheresAndBoxesOfAnyDistribution) {
  Rng rng(221);
  for (const Distribution& d : distributions)
    for (const Objects kind : objects_of_worlds)
      for (const Objects of_batch : objects_of_worlds)
        for (const std::size_t count : {0U, 1U, 65U, 400U}) {
          SCOPED_TRACE(d.name + (", " + std::string(name(of_batch)) + " and " + std::to_string(count) + " ") +
                       std::string(name(kind)));
          const Columns columns = objects_of(d, kind, count, rng), batch = objects_of(d, of_batch, 25, rng);
          const World world = world_of(columns);
          const ShapeSet objects = set_of_columns(columns);
          for (const OverlapOptions& options : both_touchings(0)) expect_batch(world, objects, batch, options);
          expect_batch(world, objects, batch, {.margin = 0.5F});
          expect_batch(world, objects, Columns(stream_count(of_batch)), {});
        }
}

/// Shapes of unit size near the objects, some of which are much larger or smaller.
TEST(WorldOverlap, ShapesOfAnyKind) {
  Rng rng(222);
  for (const Objects kind : objects_of_worlds)
    for (const std::size_t d : {0U, 1U, 5U, 6U}) {
      SCOPED_TRACE(distributions[d].name + (", " + std::string(name(kind))));
      const Columns columns = objects_of(distributions[d], kind, 500, rng);
      const World world = world_of(columns);
      const ShapeSet objects = set_of_columns(columns);
      std::vector<AnyShape> batch;
      for (int i = 0; i < 120; ++i) batch.push_back(shape_in_cube(rng, 10, any_kind(rng)));
      ShapeSet shapes = set_of(batch);
      remove_some(shapes, rng);
      for (const float margin : {0.0F, 0.25F})
        for (const OverlapOptions& options : both_touchings(margin))
          expect_pairs(world, shapes, shapes.size(), pairs_of(shapes, objects, options), options);
    }
}

/// Worlds of a set with free slots, some shapes of which may be invalid.
TEST(WorldOverlap, WorldsOfShapes) {
  Rng rng(227);
  ShapeSet objects = set_of(mixed_scene(rng, 600, 3));
  objects.add(Sphere{{nan, 0, 0}, 1}, Check::none);
  remove_some(objects, rng);
  const World world(objects);
  ShapeSet shapes = set_of(mixed_scene(rng, 100, 3));
  remove_some(shapes, rng);
  for (const float margin : {0.0F, 0.25F})
    for (const OverlapOptions& options : both_touchings(margin)) {
      expect_pairs(world, shapes, shapes.size(), pairs_of(shapes, objects, options), options);
      for (const Objects kind : objects_of_worlds)
        expect_batch(world, objects, objects_of(distributions[0], kind, 30, rng), options);
    }
}

/// Spheres beside spheres and boxes, a last bit or so away from contact, where their bounding boxes decide nothing.
TEST(WorldOverlap, NearContact) {
  Rng rng(223);
  for (const Objects kind : objects_of_worlds)
    for (const Objects of_batch : objects_of_worlds)
      for (const float far : {0.0F, 3.0F, 1e6F}) {
        Columns columns = objects_of(distributions[0], kind, 300, rng), batch(stream_count(of_batch));
        for (std::size_t k = 0; k < 3; ++k)
          for (float& x : columns[k]) x += far;
        if (kind == Objects::aabbs)
          for (std::size_t k = 3; k < 6; ++k)
            for (float& x : columns[k]) x += far;
        for (std::size_t i = 0; i < 300; ++i) {
          const std::size_t axis = i % 3, last = kind == Objects::aabbs ? axis + 3 : axis;
          const float radius = of_batch == Objects::spheres ? 0.25F : 0;
          float end = columns[last][i] + (kind == Objects::spheres ? columns[3][i] : 0) + radius;
          for (auto steps = oracle::below(rng, 5) - 2; steps != 0; steps += steps < 0 ? 1 : -1)
            end = std::nextafter(end, steps < 0 ? -1e30F : 1e30F);
          for (std::size_t k = 0; k < 3; ++k) batch[k].push_back(k == axis ? end : columns[k][i]);
          if (of_batch == Objects::spheres) batch[3].push_back(radius);
          for (std::size_t s = 3; s < batch.size() && of_batch == Objects::aabbs; ++s)
            batch[s].push_back(batch[s - 3][i] + 1);
        }
        const World world = world_of(columns);
        const ShapeSet objects = set_of_columns(columns);
        for (const OverlapOptions& options : both_touchings(0)) expect_batch(world, objects, batch, options);
      }
}

TEST(WorldOverlap, FiltersAndHoles) {
  Rng rng(224);
  const auto bits = [&](std::size_t count) {
    std::vector<std::uint32_t> some;
    for (std::size_t i = 0; i < count; ++i) some.push_back(static_cast<std::uint32_t>(1 + rng() % 7));
    return some;
  };
  for (const Objects kind : objects_of_worlds) {
    const Columns columns = objects_of(distributions[0], kind, 3000, rng);
    const Columns batch = objects_of(distributions[0], Objects::spheres, 100, rng);
    World world = world_of(columns);
    ShapeSet objects = set_of_columns(columns);
    std::vector<std::uint32_t> gone;
    for (std::uint32_t i = 0; i < 3000; i += 1 + static_cast<std::uint32_t>(rng() % 3)) gone.push_back(i);
    world.remove(gone);
    for (const std::uint32_t i : gone) objects.remove(i);
    const auto group = bits(100), mask = bits(100), second_group = bits(3000), second_mask = bits(3000);
    expect_batch(world, objects, batch, {});
    expect_batch(world, objects, batch, {.filter = {group, mask}});
    expect_batch(world, objects, batch, {.filter = {.mask = mask}, .second_filter = {.group = second_group}});
    expect_batch(world, objects, batch, {.filter = {group, mask}, .second_filter = {second_group, second_mask}});
  }
}

/// Many parts and a random order of the shapes; the world's history and the number of threads do not matter.
TEST(WorldOverlap, ManyShapesOfMovedWorlds) {
  Rng rng(225);
  const Columns columns = objects_of(distributions[0], Objects::aabbs, 5000, rng);
  const Columns batch = objects_of(distributions[0], Objects::spheres, 5000, rng);
  World moved = world_of(objects_of(distributions[4], Objects::aabbs, 5000, rng));
  move_all(moved, columns);
  with_view(batch, [&](const auto& view) {
    const ObjectLists lists = overlapping(world_of(columns), view);
    const std::vector<Pair> expected = pairs_of(lists);
    expect_pairs(moved, view, 5000, expected, {});
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    expect_pairs(moved, view, 5000, expected, {});
    for (std::size_t i = 0; i < 5000; i += 97) {
      const auto one_of = some_of(batch, std::vector<std::uint32_t>{static_cast<std::uint32_t>(i)});
      const ObjectLists alone = with_view(one_of, [&](const auto& single) { return overlapping(moved, single); });
      EXPECT_TRUE(std::equal(alone.objects.begin(), alone.objects.end(), lists[i].begin(), lists[i].end())) << i;
    }
  });
}

/// Several rounds of open pairs for one shape.
TEST(WorldOverlap, ShapesThatTouchEverything) {
  Rng rng(226);
  for (const Objects kind : objects_of_worlds) {
    const Columns columns = objects_of(distributions[0], kind, 1000, rng);
    World world = world_of(columns);
    world.remove(std::vector<std::uint32_t>{0, 5, 999});
    for (const float bad : {nan, inf})
      for (const Objects of_batch : objects_of_worlds) {
        Columns batch = objects_of(distributions[0], of_batch, 3, rng);
        batch[1][1] = bad;
        with_view(batch, [&](const auto& view) {
          const std::string number = of_batch == Objects::spheres ? "spheres.y" : "aabbs.min_y";
          EXPECT_EQ(error_of([&] { (void)overlapping(world, view); }),
                    number + "[1] = " + (bad == inf ? "inf" : "nan") + not_coordinate);
          for (const Isa isa : supported_isas()) {
            const OverlapOptions options{.check = Check::none, .isa = isa};
            EXPECT_EQ(overlapping(world, view, options)[1].size(), 997U);
            const OverlapOptions apart{.touching = Touching::separate, .check = Check::none, .isa = isa};
            EXPECT_EQ(overlapping(world, view, apart)[1].size(), 0U);
          }
        });
      }
  }
}

TEST(WorldOverlap, WorldsAndBatchesOfNothing) {
  const SphereView nothing{};
  EXPECT_EQ(overlapping(World(), nothing).first, std::vector<std::size_t>{0});
  const Columns one = {{0}, {0}, {0}, {1}};
  with_view(one, [&](const auto& view) {
    EXPECT_EQ(overlapping(World(), view).first, (std::vector<std::size_t>{0, 0}));
    World world(view);
    EXPECT_EQ(overlapping(world, view).objects, std::vector<std::uint32_t>{0});
    world.remove(std::vector<std::uint32_t>{0});
    EXPECT_EQ(overlapping(world, view).first, (std::vector<std::size_t>{0, 0}));
  });
}

TEST(WorldOverlap, QuestionsThatAreNone) {
  const Columns one = {{0}, {0}, {0}, {1}};
  with_view(one, [&](const auto& view) {
    const World world(view);
    const std::vector<std::uint32_t> bits(2);
    std::vector<std::uint64_t> any(2, 7);
    EXPECT_EQ(error_of([&] { (void)overlapping(world, view, {.margin = -1}); }), "options.margin = -1" + not_length);
    EXPECT_EQ(error_of([&] { (void)overlapping(world, view, {.second_filter = {.mask = bits}}); }),
              "options.second_filter.mask: has 2 elements, needs one for each of the 1 objects, or none");
    EXPECT_EQ(error_of([&] {
                (void)overlapping(world, SphereView{{}, {}, {}, {}, 1});
              }),
              "spheres.x: is null, the view has 1 objects");
    EXPECT_NE(error_of([&] { any_overlapping(world, view, any); }).find("any: has 2"), std::string::npos);
    Columns own = one;
    own[0].resize(2);
    const SphereView shared{{own[0].data()}, {own[1].data()}, {own[2].data()}, {own[3].data()}, 1};
    const std::span<std::uint64_t> word(reinterpret_cast<std::uint64_t*>(own[0].data()), 1);
    EXPECT_NE(error_of([&] { any_overlapping(world, shared, word); }).find("shares memory"), std::string::npos);
    EXPECT_EQ(any, std::vector<std::uint64_t>(2, 7));
  });
}

}  // namespace
}  // namespace lockstep::test
