// A World culls like the view that it was made of, for any history.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <array>
#include <cmath>
#include <numeric>

#include "every_isa.hpp"
#include "volumes.hpp"
#include "worlds.hpp"

namespace lockstep::test {
namespace {

using oracle::Rng;
using oracle::uniform;
using Mask = std::vector<std::uint64_t>;

constexpr CullMethod methods[] = {CullMethod::exact, CullMethod::planes};
constexpr Touching touchings[] = {Touching::overlap, Touching::separate};

Mask mask_of_world(const ConvexVolume& volume, const World& world, const CullOptions& options) {
  Mask mask(mask_words(world.size()), 0x1234);
  const std::size_t count = cull(volume, world, mask, options);
  EXPECT_EQ(count, cull_count(volume, world, options));
  return mask;
}

/// The same by the world's own order.
Mask mask_by_order(const ConvexVolume& volume, const World& world, const CullOptions& options) {
  Mask by_position(mask_words(world.size()), 0x1234), mask(by_position.size());
  cull_in_order(volume, world, by_position, options);
  for (std::size_t p = 0; p < 64 * by_position.size(); ++p) {
    if (!is_set(by_position, p)) continue;
    if (p >= world.size()) {
      ADD_FAILURE() << "a bit behind the last object";
      break;
    }
    mask[world.order()[p] / 64] |= std::uint64_t{1} << world.order()[p] % 64;
  }
  return mask;
}

void expect_same_as_view(const ConvexVolume& volume, const World& world, const Columns& columns,
                         const CullOptions& options, const std::string& what) {
  const Mask expected = mask_of(volume, packed(columns), world.size(), options);
  EXPECT_EQ(mask_of_world(volume, world, options), expected) << what;
  EXPECT_EQ(mask_by_order(volume, world, options), expected) << what;
}

/// Objects near the volume, many of them shrunk to specks, so that whole blocks lie on one side of its planes.
Columns specks_near(const ConvexVolume& volume, Objects kind, std::size_t count, Rng& rng) {
  Columns columns = objects_near(volume, kind, count, rng);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 16 == 0) continue;
    if (kind == Objects::spheres) columns[3][i] *= 0x1p-9F;
    for (std::size_t s = 3; s < columns.size() && kind == Objects::aabbs; ++s)
      columns[s][i] = columns[s - 3][i] + (columns[s][i] - columns[s - 3][i]) * 0x1p-9F;
  }
  return columns;
}

class WorldCull : public EveryIsa {};

TEST_P(WorldCull, AsTheView) {
  Rng rng(190);
  for (const NamedVolume& v : volumes())
    for (const Objects kind : objects_of_worlds)
      for (const bool small : {false, true}) {
        const Columns columns =
            small ? specks_near(v.volume, kind, 9000, rng) : objects_near(v.volume, kind, 3000, rng);
        const World world = world_of(columns, {.isa = GetParam()});
        for (const CullMethod method : methods)
          for (const Touching touching : touchings)
            expect_same_as_view(v.volume, world, columns, {method, touching, Check::inputs, GetParam()},
                                v.name + ", " + std::string(name(kind)));
      }
}

TEST_P(WorldCull, EveryCount) {
  Rng rng(191);
  const ConvexVolume volume = volumes()[0].volume;
  for (const Objects kind : objects_of_worlds)
    for (const std::size_t count :
         {0U, 1U, 2U, 63U, 64U, 65U, 128U, 1000U, 1024U, 1025U, 4095U, 4096U, 16384U, 16385U, 70000U}) {
      const Columns columns = count == 0 ? Columns(stream_count(kind)) : specks_near(volume, kind, count, rng);
      expect_same_as_view(volume, world_of(columns, {.isa = GetParam()}), columns, {.isa = GetParam()},
                          std::to_string(count));
    }
}

/// So few specks that all planes cut their block, and each of its leaves. If one of the corners lies inside, planes
/// along the sides only bound the volume: a point inside of all of them may be outside.
TEST_P(WorldCull, OneBlockAroundTheVolume) {
  Rng rng(198);
  const ConvexVolume dented = ConvexVolume::from_corners(std::array<Vec3, 8>{
      {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {-4, -4, 9}, {4, -4, 9}, {4, 4, 9}, {0, 0, 4}}});
  ASSERT_FALSE(dented.data().planes_are_exact);
  for (const ConvexVolume& volume : {dented, volumes()[0].volume})
    for (int i = 0; i < 100; ++i) {
      const Columns columns = specks_near(volume, Objects::aabbs, 64, rng);
      expect_same_as_view(volume, world_of(columns), columns, {.isa = GetParam()}, std::to_string(i));
    }
}

