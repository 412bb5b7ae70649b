// The guarantees of `contacts` in space and in the plane: known manifolds, stable features, errors, free slots, invalid
// numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "bad_numbers.hpp"
#include "contact_list.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "failing_allocations.hpp"
#include "spaces.hpp"

namespace lockstep::test {
namespace {

template <class S>
class Contacts : public testing::Test {};
TYPED_TEST_SUITE(Contacts, Spaces, SpaceName);

using Features = std::set<std::pair<std::uint32_t, std::uint32_t>>;

template <class AnyManifold>
Features features(const AnyManifold& m) {
  Features all;
  for (std::uint32_t k = 0; k < m.count; ++k) all.insert({m.points[k].feature_a, m.points[k].feature_b});
  return all;
}

std::vector<double> separations(const Manifold& m) {
  std::vector<double> all;
  for (std::uint32_t k = 0; k < m.count; ++k) all.push_back(m.points[k].separation);
  std::sort(all.begin(), all.end());
  return all;
}

/// The eight corners of a box without a rotation.
oracle::HullShape vertices_of(const Aabb& box) {
  oracle::HullShape hull;
  for (int k = 0; k < 8; ++k)
    hull.vertices.push_back({(k & 1) != 0 ? box.max.x : box.min.x, (k & 2) != 0 ? box.max.y : box.min.y,
                             (k & 4) != 0 ? box.max.z : box.min.z});
  return hull;
}

/// The corners of a box without an angle, numbered like those of boxes.
oracle::PolygonShape2 vertices_of(const Box2& box) {
  const Vec2 c = box.center, h = box.half_extents;
  return {{{c.x - h.x, c.y - h.y}, {c.x + h.x, c.y - h.y}, {c.x - h.x, c.y + h.y}, {c.x + h.x, c.y + h.y}}, {}, 0};
}

/// Whether these are exactly the points on shape a.
template <class AnyManifold, class Vector>
testing::AssertionResult are_at(const AnyManifold& m, const std::vector<Vector>& places, double room = 1e-9) {
  if (m.count != places.size()) return testing::AssertionFailure() << text(m);
  for (const Vector& place : places) {
    const auto is_near = [&](const auto& point) { return length(point.a - place) < room; };
    if (std::none_of(m.points, m.points + m.count, is_near))
      return testing::AssertionFailure() << "none at " << place.x << ' ' << place.y << "\n" << text(m);
  }
  return testing::AssertionSuccess();
}

/// A box on a floor, hanging over its edge, in either order: the corners of the shared area.
TEST(SpaceContacts, ABoxOnABox) {
  const Aabb low{{-5, -5, -1}, {5, 5, 1}}, high{{3, 1.5F, 0.875F}, {7, 2.5F, 3}};
  const std::vector<AnyShape> floors = {low, Box{{0, 0, 0}, {}, {5, 5, 1}}, vertices_of(low),
                                        oracle::PlacedHull{vertices_of(low).vertices, {}, 0}};
  const std::vector<AnyShape> boxes = {high, Box{{5, 2, 1.9375F}, {}, {2, 0.5F, 1.0625F}}, vertices_of(high)};
  for (const AnyShape& floor : floors)
    for (const AnyShape& box : boxes) {
      PairList list;
      list.append({box, floor}), list.append({floor, box});
      const std::vector<Manifold> found = touch(list);
      SCOPED_TRACE(list.line(0) + "\n" + text(found[0]));
      EXPECT_TRUE(
          are_at(found[0], std::vector<Vec3d>{{3, 1.5, 0.875}, {5, 1.5, 0.875}, {5, 2.5, 0.875}, {3, 2.5, 0.875}}));
      EXPECT_TRUE(same_bits(found[1], mirrored(found[0])));
      EXPECT_NEAR(found[0].normal.z, 1, 1e-12);
      EXPECT_EQ(features(found[0]).size(), 4U);
      for (std::uint32_t k = 0; k < found[0].count; ++k) {
        const ContactPoint& p = found[0].points[k];
        EXPECT_NEAR(p.separation, -0.125, 1e-12);
        EXPECT_NEAR(p.b.z, 1, 1e-12);
        // A corner of the box on the floor's face, or an edge of it across the floor's edge.
        const bool inside = p.b.x < 4;
        EXPECT_EQ(p.feature_a & 3U, inside ? 1U : 2U);
        EXPECT_EQ(p.feature_b & 3U, inside ? 3U : 2U);
      }
    }
}

/// A box and the hull of its corners, numbered alike, have the same corners and edges.
TEST(SpaceContacts, BoxesAreAsHulls) {
  Rng rng(81);
  int several = 0;
  for (int i = 0; i < 300; ++i) {
    const Aabb box{{-1, -0.5F, -0.75F}, {1, 0.5F, 0.75F}};
    const auto number = [&](double size) { return static_cast<float>(oracle::uniform(rng, -size, size)); };
    const Box other{
        {number(1.5), number(1.5), number(1.5)}, {number(0.2), number(0.2), number(0.2), 1}, {1, 1.5F, 0.5F}};
    PairList list;
    list.append({other, box}), list.append({other, vertices_of(box)});
    const std::vector<Manifold> found = touch(list, {0.05F});
    SCOPED_TRACE(list.line(0) + "\n" + text(found[0]) + "\n" + text(found[1]));
    if (length(found[0].normal - found[1].normal) > 1e-6) continue;  // two directions out
    ASSERT_EQ(found[0].count, found[1].count);
    several += found[0].count > 1;
    const auto without_faces = [](const Manifold& m) {
      std::multiset<std::uint32_t> numbers;
      for (std::uint32_t k = 0; k < m.count; ++k)
        numbers.insert((m.points[k].feature_b & 3U) == 3 ? 3 : m.points[k].feature_b);
      return numbers;
    };
    EXPECT_EQ(without_faces(found[0]), without_faces(found[1]));
    const std::vector<double> of_box = separations(found[0]), of_hull = separations(found[1]);
    for (std::size_t k = 0; k < of_box.size(); ++k) EXPECT_NEAR(of_box[k], of_hull[k], 1e-6);
  }
  EXPECT_GT(several, 100);
}

/// Duplicate vertices, and vertices in the middle of edges or of faces, or inside, change no point and no feature.
TEST(SpaceContacts, OfHullsWithMoreVertices) {
  Rng rng(86);
  int several = 0;
  for (int i = 0; i < 300; ++i) {
    const oracle::HullShape hull = vertices_of(Aabb{{-1, -0.5F, -0.75F}, {1, 0.5F, 0.75F}});
    oracle::HullShape more = hull;
    for (int k = 0; k < 24; ++k) {
      const Vec3 &p = hull.vertices[rng() % 8], &q = hull.vertices[rng() % 8];
      more.vertices.push_back({(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2});
    }
    const auto number = [&](double size) { return static_cast<float>(oracle::uniform(rng, -size, size)); };
    const Quat turn{number(0.2), number(0.2), number(0.2), 1};
    const Pose pose{{number(1.5), number(1.5), number(1.5)}, turn};
    const Box other{{0, 0, 0}, {number(0.1), number(0.1), number(2), 1}, {1, 1.5F, 0.5F}};
    PairList list;
    list.append({oracle::PlacedHull{hull.vertices, pose, 0}, other});
    list.append({oracle::PlacedHull{more.vertices, pose, 0}, other});
    const std::vector<Manifold> found = touch(list, {0.05F});
    SCOPED_TRACE(list.line(1) + "\n" + text(found[0]) + "\n" + text(found[1]));
    if (found[0].count == 0 || length(found[0].normal - found[1].normal) > 1e-6) continue;  // two ways out
    ASSERT_EQ(features(found[0]), features(found[1]));
    several += found[0].count > 1;
  }
  EXPECT_GT(several, 80);
}

/// Squares turned by an eighth of a turn share an octagon; the four corners with most of the area stay.
TEST(SpaceContacts, FourOfEight) {
  const float s = std::sin(0.39269908F), c = std::cos(0.39269908F);
  ShapeSet set;
  set.add(Box{{0, 0, 1}, {0, 0, s, c}, {1, 1, 1}}), set.add(Aabb{{-1, -1, -2}, {1, 1, 0.125F}});
  const Manifold m = touch(set, set, {{0, 1}})[0];
  ASSERT_EQ(m.count, 4U) << text(m);
  const auto doubled_area = [&](int p, int q, int r) {
    const Vec3d u = m.points[q].a - m.points[p].a, v = m.points[r].a - m.points[p].a;
    return std::abs(u.x * v.y - u.y * v.x);
  };
  EXPECT_GT((doubled_area(0, 1, 2) + doubled_area(0, 1, 3)) / 2, 2.2) << text(m);  // of 3.3
  for (std::uint32_t k = 0; k < m.count; ++k) EXPECT_NEAR(m.points[k].separation, -0.125, 1e-12);
}

/// A rounded box stands on its faces, as deep as they and the radius reach.
TEST(SpaceContacts, OfRoundedHulls) {
  PairList list;
  const oracle::PlacedHull rounded{
      vertices_of(Aabb{{-1, -1, -1}, {1, 1, 1}}).vertices, {{3, 0, 2}, {0, 0, 0, 1}}, 0.25F};
  list.append({rounded, Aabb{{-9, -9, -1}, {9, 9, 1}}});
  list.append({rounded, Sphere{{3, 0, 0}, 1}});
  const std::vector<Manifold> found = touch(list);
  EXPECT_TRUE(are_at(found[0], std::vector<Vec3d>{{2, -1, 0.75}, {4, -1, 0.75}, {4, 1, 0.75}, {2, 1, 0.75}}));
  EXPECT_EQ(found[1].count, 1U);
  EXPECT_NEAR(found[1].points[0].separation, -0.25, 1e-12);
  EXPECT_EQ(features(found[1]), (Features{{0, 0}}));
}

/// Contacts exist before shapes touch, up to the margin.
TEST(SpaceContacts, Margin) {
  ShapeSet set;
  set.add(Aabb{{0, 0, 1.25F}, {1, 1, 2}}), set.add(Aabb{{0, 0, 0}, {1, 1, 1}});
  // Its lower edge is 0.25 above the floor, the other one a good eighth more.
  set.add(Box{{0.5F, 0.5F, 1.85F}, {0.06F, 0, 0, 0.998F}, {0.5F, 0.5F, 0.5F}});
  EXPECT_EQ(touch(set, set, {{0, 1}}, {0.125F})[0].count, 0U);
  EXPECT_EQ(touch(set, set, {{0, 1}}, {0.125F})[0].normal, Vec3d{});
  const Manifold near = touch(set, set, {{0, 1}}, {0.25F})[0];
  EXPECT_EQ(near.count, 4U);
  for (const ContactPoint& p : near.points) EXPECT_NEAR(p.separation, 0.25, 1e-12);
  EXPECT_EQ(touch(set, set, {{2, 1}}, {0.35F})[0].count, 2U);
  EXPECT_EQ(touch(set, set, {{2, 1}}, {1})[0].count, 4U);
  EXPECT_EQ(touch(set, set, {{2, 1}}, {std::numeric_limits<float>::infinity()})[0].count, 4U);
}

/// A box that slides and rocks on another one keeps the features of its contacts, on a box and on a hull.
TEST(SpaceContacts, FeaturesStay) {
  for (const AnyShape& floor :
       {AnyShape{Aabb{{-5, -5, -1}, {5, 5, 1}}}, AnyShape{vertices_of(Aabb{{-5, -5, -1}, {5, 5, 1}})}}) {
    Features first;
    for (int i = 0; i < 200; ++i) {
      const double angle = 1e-4 * std::sin(i * 0.7), turn = 0.3 + 1e-3 * i;
      const Quat q{static_cast<float>(std::sin(angle / 2)), static_cast<float>(std::sin(angle / 3)),
                   static_cast<float>(std::sin(turn / 2)), static_cast<float>(std::cos(turn / 2))};
      PairList list;
      list.append(
          {Box{{1 + 0.005F * static_cast<float>(i), 2 - 0.003F * static_cast<float>(i), 1.995F}, q, {1, 0.5F, 1}},
           floor});
      const Manifold m = touch(list, {0.02F})[0];
      ASSERT_EQ(m.count, 4U) << list.line(0) << "\n" << text(m);
      if (i == 0) first = features(m);
      ASSERT_EQ(features(m), first) << list.line(0) << "\n" << text(m);
    }
    EXPECT_EQ(first.size(), 4U);
  }
}

/// A stack of equal boxes whose sides are flush within float rounding.
TEST(SpaceContacts, FeaturesOfAStackStay) {
  Rng rng(82);
  for (int i = 0; i < 500; ++i) {
    const auto noise = [&] { return static_cast<float>(oracle::uniform(rng, -1e-7, 1e-7)); };
    const Box below{{noise(), noise(), noise()}, {noise(), noise(), noise(), 1}, {1, 1, 1}};
    const Box above{{noise(), noise(), 2 + noise()}, {noise(), noise(), noise(), 1}, {1, 1, 1}};
    PairList list;
    list.append({above, below});
    const Manifold m = touch(list, {0.01F})[0];
    ASSERT_EQ(m.count, 4U) << list.line(0) << "\n" << text(m);
    for (std::uint32_t k = 0; k < m.count; ++k)
      EXPECT_NEAR(std::abs(m.points[k].a.x) + std::abs(m.points[k].a.y), 2, 1e-5);
  }
}

/// A box on a floor, hanging over its end, in either order: the ends of the shared segment.
TEST(PlaneContacts, ABoxOnAFloor) {
  const Box2 low{{0, 0}, 0, {5, 1}}, high{{5, 1.9375F}, 0, {2, 1.0625F}};
  for (const AnyShape2& floor : {AnyShape2{low}, AnyShape2{vertices_of(low)}})
    for (const AnyShape2& box : {AnyShape2{high}, AnyShape2{vertices_of(high)}}) {
      PlanePairList list;
      list.append({box, floor}), list.append({floor, box});
      const std::vector<Manifold2> found = touch(list);
      SCOPED_TRACE(list.line(0) + "\n" + text(found[0]));
      EXPECT_TRUE(are_at(found[0], std::vector<Vec2d>{{3, 0.875}, {5, 0.875}}));
      EXPECT_TRUE(same_bits(found[1], mirrored(found[0])));
      EXPECT_NEAR(found[0].normal.y, 1, 1e-12);
      for (const ContactPoint2& p : found[0].points) {
        EXPECT_NEAR(p.separation, -0.125, 1e-12);
        EXPECT_NEAR(p.b.y, 1, 1e-12);
        // A corner of the box on the floor's edge, or its edge on the floor's corner.
        EXPECT_EQ(p.feature_a & 3U, p.b.x < 4 ? 1U : 2U);
        EXPECT_EQ(p.feature_b & 3U, p.b.x < 4 ? 2U : 1U);
      }
    }
}

/// A box and the polygon of its corners have the same contacts, by the same names.
TEST(PlaneContacts, BoxesAreAsPolygons) {
  Rng rng(91);
  int several = 0;
  for (int i = 0; i < 500; ++i) {
    const auto number = [&](double size) { return static_cast<float>(oracle::uniform(rng, -size, size)); };
    const Box2 box{{0, 0}, 0, {1, 0.5F}}, other{{number(1.5), number(1.5)}, number(0.3), {1.25F, 0.5F}};
    PlanePairList list;
    list.append({other, box}), list.append({other, vertices_of(box)});
    const std::vector<Manifold2> found = touch(list, {0.05F});
    SCOPED_TRACE(list.line(0) + "\n" + text(found[0]) + "\n" + text(found[1]));
    if (length(found[0].normal - found[1].normal) > 1e-6) continue;  // two directions out
    ASSERT_EQ(found[0].count, found[1].count);
    EXPECT_EQ(features(found[0]), features(found[1]));
    several += found[0].count > 1;
    for (std::uint32_t k = 0; k < found[0].count; ++k)
      EXPECT_NEAR(found[0].points[k].separation, found[1].points[k].separation, 1e-6);
  }
  EXPECT_GT(several, 100);
}

/// Duplicate vertices, and vertices in the middle of edges or inside, change no point and no feature.
TEST(PlaneContacts, OfPolygonsWithMoreVertices) {
  Rng rng(92);
  int several = 0;
  for (int i = 0; i < 500; ++i) {
    const auto number = [&](double size) { return static_cast<float>(oracle::uniform(rng, -size, size)); };
    oracle::PolygonShape2 polygon = vertices_of(Box2{{0, 0}, 0, {1, 0.5F}});
    polygon.position = {number(1.5), number(1.5)}, polygon.angle = number(3);
    oracle::PolygonShape2 more = polygon;
    for (int k = 0; k < 12; ++k) {
      const Vec2 &p = polygon.vertices[rng() % 4], &q = polygon.vertices[rng() % 4];
      more.vertices.push_back({(p.x + q.x) / 2, (p.y + q.y) / 2});
    }
    PlanePairList list;
    const Box2 other{{0, 0}, polygon.angle + number(0.2), {1, 0.75F}};
    list.append({polygon, other}), list.append({more, other});
    const std::vector<Manifold2> found = touch(list, {0.05F});
    SCOPED_TRACE(list.line(1) + "\n" + text(found[0]) + "\n" + text(found[1]));
    if (found[0].count == 0 || length(found[0].normal - found[1].normal) > 1e-6) continue;  // two ways out
    ASSERT_EQ(features(found[0]), features(found[1]));
    several += found[0].count > 1;
  }
  EXPECT_GT(several, 80);
}

/// A shape on one of many sides touches that one: its feature is that of the two vertices at its ends.
TEST(PlaneContacts, OfPolygonsWithManySides) {
  constexpr int sides = 100;
  oracle::PolygonShape2 wheel{{}, {}, 0};
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * 3.14159265358979 * ((37 * k) % sides) / sides;
    wheel.vertices.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
  }
  std::set<std::uint32_t> seen;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * 3.14159265358979 * (k + 0.5) / sides;
    const Box2 board{{static_cast<float>(1.2495 * std::cos(angle)), static_cast<float>(1.2495 * std::sin(angle))},
                     static_cast<float>(angle),
                     {0.25F, 3}};
    PlanePairList list;
    list.append({wheel, board});
    const Manifold2 m = touch(list, {0.01F})[0];
    SCOPED_TRACE(list.line(0) + text(m));
    ASSERT_EQ(m.count, 2U);
    for (const ContactPoint2& p : m.points) {
      EXPECT_EQ(p.feature_a & 3U, 1U);
      EXPECT_EQ(p.feature_b & 3U, 2U);
      const Vec2& corner = wheel.vertices[p.feature_a >> 2];
      EXPECT_LT(length(p.a - Vec2d{corner.x, corner.y}), 1e-6);
      seen.insert(p.feature_a);
    }
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(sides));
}

/// Circles, ellipses and slices touch in one point, with the whole shape as the feature.
TEST(PlaneContacts, OfRoundShapes) {
  const AnyShape2 floor = Box2{{0, 0}, 0, {5, 1}};
  for (const AnyShape2& shape : {AnyShape2{Circle2{{1, 1.75F}, 1}}, AnyShape2{Ellipse2{{1, 1.75F}, 0, {2, 1}}},
                                 AnyShape2{Slice2{{1, 2.75F}, -1.5707964F, 0.5F, 2}}}) {
    PlanePairList list;
    list.append({shape, floor}), list.append({floor, shape});
    const std::vector<Manifold2> found = touch(list);
    SCOPED_TRACE(list.line(0));
    EXPECT_TRUE(are_at(found[0], std::vector<Vec2d>{{1, 0.75}}, 1e-4));
    EXPECT_NEAR(found[0].points[0].separation, -0.25, 1e-8) << text(found[0]);
    EXPECT_EQ(features(found[0]), (Features{{0, 0}}));
    EXPECT_TRUE(same_bits(found[1], mirrored(found[0])));
  }
}

/// Contacts exist before shapes touch, up to the margin.
TEST(PlaneContacts, Margin) {
  ShapeSet2 set;
  set.add(Box2{{0.5F, 1.75F}, 0, {0.5F, 0.5F}}), set.add(Box2{{0.5F, 0.5F}, 0, {0.5F, 0.5F}});
  // Its lower corner is 0.29 above the floor, the other one a good eighth more.
  set.add(Box2{{0.5F, 1.85F}, 0.125F, {0.5F, 0.5F}});
  EXPECT_EQ(touch(set, set, {{0, 1}}, {0.125F})[0].count, 0U);
  EXPECT_EQ(touch(set, set, {{0, 1}}, {0.125F})[0].normal, Vec2d{});
  const Manifold2 near = touch(set, set, {{0, 1}}, {0.25F})[0];
  EXPECT_EQ(near.count, 2U);
  for (const ContactPoint2& p : near.points) EXPECT_NEAR(p.separation, 0.25, 1e-12);
  EXPECT_EQ(touch(set, set, {{2, 1}}, {0.25F})[0].count, 0U);
  EXPECT_EQ(touch(set, set, {{2, 1}}, {0.35F})[0].count, 1U);
  EXPECT_EQ(touch(set, set, {{2, 1}}, {1})[0].count, 2U);
  EXPECT_EQ(touch(set, set, {{2, 1}}, {std::numeric_limits<float>::infinity()})[0].count, 2U);
}

/// An edge counts as lying flat up to 14.5 degrees, on either side of that for its partner.
TEST(PlaneContacts, FlatUpToAnAngle) {
  for (const float angle : {0.24F, -0.24F, 0.26F, -0.26F}) {
    ShapeSet2 set;
    set.add(Box2{{0, 2}, angle, {1, 0.5F}}), set.add(Box2{{0, 0}, 0, {5, 1}});
    add_to(set, oracle::PolygonShape2{vertices_of(Box2{{0, 0}, 0, {1, 0.5F}}).vertices, {0, 2}, angle});
    for (const Manifold2& m : touch(set, set, {{0, 1}, {2, 1}}, {1})) {
      EXPECT_EQ(m.count, std::abs(angle) < 0.25F ? 2U : 1U) << angle << text(m);
      EXPECT_EQ(m.points[0].a.x<0, angle> 0) << "the deepest first\n" << text(m);
    }
  }
}

/// A box that slides and rocks on another one keeps the features of its contacts, on a box and on a polygon.
TEST(PlaneContacts, FeaturesStay) {
  const Box2 low{{0, 0}, 0, {5, 1}};
  for (const AnyShape2& floor : {AnyShape2{low}, AnyShape2{vertices_of(low)}}) {
    Features first;
    for (int i = 0; i < 300; ++i) {
      const Box2 box{
          {1 + 0.005F * static_cast<float>(i), 1.995F}, static_cast<float>(1e-4 * std::sin(i * 0.7)), {1, 1}};
      PlanePairList list;
      list.append({box, floor});
      const Manifold2 m = touch(list, {0.02F})[0];
      ASSERT_EQ(m.count, 2U) << list.line(0) << "\n" << text(m);
      if (i == 0) first = features(m);
      ASSERT_EQ(features(m), first) << list.line(0) << "\n" << text(m);
    }
    EXPECT_EQ(first, (Features{{1, 2 + 4 * 5}, {5, 2 + 4 * 5}}));
  }
}

/// A stack of equal boxes whose sides are flush within float rounding.
TEST(PlaneContacts, OfAStackOfEqualBoxes) {
  Rng rng(93);
  for (int i = 0; i < 500; ++i) {
    const auto noise = [&] { return static_cast<float>(oracle::uniform(rng, -1e-7, 1e-7)); };
    PlanePairList list;
    list.append({Box2{{noise(), 2 + noise()}, noise(), {1, 1}}, Box2{{noise(), noise()}, noise(), {1, 1}}});
    const Manifold2 m = touch(list, {0.01F})[0];
    ASSERT_EQ(m.count, 2U) << list.line(0) << "\n" << text(m);
    EXPECT_EQ(features(m), (Features{{1, 9}, {5, 13}})) << list.line(0) << "\n" << text(m);
  }
}

TYPED_TEST(Contacts, OfCapsules) {
  using S = TypeParam;
  typename S::Set set;
  const auto floor = set.add(S::block(-5, -1, 5, 1));
  const auto flat = set.add(S::capsule(0, 1.4375F, 2, 1.4375F, 0.5F));
  const auto upright = set.add(S::capsule(0, 1.4375F, 0, 3, 0.5F));
  const auto over = set.add(S::capsule(4, 1.4375F, 7, 1.4375F, 0.5F));
  const auto along = set.add(S::capsule(1, 2.375F, 4, 2.375F, 0.5F));
  const auto vertices = add_to(set, vertices_of(S::block(-5, -1, 5, 1)));
  const auto found = touch(set, set, {{flat, floor}, {upright, floor}, {over, floor}, {along, flat}, {flat, vertices}});
  EXPECT_TRUE(are_at(found[0], std::vector{S::d(0, 0.9375), S::d(2, 0.9375)}));
  EXPECT_TRUE(are_at(found[1], std::vector{S::d(0, 0.9375)}));
  EXPECT_TRUE(are_at(found[2], std::vector{S::d(4, 0.9375), S::d(5, 0.9375)}));
  EXPECT_TRUE(are_at(found[3], std::vector{S::d(1, 1.875), S::d(2, 1.875)}));
  EXPECT_TRUE(are_at(found[4], std::vector{S::d(0, 0.9375), S::d(2, 0.9375)}));
  for (const auto& m : found)
    for (std::uint32_t k = 0; k < m.count; ++k) EXPECT_NEAR(m.points[k].separation, -0.0625, 1e-12) << text(m);
  // An end of one on the side of the other, and an end of the other on its side.
  EXPECT_EQ(features(found[3]), (Features{{1, 2}, {2, 5}}));
}

TEST(SpaceContacts, OfCapsulesAcrossEachOther) {
  ShapeSet set;
  set.add(Capsule{{1, -1, 2.375F}, {1, 1, 2.375F}, 0.5F}), set.add(Capsule{{0, 0, 1.4375F}, {2, 0, 1.4375F}, 0.5F});
  const Manifold m = touch(set, set, {{0, 1}})[0];
  EXPECT_TRUE(are_at(m, std::vector<Vec3d>{{1, 0, 1.875}}));
  EXPECT_NEAR(m.points[0].separation, -0.0625, 1e-12) << text(m);
}

template <class S>
struct OverlappingBalls {
  typename S::Set set;
  std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<typename S::Manifold> out{2};

