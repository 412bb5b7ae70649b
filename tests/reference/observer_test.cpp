// The steps that an observer sees of a search explain the answer: each point is where it is reported, each simplex is
// made of observed points, each direction points from it to the origin, and the last step proves the verdict. In exact
// arithmetic, where all of that holds exactly.
#include <lockstep/reference/observer.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>
#include <vector>

#include <lockstep/reference/gjk.hpp>
#include <lockstep/reference/gjk2.hpp>
#include <lockstep/reference/shapes.hpp>
#include <lockstep/reference/shapes2.hpp>

#include "exact.hpp"
#include "generate.hpp"

namespace lockstep::reference {
namespace {

using oracle::below;
using oracle::Integer;
using oracle::Rng;
using oracle::uniform;

using Space = Vector<Integer>;
using Plane = Vector2<Integer>;

/// The hull of points that it owns.
template <class V>
struct Hull {
  using Scalar = typename V::Scalar;
  std::vector<V> points;

  V support(const V& direction) const noexcept { return HullOfPoints<V>{points}.support(direction); }
};

bool same(const Space& p, const Space& q) { return p.x == q.x && p.y == q.y && p.z == q.z; }
bool same(const Plane& p, const Plane& q) { return p.x == q.x && p.y == q.y; }

template <class Points, class V>
bool among(const Points& points, const V& p) {
  return std::any_of(points.begin(), points.end(), [&](const V& q) { return same(p, q); });
}

template <class V>
bool same_corners(const Corners<V>& a, const Corners<V>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const V& p, const V& q) { return same(p, q); });
}

/// Whether the origin is on r's side of the edge pq, or on the edge.
bool on_the_side_of(const Plane& p, const Plane& q, const Plane& r) {
  return cross(Plane(q - p), Plane(-p)) * cross(Plane(q - p), Plane(r - p)) >= 0;
}

bool encloses_origin(const Corners<Plane>& c) {
  return c.size() == 3 && on_the_side_of(c[0], c[1], c[2]) && on_the_side_of(c[1], c[2], c[0]) &&
         on_the_side_of(c[2], c[0], c[1]);
}

/// Whether the origin is on s's side of the face pqr, or on the face.
bool on_the_side_of(const Space& p, const Space& q, const Space& r, const Space& s) {
  const Space normal = cross(Space(q - p), Space(r - p));
  return dot(normal, Space(-p)) * dot(normal, Space(s - p)) >= 0;
}

bool encloses_origin(const Corners<Space>& c) {
  return c.size() == 4 && on_the_side_of(c[0], c[1], c[2], c[3]) && on_the_side_of(c[1], c[2], c[3], c[0]) &&
         on_the_side_of(c[2], c[3], c[0], c[1]) && on_the_side_of(c[3], c[0], c[1], c[2]);
}

/// A point of both hulls' difference that is farthest along the direction.
template <class V>
void expect_support_points(const Step<V>& step, const Hull<V>& a, const Hull<V>& b) {
  EXPECT_TRUE(among(a.points, step.on_a) && among(b.points, step.on_b));
  EXPECT_TRUE(same(step.found, step.on_a - step.on_b));
  for (const V& p : a.points) EXPECT_LE(dot(p, step.direction), dot(step.on_a, step.direction));
  for (const V& q : b.points) EXPECT_GE(dot(q, step.direction), dot(step.on_b, step.direction));
}

/// `after` consists of the corners that the region names, of the point found and of those before.
template <class V>
void expect_simplex(const Step<V>& step) {
  if (step.end == End::separated) {
    EXPECT_EQ(step.region, Region::none);
    EXPECT_TRUE(same_corners(step.after, step.before));
    return;
  }
  std::vector<V> named;
  if (has_corner(step.region, 0)) named.push_back(step.found);
  for (std::size_t i = 0; i < step.before.size(); ++i)
    if (has_corner(step.region, i + 1)) named.push_back(step.before[i]);
  EXPECT_EQ(named.size(), step.after.size());
  for (const V& p : named) EXPECT_TRUE(among(step.after, p));
}

/// The next direction is perpendicular to the kept simplex, and points from there to the origin.
template <class V>
void expect_direction(const Corners<V>& kept, const V& direction) {
  for (const V& p : kept) {
    EXPECT_EQ(dot(p, direction), dot(kept[0], direction));
    EXPECT_LE(dot(p, direction), 0);
  }
}

template <class V>
void expect_proof(const Step<V>& last, const Hull<V>& a, const Hull<V>& b) {
  if (last.end == End::enclosed) {
    EXPECT_TRUE(encloses_origin(last.after));
  }
  if (last.end != End::separated) return;
  for (const V& p : a.points)
    for (const V& q : b.points) EXPECT_LT(dot(V(p - q), last.direction), 0);
}

struct Seen {
  std::set<Region> regions;
  std::set<End> ends;
};

