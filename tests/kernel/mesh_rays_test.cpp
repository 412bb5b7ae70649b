// Many rays against a mesh: proven answers hold in exact numbers, edges and corners let nothing through, and a mesh
// gives the answers of its triangles one by one, for any tree, lanes and threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "cast_list.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "exact.hpp"
#include "mesh_scenes.hpp"
#include "oracle.hpp"
#include "threads.hpp"

namespace lockstep::test {
namespace {

using oracle::Rational;

constexpr double without_end = std::numeric_limits<double>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// The answers for each ray.
struct MeshHits {
  std::vector<std::uint32_t> triangles;
  std::vector<Met> met;
  std::vector<std::uint64_t> any, any_proven;
};

MeshHits hits_of(const std::vector<Ray>& rays, const TriangleMesh& mesh, RayOptions options = {}) {
  MeshHits found;
  found.triangles.resize(rays.size());
  std::vector<Interval> fractions(rays.size()), alone(rays.size());
  std::vector<Vec3d> points(rays.size()), normals(rays.size());
  first_hits(rays, mesh, {found.triangles, fractions, points, normals}, options);
  first_hits(rays, mesh, {{}, alone}, options);
  EXPECT_EQ(alone, fractions);
  found.met = collected(fractions, points, normals);
  found.any.resize(mask_words(rays.size())), found.any_proven.resize(mask_words(rays.size()));
  any_hits(rays, mesh, found.any, options);
  options.touching = Touching::separate;
  any_hits(rays, mesh, found.any_proven, options);
  return found;
}

void expect_same(const MeshHits& found, const MeshHits& expected) {
  EXPECT_EQ(found.triangles, expected.triangles);
  EXPECT_EQ(found.any, expected.any);
  EXPECT_EQ(found.any_proven, expected.any_proven);
  for (std::size_t i = 0; i < expected.met.size(); ++i)
    ASSERT_TRUE(same_bits(found.met[i], expected.met[i]))
        << i << ": " << text(found.met[i]) << "\nexpected " << text(expected.met[i]);
}

using ExactVector = reference::Vector<Rational>;

ExactVector exact(const Vec3& v) { return {Rational(v.x), Rational(v.y), Rational(v.z)}; }

/// The truth about a ray and a triangle.
struct Truth {
  std::optional<Rational> fraction;  // where they meet, if the ray crosses the plane of the triangle
  bool flat = false;                 // it runs along the plane, or there is no plane
};

Truth truth_of(const Ray& ray, const std::array<Vec3, 3>& corners) {
  const ExactVector o = exact(ray.origin), m = exact(ray.motion), a = exact(corners[0]), b = exact(corners[1]),
                    c = exact(corners[2]);
  const ExactVector n = reference::cross(b - a, c - a);
  const Rational speed = reference::dot(n, m), height = reference::dot(n, a - o);
  if (speed == 0) return {{}, height == 0};
  const Rational t = height / speed;
  if (t < 0 || t > 1) return {};
  const ExactVector p = o + m * t;
  for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
    if (reference::dot(n, reference::cross(to - from, p - from)) < 0) return {};
  return {t, false};
}

/// Whether they share a point up to a fraction.
bool meet_by(const Ray& ray, const std::array<Vec3, 3>& corners, double fraction) {
  return oracle::meet_between(Point{ray.origin}, oracle::HullShape{{corners.begin(), corners.end()}}, ray.motion, 0,
                              fraction);
}

/// The lists are the answers for each triangle alone, in the order of fractions.
void expect_lists(const std::vector<Ray>& rays, const TriangleMesh& mesh, RayOptions options) {
  using TriangleHit = std::tuple<double, double, std::uint32_t>;
  std::vector<std::vector<TriangleHit>> expected(rays.size());
  for (std::uint32_t t = 0; t < mesh.size(); ++t) {
    std::vector<std::uint32_t> groups(mesh.size()), triangles(rays.size());
    std::vector<Interval> fractions(rays.size());
    groups[t] = 1;
    RayOptions alone = options;
    alone.filter.groups = groups;
    first_hits(rays, mesh, {triangles, fractions}, alone);
    for (std::size_t i = 0; i < rays.size(); ++i)
      if (triangles[i] == t) expected[i].emplace_back(fractions[i].lower, fractions[i].upper, t);
  }
  for (const Touching touching : {Touching::overlap, Touching::separate}) {
    options.touching = touching;
    const HitLists lists = all_hits(rays, mesh, options);
    ASSERT_EQ(lists.size(), rays.size());
    for (std::size_t i = 0; i < rays.size(); ++i) {
      if (touching == Touching::separate)
        std::erase_if(expected[i], [](const TriangleHit& hit) { return !(std::get<1>(hit) <= 1); });
      std::sort(expected[i].begin(), expected[i].end());
      std::vector<TriangleHit> found;
      const auto [shapes, intervals] = lists[i];
      for (std::size_t k = 0; k < shapes.size(); ++k)
        found.emplace_back(intervals[k].lower, intervals[k].upper, shapes[k]);
      EXPECT_EQ(found, expected[i]) << "ray " << i;
    }
  }
}

/// A mesh and rays.
struct MeshAndRays {
  std::string name;
  MeshScene scene;
  std::vector<Ray> rays;

