// A World of the shapes of a set: it culls like the set, after any history.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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

/// A shape of some kind within `size` of a point, or within rounding of it.
void add_small(ShapeSet& set, Rng& rng, const Vec3& at, float size) {
  size = std::max(size, 1e-4F + 1e-4F * (std::abs(at.x) + std::abs(at.y) + std::abs(at.z)));
  const auto near = [&] {
    const auto off = [&] { return static_cast<float>(oracle::uniform(rng, -0.5, 0.5)) * size; };
    return Vec3{at.x + off(), at.y + off(), at.z + off()};
  };
  const Quat turned{0.5F, 0.1F, -0.3F, 0.8062258F};
  const float part = size * static_cast<float>(oracle::uniform(rng, 0.01, 0.4));
  switch (oracle::below(rng, 9)) {
    case 0: set.add(Point{at}); break;
    case 1: set.add(Sphere{at, part}); break;
    case 2: set.add(Aabb{{at.x - part, at.y - size, at.z}, {at.x, at.y + part, at.z + part}}); break;
    case 3: set.add(Box{at, turned, {part, size / 2, part / 9}}); break;
    case 4: set.add(Capsule{near(), near(), part}); break;
    case 5: set.add(Ellipsoid{at, turned, {part, size / 2, part / 3}}); break;
    case 6: set.add(Cylinder{at, near(), part}); break;
    case 7: set.add(Cone{near(), at, part}); break;
    default: {
      const std::array corners{near(), near(), near(), near(), near()};
      set.add(ConvexHull{corners});
    }
  }
}

/// Blocks of shapes around corners, edges and faces of the volume, small and large beside it, and far outside and deep
/// inside: boxes must not decide against the kernels of the kinds.
TEST_P(WorldOfShapesCull, WherePlanesMeet) {
  Rng rng(214);
  for (const NamedVolume& v : volumes()) {
    const auto corners = v.volume.corners();
    ShapeSet set;
    for (int place = 0; place < 40; ++place) {
      const Vec3 &a = corners[rng() % 8], &b = corners[rng() % 8], &c = corners[rng() % 8], &d = corners[rng() % 8];
      const auto middle = [](float p, float q, float r, float s) { return 0.25F * (p + q) + 0.25F * (r + s); };
      const float at[] = {middle(a.x, b.x, c.x, d.x), middle(a.y, b.y, c.y, d.y), middle(a.z, b.z, c.z, d.z)};
      const double size = 1e-2 + std::abs(a.x - b.x) + std::abs(c.y - d.y);
      const double spread = std::isfinite(size) ? size * std::ldexp(1, -oracle::below(rng, 12)) : 1;
      for (int i = 0; i < 64; ++i) {
        const auto coordinate = [&](float x) {
          return static_cast<float>((std::isfinite(x) ? x : 0) + oracle::uniform(rng, -spread, spread));
        };
        add_small(set, rng, {coordinate(at[0]), coordinate(at[1]), coordinate(at[2])},
                  static_cast<float>(spread * std::ldexp(1, -oracle::below(rng, 6))));
      }
    }
    for (std::uint32_t i = 3; i < set.size(); i += 50) set.remove(i);
    set.add(Sphere{{0, not_a_number, 0}, 1}, Check::none);
    const World world(set, {.isa = GetParam()});
    for (const CullMethod method : {CullMethod::exact, CullMethod::planes})
      for (const Touching touching : {Touching::overlap, Touching::separate})
        expect_same_as_set(v.volume, world, set, {method, touching, Check::inputs, GetParam()});
  }
}

/// Planes of a tetrahedron with each corner given twice bound it in x alone: a block of specks between them is not in
/// it.
TEST_P(WorldOfShapesCull, InsidePlanesThatOnlyBoundTheVolume) {
  const Vec3 a{1, 1, 1}, b{1, -1, -1}, c{-1, 1, -1}, d{-1, -1, 1};
  const ConvexVolume volume = ConvexVolume::from_corners(std::array{a, c, b, d, a, c, b, d});
  Rng rng(215);
  ShapeSet set;
  const auto at = [&] { return static_cast<float>(3 + oracle::uniform(rng, -0.01, 0.01)); };
  for (int i = 0; i < 256; ++i) set.add(Sphere{{0, at(), at()}, 0.001F});
  const World world(set, {.isa = GetParam()});
  EXPECT_EQ(cull_count(volume, world, {.method = CullMethod::planes, .isa = GetParam()}), 256U);
  EXPECT_EQ(cull_count(volume, world, {.isa = GetParam()}), 0U);
}

/// More than a kernel takes at once, by several threads, in tiles that begin where no node of 256 blocks does.
TEST(WorldOfShapes, ManyShapes) {
  Rng rng(216);
  ShapeSet set;
  const auto at = [&] { return static_cast<float>(oracle::uniform(rng, -40, 40)); };
  for (int i = 0; i < 50000; ++i) add_small(set, rng, {at(), at(), at()}, 0.5F);
  for (std::uint32_t i = 1; i < 20000; i += 7) set.remove(i);
  const World world(set);
  for (const NamedVolume& v : volumes()) expect_same_as_set(v.volume, world, set);
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
  EXPECT_EQ(world.free_slots(), set.free_slots());
}

TEST(WorldOfShapes, Removes) {
  ShapeSet set = shapes_in_a_cube(216, 300);
  World world(set);
  const ObjectHandle handle = world.handle(7);
  std::vector<std::uint32_t> gone;
  for (std::uint32_t i = 7; i < 300; i += 9) gone.push_back(i), set.remove(i);
  world.remove(gone);
  expect_same_as_set(volumes()[0].volume, world, set);
  EXPECT_EQ(world.shapes().free_slots(), set.free_slots());
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
    EXPECT_EQ(world.shapes().free_slots(), set.free_slots());
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
