// The objects of a World2 that are near shapes, hit moving ones, and overlap each other; and all hits of rays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "lockstep/distance.hpp"
#include "lockstep/intersect.hpp"
#include "lockstep/overlap.hpp"
#include "lockstep/sets.hpp"
#include "lockstep/world.hpp"
#include "plane_spread.hpp"

namespace lockstep::test {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// Both as the set within a radius of a box, which is a point for a circle.

Aabb2 core_of(const Circle2& c) { return {c.center, c.center}; }
Aabb2 core_of(const Aabb2& b) { return b; }

template <class A, class B>
double gap_square(const A& a, const B& b) {
  const Aabb2 p = core_of(a), q = core_of(b);
  const auto gap = [](double low, double high, double from, double to) {
    return std::max({0.0, from - high, low - to});
  };
  const double x = gap(p.min.x, p.max.x, q.min.x, q.max.x), y = gap(p.min.y, p.max.y, q.min.y, q.max.y);
  return x * x + y * y;
}

/// The same corners, by the plane's own kernels.
Circle2 of_plane(const Circle2& c) { return c; }
Box2 of_plane(const Aabb2& b) {
  return {{(b.min.x + b.max.x) / 2, (b.min.y + b.max.y) / 2}, 0, {(b.max.x - b.min.x) / 2, (b.max.y - b.min.y) / 2}};
}
template <class Shape>
ShapeSet2 plane_set_of(const std::vector<Shape>& shapes) {
  ShapeSet2 set;
  for (const Shape& shape : shapes) set.add(of_plane(shape));
  return set;
}

class Shapes2 : public EveryIsa {};

template <class Object, class Shape>
void expect_within(unsigned seed, Isa isa) {
  Spread spread(seed, true);
  const auto objects = spread.many<Object>(500);
  const auto shapes = spread.many<Shape>(100);
  const World2 world(view_of(objects), {.isa = isa});
  std::size_t at_reach = 0;
  for (const float distance : {0.0F, 2.0F}) {
    const ObjectLists with = within(world, view_of(shapes), distance, {.isa = isa}),
                      proven = within(world, view_of(shapes), distance, {.isa = isa, .touching = Touching::separate});
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      Indices expected, nearer;
      for (std::uint32_t j = 0; j < objects.size(); ++j) {
        const double reach = radius_of(shapes[i]) + radius_of(objects[j]) + distance,
                     gap = gap_square(shapes[i], objects[j]);
        if (gap <= reach * reach) expected.push_back(j);
        if (gap < reach * reach) nearer.push_back(j);
        if (gap == reach * reach) ++at_reach;
      }
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), with[i].begin(), with[i].end())) << i;
      ASSERT_TRUE(std::includes(proven[i].begin(), proven[i].end(), nearer.begin(), nearer.end())) << i;
      ASSERT_TRUE(std::includes(expected.begin(), expected.end(), proven[i].begin(), proven[i].end())) << i;
    }
  }
  EXPECT_GT(at_reach, 20U);
}

TEST_P(Shapes2, NearShapesAsInWholeNumbers) {
  expect_within<Circle2, Circle2>(1, GetParam());
  expect_within<Circle2, Aabb2>(2, GetParam());
  expect_within<Aabb2, Circle2>(3, GetParam());
  expect_within<Aabb2, Aabb2>(4, GetParam());
}

/// Fractions of ray i with all shapes, by the plane's own kernels.
template <class Shape>
std::vector<Interval> cast_at_all(const std::vector<Ray2>& rays, std::uint32_t i, const std::vector<Shape>& shapes) {
  std::vector<Pair> pairs;
  for (std::uint32_t j = 0; j < shapes.size(); ++j) pairs.push_back({i, j});
  std::vector<Interval> fractions(pairs.size());
  cast_rays(rays, plane_set_of(shapes), pairs, {fractions});
  return fractions;
}

void expect_in_order(const HitList& hits) {
  for (std::size_t k = 1; k < hits.shapes.size(); ++k) {
    const Interval &a = hits.fractions[k - 1], &b = hits.fractions[k];
    EXPECT_TRUE(
        a.lower < b.lower ||
        (a.lower == b.lower && (a.upper < b.upper || (a.upper == b.upper && hits.shapes[k - 1] < hits.shapes[k]))));
  }
}

