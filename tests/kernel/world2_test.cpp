// Worlds of the plane: against the plane's own functions, against whole numbers, and through a history.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "lockstep/cast.hpp"
#include "lockstep/intersect.hpp"
#include "lockstep/sets.hpp"
#include "lockstep/world.hpp"
#include "plane_spread.hpp"

namespace lockstep::test {
namespace {

class Worlds2 : public EveryIsa {};

template <class Shape>
void expect_near(unsigned seed, Isa isa) {
  Spread spread(seed, true);
  const auto shapes = spread.many<Shape>(700);
  const World2 world(view_of(shapes), {.isa = isa});
  const std::vector<Vec2> points = spread.places(200);
  const ObjectLists lists = within(world, points, 3, {.isa = isa});
  const std::size_t k = 5;
  Indices found(k * points.size());
  std::vector<Interval> distances(found.size());
  nearest(world, points, k, {found, distances}, {.isa = isa});
  for (std::size_t i = 0; i < points.size(); ++i) {
    Indices expected, order;
    for (std::uint32_t j = 0; j < shapes.size(); ++j) {
      if (is_near(points[i], shapes[j], 3)) expected.push_back(j);
      order.push_back(j);
    }
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), lists[i].begin(), lists[i].end())) << i;
    for (std::size_t j = 0; j < k; ++j) {
      const double d = distance_to(points[i], shapes[found[i * k + j]]);
      ASSERT_LE(distances[i * k + j].lower, d + 1e-12);
      ASSERT_GE(distances[i * k + j].upper, d - 1e-12);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return distance_to(points[i], shapes[a]) < distance_to(points[i], shapes[b]) - 1e-9;
    });
    for (std::size_t j = 0; j < k; ++j)
      ASSERT_NEAR(distance_to(points[i], shapes[found[i * k + j]]), distance_to(points[i], shapes[order[j]]), 1e-9);
    for (std::size_t j = 1; j < k; ++j)  // distances of lattice points to boxes are equal or far from that
      if (std::is_same_v<Shape, Aabb2> &&
          core_square(points[i], shapes[found[i * k + j]]) == core_square(points[i], shapes[found[i * k + j - 1]])) {
        ASSERT_LT(found[i * k + j - 1], found[i * k + j]);
      }
  }
}

TEST_P(Worlds2, NearAsInWholeNumbers) {
  expect_near<Circle2>(1, GetParam());
  expect_near<Aabb2>(2, GetParam());
}

/// With both meanings of touching, against `intersect` of the plane's views. Returns the number of touching pairs.
template <class Shape>
std::size_t expect_as_intersect(Spread spread, Isa isa) {
  const auto objects = spread.many<Shape>(400), shapes = spread.many<Shape>(150);
  const World2 world(view_of(objects), {.isa = isa});
  std::size_t touching = 0;
  for (const Touching counts : {Touching::overlap, Touching::separate}) {
    const OverlapOptions options{.touching = counts, .isa = isa};
    const ObjectLists lists = overlapping(world, view_of(shapes), options);
    std::vector<std::uint64_t> any(mask_words(shapes.size()));
    any_overlapping(world, view_of(shapes), any, options);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      std::vector<Verdict> verdicts(objects.size());
      intersect(shapes[i], view_of(objects), verdicts, {.isa = isa});
      Indices expected;
      for (std::uint32_t j = 0; j < objects.size(); ++j) {
        if (overlaps(verdicts[j], counts)) expected.push_back(j);
        if (verdicts[j] == Verdict::touching) ++touching;
      }
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), lists[i].begin(), lists[i].end())) << i;
      EXPECT_EQ(any[i / 64] >> (i % 64) & 1, expected.empty() ? 0U : 1U);
    }
  }
  return touching;
}

TEST_P(Worlds2, OverlapsAsIntersectOfThePlane) {
  for (const bool is_lattice : {false, true})
    for (const int octave : {0, 40, -40, -120}) {
      SCOPED_TRACE(testing::Message() << "lattice " << is_lattice << " at 2^" << octave);
      const std::size_t circles = expect_as_intersect<Circle2>(Spread(3, is_lattice, octave), GetParam()),
                        boxes = expect_as_intersect<Aabb2>(Spread(4, is_lattice, octave), GetParam());
      if (is_lattice) {
        EXPECT_GT(std::min(circles, boxes), 50U);
      }
    }
}

