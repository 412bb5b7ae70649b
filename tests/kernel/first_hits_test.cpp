// Many rays against many shapes: the answers are those of each pair alone, for any tiles, threads and lanes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "first_hits.hpp"
#include "threads.hpp"

namespace lockstep::test {
namespace {

constexpr double far_off = std::numeric_limits<double>::infinity();

/// By all pairs.
void expect_brute_force(const Range& range, const FirstHits& found, const RayOptions& options = {}) {
  for (std::size_t i = 0; i < range.rays.size(); ++i) {
    std::vector<Pair> pairs;
    for (std::uint32_t j = 0; j < range.set.size(); ++j) {
      const auto& [masks, groups] = options.filter;
      const bool seen = ((masks.empty() ? ~0U : masks[i]) & (groups.empty() ? ~0U : groups[j])) != 0;
      if (seen && range.set.contains(j)) pairs.push_back({static_cast<std::uint32_t>(i), j});
    }
    std::vector<Interval> all(pairs.size());
    cast_rays(range.rays, range.set, pairs, {all});
    double lower = far_off, upper = far_off;
    std::uint32_t first = no_shape;
    for (std::size_t k = 0; k < all.size(); ++k) {
      lower = std::min(lower, all[k].lower);
      if (all[k].upper < upper) upper = all[k].upper, first = pairs[k].b;
    }
    const Interval& f = found.met[i].fractions;
    SCOPED_TRACE("ray " + std::to_string(i) + ": " + text(found.met[i]));
    EXPECT_EQ(f.upper, upper);
    EXPECT_GE(f.lower, lower);
    EXPECT_LE(f.lower, f.upper);
    if (upper <= 1) {
      EXPECT_EQ(found.shapes[i], first);
    }
    if (lower > 1) {
      EXPECT_EQ(found.shapes[i], no_shape);
    }
    EXPECT_EQ(found.any_proven[i / 64] >> i % 64 & 1U, static_cast<unsigned>(upper <= 1));
    EXPECT_EQ(found.any[i / 64] >> i % 64 & 1U, static_cast<unsigned>(lower <= 1));
  }
}

class FirstHitsOnEveryIsa : public EveryIsa {};

TEST_P(FirstHitsOnEveryIsa, AreThoseOfAllPairs) {
  const RayOptions options{.isa = GetParam()};
  for (const auto [seed, shapes, rays] : {std::array{91, 170, 150}, std::array{92, 3, 70}, std::array{93, 33, 1}}) {
    const Range range(static_cast<std::uint64_t>(seed), shapes, rays);
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_brute_force(range, first_hits_of(range.rays, range.set, options), options);
  }
}

TEST_P(FirstHitsOnEveryIsa, SameBits) {
  const Range range(94, 400, 300);
  RayOptions options{.isa = Isa::scalar};
  const FirstHits expected = first_hits_of(range.rays, range.set, options);
  options.isa = GetParam();
  EXPECT_TRUE(first_hits_of(range.rays, range.set, options) == expected);
}

INSTANTIATE_TEST_SUITE_P(, FirstHitsOnEveryIsa, isas(), isa_name);

TEST(FirstHits, WithFilters) {
  const Range range(95, 150, 130);
  std::vector<std::uint32_t> masks, groups;
  for (std::size_t i = 0; i < range.rays.size(); ++i) masks.push_back(static_cast<std::uint32_t>(i % 8));
  for (std::size_t j = 0; j < range.set.size(); ++j) groups.push_back(1U << j % 3);
  const RayOptions options{.filter = {masks, groups}};
  const FirstHits found = first_hits_of(range.rays, range.set, options);
  expect_brute_force(range, found, options);
  for (std::size_t i = 0; i < masks.size(); i += 8) EXPECT_EQ(found.shapes[i], no_shape);
}

/// In another order, and each alone.
TEST(FirstHits, OfRaysInAnyOrder) {
  const Range range(96, 200, 150);
  const FirstHits expected = first_hits_of(range.rays, range.set);
  std::vector<std::size_t> order(range.rays.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::minstd_rand(3));
  std::vector<Ray> rays;
  for (const std::size_t i : order) rays.push_back(range.rays[i]);
  const FirstHits found = first_hits_of(rays, range.set);
  for (std::size_t k = 0; k < order.size(); ++k) {
    EXPECT_EQ(found.shapes[k], expected.shapes[order[k]]);
    EXPECT_TRUE(same_bits(found.met[k], expected.met[order[k]]));
    const FirstHits alone = first_hits_of({rays[k]}, range.set);
    EXPECT_EQ(alone.shapes[0], found.shapes[k]);
    EXPECT_TRUE(same_bits(alone.met[0], found.met[k]));
  }
}

/// Enough shapes that a world is built of them, and a few at a time.
TEST(FirstHits, OfManyRaysAndShapes) {
  const Range range(98, 600, 640);
  const FirstHits together = first_hits_of(range.rays, range.set);
  for (std::size_t begin = 0; begin < range.rays.size(); begin += 64) {
    const auto first = range.rays.begin() + static_cast<std::ptrdiff_t>(begin);
    const FirstHits few = first_hits_of({first, first + 64}, range.set);
    for (std::size_t i = 0; i < 64; ++i) {
      EXPECT_EQ(few.shapes[i], together.shapes[begin + i]);
      EXPECT_TRUE(same_bits(few.met[i], together.met[begin + i]));
    }
    EXPECT_EQ(few.any[0], together.any[begin / 64]);
    EXPECT_EQ(few.any_proven[0], together.any_proven[begin / 64]);
  }
}

TEST(FirstHits, OfManyThreads) {
  const Range range(97, 300, 700);
  const FirstHits expected = first_hits_of(range.rays, range.set);
  on_threads([&] { EXPECT_TRUE(first_hits_of(range.rays, range.set) == expected); });
}

/// Spheres in a row, added in any order: all are candidates, and the first one may be anywhere along the ray.
TEST(FirstHits, OfShapesInARow) {
  std::vector<int> places(200);
  std::iota(places.begin(), places.end(), 0);
  std::shuffle(places.begin(), places.end(), std::minstd_rand(4));
  ShapeSet set;
  for (const int place : places) set.add(Sphere{{static_cast<float>(4 * place), 0, 0}, 1});
  std::vector<Ray> rays;
  for (int start = 2; start < 800; start += 40)
    for (const float length : {-850.0F, -3.0F, -0.5F, 0.5F, 3.0F, 850.0F})
      rays.push_back({{static_cast<float>(start), 0.5F, 0}, {length, 0, 0}});
  rays.push_back({{-1000, 0, 0}, {1900, 0, 0}});
  rays.push_back({{1900, 0, 0}, {-1900, 0, 0}});
  const FirstHits found = first_hits_of(rays, set);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const double m = rays[i].motion.x, x = rays[i].origin.x;
    const int place = std::clamp(static_cast<int>(m > 0 ? std::ceil(x / 4) : std::floor(x / 4)), 0, 199);
    SCOPED_TRACE("ray " + std::to_string(i) + ": " + text(found.met[i]));
    if (std::abs(m) < 1) {
      EXPECT_EQ(found.shapes[i], no_shape);
    } else {
      ASSERT_LT(found.shapes[i], set.size());
      EXPECT_EQ(places[found.shapes[i]], place);
    }
  }
}

TEST(FirstHits, OfShapesThatAreAsNear) {
  ShapeSet set;
  for (int i = 0; i < 40; ++i) set.add(Sphere{{5, 0, 0}, 1});
  set.add(Aabb{{3.5F, -1, -1}, {9, 1, 1}});
  const FirstHits found = first_hits_of({{{0, 0, 0}, {8, 0, 0}}, {{5, 0, 0}, {1, 0, 0}}}, set);
  EXPECT_EQ(found.shapes[0], 40U);
  EXPECT_LE(found.met[0].fractions.lower, 3.5 / 8);
  EXPECT_GE(found.met[0].fractions.upper, 3.5 / 8);
  EXPECT_LE(length(found.met[0].normal - Vec3d{-1, 0, 0}), 1e-12);
  EXPECT_LE(length(found.met[0].point - Vec3d{3.5, 0, 0}), 1e-12);
  EXPECT_EQ(found.shapes[1], 0U);  // it starts in all of them
  EXPECT_EQ(found.met[1].fractions, (Interval{0, 0}));
}

TEST(FirstHits, OfNothing) {
  ShapeSet set;
  const FirstHits none = first_hits_of({{{0, 0, 0}, {8, 0, 0}}}, set);
  EXPECT_EQ(none.shapes[0], no_shape);
  EXPECT_EQ(none.met[0].fractions, (Interval{far_off, far_off}));
  EXPECT_EQ(none.any[0], 0U);
  set.add(Sphere{{0, 0, 0}, 1});
  set.remove(0);
  EXPECT_EQ(first_hits_of({{{0, 0, 0}, {0, 0, 0}}}, set).shapes[0], no_shape);
  EXPECT_TRUE(first_hits_of({}, set).shapes.empty());
}

TEST(FirstHits, OfBadNumbers) {
  ShapeSet set;
  set.add(Sphere{{5, 0, 0}, 1});
  const RayOptions options{.check = Check::none};
  const std::vector<Ray> rays = {{{0, 0, 0}, {8, 0, 0}},
                                 {{0, not_a_number, 0}, {8, 0, 0}},
                                 {{0, 0, 0}, {8, 0, static_cast<float>(far_off)}},
                                 {{0, 9, 0}, {8, 0, 0}}};
  const FirstHits found = first_hits_of(rays, set, options);
  EXPECT_EQ(found.shapes, (std::vector<std::uint32_t>{0, 0, 0, no_shape}));
  EXPECT_EQ(result_of(found.met[0].fractions), CastResult::hits);
  for (const std::size_t i : {1U, 2U}) EXPECT_EQ(found.met[i].fractions, (Interval{0, far_off}));
  EXPECT_EQ(found.any[0], 7U);
  EXPECT_EQ(found.any_proven[0], 1U);
  set.add(Sphere{{0, not_a_number, 0}, 1}, Check::none);
  const FirstHits beside = first_hits_of(rays, set, options);
  EXPECT_EQ(beside.shapes, (std::vector<std::uint32_t>{0, 0, 0, 1}));
  EXPECT_EQ(beside.met[0].fractions.lower, 0);
  EXPECT_EQ(beside.met[0].fractions.upper, found.met[0].fractions.upper);
}

TEST(FirstHits, Refusals) {
  ShapeSet set;
  set.add(Sphere{{5, 0, 0}, 1});
  std::vector<Ray> rays = {{{0, 0, 0}, {8, 0, 0}}, {{0, 0, 0}, {0, 8, 0}}};
  std::vector<std::uint32_t> shapes(2, 7), three(3);
  std::vector<Interval> fractions(2);
  std::vector<std::uint64_t> bits(1), two_words(2);
  const auto error = [&](const RayHits& out, const RayOptions& options = {}) {
    return error_of([&] { first_hits(rays, set, out, options); });
  };
  EXPECT_EQ(error({three}), "out.shapes: has 3 elements, needs 2, one for each ray");
  EXPECT_EQ(error_of([&] { any_hits(rays, set, two_words); }),
            "hits: has 2 elements, needs 1, mask_words(rays.size())");
  const std::span<std::uint32_t> over(reinterpret_cast<std::uint32_t*>(fractions.data()), 2);
  EXPECT_EQ(error({over, fractions}), "out.fractions: shares memory with out.shapes");
  const std::span<std::uint32_t> rays_too(reinterpret_cast<std::uint32_t*>(rays.data()), 2);
  EXPECT_EQ(error({rays_too}), "out.shapes: shares memory with rays");
  RayOptions options;
  options.filter.masks = three;
  EXPECT_EQ(error({shapes}, options), "options.filter.masks: has 3 elements, needs 2, one for each ray");
  options.filter = {{}, three};
  EXPECT_EQ(error({shapes}, options), "options.filter.groups: has 3 elements, needs 1, one for each shape");
  options.filter = {};
  options.tolerance = -1;
  EXPECT_EQ(error({shapes}, options), "options.tolerance = -1: must not be negative");
  rays[1].motion.x = not_a_number;
  EXPECT_EQ(error({shapes}), "rays[1].motion.x = nan: must be a finite number");
  EXPECT_EQ(shapes, (std::vector<std::uint32_t>{7, 7}));
}

}  // namespace
}  // namespace lockstep::test
