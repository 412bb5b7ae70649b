// Flat shapes in one plane of space, at rest and moving along it: exactly as shapes of the plane.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "cast_expectations.hpp"
#include "every_isa.hpp"
#include "flat_scenes.hpp"
#include "lockstep/distance.hpp"
#include "lockstep/intersect.hpp"
#include "pair_list.hpp"

namespace lockstep::test {
namespace {

class FlatPair : public EveryIsa {};

std::vector<Verdict> verdicts_of(const PairList& list, Isa isa) { return list.answers(IntersectOptions{.isa = isa}); }

std::vector<Vec3> polygon_in(Random& random, const CommonPlane& plane) {
  std::vector<Vec3> vertices;
  for (int count = whole(random, 3, 8); count > 0; --count) vertices.push_back(plane.point(random, 2));
  return vertices;
}

TEST_P(FlatPair, OverlapsInItsPlane) {
  Random random(21);
  PairList list;
  for (int i = 0; i < 2000; ++i) {
    const CommonPlane plane(random);
    list.append({flat_shape(random, plane), flat_shape(random, plane)});
  }
  const std::vector<Verdict> verdicts = verdicts_of(list, GetParam());
  std::vector<Interval> distances(verdicts.size());
  distance(list.first, list.second, list.pairs, {distances, {}, {}}, DistanceOptions{.isa = GetParam()});
  EXPECT_EQ(list.swapped_answers(IntersectOptions{.isa = GetParam()}), verdicts);
  int overlapping = 0;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    SCOPED_TRACE(list.line(i));
    const bool meet = oracle::meet_after(list.shapes[i].first, list.shapes[i].second, {}, 0);
    if (verdicts[i] == Verdict::overlapping) {
      ASSERT_TRUE(meet);
      ASSERT_LE(distances[i].upper, 0);
    }
    if (verdicts[i] == Verdict::separated) {
      ASSERT_FALSE(meet);
      ASSERT_GT(distances[i].lower, 0);
    }
    ASSERT_LE(distances[i].lower, distances[i].upper);
    overlapping += verdicts[i] == Verdict::overlapping;
  }
  EXPECT_GT(overlapping, 300);
}

/// The answers of polygons at z = 0, and a unit in the last place apart.
TEST_P(FlatPair, IsItsTwinOfThePlane) {
  Random random(22);
  ShapeSet space, above;
  ShapeSet2 plane;
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    std::vector<Vec3> vertices(static_cast<std::size_t>(whole(random, 1, 7)));
    std::vector<Vec2> twin;
    for (Vec3& v : vertices) {
      v = scaled(whole_vector(random, 4), 0.1F), v.z = 1;
      twin.push_back({v.x, v.y});
    }
    space.add(ConvexHull{vertices}), plane.add(Polygon2{twin});
    for (Vec3& v : vertices) v.z = std::nextafter(1.0F, 2.0F);
    above.add(ConvexHull{vertices});
    if (i > 0) pairs.push_back({i - 1, i});
  }
  std::vector<Verdict> in_space(pairs.size()), in_plane(pairs.size()), apart(pairs.size());
  const IntersectOptions options{.isa = GetParam()};
  intersect(space, space, pairs, in_space, options);
  intersect(plane, plane, pairs, in_plane, options);
  intersect(space, above, pairs, apart, options);
  for (std::size_t i = 0; i < pairs.size(); ++i) EXPECT_NE(apart[i], Verdict::overlapping) << i;
  int overlapping = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(in_space[i] == Verdict::overlapping, in_plane[i] == Verdict::overlapping) << i;
    overlapping += in_plane[i] == Verdict::overlapping;
  }
  EXPECT_GT(overlapping, 200);
}

