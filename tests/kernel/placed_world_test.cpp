// A World of shapes at double positions (ShapeSet::place): its answers are those of the set, pair by pair, wherever it
// stands and whatever has happened to it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "first_contacts.hpp"
#include "first_hits.hpp"
#include "lockstep/lockstep.hpp"
#include "sets/shape_bounds.hpp"
#include "volume_sets.hpp"
#include "world/world_store.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

constexpr double far_offsets[] = {0, 131072.7, -1e7 / 3, 4294967296.3, 1e12};

/// Shapes of all kinds around a place, which none of their numbers says exactly, some of them elsewhere or removed.
struct PlacedScene {
  Rng rng;
  Vec3d base;
  ShapeSet set;
  std::vector<Vec3d> positions;

  PlacedScene(std::uint64_t seed, std::size_t count, double at, double reach = 8) : rng(seed), base{at, -at, at / 7} {
    while (set.size() < count) {
      const Kind kind = oracle::all_kinds[static_cast<std::size_t>(below(rng, 12))];
      const AnyShape shape = oracle::random_pair(rng, Kind::point, kind).second;
      if (kind == Kind::matrix || oracle::largest_coordinate(shape) > 100) continue;
      add_to(set, oracle::moved(shape, along(3), along(3), along(3)));
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const int sort = below(rng, 20);
      positions.push_back(sort == 0 ? Vec3d{} : anywhere(sort == 1 ? 100 * reach : reach));
      if (i % 9 == 5) {
        set.remove(i);
        continue;
      }
      set.place(i, positions[i]);
    }
  }
  double along(double reach) { return uniform(rng, -reach, reach); }
  Vec3d anywhere(double reach) { return {base.x + along(reach), base.y + along(reach), base.z + along(reach)}; }

  /// Adds more shapes far away from all others, so that worlds have their origin there.
  void add_elsewhere(double away) {
    for (std::size_t count = 2 * set.size() + 8; count > 0; --count) {
      const std::uint32_t index = set.add(Sphere{{0, 0, 0}, 0.25F});
      positions.resize(set.size());
      positions[index] = {base.x + away + along(30), base.y + along(30), base.z - away + along(30)};
      set.place(index, positions[index]);
    }
  }

  /// Worlds that have come to hold the same shapes in different ways, and so have boxes relative to different origins.
  [[nodiscard]] std::vector<World> worlds(Isa isa) {
    const WorldOptions options{.isa = isa};
    std::vector<World> all;
    all.emplace_back(set, options);
    ShapeSet elsewhere = set;
    for (std::uint32_t i = 0; i < set.size(); ++i)
      if (set.contains(i)) elsewhere.place(i, {3e8, along(1e6), along(1)});
    all.emplace_back(elsewhere, options);
    for (std::uint32_t part = 0; part < 10; ++part)
      all.back().change_shapes(
          [&](ShapeSet& shapes) {
            for (std::uint32_t i = part; i < set.size(); i += 10)
              if (set.contains(i)) shapes.place(i, positions[i]);
          },
          options);
    for (std::uint32_t i = 0; i < set.size(); ++i)
      if (set.contains(i)) elsewhere.place(i, {});
    all.emplace_back(elsewhere, options);
    all.back().move(set, options);
    return all;
  }
};

class PlacedWorlds : public EveryIsa {};

/// Calls use(scene, world) for scenes everywhere and worlds of every history.
template <class Use>
void for_each_world(std::uint64_t seed, std::size_t count, Isa isa, const Use& use, double away = 0) {
  for (const double at : far_offsets) {
    PlacedScene scene(seed, count, at);
    if (away != 0) scene.add_elsewhere(away);
    std::size_t history = 0;
    for (const World& world : scene.worlds(isa)) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", at " + std::to_string(at) + ", history " +
                   std::to_string(history++));
      use(scene, world);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

CameraPose pose_of(const Vec3d& eye) { return {.position = eye}; }

/// Shapes on the planes of a camera, or within rounding of them, and of its edges.
void add_on_planes(PlacedScene& scene, const Vec3d& eye, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    const double depth = std::exp(scene.along(3)), side = below(scene.rng, 2) == 0 ? depth : -depth;
    const double other = below(scene.rng, 3) == 0 ? depth : scene.along(1.2) * depth;
    const double near = std::ldexp(scene.along(1), -below(scene.rng, 40));
    const bool on_side = below(scene.rng, 2) == 0;
    const auto size = static_cast<float>(std::ldexp(1.0, -below(scene.rng, 20)));
    const std::uint32_t index = below(scene.rng, 2) == 0 ? scene.set.add(Sphere{{-size, 0, 0}, size})
                                                         : scene.set.add(Aabb{{-size, 0, 0}, {0, size, size}});
    scene.positions.resize(scene.set.size());
    scene.positions[index] = {eye.x + (on_side ? side : other) + near, eye.y + (on_side ? other : side), eye.z - depth};
    scene.set.place(index, scene.positions[index]);
  }
}

