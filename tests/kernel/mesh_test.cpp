// A whole mesh gives the answers of its triangles one by one, on every instruction set, in any list and on any number
// of threads; invalid meshes are refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "cast_list.hpp"
#include "contact_list.hpp"
#include "every_isa.hpp"
#include "failing_allocations.hpp"
#include "mesh_scenes.hpp"
#include "threads.hpp"

namespace lockstep::test {
namespace {

using test::same_bits;
using test::text;

constexpr double never_met = std::numeric_limits<double>::infinity();

/// The answers for a shape and a mesh.
struct MeshMeasured {
  Measured measured;
  std::uint32_t triangle;
};
struct MeshMet {
  Met met;
  std::uint32_t triangle;
};

std::vector<MeshMeasured> measure_mesh(const ShapeSet& shapes, const TriangleMesh& mesh,
                                       const std::vector<std::uint32_t>& list, const DistanceOptions& options = {}) {
  std::vector<Interval> distances(list.size());
  std::vector<std::uint32_t> triangles(list.size());
  std::vector<WitnessPoints> points(list.size());
  std::vector<Vec3d> normals(list.size());
  distance(shapes, mesh, list, {distances, triangles, points, normals}, options);
  std::vector<MeshMeasured> all(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) all[i] = {{distances[i], points[i], normals[i]}, triangles[i]};
  return all;
}

struct MeshCastSpans {
  std::vector<Interval> fractions;
  std::vector<std::uint32_t> triangles;
  std::vector<Vec3d> points, normals;
  explicit MeshCastSpans(std::size_t n) : fractions(n), triangles(n), points(n), normals(n) {}
  MeshCastOutput out() { return {fractions, triangles, points, normals}; }
  [[nodiscard]] std::vector<MeshMet> all() const {
    std::vector<MeshMet> met(fractions.size());
    for (std::size_t i = 0; i < met.size(); ++i) met[i] = {{fractions[i], points[i], normals[i]}, triangles[i]};
    return met;
  }
};

std::vector<MeshMet> meet_mesh(const ShapeSet& shapes, const TriangleMesh& mesh, const std::vector<std::uint32_t>& list,
                               const std::vector<Vec3>& motions, const CastOptions& options = {}) {
  MeshCastSpans spans(list.size());
  cast(shapes, mesh, list, motions, spans.out(), options);
  return spans.all();
}

std::vector<MeshMet> hit_mesh(const std::vector<Ray>& rays, const TriangleMesh& mesh, const CastOptions& options = {}) {
  MeshCastSpans spans(rays.size());
  cast_rays(rays, mesh, spans.out(), options);
  return spans.all();
}

bool same_bits(const MeshMeasured& a, const MeshMeasured& b) {
  return a.triangle == b.triangle && same_bits(a.measured, b.measured);
}
bool same_bits(const MeshMet& a, const MeshMet& b) { return a.triangle == b.triangle && same_bits(a.met, b.met); }
std::string text(const MeshMeasured& m) { return "triangle " + std::to_string(m.triangle) + ", " + text(m.measured); }
std::string text(const MeshMet& m) { return "triangle " + std::to_string(m.triangle) + ", " + text(m.met); }

template <class Answer>
void expect_same(const std::vector<Answer>& got, const std::vector<Answer>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_TRUE(same_bits(got[i], expected[i])) << i << ":\n" << text(got[i]) << "\nexpected\n" << text(expected[i]);
}

std::vector<Pair> with_all_triangles(std::uint32_t object, const ShapeSet& hulls) {
  std::vector<Pair> pairs(hulls.size());
  for (std::uint32_t t = 0; t < pairs.size(); ++t) pairs[t] = {object, t};
  return pairs;
}

/// Depths of quadrics are wide intervals, so that bounding boxes may know more.
bool is_wide(const ShapeSet& shapes, std::uint32_t index) {
  const ShapeKind kind = shapes.kind(index);
  return kind == ShapeKind::ellipsoid || kind == ShapeKind::cylinder || kind == ShapeKind::cone;
}

/// By testing all triangles as hulls of a set.
MeshMeasured measured_one_by_one(const ShapeSet& shapes, const ShapeSet& hulls, std::uint32_t index) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr Vec3d nowhere{nan, nan, nan};
  MeshMeasured all{{{never_met, never_met}, {nowhere, nowhere}, nowhere}, no_triangle};
  const std::vector<Measured> each = measure(shapes, hulls, with_all_triangles(index, hulls), {.isa = Isa::scalar});
  double lower = never_met;
  for (std::uint32_t t = 0; t < each.size(); ++t) {
    lower = std::min(lower, each[t].distance.lower);
    if (t == 0 || each[t].distance.upper < all.measured.distance.upper) all = {each[t], t};
  }
  all.measured.distance.lower = lower;
  return all;
}

TEST(MeshDistances, OfAllTrianglesOneByOne) {
  for (const MeshScene& scene : mesh_scenes(91, 6)) {
    SCOPED_TRACE(scene.name);
    const ShapeSet hulls = scene.hulls();
    for (const ShapeSet& shapes : plain_and_placed(scene, 92, 10)) {
      const std::vector<MeshMeasured> all = measure_mesh(shapes, scene.mesh(), all_of(shapes));
      for (std::uint32_t i = 0; i < all.size(); ++i) {
        MeshMeasured expected = measured_one_by_one(shapes, hulls, i);
        double& lower = expected.measured.distance.lower;
        EXPECT_GE(all[i].measured.distance.lower, lower) << i;
        EXPECT_LE(all[i].measured.distance.lower, all[i].measured.distance.upper) << i;
        if (is_wide(shapes, i)) lower = all[i].measured.distance.lower;
        ASSERT_TRUE(same_bits(all[i], expected)) << i << ":\n" << text(all[i]) << "\nexpected\n" << text(expected);
      }
    }
  }
}

MeshMet met_one_by_one(const std::vector<Met>& each) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  MeshMet all{{{never_met, never_met}, {nan, nan, nan}, {nan, nan, nan}}, no_triangle};
  double lower = never_met;
  for (std::uint32_t t = 0; t < each.size(); ++t) {
    const Interval& f = each[t].fractions;
    const Interval& best = all.met.fractions;
    lower = std::min(lower, f.lower);
    if (f.lower == never_met) continue;
    if (f.upper < best.upper || (f.upper == best.upper && f.lower < best.lower)) all = {each[t], t};
  }
  all.met.fractions.lower = lower;
  return all;
}