/// A frame of one plane, a step of an ulp, and shapes that cross the plane.
TEST_P(FlatPair, BesideThePlaneIsSeparated) {
  const float high = std::nextafter(1.0F, 2.0F);
  PairList list;
  const auto square = [](float z, float low, float top) {
    return hull_of({{low, low, z}, {top, low, z}, {top, top, z}, {low, top, z}});
  };
  list.append({square(1, 0, 2), square(high, 1, 3)});
  list.append({square(1, 0, 2), square(1, 1, 3)});
  list.append({square(1, 0, 2), square(1, 2, 3)});
  list.append({square(1, 0, 2), hull_of({{1, 1, high}, {1, 1, 3}})});
  const std::vector<Verdict> verdicts = verdicts_of(list, GetParam());
  EXPECT_EQ(verdicts[0], Verdict::separated);
  EXPECT_EQ(verdicts[1], Verdict::overlapping);
  EXPECT_EQ(verdicts[2], Verdict::touching);
  EXPECT_EQ(verdicts[3], Verdict::separated);
}

template <class View, class Shape>
void expect_as_in_lists(const View& first, const View& second, const std::vector<Shape>& a, const std::vector<Shape>& b,
                        Isa isa) {
  PairList list;
  for (std::size_t i = 0; i < a.size(); ++i) list.append({a[i], b[i]});
  std::vector<Verdict> verdicts(a.size());
  intersect(first, second, verdicts, IntersectOptions{.isa = isa});
  EXPECT_EQ(verdicts, verdicts_of(list, isa));
}

/// Queries that lanes of views leave open become pairs of a list: solid shapes that touch, and flat ones of one plane.
TEST_P(FlatPair, OfViewsIsThatOfLists) {
  const std::vector<Sphere> balls{{{0, 0, 0}, 1}, {{1, 2, 3}, 0}}, balls_beside{{{2, 0, 0}, 1}, {{1, 2, 3}, 0}};
  expect_as_in_lists(SphereView::of(balls, &Sphere::center, &Sphere::radius),
                     SphereView::of(balls_beside, &Sphere::center, &Sphere::radius), balls, balls_beside, GetParam());
  const Quat straight;
  const std::vector<Box> boxes{{{0, 0, 0}, straight, {1, 1, 1}}, {{0, 0, 0}, straight, {1, 1, 0}}};
  const std::vector<Box> boxes_beside{{{2, 0, 0}, straight, {1, 1, 1}}, {{1, 0, 0}, straight, {1, 1, 0}}};
  expect_as_in_lists(BoxView::of(boxes, &Box::center, &Box::rotation, &Box::half_extents),
                     BoxView::of(boxes_beside, &Box::center, &Box::rotation, &Box::half_extents), boxes, boxes_beside,
                     GetParam());
  const std::vector<Capsule> rods{{{0, 0, 0}, {2, 0, 0}, 1}, {{0, 0, 0}, {2, 0, 0}, 0}};
  const std::vector<Capsule> rods_beside{{{0, 2, 0}, {2, 2, 0}, 1}, {{1, -1, 0}, {1, 1, 0}, 0}};
  expect_as_in_lists(CapsuleView::of(rods, &Capsule::p0, &Capsule::p1, &Capsule::radius),
                     CapsuleView::of(rods_beside, &Capsule::p0, &Capsule::p1, &Capsule::radius), rods, rods_beside,
                     GetParam());
}

TEST_P(FlatPair, IsMetInItsPlane) {
  Random random(23);
  CastList list;
  for (int i = 0; i < 1500; ++i) {
    const CommonPlane plane(random);
    const auto steps = [&] { return static_cast<float>(whole(random, -5, 5)); };
    list.append({hull_of(polygon_in(random, plane)), hull_of(polygon_in(random, plane))},
                along({}, plane.u, steps(), plane.v, steps()));
  }
  const std::vector<Met> met = list.answers(CastOptions{.isa = GetParam()});
  int hits = 0, unproven = 0;
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE(list.line(i) + text(met[i]));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    hits += result_of(met[i].fractions) == CastResult::hits;
    unproven += result_of(met[i].fractions) == CastResult::unproven;
    if (result_of(met[i].fractions) != CastResult::hits || met[i].fractions.lower == 0) continue;
    EXPECT_NEAR(std::hypot(met[i].normal.x, met[i].normal.y, met[i].normal.z), 1, 1e-12);
  }
  EXPECT_GT(hits, 500);
  EXPECT_LT(unproven, hits / 2);  // those that only touch, and those on one line
}

INSTANTIATE_TEST_SUITE_P(, FlatPair, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
