// A world that changes its set answers like one that is built of the set at that time, and so does one that is restored
// from the stored state of another.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "body_worlds.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "lockstep/overlap.hpp"
#include "lockstep/rays.hpp"
#include "lockstep/world.hpp"
#include "shape_worlds.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

/// Some of all queries.
struct Said {
  std::vector<std::size_t> overlapping_first, within_first;
  std::vector<std::uint32_t> overlapping, within, nearest, hits;
  std::vector<Interval> distances, fractions;
  std::vector<std::uint64_t> seen;
  friend bool operator==(const Said&, const Said&) = default;

  Said(const World& world, std::uint64_t seed, Isa isa) {
    Rng rng(seed);
    const ShapeSet shapes = shapes_in_a_cube(rng, 30);
    const auto along = [&](double reach) { return static_cast<float>(oracle::uniform(rng, -reach, reach)); };
    std::vector<Vec3> points(30);
    for (Vec3& p : points) p = {along(35), along(35), along(35)};
    std::vector<Ray> rays;
    for (const Vec3& p : points) rays.push_back({p, {along(60), along(60), along(60)}});
    OverlapOptions overlaps{.margin = 1};
    overlaps.isa = isa;
    ObjectLists lists = lockstep::overlapping(world, shapes, overlaps);
    overlapping_first = std::move(lists.first), overlapping = std::move(lists.objects);
    lists = lockstep::within(world, points, 4, {.isa = isa});
    within_first = std::move(lists.first), within = std::move(lists.objects);
    nearest.resize(5 * points.size()), distances.resize(nearest.size());
    lockstep::nearest(world, points, 5, {nearest, distances}, {.isa = isa});
    hits.resize(rays.size()), fractions.resize(rays.size());
    first_hits(rays, world, {hits, fractions}, RayOptions{.isa = isa});
    seen.resize(mask_words(world.size()));
    cull(volumes()[0].volume, world, seen, {.isa = isa});
  }
};

std::vector<std::uint32_t> sorted_order(const World& world) {
  std::vector<std::uint32_t> order;
  for (const std::uint32_t index : world.order())
    if (index != no_object) order.push_back(index);
  std::sort(order.begin(), order.end());
  return order;
}

void expect_alike(const World& world, const World& anew, std::uint64_t seed, Isa isa) {
  ASSERT_EQ(world.size(), anew.size());
  EXPECT_EQ(world.free_slots(), anew.free_slots());
  for (std::uint32_t i = 0; i < anew.size(); ++i) EXPECT_EQ(world.contains(i), anew.contains(i));
  EXPECT_EQ(sorted_order(world), sorted_order(anew));
  EXPECT_TRUE(Said(world, seed, isa) == Said(anew, seed, isa));
}

float place(Rng& rng) { return static_cast<float>(oracle::uniform(rng, -30, 30)); }
Sphere ball(Rng& rng) {
  const float x = place(rng), y = place(rng);
  return {{x, y, place(rng)}, static_cast<float>(oracle::uniform(rng, 0, 2))};
}

/// A number of changes, some of the same shape.
void change_some(ShapeSet& shapes, Rng& rng, int changes) {
  for (int i = 0; i < changes; ++i) {
    const auto index = static_cast<std::uint32_t>(oracle::below(rng, static_cast<int>(shapes.size())));
    const int what = oracle::below(rng, 4);
    if (what == 0)
      shapes.add(ball(rng));
    else if (what == 1 && shapes.contains(index))
      shapes.remove(index);
    else if (shapes.contains(index))
      shapes.set(index, ball(rng));
  }
}

class ChangedSets : public EveryIsa {};

TEST_P(ChangedSets, ShapesAreThoseOfTheSet) {
  Rng rng(270);
  const WorldOptions options{.isa = GetParam()};
  World world(shapes_in_a_cube(rng, 700), options);
  std::uint64_t seed = 1000;
  for (const int changes : {1, 0, 7, 60, 900, 3, 300, 2000, 20, 60, 60, 60, 60, 60, 60}) {
    SCOPED_TRACE(std::to_string(changes) + " changes, seed " + std::to_string(++seed));
    world.change_shapes([&](ShapeSet& shapes) { change_some(shapes, rng, changes); }, options);
    expect_alike(world, World(world.shapes()), seed, GetParam());
  }
  const World copy = world;
  world.change_shapes([](ShapeSet& shapes) { shapes.clear(); });
  EXPECT_EQ(world.size(), 0U);
  world.change_shapes([&](ShapeSet& shapes) { shapes.add(ball(rng)); });
  world.change_shapes([&](ShapeSet& shapes) { shapes.add(ball(rng)), shapes.add(Point{{0, 0, 0}}); });
  expect_alike(world, World(world.shapes()), ++seed, GetParam());
  world.change_shapes([&](ShapeSet& shapes) { shapes = copy.shapes(); });
  expect_alike(world, copy, ++seed, GetParam());
}