/// For circles the very intervals of `cast_rays`; for boxes other formulas' intervals of the same truth.
template <class Shape>
void expect_all_hits(Spread spread, Isa isa) {
  const auto shapes = spread.many<Shape>(150);
  std::vector<Ray2> rays = spread.rays(150);
  if (std::is_same_v<Shape, Aabb2>)
    for (Ray2& ray : rays) ray.origin.x += 0.25F, ray.motion.y += 0.375F;  // past corners, not through them
  const World2 world(view_of(shapes), {.isa = isa});
  const HitLists lists = all_hits(rays, world, {.isa = isa});
  const HitLists proven = all_hits(rays, world, {.touching = Touching::separate, .isa = isa});
  ASSERT_EQ(lists.size(), rays.size());
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < rays.size(); ++i) {
    const std::vector<Interval> fractions = cast_at_all(rays, i, shapes);
    const HitList hits = lists[i];
    expect_in_order(hits);
    std::vector<bool> listed(shapes.size());
    for (std::size_t k = 0; k < hits.shapes.size(); ++k) {
      const std::uint32_t j = hits.shapes[k];
      EXPECT_FALSE(listed[j]);
      listed[j] = true, ++found;
      EXPECT_LE(hits.fractions[k].lower, fractions[j].upper) << i;
      EXPECT_LE(fractions[j].lower, hits.fractions[k].upper) << i;
      if (std::is_same_v<Shape, Circle2>) {
        EXPECT_EQ(hits.fractions[k].upper, fractions[j].upper) << i;
      }
    }
    for (std::uint32_t j = 0; j < shapes.size(); ++j) {
      const CastResult result = result_of(fractions[j]);
      const bool is_exact = std::is_same_v<Shape, Circle2>;
      if (is_exact || result != CastResult::unproven) {
        EXPECT_EQ(listed[j], result != CastResult::misses) << i;
      }
      const auto& sure = proven[i].shapes;
      if (is_exact) {
        EXPECT_EQ(std::find(sure.begin(), sure.end(), j) != sure.end(), result == CastResult::hits) << i;
      }
    }
  }
  EXPECT_GT(found, 300U);
}

TEST_P(Shapes2, AllHitsAreThoseOfThePlane) {
  for (const int octave : {0, 40, -40}) expect_all_hits<Circle2>(Spread(5, false, octave), GetParam());
  expect_all_hits<Circle2>(Spread(6, true), GetParam());
  expect_all_hits<Aabb2>(Spread(7, true), GetParam());
}

struct Contacts2 {
  Indices objects;
  std::vector<Interval> fractions;
  std::vector<Vec2d> points, normals;
};

template <class Shape>
Contacts2 contacts_of(const std::vector<Shape>& shapes, const std::vector<Vec2>& motions, const World2& world,
                      const RayOptions& options) {
  const std::size_t n = shapes.size();
  Contacts2 found{Indices(n), std::vector<Interval>(n), std::vector<Vec2d>(n), std::vector<Vec2d>(n)};
  first_contacts(view_of(shapes), motions, world, {found.objects, found.fractions, found.points, found.normals},
                 options);
  return found;
}

/// The first elements of all contacts are the first contacts.
void expect_lists(const HitLists& lists, const Contacts2& first) {
  ASSERT_EQ(lists.size(), first.objects.size());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const HitList list = lists[i];
    expect_in_order(list);
    EXPECT_EQ(list.shapes.empty(), first.objects[i] == no_object) << i;
    double lower = never, upper = never;
    for (const Interval& f : list.fractions) lower = std::min(lower, f.lower), upper = std::min(upper, f.upper);
    EXPECT_EQ((Interval{lower, upper}), first.fractions[i]) << i;
  }
}

