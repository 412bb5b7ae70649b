// Contacts of the reference: known ones, and requirements on all of them.
#include <lockstep/reference/manifold.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <lockstep/reference/manifold2.hpp>

#include "queries.hpp"

namespace lockstep::reference_tests {
namespace {

using reference::contact_manifold, reference::Feature, reference::Vector, reference::Vector2;

const std::array<Vector<double>, 3> upright = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

template <class M>
std::vector<double> depths(const M& manifold) {
  std::vector<double> sorted;
  for (const auto& p : manifold) sorted.push_back(p.depth);
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

template <class M>
std::vector<Feature> features(const M& manifold) {
  std::vector<Feature> list;
  for (const auto& p : manifold) list.push_back(p.feature);
  return list;
}

TEST(ReferenceManifold, ABoxOnABoxHasFourContacts) {
  const reference::Box<double> floor{{0, 0, 0}, upright, {5, 5, 1}}, box{{1, 2, 1.9}, upright, {1, 0.5, 1}};
  const auto m = contact_manifold(box, floor, 0.01);
  ASSERT_EQ(m.count, 4U);
  EXPECT_EQ(m.normal.z, 1);
  for (const auto& p : m) {
    EXPECT_NEAR(p.depth, 0.1, 1e-12);
    EXPECT_NEAR(p.on_a.z, 0.9, 1e-12);
    EXPECT_NEAR(p.on_b.z, 1, 1e-12);
    EXPECT_NEAR(std::abs(p.on_b.x - 1), 1, 1e-12);
    EXPECT_NEAR(std::abs(p.on_b.y - 2), 0.5, 1e-12);
    EXPECT_FALSE(p.feature.reference_is_a);  // neither is better aligned, and the floor is larger
    EXPECT_EQ(p.feature.face_a, 5);
    EXPECT_EQ(p.feature.face_b, 4);
  }
  // The overhanging part is clipped there.
  const reference::Box<double> over{{5, 2, 1.9}, upright, {1, 0.5, 1}};
  for (const auto& p : contact_manifold(over, floor, 0.01)) EXPECT_LE(p.on_b.x, 5 + 1e-12);
  // Before they touch, and too far away.
  const reference::Box<double> above{{1, 2, 2.005}, upright, {1, 0.5, 1}}, high{{1, 2, 2.02}, upright, {1, 0.5, 1}};
  const auto before = contact_manifold(above, floor, 0.01);
  ASSERT_EQ(before.count, 4U);
  for (const auto& p : before) EXPECT_NEAR(p.depth, -0.005, 1e-12);
  EXPECT_EQ(contact_manifold(high, floor, 0.01).count, 0U);
}

TEST(ReferenceManifold, CrossedEdgesHaveOneContact) {
  const double r = std::sqrt(0.5);
  // One lies on its edge along x, the other hangs on its edge along y.
  const reference::Box<double> below{{0, 0, 0}, {{{1, 0, 0}, {0, r, r}, {0, -r, r}}}, {3, 1, 1}};
  const reference::Box<double> above{{0, 0, 2 / r - 0.1}, {{{r, 0, -r}, {0, 1, 0}, {r, 0, r}}}, {1, 3, 1}};
  const auto m = contact_manifold(above, below, 0.01);
  ASSERT_EQ(m.count, 1U);
  EXPECT_NEAR(m.normal.z, 1, 1e-12);
  EXPECT_NEAR(m.point[0].depth, 0.1, 1e-12);
  EXPECT_NEAR(length(m.point[0].on_b - Vector<double>{0, 0, 1 / r}), 0, 1e-9);
  EXPECT_EQ(m.point[0].feature.first_edge, Feature::no_edge);
}

TEST(ReferenceManifold, ContactsLieInBothBoxes) {
  constexpr std::uint64_t seed = 91;
  Rng rng(seed);
  int faces = 0, full = 0, deepest = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto a = random_box(rng, 0.2), b = random_box(rng, 0.2);
    const auto d = reference::signed_distance(a, b);
    if (d.lower > 0) continue;
    const auto replay = [&] {
      return to_text(a) + "\n" + to_text(b) + "\nseed " + std::to_string(seed) + ", pair " + std::to_string(i);
    };
    const auto m = contact_manifold(a, b, 0.0), mirrored = contact_manifold(b, a, 0.0);
    ASSERT_GE(m.count, 1U) << replay();
    ASSERT_LE(m.count, 4U) << replay();
    for (const auto& p : m) {
      ASSERT_GE(p.depth, 0) << replay();
      ASSERT_NEAR(length(p.on_a - p.on_b + m.normal * p.depth), 0, 1e-12) << replay();
      ASSERT_LE(reference::distance(reference::Point<double>{p.on_a}, a).upper, 1e-9) << replay();
      ASSERT_LE(reference::distance(reference::Point<double>{p.on_b}, b).upper, 1e-9) << replay();
    }
    if (dot(m.normal, d.normal) < 1 - 1e-12) continue;         // that of a face nearby
    ASSERT_LE(depths(m).back(), -d.lower + 0.01) << replay();  // the other edge, if nearly parallel
    deepest += depths(m).back() > -d.lower - 1e-9;
    ++faces;
    full += m.count == 4;
    if (m.count > 1) {
      ASSERT_EQ(m.count, mirrored.count) << replay();
      ASSERT_NEAR(depths(m).back(), depths(mirrored).back(), 0.01) << replay();
      ASSERT_NEAR(length(m.normal + mirrored.normal), 0, 0.01) << replay();
    }
  }
  EXPECT_GT(faces, 300);
  EXPECT_GT(full, 40);
  EXPECT_GT(deepest, faces / 2);
}

/// (b, a) has the contacts of (a, b), with the two points swapped.
template <class M>
testing::AssertionResult is_mirrored(const M& m, const M& n, double tolerance) {
  if (m.count != n.count) return testing::AssertionFailure() << m.count << " and " << n.count << " contacts";
  if (m.count == 0) return testing::AssertionSuccess();
  if (!(length(m.normal + n.normal) <= tolerance)) return testing::AssertionFailure() << "other normals";
  for (const auto& p : m) {
    const bool found = std::any_of(n.begin(), n.end(), [&](const auto& q) {
      return length(p.on_a - q.on_b) <= tolerance && length(p.on_b - q.on_a) <= tolerance;
    });
    if (!found) return testing::AssertionFailure() << "no contact at " << to_text(p.on_a);
  }
  return testing::AssertionSuccess();
}

/// A lies on B, a little tilted: the penetration direction may be the normal of either face.
TEST(ReferenceManifold, TheOrderDoesNotMatter) {
  constexpr std::uint64_t seed = 95;
  Rng rng(seed);
  int tilted = 0;
  for (int i = 0; i < 1000; ++i) {
    const double angle = std::pow(10.0, uniform(rng, -6, -2)), turn = uniform(rng, -3, 3);
    const reference::Quaternion<double> q{uniform(rng, -angle, angle), uniform(rng, -angle, angle), std::sin(turn / 2),
                                          std::cos(turn / 2)};
    const reference::Box<double> floor{{0, 0, 0}, upright, {5, 5, 1}};
    const reference::Box<double> box{
        {uniform(rng, -5, 5), uniform(rng, -5, 5), 1.99}, reference::rotation_axes(q), {0.9, 0.7, 1}};
    const auto d = reference::signed_distance(box, floor), e = reference::signed_distance(floor, box);
    if (length(d.normal + e.normal) > 1e-9) continue;  // two directions out
    ++tilted;
    ASSERT_TRUE(is_mirrored(contact_manifold(box, floor, 0.1), contact_manifold(floor, box, 0.1), 1e-6))
        << to_text(box) << "\nseed " << seed << ", pair " << i;
    const double c = std::cos(angle), s = std::sin(angle);
    const reference::Box2<double> floor2{{0, 0}, {1, 0}, {5, 1}};
    const reference::Box2<double> box2{{uniform(rng, -5, 5), 1.99}, {c, s}, {0.9, 1}};
    ASSERT_TRUE(is_mirrored(contact_manifold(box2, floor2, 0.1), contact_manifold(floor2, box2, 0.1), 1e-6))
        << to_text(box2) << "\nseed " << seed << ", pair " << i;
  }
  EXPECT_GT(tilted, 900);
}

/// Plates, needles and points are boxes as well. Their faces without area have no sides that could clip.
TEST(ReferenceManifold, ContactsOfFlatBoxesLieInThem) {
  const std::array<Vector<double>, 3> turned = reference::rotation_axes(reference::Quaternion<double>{0, 0, 0.3, 1});
  const reference::Box<double> floor{{0, 0, 0}, upright, {5, 5, 1}};
  for (const Vector<double>& extents : {Vector<double>{1, 1, 0},
                                        {1, 0, 1},
                                        {0, 1, 1},
                                        {1, 0, 0},
                                        {0, 0, 1},
                                        {0, 0, 0},
                                        {1, 1e-12, 1},
                                        {1, 1e-6, 1},
                                        {1e-17, 1, 1e-6}}) {
    for (const auto& axes : {upright, turned}) {
      const reference::Box<double> flat{{1, 2, 0.999 + extents.z}, axes, extents};
      for (const auto& m : {contact_manifold(flat, floor, 0.01), contact_manifold(floor, flat, 0.01)}) {
        ASSERT_GE(m.count, 1U) << to_text(flat);
        ASSERT_NEAR(std::abs(m.normal.z), 1, 1e-9) << to_text(flat);
        for (const auto& p : m) {
          ASSERT_NEAR(p.depth, 0.001, 1e-9) << to_text(flat);
          const Vector<double> middle{1, 2, 1}, off = p.on_a - middle;
          ASSERT_LE(length(off), extents.x + extents.y + 0.002) << to_text(flat);
        }
      }
    }
  }
}

/// Faces as a reader of files might pass them: corners twice or nearly so, two corners, none.
TEST(ReferenceManifold, BadFacesCutNothing) {
  const reference::Box<double> floor{{0, 0, 0}, upright, {5, 5, 1}};
  const double next = std::nextafter(0.25, 1.0);
  const std::vector<Vector<double>> points = {{-1, -1, 0.99}, {1, -1, 0.99}, {0.25, 1, 0.99}, {0, 0, 3}};
  const std::vector<std::vector<Vector<double>>> bottoms = {
      {{0.25, 1, 0.99}, {1, -1, 0.99}, {-1, -1, 0.99}},
      {{0.25, 1, 0.99}, {0.25, 1, 0.99}, {1, -1, 0.99}, {1, -1, 0.99}, {-1, -1, 0.99}},
      {{0.25, 1, 0.99}, {next, 1, 0.99}, {1, -1, 0.99}, {-1, -1, 0.99}},
      {{next, 1, 0.99}, {0.25, 1, 0.99}, {1, -1, 0.99}, {-1, -1, 0.99}},
      {{1, -1, 0.99}, {-1, -1, 0.99}},
      {}};
  for (const auto& bottom : bottoms) {
    const std::array<reference::Face<double>, 1> faces = {{{bottom, {0, 0, -1}, 7}}};
    const reference::FacedHull<double> hull{points, faces};
    const reference::Box<double> small{{0.1, -0.2, 0}, upright, {0.2, 0.2, 1}};
    for (const auto& m : {contact_manifold(hull, floor, 0.01), contact_manifold(floor, hull, 0.01)}) {
      ASSERT_GE(m.count, bottom.size() < 3 ? 1U : 3U);
      for (const auto& p : m) ASSERT_NEAR(p.depth, 0.01, 1e-12);
    }
    if (bottom.size() < 3) continue;
    // The small box lies within the bottom: all of its four corners stay.
    EXPECT_EQ(contact_manifold(hull, small, 0.01).count, 4U);
  }
}

/// A box that slides and tilts a little on another keeps the features of its contacts.
TEST(ReferenceManifold, FeaturesStayWhileTheContactDoes) {
  const reference::Box<double> floor{{0, 0, 0}, upright, {5, 5, 1}};
  std::vector<Feature> first;
  for (int i = 0; i < 200; ++i) {
    const double angle = 1e-4 * std::sin(i * 0.7), turn = 0.3 + 1e-3 * i;
    const reference::Quaternion<double> q{std::sin(angle / 2), std::sin(angle / 3), std::sin(turn / 2),
                                          std::cos(turn / 2)};
    const reference::Box<double> box{{1 + 0.005 * i, 2 - 0.003 * i, 1.995}, reference::rotation_axes(q), {1, 0.5, 1}};
    const auto m = contact_manifold(box, floor, 0.02);
    ASSERT_EQ(m.count, 4U) << "step " << i;
    if (i == 0) first = features(m);
    ASSERT_EQ(features(m), first) << "step " << i;
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) EXPECT_NE(first[i], first[k]);
  }
}

/// A prism over a regular polygon, from z = low to high: the points, and the faces with their corners.
struct Prism {
  std::vector<Vector<double>> points;
  std::vector<std::vector<Vector<double>>> corners;
  std::vector<reference::Face<double>> faces;