TEST(MeshCasts, OfAllTrianglesOneByOne) {
  for (const MeshScene& scene : mesh_scenes(93, 6)) {
    SCOPED_TRACE(scene.name);
    const ShapeSet hulls = scene.hulls();
    for (const ShapeSet& shapes : plain_and_placed(scene, 94, 10)) {
      const std::vector<Vec3> motions = motions_in(scene, 95, shapes.size());
      const std::vector<MeshMet> all = meet_mesh(shapes, scene.mesh(), all_of(shapes), motions);
      for (std::uint32_t i = 0; i < all.size(); ++i) {
        const MeshMet expected =
            met_one_by_one(meet(shapes, hulls, with_all_triangles(i, hulls),
                                std::vector<Vec3>(hulls.size(), motions[i]), {.isa = Isa::scalar}));
        ASSERT_TRUE(same_bits(all[i], expected)) << i << ":\n" << text(all[i]) << "\nexpected\n" << text(expected);
      }
    }
  }
}

TEST(RaysAtMeshes, OfAllTrianglesOneByOne) {
  for (const MeshScene& scene : mesh_scenes(96, 6)) {
    SCOPED_TRACE(scene.name);
    const ShapeSet hulls = scene.hulls();
    const std::vector<Ray> rays = rays_in(scene, 97, 200);
    const std::vector<MeshMet> all = hit_mesh(rays, scene.mesh());
    std::size_t hits = 0;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      std::vector<Interval> fractions(hulls.size());
      std::vector<Vec3d> points(hulls.size()), normals(hulls.size());
      cast_rays(rays, hulls, with_all_triangles(i, hulls), {fractions, points, normals}, {.isa = Isa::scalar});
      const MeshMet expected = met_one_by_one(collected(fractions, points, normals));
      ASSERT_TRUE(same_bits(all[i], expected)) << i << ":\n" << text(all[i]) << "\nexpected\n" << text(expected);
      hits += all[i].met.fractions.upper <= 1;
    }
    EXPECT_TRUE(scene.name != "hills" || hits >= 20) << hits;
  }
}

