// Closed forms of rays: known hits, the same bits for every instruction set and order, and invalid numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "every_isa.hpp"
#include "poison.hpp"
#include "ray_list.hpp"

namespace lockstep::test {
namespace {

Met ray_hit(const Ray& ray, const AnyShape& shape, Check check = Check::inputs) {
  ShapeSet set;
  add_to(set, shape, check);
  const Pair pair{0, 0};
  Met met;
  const CastOptions options{.check = check};
  cast_rays({&ray, 1}, set, {&pair, 1}, {{&met.fractions, 1}, {&met.point, 1}, {&met.normal, 1}}, options);
  return met;
}

/// A narrow interval around the hit of a ray.
void expect_ray(const Ray& ray, const AnyShape& shape, double fraction, const Vec3d& normal, double room = 4e-13) {
  const Met met = ray_hit(ray, shape);
  SCOPED_TRACE(text(met));
  EXPECT_LE(met.fractions.lower, fraction);
  EXPECT_GE(met.fractions.upper, fraction);
  EXPECT_LE(met.fractions.upper - met.fractions.lower, room);
  EXPECT_LE(length(met.normal - normal), 1e-12);
  const auto& [o, m] = ray;
  const Vec3d at{o.x + fraction * m.x, o.y + fraction * m.y, o.z + fraction * m.z};
  EXPECT_LE(length(met.point - at), 1e-9 * (1 + length(at)));
}

ConvexHull cube_of(std::vector<Vec3>& corners, float half) {
  corners.clear();
  for (const float x : {-half, half})
    for (const float y : {-half, half})
      for (const float z : {-half, half}) corners.push_back({x, y, z});
  return {corners};
}

/// A shape that replaces a smaller hull in a set is seen in its full extent.
TEST(RayHits, HullsThatTookThePlaceOfSmallerOnes) {
  std::vector<Vec3> small, large;
  ShapeSet set;
  const std::uint32_t meshes[2] = {set.add_mesh(cube_of(small, 0.125F)), set.add_mesh(cube_of(large, 1))};
  set.add(HullInstance{meshes[0], {}, 0});
  set.add(ConvexHull{small});
  set.add(Sphere{{0, 0, 0}, 0.125F});
  set.add(HullInstance{meshes[0], {}, 0});
  set.set(0, HullInstance{meshes[1], {}, 0});
  set.remove(1);
  EXPECT_EQ(set.add(ConvexHull{large}), 1U);
  set.set(2, HullInstance{meshes[1], {}, 0});
  set.set(3, HullInstance{meshes[0], {}, 1});
  const Ray ray{{-4, 0.75F, 0.5F}, {8, 0, 0}};
  const Pair pairs[4] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}};
  Interval fractions[4];
  cast_rays({&ray, 1}, set, pairs, {fractions});
  for (const Interval& fraction : fractions) EXPECT_EQ(result_of(fraction), CastResult::hits);
}

TEST(RayHits, KnownOnes) {
  expect_ray({{-5, 0, 0}, {8, 0, 0}}, Sphere{{0, 0, 0}, 1}, 0.5, {-1, 0, 0});
  expect_ray({{-4, 0.25F, 0}, {16, 0, 0}}, Aabb{{4, -1, -1}, {6, 1, 1}}, 0.5, {-1, 0, 0});
  expect_ray({{0.25F, 9, 0}, {0, -16, 0}}, Box{{0, 0, 0}, {}, {1, 1, 1}}, 0.5, {0, 1, 0});
  expect_ray({{0, 0, 5}, {0, 0, -8}}, Capsule{{-3, 0, 0}, {3, 0, 0}, 1}, 0.5, {0, 0, 1});
  expect_ray({{8, 0, 0}, {-8, 0, 0}}, Capsule{{-3, 0, 0}, {3, 0, 0}, 1}, 0.5, {1, 0, 0});
  expect_ray({{0, 0, 5}, {0, 0, -4}}, Ellipsoid{{0, 0, 0}, {}, {1, 2, 3}}, 0.5, {0, 0, 1});
  expect_ray({{5, 0, 0}, {-8, 0, 0}}, Ellipsoid{{0, 0, 0}, {}, {1, 2, 3}}, 0.5, {1, 0, 0});
  expect_ray({{0.25F, 0.5F, 5}, {0, 0, -8}}, Cylinder{{0, 0, -1}, {0, 0, 1}, 1}, 0.5, {0, 0, 1});
  expect_ray({{5, 0, 0.25F}, {-8, 0, 0}}, Cylinder{{0, 0, -1}, {0, 0, 1}, 1}, 0.5, {1, 0, 0});
  expect_ray({{0.25F, 0.5F, -5}, {0, 0, 8}}, Cone{{0, 0, -1}, {0, 0, 1}, 1}, 0.5, {0, 0, -1});
  // Where a box is flat, the ray hits its plane.
  expect_ray({{0.25F, 0.5F, 3}, {0, 0, -4}}, Aabb{{-9, -9, 0}, {9, 9, 0}}, 0.75, {0, 0, 1});
  expect_ray({{0.25F, 0.5F, 3}, {0, 0, -4}}, Box{{0, 0, 0}, {}, {9, 9, 0}}, 0.75, {0, 0, 1});
}

