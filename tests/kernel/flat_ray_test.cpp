// Rays at flat shapes, and at all shapes of the plane, at corners, on edges, along the plane and from a point of it:
// decided exactly, on every instruction set. Small whole numbers make such rays frequent.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cast_expectations.hpp"
#include "cast_list.hpp"
#include "every_isa.hpp"
#include "flat_scenes.hpp"
#include "lockstep/mesh.hpp"
#include "lockstep/rays.hpp"
#include "pair_list.hpp"

namespace lockstep::test {
namespace {

/// A ray that passes a point of the plane, which is near the shape, after half, a part or all of its length.
Ray ray_at(Random& random, const CommonPlane& plane) {
  const Vec3 target = plane.point(random, 3);
  const bool is_within = whole(random, 0, 1) == 0;
  const Vec3 motion = is_within ? along({}, plane.u, static_cast<float>(whole(random, -2, 2)), plane.v,
                                        static_cast<float>(whole(random, -2, 2)))
                                : whole_vector(random, 3);
  const auto before = static_cast<float>(whole(random, 0, 3)), all = static_cast<float>(whole(random, 0, 6));
  return {along(target, motion, -before, {}, 0), scaled(motion, all)};
}

void expect_about_half(const Interval& f) {
  EXPECT_LE(f.lower, 0.5);
  EXPECT_GE(f.upper, 0.5);
  EXPECT_LE(f.upper - f.lower, 1e-12);
}

Vec2 whole_vector2(Random& random, int most) {
  const Vec3 v = whole_vector(random, most);
  return {v.x, v.y};
}

oracle::AnyShape2 shape_of_the_plane(Random& random) {
  const int kind = whole(random, 0, 5);
  const Vec2 p = whole_vector2(random, 2), q = whole_vector2(random, 2);
  if (kind == 0) return Circle2{p, 0};
  if (kind == 1) return Capsule2{p, q, 0};
  if (kind == 2) return Box2{.center = p, .half_extents = {std::abs(q.x), std::abs(q.y)}};
  std::vector<Vec2> vertices;
  for (int count = whole(random, 1, 6); count > 0; --count) vertices.push_back(whole_vector2(random, 3));
  return oracle::PolygonShape2{vertices, p, 0};
}

Ray2 ray_of_the_plane(Random& random) {
  const Vec2 target = whole_vector2(random, 4), motion = whole_vector2(random, 3);
  const auto before = static_cast<float>(whole(random, 0, 3)), all = static_cast<float>(whole(random, 0, 6));
  return {{target.x - before * motion.x, target.y - before * motion.y}, {all * motion.x, all * motion.y}};
}

class FlatRay : public EveryIsa {};

TEST_P(FlatRay, IsDecidedExactly) {
  const CastOptions options{.isa = GetParam()};
  Random random(11);
  CastList list;
  std::vector<Ray> rays;
  for (int i = 0; i < 3000; ++i) {
    const CommonPlane plane(random);
    rays.push_back(ray_at(random, plane));
    list.append({Point{rays.back().origin}, flat_shape(random, plane)}, rays.back().motion);
  }
  std::vector<Interval> fractions(rays.size());
  cast_rays(rays, list.second, list.pairs, {fractions, {}, {}}, options);
  const std::vector<Met> met = list.answers(options);
  int hits = 0;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    SCOPED_TRACE(list.line(i));
    for (const Interval& f : {fractions[i], met[i].fractions}) {
      judge_interval(f, list.shapes[i], list.motions[i]);
      ASSERT_NE(result_of(f), CastResult::unproven);
      if (result_of(f) == CastResult::hits) {
        ASSERT_LE(f.upper - f.lower, 0x1p-30);
      }
    }
    hits += result_of(fractions[i]) == CastResult::hits;
  }
  EXPECT_GT(hits, 500);
  EXPECT_LT(hits, 2500);
}

/// Shapes that move towards a resting point are rays in the opposite direction.
TEST_P(FlatRay, OfAPointThatStandsStill) {
  Random random(12);
  CastList list;
  for (int i = 0; i < 1000; ++i) {
    const CommonPlane plane(random);
    const Ray ray = ray_at(random, plane);
    list.append({flat_shape(random, plane), Point{ray.origin}}, scaled(ray.motion, -1));
  }
  const std::vector<Met> met = list.answers(CastOptions{.isa = GetParam()});
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE(list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    ASSERT_NE(result_of(met[i].fractions), CastResult::unproven);
    if (result_of(met[i].fractions) != CastResult::hits) continue;
    const Vec3& p = std::get<Point>(list.shapes[i].second).position;
    const Vec3d& n = met[i].normal;
    const Vec3& m = list.motions[i];
    if (met[i].fractions.lower > 0) {
      EXPECT_LE(n.x * m.x + n.y * m.y + n.z * m.z, 1e-9) << "the normal leads from the point to the shape that comes";
    }
    EXPECT_NEAR(met[i].point.x, p.x, 1e-9);
    EXPECT_NEAR(met[i].point.y, p.y, 1e-9);
    EXPECT_NEAR(met[i].point.z, p.z, 1e-9);
  }
}

TEST_P(FlatRay, OfThePlaneIsDecidedExactly) {
  const CastOptions options{.isa = GetParam()};
  Random random(13);
  PlaneCastList list;
  std::vector<Ray2> rays;
  for (int i = 0; i < 3000; ++i) {
    rays.push_back(ray_of_the_plane(random));
    list.append({Circle2{rays.back().origin, 0}, shape_of_the_plane(random)}, rays.back().motion);
  }
  std::vector<Interval> fractions(rays.size());
  cast_rays(rays, list.second, list.pairs, {fractions, {}, {}}, options);
  const std::vector<Met2> met = list.answers(options);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    SCOPED_TRACE(list.line(i));
    for (const Interval& f : {fractions[i], met[i].fractions}) {
      judge_interval(f, list.shapes[i], list.motions[i]);
      ASSERT_NE(result_of(f), CastResult::unproven);
    }
  }
}