/// In whole numbers; touching counts as overlapping. In both orders.
TEST_P(Worlds2, CirclesAndBoxesMeetAsInWholeNumbers) {
  Spread spread(5, true);
  const auto circles = spread.many<Circle2>(300);
  const auto boxes = spread.many<Aabb2>(300);
  const World2 of_circles(view_of(circles)), of_boxes(view_of(boxes));
  for (const float margin : {0.0F, 2.0F}) {
    const OverlapOptions with{.margin = margin, .isa = GetParam()};
    const ObjectLists by_circle = overlapping(of_boxes, view_of(circles), with),
                      by_box = overlapping(of_circles, view_of(boxes), with);
    std::set<std::pair<std::uint32_t, std::uint32_t>> expected, found, found_by_box;
    for (std::uint32_t i = 0; i < 300; ++i) {
      for (std::uint32_t j = 0; j < 300; ++j)
        if (is_near(circles[i].center, boxes[j], double{circles[i].radius} + margin)) expected.emplace(i, j);
      for (const std::uint32_t j : by_circle[i]) found.emplace(i, j);
      for (const std::uint32_t j : by_box[i]) found_by_box.emplace(j, i);
    }
    EXPECT_TRUE(found == expected);
    EXPECT_TRUE(found_by_box == expected);
    EXPECT_GT(expected.size(), 1000U);
  }
}

struct Hits2 {
  Indices shapes;
  std::vector<Interval> fractions;
  std::vector<Vec2d> points, normals;
};

Hits2 hits_of(const std::vector<Ray2>& rays, const World2& world, const RayOptions& options) {
  const std::size_t n = rays.size();
  Hits2 hits{Indices(n), std::vector<Interval>(n), std::vector<Vec2d>(n), std::vector<Vec2d>(n)};
  first_hits(rays, world, {hits.shapes, hits.fractions, hits.points, hits.normals}, options);
  return hits;
}

/// The rule of first_hits, by the proofs of cast_rays of the plane for each pair.
void expect_hits_of_circles(Spread spread, Isa isa) {
  const auto circles = spread.many<Circle2>(300);
  const std::vector<Ray2> rays = spread.rays(300);
  ShapeSet2 set;
  for (const Circle2& circle : circles) set.add(circle);
  const Hits2 hits = hits_of(rays, World2(view_of(circles)), {.isa = isa});
  for (std::uint32_t i = 0; i < rays.size(); ++i) {
    std::vector<Pair> pairs;
    for (std::uint32_t j = 0; j < circles.size(); ++j) pairs.push_back({i, j});
    std::vector<Interval> fractions(pairs.size());
    std::vector<Vec2d> normals(pairs.size()), points(pairs.size());
    cast_rays(rays, set, pairs, {fractions, points, normals}, {.isa = isa});
    double lower = std::numeric_limits<double>::infinity(), upper = lower;
    std::uint32_t first = no_shape;
    for (std::uint32_t j = 0; j < pairs.size(); ++j) {
      lower = std::min(lower, fractions[j].lower);
      if (fractions[j].upper < upper) upper = fractions[j].upper, first = j;
    }
    ASSERT_EQ(hits.fractions[i].upper, upper) << i;
    ASSERT_GE(hits.fractions[i].lower, lower) << i;
    ASSERT_LE(hits.fractions[i].lower, upper) << i;
    ASSERT_EQ(result_of(hits.fractions[i]), result_of({lower, upper})) << i;
    if (first == no_shape) continue;
    ASSERT_EQ(hits.shapes[i], first) << i;
    EXPECT_EQ(hits.normals[i], normals[first]) << i;
    EXPECT_EQ(hits.points[i], points[first]) << i;
    EXPECT_NEAR(std::hypot(hits.normals[i].x, hits.normals[i].y), 1, 1e-6) << i;
  }
}

