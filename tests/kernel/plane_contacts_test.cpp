// The guarantees of `contacts` in the plane: known manifolds, stable features, errors, free slots, invalid numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bad_numbers.hpp"
#include "contact_list.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "failing_allocations.hpp"
#include "plane_pair_list.hpp"
#include "plane_poison.hpp"
#include "poison.hpp"

namespace lockstep::test {
namespace {

using Features = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Features features(const Manifold2& m) {
  Features all;
  for (std::uint32_t k = 0; k < m.count; ++k) all.insert({m.points[k].feature_a, m.points[k].feature_b});
  return all;
}

/// The corners of a box without an angle, numbered like those of boxes.
oracle::PolygonShape2 polygon_of(const Box2& box) {
  const Vec2 c = box.center, h = box.half_extents;
  return {{{c.x - h.x, c.y - h.y}, {c.x + h.x, c.y - h.y}, {c.x - h.x, c.y + h.y}, {c.x + h.x, c.y + h.y}}, {}, 0};
}

/// Whether these are exactly the points on shape a.
testing::AssertionResult are_at(const Manifold2& m, const std::vector<Vec2d>& places, double room = 1e-9) {
  if (m.count != places.size()) return testing::AssertionFailure() << text(m);
  for (const Vec2d& place : places) {
    const auto is_near = [&](const ContactPoint2& p) { return length(p.a - place) < room; };
    if (std::none_of(m.points, m.points + m.count, is_near))
      return testing::AssertionFailure() << "none at " << place.x << ' ' << place.y << "\n" << text(m);
  }
  return testing::AssertionSuccess();
}

/// A box on a floor, hanging over its end, in either order: the ends of the shared segment.
TEST(PlaneContacts, ABoxOnAFloor) {
  const Box2 low{{0, 0}, 0, {5, 1}}, high{{5, 1.9375F}, 0, {2, 1.0625F}};
  for (const AnyShape2& floor : {AnyShape2{low}, AnyShape2{polygon_of(low)}})
    for (const AnyShape2& box : {AnyShape2{high}, AnyShape2{polygon_of(high)}}) {
      PlanePairList list;
      list.append({box, floor}), list.append({floor, box});
      const std::vector<Manifold2> found = touch(list);
      SCOPED_TRACE(list.line(0) + "\n" + text(found[0]));
      EXPECT_TRUE(are_at(found[0], {{3, 0.875}, {5, 0.875}}));
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
    list.append({other, box}), list.append({other, polygon_of(box)});
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
    oracle::PolygonShape2 polygon = polygon_of({{0, 0}, 0, {1, 0.5F}});
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

TEST(PlaneContacts, OfCapsules) {
  ShapeSet2 set;
  const auto floor = set.add(Box2{{0, 0}, 0, {5, 1}});
  const auto flat = set.add(Capsule2{{0, 1.4375F}, {2, 1.4375F}, 0.5F});
  const auto upright = set.add(Capsule2{{0, 1.4375F}, {0, 3}, 0.5F});
  const auto over = set.add(Capsule2{{4, 1.4375F}, {7, 1.4375F}, 0.5F});
  const auto along = set.add(Capsule2{{1, 2.375F}, {4, 2.375F}, 0.5F});
  const auto polygon = add_to(set, polygon_of({{0, 0}, 0, {5, 1}}));
  const std::vector<Manifold2> found =
      touch(set, set, {{flat, floor}, {upright, floor}, {over, floor}, {along, flat}, {flat, polygon}});
  EXPECT_TRUE(are_at(found[0], {{0, 0.9375}, {2, 0.9375}}));
  EXPECT_TRUE(are_at(found[1], {{0, 0.9375}}));
  EXPECT_TRUE(are_at(found[2], {{4, 0.9375}, {5, 0.9375}}));
  EXPECT_TRUE(are_at(found[3], {{1, 1.875}, {2, 1.875}}));
  EXPECT_TRUE(are_at(found[4], {{0, 0.9375}, {2, 0.9375}}));
  for (const Manifold2& m : found)
    for (std::uint32_t k = 0; k < m.count; ++k) EXPECT_NEAR(m.points[k].separation, -0.0625, 1e-12) << text(m);
  // An end of one on the side of the other, and an end of the other on its side.
  EXPECT_EQ(features(found[3]), (Features{{1, 2}, {2, 5}}));
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
    EXPECT_TRUE(are_at(found[0], {{1, 0.75}}, 1e-4));
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
    add_to(set, oracle::PolygonShape2{polygon_of({{0, 0}, 0, {1, 0.5F}}).vertices, {0, 2}, angle});
    for (const Manifold2& m : touch(set, set, {{0, 1}, {2, 1}}, {1})) {
      EXPECT_EQ(m.count, std::abs(angle) < 0.25F ? 2U : 1U) << angle << text(m);
      EXPECT_EQ(m.points[0].a.x<0, angle> 0) << "the deepest first\n" << text(m);
    }
  }
}

/// A box that slides and rocks on another one keeps the features of its contacts, on a box and on a polygon.
TEST(PlaneContacts, FeaturesStay) {
  const Box2 low{{0, 0}, 0, {5, 1}};
  for (const AnyShape2& floor : {AnyShape2{low}, AnyShape2{polygon_of(low)}}) {
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

struct TwoCircles {
  ShapeSet2 set;
  std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<Manifold2> out{2};

  TwoCircles() {
    set.add(Circle2{{0, 0}, 1});
    set.add(Circle2{{1.5F, 0}, 1});
  }
  std::string error(const ContactOptions& options = {}) {
    return error_of([&] { contacts(set, set, pairs, out, options); });
  }
};

TEST(PlaneContacts, Refusals) {
  TwoCircles two;
  two.out.resize(1);
  EXPECT_EQ(two.error(), "out: has 1 elements, needs one for each of the 2 pairs");
  two.out.resize(2);
  EXPECT_EQ(two.error({-1}), "options.margin = -1: must not be negative");
  EXPECT_EQ(two.error({nan}), "options.margin = nan: must not be negative");
  std::vector<Manifold2> shared(2);
  const std::span<Pair> over(reinterpret_cast<Pair*>(shared.data()), 2);
  EXPECT_EQ(error_of([&] { contacts(two.set, two.set, over, shared); }), "out: shares memory with pairs");
  two.pairs[1].b = 7;
  EXPECT_EQ(two.error(), "pairs[1].b = 7: out of range, the second set has 2 shapes");
  two.pairs[1].b = 1, two.set.remove(1);
  EXPECT_EQ(two.error(), "pairs[0].b = 1: was removed from the second set");
  for (const float margin : {0.0F, 1.0F, std::numeric_limits<float>::infinity()}) {
    ContactOptions unchecked{margin};
    unchecked.check = Check::none;
    EXPECT_EQ(two.error(unchecked), "");
    EXPECT_EQ(two.out[0].count, 0U);
  }
}

/// Shapes that are one point, in every form of a point.
TEST(PlaneContacts, OfOnePoint) {
  const std::vector<AnyShape2> points = {Circle2{{1, 2}, 0},
                                         Capsule2{{1, 2}, {1, 2}, 0},
                                         Box2{{1, 2}, 0.5F, {0, 0}},
                                         Ellipse2{{1, 2}, 0.5F, {0, 0}},
                                         Slice2{{1, 2}, 0.5F, 0.25F, 0},
                                         oracle::PolygonShape2{{{1, 2}, {1, 2}}, {}, 0}};
  for (const AnyShape2& p : points)
    for (const AnyShape2& q : points) {
      PlanePairList list;
      list.append({p, q});
      const Manifold2 m = touch(list)[0];
      EXPECT_EQ(m.count, 1U) << list.line(0);
      const bool is_box = std::holds_alternative<Box2>(p) || std::holds_alternative<Box2>(q);
      const double x = std::abs(m.normal.x);
      EXPECT_TRUE(x == 1 || (is_box && std::abs(x - std::cos(0.5)) < 1e-12)) << list.line(0) << text(m);
      EXPECT_NEAR(length(m.normal), 1, 1e-12) << list.line(0) << text(m);
      EXPECT_EQ(m.points[0].a, (Vec2d{1, 2})) << list.line(0);
      EXPECT_EQ(m.points[0].separation, 0) << list.line(0);
    }
}

class PlaneContactsOnEveryIsa : public EveryIsa {};

/// An invalid number has one contact, a placeholder, and leaves the other pairs as they were.
TEST_P(PlaneContactsOnEveryIsa, BesideABadNumber) {
  Rng rng(94);
  ContactOptions options{0.5F};
  options.isa = GetParam();
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2) {
      PlanePairList list;
      while (list.pairs.size() < 9) list.append(oracle::random_pair(rng, a, b));
      const std::vector<Manifold2> before = touch(list, options);
      AnyShape2 shape = list.shapes[3].first;
      for (std::size_t number = 0; number < numbers_of(shape).size(); ++number)
        for (const Poison& poison : poisons()) {
          if (poison.is_number) continue;
          shape = list.shapes[3].first;
          *numbers_of(shape)[number] = poison.value;
          PlanePairList poisoned = list;
          poisoned.pairs[3].a = add_to(poisoned.first, shape, Check::none);
          const std::vector<Manifold2> after = touch(poisoned, options);
          for (std::size_t i = 0; i < after.size(); ++i) {
            if (i == 3) continue;
            ASSERT_TRUE(same_bits(after[i], before[i])) << poison.name << "\n" << list.line(i);
          }
          ASSERT_EQ(after[3].count, 1U) << poison.name << " " << number << "\n" << list.line(3) << text(after[3]);
          ASSERT_TRUE(std::isnan(after[3].points[0].separation)) << poison.name << "\n" << list.line(3);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, PlaneContactsOnEveryIsa, isas(), isa_name);

TEST(PlaneContacts, AllocateNothing) {
  Rng rng(95);
  PlanePairList list;
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2) append_mixture(list, rng, a, b, 8);
  std::vector<Manifold2> out(list.pairs.size());
  EXPECT_EQ(allocations_of([&] { contacts(list.first, list.second, list.pairs, out, {0.5F}); }), 0U);
}

}  // namespace
}  // namespace lockstep::test