template <class V>
void watch(const Hull<V>& a, const Hull<V>& b, int iterations, Seen& seen) {
  std::vector<Step<V>> steps;
  const MinkowskiDifference<Hull<V>, Hull<V>> difference{a, b};
  const bool yes = contains_origin(difference, iterations, [&](const Step<V>& step) { steps.push_back(step); });
  EXPECT_EQ(yes, contains_origin(difference, iterations));
  ASSERT_FALSE(steps.empty());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step<V>& step = steps[i];
    EXPECT_EQ(step.number, static_cast<int>(i));
    EXPECT_EQ(step.end == End::goes_on, i + 1 < steps.size());
    EXPECT_TRUE(same_corners(step.before, i == 0 ? Corners<V>{} : steps[i - 1].after));
    expect_support_points(step, a, b);
    expect_simplex(step);
    if (i > 0) expect_direction(step.before, step.direction);
    seen.regions.insert(step.region);
  }
  const Step<V>& last = steps.back();
  EXPECT_EQ(yes, last.end != End::separated);
  if (last.end == End::gave_up) {
    EXPECT_EQ(last.number, 1 + iterations);
  }
  expect_proof(last, a, b);
  seen.ends.insert(last.end);
}

Space random_point(Rng& rng, Space*) {
  const int x = below(rng, 2001) - 1000, y = below(rng, 2001) - 1000;
  return {x, y, below(rng, 2001) - 1000};
}

Plane random_point(Rng& rng, Plane*) {
  const int x = below(rng, 2001) - 1000;
  return {x, below(rng, 2001) - 1000};
}

template <class V>
Hull<V> random_hull(Rng& rng) {
  Hull<V> hull;
  const V center = random_point(rng, static_cast<V*>(nullptr));
  for (int k = 1 + below(rng, 20); k > 0; --k)
    hull.points.push_back(center + random_point(rng, static_cast<V*>(nullptr)));
  return hull;
}

template <class V>
Seen watch_random_hulls(std::uint64_t seed) {
  Rng rng(seed);
  Seen seen;
  for (int i = 0; i < 1000 && !testing::Test::HasFailure(); ++i) {
    const Hull<V> a = random_hull<V>(rng), b = random_hull<V>(rng);
    watch(a, b, 1000, seen);
    watch(a, b, i % 3, seen);
  }
  return seen;
}

const std::set<End> all_ends = {End::separated, End::enclosed, End::gave_up};

TEST(ReferenceObserver, SeesWhyInSpace) {
  const Seen seen = watch_random_hulls<Space>(81);
  const std::set<Region> all_regions = {Region::none, Region::a,   Region::ab,  Region::ac,  Region::abc,
                                        Region::ad,   Region::adb, Region::acd, Region::abcd};
  EXPECT_EQ(seen.regions, all_regions);
  EXPECT_EQ(seen.ends, all_ends);
}

TEST(ReferenceObserver, SeesWhyInThePlane) {
  const Seen seen = watch_random_hulls<Plane>(82);
  EXPECT_EQ(seen.regions, (std::set<Region>{Region::none, Region::a, Region::ab, Region::ac, Region::abc}));
  EXPECT_EQ(seen.ends, all_ends);
}

TEST(ReferenceObserver, SeesPointsOnRoundShapes) {
  Rng rng(83);
  const auto number = [&] { return uniform(rng, -1, 1); };
  const auto length = [](const auto& v) { return std::sqrt(dot(v, v)); };
  for (int i = 0; i < 500; ++i) {
    const double x = number(), y = number(), z = number();
    const Sphere<double> sphere{{x, y, z}, 0.5};
    const Circle2<double> circle{{x, y}, 0.5}, other{{0, z}, 0.75};
    intersect(sphere, Point<double>{{0, 0, 0}}, [&](const Step<Vector<double>>& step) {
      EXPECT_NEAR(length(step.on_a - sphere.center), 0.5, 1e-14);
      EXPECT_EQ(length(step.on_b), 0);
    });
    intersect(circle, other, [&](const Step<Vector2<double>>& step) {
      EXPECT_NEAR(length(step.on_a - circle.center), 0.5, 1e-14);
      EXPECT_NEAR(length(step.on_b - other.center), 0.75, 1e-14);
    });
  }
}

// The steps of small searches, worked out by hand from the pictures of gjk.hpp and gjk2.hpp.

template <class V>
void expect_step(const Step<V>& step, const V& direction, const V& on_a, const V& on_b, Region region,
                 const Corners<V>& after, End end) {
  EXPECT_TRUE(same(step.direction, direction)) << step.number;
  EXPECT_TRUE(same(step.on_a, on_a)) << step.number;
  EXPECT_TRUE(same(step.on_b, on_b)) << step.number;
  EXPECT_TRUE(same(step.found, on_a - on_b)) << step.number;
  EXPECT_EQ(step.region, region) << step.number;
  EXPECT_TRUE(same_corners(step.after, after)) << step.number;
  EXPECT_EQ(step.end, end) << step.number;
}

template <class V>
std::vector<Step<V>> steps_of(const Hull<V>& a, const Hull<V>& b) {
  std::vector<Step<V>> steps;
  intersect(a, b, [&](const Step<V>& step) { steps.push_back(step); });
  return steps;
}