  [[nodiscard]] std::array<Vec3, 3> corners(std::size_t i) const {
    return {scene.vertices[scene.indices[3 * i]], scene.vertices[scene.indices[3 * i + 1]],
            scene.vertices[scene.indices[3 * i + 2]]};
  }
};

/// The truth is no sooner than the interval, no later, and on the reported triangle.
void judge_ray(const MeshAndRays& all, std::size_t i, const MeshHits& found) {
  const Interval& f = found.met[i].fractions;
  ASSERT_GE(f.lower, 0);
  ASSERT_LE(f.lower, f.upper);
  bool crossed = false, maybe_flat = false;
  for (std::size_t k = 0; k < all.scene.triangles(); ++k) {
    const Truth truth = truth_of(all.rays[i], all.corners(k));
    if (truth.fraction) {
      crossed = true;
      ASSERT_TRUE(f.lower == 0 || (f.lower <= 1 && Rational(f.lower) <= *truth.fraction)) << "too late, triangle " << k;
    } else if (truth.flat && f.lower > 0) {
      ASSERT_FALSE(meet_by(all.rays[i], all.corners(k), f.lower > 1 ? 1 : std::nextafter(f.lower, 0.0)));
    }
    maybe_flat |= truth.flat;
    if (k == found.triangles[i] && f.upper <= 1) {
      ASSERT_TRUE(truth.flat ? meet_by(all.rays[i], all.corners(k), f.upper)
                             : truth.fraction && *truth.fraction <= Rational(f.upper));
    }
  }
  if (crossed) {
    ASSERT_LE(f.upper, 1) << "hits are proven, on edges as well";
  }
  if (!crossed && !maybe_flat) {
    ASSERT_GT(f.lower, 1);
  }
  ASSERT_EQ(found.triangles[i] == no_shape, f.lower > 1);
  ASSERT_EQ(found.any_proven[i / 64] >> i % 64 & 1U, static_cast<unsigned>(f.upper <= 1));
  ASSERT_EQ(found.any[i / 64] >> i % 64 & 1U, static_cast<unsigned>(f.lower <= 1));
}

void judge_all(const MeshAndRays& all) {
  const MeshHits found = hits_of(all.rays, all.scene.mesh());
  for (std::size_t i = 0; i < all.rays.size(); ++i) {
    const auto& [o, m] = all.rays[i];
    SCOPED_TRACE(all.name + ", ray " + std::to_string(i) + " from " + std::to_string(o.x) + " " + std::to_string(o.y) +
                 " " + std::to_string(o.z) + " by " + std::to_string(m.x) + " " + std::to_string(m.y) + " " +
                 std::to_string(m.z) + ": " + text(found.met[i]));
    judge_ray(all, i, found);
    if (testing::Test::HasFatalFailure()) return;
  }
}

Vec3 sum(const Vec3& p, const Vec3& q, float factor) {
  return {p.x + factor * q.x, p.y + factor * q.y, p.z + factor * q.z};
}

/// Squares of two triangles with corners that are small whole numbers times a power of two, and rays that hit their
/// corners, edges and planes exactly, or miss them by one unit in the last place.
MeshAndRays lattice(int exponent, std::uint64_t seed) {
  Rng rng(seed);
  MeshAndRays all{"lattice 2^" + std::to_string(exponent), {"lattice", {}, {}, 1}, {}};
  const auto unit = std::ldexp(1.0F, exponent);
  const auto whole = [&](int low, int high) {
    return static_cast<float>(low + oracle::below(rng, high - low + 1)) * unit;
  };
  constexpr std::uint32_t side = 7;
  for (std::uint32_t i = 0; i < side * side; ++i)
    all.scene.vertices.push_back(
        {static_cast<float>(i % side) * unit, static_cast<float>(i / side) * unit, whole(0, 2)});
  for (std::uint32_t y = 0; y + 1 < side; ++y)
    for (std::uint32_t x = 0; x + 1 < side; ++x) {
      const std::uint32_t at = y * side + x;
      for (const std::uint32_t i : {at, at + 1, at + side, at + 1, at + side + 1, at + side})
        all.scene.indices.push_back(i);
    }
  const auto corner = [&] {
    return all.scene.vertices[all.scene.indices[static_cast<std::size_t>(
        oracle::below(rng, static_cast<int>(all.scene.indices.size())))]];
  };
  for (int i = 0; i < 100; ++i) {
    const auto triangle =
        all.corners(static_cast<std::size_t>(oracle::below(rng, static_cast<int>(all.scene.triangles()))));
    const Vec3 from{whole(-2, 8), whole(-2, 8), whole(-4, 8)};
    const Vec3 middle = sum(triangle[0], triangle[1], 1);  // twice
    Ray ray{from, sum(sum(corner(), from, -1), {}, 0)};
    switch (i % 10) {
      case 0: break;                                                          // ends at a corner
      case 1: ray.motion = sum(middle, from, -2); break;                      // through the middle of an edge
      case 2: ray.motion = {0, 0, whole(-12, 12)}; break;                     // down
      case 3: ray.motion = {whole(-9, 9), 0, 0}; break;                       // maybe along a plane
      case 4: ray = {triangle[0], sum(triangle[2], triangle[1], -1)}; break;  // starts at a corner
      case 5: ray = {triangle[0], sum(triangle[1], triangle[0], -1)}; break;  // along an edge
      case 6: ray.motion = {}; break;                                         // moves nowhere
      case 7: ray = {triangle[2], {}}; break;                                 // stands on a corner
      case 8: ray.motion = {std::nextafter(ray.motion.x, unit * 99), ray.motion.y, ray.motion.z}; break;
      default: ray.motion = {ray.motion.x, std::nextafter(2 * ray.motion.y, 0.0F), 2 * ray.motion.z};
    }
    all.rays.push_back(ray);
  }
  return all;
}

/// Any triangles, degenerate ones among them.
MeshAndRays soup_and_rays(double size, std::uint64_t seed, int triangles, int rays) {
  Rng rng(seed);
  MeshAndRays all{"soup " + std::to_string(std::log2(size)), soup(rng, triangles, size), {}};
  for (int i = 0; i < rays; ++i) {
    const double reach = size * (i % 7 == 0 ? 1e-4 : i % 7 == 1 ? 30 : 1.5);
    Ray ray{random_point(rng, size), random_point(rng, reach)};
    const Vec3& goal =
        all.scene.vertices[static_cast<std::size_t>(oracle::below(rng, static_cast<int>(all.scene.vertices.size())))];
    if (i % 3 == 0) ray.motion = sum(goal, ray.origin, -1);
    if (i % 11 == 0) ray.motion.x = 0, ray.motion.z = i % 2 == 0 ? 0 : ray.motion.z;
    if (i % 13 == 0) ray.motion.y = static_cast<float>(size * 1e-33);
    all.rays.push_back(ray);
  }
  return all;
}

class MeshRays : public EveryIsa {
 protected:
  [[nodiscard]] RayOptions options() const {
    RayOptions options{.isa = GetParam()};
    return options;
  }
};

/// The least ends of all, each asked alone.
TEST_P(MeshRays, AreThoseOfTrianglesOneByOne) {
  for (const double size : {1.0, 1e-20, 1e18}) {
    const MeshAndRays all = soup_and_rays(size, 430, 150, 200);
    const MeshHits found = hits_of(all.rays, all.scene.mesh(), options());
    std::vector<MeshHits> alone;
    for (std::uint32_t k = 0; k < all.scene.triangles(); ++k) {
      MeshScene one{"", {}, {}, size};
      one.add(all.corners(k));
      alone.push_back(hits_of(all.rays, one.mesh(), options()));
    }
    for (std::size_t i = 0; i < all.rays.size(); ++i) {
      Interval least{without_end, without_end};
      std::uint32_t first = no_shape;
      for (std::uint32_t k = 0; k < alone.size(); ++k) {
        const Interval& f = alone[k].met[i].fractions;
        least.lower = std::min(least.lower, f.lower);
        if (f.upper < least.upper) least.upper = f.upper, first = k;
      }
      EXPECT_EQ(found.met[i].fractions, least) << i;
      if (first != no_shape) {
        EXPECT_EQ(found.triangles[i], first) << i;
        EXPECT_TRUE(same_bits(found.met[i].point, alone[first].met[i].point)) << i;
        EXPECT_TRUE(same_bits(found.met[i].normal, alone[first].met[i].normal)) << i;
      }
    }
  }
}

TEST_P(MeshRays, AreTheSameBits) {
  RayOptions scalar;
  scalar.isa = Isa::scalar;
  std::vector<MeshAndRays> scenes;
  for (const double size : {1.0, 1e-20, 1e18}) scenes.push_back(soup_and_rays(size, 440, 700, 500));
  scenes.push_back(soup_and_rays(1e-40, 440, 60, 100));
  for (const int exponent : {0, -66, 55}) scenes.push_back(lattice(exponent, 441));
  for (const MeshAndRays& all : scenes) {
    SCOPED_TRACE(all.name);
    const TriangleMesh mesh = all.scene.mesh();
    expect_same(hits_of(all.rays, mesh, options()), hits_of(all.rays, mesh, scalar));
  }
}

TEST_P(MeshRays, AllAreThoseOfTrianglesOneByOne) {
  for (const double size : {1.0, 1e-20, 1e18}) {
    const MeshAndRays all = soup_and_rays(size, 432, 150, 130);
    SCOPED_TRACE(all.name);
    expect_lists(all.rays, all.scene.mesh(), options());
  }
  const MeshAndRays crossings = lattice(0, 433);
  expect_lists(crossings.rays, crossings.scene.mesh(), options());
}

INSTANTIATE_TEST_SUITE_P(, MeshRays, isas(), isa_name);

/// Rays that start next to triangles, and so far from their corners that a height is pure rounding in floats.
MeshAndRays rays_beside_planes(std::uint64_t seed) {
  Rng rng(seed);
  MeshAndRays all{"beside planes", {"", {}, {}, 1}, {}};
  for (int i = 0; i < 30; ++i) {
    all.scene.add({random_point(rng, 1), random_point(rng, 1), random_point(rng, 1)});
    const auto [a, b, c] = all.corners(static_cast<std::size_t>(i));
    for (int k = 0; k < 5; ++k) {
      const Vec3 on = sum(sum(a, sum(b, a, -1), 0.4F), sum(c, a, -1), 0.25F), beside = random_point(rng, 1e-5);
      const Vec3 start = sum(on, beside, 1);
      all.rays.push_back({start, sum(random_point(rng, 1e-5), beside, -30)});
    }
  }
  return all;
}

// Lanes of any width give the same answers, so only one is judged.

TEST(MeshRaysTruth, MeetEdgesAndCorners) {
  for (const int exponent : {0, -10, 20, 55, -66, -120, -145})
    judge_all(lattice(exponent, static_cast<std::uint64_t>(300 + exponent)));
}

TEST(MeshRaysTruth, AreProven) {
  std::uint64_t seed = 400;
  for (const double size : {1.0, 1e-20, 1e18, 1e-6, 1e9, 1e-40}) judge_all(soup_and_rays(size, ++seed, 40, 100));
}

TEST(MeshRaysTruth, BesidePlanes) { judge_all(rays_beside_planes(420)); }

/// Fractions between two floats, of the longest motions.
TEST(MeshRaysTruth, TinyFractions) {
  for (const float motion : {3e38F, 1e30F, 1e20F})
    for (const double fraction : {0.6, 0.75, 1.5, 2.6, 10.7, 1000.6}) {
      const auto at = static_cast<float>(fraction * 0x1p-149 * double{motion});
      MeshAndRays all{"at " + std::to_string(fraction), {"", {}, {}, 1}, {{{}, {0, 0, motion}}}};
      all.scene.add({Vec3{-1, -1, at}, Vec3{1, -1, at}, Vec3{0, 1, at}});
      judge_all(all);
    }
}

/// Intervals are narrow, points are on the mesh, and normals face the ray.
TEST(MeshRaysPlaces, AreNear) {
  Rng rng(450);
  const MeshScene scene = terrain(rng, 40, 0.2);
  const TriangleMesh mesh = scene.mesh();
  std::vector<Ray> rays;
  for (int i = 0; i < 400; ++i) {
    const Vec3 goal = random_point(rng, 0.9), from = random_point(rng, 0.9);
    rays.push_back({{from.x, from.y, 1}, {goal.x - from.x, goal.y - from.y, -1.5F}});
  }
  const MeshHits found = hits_of(rays, mesh);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const auto& [o, m] = rays[i];
    const auto& [f, point, normal] = found.met[i];
    ASSERT_EQ(result_of(f), CastResult::hits);
    EXPECT_LE(f.upper - f.lower, 1e-12);
    EXPECT_LE(length(Vec3d{o.x + f.lower * m.x, o.y + f.lower * m.y, o.z + f.lower * m.z} - point), 1e-11);
    EXPECT_NEAR(length(normal), 1, 1e-12);
    EXPECT_LT(normal.x * m.x + normal.y * m.y + normal.z * m.z, 0);
    const auto corners = mesh.corners(found.triangles[i]);
    for (const Vec3& v : corners)
      EXPECT_NEAR((v.x - point.x) * normal.x + (v.y - point.y) * normal.y + (v.z - point.z) * normal.z, 0, 1e-12);
  }
}

TEST(MeshRaysOptions, Filters) {
  const MeshAndRays all = soup_and_rays(1, 460, 200, 150);
  std::vector<std::uint32_t> masks, groups;
  for (std::size_t i = 0; i < all.rays.size(); ++i) masks.push_back(static_cast<std::uint32_t>(i % 4));
  for (std::uint32_t k = 0; k < all.scene.triangles(); ++k) groups.push_back(1U << k % 2);
  RayOptions options{.filter = {masks, groups}};
  const MeshHits found = hits_of(all.rays, all.scene.mesh(), options);
  for (const std::uint32_t mask : {1U, 2U}) {
    MeshScene seen{"", {}, {}, 1};
    std::vector<std::uint32_t> indices;
    for (std::uint32_t k = mask - 1; k < all.scene.triangles(); k += 2) seen.add(all.corners(k)), indices.push_back(k);
    const MeshHits expected = hits_of(all.rays, seen.mesh());
    for (std::size_t i = mask; i < all.rays.size(); i += 4) {
      EXPECT_TRUE(same_bits(found.met[i], expected.met[i])) << i;
      EXPECT_EQ(found.triangles[i], expected.triangles[i] == no_shape ? no_shape : indices[expected.triangles[i]]);
    }
  }
  for (std::size_t i = 0; i < all.rays.size(); i += 4) EXPECT_EQ(found.triangles[i], no_shape);
  options.filter = {masks, {}};
  const MeshHits masked = hits_of(all.rays, all.scene.mesh(), options), every = hits_of(all.rays, all.scene.mesh());
  for (std::size_t i = 0; i < all.rays.size(); ++i)
    EXPECT_EQ(masked.triangles[i], i % 4 == 0 ? no_shape : every.triangles[i]);
}

TEST(MeshRaysOptions, ManyThreadsAndAnyOrder) {
  const MeshAndRays all = soup_and_rays(1, 470, 900, 700);
  const TriangleMesh mesh = all.scene.mesh();
  const MeshHits expected = hits_of(all.rays, mesh);
  on_threads([&] { expect_same(hits_of(all.rays, mesh), expected); });
  std::vector<Ray> reversed(all.rays.rbegin(), all.rays.rend());
  const MeshHits found = hits_of(reversed, mesh);
  for (std::size_t i = 0; i < reversed.size(); ++i) {
    EXPECT_EQ(found.triangles[i], expected.triangles[reversed.size() - 1 - i]);
    EXPECT_TRUE(same_bits(found.met[i], expected.met[reversed.size() - 1 - i]));
  }
}

/// More at one place than the kernels list at a time.
TEST(MeshRaysOptions, ManyTrianglesAtOnePlace) {
  MeshScene scene{"", {}, {}, 1};
  for (int i = 0; i < 300; ++i) scene.add({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
  const MeshHits found = hits_of({{{0.25F, 0.25F, 1}, {0, 0, -2}}, {{0.5F, 0.5F, 1}, {0, 0, -2}}}, scene.mesh());
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(found.triangles[i], 0U);
    EXPECT_LE(found.met[i].fractions.lower, 0.5);
    EXPECT_GE(found.met[i].fractions.upper, 0.5);
    EXPECT_LE(found.met[i].fractions.upper, 0.5 + 1e-14);
  }
}

/// More than there is room for at once, in the order along the ray.
TEST(MeshRaysOptions, AllOfMany) {
  MeshScene stack{"", {}, {}, 1};
  for (int k = 0; k < 1000; ++k) {
    const auto z = static_cast<float>(k * 7 % 1000);
    stack.add({Vec3{0, 0, z}, {1, 0, z}, {0, 1, z}});
  }
  const std::vector<Ray> rays = {
      {{0.25F, 0.25F, -1}, {0, 0, 2000}}, {{2, 2, -1}, {0, 0, 2000}}, {{0.25F, 0.25F, 10.5F}, {0, 0, 5}}};
  const HitLists lists = all_hits(rays, stack.mesh());
  ASSERT_EQ(lists[0].shapes.size(), 1000U);
  for (std::size_t k = 0; k < 1000; ++k) EXPECT_EQ(lists[0].shapes[k] * 7 % 1000, k);
  EXPECT_TRUE(lists[1].shapes.empty());
  ASSERT_EQ(lists[2].shapes.size(), 5U);
  EXPECT_EQ(lists[2].shapes[0] * 7 % 1000, 11U);
  std::vector<std::uint32_t> groups(1000), masks = {1, 1, 2};
  groups[13] = 1;
  const RayOptions options{.filter = {masks, groups}};
  EXPECT_EQ(all_hits(rays, stack.mesh(), options).shapes, (std::vector<std::uint32_t>{13}));
  EXPECT_EQ(all_hits({}, stack.mesh()).size(), 0U);
  EXPECT_TRUE(all_hits(rays, TriangleMesh()).shapes.empty());
}

/// All rays of a tile at once.
TEST(MeshRaysOptions, AllOfManyForMany) {
  MeshScene stack{"", {}, {}, 1};
  for (int k = 0; k < 200; ++k) {
    const auto z = static_cast<float>(k * 7 % 200);
    stack.add({Vec3{0, 0, z}, {1, 0, z}, {0, 1, z}});
  }
  std::vector<Ray> rays;
  for (int i = 0; i < 70; ++i) rays.push_back({{0.25F, 0.25F, static_cast<float>(i) - 0.5F}, {0, 0, 300}});
  const HitLists lists = all_hits(rays, stack.mesh());
  const MeshHits first = hits_of(rays, stack.mesh());
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const auto shapes = lists[i].shapes;
    ASSERT_EQ(shapes.size(), 200 - i);
    for (std::size_t k = 0; k < shapes.size(); ++k) EXPECT_EQ(shapes[k] * 7 % 200, i + k);
    EXPECT_EQ(first.triangles[i], shapes[0]);
  }
}

TEST(MeshRaysOptions, BadNumbers) {
  MeshScene scene{"", {}, {}, 1};
  scene.add({{{5, -1, -1}, {5, 3, -1}, {5, -1, 3}}});
  const RayOptions options{.check = Check::none};
  const std::vector<Ray> rays = {{{0, 0, 0}, {8, 0, 0}},
                                 {{0, not_a_number, 0}, {8, 0, 0}},
                                 {{0, 0, 0}, {8, 0, static_cast<float>(without_end)}},
                                 {{0, 9, 0}, {8, 0, 0}}};
  const MeshHits found = hits_of(rays, scene.mesh(), options);
  EXPECT_EQ(found.triangles, (std::vector<std::uint32_t>{0, 0, 0, no_shape}));
  EXPECT_EQ(result_of(found.met[0].fractions), CastResult::hits);
  for (const std::size_t i : {1U, 2U}) EXPECT_EQ(found.met[i].fractions, (Interval{0, without_end}));
  EXPECT_EQ(found.any[0], 7U);
  EXPECT_EQ(found.any_proven[0], 1U);
  scene.add({{{5, -1, -1}, {5, not_a_number, -1}, {5, -1, 3}}});
  const MeshHits beside = hits_of(rays, TriangleMesh(scene.vertices, scene.indices, Check::none), options);
  EXPECT_EQ(beside.triangles, (std::vector<std::uint32_t>{0, 0, 0, 1}));
  EXPECT_EQ(beside.met[0].fractions, (Interval{0, found.met[0].fractions.upper}));
  expect_lists(rays, TriangleMesh(scene.vertices, scene.indices, Check::none), options);
}

TEST(MeshRaysOptions, Refusals) {
  const TriangleMesh mesh = MeshScene(lattice(0, 480).scene).mesh();
  std::vector<Ray> rays = {{{0, 0, 0}, {8, 0, 0}}, {{0, 0, 0}, {0, 8, 0}}};
  std::vector<std::uint32_t> triangles(2, 7), three(3);
  std::vector<std::uint64_t> two_words(2);
  const auto error = [&](const RayHits& out, const RayOptions& options = {}) {
    return error_of([&] { first_hits(rays, mesh, out, options); });
  };
  EXPECT_EQ(error({three}), "out.shapes: has 3 elements, needs 2, one for each ray");
  EXPECT_EQ(error_of([&] { any_hits(rays, mesh, two_words); }),
            "hits: has 2 elements, needs 1, mask_words(rays.size())");
  const RayOptions options{.filter = {{}, three}};
  EXPECT_EQ(error({triangles}, options), "options.filter.groups: has 3 elements, needs 72, one for each triangle");
  EXPECT_EQ(error_of([&] { (void)all_hits(rays, mesh, options); }), error({triangles}, options));
  rays[1].motion.x = not_a_number;
  EXPECT_EQ(error({triangles}), "rays[1].motion.x = nan: must be a finite number");
  EXPECT_EQ(error_of([&] { (void)all_hits(rays, mesh); }), error({triangles}));
  EXPECT_EQ(triangles, (std::vector<std::uint32_t>{7, 7}));
  EXPECT_EQ(hits_of({{{0, 0, 0}, {8, 0, 0}}}, TriangleMesh()).triangles[0], no_shape);
}

}  // namespace
}  // namespace lockstep::test
