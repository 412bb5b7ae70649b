// The proofs of closed forms of rays, against the exact oracle and against the search that casts the same points.
// LOCKSTEP_LONG_TESTS=1 tests a hundred times as many.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cast_expectations.hpp"
#include "core.hpp"
#include "long_tests.hpp"
#include "ray_list.hpp"

namespace lockstep::test {
namespace {

/// The search handles the others.
bool has_closed_form(const AnyShape& shape) {
  if (const auto* hull = std::get_if<oracle::HullShape>(&shape)) return hull->vertices.size() > 3;
  if (const auto* hull = std::get_if<oracle::PlacedHull>(&shape)) return hull->vertices.size() > 3 && hull->radius == 0;
  return true;
}

bool is_polytope(Kind kind) {
  return kind == Kind::hull || kind == Kind::corners || kind == Kind::matrix || kind == Kind::placed;
}

class RaysExact : public testing::TestWithParam<Kind> {
 protected:
  [[nodiscard]] int count_of(int few) const {
    if (oracle::is_smooth(GetParam())) few = (few + 4) / 5;
    return long_tests() ? 100 * few : few;
  }
  static void judge_ray(const RayList& list, std::size_t i, const Interval& f, const Interval& of_point) {
    judge_interval(f, list.shapes[i], list.motions[i]);
    if (HasFatalFailure()) return;
    EXPECT_LE(f.lower, of_point.upper);
    EXPECT_GE(f.upper, of_point.lower);
  }
  /// The normal has unit length, and the point is on the shape if a closed form found it; returns whether one did,
  /// because rays through corners of polytopes are left to the search.
  static bool judge_place(const RayList& list, std::size_t i, const Met& met) {
    if (result_of(met.fractions) != CastResult::hits || met.fractions.lower == 0) return true;
    EXPECT_NEAR(length(met.normal), 1, 1e-12);
    const Vec3& o = std::get<Point>(list.shapes[i].first).position;
    const Vec3& m = list.motions[i];
    const double t = met.fractions.lower;
    const double size =
        std::max(oracle::largest_coordinate(list.shapes[i].first), oracle::largest_coordinate(list.shapes[i].second));
    const double off = length(Vec3d{o.x + t * m.x, o.y + t * m.y, o.z + t * m.z} - met.point);
    EXPECT_LE(met.normal.x * m.x + met.normal.y * m.y + met.normal.z * m.z, 0x1p-20 * size);
    return off <= 0x1p-24 * size || !has_closed_form(list.shapes[i].second);
  }
  /// Returns the number of proven ones.
  static int judge_all(const RayList& list, const std::string& what, bool with_places = true) {
    const std::vector<Met> met = list.ray_answers(), of_points = list.answers();
    std::size_t proven = 0, beside = 0;
    for (std::size_t i = 0; i < met.size(); ++i) {
      SCOPED_TRACE(what + ": " + text(met[i]) + "\nas a point " + text(of_points[i]) + "\n" + list.line(i));
      judge_ray(list, i, met[i].fractions, of_points[i].fractions);
      if (with_places) beside += !judge_place(list, i, met[i]);
      if (testing::Test::HasFailure()) break;
      proven += result_of(met[i].fractions) != CastResult::unproven;
    }
    EXPECT_LE(beside, is_polytope(kind_of(list.shapes[0].second)) ? met.size() / 50 : 0) << what;
    return static_cast<int>(proven);
  }
};

TEST_P(RaysExact, RandomRays) {
  RayList list;
  Rng rng(71);
  append_rays(list, rng, GetParam(), count_of(400));
  const int proven = judge_all(list, "seed 71");
  if (GetParam() == Kind::point) return;  // no interior
  EXPECT_GE(proven, static_cast<int>(list.pairs.size()) / 2);
}

/// Where they meet, hardly any digits are left.
TEST_P(RaysExact, FromFarAway) {
  RayList list;
  Rng rng(72);
  append_rays(list, rng, GetParam(), count_of(100), {2, 12});
  judge_all(list, "seed 72");
}

TEST_P(RaysExact, ShapesFarAway) {
  RayList list, far;
  Rng rng(73);
  append_rays(list, rng, GetParam(), count_of(100));
  for (std::size_t i = 0; i < list.pairs.size(); ++i) {
    const auto& [point, shape] = list.shapes[i];
    far.append({oracle::moved(point, 1e6, -2e6, 5e5), oracle::moved(shape, 1e6, -2e6, 5e5)}, list.motions[i]);
  }
  judge_all(far, "seed 73");
}

TEST_P(RaysExact, HardShapes) {
  for (const oracle::Hardness hardness : oracle::all_hardnesses) {
    RayList list;
    Rng rng(74);
    for (int i = 0; i < count_of(50); ++i) {
      const auto [far, motion] = approaching(rng, hard_pair(rng, Kind::point, GetParam(), hardness));
      list.append(far, motion);
    }
    judge_all(list, "seed 74, " + std::string(name(hardness)), false);  // some are left to the search
  }
}

INSTANTIATE_TEST_SUITE_P(, RaysExact,
                         testing::Values(Kind::point, Kind::sphere, Kind::aabb, Kind::box, Kind::capsule,
                                         Kind::ellipsoid, Kind::cylinder, Kind::cone, Kind::hull, Kind::corners,
                                         Kind::matrix, Kind::placed),
                         [](const auto& tested) { return std::string(oracle::name(tested.param)); });

/// By less than rounding, past an edge between two faces or into it: tests the bound on the sides of a portal.
TEST(RaysPastEdges, HoldTheTruth) {
  RayList list;
  Rng rng(75);
  for (int i = 0; i < 2000; ++i) {
    const auto whole = [&] { return static_cast<float>(oracle::below(rng, 1 << 20) - (1 << 19)) * 0x1p-16F; };
    const auto vec = [&] {
      const float x = whole(), y = whole();
      return Vec3{x, y, whole()};
    };
    // An edge with its middle at m, seen from the origin, and two corners on one side of both.
    const Vec3 m = vec(), e = vec(), in{m.y * e.z - m.z * e.y, m.z * e.x - m.x * e.z, m.x * e.y - m.y * e.x};
    const auto inside = [&](float along, float edge) {
      const float part = 8 / (std::fabs(in.x) + std::fabs(in.y) + std::fabs(in.z));
      return Vec3{m.x * along + e.x * edge + in.x * part, m.y * along + e.y * edge + in.y * part,
                  m.z * along + e.z * edge + in.z * part};
    };
    const oracle::HullShape hull{
        {inside(0.75F, 0), {m.x - e.x, m.y - e.y, m.z - e.z}, {m.x + e.x, m.y + e.y, m.z + e.z}, inside(1.25F, 0.25F)}};
    const float by = oracle::below(rng, 2) == 0 ? 1e-25F : -1e-25F;
    list.append({Point{{in.x * by, in.y * by, in.z * by}}, hull}, {2 * m.x, 2 * m.y, 2 * m.z});
  }
  const std::vector<Met> met = list.ray_answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE(text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    if (testing::Test::HasFailure()) break;
  }
}

/// For a placed hull: the point that is farthest from the middle of its bounding box, and the vector to it.
struct FarthestCorner {
  Vec3d at, outward;