/// Against `cast` of the plane, whose intervals contain the same truths: within `slack` if a Box2 is rounded.
template <class Object, class Shape>
void expect_contacts(Spread spread, double slack, Isa isa) {
  const auto objects = spread.many<Object>(150);
  const auto shapes = spread.many<Shape>(100);
  std::vector<Vec2> motions;
  while (motions.size() < shapes.size()) motions.push_back(spread.place(15));
  motions[7] = {};
  const World2 world(view_of(objects), {.isa = isa});
  const Contacts2 found = contacts_of(shapes, motions, world, {.isa = isa});
  std::vector<std::uint64_t> any(mask_words(shapes.size()));
  any_contacts(view_of(shapes), motions, world, any, {.isa = isa});
  expect_lists(all_contacts(view_of(shapes), motions, world, {.isa = isa}), found);
  const ShapeSet2 movers = plane_set_of(shapes), resting = plane_set_of(objects);
  std::size_t moved = 0, blocked = 0;
  for (std::uint32_t i = 0; i < shapes.size(); ++i) {
    std::vector<Pair> pairs;
    for (std::uint32_t j = 0; j < objects.size(); ++j) pairs.push_back({i, j});
    std::vector<Interval> fractions(pairs.size());
    cast(movers, resting, pairs, std::vector<Vec2>(pairs.size(), motions[i]), {fractions});
    double lower = never, upper = never;
    for (const Interval& f : fractions) lower = std::min(lower, f.lower), upper = std::min(upper, f.upper);
    const Interval& first = found.fractions[i];
    EXPECT_LE(first.lower, upper + slack) << i;
    EXPECT_LE(lower, first.upper + slack) << i;
    EXPECT_EQ(any[i / 64] >> (i % 64) & 1, result_of(first) == CastResult::misses ? 0U : 1U) << i;
    if (result_of(first) == CastResult::misses) {
      EXPECT_EQ(found.objects[i], no_object) << i;
    }
    if (result_of(first) != CastResult::hits || upper > 1) continue;
    ++blocked;
    EXPECT_NEAR(first.upper, upper, slack + 1e-6) << i;
    EXPECT_NEAR(fractions[found.objects[i]].upper, upper, slack + 1e-6) << i;
    EXPECT_NEAR(std::hypot(found.normals[i].x, found.normals[i].y), 1, 1e-6) << i;
    if (first.lower == 0) continue;
    ++moved;
    const Vec2 on_object = {static_cast<float>(found.points[i].x), static_cast<float>(found.points[i].y)};
    EXPECT_NEAR(distance_to(on_object, objects[found.objects[i]]), 0, 1e-4) << i;
    EXPECT_LE(found.normals[i].x * motions[i].x + found.normals[i].y * motions[i].y, 1e-6) << i;
  }
  EXPECT_GT(blocked, 40U);
  EXPECT_GT(moved, 5U);
}

TEST_P(Shapes2, MovingShapesMeetWhatTheyMeetInThePlane) {
  for (const bool is_lattice : {false, true}) {
    SCOPED_TRACE(testing::Message() << "lattice " << is_lattice);
    const double slack = is_lattice ? 0 : 1e-5;
    expect_contacts<Circle2, Circle2>(Spread(8, is_lattice), slack, GetParam());
    expect_contacts<Circle2, Aabb2>(Spread(9, is_lattice), slack, GetParam());
    expect_contacts<Aabb2, Circle2>(Spread(10, is_lattice), slack, GetParam());
    expect_contacts<Aabb2, Aabb2>(Spread(11, is_lattice), slack, GetParam());
  }
}

/// The outputs of a pass over a world, beside pairs.
struct Passed {
  std::vector<Pair> pairs;
  std::vector<Separation> separations;
  std::vector<Manifold> contacts;
  friend bool operator==(const Passed&, const Passed&) = default;
};