TEST(MeshContacts, OfAllTrianglesOneByOne) {
  for (const MeshScene& scene : mesh_scenes(98, 6)) {
    SCOPED_TRACE(scene.name);
    const ShapeSet hulls = scene.hulls();
    for (const ShapeSet& shapes : plain_and_placed(scene, 99, 10)) {
      const ContactOptions options{.margin = static_cast<float>(0.02 * scene.size)};
      std::vector<Pair> expected_pairs;
      std::vector<Manifold> expected;
      for (std::uint32_t i = 0; i < shapes.size(); ++i) {
        const std::vector<Pair> pairs = with_all_triangles(i, hulls);
        const std::vector<Manifold> each = touch(shapes, hulls, pairs, options);
        for (std::size_t t = 0; t < each.size(); ++t)
          if (each[t].count != 0) expected_pairs.push_back(pairs[t]), expected.push_back(each[t]);
      }
      for (const std::size_t room : {expected.size() + 3, expected.size(), expected.size() / 2, std::size_t{0}}) {
        std::vector<Pair> pairs(room);
        std::vector<Manifold> found(room);
        const auto result = contacts(shapes, scene.mesh(), all_of(shapes), {pairs, found}, options);
        ASSERT_EQ(result.pairs, expected.size());
        EXPECT_EQ(result.complete, room >= expected.size());
        for (std::size_t i = 0; i < std::min(room, expected.size()); ++i) {
          ASSERT_EQ(pairs[i], expected_pairs[i]) << i;
          ASSERT_TRUE(same_bits(found[i], expected[i])) << i << ":\n" << text(found[i]) << text(expected[i]);
        }
        for (std::size_t i = expected.size(); i < room; ++i) EXPECT_EQ(pairs[i], Pair()) << "behind the last";
      }
    }
  }
}

class MeshOnEveryIsa : public EveryIsa {};