/// Objects on planes of the volume, or within rounding of them: blocks must not decide them.
TEST_P(WorldCull, OnTheBorder) {
  Rng rng(192);
  for (const NamedVolume& v : volumes()) {
    const auto& data = v.volume.data();
    for (const Objects kind : objects_of_worlds) {
      Columns columns = objects_near(v.volume, kind, 4000, rng);
      for (std::size_t i = 0; i < 4000; ++i) {
        const auto plane = static_cast<std::size_t>(oracle::below(rng, std::max(data.plane_count, 1)));
        const float normal[] = {data.normal[plane].x, data.normal[plane].y, data.normal[plane].z};
        const float anchor[] = {data.anchor.x, data.anchor.y, data.anchor.z};
        double at = data.offset[plane];
        for (std::size_t k = 0; k < 3; ++k) at += double{normal[k]} * (columns[k][i] - anchor[k]);
        const double off = uniform(rng, -1e-5, 1e-5) * at;
        for (std::size_t k = 0; k < 3; ++k) {
          columns[k][i] = static_cast<float>(columns[k][i] - normal[k] * (at + off));
          if (kind == Objects::aabbs) columns[k + 3][i] = columns[k][i];
        }
        if (kind == Objects::spheres) columns[3][i] = 0;
      }
      const World world = world_of(columns);
      for (const Touching touching : touchings)
        expect_same_as_view(v.volume, world, columns, {.touching = touching, .isa = GetParam()}, v.name);
    }
  }
}

/// Blocks around corners, edges and faces of the volume, small and large beside it: some planes cut each, and the
/// others need no test.
TEST_P(WorldCull, WherePlanesMeet) {
  Rng rng(197);
  for (const NamedVolume& v : volumes()) {
    const auto corners = v.volume.corners();
    const Vec3& first = corners[0];
    for (const Objects kind : objects_of_worlds) {
      Columns columns(stream_count(kind));
      for (int place = 0; place < 60; ++place) {
        const Vec3 &a = corners[rng() % 8], &b = corners[rng() % 8], &c = corners[rng() % 8];
        const auto middle = [](float x, float y, float z) { return 0.5F * x + 0.25F * (y + z); };
        const float at[] = {middle(a.x, b.x, c.x), middle(a.y, b.y, c.y), middle(a.z, b.z, c.z)};
        const double size = 1e-3 + std::abs(a.x - b.x) + std::abs(a.y - first.y) + std::abs(b.z - c.z);
        const double spread = size * std::ldexp(1, -oracle::below(rng, 12));
        for (int i = 0; i < 64; ++i) {
          const double half = spread * std::ldexp(1, -oracle::below(rng, 9));
          for (std::size_t k = 0; k < 3; ++k) {
            const double x = std::isfinite(at[k]) ? at[k] + uniform(rng, -spread, spread) : uniform(rng, -9, 9);
            columns[k].push_back(static_cast<float>(kind == Objects::aabbs ? x - half : x));
            if (kind == Objects::aabbs) columns[k + 3].push_back(static_cast<float>(x + half));
          }
          if (kind == Objects::spheres) columns[3].push_back(static_cast<float>(half));
        }
      }
      const World world = world_of(columns);
      for (const CullMethod method : methods)
        for (const Touching touching : touchings)
          expect_same_as_view(v.volume, world, columns, {method, touching, Check::inputs, GetParam()}, v.name);
    }
  }
}

/// Planes of a tetrahedron with each corner given twice bound it in x alone: a block of specks between them is not in
/// it.
TEST_P(WorldCull, InsidePlanesThatOnlyBoundTheVolume) {
  const Vec3 a{1, 1, 1}, b{1, -1, -1}, c{-1, 1, -1}, d{-1, -1, 1};
  const ConvexVolume volume = ConvexVolume::from_corners(std::array{a, c, b, d, a, c, b, d});
  ASSERT_FALSE(volume.data().planes_are_exact);
  Rng rng(193);
  Columns columns(4);
  for (int i = 0; i < 256; ++i)
    for (std::size_t s = 0; s < 4; ++s)
      columns[s].push_back(static_cast<float>(s == 3 ? 0.001 : s == 0 ? 0 : 3 + uniform(rng, -0.01, 0.01)));
  const World world = world_of(columns);
  EXPECT_EQ(cull_count(volume, world, {.method = CullMethod::planes, .isa = GetParam()}), 256U);
  EXPECT_EQ(cull_count(volume, world, {.isa = GetParam()}), 0U);
}

INSTANTIATE_TEST_SUITE_P(, WorldCull, isas(), isa_name);

