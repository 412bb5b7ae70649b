// Moving shapes against a World: the answers of `cast` for all pairs, for any history of the world, tiles and lanes.
#include <gtest/gtest.h>

#include <limits>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "first_contacts.hpp"
#include "shape_worlds.hpp"
#include "threads.hpp"

namespace lockstep::test {
namespace {

enum class Made { of_balls, of_boxes, of_all_kinds };

/// Sizes and places over this many powers of ten.
Crowd make_crowd(Rng& rng, Made made, std::size_t count, double decades) {
  Crowd objects;
  const auto scale = [&] { return std::pow(10, oracle::uniform(rng, -decades, decades)); };
  const auto vec = [&](double reach) {
    const auto at = [&] { return static_cast<float>(oracle::uniform(rng, -reach, reach)); };
    const float x = at(), y = at();
    return Vec3{x, y, at()};
  };
  if (made == Made::of_all_kinds) objects.set = shapes_in_a_cube(rng, count);
  while (made != Made::of_all_kinds && objects.set.size() < count) {
    const Vec3 place = vec(30 * scale()), side = vec(2 * scale());
    if (made == Made::of_balls) {
      objects.balls.push_back({place, std::abs(side.x)});
      objects.set.add(objects.balls.back());
    } else {
      objects.boxes.push_back(
          {place, {place.x + std::abs(side.x), place.y + std::abs(side.y), place.z + std::abs(side.z)}});
      objects.set.add(objects.boxes.back());
    }
  }
  return objects;
}

std::vector<Vec3> make_motions(Rng& rng, std::size_t count, double decades) {
  std::vector<Vec3> motions;
  while (motions.size() < count) {
    const int sort = oracle::below(rng, 8);
    const double reach = sort == 0 ? 0 : 40 * std::pow(10, oracle::uniform(rng, -decades, decades));
    const auto along = [&] { return static_cast<float>(oracle::uniform(rng, -reach, reach)); };
    Vec3 motion{along(), along(), along()};
    if (sort == 1 || sort == 2) motion.x = 0;
    if (sort == 2 || sort == 3) motion.z = 0;
    if (sort == 4) motion.y = std::copysign(1e-35F, motion.y);
    motions.push_back(motion);
  }
  return motions;
}

std::size_t expect_all_pairs(std::uint64_t seed, Made moving, Made resting, std::size_t objects, double decades,
                             Isa isa) {
  Rng rng(seed);
  const Crowd movers = make_crowd(rng, moving, 70, decades), others = make_crowd(rng, resting, objects, decades);
  const std::vector<Vec3> motions = make_motions(rng, 70, decades);
  const RayOptions options{.isa = isa};
  const AllPairs all(movers.set, motions, others.set);
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Firsts found =
      movers.with([&](const auto& shapes) { return firsts_of(shapes, motions, others.world(), options); });
  expect_first(found, all);
  EXPECT_TRUE(firsts_of(movers.set, motions, World(others.set), options) == found);
  return expect_lists(found, all);
}

class FirstContacts : public EveryIsa {};

TEST_P(FirstContacts, AreThoseOfAllPairs) {
  constexpr std::array all = {Made::of_balls, Made::of_boxes, Made::of_all_kinds};
  std::uint64_t seed = 320;
  for (const Made moving : all)
    for (const Made resting : all) expect_all_pairs(seed++, moving, resting, 200, 0.3, GetParam());
  EXPECT_GT(expect_all_pairs(seed, Made::of_all_kinds, Made::of_all_kinds, 3000, 0.3, GetParam()), 10U);
}

TEST_P(FirstContacts, OfAllSizes) {
  for (const double decades : {1.0, 3.0, 12.0})
    for (const Made resting : {Made::of_balls, Made::of_boxes}) {
      const auto seed = static_cast<std::uint64_t>(340 + 2 * decades) + static_cast<std::uint64_t>(resting);
      expect_all_pairs(seed, Made::of_boxes, resting, 150, decades, GetParam());
      expect_all_pairs(seed + 50, Made::of_balls, resting, 150, decades, GetParam());
    }
}

/// Some about near points, some about far ones, some do not turn; half of those hardly move.
std::vector<Motion> make_turns(Rng& rng, const ShapeSet& movers, double decades) {
  std::vector<Motion> turns;
  for (const Vec3& by : make_motions(rng, movers.size(), decades)) {
    const auto vec = [&](double reach) {
      const auto at = [&] { return static_cast<float>(oracle::uniform(rng, -reach, reach)); };
      const float x = at(), y = at();
      return Vec3{x, y, at()};
    };
    const int sort = oracle::below(rng, 8);
    Motion motion{by, vec(sort == 0 ? 0 : sort < 3 ? 20 : 3), vec(sort == 1 ? 200 : 40)};
    if (sort > 3) motion.by = {0.01F * by.x, 0.01F * by.y, 0.01F * by.z};
    turns.push_back(motion);
  }
  return turns;
}

TEST_P(FirstContacts, OfShapesThatTurnAreThoseOfAllPairs) {
  std::uint64_t seed = 360;
  for (const Made resting : {Made::of_balls, Made::of_boxes, Made::of_all_kinds}) {
    Rng rng(++seed);
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Crowd movers = make_crowd(rng, Made::of_all_kinds, 80, 0.3), others = make_crowd(rng, resting, 150, 0.3);
    const std::vector<Motion> motions = make_turns(rng, movers.set, 0.3);
    const Firsts found = firsts_of(movers.set, motions, others.world(), RayOptions{.isa = GetParam()});
    const AllPairs all(movers.set, motions, others.set);
    expect_first(found, all);
    EXPECT_GT(expect_lists(found, all), 2U);
  }
}

/// From tiny turns to whole ones, about near axes and far ones, some along an axis of space.
std::vector<Motion> make_small_turns(Rng& rng, const ShapeSet& movers) {
  std::vector<Motion> turns;
  for (const Vec3& by : make_motions(rng, movers.size(), 0.3)) {
    const double angle = std::pow(10, oracle::uniform(rng, -6, std::log10(2 * 3.14159265)));
    const double reach = std::pow(10, oracle::uniform(rng, 0, 3));
    const auto at = [&](double most) { return static_cast<float>(oracle::uniform(rng, -most, most)); };
    Vec3 axis{at(1), at(1), at(1)};
    if (oracle::below(rng, 3) == 0) axis = {0, 0, axis.z};
    const double length = std::sqrt(double{axis.x} * axis.x + double{axis.y} * axis.y + double{axis.z} * axis.z);
    const auto part = [&](float x) { return static_cast<float>(x / length * angle); };
    turns.push_back({by, {part(axis.x), part(axis.y), part(axis.z)}, {at(reach), at(reach), at(reach)}});
  }
  return turns;
}

TEST_P(FirstContacts, OfShapesThatTurnALittleAreThoseOfAllPairs) {
  std::uint64_t seed = 380;
  for (const Made resting : {Made::of_balls, Made::of_boxes, Made::of_all_kinds}) {
    Rng rng(++seed);
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Crowd movers = make_crowd(rng, Made::of_all_kinds, 100, 0.3), others = make_crowd(rng, resting, 1500, 0.3);
    const std::vector<Motion> motions = make_small_turns(rng, movers.set);
    const Firsts found = firsts_of(movers.set, motions, others.world(), RayOptions{.isa = GetParam()});
    const AllPairs all(movers.set, motions, others.set);
    expect_first(found, all);
    EXPECT_GT(expect_lists(found, all), 10U);
  }
}

/// Shapes that do not turn get the answers of calls without turns.
TEST_P(FirstContacts, OfNoTurnAreThoseOfTheTranslation) {
  Rng rng(370);
  const RayOptions options{.isa = GetParam()};
  const Crowd movers = make_crowd(rng, Made::of_all_kinds, 200, 0.3),
              others = make_crowd(rng, Made::of_balls, 200, 0.3);
  const std::vector<Vec3> translations = make_motions(rng, 200, 0.3);
  std::vector<Motion> motions;
  for (const Vec3& translation : translations) motions.push_back({translation, {0, 0, 0}, {1, 2, 3}});
  EXPECT_TRUE(firsts_of(movers.set, motions, others.world(), options) ==
              firsts_of(movers.set, translations, others.world(), options));
}

INSTANTIATE_TEST_SUITE_P(, FirstContacts, isas(), isa_name);

TEST(ContactsOfWorlds, WithFilters) {
  Rng rng(420);
  const Crowd movers = make_crowd(rng, Made::of_balls, 130, 0.3);
  const Crowd others = make_crowd(rng, Made::of_all_kinds, 500, 0.3);
  const std::vector<Vec3> motions = make_motions(rng, 130, 0.3);
  std::vector<std::uint32_t> masks, groups;
  for (std::size_t i = 0; i < motions.size(); ++i) masks.push_back(static_cast<std::uint32_t>(i % 8));
  for (std::size_t j = 0; j < others.set.size(); ++j) groups.push_back(1U << j % 3);
  const RayOptions options{.filter = {masks, groups}};
  const Firsts found = firsts_of(movers.set, motions, World(others.set), options);
  const AllPairs all(movers.set, motions, others.set, options);
  expect_first(found, all);
  EXPECT_GT(expect_lists(found, all), 0U);
}

/// Past corners of boxes and along faces, within rounding: the enlargement of a box is not lost.
TEST(ContactsOfWorlds, ThatAreAlmostMissed) {
  Rng rng(421);
  const Crowd others = make_crowd(rng, Made::of_boxes, 300, 0.5);
  Crowd movers;
  std::vector<Vec3> motions;
  for (const Aabb& box : others.boxes) {
    const auto side = [&] { return static_cast<float>(oracle::uniform(rng, 0, 3)); };
    const Vec3 m = make_motions(rng, 1, 0)[0], s{side(), side(), side()}, c = box.max;
    Aabb mover{{c.x - 0.5F * m.x, c.y - 0.5F * m.y, c.z - 0.5F * m.z}, {}};  // its low corner meets the high one
    if (oracle::below(rng, 2) == 0) mover.min.y = c.y;                       // and slides along the face
    mover.max = {mover.min.x + s.x, mover.min.y + s.y, mover.min.z + s.z};
    movers.boxes.push_back(mover), movers.set.add(mover), motions.push_back(m);
  }
  const World world = others.world();
  const AllPairs all(movers.set, motions, others.set);
  expect_first(movers.with([&](const auto& shapes) { return firsts_of(shapes, motions, world); }), all);
}

/// A stick that sweeps a circle hits objects far from its start and its end.
TEST(ContactsOfWorlds, DuringATurn) {
  constexpr float pi = 3.14159265F;
  ShapeSet stick, posts;
  stick.add(Capsule{{100, 0, 0}, {103, 0, 0}, 0.125F});
  for (const Vec3& place : {Vec3{98, 0, 0}, Vec3{100, 2, 0}, Vec3{100, -2, 0}, Vec3{103.5F, 0, 0}})
    posts.add(Sphere{place, 0.25F});
  const std::vector<Motion> half_turn = {{{0, 0, 0}, {0, 0, pi}, {100, 0, 0}}},
                            bad = {{{0, 0, 0}, {0, 0, not_a_number}, {100, 0, 0}}};
  const Firsts found = firsts_of(stick, half_turn, World(posts));
  EXPECT_EQ(found.objects[0], 1U);
  EXPECT_EQ(found.all.shapes, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_NEAR(found.met[0].fractions.lower, 0.5 - std::asin(0.375 / 2) / double{pi}, 1e-6);
  EXPECT_EQ(error_of([&] { (void)all_contacts(stick, std::span(bad), World(posts)); }),
            "motions[0].turn.z = nan: must be a finite number");
  const RayOptions unchecked{.check = Check::none};
  EXPECT_EQ(firsts_of(stick, bad, World(posts), unchecked).all.shapes, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

/// A world that has moved answers like a rebuilt one.
TEST(ContactsOfWorlds, HaveNoHistory) {
  Rng rng(422);
  World world = make_crowd(rng, Made::of_balls, 700, 0.3).world();
  for (int step = 0; step < 5; ++step) {
    const Crowd later = make_crowd(rng, Made::of_balls, 700, 0.3);
    const Crowd movers = make_crowd(rng, Made::of_all_kinds, 100, 0.3);
    const std::vector<Vec3> motions = make_motions(rng, 100, 0.3);
    world.move(SphereView::of(later.balls, &Sphere::center, &Sphere::radius));
    EXPECT_TRUE(firsts_of(movers.set, motions, world) == firsts_of(movers.set, motions, later.world()));
  }
}

TEST(ContactsOfWorlds, OfManyThreadsAndEachAlone) {
  Rng rng(423);
  const Crowd movers = make_crowd(rng, Made::of_balls, 300, 0.3);
  const World world = make_crowd(rng, Made::of_all_kinds, 800, 0.3).world();
  const std::vector<Vec3> motions = make_motions(rng, 300, 0.3);
  const SphereView shapes = SphereView::of(movers.balls, &Sphere::center, &Sphere::radius);
  const Firsts expected = firsts_of(shapes, motions, world);
  on_threads([&] { EXPECT_TRUE(firsts_of(shapes, motions, world) == expected); });
  for (std::size_t i = 0; i < movers.balls.size(); ++i) {
    const std::vector<Sphere> one = {movers.balls[i]};
    const Firsts alone = firsts_of(SphereView::of(one, &Sphere::center, &Sphere::radius), {motions[i]}, world);
    EXPECT_EQ(alone.objects[0], expected.objects[i]);
    EXPECT_TRUE(std::ranges::equal(alone.all.shapes, expected.all[i].shapes));
    EXPECT_TRUE(same_bits(alone.met[0], expected.met[i]));
  }
}

TEST(ContactsOfWorlds, ThatAreThereFromTheStart) {
  const std::vector<Sphere> walls(70, Sphere{{5, 0, 0}, 1}), movers = {{{5, 0, 1}, 1}, {{0, 0, 0}, 1}};
  const SphereView shapes = SphereView::of(movers, &Sphere::center, &Sphere::radius);
  const Firsts found =
      firsts_of(shapes, {{9, 0, 0}, {6, 0, 0}}, World(SphereView::of(walls, &Sphere::center, &Sphere::radius)));
  EXPECT_EQ(found.objects, (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(found.met[0].fractions, (Interval{0, 0}));
  EXPECT_LE(length(found.met[0].normal - Vec3d{0, 0, 1}), 1e-6);
  EXPECT_LE(found.met[1].fractions.lower, 0.5);
  EXPECT_GE(found.met[1].fractions.upper, 0.5);
}

TEST(ContactsOfWorlds, OfNothing) {
  ShapeSet holes;
  for (int i = 0; i < 100; ++i) holes.add(Sphere{{0, 0, 0}, 1});
  for (std::uint32_t i = 0; i < 100; ++i) holes.remove(i);
  const std::vector<Vec3> still(100);
  for (const World& world : {World(), World(ShapeSet()), World(holes)}) {
    ShapeSet ball;
    ball.add(Sphere{{0, 0, 0}, 1});
    EXPECT_EQ(firsts_of(ball, {{1, 0, 0}}, world).objects[0], no_object);
    EXPECT_TRUE(firsts_of(ShapeSet(), {}, world).objects.empty());
    EXPECT_TRUE(firsts_of(SphereView(), {}, world).objects.empty());
  }
  const std::vector<Sphere> balls = {{{0, 0, 0}, 1}};
  const Firsts of_holes = firsts_of(holes, still, World(SphereView::of(balls, &Sphere::center, &Sphere::radius)));
  EXPECT_EQ(of_holes.objects, std::vector<std::uint32_t>(100, no_object));
  EXPECT_EQ(of_holes.any, (std::vector<std::uint64_t>{0, 0}));
  EXPECT_EQ(of_holes.all.first, std::vector<std::size_t>(101, 0));
}

/// An invalid motion, an invalid moving shape, an invalid object.
TEST(ContactsOfWorlds, OfBadNumbers) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<Sphere> movers(6, Sphere{{0, 0, 0}, 1});
  movers[1].center.y = not_a_number, movers[2].radius = infinity, movers[5].center.x = 3e38F;
  const std::vector<Vec3> motions = {{0, 0, 0},        {0, 0, 0},     {0, 0, 0}, {0, not_a_number, 0},
                                     {0, 0, infinity}, {-3e38F, 0, 0}};
  Rng rng(424);
  ShapeSet set = shapes_in_a_cube(rng, 300);
  const RayOptions options{.check = Check::none};
  for (const bool with_bad_object : {false, true}) {
    if (with_bad_object) set.add(Sphere{{0, not_a_number, 0}, 1}, Check::none);
    const Firsts found =
        firsts_of(SphereView::of(movers, &Sphere::center, &Sphere::radius), motions, World(set), options);
    for (std::size_t i = 1; i < 5; ++i) {
      EXPECT_EQ(found.objects[i], 0U) << i;
      EXPECT_EQ(found.met[i].fractions, (Interval{0, std::numeric_limits<double>::infinity()})) << i;
    }
    EXPECT_EQ(found.any[0] >> 1 & 15, 15U);
    EXPECT_EQ(found.any_proven[0] >> 1 & 15, 0U);
    if (with_bad_object) {
      EXPECT_NE(found.objects[0], no_object);
      EXPECT_EQ(found.met[0].fractions.lower, 0);
    }
  }
}

TEST(ContactsOfWorlds, Refusals) {
  std::vector<Sphere> balls = {{{0, 0, 0}, 1}, {{5, 0, 0}, 1}};
  const SphereView shapes = SphereView::of(balls, &Sphere::center, &Sphere::radius);
  const World world(shapes);
  std::vector<Vec3> motions(2);
  std::vector<std::uint32_t> objects(2, 7), three(3);
  std::vector<std::uint64_t> two_words(2);
  const auto error = [&](const RayHits& out, const RayOptions& options = {}) {
    return error_of([&] { first_contacts(shapes, motions, world, out, options); });
  };
  EXPECT_EQ(error({three}), "out.shapes: has 3 elements, needs 2, one for each shape that moves");
  EXPECT_EQ(error_of([&] { any_contacts(shapes, motions, world, two_words); }),
            "hits: has 2 elements, needs 1, mask_words(motions.size())");
  const auto error_of_all = [&](const RayOptions& options = {}) {
    return error_of([&] { (void)all_contacts(shapes, motions, world, options); });
  };
  const auto as_words = [](auto& of) { return std::span(reinterpret_cast<std::uint32_t*>(of.data()), 2); };
  EXPECT_EQ(error({as_words(motions)}), "out.shapes: shares memory with motions");
  EXPECT_EQ(error({as_words(balls)}), "out.shapes: shares memory with spheres.x");
  RayOptions options{.filter = {three, {}}};
  EXPECT_EQ(error({objects}, options), "options.filter.masks: has 3 elements, needs 2, one for each shape that moves");
  options.filter = {{}, three};
  EXPECT_EQ(error({objects}, options), "options.filter.groups: has 3 elements, needs 2, one for each object");
  EXPECT_EQ(error_of_all(options), error({objects}, options));
  options.filter = {};
  options.tolerance = -1;
  EXPECT_EQ(error({objects}, options), "options.tolerance = -1: must not be negative");
  motions[1].x = not_a_number;
  EXPECT_EQ(error({objects}), "motions[1].x = nan: must be a finite number");
  EXPECT_EQ(error_of_all(), error({objects}));
  motions[1].x = 0, balls[1].radius = -1;
  EXPECT_EQ(error({objects}), "spheres.radius[1] = -1: must be a finite number, not negative and at most 1e18");
  EXPECT_EQ(error_of_all(), error({objects}));
  motions.resize(3);
  EXPECT_EQ(error_of_all(), error({objects}));
  EXPECT_EQ(error({objects}), "motions: has 3 elements, needs 2, one for each shape that moves");
  ShapeSet set;
  EXPECT_EQ(error_of([&] { first_contacts(set, motions, world, {}); }),
            "motions: has 3 elements, needs 0, one for each shape that moves");
  EXPECT_EQ(objects, (std::vector<std::uint32_t>{7, 7}));
}

}  // namespace
}  // namespace lockstep::test
