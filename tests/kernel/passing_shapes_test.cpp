// Shapes that move along the axes past flush objects, and rays along faces: worlds give the answers for every pair, and
// never miss a hit.
#include <gtest/gtest.h>

#include "every_isa.hpp"
#include "first_hits.hpp"
#include "passing_shapes.hpp"

namespace lockstep::test {
namespace {

constexpr std::array all_passers = {Passers::balls, Passers::boxes, Passers::all_kinds};

/// A world of the current view: new, or one in which all have moved, or from which some have been removed.
template <class AnyWorld, class List>
AnyWorld world_of(Passing& scene, List list, Isa isa) {
  const WorldOptions options{.isa = isa};
  const List now = list;
  const int history = scene.below(3);
  if (history == 0) return AnyWorld(view_of(now), options);
  std::rotate(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(list.size() / 3), list.end());
  AnyWorld world(view_of(list), options);
  world.move(view_of(now), options);
  if (history == 2) world.remove(scene.remove_some(), options);
  return world;
}
World world_of(Passing& scene, Isa isa) {
  const Crowd& objects = scene.objects;
  if (!objects.balls.empty()) return world_of<World>(scene, objects.balls, isa);
  if (!objects.boxes.empty()) return world_of<World>(scene, objects.boxes, isa);
  const WorldOptions options{.isa = isa};
  const int history = scene.below(3);
  if (history == 0) return World(objects.set, options);
  ShapeSet before;
  while (before.size() < objects.set.size()) before.add(Sphere{{static_cast<float>(before.size()), 0, 0}, 1});
  World world(before, options);
  world.move(objects.set, options);
  if (history == 2)
    world.change_shapes(
        [&](ShapeSet& set) {
          for (const std::uint32_t gone : scene.remove_some()) set.remove(gone);
        },
        options);
  return world;
}

/// Prints a scene to replay once something is wrong with it.
template <class MotionType>
bool is_right(const Passing& scene, const AllPairs& all, const std::vector<MotionType>& motions) {
  if (testing::Test::HasFailure()) ADD_FAILURE() << scene.lines(all, motions);
  return !testing::Test::HasFailure();
}

struct Counts {
  std::size_t scenes = 0, hits = 0, lists = 0;
};

/// Returns whether a test may continue.
template <class Shapes, class MotionType>
bool expect_all_pairs(Passing& scene, const Shapes& shapes, const std::vector<MotionType>& motions, Isa isa,
                      Counts& counts) {
  const World world = world_of(scene, isa);
  const Firsts found = firsts_of(shapes, motions, world, {.isa = isa});
  const AllPairs all(scene.movers.set, motions, scene.objects.set);
  counts.hits += count_first(found, all), counts.lists += expect_lists(found, all), ++counts.scenes;
  return is_right(scene, all, motions);
}

/// Small worlds more often than large ones, of up to 300 objects. The margins of a world's boxes grow with their sizes,
/// and hide misses next to a much larger object.
PassingKinds kinds_of(std::uint64_t seed, Passers moving, Passers resting) {
  Rng rng(seed);
  const auto one_of = [&](std::initializer_list<int> list) {
    return list.begin()[oracle::below(rng, static_cast<int>(list.size()))];
  };
  PassingKinds kinds{moving, resting, static_cast<std::size_t>(one_of({1, 2, 8})), 0};
  kinds.objects = static_cast<std::size_t>(std::pow(300, oracle::uniform(rng, 0, 1)) + 0.5);
  if (moving != Passers::all_kinds && resting != Passers::all_kinds)
    kinds.octave = one_of({0, 0, 0, 0, -20, 30, -60, -110});
  kinds.grain = one_of({0, 0, 0, 6, 12, 20});
  kinds.longest_motion = one_of({3, 10, 40}), kinds.places = one_of({0, 3, 30}),
  kinds.far = one_of({0, 0, 0, 7, 1000, 100000});
  return kinds;
}

class PassingShapes : public EveryIsa {};

TEST_P(PassingShapes, MeetWhatCastSaysOfAllPairs) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 150; ++seed)
    for (const Passers moving : all_passers)
      for (const Passers resting : all_passers) {
        Passing scene(seed, kinds_of(seed, moving, resting));
        const bool goes_on = scene.movers.with(
            [&](const auto& shapes) { return expect_all_pairs(scene, shapes, scene.motions, GetParam(), counts); });
        if (!goes_on) return;
      }
  EXPECT_GT(counts.hits, counts.scenes);
  EXPECT_GT(2 * counts.lists, counts.scenes);
}