TEST(World, OrderNamesEachObjectOnce) {
  Rng rng(193);
  for (const std::size_t count : {1U, 64U, 1000U, 20000U}) {
    const World world = world_of(objects_near(volumes()[0].volume, Objects::aabbs, count, rng));
    std::vector<std::uint32_t> sorted(world.order().begin(), world.order().end()), expected(count);
    std::sort(sorted.begin(), sorted.end());
    std::iota(expected.begin(), expected.end(), 0U);
    EXPECT_EQ(sorted, expected);
    EXPECT_GE(world.memory_bytes(), count * (6 * sizeof(float) + 8));
  }
}

/// All objects move, or some, a little or anywhere, some far off and back; the world answers like a new one.
TEST(World, AnswersHaveNoHistory) {
  Rng rng(194);
  const ConvexVolume volume = volumes()[0].volume;
  for (const Objects kind : objects_of_worlds)
    for (const std::size_t count : {1U, 100U, 3000U}) {
      Columns columns = objects_near(volume, kind, count, rng);
      World world = world_of(columns);
      for (int step = 0; step < 60; ++step) {
        const Columns other = objects_near(volume, kind, count, rng);
        std::vector<std::uint32_t> moved;
        const int part = oracle::below(rng, 4);  // a few, half of them, all
        for (std::uint32_t i = 0; i < count; ++i)
          if (part >= 2 || rng() % (part == 0 ? 64 : 2) == 0) moved.push_back(i);
        if (!moved.empty() && part < 2) moved.push_back(moved[0]);  // twice: the last counts
        const float far = step % 10 == 0 ? 1e6F : 0;
        for (const std::uint32_t i : moved)
          for (std::size_t s = 0; s < columns.size(); ++s)
            columns[s][i] = other[s][i] + (kind == Objects::spheres && s == 3 ? 0 : far);
        if (part >= 2) {
          move_all(world, columns);
        } else {
          Columns numbers = some_of(columns, moved);
          if (!moved.empty()) numbers[0][0] = kind == Objects::aabbs ? -9e6F : 9e6F;  // of the one that occurs twice
          with_view(numbers, [&](const auto& view) { world.move(moved, view); });
        }
        expect_same_as_view(volume, world, columns, {}, std::to_string(step));
        const std::vector<Vec3> points = {{0, 0, 0}, {far, far, far}};
        const World fresh = world_of(columns);
        std::vector<std::uint32_t> nearest_now(8), nearest_fresh(8);
        nearest(world, points, 4, {nearest_now});
        nearest(fresh, points, 4, {nearest_fresh});
        EXPECT_EQ(nearest_now, nearest_fresh);
        EXPECT_EQ(within(world, points, 5).objects, within(fresh, points, 5).objects);
      }
    }
}

TEST(World, CopiesAreTheirOwn) {
  Rng rng(195);
  const ConvexVolume volume = volumes()[0].volume;
  const Columns columns = objects_near(volume, Objects::spheres, 500, rng);
  const Columns other = objects_near(volume, Objects::spheres, 500, rng);
  World world = world_of(columns);
  const World copy = world;
  move_all(world, other);
  expect_same_as_view(volume, copy, columns, {}, "copy");
  expect_same_as_view(volume, world, other, {}, "moved");
  world = copy;
  expect_same_as_view(volume, world, columns, {}, "assigned");
  const World taken = std::move(world);
  expect_same_as_view(volume, taken, columns, {}, "taken");
}

TEST(World, SameForEveryNumberOfThreads) {
  Rng rng(196);
  const ConvexVolume volume = volumes()[0].volume;
  for (const Objects kind : objects_of_worlds) {
    const auto near_and_far = [&] {  // the first of the largest boxes lies outside, and parts of the second
      Columns columns = specks_near(volume, kind, 150000, rng);
      for (std::size_t i = 0; i < 20000; ++i)
        columns[0][i] -= 1000, columns[3][i] -= kind == Objects::aabbs ? 1000.0F : 0.0F;
      return columns;
    };
    const Columns columns = near_and_far(), later = near_and_far();
    const auto run = [&] {
      World world = world_of(columns);
      const Mask first = mask_of_world(volume, world, {});
      std::vector<std::uint32_t> order(world.order().begin(), world.order().end());
      move_all(world, later);
      return std::tuple(first, order, mask_of_world(volume, world, {}));
    };
    const auto expected = tbb::task_arena(1).execute(run);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 4);
    for (const int threads : {3, 4})  // tasks begin anywhere in the largest boxes, or halfway
      EXPECT_TRUE(tbb::task_arena(threads).execute(run) == expected) << threads << " threads";
  }
}

}  // namespace
}  // namespace lockstep::test
