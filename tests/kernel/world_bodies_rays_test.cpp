// Rays and moving shapes against a World of bodies: the answers for their parts, combined.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>

#include "body_list.hpp"
#include "body_worlds.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "first_hits.hpp"
#include "lockstep/rays.hpp"
#include "lockstep/world.hpp"

namespace lockstep::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The reported part: body, number, and index of the shape.
struct Named {
  double at = infinity;
  PartName name{no_shape, no_part};
  std::uint32_t shape = no_shape;

  void take(double fraction, const PartName& of, std::uint32_t index) {
    const auto key = [](double f, const PartName& n) { return std::tuple(f, n.body, n.part); };
    if (key(fraction, of) < key(at, name)) at = fraction, name = of, shape = index;
  }
};

/// The part that a ray hits first; if no hit is proven, the first open one.
Named named_by(const BodySet& bodies, const HitList& parts) {
  Named proven, open;
  for (std::size_t k = 0; k < parts.shapes.size(); ++k) {
    const PartName name = bodies.owner(parts.shapes[k]);
    if (parts.fractions[k].upper < infinity)
      proven.take(parts.fractions[k].upper, name, parts.shapes[k]);
    else
      open.take(parts.fractions[k].lower, name, parts.shapes[k]);
  }
  return proven.shape != no_shape ? proven : open;
}

/// Lists of bodies, from lists of parts with all open ones.
HitLists put_together(const BodySet& bodies, const HitLists& parts, Touching touching) {
  HitLists lists;
  lists.first.push_back(0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::map<std::uint32_t, Interval> of_body;
    for (std::size_t k = 0; k < parts[i].shapes.size(); ++k) {
      const Interval& part = parts[i].fractions[k];
      Interval& body = of_body.try_emplace(bodies.owner(parts[i].shapes[k]).body, part).first->second;
      body = {std::min(body.lower, part.lower), std::min(body.upper, part.upper)};
    }
    std::vector<std::tuple<double, double, std::uint32_t>> sorted;
    for (const auto& [body, fractions] : of_body)
      if (touching == Touching::overlap || fractions.upper < infinity)
        sorted.emplace_back(fractions.lower, fractions.upper, body);
    std::sort(sorted.begin(), sorted.end());
    for (const auto& [lower, upper, body] : sorted)
      lists.shapes.push_back(body), lists.fractions.push_back({lower, upper});
    lists.first.push_back(lists.shapes.size());
  }
  return lists;
}

std::vector<std::uint32_t> groups_of_parts(const BodySet& bodies, std::span<const std::uint32_t> groups) {
  return groups.empty() ? std::vector<std::uint32_t>() : of_parts(bodies, {groups.begin(), groups.end()});
}

void expect_hits(const World& world, const BodySet& bodies, const std::vector<Ray>& rays, const RayOptions& options) {
  const std::vector<std::uint32_t> groups = groups_of_parts(bodies, options.filter.groups);
  RayOptions of_parts = options;
  of_parts.filter.groups = groups;
  const FirstHits found = first_hits_of(rays, world, options);
  const FirstHits expected = first_hits_of(rays, bodies.parts(), of_parts);
  EXPECT_EQ(found.any, expected.any);
  EXPECT_EQ(found.any_proven, expected.any_proven);
  EXPECT_TRUE(same_bits(found.all, put_together(bodies, expected.all, Touching::overlap)));
  EXPECT_TRUE(same_bits(found.all_proven, put_together(bodies, expected.all, Touching::separate)));
  std::vector<std::uint32_t> parts(rays.size(), 77);
  RayHits out;
  out.parts = parts;
  first_hits(rays, world, out, options);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    SCOPED_TRACE("ray " + std::to_string(i));
    const Named named = named_by(bodies, expected.all[i]);
    EXPECT_EQ(found.shapes[i], named.name.body);
    EXPECT_EQ(parts[i], named.name.part);
    EXPECT_TRUE(same_bits(found.met[i].fractions.lower, expected.met[i].fractions.lower));
    EXPECT_TRUE(same_bits(found.met[i].fractions.upper, expected.met[i].fractions.upper));
    if (named.shape == expected.shapes[i]) {
      EXPECT_TRUE(same_bits(found.met[i], expected.met[i]));
    }
    if (named.shape == no_shape) continue;
    Interval fraction;
    Vec3d point, normal;
    const Pair pair{static_cast<std::uint32_t>(i), named.shape};
    const CastOptions cast{.tolerance = options.tolerance, .isa = options.isa};
    cast_rays(rays, bodies.parts(), {&pair, 1}, {{&fraction, 1}, {&point, 1}, {&normal, 1}}, cast);
    EXPECT_TRUE(same_bits(found.met[i], Met{found.met[i].fractions, point, normal}));
  }
}