  OverlappingBalls() { set.add(S::ball(0, 0, 1)), set.add(S::ball(1.5F, 0, 1)); }

  std::string error(const ContactOptions& options = {}) {
    return error_of([&] { contacts(set, set, pairs, out, options); });
  }
};

TYPED_TEST(Contacts, OfTwoBalls) {
  OverlappingBalls<TypeParam> two;
  contacts(two.set, two.set, two.pairs, two.out);
  const auto& m = two.out[0];
  ASSERT_EQ(m.count, 1U);
  EXPECT_EQ(m.normal, TypeParam::d(-1, 0));
  EXPECT_NEAR(m.points[0].separation, -0.5, 1e-12);
  EXPECT_NEAR(m.points[0].a.x, 1, 1e-12);
  EXPECT_NEAR(m.points[0].b.x, 0.5, 1e-12);
  EXPECT_TRUE(same_bits(two.out[1], mirrored(m)));
}

TYPED_TEST(Contacts, Refusals) {
  OverlappingBalls<TypeParam> two;
  two.out.resize(1);
  EXPECT_EQ(two.error(), "out: has 1 elements, needs one for each of the 2 pairs");
  two.out.resize(2);
  EXPECT_EQ(two.error({-1}), "options.margin = -1: must not be negative");
  EXPECT_EQ(two.error({nan}), "options.margin = nan: must not be negative");
  auto shared = two.out;
  const std::span<Pair> over(reinterpret_cast<Pair*>(shared.data()), 2);
  EXPECT_EQ(error_of([&] { contacts(two.set, two.set, over, shared); }), "out: shares memory with pairs");
  two.pairs[1].b = 7;
  EXPECT_EQ(two.error(), "pairs[1].b = 7: out of range, the second set has 2 shapes");
  two.pairs[1].b = 1, two.set.remove(1);
  EXPECT_EQ(two.error(), "pairs[0].b = 1: was removed from the second set");
  for (const float margin : {0.0F, 1.0F, std::numeric_limits<float>::infinity()}) {
    EXPECT_EQ(two.error({.margin = margin, .check = Check::none}), "");
    EXPECT_EQ(two.out[0].count, 0U);
  }
}

const std::vector<AnyShape> shapes_at_a_point = {Point{{1, 2, 3}}, Aabb{{1, 2, 3}, {1, 2, 3}},
                                                 Box{{1, 2, 3}, {}, {0, 0, 0}}, Capsule{{1, 2, 3}, {1, 2, 3}, 0},
                                                 oracle::HullShape{{{1, 2, 3}, {1, 2, 3}}}};
const std::vector<AnyShape2> plane_points = {Circle2{{1, 2}, 0},
                                             Capsule2{{1, 2}, {1, 2}, 0},
                                             Box2{{1, 2}, 0.5F, {0, 0}},
                                             Ellipse2{{1, 2}, 0.5F, {0, 0}},
                                             Slice2{{1, 2}, 0.5F, 0.25F, 0},
                                             oracle::PolygonShape2{{{1, 2}, {1, 2}}, {}, 0}};

bool is_turned_box(const AnyShape&) { return false; }
bool is_turned_box(const AnyShape2& shape) { return std::holds_alternative<Box2>(shape); }

/// Shapes that are one point, in every form of a point.
TYPED_TEST(Contacts, OfOnePoint) {
  const auto& all = either<TypeParam>(shapes_at_a_point, plane_points);
  for (const auto& p : all)
    for (const auto& q : all) {
      typename TypeParam::Pairs list;
      list.append({p, q});
      const auto m = touch(list)[0];
      EXPECT_EQ(m.count, 1U) << list.line(0);
      const double x = std::abs(m.normal.x);
      const bool is_box = is_turned_box(p) || is_turned_box(q);
      EXPECT_TRUE(x == 1 || (is_box && std::abs(x - std::cos(0.5)) < 1e-12)) << list.line(0) << text(m);
      EXPECT_NEAR(length(m.normal), 1, 1e-12) << list.line(0) << text(m);
      EXPECT_EQ(m.points[0].a, (either<TypeParam>(Vec3d{1, 2, 3}, Vec2d{1, 2}))) << list.line(0);
      EXPECT_EQ(m.points[0].separation, 0) << list.line(0);
    }
}

/// An invalid number, one of the first `numbers` of a shape, has one contact, a placeholder, and leaves the other pairs
/// as they were.
template <class List>
void touch_beside_a_bad_number(const List& list, std::size_t numbers, Isa isa) {
  const ContactOptions options{.margin = 0.5F, .isa = isa};
  const auto before = touch(list, options);
  auto shape = list.shapes[3].first;
  for (std::size_t number = 0; number < std::min(numbers, numbers_of(shape).size()); ++number)
    for (const Poison& poison : poisons()) {
      if (poison.is_number) continue;
      shape = list.shapes[3].first;
      *numbers_of(shape)[number] = poison.value;
      List poisoned = list;
      poisoned.pairs[3].a = add_to(poisoned.first, shape, Check::none);
      const auto after = touch(poisoned, options);
      for (std::size_t i = 0; i < after.size(); ++i) {
        if (i == 3) continue;
        ASSERT_TRUE(same_bits(after[i], before[i])) << poison.name << "\n" << list.line(i);
      }
      ASSERT_EQ(after[3].count, 1U) << poison.name << " " << number << "\n" << list.line(3) << text(after[3]);
      ASSERT_TRUE(std::isnan(after[3].points[0].separation)) << poison.name << "\n" << list.line(3) << text(after[3]);
    }
}

class ContactsOnEveryIsa : public EveryIsa {};

TEST_P(ContactsOnEveryIsa, BesideABadNumber) {
  Rng rng(83);
  for (const Kind a : shape_kinds) {
    PairList list;
    while (list.pairs.size() < 21) list.append(oracle::random_pair(rng, a, oracle::all_kinds[list.pairs.size() % 12]));
    touch_beside_a_bad_number(list, 1, GetParam());
  }
}

TEST_P(ContactsOnEveryIsa, BesideABadNumberInThePlane) {
  Rng rng(94);
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2) {
      PlanePairList list;
      while (list.pairs.size() < 9) list.append(oracle::random_pair(rng, a, b));
      touch_beside_a_bad_number(list, 1000, GetParam());
    }
}

INSTANTIATE_TEST_SUITE_P(, ContactsOnEveryIsa, isas(), isa_name);

TYPED_TEST(Contacts, AllocateNothing) {
  const auto list = pairs_of_all_kinds<TypeParam>(84, is_plane<TypeParam> ? 8 : 4);
  std::vector<typename TypeParam::Manifold> out(list.pairs.size());
  EXPECT_EQ(allocations_of([&] { contacts(list.first, list.second, list.pairs, out, {0.5F}); }), 0U);
}

}  // namespace
}  // namespace lockstep::test