TEST(RayHits, FarBeyondTheShape) {
  expect_ray({{-5, 0, 0}, {8e30F, 0, 0}}, Sphere{{0, 0, 0}, 1}, 4 / double{8e30F}, {-1, 0, 0}, 1e-44);
  expect_ray({{-5, 0.5F, 0}, {8e30F, 0, 0}}, Aabb{{-1, -1, -1}, {1, 1, 1}}, 4 / double{8e30F}, {-1, 0, 0}, 1e-44);
  expect_ray({{1e6F, 1e6F, 1e6F + 5}, {0, 0, -8}}, Sphere{{1e6F, 1e6F, 1e6F}, 1}, 0.5, {0, 0, 1});
}

TEST(RayHits, Misses) {
  constexpr Interval never{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  const AnyShape shapes[] = {Sphere{{0, 0, 0}, 1}, Aabb{{-1, -1, -1}, {1, 1, 1}},
                             Box{{0, 0, 0}, {0, 0, 1, 1}, {1, 1, 1}}, Capsule{{0, 0, 0}, {0, 0, 0.5F}, 1},
                             Ellipsoid{{0, 0, 0}, {}, {1, 1, 0.5F}}};
  for (const AnyShape& shape : shapes) {
    for (const Ray& ray : {Ray{{-5, 3, 0}, {8, 0, 0}},
                           {{-5, 0, 0}, {3, 0, 0}},
                           {{-5, 0, 0}, {-3, 0, 0}},
                           {{-5, 0, 0}, {0, 0, 0}},
                           {{-3, 3, 0}, {-2, -9, 1}}}) {
      const Met met = ray_hit(ray, shape);
      EXPECT_EQ(met.fractions, never) << text(met);
      EXPECT_TRUE(std::isnan(met.point.x) && std::isnan(met.normal.y));
    }
    EXPECT_EQ(ray_hit({{0.25F, 0, 0}, {3, 1, 2}}, shape).fractions, (Interval{0, 0}));
  }
}

/// Just outside the edge of a box, and just inside it.
TEST(RayHits, NextToAnEdge) {
  const Aabb crate{{-1, -1, -1}, {1, 1, 1}};
  const float above = std::nextafter(1.0F, 2.0F), below = std::nextafter(1.0F, 0.0F);
  EXPECT_EQ(result_of(ray_hit({{-5, above, 0}, {8, 0, 0}}, crate).fractions), CastResult::misses);
  EXPECT_EQ(result_of(ray_hit({{-5, below, 0}, {8, 0, 0}}, crate).fractions), CastResult::hits);
  EXPECT_EQ(result_of(ray_hit({{-5, 1, 0}, {8, 0, 0}}, crate).fractions), CastResult::hits);
  const Sphere ball{{0, 0, 0}, 1};
  EXPECT_EQ(result_of(ray_hit({{-5, above, 0}, {8, 0, 0}}, ball).fractions), CastResult::misses);
  EXPECT_EQ(result_of(ray_hit({{-5, below, 0}, {8, 0, 0}}, ball).fractions), CastResult::hits);
}

RayList rays_at_all_kinds(std::uint64_t seed, int of_each) {
  Rng rng(seed);
  RayList list;
  for (const Kind kind : oracle::all_kinds)
    if (kind != Kind::matrix) append_rays(list, rng, kind, of_each);
  return list;
}

class RaysOnEveryIsa : public EveryIsa {};

TEST_P(RaysOnEveryIsa, SameBits) {
  const RayList list = rays_at_all_kinds(81, 60);
  CastOptions options{.isa = Isa::scalar};
  const std::vector<Met> expected = list.ray_answers(options);
  options.isa = GetParam();
  const std::vector<Met> met = list.ray_answers(options);
  for (std::size_t i = 0; i < met.size(); ++i)
    ASSERT_TRUE(same_bits(met[i], expected[i])) << text(met[i]) << "\nexpected\n"
                                                << text(expected[i]) << "\n"
                                                << list.line(i);
  // Each alone.
  const std::vector<Ray> rays = list.rays();
  for (std::size_t i = 0; i < rays.size(); i += 5) {
    Met alone;
    cast_rays(rays, list.second, {&list.pairs[i], 1}, {{&alone.fractions, 1}, {&alone.point, 1}, {&alone.normal, 1}},
              options);
    ASSERT_TRUE(same_bits(alone, expected[i])) << list.line(i);
  }
}

/// An invalid number leaves [0, infinity], and its neighbours as they were.
TEST_P(RaysOnEveryIsa, BesideABadNumber) {
  RayList list;
  Rng rng(82);
  for (const Kind kind : shape_kinds) append_rays(list, rng, kind, 4);
  const CastOptions options{.check = Check::none, .isa = GetParam()};
  const std::vector<Met> before = list.ray_answers(options);
  for (std::size_t i = 0; i < list.pairs.size(); i += 3)
    for (const Poison& poison : poisons()) {
      if (poison.is_number) continue;
      RayList poisoned = list;
      AnyShape shape = list.shapes[i].second;
      *numbers_of(shape)[0] = poison.value;
      poisoned.pairs[i].b = add_to(poisoned.second, shape, Check::none);
      const std::vector<Met> after = poisoned.ray_answers(options);
      EXPECT_EQ(after[i].fractions, (Interval{0, std::numeric_limits<double>::infinity()}))
          << poison.name << list.line(i);
      poisoned = list;
      poisoned.motions[i].y = poison.value;
      const std::vector<Met> moved = poisoned.ray_answers(options);
      EXPECT_EQ(moved[i].fractions, (Interval{0, std::numeric_limits<double>::infinity()}))
          << poison.name << list.line(i);
      for (std::size_t k = 0; k < before.size(); ++k)
        if (k != i) {
          ASSERT_TRUE(same_bits(after[k], before[k]) && same_bits(moved[k], before[k])) << list.line(k);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, RaysOnEveryIsa, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