/// The chord of a ray ends at any of the edges, whatever the order of the vertices.
TEST_P(FlatRay, OfManyVertices) {
  const CastOptions options{.isa = GetParam()};
  Random random(14);
  CastList list;
  std::vector<Ray> rays;
  std::vector<Vec3> vertices;
  for (int k = -8; k <= 8; ++k) vertices.push_back({static_cast<float>(k), static_cast<float>(k * k), 0});
  for (int i = 0; i < 1000; ++i) {
    std::shuffle(vertices.begin(), vertices.end(), random);
    const Vec3 target{static_cast<float>(whole(random, -8, 8)), static_cast<float>(whole(random, 0, 64)), 0};
    const Vec3 motion{static_cast<float>(whole(random, -3, 3)), static_cast<float>(whole(random, -3, 3)), 0};
    rays.push_back({along(target, motion, static_cast<float>(-whole(random, 0, 30)), {}, 0), scaled(motion, 40)});
    list.append({Point{rays.back().origin}, oracle::HullShape{vertices}}, rays.back().motion);
  }
  std::vector<Interval> fractions(rays.size());
  cast_rays(rays, list.second, list.pairs, {fractions, {}, {}}, options);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    judge_interval(fractions[i], list.shapes[i], list.motions[i]);
    ASSERT_NE(result_of(fractions[i]), CastResult::unproven) << list.line(i);
  }
}

/// The edge that is crossed first is found last: the vertex (3, -1) asks for another look once all have been looked at.
TEST_P(FlatRay, OfVerticesInsideTheHull) {
  for (const float x : {1.0F, -1.0F})
    for (const float y : {1.0F, -1.0F}) {
      ShapeSet shapes;
      shapes.add(ConvexHull{
          std::vector<Vec3>{{3 * x, -y, 0}, {-x, 2 * y, 0}, {.5F * x, .625F * y, 0}, {-x, 0, 0}, {x, 0, 0}}});
      const Ray ray{{0, 5 * y, 0}, {0, -8 * y, 0}};
      Interval fraction;
      const Pair pair{0, 0};
      cast_rays({&ray, 1}, shapes, {&pair, 1}, {{&fraction, 1}, {}, {}}, CastOptions{.isa = GetParam()});
      EXPECT_LE(fraction.lower, 3.75 / 8);
      EXPECT_GE(fraction.upper, 3.75 / 8);
      EXPECT_LT(fraction.upper - fraction.lower, 1e-6) << x << ' ' << y;
    }
}