  Prism(int sides, double turn, double low, double high) {
    std::vector<Vector<double>> bottom, top;
    for (int k = 0; k < sides; ++k) {
      const double angle = turn + 2 * std::numbers::pi * k / sides;
      bottom.push_back({std::cos(angle), std::sin(angle), low});
      top.push_back({std::cos(angle), std::sin(angle), high});
    }
    points = bottom;
    points.insert(points.end(), top.begin(), top.end());
    for (std::size_t k = 0; k < bottom.size(); ++k) {
      const std::size_t next = (k + 1) % bottom.size();
      corners.push_back({bottom[k], bottom[next], top[next], top[k]});
    }
    std::reverse(bottom.begin(), bottom.end());
    corners.push_back(bottom);
    corners.push_back(top);
    for (const auto& face : corners) {
      faces.push_back(reference::face_of(std::span<const Vector<double>>(face), static_cast<int>(faces.size())));
    }
  }
  Prism(const Prism&) = delete;

  [[nodiscard]] reference::FacedHull<double> hull() const { return {points, faces}; }
};

TEST(ReferenceManifold, OfManyContactsFourWithTheirAreaStay) {
  const Prism below(8, 0, -1, 0), above(8, 0.2, -0.01, 1);
  const auto m = contact_manifold(above.hull(), below.hull(), 0.0);
  ASSERT_EQ(m.count, 4U);
  const auto at = [&](std::size_t i) { return m.point[i].on_a; };
  EXPECT_NEAR(m.normal.z, 1, 1e-12);
  for (const auto& p : m) EXPECT_NEAR(p.depth, 0.01, 1e-12);
  // The largest rectangle of the 16 corners has an area of nearly 2, in either order of listing.
  const auto area = [&](std::size_t i, std::size_t j, std::size_t k) {
    return length(cross(at(j) - at(i), at(k) - at(i))) / 2;
  };
  EXPECT_GT(area(0, 1, 2) + area(0, 1, 3), 1.7);
}

TEST(ReferenceManifold, HullsWithFacesAreAsBoxes) {
  const Prism cube(4, std::numbers::pi / 4, -1, 1);
  const double half = std::sqrt(0.5);
  const reference::Box<double> box{{0, 0, 0}, upright, {half, half, 1}};
  constexpr std::uint64_t seed = 92;
  Rng rng(seed);
  int several = 0;
  for (int i = 0; i < 300; ++i) {
    const auto other = random_box(rng, 0.2);
    const auto m = contact_manifold(other, box, 0.01), n = contact_manifold(other, cube.hull(), 0.01);
    ASSERT_EQ(m.count, n.count) << to_text(other) << "\nseed " << seed;
    several += m.count > 1;
    for (std::size_t k = 0; k < m.count; ++k) {
      ASSERT_NEAR(depths(m)[k], depths(n)[k], 1e-9) << to_text(other) << "\nseed " << seed;
    }
  }
  EXPECT_GT(several, 20);
}

TEST(ReferenceManifold2, ABoxOnABoxHasTwoContacts) {
  const reference::Box2<double> floor{{0, 0}, {1, 0}, {5, 1}}, box{{4.5, 1.9}, {1, 0}, {1, 1}};
  const auto m = contact_manifold(box, floor, 0.01);
  ASSERT_EQ(m.count, 2U);
  EXPECT_NEAR(m.normal.y, 1, 1e-12);
  for (const auto& p : m) EXPECT_NEAR(p.depth, 0.1, 1e-12);
  EXPECT_NEAR(std::min(m.point[0].on_a.x, m.point[1].on_a.x), 3.5, 1e-12);
  EXPECT_NEAR(std::max(m.point[0].on_a.x, m.point[1].on_a.x), 5, 1e-12);
  EXPECT_NE(m.point[0].feature, m.point[1].feature);
  // A corner that nearly touches a corner has one contact.
  const double r = std::sqrt(0.5);
  const reference::Box2<double> first{{0, 0}, {r, r}, {1, 1}}, second{{2 / r + 0.005, 0}, {r, r}, {1, 1}};
  const auto corners = contact_manifold(first, second, 0.01);
  ASSERT_EQ(corners.count, 1U);
  EXPECT_NEAR(corners.point[0].depth, -0.005, 1e-12);
}

TEST(ReferenceManifold2, ContactsLieInBothBoxes) {
  constexpr std::uint64_t seed = 93;
  Rng rng(seed);
  int two = 0, deepest = 0, count = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto a = random_box2(rng), b = random_box2(rng);
    const auto d = reference::signed_distance(a, b);
    if (d.lower > 0) continue;
    ++count;
    const auto replay = [&] {
      return to_text(a) + "\n" + to_text(b) + "\nseed " + std::to_string(seed) + ", pair " + std::to_string(i);
    };
    const auto m = contact_manifold(a, b, 0.0), mirrored = contact_manifold(b, a, 0.0);
    ASSERT_GE(m.count, 1U) << replay();
    two += m.count == 2;
    for (const auto& p : m) {
      ASSERT_GE(p.depth, 0) << replay();
      ASSERT_NEAR(length(p.on_a - p.on_b + m.normal * p.depth), 0, 1e-12) << replay();
      ASSERT_LE(reference::distance(reference::Point2<double>{p.on_a}, a).upper, 1e-9) << replay();
      ASSERT_LE(reference::distance(reference::Point2<double>{p.on_b}, b).upper, 1e-9) << replay();
    }
    ASSERT_LE(depths(m).back(), -d.lower + 0.01) << replay();  // the other edge, if nearly parallel
    deepest += depths(m).back() > -d.lower - 1e-9;
    ASSERT_EQ(m.count, mirrored.count) << replay();
    ASSERT_NEAR(depths(m).back(), depths(mirrored).back(), 0.01) << replay();
  }
  EXPECT_GT(two, count / 4);
  EXPECT_GT(deepest, count / 2);
  EXPECT_GT(count, 500);
}