void expect_culled_as_the_set(const World& world, const ShapeSet& set, const ConvexVolume& camera, Isa isa) {
  for (const CullMethod method : {CullMethod::exact, CullMethod::planes})
    for (const Touching touching : {Touching::overlap, Touching::separate}) {
      const CullOptions options{method, touching, Check::inputs, isa};
      Words expected(mask_words(world.size())), found(expected);
      const std::size_t count = cull(camera, set, expected, options);
      ASSERT_EQ(cull(camera, world, found, options), count);
      ASSERT_EQ(found, expected);
      ASSERT_GT(count, 50U);
      ASSERT_LT(count, world.size() - 50);
    }
}

/// Also if the boxes are relative to a place so far away that floats step by more than the shapes' sizes there.
TEST_P(PlacedWorlds, CullAsTheSet) {
  for (const double at : far_offsets)
    for (const double away : {0.0, 1e4, 1e6, 1e8}) {
      SCOPED_TRACE("at " + std::to_string(at) + ", away " + std::to_string(away));
      PlacedScene scene(1, 500, at);
      const Vec3d eye = scene.anywhere(3);
      add_on_planes(scene, eye, 1500);
      if (away != 0) scene.add_elsewhere(away);
      for (const World& world : scene.worlds(GetParam()))
        for (const double far_depth : {20.0, Lens::infinity})
          expect_culled_as_the_set(
              world, scene.set, ConvexVolume::from_camera({.near_depth = 0.25, .far_depth = far_depth}, pose_of(eye)),
              GetParam());
      if (testing::Test::HasFailure()) return;
    }
}

TEST_P(PlacedWorlds, CullForManyVolumesAsTheSet) {
  const auto as_the_set = [&](PlacedScene& scene, const World& world) {
    const Lens lens{.near_depth = 0.25, .far_depth = 60};
    const std::vector<double> depths = {1, 4, 10, 25};
    std::vector<ConvexVolume> cameras;
    for (int k = 0; k < 20; ++k)
      cameras.push_back(ConvexVolume::from_camera({.left = -0.3, .right = 0.2, .near_depth = 0.5, .far_depth = 30},
                                                  pose_of(scene.anywhere(20))));
    const ViewGrid cells{.columns = 4, .rows = 3, .depths = std::span<const double>(depths)};
    for (const VolumeSet& volumes :
         {VolumeSet::grid(lens, pose_of(scene.base), cells), VolumeSet(std::span<const ConvexVolume>(cameras))})
      for (const CullMethod method : {CullMethod::exact, CullMethod::planes}) {
        const CullOptions options{.method = method, .isa = GetParam()};
        Answers expected(volumes.size(), world.size()), found(volumes.size(), world.size());
        expected.total = cull(volumes, scene.set, expected.spans(), options);
        found.total = cull(volumes, world, found.spans(), options);
        ASSERT_EQ(found.by_volume, expected.by_volume);
        ASSERT_EQ(found.by_object, expected.by_object);
        ASSERT_EQ(found.counts, expected.counts);
        ASSERT_GT(found.total, 20U);
      }
  };
  for_each_world(2, 3000, GetParam(), as_the_set);
  for_each_world(17, 8000, GetParam(), as_the_set, 3e5);  // with boxes around 256 blocks
}

