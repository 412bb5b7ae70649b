// The list of what one volume sees is that of its mask, for objects of every kind and for worlds.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "body_worlds.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "shape_worlds.hpp"
#include "volume_sets.hpp"
#include "worlds.hpp"

namespace lockstep::test {
namespace {

template <class Set>
void expect_list(const ConvexVolume& volume, const Set& objects, std::size_t count, const CullOptions& options) {
  Words mask(mask_words(count));
  const std::size_t seen = cull(volume, objects, mask, options);
  const Indices expected = indices_of(mask);
  ASSERT_EQ(expected.size(), seen);
  Indices list(count + 1, 77);
  EXPECT_EQ(cull(volume, objects, list, options), seen);
  EXPECT_EQ(Indices(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(seen)), expected);
  for (std::size_t i = seen; i < list.size(); ++i) EXPECT_EQ(list[i], 77U);

  Indices exact(seen);
  EXPECT_EQ(cull(volume, objects, exact, options), seen);
  EXPECT_EQ(exact, expected);
  if (seen == 0) return;
  Indices too_short(seen - 1, 77);
  EXPECT_EQ(cull(volume, objects, too_short, options), seen);
  EXPECT_EQ(too_short, Indices(seen - 1, 77));
}

class CullLists : public EveryIsa {
 protected:
  [[nodiscard]] static std::vector<CullOptions> all_options() {
    return {{.isa = GetParam()},
            {.method = CullMethod::planes, .isa = GetParam()},
            {.touching = Touching::separate, .check = Check::none, .isa = GetParam()}};
  }
};

TEST_P(CullLists, AreThoseOfMasks) {
  oracle::Rng rng(191);
  for (const std::size_t v : {std::size_t{0}, std::size_t{5}}) {
    const ConvexVolume volume = volumes()[v].volume;
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{64}, std::size_t{9000}})
      for (const CullOptions& options : all_options()) {
        for (const Objects kind : objects_of_worlds) {
          const Columns columns = objects_near(volume, kind, count, rng);
          with_view(columns, [&](const auto& view) { expect_list(volume, view, count, options); });
          expect_list(volume, world_of(columns), count, options);
        }
      }
  }
}

TEST_P(CullLists, OfTurnedBoxesSetsAndBodies) {
  oracle::Rng rng(192);
  const ConvexVolume volume = volumes()[0].volume;
  const Columns c = objects_near(volume, Objects::boxes, 500, rng);
  const Columns m = objects_near(volume, Objects::transformed_boxes, 500, rng);
  const auto at = [](const Columns& columns, std::size_t s) { return Stream{columns[s].data()}; };
  const BoxView boxes{at(c, 0), at(c, 1), at(c, 2), at(c, 3), at(c, 4), at(c, 5),
                      at(c, 6), at(c, 7), at(c, 8), at(c, 9), 500};
  const MatrixStreams matrix{at(m, 0), at(m, 1), at(m, 2), at(m, 3), at(m, 4),  at(m, 5),
                             at(m, 6), at(m, 7), at(m, 8), at(m, 9), at(m, 10), at(m, 11)};
  const TransformedBoxView transformed{matrix, at(m, 12), at(m, 13), at(m, 14), at(m, 15), at(m, 16), at(m, 17), 500};
  const ShapeSet shapes = shapes_in_a_cube(193, 700);
  const BodySet bodies = bodies_in_a_cube(194, 200, 4);
  for (const CullOptions& options : all_options()) {
    expect_list(volume, boxes, 500, options);
    expect_list(volume, transformed, 500, options);
    expect_list(volume, shapes, shapes.size(), options);
    expect_list(volume, World(shapes), shapes.size(), options);
    expect_list(volume, World(bodies), bodies.size(), options);
  }
}

INSTANTIATE_TEST_SUITE_P(, CullLists, isas(), isa_name);

/// A bad number far behind the first tiles: nothing is written before it is found.
TEST(CullListErrors, LeaveTheListAlone) {
  constexpr std::size_t count = 20000;
  std::vector<float> x(count, 0), radius(count, 1);
  const SphereView balls{{x.data()}, {x.data()}, {x.data()}, {radius.data()}, count};
  const ConvexVolume volume = VolumeSet::cube({5, 5, 5}, 0.5F, 9)[0];
  const std::span<std::uint32_t> over_x(reinterpret_cast<std::uint32_t*>(x.data()), count);
  EXPECT_EQ(error_of([&] { cull(volume, balls, over_x); }), "indices: shares memory with spheres.x");
  Indices list(count, 77);
  radius[count - 1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(error_of([&] { cull(volume, balls, list); }).substr(0, 21), "spheres.radius[19999]");
  EXPECT_EQ(list, Indices(count, 77));
  const SphereView too_many{{x.data(), 0}, {x.data(), 0}, {x.data(), 0}, {x.data(), 0}, (std::size_t{1} << 32) + 1};
  EXPECT_EQ(error_of([&] { cull(volume, too_many, list); }),
            "indices: more than 2^32 objects, indices are 32 bits wide");
  EXPECT_EQ(error_of([&] {
              cull(VolumeSet::cube({5, 5, 5}, 0.5F, 9), too_many, {.indices = list});
            }),
            "visible.indices: more than 2^32 objects, indices are 32 bits wide");
}

}  // namespace
}  // namespace lockstep::test