TEST_P(ChangedSets, BodiesAreThoseOfTheSet) {
  Rng rng(271);
  const WorldOptions options{.isa = GetParam()};
  World world(bodies_in_a_cube(rng, 150, 6), options);
  std::uint64_t seed = 1100;
  const auto change = [&](BodySet& bodies, int changes) {
    for (int i = 0; i < changes; ++i) {
      const auto index = static_cast<std::uint32_t>(oracle::below(rng, static_cast<int>(bodies.size())));
      const int what = oracle::below(rng, 6);
      if (what == 0)
        bodies.add(std::vector<BodyPart>(static_cast<std::size_t>(1 + i % 3), Sphere{{1, 0, 0}, 1}), pose(rng, 30));
      else if (what == 1 && bodies.contains(index))
        bodies.remove(index);
      else if (bodies.contains(index))
        bodies.move(index, pose(rng, 30));
    }
  };
  for (const int changes : {1, 5, 40, 3, 400, 20, 1, 20, 20, 20, 20}) {
    SCOPED_TRACE(std::to_string(changes) + " changes, seed " + std::to_string(++seed));
    world.change_bodies([&](BodySet& bodies) { change(bodies, changes); }, options);
    expect_alike(world, World(world.bodies()), seed, GetParam());
  }
  world.change_bodies([&](BodySet& bodies) { bodies.clear(); });
  EXPECT_EQ(world.size(), 0U);
  world.change_bodies([&](BodySet& bodies) { bodies.add(std::vector<BodyPart>(3, Sphere{{0, 0, 0}, 1})); });
  expect_alike(world, World(world.bodies()), ++seed, GetParam());
}

INSTANTIATE_TEST_SUITE_P(, ChangedSets, isas(), isa_name);

/// A shape that takes the index of another one is not that one.
TEST(ChangedSet, HandlesTellWhoIsNew) {
  ShapeSet shapes;
  for (int i = 0; i < 100; ++i) shapes.add(Sphere{{static_cast<float>(i), 0, 0}, 1});
  World world(shapes);
  const ObjectHandle moved = world.handle(3), replaced = world.handle(4), gone = world.handle(5),
                     rest = world.handle(6);
  world.change_shapes([](ShapeSet& set) {
    set.set(3, Sphere{{0, 9, 0}, 1});
    set.remove(4);
    EXPECT_EQ(set.add(Sphere{{0, 0, 9}, 1}), 4U);
    set.remove(5);
  });
  EXPECT_TRUE(world.contains(moved) && world.contains(rest));
  EXPECT_FALSE(world.contains(replaced) || world.contains(gone));
  EXPECT_EQ(world.find(world.handle(4)), 4U);
  world.change_shapes([](ShapeSet& set) { set.clear(), set.add(Sphere{{0, 0, 0}, 1}); });
  EXPECT_TRUE(world.contains(0));
  EXPECT_FALSE(world.contains(moved) || world.contains(rest));
  World few(shapes);
  const ObjectHandle last = few.handle(99);
  few.change_shapes([](ShapeSet& set) { set.clear(); });
  few.change_shapes([](ShapeSet& set) { set.add(Sphere{{0, 0, 0}, 1}), set.add(Sphere{{9, 0, 0}, 1}); });
  few.remove(std::vector<std::uint32_t>{0});
  few.change_shapes([&](ShapeSet& set) { set = shapes; });
  EXPECT_TRUE(few.contains(99));
  EXPECT_FALSE(few.contains(last));
  EXPECT_THROW((void)few.find(last), InvalidInput);
  World machines(bodies_in_a_cube(272, 20, 3));
  const ObjectHandle machine = machines.handle(0), other = machines.handle(1);
  machines.change_bodies([](BodySet& bodies) {
    bodies.remove(0);
    EXPECT_EQ(bodies.add(std::vector<BodyPart>(1, Sphere{{0, 0, 0}, 1})), 0U);
    bodies.move(1, {});
  });
  EXPECT_FALSE(machines.contains(machine));
  EXPECT_TRUE(machines.contains(0) && machines.contains(other));
}

