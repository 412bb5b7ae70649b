// Bodies at double positions (BodySet::place): their answers, in lists, passes and worlds, are those of their parts,
// which are shapes at double positions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "body_list.hpp"
#include "body_worlds.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "lockstep/lockstep.hpp"
#include "sets/shape_bounds.hpp"

namespace lockstep::test {
namespace {

constexpr std::array places = {0.0, 131072.7, -1e7 / 3, 4294967296.3, 1e12};

/// Two crowds near a place, and pairs of them. Every seventh body stands near 0.
struct PlacedCrowd {
  Rng rng;
  Vec3d base;
  BodySet first, second;
  std::vector<Pair> pairs;
  std::vector<Vec3> motions;

  PlacedCrowd(std::uint64_t seed, double at, int parts, std::size_t count = 40)
      : rng(seed), base{at, at / 3, -at}, first(crowd(count, parts)), second(crowd(count, parts)) {
    for (std::uint32_t i = 0; i < 3 * count; ++i) {
      pairs.push_back({static_cast<std::uint32_t>(below(rng, static_cast<int>(count))),
                       static_cast<std::uint32_t>(below(rng, static_cast<int>(count)))});
      motions.push_back(point(rng, 6));
    }
  }
  Vec3d anywhere(double reach) {
    return {base.x + uniform(rng, -reach, reach), base.y + uniform(rng, -reach, reach),
            base.z + uniform(rng, -reach, reach)};
  }

 private:
  BodySet crowd(std::size_t count, int parts) {
    BodySet bodies = random_bodies(rng, count, parts, 1);
    for (std::uint32_t i = 0; i < count; ++i)
      if (i % 7 != 3) bodies.place(i, anywhere(3));
    return bodies;
  }
};

class PlacedBodies : public EveryIsa {};

TEST_P(PlacedBodies, ArePairsOfTheirParts) {
  for (const double at : places)
    for (const int parts : {1, 4, 30}) {
      SCOPED_TRACE("at " + std::to_string(at) + ", parts " + std::to_string(parts));
      const PlacedCrowd crowd(1, at, parts);
      expect_least_distances(crowd.first, crowd.second, crowd.pairs, {.isa = GetParam()});
      expect_first_contacts(crowd.first, crowd.second, crowd.pairs, crowd.motions, {.isa = GetParam()});
      expect_all_manifolds(crowd.first, crowd.second, crowd.pairs, {.margin = 0.5F, .isa = GetParam()});
      const ShapeSet& shapes = crowd.first.parts();
      expect_least_distances(shapes, crowd.second, crowd.pairs, {.isa = GetParam()});
      expect_first_contacts(shapes, crowd.second, crowd.pairs, crowd.motions, {.isa = GetParam()});
      ASSERT_FALSE(testing::Test::HasFailure());
    }
}

/// Also with intervals so wide that the boxes of the parts raise lower ends.
TEST_P(PlacedBodies, MeasureTheSameInBothOrders) {
  for (const double at : places)
    for (const double tolerance : {0.0, 8.0}) {
      const PlacedCrowd crowd(2, at, 6);
      const DistanceOptions options{.tolerance = tolerance, .isa = GetParam()};
      std::vector<Pair> swapped;
      for (const Pair& pair : crowd.pairs) swapped.push_back({pair.b, pair.a});
      const auto there = measure_bodies(crowd.first, crowd.second, crowd.pairs, options);
      const auto again = measure_bodies(crowd.second, crowd.first, swapped, options);
      for (std::size_t i = 0; i < swapped.size(); ++i) {
        SCOPED_TRACE("at " + std::to_string(at) + ", " + name_of(crowd.pairs[i]));
        ASSERT_TRUE(same_bits(again[i].measured, mirrored(there[i].measured)));
        ASSERT_EQ(again[i].parts, (Pair{there[i].parts.b, there[i].parts.a}));
      }
    }
}

/// Rays relative to an origin: the first of all parts.
TEST_P(PlacedBodies, AreHitByRays) {
  for (const double at : places) {
    PlacedCrowd crowd(3, at, 12);
    const BodySet& bodies = crowd.second;
    std::vector<Ray> rays;
    std::vector<Pair> pairs;
    while (rays.size() < 40) {
      for (std::uint32_t b = 0; b < bodies.size(); ++b) pairs.push_back({static_cast<std::uint32_t>(rays.size()), b});
      rays.push_back({point(crowd.rng, 4), point(crowd.rng, 9)});
    }
    const CastOptions options{.isa = GetParam(), .origin = crowd.anywhere(1)};
    std::vector<Interval> fractions(pairs.size());
    cast_rays(rays, bodies, pairs, BodyCastOutput{.fractions = fractions}, options);
    int hits = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      std::vector<Pair> parts;
      for (const std::uint32_t part : shapes_of(bodies, pairs[i].b)) parts.push_back({pairs[i].a, part});
      std::vector<Interval> of_parts(parts.size());
      cast_rays(rays, bodies.parts(), parts, {.fractions = of_parts}, options);
      double lower = HUGE_VAL, upper = HUGE_VAL;
      for (const Interval& one : of_parts) lower = std::min(lower, one.lower), upper = std::min(upper, one.upper);
      ASSERT_EQ(fractions[i].upper, upper) << at;
      ASSERT_GE(fractions[i].lower, lower) << at;
      ASSERT_LE(fractions[i].lower, fractions[i].upper) << at;
      hits += upper <= 1;
    }
    ASSERT_GT(hits, 20);
  }
}

/// The pairs of bodies of a pass over parts.
std::vector<Pair> pairs_of_parts(const BodySet& first, const BodySet& second, float margin) {
  OverlapPass pass;
  std::vector<Pair> parts(200000);
  parts.resize(pass.run(first.parts(), second.parts(), {.pairs = parts}, {.margin = margin}).pairs);
  std::vector<Pair> bodies;
  for (const Pair& pair : parts) bodies.push_back({first.owner(pair.a).body, second.owner(pair.b).body});
  const auto before = [](const Pair& p, const Pair& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); };
  std::sort(bodies.begin(), bodies.end(), before);
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  return bodies;
}