std::vector<Ray> rays_through(Rng& rng, std::size_t count) {
  std::vector<Ray> rays;
  while (rays.size() < count) {
    const Vec3 from = point(rng, 40);
    const int sort = below(rng, 6);
    Ray ray{from, point(rng, sort == 0 ? 1e-3 : 90)};
    if (sort == 1) ray.motion.x = 0;
    if (sort == 2) ray.motion = {};
    rays.push_back(ray);
  }
  return rays;
}

class RaysAtBodies : public EveryIsa {};

TEST_P(RaysAtBodies, HitWhatTheirPartsAreHitBy) {
  Rng rng(261);
  for (const std::size_t count : {0U, 1U, 60U, 200U})
    for (const int most_parts : {1, 6, 25}) {
      SCOPED_TRACE(std::to_string(count) + " bodies of up to " + std::to_string(most_parts) + " parts");
      const BodySet bodies = bodies_in_a_cube(rng, count, most_parts);
      const std::vector<Ray> rays = rays_through(rng, 100);
      const World world(bodies, {.isa = GetParam()});
      RayOptions options{.isa = GetParam()};
      expect_hits(world, bodies, rays, options);
      options.tolerance = 0.5;
      expect_hits(world, bodies, rays, options);
      const auto masks = random_numbers(rng, rays.size()), groups = random_numbers(rng, bodies.size());
      options.filter = {masks, groups};
      expect_hits(world, bodies, rays, options);
    }
}

/// Rays that start in several parts of several bodies, all of which are hit at 0.
TEST_P(RaysAtBodies, NameTheLowestBodyAndPart) {
  Rng rng(262);
  const BodySet bodies = random_bodies(rng, 60, 20, 2);
  std::vector<Ray> rays = rays_through(rng, 50);
  for (Ray& ray : rays) ray.origin = point(rng, 2);
  expect_hits(World(bodies), bodies, rays, RayOptions{.isa = GetParam()});
}

TEST_P(RaysAtBodies, WhateverBecameOfIt) {
  Rng rng(263);
  BodySet bodies = bodies_in_a_cube(rng, 150, 5);
  World world(bodies);
  for (int step = 0; step < 4; ++step) {
    move_all(bodies, rng, 30);
    world.move(bodies);
    std::vector<std::uint32_t> gone;
    for (std::uint32_t i = static_cast<std::uint32_t>(step); i < bodies.size(); i += 11)
      if (bodies.contains(i)) gone.push_back(i);
    world.remove(gone);
    for (const std::uint32_t i : gone) bodies.remove(i);
    expect_hits(world, bodies, rays_through(rng, 60), RayOptions{.isa = GetParam()});
  }
}

/// Moving shapes, against a world of the parts as shapes.
void expect_contacts(const BodySet& bodies, const ShapeSet& shapes, const std::vector<Vec3>& motions,
                     const RayOptions& options) {
  const World world(bodies), of_parts(bodies.parts());
  const std::size_t count = motions.size();
  RayOptions parts_options = options;
  const std::vector<std::uint32_t> groups = groups_of_parts(bodies, options.filter.groups);
  parts_options.filter.groups = groups;
  std::vector<std::uint32_t> objects(count), parts(count), shapes_met(count);
  std::vector<Interval> fractions(count), expected(count);
  std::vector<Vec3d> points(count), normals(count), same_points(count), same_normals(count);
  first_contacts(shapes, motions, world, {objects, fractions, points, normals, parts}, options);
  first_contacts(shapes, motions, of_parts, {shapes_met, expected, same_points, same_normals}, parts_options);
  for (std::size_t i = 0; i < count; ++i) {
    SCOPED_TRACE("shape " + std::to_string(i));
    EXPECT_TRUE(same_bits(fractions[i].lower, expected[i].lower));
    EXPECT_TRUE(same_bits(fractions[i].upper, expected[i].upper));
    EXPECT_EQ(objects[i] == no_object, shapes_met[i] == no_object);
    if (objects[i] == no_object) continue;
    const std::uint32_t named = shapes_of(bodies, objects[i])[parts[i]];
    if (named == shapes_met[i]) {
      EXPECT_TRUE(
          same_bits(Met{fractions[i], points[i], normals[i]}, Met{expected[i], same_points[i], same_normals[i]}));
    }
    const Pair pairs[] = {{static_cast<std::uint32_t>(i), named}, {static_cast<std::uint32_t>(i), shapes_met[i]}};
    const Vec3 twice[] = {motions[i], motions[i]};
    Interval met[2];
    cast(shapes, bodies.parts(), pairs, twice, {.fractions = met}, CastOptions{.isa = options.isa});
    if (expected[i].upper < infinity) {
      EXPECT_EQ(met[0].upper, met[1].upper);
    }
    const PartName other = bodies.owner(shapes_met[i]);
    EXPECT_LE(std::pair(objects[i], parts[i]), std::pair(other.body, other.part));
  }
  std::vector<std::uint64_t> any(mask_words(count)), expected_any(any);
  any_contacts(shapes, motions, world, any, options);
  any_contacts(shapes, motions, of_parts, expected_any, parts_options);
  EXPECT_EQ(any, expected_any);
  const HitLists all = all_contacts(shapes, motions, of_parts, parts_options);
  for (const Touching touching : {Touching::overlap, Touching::separate}) {
    RayOptions by = options;
    by.touching = touching;
    EXPECT_TRUE(same_bits(all_contacts(shapes, motions, world, by), put_together(bodies, all, touching)));
  }
}