/// The pairs that `intersect` does not prove to be apart, or `distance` to be farther than a margin.
std::vector<std::vector<std::uint32_t>> all_pairs_within(const ShapeSet& shapes, const ShapeSet& set, float margin) {
  OverlapPass pass;
  std::vector<Pair> pairs(shapes.size() * set.size());
  const OverlapResult result = pass.run(shapes, set, {.pairs = pairs}, {.margin = margin});
  pairs.resize(result.pairs);
  std::vector<std::vector<std::uint32_t>> lists(shapes.size());
  for (const Pair& pair : pairs) lists[pair.a].push_back(pair.b);
  return lists;
}

TEST_P(PlacedWorlds, OverlapWhatASetOverlaps) {
  for_each_world(3, 1200, GetParam(), [&](PlacedScene& scene, const World& world) {
    PlacedScene asked(4, 150, scene.base.x);
    for (const float margin : {0.0F, 0.75F}) {
      const auto expected = all_pairs_within(asked.set, scene.set, margin);
      const ObjectLists lists = overlapping(world, asked.set, {.margin = margin, .isa = GetParam()});
      std::vector<std::uint64_t> any(mask_words(asked.set.size()));
      any_overlapping(world, asked.set, any, {.margin = margin, .isa = GetParam()});
      std::size_t found = 0;
      for (std::size_t i = 0; i < asked.set.size(); ++i) {
        const std::vector<std::uint32_t> list(lists[i].begin(), lists[i].end());
        ASSERT_EQ(list, expected[i]) << "shape " << i;
        ASSERT_EQ((any[i / 64] >> i % 64 & 1) != 0, !list.empty());
        found += list.size();
      }
      ASSERT_GT(found, 30U);
    }
    OverlapPass pass, of_set;
    std::vector<Pair> pairs(100000), expected(pairs.size());
    pairs.resize(pass.run(world, {.pairs = pairs}, {.isa = GetParam()}).pairs);
    expected.resize(of_set.run(scene.set, {.pairs = expected}, {.isa = GetParam()}).pairs);
    ASSERT_EQ(pairs, expected);
  });
}

/// Placed shapes in a world of boxes, whose numbers are floats.
TEST_P(PlacedWorlds, OfBoxesOverlapPlacedShapes) {
  Rng rng(5);
  std::vector<Aabb> boxes;
  ShapeSet set, asked;
  const auto place = [&](double reach) { return Vec3d{uniform(rng, -reach, reach), uniform(rng, -reach, reach), 0}; };
  while (boxes.size() < 500) {
    const Vec3d at = place(30);
    const auto x = static_cast<float>(1e6 + at.x), y = static_cast<float>(at.y);
    boxes.push_back({{x, y, 0}, {x + 1, y + 2, 1}}), set.add(boxes.back());
  }
  while (asked.size() < 300) {
    const Vec3d at = place(30);
    asked.place(asked.add(Sphere{{0, 0, 0}, 0.5F}), {1e6 + at.x, at.y, 0.3});
    asked.place(asked.add(Aabb{{0, 0, 0}, {1, 1, 1}}), {1e6 + at.x, at.y, 0.3});
  }
  const World world(AabbView::of(boxes, &Aabb::min, &Aabb::max), {.isa = GetParam()});
  const auto expected = all_pairs_within(asked, set, 0);
  const ObjectLists lists = overlapping(world, asked, {.isa = GetParam()});
  for (std::size_t i = 0; i < asked.size(); ++i)
    ASSERT_EQ(std::vector<std::uint32_t>(lists[i].begin(), lists[i].end()), expected[i]) << "shape " << i;
}

std::vector<Vec3> points_around(Rng& rng, std::size_t count) {
  std::vector<Vec3> points(count);
  for (Vec3& p : points)
    for (float* x : {&p.x, &p.y, &p.z}) *x = static_cast<float>(uniform(rng, -40, 40));
  return points;
}