  explicit FarthestCorner(const std::vector<Vec3>& corners) {
    Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
    for (const Vec3& v : corners) {
      low = {std::min<double>(low.x, v.x), std::min<double>(low.y, v.y), std::min<double>(low.z, v.z)};
      high = {std::max<double>(high.x, v.x), std::max<double>(high.y, v.y), std::max<double>(high.z, v.z)};
    }
    double farthest = 0;
    for (const Vec3& v : corners) {
      const Vec3d from{v.x - (low.x + high.x) / 2, v.y - (low.y + high.y) / 2, v.z - (low.z + high.z) / 2};
      if (const double far = length(from); far > farthest)
        farthest = far, at = {v.x, v.y, v.z}, outward = {from.x / far, from.y / far, from.z / far};
    }
  }
};

/// A ray perpendicular to that vector, that far beyond the corner, with its middle there.
std::pair<Vec3, Vec3> ray_beside(Rng& rng, const FarthestCorner& corner, double beyond, float size) {
  const Vec3d &u = corner.outward, v{oracle::uniform(rng, -1, 1), oracle::uniform(rng, -1, 1), 1};
  const Vec3 m{static_cast<float>(u.y * v.z - u.z * v.y) * size, static_cast<float>(u.z * v.x - u.x * v.z) * size,
               static_cast<float>(u.x * v.y - u.y * v.x) * size};
  const auto start = [&](double at, double out, float by) { return static_cast<float>(at + beyond * out - by / 2); };
  return {{start(corner.at.x, u.x, m.x), start(corner.at.y, u.y, m.y), start(corner.at.z, u.z, m.z)}, m};
}

/// Tests the bounding sphere of the hull, with the corner on its surface: for hulls of all sizes, near and far, turned,
/// and rounded.
TEST(RaysAtFarthestCorners, HoldTheTruth) {
  RayList list;
  Rng rng(76);
  std::vector<double> beyond;
  for (const float size : {0x1p-60F, 0x1p-20F, 1.0F, 0x1p20F, 0x1p50F})
    for (const double share : {-0.01, -1e-4, -1e-6, 1e-6, 1e-4, 0.01})
      for (int i = 0; i < 40; ++i) {
        std::vector<Vec3> corners(static_cast<std::size_t>(4 + oracle::below(rng, 20)));
        const float far = i % 4 == 3 ? 100 * size : 0;
        const auto number = [&] { return static_cast<float>(oracle::uniform(rng, -1, 1)) * size; };
        for (Vec3& corner : corners) corner = {number() + far, number(), number()};
        const float radius = i % 4 == 1 ? size / 4 : 0;
        AnyShape shape = oracle::HullShape{corners};
        if (i % 4 == 1 || i % 4 == 2) {  // half a turn about z
          shape = oracle::PlacedHull{corners, {{size, 0, 0}, {0, 0, 1, 0}}, radius};
          for (Vec3& corner : corners) corner = {size - corner.x, -corner.y, corner.z};
        }
        const auto [start, motion] = ray_beside(rng, FarthestCorner(corners), double{radius} + share * size, 2 * size);
        list.append({Point{start}, shape}, motion), beyond.push_back(share);
      }
  const std::vector<Met> met = list.ray_answers();
  std::size_t hits = 0, misses = 0;
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE(text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    if (testing::Test::HasFailure()) break;
    const CastResult result = result_of(met[i].fractions);
    hits += result == CastResult::hits, misses += result == CastResult::misses;
    if (beyond[i] > 1e-5 && i % 4 != 3) {
      EXPECT_EQ(result, CastResult::misses);
    }
  }
  EXPECT_GT(hits, met.size() / 4);
  EXPECT_GT(misses, met.size() / 3);
}

/// The corners of a cube or, with a height of 0, of a square, each twice.
AnyShape cube_hull(float height) {
  oracle::HullShape hull;
  for (const float x : {-1.0F, 1.0F})
    for (const float y : {-1.0F, 1.0F})
      for (const float z : {-1.0F, 1.0F}) hull.vertices.push_back({x, y, height * z});
  return hull;
}

/// Rays of length 0, and between, exactly on edges, faces and poles of shapes whose numbers are powers of two.
TEST(RaysOnSurfaces, HoldTheTruth) {
  const AnyShape shapes[] = {Sphere{{0, 0, 0}, 1},
                             Sphere{{0, 0, 0}, 0},
                             Aabb{{-1, -1, -1}, {1, 1, 1}},
                             Aabb{{-1, -1, 0}, {1, 1, 0}},
                             Aabb{{-1, 0, 0}, {1, 0, 0}},
                             Aabb{{0, 0, 0}, {0, 0, 0}},
                             Box{{0, 0, 0}, {}, {1, 1, 1}},
                             Box{{0, 0, 0}, {0, 0, 1, 1}, {1, 1, 0}},
                             Capsule{{0, 0, -1}, {0, 0, 1}, 1},
                             Capsule{{0, 0, 0}, {0, 0, 0}, 1},
                             Capsule{{0, 0, -1}, {0, 0, 1}, 0},
                             Ellipsoid{{0, 0, 0}, {}, {1, 1, 1}},
                             Ellipsoid{{0, 0, 0}, {}, {1, 0.5F, 2}},
                             Cylinder{{0, 0, -1}, {0, 0, 1}, 1},
                             Cylinder{{0, 0, -1}, {0, 0, 1}, 0},
                             Cone{{0, 0, -1}, {0, 0, 1}, 1},
                             cube_hull(1),
                             cube_hull(0),
                             oracle::HullShape{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}},
                             oracle::HullShape{{{-1, -1, -1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}}},
                             oracle::HullShape{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}},
                             oracle::HullShape{{{-1, -1, 0}, {1, 1, 0}}},
                             oracle::HullShape{{{0, 0, 0}}}};
  const float at[] = {-2, -1, -0.5F, 0, 1}, by[] = {-2, 0, 3};
  for (const AnyShape& shape : shapes) {
    RayList list;
    for (const float x : at)
      for (const float y : at)
        for (const float z : at)
          for (const float a : by)
            for (const float b : by) list.append({Point{{x, y, z}}, shape}, {a, b, x < 0 ? 1.0F : -1.0F});
    const std::vector<Met> met = list.ray_answers();
    for (std::size_t i = 0; i < met.size(); ++i) {
      const Interval& f = met[i].fractions;
      SCOPED_TRACE(text(met[i]) + "\n" + list.line(i));
      const auto meet = [&](double from, double to) {
        return oracle::meet_between(list.shapes[i].first, shape, list.motions[i], from, to);
      };
      if (result_of(f) == CastResult::hits) {
        ASSERT_TRUE(meet(f.lower, f.upper));
      }
      if (f.lower > 0) {
        ASSERT_FALSE(meet(0, f.lower > 1 ? 1 : std::nextafter(f.lower, 0.0)));
      }
    }
  }
}

}  // namespace
}  // namespace lockstep::test
