// Rays against a World: the bits of the same rays against a set of the same shapes, for any history of the world.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "first_hits.hpp"
#include "solid_rays.hpp"
#include "threads.hpp"

namespace lockstep::test {
namespace {

class WorldRays : public EveryIsa {};

TEST_P(WorldRays, AsOfASetOfAllKinds) {
  for (const auto [seed, shapes, rays] :
       {std::array{240, 0, 3}, std::array{241, 1, 70}, std::array{242, 300, 300}, std::array{243, 3000, 200}}) {
    const Range range(static_cast<std::uint64_t>(seed), shapes, rays);
    const RayOptions options{.isa = GetParam()};
    SCOPED_TRACE("seed " + std::to_string(seed));
    EXPECT_TRUE(first_hits_of(range.rays, World(range.set, {.isa = GetParam()}), options) ==
                first_hits_of(range.rays, range.set, options));
  }
}

template <class Shape>
void expect_as_of_set(std::uint64_t seed, std::size_t count, double decades, Isa isa) {
  Scales scales{Rng(seed), decades};
  const auto solids = scales.solids<Shape>(count);
  std::vector<Ray> rays = scales.rays(400);
  const std::vector<Ray> grazing = grazing_rays(scales, solids);
  rays.insert(rays.end(), grazing.begin(), grazing.end());
  const RayOptions options{.isa = isa};
  const FirstHits expected = first_hits_of(rays, solids.set(), options);
  SCOPED_TRACE("seed " + std::to_string(seed));
  EXPECT_TRUE(first_hits_of(rays, World(solids.view()), options) == expected);
  EXPECT_TRUE(first_hits_of(rays, World(solids.set()), options) == expected);
}

/// A world as wide as this one makes lanes keep objects that a ray enters too late. If a block has only those, the ray
/// continues to others, with no other ray in its tile to keep the search going.
TEST_P(WorldRays, GoOnBehindBlocksThatAreEnteredTooLate) {
  std::vector<Aabb> boxes;
  for (int k = 0; k < 400; ++k) {
    const auto at = static_cast<float>(k * 149 % 400);
    if (k % 3 == 0) boxes.push_back({{at, at * 4e11F, 0}, {at, at * 4e11F, 44000}});
    boxes.push_back({{0, 0.5F * at, -0.0625F}, {30, 0.5F * at + 87, 87}});
  }
  const Solids<Aabb> solids{boxes};
  const ShapeSet set = solids.set();
  const RayOptions options{.isa = GetParam()};
  // In new worlds neighbours are in one block. Objects that moved stay in their old block.
  World world(solids.view());
  std::vector<Aabb> moved = boxes;
  std::rotate(moved.begin(), moved.begin() + 37, moved.end());
  World moving(Solids<Aabb>{moved}.view());
  moving.move(solids.view());
  for (int k = 0; k < 200; ++k) {
    const std::vector<Ray> ray = {{{1, 2.0F * static_cast<float>(k) - 99, 0}, {0, k % 2 == 0 ? 99.0F : -99.0F, 0}}};
    const FirstHits expected = first_hits_of(ray, set, options);
    EXPECT_TRUE(first_hits_of(ray, world, options) == expected) << k;
    EXPECT_TRUE(first_hits_of(ray, moving, options) == expected) << k;
  }
}

/// A ray enters nine boxes around 4096 objects each: it hits an object in the first ones; objects in the next ones are
/// too late by the difference between boxes of a set and the lanes' larger ones; the last one has the first hit.
TEST_P(WorldRays, GoOnBehindManyBoxesThatAreEnteredTooLate) {
  Solids<Aabb> boxes;
  for (int group = 1; group <= 9; ++group)
    for (int k = 0; k < 4096; ++k) {
      const auto length = 200.0F * static_cast<float>(group), aside = 5 + 0.001F * static_cast<float>(k);
      const float met = group <= 4 ? 0.95F : group <= 8 ? 0.95F + 1.125e-5F * length : 0.5F;
      const float passed = group <= 4 ? 0.1F : group <= 8 ? 0.2F : 0.3F;
      const float low = k == 0 ? met : passed, y = k == 0 ? -0.5F : aside;
      boxes.shapes.push_back({{low, y, -0.5F}, {length - low, y + 1, 0.5F}});
    }
  const ShapeSet set = boxes.set();
  const std::vector<Ray> ray = {{{0, 0, 0}, {1, 0, 0}}};
  const RayOptions options{.isa = GetParam()};
  const FirstHits expected = first_hits_of(ray, set, options);
  EXPECT_TRUE(first_hits_of(ray, World(set), options) == expected);
  EXPECT_TRUE(first_hits_of(ray, World(boxes.view()), options) == expected);
}

/// Too large for any cache.
TEST_P(WorldRays, AsOfASetBeyondTheCaches) {
  Scales scales{Rng(247), 0};
  Solids<Aabb> boxes;
  while (boxes.shapes.size() < 400'000) {
    const Vec3 low = scales.vec(500);
    boxes.shapes.push_back({low, {low.x + 2, low.y + 1, low.z + 3}});
  }
  std::vector<Ray> rays;
  while (rays.size() < 20) rays.push_back({scales.vec(500), scales.vec(1000)});
  const RayOptions options{.isa = GetParam()};
  EXPECT_TRUE(first_hits_of(rays, World(boxes.view()), options) == first_hits_of(rays, boxes.set(), options));
}

TEST_P(WorldRays, AsOfASetOfBallsOrBoxesOfAllSizes) {
  for (const double decades : {0.0, 1.0, 3.0, 12.0})
    for (const std::size_t count : {1U, 70U, 400U}) {
      const auto seed = static_cast<std::uint64_t>(244 + 10 * decades) + count;
      expect_as_of_set<Sphere>(seed, count, decades, GetParam());
      expect_as_of_set<Aabb>(seed, count, decades, GetParam());
    }
}

/// A proof of closed forms does not count if the ray does not see the object.
template <class Shape>
void expect_filtered_as_of_set(std::uint64_t seed, Isa isa) {
  Scales scales{Rng(seed), 0};
  const auto solids = scales.solids<Shape>(900);
  const std::vector<Ray> rays = scales.rays(200);
  std::vector<std::uint32_t> masks, groups;
  for (std::size_t i = 0; i < rays.size(); ++i) masks.push_back(static_cast<std::uint32_t>(i % 9));
  for (std::size_t j = 0; j < solids.shapes.size(); ++j) groups.push_back(1U << j % 3);
  const World world(solids.view());
  RayOptions options{.isa = isa};
  for (const bool by_group : {false, true}) {
    options.filter = {masks, by_group ? groups : std::span<const std::uint32_t>()};
    EXPECT_TRUE(first_hits_of(rays, world, options) == first_hits_of(rays, solids.set(), options));
  }
}
TEST_P(WorldRays, OfBallsAndBoxesWithFilters) {
  expect_filtered_as_of_set<Sphere>(261, GetParam());
  expect_filtered_as_of_set<Aabb>(262, GetParam());
}

/// Closed forms in float leave flat boxes open: all are candidates, more than there is room for.
TEST_P(WorldRays, ThroughMoreThanThereIsRoomFor) {
  Solids<Aabb> leaves;
  for (int k = 0; k < 3000; ++k) {
    const auto z = static_cast<float>(k * 1301 % 3000);
    leaves.shapes.push_back({{-9, -9, z}, {9, 9, z}});
  }
  std::vector<Ray> rays;
  for (int k = 0; k < 12; ++k) {
    const auto at = static_cast<float>(k);
    rays.push_back({{at / 2, at / 3, 3010}, {at / 4, 0.01F, -3040}});
  }
  rays.push_back({{1, 2, 1000.5F}, {0, 0, 0.75F}});
  const RayOptions options{.isa = GetParam()};
  EXPECT_TRUE(first_hits_of(rays, World(leaves.view()), options) == first_hits_of(rays, leaves.set(), options));
}

/// With tiny or zero motion along some axes or all; from inside of shapes, from their middles and faces.
template <class Shape>
void expect_odd_rays_as_of_set(std::uint64_t seed, Isa isa) {
  Scales scales{Rng(seed), 0};
  const auto solids = scales.solids<Shape>(300);
  const float small[] = {0, -0.0F, 1e-45F, -1e-38F, 1.2e-38F, 1e-31F, -1e-20F, 60};
  std::vector<Ray> rays;
  for (std::uint32_t k = 0; k < 400; ++k) {
    const Shape& shape = solids.shapes[k % solids.shapes.size()];
    const auto pick = [&] { return small[oracle::below(scales.rng, 8)]; };
    const float x = pick(), y = pick();
    Vec3 from = scales.vec(20);
    if constexpr (std::is_same_v<Shape, Sphere>) {
      if (k % 3 == 0) from = shape.center;
      if (k % 3 == 1) from = {shape.center.x, shape.center.y + 0.5F * shape.radius, shape.center.z};
    } else {
      if (k % 3 == 0) from = shape.min;
      if (k % 3 == 1) from = {0.5F * (shape.min.x + shape.max.x), 0.5F * (shape.min.y + shape.max.y), shape.max.z};
    }
    rays.push_back({from, {x, y, pick()}});
  }
  const RayOptions options{.isa = isa};
  EXPECT_TRUE(first_hits_of(rays, World(solids.view()), options) == first_hits_of(rays, solids.set(), options));
}
TEST_P(WorldRays, OfOddMotions) {
  expect_odd_rays_as_of_set<Sphere>(263, GetParam());
  expect_odd_rays_as_of_set<Aabb>(264, GetParam());
}

/// The lowest index of those that contain the start; objects that barely contain it are not proven to.
TEST_P(WorldRays, FromInsideOfManyBoxes) {
  Solids<Aabb> boxes;
  std::vector<Ray> rays;
  for (int k = 0; k < 400; ++k) {
    const auto at = static_cast<float>(k * 149 % 400), size = 1 + static_cast<float>(k % 7);
    boxes.shapes.push_back({{at - size, -size, -1}, {at + size, size, 1}});
    const float up = k % 3 == 0 ? 0.0F : k % 3 == 1 ? size : -std::nextafter(size, 0.0F);
    rays.push_back({{at, up, k % 2 == 0 ? 0.0F : 1.0F}, {k % 5 == 0 ? 0.0F : 3.0F, -size * up, 0.5F}});
  }
  const ShapeSet set = boxes.set();
  const World world(boxes.view());
  const RayOptions options{.isa = GetParam()};
  EXPECT_TRUE(first_hits_of(rays, world, options) == first_hits_of(rays, set, options));
}

/// Enough objects that rays start below the root, or at the root if those nodes are too many.
TEST_P(WorldRays, AsOfASetOfManyLevels) {
  Scales scales{Rng(265), 0};
  for (const std::size_t count : {1025U, 17'000U, 132'000U}) {
    Solids<Sphere> balls;
    while (balls.shapes.size() < count) balls.shapes.push_back({scales.vec(300), static_cast<float>(scales.at(2) + 2)});
    std::vector<Ray> rays;
    while (rays.size() < 20) rays.push_back({scales.vec(300), scales.vec(600)});
    const RayOptions options{.isa = GetParam()};
    EXPECT_TRUE(first_hits_of(rays, World(balls.view()), options) == first_hits_of(rays, balls.set(), options));
  }
}

INSTANTIATE_TEST_SUITE_P(, WorldRays, isas(), isa_name);

TEST(RaysOfWorlds, WithFilters) {
  const Range range(245, 1000, 300);
  std::vector<std::uint32_t> masks, groups;
  for (std::size_t i = 0; i < range.rays.size(); ++i) masks.push_back(static_cast<std::uint32_t>(i % 8));
  for (std::size_t j = 0; j < range.set.size(); ++j) groups.push_back(1U << j % 3);
  const RayOptions options{.filter = {masks, groups}};
  EXPECT_TRUE(first_hits_of(range.rays, World(range.set), options) == first_hits_of(range.rays, range.set, options));
}

/// A world that has moved answers like a rebuilt one.
TEST(RaysOfWorlds, HaveNoHistory) {
  Scales scales{Rng(246), 1};
  World balls(scales.solids<Sphere>(700).view()), shapes(Range(247, 700, 1).set);
  for (std::uint64_t step = 0; step < 6; ++step) {
    const auto later = scales.solids<Sphere>(700);
    const std::vector<Ray> rays = scales.rays(200);
    balls.move(later.view());
    EXPECT_TRUE(first_hits_of(rays, balls) == first_hits_of(rays, later.set()));
    const Range range(248 + step, 700, 100);
    shapes.move(range.set);
    EXPECT_TRUE(first_hits_of(range.rays, shapes) == first_hits_of(range.rays, range.set));
  }
}

/// Right through the middle of each.
std::vector<Ray> rays_through(std::span<const Sphere> balls) {
  std::vector<Ray> rays;
  for (const auto& [at, radius] : balls) rays.push_back({{at.x, at.y, at.z - 3 * radius}, {0, 0, 6 * radius}});
  return rays;
}

/// Objects that leave the box of their block are found.
TEST(RaysOfWorlds, FollowSomeThatMove) {
  Scales scales{Rng(256), 0};
  Solids<Sphere> balls = scales.solids<Sphere>(5000);
  World world(balls.view());
  for (std::uint32_t step = 0; step < 8; ++step) {
    const std::vector<std::uint32_t> some = {step, 700 * step + 9, 4999 - step};
    Solids<Sphere> moved;
    for (const std::uint32_t index : some) {
      balls.shapes[index].center = scales.vec(2000);
      moved.shapes.push_back(balls.shapes[index]);
    }
    world.move(some, moved.view());
    const std::vector<Ray> rays = rays_through(moved.shapes);
    EXPECT_TRUE(first_hits_of(rays, world) == first_hits_of(rays, balls.set())) << step;
  }
}

/// So many are added that rays start at other nodes than before.
TEST(RaysOfWorlds, FindWhatWasThereBeforeManyCame) {
  Scales scales{Rng(257), 0};
  const auto some_balls = [&](std::size_t count) {
    Solids<Sphere> balls;
    while (balls.shapes.size() < count) balls.shapes.push_back({scales.vec(300), 0.125F});
    return balls;
  };
  Solids<Sphere> balls = some_balls(522'000);
  const Solids<Sphere> more = some_balls(6'000);
  World world(balls.view());
  world.add(more.view());
  const std::vector<Ray> rays = rays_through(std::span(balls.shapes).first(30));
  balls.shapes.insert(balls.shapes.end(), more.shapes.begin(), more.shapes.end());
  EXPECT_TRUE(first_hits_of(rays, world) == first_hits_of(rays, balls.set()));
}

TEST(RaysOfWorlds, OfManyThreads) {
  const Range range(255, 2000, 700);
  const World world(range.set);
  const FirstHits expected = first_hits_of(range.rays, range.set);
  on_threads([&] { EXPECT_TRUE(first_hits_of(range.rays, world) == expected); });
}

/// Where no box has a margin, along axes that the ray does not move along.
TEST(RaysOfWorlds, ThroughAPoint) {
  const std::vector<Ray> rays = {{{-1, 0, 0}, {2, 0, 0}}, {{0, 0, -1}, {0, 0, 2}}, {{0, 1e-30F, -1}, {0, 0, 2}}};
  const Solids<Aabb> points{{{{0, 0, 0}, {0, 0, 0}}}};
  const FirstHits found = first_hits_of(rays, World(points.view()));
  EXPECT_TRUE(found == first_hits_of(rays, points.set()));
  EXPECT_EQ(found.shapes, (std::vector<std::uint32_t>{0, 0, no_shape}));
}

TEST(RaysOfWorlds, OfNothing) {
  const std::vector<Ray> rays = {{{0, 0, 0}, {8, 0, 0}}};
  for (const World& world : {World(), World(ShapeSet()), World(Solids<Aabb>().view())}) {
    EXPECT_EQ(first_hits_of(rays, world).shapes[0], no_shape);
    EXPECT_EQ(first_hits_of(rays, world).any[0], 0U);
    EXPECT_TRUE(first_hits_of({}, world).shapes.empty());
  }
  ShapeSet holes;
  for (int i = 0; i < 100; ++i) holes.add(Sphere{{0, 0, 0}, 1});
  for (std::uint32_t i = 0; i < 100; ++i) holes.remove(i);
  EXPECT_EQ(first_hits_of(rays, World(holes)).shapes[0], no_shape);
}

/// As for sets: an invalid ray, a motion beyond all places, an invalid shape among valid ones.
TEST(RaysOfWorlds, OfBadNumbers) {
  const std::vector<Ray> rays = {{{0, 0, 0}, {8, 0, 0}},
                                 {{0, not_a_number, 0}, {8, 0, 0}},
                                 {{0, 0, 0}, {8, 0, std::numeric_limits<float>::infinity()}},
                                 {{0, 90, 0}, {8, 0, 0}},
                                 {{-1, 1, 0}, {3e38F, 0, 0}},
                                 {{3e38F, 0, 0}, {-3e38F, 0, 0}}};
  const RayOptions options{.check = Check::none};
  Range range(256, 500, 1);
  for (const bool with_bad_shape : {false, true}) {
    if (with_bad_shape) range.set.add(Sphere{{0, not_a_number, 0}, 1}, Check::none);
    const FirstHits found = first_hits_of(rays, World(range.set), options);
    EXPECT_TRUE(found == first_hits_of(rays, range.set, options));
    EXPECT_EQ(found.shapes[1], 0U);
  }
}

TEST(RaysOfWorlds, Refusals) {
  const World world(Solids<Sphere>{{{{5, 0, 0}, 1}}}.view());
  std::vector<Ray> rays = {{{0, 0, 0}, {8, 0, 0}}, {{0, 0, 0}, {0, 8, 0}}};
  std::vector<std::uint32_t> shapes(2, 7), three(3);
  std::vector<std::uint64_t> two_words(2);
  const auto error = [&](const RayHits& out, const RayOptions& options = {}) {
    return error_of([&] { first_hits(rays, world, out, options); });
  };
  EXPECT_EQ(error({three}), "out.shapes: has 3 elements, needs 2, one for each ray");
  EXPECT_EQ(error_of([&] { any_hits(rays, world, two_words); }),
            "hits: has 2 elements, needs 1, mask_words(rays.size())");
  const std::span<std::uint32_t> rays_too(reinterpret_cast<std::uint32_t*>(rays.data()), 2);
  EXPECT_EQ(error({rays_too}), "out.shapes: shares memory with rays");
  const RayOptions options{.filter = {{}, three}};
  EXPECT_EQ(error({shapes}, options), "options.filter.groups: has 3 elements, needs 1, one for each shape");
  rays[1].motion.x = not_a_number;
  EXPECT_EQ(error({shapes}), "rays[1].motion.x = nan: must be a finite number");
  EXPECT_EQ(shapes, (std::vector<std::uint32_t>{7, 7}));
}

}  // namespace
}  // namespace lockstep::test