/// The distances of a point and all shapes, the nearest first.
std::vector<std::tuple<double, double, std::uint32_t>> all_distances(const ShapeSet& set, const Vec3& point,
                                                                     const Vec3d& origin, Isa isa) {
  ShapeSet one;
  one.place(one.add(Point{point}), origin);
  std::vector<Pair> pairs;
  for (std::uint32_t j = 0; j < set.size(); ++j)
    if (set.contains(j)) pairs.push_back({0, j});
  std::vector<Interval> measured(pairs.size());
  distance(one, set, pairs, {measured}, {.isa = isa});
  std::vector<std::tuple<double, double, std::uint32_t>> all;
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    const std::uint32_t j = pairs[n].b;
    const auto& store = set.store();
    const double gap = detail::gap_to_bounds(store.records[j], store.kinds_of_records[j], point,
                                             detail::offset_of(store.positions[j], origin));
    EXPECT_LE(gap, std::max(measured[n].upper, 0.0));
    all.emplace_back(std::max(measured[n].lower, gap), std::max(measured[n].upper, 0.0), j);
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// `Point` is a Vec3, relative to the origin, or a Vec3d.
template <class Point>
void expect_nearest(const PlacedScene& scene, const World& world, const std::vector<Point>& points, Isa isa,
                    const Vec3d& origin) {
  constexpr bool is_double = std::is_same_v<Point, Vec3d>;
  constexpr std::size_t k = 7;
  std::vector<std::uint32_t> objects(k * points.size());
  std::vector<Interval> distances(objects.size());
  nearest(world, std::span<const Point>(points), k, {objects, distances}, {.isa = isa, .origin = origin});
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto all = [&] {
      if constexpr (is_double)
        return all_distances(scene.set, {}, points[i], isa);
      else
        return all_distances(scene.set, points[i], origin, isa);
    }();
    for (std::size_t n = 0; n < k; ++n) {
      SCOPED_TRACE("point " + std::to_string(i) + ", neighbour " + std::to_string(n));
      ASSERT_EQ(objects[i * k + n], std::get<2>(all[n]));
      ASSERT_EQ(distances[i * k + n], (Interval{std::get<0>(all[n]), std::get<1>(all[n])}));
    }
  }
}

std::vector<Vec3d> positions_around(PlacedScene& scene, std::size_t count) {
  std::vector<Vec3d> positions(count);
  for (Vec3d& p : positions) p = scene.anywhere(40);
  return positions;
}

TEST_P(PlacedWorlds, NearestAreThoseOfAllDistances) {
  const auto of_all = [&](PlacedScene& scene, const World& world) {
    expect_nearest(scene, world, points_around(scene.rng, 40), GetParam(), scene.anywhere(0.7));
    expect_nearest(scene, world, positions_around(scene, 8), GetParam(), {});
  };
  for_each_world(6, 900, GetParam(), of_all);
  for (const double away : {1e5, 1e7, 1e8}) for_each_world(18, 300, GetParam(), of_all, away);
}

TEST_P(PlacedWorlds, PointsAreWithinADistance) {
  for_each_world(7, 900, GetParam(), [&](PlacedScene& scene, const World& world) {
    const Vec3d origin = scene.anywhere(0.7);
    const std::vector<Vec3> points = points_around(scene.rng, 60);
    ShapeSet placed;
    for (const Vec3& point : points) placed.place(placed.add(Point{point}), origin);
    const auto expected = all_pairs_within(placed, scene.set, 3);
    const ObjectLists lists = within(world, points, 3, {.isa = GetParam(), .origin = origin});
    const ObjectLists of_shapes = within(world, placed, 3, {.isa = GetParam()});
    for (std::size_t i = 0; i < points.size(); ++i) {
      ASSERT_EQ(std::vector<std::uint32_t>(lists[i].begin(), lists[i].end()), expected[i]) << "point " << i;
      ASSERT_EQ(std::vector<std::uint32_t>(of_shapes[i].begin(), of_shapes[i].end()), expected[i]) << "point " << i;
    }
    const std::vector<Vec3d> positions = positions_around(scene, 60);
    ShapeSet at_positions;
    for (const Vec3d& position : positions) at_positions.place(at_positions.add(Point{}), position);
    const auto near_positions = all_pairs_within(at_positions, scene.set, 3);
    const ObjectLists found = within(world, std::span<const Vec3d>(positions), 3, {.isa = GetParam()});
    for (std::size_t i = 0; i < positions.size(); ++i)
      ASSERT_EQ(std::vector<std::uint32_t>(found[i].begin(), found[i].end()), near_positions[i]) << "position " << i;
  });
}

