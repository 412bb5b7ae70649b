// Rays against a kept world: the bits of the same rays against a set of the same shapes, whatever became of the world.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "first_hits.hpp"

namespace lockstep::test {
namespace {

/// Balls or boxes, as a view has them, and as a set.
template <class Shape>
struct Solids {
  std::vector<Shape> shapes;

  [[nodiscard]] auto view() const {
    if constexpr (std::is_same_v<Shape, Sphere>)
      return SphereView::of(shapes, &Sphere::center, &Sphere::radius);
    else
      return AabbView::of(shapes, &Aabb::min, &Aabb::max);
  }
  [[nodiscard]] ShapeSet set() const {
    ShapeSet set;
    for (const Shape& shape : shapes) set.add(shape);
    return set;
  }
};

/// Sizes, places and rays over so many powers of ten, around 1.
struct Scales {
  Rng rng;
  double decades;

  double at(double reach) { return oracle::uniform(rng, -reach, reach); }
  double scale() { return std::pow(10, at(decades)); }
  Vec3 vec(double reach) {
    const auto number = [&] { return static_cast<float>(at(reach)); };
    const float x = number(), y = number();
    return {x, y, number()};
  }
  void append(std::vector<Sphere>& to) {
    to.push_back({vec(20 * scale()), static_cast<float>(std::abs(at(2)) * scale())});
  }
  void append(std::vector<Aabb>& to) {
    const Vec3 a = vec(20 * scale()), side = vec(2 * scale());
    to.push_back({a, {a.x + std::abs(side.x), a.y + std::abs(side.y), a.z + std::abs(side.z)}});
  }
  template <class Shape>
  Solids<Shape> solids(std::size_t count) {
    Solids<Shape> made;
    while (made.shapes.size() < count) append(made.shapes);
    return made;
  }
  std::vector<Ray> rays(std::size_t count) {
    std::vector<Ray> made;
    while (made.size() < count) {
      Ray ray{vec(30 * scale()), vec(60 * scale())};
      const int sort = oracle::below(rng, 8);
      if (sort == 0) ray.motion.x = 0;
      if (sort <= 1) ray.motion.z = 0;
      if (sort == 2) ray.motion = {};
      if (sort == 3) ray.motion.y = std::copysign(1e-35F, ray.motion.y);
      if (sort == 4) ray.origin = {};
      made.push_back(ray);
    }
    return made;
  }
};

/// A ray past a point, which it meets but for rounding.
Ray ray_past(Scales& scales, const Vec3& p) {
  const Vec3 way = scales.vec(10);
  Ray ray{{p.x - way.x, p.y - way.y, p.z - way.z}, {2 * way.x, 2 * way.y, 2 * way.z}};
  if (oracle::below(scales.rng, 4) == 0) ray.origin.y = p.y, ray.motion.y = 0;
  return ray;
}

/// Past edges and corners of boxes, and along balls.
std::vector<Ray> grazing_rays(Scales& scales, const Solids<Aabb>& boxes) {
  std::vector<Ray> rays;
  for (const Aabb& box : boxes.shapes)
    for (int corner = 0; corner < 8; ++corner) {
      const auto pick = [&](int axis, float low, float high) { return (corner >> axis & 1) != 0 ? high : low; };
      Vec3 p{pick(0, box.min.x, box.max.x), pick(1, box.min.y, box.max.y), pick(2, box.min.z, box.max.z)};
      if (corner % 2 == 0) p.x = 0.5F * (box.min.x + box.max.x);
      rays.push_back(ray_past(scales, p));
    }
  return rays;
}
std::vector<Ray> grazing_rays(Scales& scales, const Solids<Sphere>& balls) {
  std::vector<Ray> rays;
  for (const auto& [c, r] : balls.shapes)
    for (int k = 0; k < 8; ++k) {
      const Ray past = ray_past(scales, c);
      const Vec3& m = past.motion;
      const double across = std::hypot(m.x, m.y);  // (m.y, -m.x, 0) / across stands on the motion
      if (!(across > 0)) continue;
      const auto x = static_cast<float>(r * m.y / across), y = static_cast<float>(-r * m.x / across);
      rays.push_back({{past.origin.x + x, past.origin.y + y, past.origin.z}, m});
    }
  return rays;
}

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

/// A world as wide as this one makes lanes keep what a ray enters too late. Where that is all that a block has, the ray
/// goes on to others, with nobody else in its tile to keep the search going.
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
  // In new worlds neighbours lie in one block. What has moved stays in the block where it was.
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

/// So large that rays take turns.
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

INSTANTIATE_TEST_SUITE_P(, WorldRays, isas(), isa_name);

TEST(RaysOfWorlds, WithFilters) {
  const Range range(245, 1000, 300);
  std::vector<std::uint32_t> masks, groups;
  for (std::size_t i = 0; i < range.rays.size(); ++i) masks.push_back(static_cast<std::uint32_t>(i % 8));
  for (std::size_t j = 0; j < range.set.size(); ++j) groups.push_back(1U << j % 3);
  RayOptions options;
  options.filter = {masks, groups};
  EXPECT_TRUE(first_hits_of(range.rays, World(range.set), options) == first_hits_of(range.rays, range.set, options));
}

/// A world that has moved answers as one that is built anew.
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

TEST(RaysOfWorlds, OfManyThreads) {
  const Range range(255, 2000, 700);
  const World world(range.set);
  const FirstHits expected = first_hits_of(range.rays, range.set);
  for (const int threads : {1, 2, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute([&] { EXPECT_TRUE(first_hits_of(range.rays, world) == expected); });
  }
}

/// Where no box has room to give, along axes that the ray does not move along.
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

/// As those of sets: a bad ray, a motion beyond all places, a bad shape among good ones.
TEST(RaysOfWorlds, OfBadNumbers) {
  const std::vector<Ray> rays = {{{0, 0, 0}, {8, 0, 0}},
                                 {{0, not_a_number, 0}, {8, 0, 0}},
                                 {{0, 0, 0}, {8, 0, std::numeric_limits<float>::infinity()}},
                                 {{0, 90, 0}, {8, 0, 0}},
                                 {{-1, 1, 0}, {3e38F, 0, 0}},
                                 {{3e38F, 0, 0}, {-3e38F, 0, 0}}};
  RayOptions options;
  options.check = Check::none;
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
  RayOptions options;
  options.filter = {{}, three};
  EXPECT_EQ(error({shapes}, options), "options.filter.groups: has 3 elements, needs 1, one for each shape");
  rays[1].motion.x = not_a_number;
  EXPECT_EQ(error({shapes}), "rays[1].motion.x = nan: must be a finite number");
  EXPECT_EQ(shapes, (std::vector<std::uint32_t>{7, 7}));
}

}  // namespace
}  // namespace lockstep::test
