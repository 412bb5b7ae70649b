// Brushes against a slow enumeration of all plane triples.
#include "scenes/brush.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace lockstep::tools {
namespace {

Plane unit_plane(double x, double y, double z, double offset) {
  const double length = std::sqrt(x * x + y * y + z * z);
  return {{x / length, y / length, z / length}, offset};
}

std::vector<Plane> cube(double half) {
  return {{{1, 0, 0}, half},  {{-1, 0, 0}, half}, {{0, 1, 0}, half},
          {{0, -1, 0}, half}, {{0, 0, 1}, half},  {{0, 0, -1}, half}};
}

double distance(const Point3& a, const Point3& b) {
  const Point3 d = a - b;
  return std::sqrt(dot(d, d));
}

/// The points where three planes meet and that no plane cuts off.
std::vector<Point3> corners_by_triples(const std::vector<Plane>& planes) {
  std::vector<Point3> found;
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = i + 1; j < planes.size(); ++j)
      for (std::size_t k = j + 1; k < planes.size(); ++k) {
        const Plane &a = planes[i], &b = planes[j], &c = planes[k];
        const double determinant = dot(a.normal, cross(b.normal, c.normal));
        if (std::abs(determinant) < 1e-9) continue;
        const Point3 p = (cross(b.normal, c.normal) * a.offset + cross(c.normal, a.normal) * b.offset +
                          cross(a.normal, b.normal) * c.offset) *
                         (1 / determinant);
        bool inside = true;
        for (const Plane& plane : planes) inside = inside && dot(plane.normal, p) <= plane.offset + 1e-6;
        if (inside) found.push_back(p);
      }
  return found;
}

void expect_each_near_one(const std::vector<Point3>& points, const std::vector<Point3>& others, const char* what) {
  for (const Point3& p : points) {
    double nearest = 1e300;
    for (const Point3& q : others) nearest = std::min(nearest, distance(p, q));
    EXPECT_LE(nearest, 1.01 * corner_tolerance) << what << ": " << p.x << " " << p.y << " " << p.z;
  }
}

TEST(Brush, CubeHasEightCorners) {
  const std::vector<Point3> corners = brush_corners(cube(8));
  ASSERT_EQ(corners.size(), 8U);
  for (const Point3& c : corners) {
    EXPECT_EQ(std::abs(c.x), 8);
    EXPECT_EQ(std::abs(c.y), 8);
    EXPECT_EQ(std::abs(c.z), 8);
  }
}

TEST(Brush, RandomBrushesMatchEnumeration) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> direction(-1, 1), offset(20, 400);
    std::vector<Plane> planes = cube(500);
    for (unsigned i = 0; i < 4 + seed % 12; ++i)
      planes.push_back(unit_plane(direction(random), direction(random), direction(random), offset(random)));
    const std::vector<Point3> corners = brush_corners(planes), expected = corners_by_triples(planes);
    ASSERT_FALSE(expected.empty());
    expect_each_near_one(corners, expected, "no corner at all");
    expect_each_near_one(expected, corners, "missing corner");
  }
}

TEST(Brush, RepeatedAndTouchingPlanesChangeNothing) {
  std::vector<Plane> planes = cube(8);
  planes.push_back(planes[0]);
  planes.push_back(unit_plane(1, 1, 0, 8 * std::sqrt(2.0)));  // a bevel that touches an edge
  planes.push_back(unit_plane(1, 1, 1, 8 * std::sqrt(3.0)));  // one that touches a corner
  planes.push_back(unit_plane(1, 0, 0, 100));                 // one that is far away
  EXPECT_EQ(brush_corners(planes).size(), 8U);
}

TEST(Brush, WithoutVolumeThereAreNoCorners) {
  EXPECT_TRUE(brush_corners({}).empty());
  std::vector<Plane> open = cube(8);
  open.pop_back();
  EXPECT_TRUE(brush_corners(open).empty()) << "one side is open";
  std::vector<Plane> empty = cube(8);
  empty.push_back({{1, 0, 0}, -9});
  EXPECT_TRUE(brush_corners(empty).empty()) << "two planes exclude each other";
  std::vector<Plane> flat = cube(8);
  flat.push_back({{1, 0, 0}, -8});
  EXPECT_TRUE(brush_corners(flat).empty()) << "two planes coincide";
}

TEST(Brush, TheLargestBrushIsQuick) {
  std::mt19937 random(7);
  std::normal_distribution<double> direction;
  std::vector<Plane> planes = cube(500);
  while (planes.size() < max_brush_planes)
    planes.push_back(unit_plane(direction(random), direction(random), direction(random), 100));
  const std::vector<Point3> corners = brush_corners(planes);
  EXPECT_GT(corners.size(), max_brush_planes);
  for (const Point3& c : corners)
    for (const Plane& plane : planes) EXPECT_LE(dot(plane.normal, c), plane.offset + 1e-4);
}

}  // namespace
}  // namespace lockstep::tools