TEST_P(PlacedWorlds, RaysHitWhatTheyHitOfTheSet) {
  for_each_world(8, 1500, GetParam(), [&](PlacedScene& scene, const World& world) {
    const RayOptions options{.isa = GetParam(), .origin = scene.anywhere(5)};
    std::vector<Ray> rays = Range(9, 1, 50).rays;
    for (const Vec3& to : points_around(scene.rng, 150)) {
      const auto at = [&] { return static_cast<float>(scene.along(12)); };
      const Vec3 from{at(), at(), at()};
      rays.push_back({from, {0.3F * to.x - from.x, 0.3F * to.y - from.y, 0.3F * to.z - from.z}});
    }
    const FirstHits found = first_hits_of(rays, world, options);
    ASSERT_TRUE(found == first_hits_of(rays, scene.set, options));
    ASSERT_GT(
        std::count_if(found.met.begin(), found.met.end(), [](const Met& met) { return met.fractions.upper <= 1; }), 40);
  });
}

/// Rays from an origin among spheres and boxes of a view.
TEST_P(PlacedWorlds, RaysFromAnOriginHitViews) {
  Rng rng(10);
  std::vector<Sphere> balls;
  std::vector<Aabb> boxes;
  ShapeSet of_balls, of_boxes;
  while (balls.size() < 600) {
    const auto at = [&] { return static_cast<float>(uniform(rng, -30, 30)); };
    const Vec3 p{4096 + at(), at(), at()};
    balls.push_back({p, 0.7F}), boxes.push_back({p, {p.x + 1, p.y + 1, p.z + 2}});
    of_balls.add(balls.back()), of_boxes.add(boxes.back());
  }
  const std::vector<Ray> rays = Range(11, 1, 200).rays;
  const RayOptions options{.isa = GetParam(), .origin = {4096.0000001, 0.3, -1e-9}};
  const World ball_world(SphereView::of(balls, &Sphere::center, &Sphere::radius));
  const World box_world(AabbView::of(boxes, &Aabb::min, &Aabb::max));
  EXPECT_TRUE(first_hits_of(rays, ball_world, options) == first_hits_of(rays, of_balls, options));
  EXPECT_TRUE(first_hits_of(rays, box_world, options) == first_hits_of(rays, of_boxes, options));
}

/// Along the axes, of 0 along some, and of any length.
std::vector<Vec3> some_motions(Rng& rng, std::size_t count) {
  std::vector<Vec3> motions(count);
  for (Vec3& m : motions) {
    const double reach = std::pow(10, uniform(rng, -1, 2));
    for (float* x : {&m.x, &m.y, &m.z}) *x = below(rng, 3) == 0 ? 0 : static_cast<float>(uniform(rng, -reach, reach));
  }
  return motions;
}

template <class MotionType>
void expect_all_pairs(const ShapeSet& movers, const std::vector<MotionType>& motions, const ShapeSet& objects,
                      const World& world, Isa isa) {
  const Firsts found = firsts_of(movers, motions, world, {.isa = isa});
  const AllPairs all(movers, motions, objects);
  ASSERT_GT(count_first(found, all), 5U);
  expect_lists(found, all);
  ASSERT_FALSE(testing::Test::HasFailure());
}

TEST_P(PlacedWorlds, MovingShapesMeetThoseOfAllPairs) {
  for_each_world(12, 250, GetParam(), [&](PlacedScene& scene, const World& world) {
    const PlacedScene movers(13, 60, scene.base.x);
    expect_all_pairs(movers.set, some_motions(scene.rng, movers.set.size()), scene.set, world, GetParam());
  });
}

TEST_P(PlacedWorlds, TurningShapesMeetThoseOfAllPairs) {
  for_each_world(14, 200, GetParam(), [&](PlacedScene& scene, const World& world) {
    const PlacedScene movers(15, 40, scene.base.x);
    std::vector<Motion> motions;
    for (const Vec3& by : some_motions(scene.rng, movers.set.size())) {
      const auto at = [&](double most) { return static_cast<float>(scene.along(most)); };
      const double angle = std::pow(10, uniform(scene.rng, -3, 0.5));
      motions.push_back({by, {at(angle), at(angle), at(angle)}, {at(3), at(3), at(3)}});
    }
    expect_all_pairs(movers.set, motions, scene.set, world, GetParam());
  });
}