TEST_P(MeshOnEveryIsa, TheSameBits) {
  for (const MeshScene& scene : mesh_scenes(101, 12)) {
    SCOPED_TRACE(scene.name);
    const TriangleMesh mesh = scene.mesh();
    for (const ShapeSet& shapes : plain_and_placed(scene, 102, 12)) {
      const auto list = all_of(shapes);
      const std::vector<Vec3> motions = motions_in(scene, 103, list.size());
      const std::vector<Ray> rays = rays_in(scene, 104, 100);
      const auto with = [](Isa isa) { return CastOptions{.isa = isa}; };
      const auto most = static_cast<float>(0.05 * scene.size);
      for (const double tolerance : {0.0, 0.05 * scene.size})
        expect_same(measure_mesh(shapes, mesh, list, {.tolerance = tolerance, .isa = GetParam()}),
                    measure_mesh(shapes, mesh, list, {.tolerance = tolerance, .isa = Isa::scalar}));
      expect_same(measure_mesh(shapes, mesh, list, {.no_farther_than = most, .isa = GetParam()}),
                  measure_mesh(shapes, mesh, list, {.no_farther_than = most, .isa = Isa::scalar}));
      expect_same(meet_mesh(shapes, mesh, list, motions, with(GetParam())),
                  meet_mesh(shapes, mesh, list, motions, with(Isa::scalar)));
      expect_same(hit_mesh(rays, mesh, with(GetParam())), hit_mesh(rays, mesh, with(Isa::scalar)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, MeshOnEveryIsa, isas(), isa_name);

/// Alone, and with the others in another order; with tolerances wide enough that bounding boxes know more.
TEST(MeshLists, OrderAndCompany) {
  Rng rng(110);
  const MeshScene scene = terrain(rng, 20, 0.2);
  const TriangleMesh mesh = scene.mesh();
  const ShapeSet shapes = shapes_beside(scene, 111, 8);
  const std::vector<std::uint32_t> list = all_of(shapes), backward(list.rbegin(), list.rend());
  for (const double tolerance : {0.0, 0.2}) {
    const auto expected = measure_mesh(shapes, mesh, list, {.tolerance = tolerance});
    auto turned = measure_mesh(shapes, mesh, backward, {.tolerance = tolerance});
    std::reverse(turned.begin(), turned.end());
    expect_same(turned, expected);
    for (std::uint32_t i = 0; i < list.size(); i += 3)
      expect_same(measure_mesh(shapes, mesh, {i}, {.tolerance = tolerance}), {expected[i]});
  }
  const std::vector<Ray> rays = rays_in(scene, 112, 99);
  const auto expected = hit_mesh(rays, mesh, {.tolerance = 0.1});
  for (std::size_t i = 0; i < rays.size(); i += 5)
    expect_same(hit_mesh({rays[i]}, mesh, {.tolerance = 0.1}), {expected[i]});
}

TEST(MeshThreads, OneTwoFour) {
  Rng rng(113);
  const MeshScene scene = terrain(rng, 30, 0.2);
  const TriangleMesh mesh = scene.mesh();
  const ShapeSet shapes = shapes_beside(scene, 114, 20);
  const auto list = all_of(shapes);
  const std::vector<Vec3> motions = motions_in(scene, 115, list.size());
  const auto measured = measure_mesh(shapes, mesh, list);
  const auto met = meet_mesh(shapes, mesh, list, motions);
  on_threads([&] {
    expect_same(measure_mesh(shapes, mesh, list), measured);
    expect_same(meet_mesh(shapes, mesh, list, motions), met);
  });
}

/// From that distance to infinity, or the answer without a limit.
TEST(MeshDistances, NoFartherThan) {
  Rng rng(116);
  const MeshScene scene = terrain(rng, 20, 0.2);
  const TriangleMesh mesh = scene.mesh();
  const ShapeSet shapes = shapes_beside(scene, 117, 20);
  const auto all = measure_mesh(shapes, mesh, all_of(shapes));
  const auto near = measure_mesh(shapes, mesh, all_of(shapes), {.no_farther_than = 0.125F});
  int far = 0;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].measured.distance.lower > 0.126) {
      EXPECT_EQ(near[i].measured.distance, (Interval{0.125, never_met}));
      EXPECT_EQ(near[i].triangle, no_triangle);
      EXPECT_TRUE(std::isnan(near[i].measured.normal.x));
      ++far;
    } else if (all[i].measured.distance.upper < 0.124) {
      EXPECT_TRUE(same_bits(near[i], all[i])) << text(near[i]) << "\n" << text(all[i]);
    }
  }
  EXPECT_GT(far, 20);
}

/// With a wide tolerance, bounding boxes prove more than the search for one distance does: their bound is no less than
/// the answer, so a triangle that its box prunes could not have changed it.
TEST(MeshDistances, AreNoLessThanBoxesSay) {
  Rng rng(126);
  const std::vector<Vec3> corners = {{-100, -100, 0}, {100, -100, 0}, {0, 200, 0}};
  const TriangleMesh mesh(corners, std::vector<std::uint32_t>{0, 1, 2});
  double most = 0;
  for (int i = 0; i < 300; ++i) {
    Vec3 at = random_point(rng, 20);
    at.z = 8;
    ShapeSet shapes;
    add_shapes(shapes, rng, at, 4);
    std::vector<Pair> pairs;
    for (std::uint32_t k = 0; k < shapes.size(); ++k) pairs.push_back({k, 0});
    std::vector<Interval> alone(pairs.size()), whole(pairs.size());
    distance(shapes, mesh, pairs, DistanceOutput{alone}, {.tolerance = 2});
    distance(shapes, mesh, all_of(shapes), MeshDistanceOutput{whole}, {.tolerance = 2});
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      EXPECT_GE(whole[k].lower, alone[k].lower);
      EXPECT_EQ(whole[k].upper, alone[k].upper);
      most = std::max(most, whole[k].lower - alone[k].lower);
    }
  }
  EXPECT_GT(most, 0.5);
}