TEST_P(Worlds2, RaysHitCirclesAsThoseOfThePlane) {
  for (const bool is_lattice : {false, true})
    for (const int octave : {0, 40, -40}) {
      SCOPED_TRACE(testing::Message() << "lattice " << is_lattice << " at 2^" << octave);
      expect_hits_of_circles(Spread(6, is_lattice, octave), GetParam());
    }
}

/// Unrotated Box2 with the same corners: by other formulas, so intervals of both contain the same truth.
TEST_P(Worlds2, RaysHitBoxesWhereTheyAre) {
  Spread spread(7, true);
  const auto boxes = spread.many<Aabb2>(200);
  std::vector<Ray2> rays = spread.rays(400);
  for (Ray2& ray : rays) ray.origin.x += 0.25F, ray.motion.y += 0.375F;  // past corners, not through them
  ShapeSet2 set;
  for (const auto& [low, high] : boxes)
    set.add(Box2{{(low.x + high.x) / 2, (low.y + high.y) / 2}, 0, {(high.x - low.x) / 2, (high.y - low.y) / 2}});
  const World2 world(view_of(boxes));
  const Hits2 hits = hits_of(rays, world, {.isa = GetParam()});
  std::vector<std::uint64_t> any(mask_words(rays.size()));
  any_hits(rays, world, any, {.isa = GetParam()});
  std::size_t proven = 0;
  for (std::uint32_t i = 0; i < rays.size(); ++i) {
    std::vector<Pair> pairs;
    for (std::uint32_t j = 0; j < boxes.size(); ++j) pairs.push_back({i, j});
    std::vector<Interval> fractions(pairs.size());
    cast_rays(rays, set, pairs, {fractions});
    double lower = std::numeric_limits<double>::infinity(), upper = lower;
    for (const Interval& f : fractions) lower = std::min(lower, f.lower), upper = std::min(upper, f.upper);
    EXPECT_LE(hits.fractions[i].lower, upper) << i;
    EXPECT_LE(lower, hits.fractions[i].upper) << i;
    EXPECT_EQ(any[i / 64] >> (i % 64) & 1, result_of(hits.fractions[i]) == CastResult::misses ? 0U : 1U) << i;
    if (result_of(hits.fractions[i]) != CastResult::hits || upper > 1) continue;
    ++proven;
    EXPECT_NEAR(hits.fractions[i].upper, upper, 1e-6);
    EXPECT_NEAR(std::hypot(hits.normals[i].x, hits.normals[i].y), 1, 1e-6) << i;
  }
  EXPECT_GT(proven, 200U);
}

/// The remaining objects by index, and a world that was built, changed and sorted.
template <class Shape>
struct History {
  std::map<std::uint32_t, Shape> living;
  World2 world;

  void compare(Spread& spread, Isa isa) const {
    std::vector<Shape> shapes;
    Indices index;
    for (const auto& [i, shape] : living) shapes.push_back(shape), index.push_back(i);
    const World2 anew(view_of(shapes));
    const std::vector<Vec2> points = spread.places(20);
    const std::vector<Ray2> rays = spread.rays(40);
    const auto asked = spread.many<Circle2>(20);
    const auto expect_same = [&](const ObjectLists& found, const ObjectLists& expected) {
      ASSERT_EQ(found.first, expected.first);
      for (std::size_t i = 0; i < found.objects.size(); ++i) ASSERT_EQ(found.objects[i], index[expected.objects[i]]);
    };
    expect_same(within(world, points, 2, {.isa = isa}), within(anew, points, 2));
    expect_same(overlapping(world, view_of(asked), {.isa = isa}), overlapping(anew, view_of(asked)));
    expect_same(within(world, view_of(asked), 1, {.isa = isa}), within(anew, view_of(asked), 1));
    compare_motions(anew, asked, spread, index, isa);
    const Hits2 hits = hits_of(rays, world, {.isa = isa}), expected = hits_of(rays, anew, {});
    EXPECT_EQ(hits.fractions, expected.fractions);
    for (std::size_t i = 0; i < rays.size(); ++i)
      EXPECT_EQ(hits.shapes[i], expected.shapes[i] == no_shape ? no_shape : index[expected.shapes[i]]);
    Indices near(3 * points.size()), near_anew = near;
    nearest(world, points, 3, {near}, {.isa = isa});
    nearest(anew, points, 3, {near_anew});
    for (std::size_t i = 0; i < near.size(); ++i)
      EXPECT_EQ(near[i], near_anew[i] == no_object ? no_object : index[near_anew[i]]);
  }