/// A plane one unit in the last place away is another plane, as is one that doubles cannot tell from it; so are points
/// off the exact plane of three floats.
TEST_P(FlatRay, BesideThePlaneMisses) {
  for (const float at : {1.0F, 0.0F}) {
    const float gap = at == 0 ? 1e-30F : 0x1p-23F;
    const std::vector<Vec3> triangle = {{0, 0, at}, {3, 0, at}, {0, 3, at}};
    ShapeSet shapes;
    shapes.add(ConvexHull{triangle});
    std::vector<Ray> rays;
    for (const float z : {at, at + gap, at - gap})
      rays.push_back({{-1, 1, z}, {4, 0, 0}}), rays.push_back({{1, 1, z}, {}});
    std::vector<Pair> pairs;
    for (std::uint32_t i = 0; i < rays.size(); ++i) pairs.push_back({i, 0});
    std::vector<Interval> fractions(rays.size());
    cast_rays(rays, shapes, pairs, {fractions, {}, {}}, CastOptions{.isa = GetParam()});
    EXPECT_EQ(result_of(fractions[0]), CastResult::hits);
    EXPECT_EQ(fractions[1], (Interval{0, 0}));
    for (std::size_t i = 2; i < rays.size(); ++i) EXPECT_EQ(result_of(fractions[i]), CastResult::misses) << i;
  }
}

/// The digits of a vertex that rounding removes are not guessed: (5, 0, 1e-20) less (5, 0, 1) has 70 digits.
TEST_P(FlatRay, VerticesThatAreRoundedProveNothing) {
  const std::vector<Vec3> triangle = {{5, 0, 1}, {5, 0, 1e-20F}, {7, 3, 1}};
  CastList list;
  for (const Vec3& motion : {Vec3{0, 0, -2}, Vec3{2, 0, 0}, Vec3{0, 1, 0}})
    list.append({Point{{5 - motion.x, -motion.y, -motion.z}}, hull_of(triangle)}, scaled(motion, 2));
  const std::vector<Met> met = list.answers(CastOptions{.isa = GetParam()});
  for (std::size_t i = 0; i < met.size(); ++i) judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
}

/// Moved and not turned, an instance is as exact as a hull; for rays in the plane of a triangle a mesh gives the hull's
/// answer.
TEST_P(FlatRay, OfInstancesAndMeshes) {
  const std::vector<Vec3> triangle = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
  ShapeSet shapes;
  shapes.add(HullInstance{shapes.add_mesh(ConvexHull{triangle}), {{0.125F, 0, 3}, {}}, 0});
  shapes.add(RoundedHull{triangle, 0});
  const std::vector<Ray> rays = {{{0.125F, 0, 4}, {0, 0, -2}}, {{-1, 1, 0}, {2, 0, 0}}, {{-1, 2, 0}, {2, 0, 0}}};
  const std::vector<Pair> pairs = {{0, 0}, {1, 1}, {2, 1}};
  std::vector<Interval> fractions(rays.size());
  cast_rays(rays, shapes, pairs, {fractions, {}, {}}, CastOptions{.isa = GetParam()});
  for (const Interval& f : fractions) {
    expect_about_half(f);
  }
  const std::vector<std::uint32_t> corners = {0, 1, 2};
  const TriangleMesh mesh(triangle, corners);
  first_hits(rays, mesh, {{}, fractions, {}, {}}, RayOptions{.isa = GetParam()});
  EXPECT_EQ(result_of(fractions[0]), CastResult::misses);
  expect_about_half(fractions[1]);
  expect_about_half(fractions[2]);
}

INSTANTIATE_TEST_SUITE_P(, FlatRay, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