TEST(Meshes, OfATriangle) {
  const Vec3 corners[] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  const std::uint32_t indices[] = {0, 1, 2};
  const TriangleMesh mesh(corners, indices);
  EXPECT_EQ(mesh.size(), 1U);
  EXPECT_EQ(mesh.corners(0)[1], corners[1]);
  ShapeSet shapes;
  const std::uint32_t ball = shapes.add(Sphere{{1, 1, 3}, 1});
  const MeshMeasured apart = measure_mesh(shapes, mesh, {ball})[0];
  EXPECT_NEAR(apart.measured.distance.lower, 2, 1e-9);
  EXPECT_NEAR(apart.measured.distance.upper, 2, 1e-9);
  EXPECT_EQ(apart.triangle, 0U);
  EXPECT_NEAR(apart.measured.normal.z, 1, 1e-9);
  const MeshMet met = meet_mesh(shapes, mesh, {ball}, {{0, 0, -4}})[0];
  EXPECT_NEAR(met.met.fractions.upper, 0.5, 1e-9);
  EXPECT_EQ(hit_mesh({{{1, 1, 1}, {0, 0, -2}}}, mesh)[0].triangle, 0U);
  EXPECT_EQ(hit_mesh({{{3, 3, 1}, {0, 0, -2}}}, mesh)[0].triangle, no_triangle);
}

TEST(Meshes, OfNothing) {
  const TriangleMesh mesh;
  EXPECT_EQ(mesh.size(), 0U);
  ShapeSet shapes;
  shapes.add(Sphere{{0, 0, 0}, 1});
  const MeshMeasured far = measure_mesh(shapes, mesh, {0})[0];
  EXPECT_EQ(far.measured.distance, (Interval{never_met, never_met}));
  EXPECT_EQ(far.triangle, no_triangle);
  EXPECT_EQ(meet_mesh(shapes, mesh, {0}, {{1, 0, 0}})[0].met.fractions, (Interval{never_met, never_met}));
  const auto result = contacts(shapes, mesh, all_of(shapes), MeshContactOutput{});
  EXPECT_EQ(result.pairs, 0U);
  EXPECT_TRUE(result.complete);
}

TEST(Meshes, AreCopiedAndMoved) {
  Rng rng(118);
  const MeshScene scene = terrain(rng, 9, 0.2);
  const std::vector<Ray> rays = rays_in(scene, 119, 20);
  TriangleMesh mesh = scene.mesh();
  const auto expected = hit_mesh(rays, mesh);
  TriangleMesh copy = mesh;
  const TriangleMesh moved = std::move(mesh);
  expect_same(hit_mesh(rays, copy), expected);
  expect_same(hit_mesh(rays, moved), expected);
  copy = TriangleMesh();
  EXPECT_EQ(copy.size(), 0U);
  copy = moved;
  expect_same(hit_mesh(rays, copy), expected);
}

/// 100,000 triangles take less than 5 MB, without their vertices.
TEST(Meshes, AreSmall) {
  Rng rng(120);
  const MeshScene scene = terrain(rng, 224, 0.2);
  ASSERT_GE(scene.triangles(), 100'000U);
  const TriangleMesh mesh = scene.mesh();
  EXPECT_LE(mesh.memory_bytes(), 48 * scene.triangles() + 1000);
  EXPECT_LT(mesh.memory_bytes(), 5'000'000U);
}

/// A ray visits little of a large mesh: testing all triangles would take minutes.
TEST(Meshes, AreSearchedByBoxes) {
  Rng rng(121);
  const MeshScene scene = terrain(rng, 224, 0.2);
  const TriangleMesh mesh = scene.mesh();
  std::vector<Ray> rays(2000);
  for (Ray& ray : rays) {
    ray.origin = random_point(rng, 0.9);
    ray.origin.z = 1, ray.motion = {0, 0, -2};
  }
  for (const MeshMet& met : hit_mesh(rays, mesh)) {
    ASSERT_LE(met.met.fractions.upper, 1);
    ASSERT_LT(met.met.fractions.upper - met.met.fractions.lower, 1e-6);
  }
}

TEST(MeshAllocations, AreNone) {
  Rng rng(122);
  const MeshScene scene = terrain(rng, 9, 0.2);
  const TriangleMesh mesh = scene.mesh();
  const ShapeSet shapes = shapes_beside(scene, 123, 2);
  const auto list = all_of(shapes);
  const std::vector<Vec3> motions = motions_in(scene, 124, list.size());
  const std::vector<Ray> rays = rays_in(scene, 125, 30);
  std::vector<Interval> intervals(30);
  const std::span<Interval> some = std::span(intervals).first(list.size());
  EXPECT_EQ(allocations_of([&] {
              distance(shapes, mesh, list, MeshDistanceOutput{some});
              cast(shapes, mesh, list, motions, MeshCastOutput{some});
              cast_rays(rays, mesh, MeshCastOutput{intervals});
            }),
            0U);
}

template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "taken";
}