  /// All hits of rays, and the contacts of moving circles.
  void compare_motions(const World2& anew, const std::vector<Circle2>& asked, Spread& spread, const Indices& index,
                       Isa isa) const {
    const std::vector<Ray2> rays = spread.rays(40);
    const HitLists all = all_hits(rays, world, {.isa = isa}), all_anew = all_hits(rays, anew);
    EXPECT_EQ(all.first, all_anew.first);
    EXPECT_EQ(all.fractions, all_anew.fractions);
    for (std::size_t i = 0; i < all.shapes.size(); ++i) EXPECT_EQ(all.shapes[i], index[all_anew.shapes[i]]);
    const std::vector<Vec2> motions = spread.places(asked.size());
    Indices met(asked.size()), met_anew = met;
    std::vector<Interval> when(asked.size()), when_anew = when;
    first_contacts(view_of(asked), motions, world, {met, when}, {.isa = isa});
    first_contacts(view_of(asked), motions, anew, {met_anew, when_anew});
    EXPECT_EQ(when, when_anew);
    for (std::size_t i = 0; i < met.size(); ++i)
      EXPECT_EQ(met[i], met_anew[i] == no_object ? no_object : index[met_anew[i]]);
  }

  void step(Spread& spread) {
    Indices some;
    for (const auto& [i, shape] : living)
      if (spread.below(4) == 0) some.push_back(i);
    switch (spread.below(5)) {
      case 0: {
        const auto come = spread.many<Shape>(spread.below(60));
        const Indices given = world.add(view_of(come));
        for (std::size_t k = 0; k < come.size(); ++k) living[given[k]] = come[k];
        break;
      }
      case 1:
        world.remove(some);
        for (const std::uint32_t i : some) living.erase(i);
        break;
      case 2: {
        const auto moved = spread.many<Shape>(some.size());
        world.move(some, view_of(moved));
        for (std::size_t k = 0; k < some.size(); ++k) living[some[k]] = moved[k];
        break;
      }
      case 3: {
        auto all = spread.many<Shape>(world.size());
        for (std::uint32_t i = 0; i < all.size(); ++i) {
          if (living.contains(i))
            living[i] = all[i];
          else  // the objects of free slots are ignored
            reinterpret_cast<float&>(all[i]) = std::numeric_limits<float>::quiet_NaN();
        }
        world.move(view_of(all));
        break;
      }
      default: world.sort();
    }
  }
};

template <class Shape>
void expect_history(unsigned seed, Isa isa) {
  Spread spread(seed, false);
  History<Shape> history;
  for (int step = 0; step < 80; ++step) {
    history.step(spread);
    ASSERT_EQ(history.world.size() - history.world.free_slots(), history.living.size());
    if (step % 4 == 0) history.compare(spread, isa);
  }
}

TEST_P(Worlds2, AsBuiltAnewThroughAHistory) {
  expect_history<Circle2>(8, GetParam());
  expect_history<Aabb2>(9, GetParam());
}

TEST(World2, HandlesTellObjectsApart) {
  World2 world(view_of(std::vector<Circle2>{{{0, 0}, 1}, {{5, 0}, 1}}));
  const ObjectHandle first = world.handle(1);
  world.remove(Indices{1});
  EXPECT_FALSE(world.contains(first));
  EXPECT_FALSE(world.contains(1U));
  EXPECT_EQ(world.free_slots(), 1U);
  EXPECT_EQ(world.add(view_of(std::vector<Circle2>{{{9, 0}, 1}})), Indices{1});
  EXPECT_TRUE(world.contains(1U));
  EXPECT_FALSE(world.contains(first));
  EXPECT_EQ(error_of([&] { static_cast<void>(world.find(first)); }),
            "handle of object 1, generation 0: the object was removed");
  EXPECT_EQ(world.find(world.handle(1)), 1U);
  EXPECT_GT(world.memory_bytes(), 0U);
  const World2 copy = world;
  EXPECT_EQ(copy.order().size(), world.order().size());
  EXPECT_TRUE(World2().order().empty());
}