TEST_P(PlacedBodies, OverlapInPassesAsTheirParts) {
  for (const double at : places) {
    const PlacedCrowd crowd(4, at, 12, 100);
    for (const float margin : {0.0F, 0.5F}) {
      OverlapPass pass;
      const std::vector<Pair> expected = pairs_of_parts(crowd.first, crowd.second, margin);
      std::vector<Pair> pairs(expected.size());
      std::vector<Separation> separations(pairs.size());
      std::vector<Manifold> manifolds(pairs.size());
      const OverlapOutput out{.pairs = pairs, .separations = separations, .contacts = manifolds};
      const OverlapOptions options{.margin = margin, .isa = GetParam()};
      ASSERT_EQ(pass.run(crowd.first, crowd.second, out, options).pairs, expected.size()) << at;
      ASSERT_EQ(pairs, expected) << at;
      ASSERT_GT(pairs.size(), 30U);
      const auto distances = measure_bodies(crowd.first, crowd.second, pairs);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        ASSERT_NEAR(-separations[i].depth, distances[i].measured.distance.lower, 1e-5) << at;
        if (margin == 0) {
          ASSERT_NE(manifolds[i].count, 0U) << at;
        }
      }
      std::vector<Pair> of_one(200000);
      of_one.resize(pass.run(crowd.first, {.pairs = of_one}, options).pairs);
      for (const Pair& pair : pairs_of_parts(crowd.first, crowd.first, margin))
        ASSERT_EQ(pair.a < pair.b, std::find(of_one.begin(), of_one.end(), pair) != of_one.end()) << at;
    }
  }
}

/// Worlds that have come to the same bodies in two ways.
std::vector<World> worlds_of(const BodySet& bodies, Isa isa) {
  std::vector<World> worlds;
  worlds.emplace_back(bodies, WorldOptions{.isa = isa});
  BodySet elsewhere = bodies;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) elsewhere.place(i, {1e5, 0, 0.3});
  worlds.emplace_back(elsewhere, WorldOptions{.isa = isa});
  for (std::uint32_t part = 0; part < 9; ++part)
    worlds.back().change_bodies(
        [&](BodySet& all) {
          for (std::uint32_t i = part; i < bodies.size(); i += 9)
            all.place(i, detail::position_of(bodies.parts().store().view_with_positions(), shapes_of(bodies, i)[0]));
        },
        {.isa = isa});
  return worlds;
}