TEST(MeshErrors, OfWhatIsNoMesh) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<Vec3> good(3), bad = {{0, 0, 0}, {0, nan, 0}, {0, 0, 2e18F}};
  const std::vector<std::uint32_t> indices = {0, 1, 2}, short_of_one = {0, 1}, beyond = {0, 1, 3};
  const auto of = [](const std::vector<Vec3>& vertices, const std::vector<std::uint32_t>& list, Check check) {
    return refusal([&] { TriangleMesh(vertices, list, check); });
  };
  EXPECT_EQ(of(good, indices, Check::inputs), "taken");
  EXPECT_EQ(of(bad, indices, Check::inputs), "vertices[1].y = nan: must be a finite number of at most 1e18");
  EXPECT_EQ(of(bad, indices, Check::none), "taken");
  for (const Check check : {Check::inputs, Check::none}) {
    EXPECT_EQ(of(good, short_of_one, check), "indices: has 2 elements, which is no multiple of 3");
    EXPECT_EQ(of(good, beyond, check), "indices[2] = 3: out of range, there are 3 vertices");
  }
  EXPECT_EQ(refusal([&] { (void)TriangleMesh(good, indices).corners(1); }),
            "triangle = 1: out of range, the mesh has 1 triangles");
}

class MeshRefusals : public testing::Test {
 protected:
  MeshRefusals() {
    shapes_.add(Sphere{{0, 0, 0}, 1});
    shapes_.add(Sphere{{0, 0, 0}, 1});
    shapes_.remove(1);
  }
  static std::string range(const char* what, const char* rest) { return std::string(what) + ": out of range, " + rest; }