/// The separation of a ray that starts in a box is in the plane, not upwards.
TEST(World2, TheShortestWayOutLiesInThePlane) {
  const World2 world(view_of(std::vector<Aabb2>{{{-4, -1}, {4, 1}}}));
  const Hits2 hits = hits_of({{{3, 0.5F}, {0, 9}}}, world, {});
  EXPECT_EQ(hits.fractions[0], (Interval{0, 0}));
  EXPECT_NEAR(hits.normals[0].y, 1, 1e-12);
}

TEST(World2, ErrorsSpeakOfThePlane) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<Circle2> circles = {{{0, 0}, 1}, {{5, nan}, 1}};
  const std::vector<Aabb2> boxes = {{{0, 0}, {1, 1}}, {{0, 3}, {1, 2}}, {{0, 0}, {nan, 1}}};
  const auto begins = [](const std::string& text, const char* start) {
    return text.starts_with(start) ? std::string(start) : text;
  };
  const auto expect = [&](const auto& call, const char* start) { EXPECT_EQ(begins(error_of(call), start), start); };
  expect([&] { World2 world(view_of(circles)); }, "circles.y[1] = nan: ");
  expect([&] { World2 world(view_of(boxes)); }, "aabbs.min_y[1] = 3: must not be above its max");
  expect([&] { World2 world(Aabb2View::of(std::span(boxes).last(1), &Aabb2::min, &Aabb2::max)); },
         "aabbs.max_x[0] = nan: ");
  expect([&] { World2 world(Aabb2View{{}, {}, {}, {}, 2}); }, "aabbs.min_x: is null, the view has 2 objects");
  expect([&] { World2 world(CircleView{{}, {}, {}, 2}); }, "circles.x: is null, the view has 2 objects");
  const float zero = 0;
  const Stream shared{&zero, 0};
  expect([&] { World2 world(Aabb2View{shared, shared, shared, shared, 0xffffffff}); }, "aabbs: a world holds up to");
  World2 world(view_of(std::vector<Circle2>{{{0, 0}, 1}}));
  const auto box = std::vector<Aabb2>{{{0, 0}, {1, 1}}};
  expect([&] { world.move(view_of(box)); }, "aabbs: the world is one of circles");
  expect([&] { world.add(view_of(box)); }, "aabbs: the world is one of circles");
  expect([&] { world.move(view_of(circles)); }, "circles: has 2 objects, the world has 1");
  expect([&] { world.move(Indices{7}, view_of(std::vector<Circle2>(1))); }, "indices[0] = 7: out of range");
  world.sort();
  expect([&] { world.move(view_of(box)); }, "aabbs: the world is one of circles");
  expect([&] { static_cast<void>(overlapping(world, view_of(circles))); }, "circles.y[1] = nan: ");
  expect([&] { static_cast<void>(overlapping(world, view_of(boxes))); }, "aabbs.min_y[1] = 3: must not");
  expect([&] { static_cast<void>(within(world, std::vector<Vec2>{{0, nan}}, 1)); }, "points[0].y = nan: ");
  std::vector<Vec2> points(4);
  expect(
      [&] {
        nearest(world, points, 1, {{reinterpret_cast<std::uint32_t*>(points.data()), 4}});
      },
      "objects: shares memory with points");
  std::vector<Ray2> rays = {{{0, 0}, {0, nan}}};
  Indices one(1), two(2);
  expect([&] { first_hits(rays, world, {.shapes = one}); }, "rays[0].motion.y = nan: ");
  expect([&] { first_hits(rays, world, {.shapes = two}); }, "out.shapes: has 2 elements, needs 1");
  std::vector<std::uint64_t> bits(2);
  expect([&] { any_hits(rays, world, bits); }, "hits: has 2 elements, needs 1");
  expect([&] { any_overlapping(world, view_of(box), bits); }, "any: has 2 ");
}

INSTANTIATE_TEST_SUITE_P(, Worlds2, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