TEST_P(PlacedBodies, InWorldsAnswerAsTheirParts) {
  for (const double at : places) {
    PlacedCrowd crowd(5, at, 8, 120);
    const BodySet& bodies = crowd.second;
    const World parts(bodies.parts(), {.isa = GetParam()});
    const Vec3d origin = crowd.anywhere(1);
    for (const World& world : worlds_of(bodies, GetParam())) {
      SCOPED_TRACE("at " + std::to_string(at));
      const ConvexVolume camera = ConvexVolume::from_camera({.near_depth = 0.5, .far_depth = 4}, {.position = origin});
      std::vector<std::uint64_t> seen(mask_words(bodies.size())), of_parts(mask_words(bodies.parts().size()));
      cull(camera, world, seen, {.isa = GetParam()});
      cull(camera, bodies.parts(), of_parts, {.isa = GetParam()});
      ASSERT_EQ(seen, bits_of_bodies(bodies, of_parts));

      const std::vector<Vec3> points = {point(crowd.rng, 3), point(crowd.rng, 3), point(crowd.rng, 3)};
      const std::size_t k = bodies.size(), all = bodies.parts().size();
      std::vector<std::uint32_t> near(points.size() * k), near_parts(points.size() * all);
      std::vector<Interval> distances(near.size()), of_each(near_parts.size());
      const NearOptions options{.isa = GetParam(), .origin = origin};
      nearest(world, points, k, {near, distances}, options);
      nearest(parts, points, all, {near_parts, of_each}, options);
      for (std::size_t p = 0; p < points.size(); ++p) {
        std::map<std::uint32_t, Interval> expected;
        for (std::size_t j = p * all; j < (p + 1) * all && near_parts[j] != no_object; ++j) {
          const auto [body, is_new] = expected.emplace(bodies.owner(near_parts[j]).body, of_each[j]);
          if (!is_new)
            body->second = {std::min(body->second.lower, of_each[j].lower),
                            std::min(body->second.upper, of_each[j].upper)};
        }
        for (std::size_t j = p * k; j < (p + 1) * k; ++j) ASSERT_EQ(distances[j], expected.at(near[j]));
      }

      std::vector<Ray> rays;
      while (rays.size() < 30) rays.push_back({point(crowd.rng, 5), point(crowd.rng, 9)});
      std::vector<std::uint32_t> hit(rays.size()), hit_parts(rays.size());
      std::vector<Interval> fractions(rays.size()), part_fractions(rays.size());
      first_hits(std::span<const Ray>(rays), world, RayHits{.shapes = hit, .fractions = fractions},
                 {.isa = GetParam(), .origin = origin});
      first_hits(std::span<const Ray>(rays), parts, RayHits{.shapes = hit_parts, .fractions = part_fractions},
                 {.isa = GetParam(), .origin = origin});
      for (std::size_t i = 0; i < rays.size(); ++i) {
        ASSERT_EQ(fractions[i], part_fractions[i]);
        ASSERT_EQ(hit[i] == no_object, hit_parts[i] == no_object);
      }
      ASSERT_GT(std::count(hit.begin(), hit.end(), no_object), 0);
      ASSERT_LT(std::count(hit.begin(), hit.end(), no_object), 28);

      const ObjectLists lists = overlapping(world, crowd.first.parts(), {.isa = GetParam()});
      const ObjectLists of_list = overlapping(parts, crowd.first.parts(), {.isa = GetParam()});
      for (std::size_t i = 0; i < lists.size(); ++i) {
        std::vector<std::uint32_t> expected;
        for (const std::uint32_t part : of_list[i]) expected.push_back(bodies.owner(part).body);
        std::sort(expected.begin(), expected.end());
        expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
        ASSERT_EQ(std::vector<std::uint32_t>(lists[i].begin(), lists[i].end()), expected);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, PlacedBodies, isas(), isa_name);

/// Positions stay when a body moves, and the next body in its slot begins at 0.
TEST(PlacedBody, KeepsItsPosition) {
  BodySet bodies;
  const BodyPart parts[] = {Sphere{{0, 0, 0}, 1}, Sphere{{4, 0, 0}, 1}};
  bodies.add(parts), bodies.add(parts);
  bodies.place(0, {1e9 + 0.25, 0, 0}), bodies.place(1, {1e9, 7, 0});
  const auto gap = [&] { return measure_bodies(bodies, bodies, {{0, 1}})[0].measured.distance; };
  EXPECT_NEAR(gap().lower, std::hypot(7, 0.25) - 2, 1e-6);
  bodies.move(1, {{0.25F, 0, 0}, {}});
  EXPECT_LE(gap().lower, 5);
  EXPECT_GE(gap().upper, 5);
  bodies.remove(1);
  EXPECT_EQ(bodies.add(parts), 1U);
  EXPECT_GT(gap().lower, 9e8);
  EXPECT_EQ(error_of([&] { bodies.place(2, {0, 0, 0}); }), "body set: index 2 is out of range, the set has 2 bodies");
  EXPECT_EQ(error_of([&] {
              bodies.place(0, {0, 0, -2e18});
            }),
            "position.z = -2e+18: must be a finite number of at most 1e18");
}

}  // namespace
}  // namespace lockstep::test