TEST_P(PassingShapes, MeetThemWhenTheyTurn) {
  Counts counts;
  for (std::uint64_t seed = 201; seed <= 250; ++seed)
    for (const Passers moving : all_passers)
      for (const Passers resting : all_passers) {
        Passing scene(seed, kinds_of(seed, moving, resting));
        if (!expect_all_pairs(scene, scene.movers.set, scene.turns(), GetParam(), counts)) return;
      }
  EXPECT_GT(counts.hits, counts.scenes);
}

// The same in the plane.

std::vector<Circle2> in_plane(const std::vector<Sphere>& balls) {
  std::vector<Circle2> circles;
  for (const auto& [center, radius] : balls) circles.push_back({{center.x, center.y}, radius});
  return circles;
}
std::vector<Aabb2> in_plane(const std::vector<Aabb>& boxes) {
  std::vector<Aabb2> flat;
  for (const auto& [low, high] : boxes) flat.push_back({{low.x, low.y}, {high.x, high.y}});
  return flat;
}

template <class Shapes>
Firsts firsts_in_plane(const Shapes& shapes, const std::vector<Vec3>& list, const World2& world, RayOptions options) {
  std::vector<Vec2> motions;
  for (const Vec3& motion : list) motions.push_back({motion.x, motion.y});
  Firsts found;
  found.objects.resize(motions.size());
  std::vector<Interval> fractions(motions.size());
  std::vector<Vec2d> points(motions.size()), normals(motions.size());
  first_contacts(shapes, motions, world, {found.objects, fractions, points, normals}, options);
  for (std::size_t i = 0; i < motions.size(); ++i)
    found.met.push_back({fractions[i], {points[i].x, points[i].y, 0}, {normals[i].x, normals[i].y, 0}});
  found.any.resize(mask_words(motions.size())), found.any_proven.resize(mask_words(motions.size()));
  any_contacts(shapes, motions, world, found.any, options);
  found.all = all_contacts(shapes, motions, world, options);
  options.touching = Touching::separate;
  any_contacts(shapes, motions, world, found.any_proven, options);
  found.all_proven = all_contacts(shapes, motions, world, options);
  return found;
}

/// For worlds of circles and boxes `cast` answers as for spheres and boxes of space; for circles alone, as in the
/// plane, too.
bool expect_all_pairs_in_plane(Passing& scene, Isa isa, Counts& counts) {
  const bool of_balls = !scene.objects.balls.empty(), by_balls = !scene.movers.balls.empty();
  const World2 world = of_balls ? world_of<World2>(scene, in_plane(scene.objects.balls), isa)
                                : world_of<World2>(scene, in_plane(scene.objects.boxes), isa);
  const auto circles = in_plane(scene.movers.balls);
  const auto boxes = in_plane(scene.movers.boxes);
  const Firsts found = by_balls ? firsts_in_plane(view_of(circles), scene.motions, world, {.isa = isa})
                                : firsts_in_plane(view_of(boxes), scene.motions, world, {.isa = isa});
  AllPairs all(scene.movers.set, scene.motions, scene.objects.set);
  for (Met& met : all.met) met.point.z = met.normal.z = 0;
  counts.hits += count_first(found, all), counts.lists += expect_lists(found, all), ++counts.scenes;
  return is_right(scene, all, scene.motions);
}

TEST_P(PassingShapes, OfThePlaneMeetWhatCastSaysOfAllPairs) {
  Counts counts;
  for (std::uint64_t seed = 301; seed <= 500; ++seed)
    for (const Passers moving : {Passers::balls, Passers::boxes})
      for (const Passers resting : {Passers::balls, Passers::boxes}) {
        PassingKinds kinds = kinds_of(seed, moving, resting);
        kinds.in_plane = true;
        Passing scene(seed, kinds);
        if (!expect_all_pairs_in_plane(scene, GetParam(), counts)) return;
      }
  EXPECT_GT(counts.hits, counts.scenes);
  EXPECT_GT(2 * counts.lists, counts.scenes);
}

