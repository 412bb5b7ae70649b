// The guarantees of `contacts`: known manifolds, stable features, errors, free slots, invalid numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bad_numbers.hpp"
#include "contact_list.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "failing_allocations.hpp"
#include "poison.hpp"

namespace lockstep::test {
namespace {

using Features = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Features features(const Manifold& m) {
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
oracle::HullShape hull_of(const Aabb& box) {
  oracle::HullShape hull;
  for (int k = 0; k < 8; ++k)
    hull.vertices.push_back({(k & 1) != 0 ? box.max.x : box.min.x, (k & 2) != 0 ? box.max.y : box.min.y,
                             (k & 4) != 0 ? box.max.z : box.min.z});
  return hull;
}

/// Whether the points of a manifold, seen from above, are exactly the corners of this rectangle.
testing::AssertionResult are_corners(const Manifold& m, const std::vector<Vec3d>& corners) {
  if (m.count != corners.size()) return testing::AssertionFailure() << text(m);
  for (const Vec3d& corner : corners) {
    const auto is_near = [&](const ContactPoint& p) { return length(p.a - corner) < 1e-9; };
    if (std::none_of(m.points, m.points + m.count, is_near))
      return testing::AssertionFailure() << "none at " << corner.x << ' ' << corner.y << "\n" << text(m);
  }
  return testing::AssertionSuccess();
}

/// A box on a floor, hanging over its edge, in either order: the corners of the shared area.
TEST(Contacts, ABoxOnABox) {
  const Aabb low{{-5, -5, -1}, {5, 5, 1}}, high{{3, 1.5F, 0.875F}, {7, 2.5F, 3}};
  const std::vector<AnyShape> floors = {low, Box{{0, 0, 0}, {}, {5, 5, 1}}, hull_of(low),
                                        oracle::PlacedHull{hull_of(low).vertices, {}, 0}};
  const std::vector<AnyShape> boxes = {high, Box{{5, 2, 1.9375F}, {}, {2, 0.5F, 1.0625F}}, hull_of(high)};
  for (const AnyShape& floor : floors)
    for (const AnyShape& box : boxes) {
      PairList list;
      list.append({box, floor}), list.append({floor, box});
      const std::vector<Manifold> found = touch(list);
      SCOPED_TRACE(list.line(0) + "\n" + text(found[0]));
      EXPECT_TRUE(are_corners(found[0], {{3, 1.5, 0.875}, {5, 1.5, 0.875}, {5, 2.5, 0.875}, {3, 2.5, 0.875}}));
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
TEST(Contacts, BoxesAreAsHulls) {
  Rng rng(81);
  int several = 0;
  for (int i = 0; i < 300; ++i) {
    const Aabb box{{-1, -0.5F, -0.75F}, {1, 0.5F, 0.75F}};
    const auto number = [&](double size) { return static_cast<float>(oracle::uniform(rng, -size, size)); };
    const Box other{
        {number(1.5), number(1.5), number(1.5)}, {number(0.2), number(0.2), number(0.2), 1}, {1, 1.5F, 0.5F}};
    PairList list;
    list.append({other, box}), list.append({other, hull_of(box)});
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
TEST(Contacts, OfHullsWithMoreVertices) {
  Rng rng(86);
  int several = 0;
  for (int i = 0; i < 300; ++i) {
    const oracle::HullShape hull = hull_of({{-1, -0.5F, -0.75F}, {1, 0.5F, 0.75F}});
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
TEST(Contacts, FourOfEight) {
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

TEST(Contacts, OfCapsules) {
  ShapeSet set;
  const auto floor = set.add(Aabb{{-5, -5, -1}, {5, 5, 1}});
  const auto flat = set.add(Capsule{{0, 0, 1.4375F}, {2, 0, 1.4375F}, 0.5F});
  const auto upright = set.add(Capsule{{0, 0, 1.4375F}, {0, 0, 3}, 0.5F});
  const auto over = set.add(Capsule{{4, 0, 1.4375F}, {7, 0, 1.4375F}, 0.5F});
  const auto along = set.add(Capsule{{1, 0, 2.375F}, {4, 0, 2.375F}, 0.5F});
  const auto across = set.add(Capsule{{1, -1, 2.375F}, {1, 1, 2.375F}, 0.5F});
  const auto hull = add_to(set, hull_of(Aabb{{-5, -5, -1}, {5, 5, 1}}));
  const std::vector<Manifold> found =
      touch(set, set, {{flat, floor}, {upright, floor}, {over, floor}, {along, flat}, {across, flat}, {flat, hull}});
  EXPECT_TRUE(are_corners(found[0], {{0, 0, 0.9375}, {2, 0, 0.9375}}));
  EXPECT_TRUE(are_corners(found[1], {{0, 0, 0.9375}}));
  EXPECT_TRUE(are_corners(found[2], {{4, 0, 0.9375}, {5, 0, 0.9375}}));
  EXPECT_TRUE(are_corners(found[3], {{1, 0, 1.875}, {2, 0, 1.875}}));
  EXPECT_TRUE(are_corners(found[4], {{1, 0, 1.875}}));
  EXPECT_TRUE(are_corners(found[5], {{0, 0, 0.9375}, {2, 0, 0.9375}}));
  for (const Manifold& m : found)
    for (std::uint32_t k = 0; k < m.count; ++k) EXPECT_NEAR(m.points[k].separation, -0.0625, 1e-12) << text(m);
  // An end of one on the side of the other, and an end of the other on its side.
  EXPECT_EQ(features(found[3]), (Features{{1, 2}, {2, 5}}));
}

/// A rounded box stands on its faces, as deep as they and the radius reach.
TEST(Contacts, OfRoundedHulls) {
  PairList list;
  const oracle::PlacedHull rounded{hull_of({{-1, -1, -1}, {1, 1, 1}}).vertices, {{3, 0, 2}, {0, 0, 0, 1}}, 0.25F};
  list.append({rounded, Aabb{{-9, -9, -1}, {9, 9, 1}}});
  list.append({rounded, Sphere{{3, 0, 0}, 1}});
  const std::vector<Manifold> found = touch(list);
  EXPECT_TRUE(are_corners(found[0], {{2, -1, 0.75}, {4, -1, 0.75}, {4, 1, 0.75}, {2, 1, 0.75}}));
  EXPECT_EQ(found[1].count, 1U);
  EXPECT_NEAR(found[1].points[0].separation, -0.25, 1e-12);
  EXPECT_EQ(features(found[1]), (Features{{0, 0}}));
}

/// Contacts exist before shapes touch, up to the margin.
TEST(Contacts, Margin) {
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
TEST(Contacts, FeaturesStay) {
  for (const AnyShape& floor :
       {AnyShape{Aabb{{-5, -5, -1}, {5, 5, 1}}}, AnyShape{hull_of({{-5, -5, -1}, {5, 5, 1}})}}) {
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
TEST(Contacts, FeaturesOfAStackStay) {
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

struct TwoBalls {
  ShapeSet set;
  std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<Manifold> out{2};

  TwoBalls() {
    set.add(Sphere{{0, 0, 0}, 1});
    set.add(Sphere{{1.5F, 0, 0}, 1});
  }
  std::string error(const ContactOptions& options = {}) {
    return error_of([&] { contacts(set, set, pairs, out, options); });
  }
};

TEST(Contacts, OfTwoBalls) {
  TwoBalls two;
  contacts(two.set, two.set, two.pairs, two.out);
  const Manifold& m = two.out[0];
  ASSERT_EQ(m.count, 1U);
  EXPECT_EQ(m.normal, (Vec3d{-1, 0, 0}));
  EXPECT_NEAR(m.points[0].separation, -0.5, 1e-12);
  EXPECT_NEAR(m.points[0].a.x, 1, 1e-12);
  EXPECT_NEAR(m.points[0].b.x, 0.5, 1e-12);
  EXPECT_TRUE(same_bits(two.out[1], mirrored(m)));
}

TEST(Contacts, Refusals) {
  TwoBalls two;
  two.out.resize(1);
  EXPECT_EQ(two.error(), "out: has 1 elements, needs one for each of the 2 pairs");
  two.out.resize(2);
  EXPECT_EQ(two.error({-1}), "options.margin = -1: must not be negative");
  EXPECT_EQ(two.error({nan}), "options.margin = nan: must not be negative");
  std::vector<Manifold> shared(2);
  const std::span<Pair> over(reinterpret_cast<Pair*>(shared.data()), 2);
  EXPECT_EQ(error_of([&] { contacts(two.set, two.set, over, shared); }), "out: shares memory with pairs");
  two.pairs[1].b = 7;
  EXPECT_EQ(two.error(), "pairs[1].b = 7: out of range, the second set has 2 shapes");
  two.pairs[1].b = 1, two.set.remove(1);
  EXPECT_EQ(two.error(), "pairs[0].b = 1: was removed from the second set");
  ContactOptions unchecked;
  unchecked.check = Check::none;
  EXPECT_EQ(two.error(unchecked), "");
  EXPECT_EQ(two.out[0].count, 0U);
}

/// Shapes that are one point, in every form of a point.
TEST(Contacts, OfOnePoint) {
  const std::vector<AnyShape> points = {Point{{1, 2, 3}}, Aabb{{1, 2, 3}, {1, 2, 3}}, Box{{1, 2, 3}, {}, {0, 0, 0}},
                                        Capsule{{1, 2, 3}, {1, 2, 3}, 0}, oracle::HullShape{{{1, 2, 3}, {1, 2, 3}}}};
  for (const AnyShape& p : points)
    for (const AnyShape& q : points) {
      PairList list;
      list.append({p, q});
      const Manifold m = touch(list)[0];
      EXPECT_EQ(m.count, 1U) << list.line(0);
      EXPECT_EQ(std::abs(m.normal.x), 1) << list.line(0) << text(m);
      EXPECT_EQ(m.points[0].a, (Vec3d{1, 2, 3})) << list.line(0);
      EXPECT_EQ(m.points[0].separation, 0) << list.line(0);
    }
}

class ContactsOnEveryIsa : public EveryIsa {};

/// An invalid number has one contact, a placeholder, and leaves the other pairs as they were.
TEST_P(ContactsOnEveryIsa, BesideABadNumber) {
  Rng rng(83);
  ContactOptions options{0.5F};
  options.isa = GetParam();
  for (const Kind a : shape_kinds) {
    PairList list;
    while (list.pairs.size() < 21) list.append(oracle::random_pair(rng, a, oracle::all_kinds[list.pairs.size() % 12]));
    const std::vector<Manifold> before = touch(list, options);
    for (const Poison& poison : poisons()) {
      if (poison.is_number) continue;
      AnyShape shape = list.shapes[3].first;
      *numbers_of(shape)[0] = poison.value;
      PairList poisoned = list;
      poisoned.pairs[3].a = add_to(poisoned.first, shape, Check::none);
      const std::vector<Manifold> after = touch(poisoned, options);
      for (std::size_t i = 0; i < after.size(); ++i) {
        if (i == 3) continue;
        ASSERT_TRUE(same_bits(after[i], before[i])) << poison.name << "\n" << list.line(i);
      }
      EXPECT_EQ(after[3].count, 1U) << poison.name << "\n" << list.line(3) << text(after[3]);
      EXPECT_TRUE(std::isnan(after[3].points[0].separation)) << poison.name << "\n" << list.line(3) << text(after[3]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, ContactsOnEveryIsa, isas(), isa_name);

TEST(Contacts, AllocateNothing) {
  Rng rng(84);
  PairList list;
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) append_mixture(list, rng, a, b, 4);
  std::vector<Manifold> out(list.pairs.size());
  EXPECT_EQ(allocations_of([&] { contacts(list.first, list.second, list.pairs, out, {0.5F}); }), 0U);
}

}  // namespace
}  // namespace lockstep::test