  ShapeSet shapes_;
  const std::vector<Vec3> vertices_{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<std::uint32_t> indices_{0, 1, 2};
  TriangleMesh mesh_{vertices_, indices_};
  std::vector<Interval> one_ = std::vector<Interval>(1);
};

TEST_F(MeshRefusals, OfPairs) {
  const auto ask = [&](Pair pair) {
    const std::vector<Pair> pairs = {pair};
    const std::string said = refusal([&] { distance(shapes_, mesh_, pairs, DistanceOutput{one_}); });
    std::vector<Verdict> verdict(1);
    std::vector<Manifold> manifold(1);
    const std::vector<Vec3> motion(1);
    EXPECT_EQ(refusal([&] { intersect(shapes_, mesh_, pairs, verdict); }), said);
    EXPECT_EQ(refusal([&] { contacts(shapes_, mesh_, pairs, manifold); }), said);
    EXPECT_EQ(refusal([&] { cast(shapes_, mesh_, pairs, motion, CastOutput{one_}); }), said);
    return said;
  };
  EXPECT_EQ(ask({0, 0}), "taken");
  EXPECT_EQ(ask({0, 1}), range("pairs[0].b = 1", "the mesh has 1 triangles"));
  EXPECT_EQ(ask({1, 0}), "pairs[0].a = 1: was removed from the set");
  EXPECT_EQ(ask({2, 0}), range("pairs[0].a = 2", "the set has 2 shapes"));
  const std::vector<Ray> rays = {{{0, 0, 1}, {0, 0, -2}}};
  const auto hit = [&](Pair pair) {
    return refusal([&] { cast_rays(rays, mesh_, std::vector<Pair>{pair}, CastOutput{one_}); });
  };
  EXPECT_EQ(hit({0, 0}), "taken");
  EXPECT_EQ(hit({1, 0}), range("pairs[0].a = 1", "there are 1 rays"));
  EXPECT_EQ(hit({0, 1}), range("pairs[0].b = 1", "the mesh has 1 triangles"));
}

TEST_F(MeshRefusals, OfLists) {
  const auto ask = [&](std::uint32_t shape) {
    const std::vector<std::uint32_t> list = {shape};
    const std::string said = refusal([&] { distance(shapes_, mesh_, list, MeshDistanceOutput{one_}); });
    const std::vector<Vec3> motion(1);
    EXPECT_EQ(refusal([&] { cast(shapes_, mesh_, list, motion, MeshCastOutput{one_}); }), said);
    EXPECT_EQ(refusal([&] { (void)contacts(shapes_, mesh_, list, MeshContactOutput{}); }), said);
    return said;
  };
  EXPECT_EQ(ask(0), "taken");
  EXPECT_EQ(ask(1), "list[0] = 1: was removed from the set");
  EXPECT_EQ(ask(2), range("list[0] = 2", "the set has 2 shapes"));
  const std::vector<std::uint32_t> two = {0, 0}, list = {0};
  EXPECT_EQ(refusal([&] { distance(shapes_, mesh_, two, MeshDistanceOutput{one_}); }),
            "out.distances: has 1 elements, needs one for each of the 2 shapes");
  EXPECT_EQ(refusal([&] { cast(shapes_, mesh_, list, {}, MeshCastOutput{one_}); }),
            "motions: has 0 elements, needs one for each of the 1 shapes");
  std::vector<Pair> pairs(1);
  EXPECT_EQ(refusal([&] {
              (void)contacts(shapes_, mesh_, list, {pairs, {}});
            }),
            "out.manifolds: has 0 elements, needs one for each of the 1 of out.pairs");
  EXPECT_EQ(refusal([&] { (void)contacts(shapes_, mesh_, list, {}, {.margin = -1}); }),
            "options.margin = -1: must not be negative");
  EXPECT_EQ(refusal([&] { distance(shapes_, mesh_, list, MeshDistanceOutput{one_}, {.tolerance = -1}); }),
            "options.tolerance = -1: must not be negative");
  const std::vector<Ray> bad = {{{0, 0, 1}, {0, 0, std::numeric_limits<float>::infinity()}}};
  EXPECT_EQ(refusal([&] { cast_rays(bad, mesh_, MeshCastOutput{one_}); }),
            "rays[0].motion.z = inf: must be a finite number");
}

/// Unchecked: an invalid triangle, an invalid shape, a free slot and an invalid motion.
TEST_F(MeshRefusals, UncheckedNumbers) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const std::vector<Vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {nan, 0, 0}};
  const TriangleMesh mesh(vertices, std::vector<std::uint32_t>{0, 1, 2, 0, 1, 3}, Check::none);
  ShapeSet shapes;
  shapes.add(Sphere{{0.25F, 0.25F, 3}, 1});
  shapes.add(Sphere{{nan, 0, 0}, 1}, Check::none);
  shapes.add(Sphere{{0, 0, 0}, 1});
  shapes.remove(2);
  for (const Isa isa : supported_isas()) {
    const auto measured = measure_mesh(shapes, mesh, {0, 1, 2}, {.check = Check::none, .isa = isa});
    EXPECT_EQ(measured[0].triangle, 0U);
    EXPECT_EQ(measured[0].measured.distance.lower, -never_met);
    EXPECT_NEAR(measured[0].measured.distance.upper, 2, 1e-9);
    EXPECT_EQ(measured[1].measured.distance, (Interval{-never_met, never_met}));
    EXPECT_EQ(measured[2].measured.distance, (Interval{never_met, never_met}));
    const auto met = meet_mesh(shapes, mesh, {0, 1, 2, 0}, {{0, 0, -4}, {0, 0, -4}, {0, 0, -4}, {infinity, 0, 0}},
                               {.check = Check::none, .isa = isa});
    EXPECT_EQ(met[0].triangle, 0U);
    EXPECT_EQ(met[0].met.fractions.lower, 0);
    EXPECT_NEAR(met[0].met.fractions.upper, 0.5, 1e-9);
    EXPECT_EQ(met[1].met.fractions, (Interval{0, never_met}));
    EXPECT_EQ(met[2].met.fractions, (Interval{never_met, never_met}));
    EXPECT_EQ(met[3].met.fractions, (Interval{0, never_met}));
    EXPECT_EQ(met[3].triangle, no_triangle);
  }
}

}  // namespace
}  // namespace lockstep::test