const Hull<Plane> triangle{{{40, -10}, {-20, -10}, {0, 30}}};

TEST(ReferenceObserver, SeesATriangleClose) {
  const std::vector<Step<Plane>> steps = steps_of(triangle, {{{0, 0}}});
  const Plane left{-20, -10}, right{40, -10}, top{0, 30}, o{0, 0};
  ASSERT_EQ(steps.size(), 3U);
  expect_step(steps[0], {1, 0}, right, o, Region::a, {right}, End::goes_on);
  expect_step(steps[1], {-40, 10}, left, o, Region::ab, {left, right}, End::goes_on);
  expect_step(steps[2], {0, 60}, top, o, Region::abc, {top, left, right}, End::enclosed);
}

/// A point to the left of the triangle: beyond its edge from the top down, which separates.
TEST(ReferenceObserver, SeesAnEdgeSeparate) {
  const Plane left{-20, -10}, right{40, -10}, top{0, 30}, q{-12, 10};
  const std::vector<Step<Plane>> steps = steps_of(triangle, {{q}});
  ASSERT_EQ(steps.size(), 4U);
  expect_step(steps[0], {1, 0}, right, q, Region::a, {right - q}, End::goes_on);
  expect_step(steps[1], {-52, 20}, left, q, Region::ab, {left - q, right - q}, End::goes_on);
  expect_step(steps[2], {0, 60}, top, q, Region::ab, {left - q, top - q}, End::goes_on);
  expect_step(steps[3], {-40, 20}, left, q, Region::none, {left - q, top - q}, End::separated);
}

const Hull<Space> tetrahedron{{{2, -1, -1}, {-2, -1, -1}, {0, 2, -1}, {0, 0, 3}}};

TEST(ReferenceObserver, SeesATetrahedronClose) {
  const std::vector<Step<Space>> steps = steps_of(tetrahedron, {{{0, 0, 0}}});
  const Space right{2, -1, -1}, left{-2, -1, -1}, back{0, 2, -1}, top{0, 0, 3}, o{0, 0, 0};
  ASSERT_EQ(steps.size(), 4U);
  expect_step(steps[0], {1, 0, 0}, right, o, Region::a, {right}, End::goes_on);
  expect_step(steps[1], {-2, 1, 1}, top, o, Region::ab, {top, right}, End::goes_on);
  expect_step(steps[2], {-24, 12, -15}, left, o, Region::abc, {left, top, right}, End::goes_on);
  expect_step(steps[3], {0, 16, -4}, back, o, Region::abcd, {back, left, top, right}, End::enclosed);
}

TEST(ReferenceObserver, SeesAPlaneSeparate) {
  const Space right{2, -1, -1}, back{0, 2, -1}, q{0, 3, 0};
  const std::vector<Step<Space>> steps = steps_of(tetrahedron, {{q}});
  ASSERT_EQ(steps.size(), 2U);
  expect_step(steps[0], {1, 0, 0}, right, q, Region::a, {right - q}, End::goes_on);
  expect_step(steps[1], {-2, 4, 1}, back, q, Region::none, {right - q}, End::separated);
}

/// A shape that counts its support queries.
struct Asked {
  using Scalar = float;
  int* times;

  Vector<float> support(const Vector<float>& direction) const noexcept {
    ++*times;
    return Sphere<float>{{0, 0, 0}, 1}.support(direction);
  }
};

TEST(ReferenceObserver, AsksNothingMoreThanTheSearch) {
  int alone = 0, watched = 0, steps = 0;
  const Sphere<float> other{{0.5F, 0.25F, 0.125F}, 1};
  intersect(Asked{&alone}, other);
  intersect(Asked{&watched}, other, [&](const auto&) { ++steps; });
  EXPECT_EQ(watched, alone);
  EXPECT_EQ(steps, alone);
}

/// A set that is not a difference is queried about the origin.
TEST(ReferenceObserver, SeesOneShapeAgainstTheOrigin) {
  int steps = 0;
  const auto watcher = [&](const Step<Vector<float>>& step) {
    EXPECT_EQ(step.on_a.x, step.found.x);
    EXPECT_EQ(step.on_b.x, 0);
    ++steps;
  };
  EXPECT_FALSE(contains_origin(Point<float>{{-1, 0, 0}}, max_iterations, watcher));
  EXPECT_EQ(steps, 1);
}

TEST(ReferenceObserver, MayThrowAndNobodyDoesNot) {
  const Sphere<float> a{{0, 0, 0}, 1}, b{{1, 0, 0}, 1};
  const Circle2<float> c{{0, 0}, 1};
  const auto refuse = [](const auto&) { throw std::runtime_error("seen enough"); };
  EXPECT_THROW(intersect(a, b, refuse), std::runtime_error);
  EXPECT_THROW(intersect(c, c, refuse), std::runtime_error);
  static_assert(noexcept(intersect(a, b))&& noexcept(intersect(c, c)) && !noexcept(intersect(a, b, refuse)));
}

}  // namespace
}  // namespace lockstep::reference
