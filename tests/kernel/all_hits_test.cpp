// All hits of a ray: for each shape the answer for the shape alone, in the order of intervals.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "first_hits.hpp"

namespace lockstep::test {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

struct Hit {
  std::uint32_t shape;
  Interval fractions;
};

bool comes_before(const Hit& a, const Hit& b) {
  const auto key = [](const Hit& h) { return std::tuple(h.fractions.lower, h.fractions.upper, h.shape); };
  return key(a) < key(b);
}

/// For each ray the answers of `first_hits` for one shape after the other; `cast_rays` confirms that no other shape may
/// be hit.
std::vector<std::vector<Hit>> all_by_brute_force(const Range& range, RayOptions options) {
  std::vector<std::vector<Hit>> lists(range.rays.size());
  const RayFilter filter = options.filter;
  std::vector<std::uint32_t> one(range.set.size());
  for (std::uint32_t j = 0; j < range.set.size(); ++j) {
    one[j] = filter.groups.empty() ? ~0U : filter.groups[j];
    options.filter.groups = one;
    std::vector<std::uint32_t> shapes(range.rays.size());
    std::vector<Interval> fractions(range.rays.size()), cast(range.rays.size());
    first_hits(range.rays, range.set, {shapes, fractions}, options);
    one[j] = 0;
    if (!range.set.contains(j)) continue;
    std::vector<Pair> pairs;
    for (std::uint32_t i = 0; i < range.rays.size(); ++i) pairs.push_back({i, j});
    cast_rays(range.rays, range.set, pairs, {cast});
    for (std::size_t i = 0; i < range.rays.size(); ++i) {
      if (shapes[i] == j) lists[i].push_back({j, fractions[i]});
      if (!filter.masks.empty() && (filter.masks[i] & filter.groups[j]) == 0) continue;
      EXPECT_EQ(fractions[i].upper, cast[i].upper);
      EXPECT_GE(fractions[i].lower, cast[i].lower);
      EXPECT_EQ(shapes[i] == j, cast[i].lower <= 1);
    }
  }
  for (std::vector<Hit>& list : lists) std::sort(list.begin(), list.end(), comes_before);
  return lists;
}

void expect_lists(const HitLists& found, const std::vector<std::vector<Hit>>& expected, Touching touching) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE("ray " + std::to_string(i));
    std::size_t k = 0;
    const HitList list = found[i];
    ASSERT_EQ(list.shapes.size(), list.fractions.size());
    for (const Hit& hit : expected[i]) {
      if (touching == Touching::separate && !(hit.fractions.upper <= 1)) continue;
      ASSERT_LT(k, list.shapes.size());
      EXPECT_EQ(list.shapes[k], hit.shape);
      EXPECT_EQ(list.fractions[k], hit.fractions);
      ++k;
    }
    EXPECT_EQ(k, list.shapes.size());
  }
}

/// With large balls and boxes among the shapes, so that each ray has hits.
Range crowded(std::uint64_t seed, int shapes, int rays) {
  Range range(seed, shapes, rays);
  for (int i = 0; i < shapes; ++i) {
    const Vec3 place{range.along(40), range.along(40), range.along(40)};
    const float x = std::abs(range.along(8)), y = std::abs(range.along(8));
    if (i % 2 == 0)
      range.set.add(Sphere{place, x});
    else
      range.set.add(Aabb{place, {place.x + x, place.y + y, place.z + std::abs(range.along(8))}});
  }
  return range;
}

class AllHitsOnEveryIsa : public EveryIsa {};