/// For rays, bounding boxes prove that an open pair is a miss if it is not in the list.
void pass_what_boxes_pass(const HitLists& lists, AllPairs& all) {
  constexpr double never = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < all.pairs.size(); ++k) {
    const auto [ray, shape] = all.pairs[k];
    Interval& fractions = all.met[k].fractions;
    const auto listed = lists[ray].shapes;
    if (fractions.upper > 1 && std::find(listed.begin(), listed.end(), shape) == listed.end())
      fractions = {never, never};
  }
}

/// A world, and the set itself.
TEST_P(PassingShapes, RaysAlongFacesHitWhatCastSaysOfAllPairs) {
  Counts counts;
  for (std::uint64_t seed = 501; seed <= 560; ++seed)
    for (const Passers resting : all_passers) {
      Passing scene(seed, kinds_of(seed, Passers::boxes, resting));
      const World world = world_of(scene, GetParam());
      const std::vector<Ray> rays = scene.rays_along_faces();
      const FirstHits hits = first_hits_of(rays, world, {.isa = GetParam()});
      EXPECT_TRUE(hits == first_hits_of(rays, scene.objects.set, {.isa = GetParam()}));
      const Firsts found{hits.shapes, hits.met, hits.any, hits.any_proven, hits.all, hits.all_proven};
      AllPairs all(rays, scene.objects.set);
      pass_what_boxes_pass(found.all, all);
      counts.hits += count_first(found, all), counts.lists += expect_lists(found, all), ++counts.scenes;
      if (testing::Test::HasFailure()) {
        ADD_FAILURE() << "seed " << seed;
        return;
      }
    }
  EXPECT_GT(counts.hits, counts.scenes);
}

/// The same scene far away, at double positions, in a world most of whose shapes are elsewhere, as the origin of its
/// boxes is then. Returns where the scene is.
Vec3d move_far_away(Passing& scene, std::uint64_t seed) {
  const double at = std::array{1000.1, -1e6 / 3, 4e9 + 0.3, 1e12}[seed % 4], away = std::ldexp(1000, scene.below(12));
  const Vec3d to{at, -at, at / 7};
  scene.objects.balls.clear(), scene.objects.boxes.clear();
  for (std::uint32_t i = 0; i < scene.movers.set.size(); ++i) scene.movers.set.place(i, to);
  ShapeSet& set = scene.objects.set;
  const std::size_t count = set.size();
  for (std::uint32_t j = 0; j < count; ++j) set.place(j, to);
  while (set.size() < 3 * count + 8) set.place(set.add(Sphere{{0, 0, 0}, 1}), {to.x + away, to.y, to.z - away});
  return to;
}

TEST_P(PassingShapes, AtDoublePositionsMeetWhatCastSaysOfAllPairs) {
  Counts counts;
  for (std::uint64_t seed = 601; seed <= 640; ++seed)
    for (const Passers moving : all_passers)
      for (const Passers resting : all_passers) {
        PassingKinds kinds = kinds_of(seed, moving, resting);
        kinds.octave = 0, kinds.far = std::min(kinds.far, 7.0);
        Passing scene(seed, kinds);
        move_far_away(scene, seed);
        const bool goes_on = seed % 3 == 0
                                 ? expect_all_pairs(scene, scene.movers.set, scene.turns(), GetParam(), counts)
                                 : expect_all_pairs(scene, scene.movers.set, scene.motions, GetParam(), counts);
        if (!goes_on) return;
      }
  EXPECT_GT(counts.hits, counts.scenes);
}

TEST_P(PassingShapes, RaysFromADoublePositionHitWhatTheyHitOfTheSet) {
  for (std::uint64_t seed = 701; seed <= 740; ++seed)
    for (const Passers resting : all_passers) {
      PassingKinds kinds = kinds_of(seed, Passers::boxes, resting);
      kinds.octave = 0;
      Passing scene(seed, kinds);
      const std::vector<Ray> rays = scene.rays_along_faces();
      const RayOptions options{.isa = GetParam(), .origin = move_far_away(scene, seed)};
      const World world = world_of(scene, GetParam());
      ASSERT_TRUE(first_hits_of(rays, world, options) == first_hits_of(rays, scene.objects.set, options)) << seed;
    }
}

INSTANTIATE_TEST_SUITE_P(, PassingShapes, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