TEST(ReferenceManifold2, PolygonsAreAsBoxes) {
  const std::vector<Vector2<double>> corners = {{-1, -2}, {1, -2}, {1, 2}, {-1, 2}};
  const reference::Polygon2<double> polygon{corners};
  const reference::Box2<double> box{{0, 0}, {1, 0}, {1, 2}};
  constexpr std::uint64_t seed = 94;
  Rng rng(seed);
  for (int i = 0; i < 500; ++i) {
    const auto other = random_box2(rng);
    const auto m = contact_manifold(other, box, 0.01), n = contact_manifold(other, polygon, 0.01);
    ASSERT_EQ(features(m), features(n)) << to_text(other) << "\nseed " << seed;
    for (std::size_t k = 0; k < m.count; ++k) {
      ASSERT_NEAR(m.point[k].depth, n.point[k].depth, 1e-12) << to_text(other) << "\nseed " << seed;
    }
  }
}

TEST(ReferenceManifold, NanEnds) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const reference::Box<double> box{{0, 0, 0}, upright, {1, 1, 1}}, bad{{nan, 0, 0}, upright, {1, 1, 1}};
  EXPECT_LE(contact_manifold(box, bad, 0.01).count, 4U);
  const reference::Box2<double> box2{{0, 0}, {1, 0}, {1, 1}}, bad2{{nan, 0}, {1, 0}, {1, 1}};
  EXPECT_LE(contact_manifold(box2, bad2, 0.01).count, 2U);
  const reference::Face<double> none{{}, {0, 0, 1}, 0};
  EXPECT_TRUE(reference::clip_to_sides(none, none).empty());

  // Margins: nothing is within a negative margin, everything within infinity.
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const reference::Box<double> away{{50, 60, 70}, upright, {1, 1, 1}}, over{{0.5, 0, 9}, upright, {1, 1, 1}};
  EXPECT_EQ(contact_manifold(box, away, nan).count, 0U);
  EXPECT_EQ(contact_manifold(box, box, -infinity).count, 0U);
  EXPECT_EQ(contact_manifold(box, away, infinity).count, 1U);
  EXPECT_EQ(contact_manifold(box, over, infinity).count, 4U);
}

}  // namespace
}  // namespace lockstep::reference_tests