TEST_P(RaysAtBodies, ShapesThatMove) {
  Rng rng(264);
  for (const double half : {30.0, 3.0}) {
    BodySet bodies = random_bodies(rng, 80, 8, half);
    for (std::uint32_t i = 0; i < 80; i += 7) bodies.remove(i);
    const BodySet moving = random_bodies(rng, 70, 1, half);
    std::vector<Vec3> motions;
    for (int i = 0; i < 70; ++i) motions.push_back(i % 9 == 0 ? Vec3{} : point(rng, half));
    RayOptions options{.isa = GetParam()};
    expect_contacts(bodies, moving.parts(), motions, options);
    const auto masks = random_numbers(rng, 70), groups = random_numbers(rng, 80);
    options.filter = {masks, groups};
    expect_contacts(bodies, moving.parts(), motions, options);
  }
}

INSTANTIATE_TEST_SUITE_P(, RaysAtBodies, isas(), isa_name);

TEST(RaysAtBodiesOf, PartsAndRaysThatAreNone) {
  Rng rng(265);
  BodySet bodies = random_bodies(rng, 40, 3, 20);
  const BodyPart parts[] = {Sphere{{1, 2, 3}, 1}, Sphere{{0, not_a_number, 0}, 1}};
  bodies.add(parts, {}, Check::none);
  std::vector<Ray> rays = rays_through(rng, 30);
  rays.push_back({{not_a_number, 0, 0}, {1, 0, 0}});
  const RayOptions options{.check = Check::none};
  const FirstHits found = first_hits_of(rays, World(bodies), options);
  const FirstHits expected = first_hits_of(rays, bodies.parts(), options);
  EXPECT_EQ(found.any, expected.any);
  EXPECT_TRUE(same_bits(found.all, put_together(bodies, expected.all, Touching::overlap)));
  EXPECT_EQ(found.shapes.back(), 0U);
}

/// For spheres and shapes each is its own part 0.
TEST(RaysAtBodiesOf, PartsOfOtherWorlds) {
  const std::vector<Sphere> balls = {{{0, 0, 0}, 1}};
  ShapeSet set;
  set.add(balls[0]);
  const std::vector<Ray> rays = {{{-3, 0, 0}, {9, 0, 0}}, {{-3, 3, 0}, {9, 0, 0}}};
  const std::vector<std::uint32_t> expected = {0, no_part};
  for (const World& world : {World(SphereView::of(balls, &Sphere::center, &Sphere::radius)), World(set)}) {
    std::vector<std::uint32_t> parts(2, 77);
    RayHits out;
    out.parts = parts;
    first_hits(rays, world, out);
    EXPECT_EQ(parts, expected);
  }
  std::vector<std::uint32_t> parts(3);
  RayHits out;
  out.parts = parts;
  EXPECT_EQ(error_of([&] { first_hits(rays, set, out); }), "out.parts: has 3 elements, needs 2, one for each ray");
  out.parts = out.shapes = std::span(parts).first(2);
  EXPECT_EQ(error_of([&] { first_hits(rays, set, out); }), "out.parts: shares memory with out.shapes");
}

}  // namespace
}  // namespace lockstep::test