/// Spheres and boxes of a view, relative to an origin.
TEST_P(PlacedWorlds, ViewsThatMoveHaveAnOrigin) {
  for_each_world(16, 250, GetParam(), [&](PlacedScene& scene, const World& world) {
    const Vec3d origin = scene.anywhere(1);
    std::vector<Sphere> balls;
    std::vector<Aabb> boxes;
    ShapeSet of_balls, of_boxes;
    for (const Vec3& p : points_around(scene.rng, 70)) {
      balls.push_back({p, 1.5F}), boxes.push_back({p, {p.x + 2, p.y + 1, p.z + 2}});
      of_balls.place(of_balls.add(balls.back()), origin), of_boxes.place(of_boxes.add(boxes.back()), origin);
    }
    const std::vector<Vec3> motions = some_motions(scene.rng, balls.size());
    const RayOptions options{.isa = GetParam(), .origin = origin}, without{.isa = GetParam()};
    ASSERT_TRUE(firsts_of(SphereView::of(balls, &Sphere::center, &Sphere::radius), motions, world, options) ==
                firsts_of(of_balls, motions, world, without));
    ASSERT_TRUE(firsts_of(AabbView::of(boxes, &Aabb::min, &Aabb::max), motions, world, options) ==
                firsts_of(of_boxes, motions, world, without));
  });
}

INSTANTIATE_TEST_SUITE_P(, PlacedWorlds, isas(), isa_name);

/// Boxes stay near their origin, so that they are no wider than floats near 0 make them.
TEST(PlacedWorld, FollowsItsShapes) {
  ShapeSet set;
  Rng rng(20);
  for (int i = 0; i < 1000; ++i) set.add(Sphere{{0, 0, 0}, 0.5F});
  World world(set);
  for (const double at : {1e6, 3e9, -2e11}) {
    for (std::uint32_t part = 0; part < 8; ++part)
      world.change_shapes([&](ShapeSet& shapes) {
        for (std::uint32_t i = part; i < 1000; i += 8)
          shapes.place(i, {at + uniform(rng, -50, 50), uniform(rng, -50, 50), at});
      });
    const auto [x, y, z] = world.store().origin;
    EXPECT_LE(std::abs(x - at), 50);
    EXPECT_LE(std::abs(y), 50);
    EXPECT_EQ(z, at);
  }
  world.change_shapes([&](ShapeSet& shapes) { shapes.clear(); });
  world.change_shapes([&](ShapeSet& shapes) { shapes.place(shapes.add(Sphere{{0, 0, 0}, 1}), {1e9, 0, 0}); });
  EXPECT_EQ(world.store().origin.x, 1e9);
}

/// A world whose shapes' own numbers are far from their positions keeps its order when one of them moves a little.
TEST(PlacedWorld, IsNotSortedAtEachSmallChange) {
  ShapeSet set;
  Rng rng(21);
  const auto ball = [&] { return Sphere{{static_cast<float>(1e4 + uniform(rng, 0, 90)), 0, 0}, 0.5F}; };
  for (int i = 0; i < 1000; ++i) set.add(ball());
  set.place(0, {0, 0, 0.125});
  World world(set);
  for (int change = 0; change < 3; ++change) {
    const std::vector<std::uint32_t> order(world.order().begin(), world.order().end());
    world.change_shapes([&](ShapeSet& shapes) {
      for (std::uint32_t i = 0; i < 20; ++i) shapes.set(7 * i, ball());
    });
    EXPECT_TRUE(std::equal(order.begin(), order.end(), world.order().begin(), world.order().end()));
  }
}