TEST_P(AllHitsOnEveryIsa, AreThoseOfEachShapeAlone) {
  for (const auto [seed, shapes, rays] : {std::array{301, 170, 150}, std::array{302, 3, 70}, std::array{303, 600, 1}}) {
    const Range range = crowded(static_cast<std::uint64_t>(seed), shapes, rays);
    SCOPED_TRACE("seed " + std::to_string(seed));
    RayOptions options{.isa = GetParam()};
    const auto expected = all_by_brute_force(range, options);
    for (const Touching touching : {Touching::overlap, Touching::separate}) {
      options.touching = touching;
      expect_lists(all_hits(range.rays, range.set, options), expected, touching);
      expect_lists(all_hits(range.rays, World(range.set), options), expected, touching);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, AllHitsOnEveryIsa, isas(), isa_name);

TEST(AllHits, WithFilters) {
  const Range range = crowded(304, 150, 130);
  std::vector<std::uint32_t> masks, groups;
  for (std::size_t i = 0; i < range.rays.size(); ++i) masks.push_back(static_cast<std::uint32_t>(i % 8));
  for (std::size_t j = 0; j < range.set.size(); ++j) groups.push_back(1U << j % 3);
  const RayOptions options{.filter = {masks, groups}};
  const auto expected = all_by_brute_force(range, options);
  expect_lists(all_hits(range.rays, range.set, options), expected, Touching::overlap);
  expect_lists(all_hits(range.rays, World(range.set), options), expected, Touching::overlap);
}

/// Enough shapes that a world is built of them.
TEST(AllHits, OfManyRaysAndShapes) {
  const Range range = crowded(305, 300, 640);
  const HitLists together = all_hits(range.rays, range.set);
  std::size_t hits = 0;
  for (std::size_t i = 0; i < range.rays.size(); ++i) {
    const HitLists alone = all_hits(std::span(range.rays).subspan(i, 1), range.set);
    const HitList list = together[i];
    EXPECT_TRUE(std::equal(alone.shapes.begin(), alone.shapes.end(), list.shapes.begin(), list.shapes.end()));
    EXPECT_TRUE(
        std::equal(alone.fractions.begin(), alone.fractions.end(), list.fractions.begin(), list.fractions.end()));
    hits += list.shapes.size();
  }
  EXPECT_EQ(hits, together.shapes.size());
  EXPECT_GT(hits, 300U);
}

/// Spheres in a row, from both sides, and as far as the ray is long.
TEST(AllHits, InTheOrderOfTheWay) {
  std::vector<std::uint32_t> places(200);
  std::iota(places.begin(), places.end(), 0U);
  std::shuffle(places.begin(), places.end(), std::minstd_rand(4));
  ShapeSet set;
  for (const std::uint32_t place : places) set.add(Sphere{{4 * static_cast<float>(place), 0, 0}, 1});
  const std::vector<Ray> rays = {{{-2, 0, 0}, {900, 0, 0}}, {{900, 0, 0}, {-902, 0, 0}}, {{-2, 0, 0}, {401.5F, 0, 0}}};
  for (const HitLists& found : {all_hits(rays, set), all_hits(rays, World(set))}) {
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[2].shapes.size(), 101U);
    for (std::size_t i = 0; i < 2; ++i) {
      ASSERT_EQ(found[i].shapes.size(), 200U);
      for (std::uint32_t k = 0; k < 200; ++k) EXPECT_EQ(places[found[i].shapes[k]], i == 0 ? k : 199 - k);
    }
  }
}

TEST(AllHits, OfShapesThatAreAsNear) {
  ShapeSet set;
  for (int i = 0; i < 90; ++i) set.add(Sphere{{5, 0, 0}, 1});
  for (const float length : {8.0F, 0.0F}) {  // through all of them, and to within them
    const HitLists found = all_hits(std::vector<Ray>{{{length == 0 ? 5.5F : 0.0F, 0, 0}, {length, 0, 0}}}, set);
    ASSERT_EQ(found[0].shapes.size(), 90U);
    for (std::uint32_t k = 0; k < 90; ++k) {
      EXPECT_EQ(found[0].shapes[k], k);
      EXPECT_EQ(found[0].fractions[k], found[0].fractions[0]);
    }
  }
}

/// The position of a rotated segment depends on rounding, so a hit cannot be proven.
TEST(AllHits, ThatAreNotProven) {
  ShapeSet set;
  set.add(Box{{4, 0, 0}, {0.6F, 0, 0, 0.8F}, {0, 0, 1}}), set.add(Sphere{{6, 0, 0}, 1});
  const std::vector<Ray> rays = {{{0, 0, 0}, {8, 0, 0}}};
  RayOptions options;
  const HitLists all = all_hits(rays, set, options);
  ASSERT_EQ(all.shapes, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_LE(all.fractions[0].lower, 0.5);
  EXPECT_EQ(all.fractions[0].upper, never);
  options.touching = Touching::separate;
  EXPECT_EQ(all_hits(rays, set, options).shapes, (std::vector<std::uint32_t>{1}));
}

TEST(AllHits, OfNothing) {
  const std::vector<Ray> rays = {{{0, 0, 0}, {8, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}};
  for (const HitLists& found :
       {all_hits(rays, ShapeSet()), all_hits(rays, World()), all_hits(rays, World(ShapeSet()))}) {
    EXPECT_EQ(found.first, (std::vector<std::size_t>{0, 0, 0}));
    EXPECT_TRUE(found.shapes.empty() && found.fractions.empty() && found[1].shapes.empty());
  }
  EXPECT_EQ(all_hits({}, ShapeSet()).size(), 0U);
  EXPECT_EQ(HitLists().size(), 0U);
}

TEST(AllHits, OfBadNumbers) {
  ShapeSet set;
  set.add(Sphere{{5, 0, 0}, 1}), set.add(Sphere{{5, 90, 0}, 1});
  const RayOptions options{.check = Check::none};
  const std::vector<Ray> rays = {{{0, not_a_number, 0}, {8, 0, 0}}, {{0, 9, 0}, {8, 0, 0}}};
  for (const HitLists& found : {all_hits(rays, set, options), all_hits(rays, World(set), options)}) {
    EXPECT_EQ(found.first, (std::vector<std::size_t>{0, 2, 2}));
    EXPECT_EQ(found.shapes, (std::vector<std::uint32_t>{0, 1}));
    for (const Interval& fractions : found.fractions) EXPECT_EQ(fractions, (Interval{0, never}));
  }
}

TEST(AllHits, Refusals) {
  ShapeSet set;
  set.add(Sphere{{5, 0, 0}, 1});
  std::vector<Ray> rays = {{{0, 0, 0}, {8, 0, 0}}, {{0, 0, 0}, {0, 8, 0}}};
  RayOptions options;
  const auto error = [&] { return error_of([&] { (void)all_hits(rays, set, options); }); };
  const std::vector<std::uint32_t> three(3);
  options.filter = {three, {}};
  EXPECT_EQ(error(), "options.filter.masks: has 3 elements, needs 2, one for each ray");
  options.filter = {{}, three};
  EXPECT_EQ(error(), "options.filter.groups: has 3 elements, needs 1, one for each shape");
  options.filter = {};
  options.tolerance = -1;
  EXPECT_EQ(error(), "options.tolerance = -1: must not be negative");
  options.tolerance = 0;
  rays[1].motion.x = not_a_number;
  EXPECT_EQ(error(), "rays[1].motion.x = nan: must be a finite number");
  EXPECT_EQ(error_of([&] { (void)all_hits(rays, World(set)); }), "rays[1].motion.x = nan: must be a finite number");
}

}  // namespace
}  // namespace lockstep::test