template <class... Objects>
Passed pass_over(const OverlapOptions& options, const Objects&... objects) {
  Passed found{std::vector<Pair>(20'000), std::vector<Separation>(20'000), std::vector<Manifold>(20'000)};
  OverlapPass pass;
  const OverlapResult result = pass.run(
      objects..., {.pairs = found.pairs, .separations = found.separations, .contacts = found.contacts}, options);
  EXPECT_TRUE(result.complete);
  found.pairs.resize(result.pairs), found.separations.resize(result.pairs), found.contacts.resize(result.pairs);
  return found;
}

TEST_P(Shapes2, PassesOverCirclesAreThoseOfTheirViews) {
  Spread spread(12, false);
  auto circles = spread.many<Circle2>(400);
  const auto others = spread.many<Circle2>(200);
  for (std::size_t i = 0; i < 20; ++i)
    circles.push_back({circles[i].center, spread.number(0, 3)});  // with a common
                                                                  // middle
  const World2 world(view_of(circles)), other(view_of(others));
  const OverlapOptions options{.margin = 0.25F, .isa = GetParam()};
  const Passed found = pass_over(options, world);
  EXPECT_EQ(found, pass_over(options, view_of(circles)));
  EXPECT_GT(found.pairs.size(), 500U);
  EXPECT_EQ(pass_over(options, world, other), pass_over(options, view_of(circles), view_of(others)));
}

/// Against `contacts` of the plane, by other formulas.
void expect_as_in_plane(const Manifold& found, const Manifold2& expected, double slack) {
  EXPECT_EQ(found.normal.z, 0);
  ASSERT_NEAR(found.distance.lower, expected.distance.lower, slack);
  if (std::hypot(found.normal.x - expected.normal.x, found.normal.y - expected.normal.y) > slack)
    return;  // equally
             // good
  ASSERT_EQ(found.count, expected.count);
  for (std::uint32_t k = 0; k < found.count; ++k) {
    const ContactPoint& point = found.points[k];
    EXPECT_EQ(point.a.z, 0);
    EXPECT_EQ(point.b.z, 0);
    const auto is_same = [&](const ContactPoint2& of) {
      return std::abs(of.a.x - point.a.x) + std::abs(of.a.y - point.a.y) + std::abs(of.b.x - point.b.x) +
                 std::abs(of.b.y - point.b.y) + std::abs(of.separation - point.separation) <
             slack;
    };
    EXPECT_TRUE(std::any_of(expected.points, expected.points + expected.count, is_same)) << k;
  }
}

template <class... Worlds>
void expect_pass_of_boxes(const std::vector<Aabb2>& first, const std::vector<Aabb2>& second, bool is_lattice, Isa isa,
                          const Worlds&... worlds) {
  for (const float margin : {0.0F, 1.0F}) {
    const Passed found = pass_over({.margin = margin, .isa = isa}, worlds...);
    std::vector<Pair> expected;
    for (std::uint32_t i = 0; i < first.size(); ++i)
      for (std::uint32_t j = sizeof...(worlds) == 1 ? i + 1 : 0; j < second.size(); ++j)
        if (gap_square(first[i], second[j]) <= double{margin} * margin) expected.push_back({i, j});
    ASSERT_EQ(found.pairs, expected);
    if (is_lattice) {
      EXPECT_GT(expected.size(), 100U);
    }
    std::vector<Manifold2> manifolds(expected.size());
    contacts(plane_set_of(first), plane_set_of(second), expected, manifolds, {.margin = margin});
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const Separation& out = found.separations[k];
      EXPECT_EQ(out.direction.z, 0) << k;
      EXPECT_NEAR(std::hypot(out.direction.x, out.direction.y), 1, 1e-6) << k;
      Aabb2 parted = first[expected[k].a];
      for (Vec2* corner : {&parted.min, &parted.max})
        corner->x += out.depth * out.direction.x, corner->y += out.depth * out.direction.y;
      EXPECT_NEAR(gap_square(parted, second[expected[k].b]), 0, 1e-5) << k;
      expect_as_in_plane(found.contacts[k], manifolds[k], is_lattice ? 1e-9 : 1e-5);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST_P(Shapes2, PassesOverBoxesAreThoseOfThePlane) {
  for (const bool is_lattice : {false, true}) {
    Spread spread(13, is_lattice);
    const auto boxes = spread.many<Aabb2>(150), others = spread.many<Aabb2>(100);
    const World2 world(view_of(boxes)), other(view_of(others));
    expect_pass_of_boxes(boxes, boxes, is_lattice, GetParam(), world);
    expect_pass_of_boxes(boxes, others, is_lattice, GetParam(), world, other);
  }
}

TEST(PlaneShapes, PassesLeaveOutHoles) {
  const auto circles = std::vector<Circle2>{{{0, 0}, 1}, {{1, 0}, 1}, {{2, 0}, 1}};
  const auto boxes = std::vector<Aabb2>{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}, {{0, 0}, {2, 1}}};
  World2 of_circles(view_of(circles)), of_boxes(view_of(boxes));
  of_circles.remove(Indices{1}), of_boxes.remove(Indices{1});
  EXPECT_EQ(pass_over({}, of_circles).pairs, (std::vector<Pair>{{0, 2}}));
  EXPECT_EQ(pass_over({}, of_boxes).pairs, (std::vector<Pair>{{0, 2}}));
  EXPECT_EQ(error_of([&] { pass_over({}, of_circles, of_boxes); }),
            "worlds: the first is one of circles, the second one of aabbs");
}

/// For two boxes at one point no direction out is better than another: but it stays in the plane.
TEST(PlaneShapes, NothingLeavesThePlane) {
  const auto points = std::vector<Aabb2>{{{3, 4}, {3, 4}}, {{3, 4}, {3, 4}}};
  const Passed found = pass_over({}, World2(view_of(points)));
  ASSERT_EQ(found.pairs.size(), 1U);
  EXPECT_EQ(found.separations[0].direction.z, 0);
  EXPECT_EQ(found.separations[0].depth, 0);
  EXPECT_NEAR(std::hypot(found.contacts[0].normal.x, found.contacts[0].normal.y), 1, 1e-12);
  EXPECT_LE(found.contacts[0].count, 2U);
  const auto slab = std::vector<Aabb2>{{{-4, -1}, {4, 1}}}, in_it = std::vector<Aabb2>{{{2, 0.25F}, {3, 0.5F}}};
  const Contacts2 out = contacts_of(in_it, {{5, 0}}, World2(view_of(slab)), {});
  EXPECT_EQ(out.fractions[0], (Interval{0, 0}));
  EXPECT_NEAR(out.normals[0].y, 1, 1e-12);
}

TEST(PlaneShapes, ErrorsSpeakOfThePlane) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto circles = std::vector<Circle2>{{{0, 0}, 1}, {{5, 0}, 1}},
             bad = std::vector<Circle2>{{{0, 0}, 1}, {{5, nan}, 1}};
  const auto bad_boxes = std::vector<Aabb2>{{{0, 0}, {1, nan}}};
  const World2 world(view_of(circles));
  const std::vector<Vec2> motions = {{1, 0}, {1, 0}};
  Indices objects(2);
  std::vector<Vec2d> points(2);
  const auto expect = [&](const auto& call, const std::string& start) {
    const std::string text = error_of(call);
    EXPECT_EQ(text.substr(0, start.size()), start);
  };
  expect([&] { static_cast<void>(within(world, view_of(circles), -1)); }, "distance = -1: ");
  expect([&] { static_cast<void>(within(world, view_of(bad), 1)); }, "circles.y[1] = nan: ");
  expect([&] { first_contacts(view_of(bad), motions, world, {objects}); }, "circles.y[1] = nan: ");
  expect([&] { first_contacts(view_of(bad_boxes), std::span(motions).first(1), world, {}); }, "aabbs.max_y[0] = nan: ");
  expect([&] { first_contacts(view_of(circles), std::span(motions).first(1), world, {objects}); },
         "motions: has 1 elements, needs 2");
  expect([&] { first_contacts(view_of(circles), motions, world, {std::span(objects).first(1)}); },
         "out.shapes: has 1 elements, needs 2");
  expect(
      [&] {
        first_contacts(view_of(circles), motions, world, {{}, {}, points, points});
      },
      "out.normals: shares memory with out.points");
  auto overwritten = circles;
  const std::span<Vec2d> same(reinterpret_cast<Vec2d*>(overwritten.data()), 1);
  expect(
      [&] {
        first_contacts(view_of(std::vector<Circle2>(1)), std::span(motions).first(1), world, {{}, {}, same});
      },
      "");
  expect(
      [&] {
        first_contacts(CircleView::of(std::span(overwritten).first(1), &Circle2::center, &Circle2::radius),
                       std::span(motions).first(1), world, {{}, {}, same});
      },
      "out.points: shares memory with circles.x");
  std::vector<std::uint64_t> hits(2);
  expect([&] { any_contacts(view_of(circles), motions, world, hits); }, "hits: has 2 elements, needs 1");
  const std::vector<Vec2> bad_motions = {{1, 0}, {nan, 0}};
  expect([&] { any_contacts(view_of(circles), bad_motions, world, std::span(hits).first(1)); }, "motions[1].x = nan: ");
  expect(
      [&] {
        static_cast<void>(all_hits(std::vector<Ray2>{{{nan, 0}, {1, 0}}}, world));
      },
      "rays[0].origin.x = nan: ");
}

INSTANTIATE_TEST_SUITE_P(, Shapes2, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