/// Most of a point's own numbers may cancel with the position that they are relative to.
TEST(PlacedWorld, PointsMayCancelWithTheirOrigin) {
  ShapeSet set;
  const auto ball_at = [&](double x, double y) { set.place(set.add(Sphere{{0, 0, 0}, 0.001F}), {x, y, 0}); };
  for (int i = 0; i < 50; ++i) ball_at(0.01, 2 + 0.01 * i);
  for (int i = 0; i < 8; ++i) ball_at(0.008, 1);
  ball_at(0, 1);  // which holds the point
  const World world(set);
  const std::vector<Vec3> points = {{-0x1p50F, 1, 0}};
  std::vector<std::uint32_t> objects(1);
  nearest(world, points, 1, {objects}, {.origin = {0x1p50, 0, 0}});
  EXPECT_EQ(objects[0], 58U);
}

/// Also if most of the shapes at even indices were removed, or all of the first set.
TEST(PlacedWorld, HasItsOriginAmongTheShapesThatAreThere) {
  ShapeSet set, gone;
  for (std::uint32_t i = 0; i < 200; ++i) set.place(set.add(Sphere{{0, 0, 0}, 1}), {5e6, 0.5 * i, 0});
  for (std::uint32_t i = 0; i < 200; i += 2) set.remove(i);
  EXPECT_EQ(World(set).store().origin.x, 5e6);
  gone.place(gone.add(Sphere{{0, 0, 0}, 1}), {1, 2, 3}), gone.remove(0);
  EXPECT_EQ(detail::origin_of(gone.store(), set.store()).x, 5e6);
}

TEST(PlacedWorld, RefusesOriginsOfOthers) {
  const std::vector<Sphere> balls(3, Sphere{{0, 0, 0}, 1});
  const SphereView view = SphereView::of(balls, &Sphere::center, &Sphere::radius);
  const World of_view(view);
  ShapeSet set;
  set.add(Sphere{{0, 0, 0}, 1});
  const World of_shapes(set);
  const std::vector<Vec3> points(1), motions(3);
  std::vector<std::uint32_t> objects(1);
  const NearOptions moved{.origin = {1, 2, 3}}, bad{.origin = {0, 2e18, 0}};
  const std::string none = "options.origin: must be 0, the world is one of spheres";
  EXPECT_EQ(error_of([&] { (void)within(of_view, points, 1, moved); }), none);
  EXPECT_EQ(error_of([&] { nearest(of_view, points, 1, {objects}, moved); }), none);
  const std::vector<Vec3d> positions = {{0, 0, 0}}, too_far = {{0, -2e18, 0}};
  const std::span<const Vec3d> doubles(positions), bad_doubles(too_far);
  const std::string floats =
      "points: are doubles, and the world is one of spheres: give floats, or make the world of a ShapeSet";
  EXPECT_EQ(error_of([&] { (void)within(of_view, doubles, 1); }), floats);
  EXPECT_EQ(error_of([&] { nearest(of_view, doubles, 1, {objects}); }), floats);
  EXPECT_EQ(error_of([&] { (void)within(of_shapes, bad_doubles, 1); }),
            "points[0].y = -2e+18: must be a finite number of at most 1e18");
  EXPECT_EQ(error_of([&] { nearest(of_shapes, doubles, 2, {objects}); }),
            "objects: has 1 elements, needs 2 for each of the 1 points");
  EXPECT_EQ(error_of([&] { nearest(of_shapes, doubles, 1, {objects}, moved); }),
            "options.origin: is for points in float; shapes and doubles have their own positions");
  nearest(World(), doubles, 1, {objects});
  EXPECT_EQ(objects[0], no_object);
  const std::string range = "options.origin.y = 2e+18: must be a finite number of at most 1e18";
  EXPECT_EQ(error_of([&] { (void)within(of_shapes, points, 1, bad); }), range);
  EXPECT_EQ(error_of([&] { nearest(of_shapes, points, 1, {objects}, bad); }), range);
  EXPECT_EQ(error_of([&] { (void)within(of_shapes, set, 1, moved); }),
            "options.origin: is for points in float; shapes and doubles have their own positions");
  EXPECT_EQ(error_of([&] {
              (void)all_contacts(set, std::span(motions).first(1), of_shapes, {.origin = {1, 0, 0}});
            }),
            "options.origin: is for views; shapes of a set have their own positions (ShapeSet::place)");
  EXPECT_EQ(error_of([&] { (void)all_contacts(view, motions, of_shapes, {.origin = {0, 2e18, 0}}); }), range);
}

}  // namespace
}  // namespace lockstep::test