/// In one change, parts of bodies that are removed become parts of a body with another index.
TEST(ChangedSet, PartsGoToOtherBodies) {
  BodySet bodies;
  const std::vector<BodyPart> parts(2, Sphere{{0, 0, 0}, 1});
  for (int i = 0; i < 40; ++i)
    bodies.add(std::span(parts).first(i == 0 ? 2 : 1), {{static_cast<float>(3 * i), 0, 0}, {}});
  World world(std::move(bodies));
  world.change_bodies([&](BodySet& set) {
    set.remove(0), set.remove(1);
    set.add(parts, {{0, 50, 0}, {}});
  });
  expect_alike(world, World(world.bodies()), 1202, default_isa());
}

/// Changes before the error remain.
TEST(ChangedSet, WhereTheChangeThrows) {
  World world(shapes_in_a_cube(273, 200));
  const auto change = [](ShapeSet& shapes) {
    shapes.set(0, Sphere{{3, 3, 3}, 1});
    shapes.remove(1);
    shapes.set(2, Sphere{{0, 0, 0}, -1});
  };
  EXPECT_EQ(error_of([&] { world.change_shapes(change); }).substr(0, 18), "sphere.radius = -1");
  EXPECT_FALSE(world.contains(1));
  expect_alike(world, World(world.shapes()), 1200, default_isa());
  EXPECT_THROW(world.change_shapes([](ShapeSet& shapes) {
    shapes.clear();
    throw std::runtime_error("away");
  }),
               std::runtime_error);
  EXPECT_EQ(world.size(), 0U);
}

/// Copies and sets that were exchanged are separate sets from then on.
TEST(ChangedSet, IsWatchedAlone) {
  World world(shapes_in_a_cube(274, 200));
  ShapeSet copy, other = shapes_in_a_cube(275, 300);
  world.change_shapes([&](ShapeSet& shapes) {
    copy = shapes;
    shapes.set(0, Sphere{{1, 2, 3}, 1});
    std::swap(shapes, other);
  });
  copy.remove(0), other.remove(0);
  EXPECT_EQ(world.size(), 300U);
  EXPECT_TRUE(world.contains(0));
  expect_alike(world, World(world.shapes()), 1201, default_isa());
}

TEST(ChangedSet, OfAnotherKind) {
  World balls, shapes{ShapeSet()}, bodies{BodySet()};
  const auto nothing = [](auto&) {};
  EXPECT_EQ(error_of([&] { balls.change_shapes(nothing); }), "shapes: the world is one of spheres");
  EXPECT_EQ(error_of([&] { bodies.change_shapes(nothing); }), "shapes: the world is one of bodies");
  EXPECT_EQ(error_of([&] { shapes.change_bodies(nothing); }), "bodies: the world is one of shapes");
}

/// The stored state of a world makes one that answers the same, assigns the same indices and knows the same handles.
TEST(StateOfAWorld, MakesTheSameOneAgain) {
  Rng rng(276);
  std::vector<Sphere> balls(150);
  for (Sphere& one : balls) one = ball(rng);
  const auto view = [](const std::vector<Sphere>& of) { return SphereView::of(of, &Sphere::center, &Sphere::radius); };
  World world(view(balls));
  world.remove(std::vector<std::uint32_t>{7, 3, 11});
  world.add(view({ball(rng)}));
  const ObjectHandle gone{7, 0}, there = world.handle(11);
  const WorldState state = state_of(world);
  ASSERT_EQ(state.streams, 4U);
  ASSERT_EQ(state.numbers.size(), 4U * 150);
  std::vector<Sphere> stored(150);
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const float* const n = &state.numbers[4 * i];
    stored[i] = {{n[0], n[1], n[2]}, n[3]};
  }
  World again(view(stored));
  again.remove(state.free_slots);
  set_generations(again, state.generations);
  expect_alike(again, world, 1202, default_isa());
  EXPECT_TRUE(again.contains(there));
  EXPECT_FALSE(again.contains(gone));
  EXPECT_EQ(again.add(view({balls[0], balls[1]})), world.add(view({balls[0], balls[1]})));
  EXPECT_EQ(error_of([&] { set_generations(again, std::vector<std::uint32_t>(151)); }),
            "generations: there are 151, the world has 150 indices");
  const World of_shapes(shapes_in_a_cube(277, 20));
  EXPECT_EQ(state_of(of_shapes).streams, 0U);
  EXPECT_TRUE(state_of(of_shapes).numbers.empty());
}

}  // namespace
}  // namespace lockstep::test
