// The guarantees of `cast` and `cast_rays` besides numbers: known first contacts, options, errors, free slots, invalid
// numbers, and motions of zero, tiny and excessive length.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "bad_numbers.hpp"
#include "cast_list.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "failing_allocations.hpp"
#include "lockstep/reference/cast.hpp"
#include "lockstep/reference/shapes.hpp"
#include "oracle.hpp"
#include "poison.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Interval never{infinity, infinity};

/// Of one pair.
template <class A, class B>
Met met_of(const A& a, const B& b, const Vec3& motion, const CastOptions& options = {}) {
  ShapeSet first, second;
  first.add(a), second.add(b);
  return meet(first, second, {{0, 0}}, {motion}, options)[0];
}

template <class Shape>
Met hit(const Ray& ray, const Shape& shape) {
  ShapeSet set;
  set.add(shape);
  const Pair pair{0, 0};
  Met met;
  cast_rays({&ray, 1}, set, {&pair, 1}, {{&met.fractions, 1}, {&met.point, 1}, {&met.normal, 1}});
  return met;
}

void expect_contact(const Met& met, double fraction, double room = 1e-12) {
  EXPECT_LE(met.fractions.lower, fraction) << text(met);
  EXPECT_GE(met.fractions.upper, fraction) << text(met);
  EXPECT_LE(met.fractions.upper - met.fractions.lower, room) << text(met);
}

void expect_vector(const Vec3d& v, const Vec3d& expected, double room = 1e-9) {
  EXPECT_LE(length(v - expected), room) << v.x << ' ' << v.y << ' ' << v.z;
}

const Sphere ball{{0, 0, 0}, 1};
const Aabb crate{{4, -1, -1}, {6, 1, 1}};

TEST(Cast, OfTwoBalls) {
  const Met met = met_of(ball, Sphere{{5, 0, 0}, 1}, {8, 0, 0});
  expect_contact(met, 0.375);
  expect_vector(met.normal, {-1, 0, 0});
  expect_vector(met.point, {4, 0, 0});
  // Centers 2 apart along x, and 1 aside: contact where (5 - 8 t)^2 + 1 = 4.
  expect_contact(met_of(ball, Sphere{{5, 1, 0}, 1}, {8, 0, 0}), (5 - std::sqrt(3.0)) / 8);
  EXPECT_EQ(result_of(met.fractions), CastResult::hits);
}

TEST(Cast, OfBoxesAlongAnAxis) {
  const Aabb falling{{4.5F, 7, -0.5F}, {5.5F, 8, 0.5F}};
  const Met met = met_of(falling, crate, {0, -8, 0});
  expect_contact(met, 0.75);
  expect_vector(met.normal, {0, 1, 0});
  EXPECT_NEAR(met.point.y, 1, 1e-9);
  expect_contact(met_of(falling, Box{{5, 0, 0}, {}, {1, 1, 1}}, {0, -8, 0}), 0.75);
  expect_contact(met_of(Box{{5, 7.5F, 0}, {}, {0.5F, 0.5F, 0.5F}}, crate, {0, -8, 0}), 0.75);
  const Interval last = met_of(falling, crate, {0, -6, 0}).fractions;  // as the step ends
  EXPECT_TRUE(last.lower > 1 - 1e-12 && last.lower <= 1 && last.upper >= 1) << last.lower << ' ' << last.upper;
}

TEST(Cast, OfWhatMisses) {
  for (const Vec3 motion : {Vec3{0, 0, 0}, {-8, 0, 0}, {2.5F, 0, 0}, {0, 9, 0}, {8, 8, 0}}) {
    const Met met = met_of(ball, crate, motion);
    EXPECT_EQ(met.fractions, never) << text(met);
    EXPECT_EQ(result_of(met.fractions), CastResult::misses);
    EXPECT_TRUE(std::isnan(met.normal.x) && std::isnan(met.point.x)) << text(met);
  }
}

TEST(Cast, OfWhatOverlapsFromTheStart) {
  for (const Vec3 motion : {Vec3{0, 0, 0}, {8, 0, 0}, {-8, 0, 0}}) {
    const Met met = met_of(ball, Aabb{{0.5F, -4, -4}, {9, 4, 4}}, motion);
    EXPECT_EQ(met.fractions, (Interval{0, 0})) << text(met);
    expect_vector(met.normal, {-1, 0, 0});
    expect_vector(met.point, {0.5, 0, 0});
  }
  const Point point{{1, 2, 3}};
  EXPECT_EQ(met_of(point, point, {1, 0, 0}).fractions, (Interval{0, 0}));
}

/// Two spheres pass at the distance of a contact, or at one slightly different.
TEST(Cast, OfGrazes) {
  const auto pass = [](float aside) { return met_of(ball, Sphere{{5, aside, 0}, 1}, {10, 0, 0}).fractions; };
  const Interval graze = pass(2);
  EXPECT_EQ(result_of(graze), CastResult::unproven);
  EXPECT_NEAR(graze.lower, 0.5, 1e-3);
  for (const float gap : {0x1p-6F, 0x1p-12F, 0x1p-20F, 0x1p-22F}) {
    EXPECT_EQ(result_of(pass(2 + gap)), CastResult::misses) << gap;
    const Interval met = pass(2 - gap);
    ASSERT_EQ(result_of(met), CastResult::hits) << gap;
    const double root = std::sqrt(4 - std::pow(2 - double{gap}, 2));
    EXPECT_LE(met.lower, (5 - root) / 10);
    EXPECT_GE(met.upper, (5 - root) / 10);
    EXPECT_LE(met.upper - met.lower, 1e-9) << gap;
  }
}

TEST(Cast, OfMotionsOfAnyLength) {
  for (const float length : {1e3F, 1e10F, 1e18F, 1e30F, 3e38F}) {
    expect_contact(met_of(ball, crate, {length, 0, 0}), 3 / double{length}, 1e-10 / double{length});
    expect_contact(met_of(Ellipsoid{{0, 0, 0}, {}, {1, 2, 3}}, crate, {length, 0, 0}), 3 / double{length},
                   1e-6 / double{length});
    EXPECT_EQ(met_of(ball, crate, {length, length, 0}).fractions, never);
    EXPECT_EQ(met_of(ball, crate, {0, 0, -length}).fractions, never);
  }
  for (const float length : {1e-3F, 1e-20F, 1e-38F, std::numeric_limits<float>::denorm_min()}) {
    EXPECT_EQ(met_of(ball, crate, {length, 0, 0}).fractions, never);
    EXPECT_EQ(met_of(ball, Sphere{{1, 0, 0}, 1}, {length, 0, 0}).fractions, (Interval{0, 0}));
    const Met touching = met_of(ball, Sphere{{2, 0, 0}, 1}, {length, 0, 0});
    EXPECT_EQ(touching.fractions.lower, 0) << text(touching);
    EXPECT_FALSE(std::isnan(touching.fractions.upper));
  }
}

TEST(Rays, ThroughShapes) {
  const Met ball_hit = hit({{-5, 0, 0}, {8, 0, 0}}, ball);
  expect_contact(ball_hit, 0.5);
  expect_vector(ball_hit.normal, {-1, 0, 0});
  expect_vector(ball_hit.point, {-1, 0, 0});
  expect_contact(hit({{-4, 0, 0}, {16, 0, 0}}, crate), 0.5);
  expect_contact(hit({{5, 9, 0}, {0, -16, 0}}, Box{{5, 0, 0}, {}, {1, 1, 1}}), 0.5);
  expect_contact(hit({{0, 0, 5}, {0, 0, -8}}, Capsule{{-3, 0, 0}, {3, 0, 0}, 1}), 0.5);
  expect_contact(hit({{0, 0, 5}, {0, 0, -8}}, Cylinder{{0, 0, -1}, {0, 0, 1}, 1}), 0.5, 1e-8);
  EXPECT_EQ(hit({{-5, 3, 0}, {8, 0, 0}}, ball).fractions, never);
  EXPECT_EQ(hit({{-5, 0, 0}, {3, 0, 0}}, ball).fractions, never);
  EXPECT_EQ(hit({{0.5F, 0, 0}, {3, 0, 0}}, ball).fractions, (Interval{0, 0}));
}

/// A flat shape has no interior for a point: only the path of the point crosses it.
TEST(Rays, ThroughFlatShapes) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  const ConvexHull triangle{corners};
  const Met met = hit({{1, 1, 3}, {0, 0, -4}}, triangle);
  expect_contact(met, 0.75);
  expect_vector(met.normal, {0, 0, 1});
  expect_vector(met.point, {1, 1, 0});
  expect_contact(hit({{0.5F, 2, -3}, {1, -2, 12}}, triangle), 0.25);
  expect_contact(hit({{1, 1, 1e6F}, {0, 0, -2e6F}}, triangle), 0.5, 1e-9);
  expect_contact(hit({{1, 1, 3}, {0, 0, -1e30F}}, triangle), 3 / double{1e30F}, 1e-40);
  expect_contact(met_of(triangle, Point{{1, 1, 3}}, {0, 0, 4}), 0.75);
  expect_contact(hit({{1, 1, 3}, {0, 0, -4}}, Aabb{{-9, -9, 0}, {9, 9, 0}}), 0.75);
  EXPECT_EQ(hit({{3, 3, 3}, {0, 0, -4}}, triangle).fractions, never);
  EXPECT_EQ(hit({{1, 1, 3}, {0, 0, -2.9F}}, triangle).fractions, never);
  EXPECT_EQ(hit({{1, 1, 3}, {0, 0, 4}}, triangle).fractions, never);
  CastOptions coarse;
  coarse.tolerance = 0.01;
  EXPECT_EQ(met_of(Point{{2.001F, 2.001F, 3}}, triangle, {0, 0, -4}, coarse).fractions, never);
  // Through an edge or a corner, or in the plane: maybe.
  for (const Ray& ray : {Ray{{2, 2, 3}, {0, 0, -4}}, {{0, 0, 3}, {0, 0, -4}}, {{1, -3, 0}, {0, 4, 0}}}) {
    const Met graze = hit(ray, triangle);
    EXPECT_NEAR(graze.fractions.lower, 0.75, 1e-9) << text(graze);
    EXPECT_GE(graze.fractions.upper, 0.75) << text(graze);
  }
}

/// A ray is a moving point: the closed forms of rays do not contradict the search for points.
TEST(Rays, ArePoints) {
  Rng rng(61);
  CastList list;
  for (const Kind b : oracle::all_kinds)
    for (int i = 0; i < 40; ++i) {
      const auto [pair, motion] = approaching(rng, random_pair(rng, Kind::point, b));
      list.append(pair, motion);
    }
  std::vector<Ray> rays;
  for (std::size_t i = 0; i < list.pairs.size(); ++i)
    rays.push_back({std::get<Point>(list.shapes[i].first).position, list.motions[i]});
  std::vector<Interval> fractions(list.pairs.size());
  std::vector<Vec3d> points(list.pairs.size()), normals(list.pairs.size());
  cast_rays(rays, list.second, list.pairs, {fractions, points, normals});
  const std::vector<Met> met = collected(fractions, points, normals), expected = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE(text(met[i]) + "\nexpected\n" + text(expected[i]) + "\n" + list.line(i));
    const Interval &ray = met[i].fractions, &point = expected[i].fractions;
    EXPECT_LE(ray.lower, point.upper);
    EXPECT_GE(ray.upper, point.lower);
  }
}

/// The scalar reference, whose steps are the same, agrees within its tolerance.
TEST(Cast, AsTheReferenceDoes) {
  Rng rng(62);
  int hits = 0;
  for (int i = 0; i < 500; ++i) {
    const auto [pair, m] = approaching(rng, random_pair(rng, Kind::sphere, Kind::aabb));
    const auto& a = std::get<Sphere>(pair.first);
    const auto& b = std::get<Aabb>(pair.second);
    using reference::Vector;
    const auto vector = [](const Vec3& v) { return Vector<double>{v.x, v.y, v.z}; };
    const auto expected =
        reference::first_contact(reference::Sphere<double>{vector(a.center), a.radius},
                                 reference::Aabb<double>{vector(b.min), vector(b.max)}, vector(m), 1e-9);
    const Met met = met_of(a, b, m);
    if (result_of(met.fractions) == CastResult::misses) continue;  // or a conservative hit of the reference
    ++hits;
    ASSERT_TRUE(expected.hit) << text(met);
    EXPECT_LE(expected.lower, met.fractions.upper) << text(met);
    EXPECT_GE(expected.upper, met.fractions.lower) << text(met);
  }
  EXPECT_GT(hits, 200);
}

TEST(Cast, Tolerance) {
  Rng rng(63);
  CastList list;
  for (const Kind a : {Kind::ellipsoid, Kind::hull, Kind::box, Kind::sphere})
    for (const Kind b : oracle::all_kinds)
      for (int i = 0; i < 12; ++i) {
        const auto [pair, motion] = approaching(rng, random_pair(rng, a, b));
        list.append(pair, motion);
      }
  const std::vector<Met> fine = list.answers();
  for (const double tolerance : {1e-6, 1e-2, 10.0, infinity}) {
    CastOptions options;
    options.tolerance = tolerance;
    const std::vector<Met> coarse = list.answers(options);
    for (std::size_t i = 0; i < fine.size(); ++i) {
      EXPECT_LE(coarse[i].fractions.lower, fine[i].fractions.upper) << list.line(i);
      EXPECT_GE(coarse[i].fractions.upper, fine[i].fractions.lower) << list.line(i);
    }
  }
}

/// One list of two pairs, and its error if an argument is invalid.
struct TwoCasts {
  ShapeSet set;
  std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<Vec3> motions = {{8, 0, 0}, {-8, 0, 0}};
  std::vector<Ray> rays = {{{-5, 0, 0}, {8, 0, 0}}, {{5, 0, 0}, {8, 0, 0}}};
  std::vector<Interval> fractions{2};

  TwoCasts() {
    set.add(Sphere{{0, 0, 0}, 1});
    set.add(Sphere{{3, 0, 0}, 1});
  }
  std::string error(const CastOutput& out, const CastOptions& options = {}) {
    return error_of([&] { cast(set, set, pairs, motions, out, options); });
  }
  std::string ray_error() {
    return error_of([&] { cast_rays(rays, set, pairs, {fractions}); });
  }
};

TEST(Cast, Refusals) {
  TwoCasts two;
  EXPECT_EQ(two.error({std::span(two.fractions).first(1)}),
            "out.fractions: has 1 elements, needs one for each of the 2 pairs");
  std::vector<Vec3d> vectors(3);
  EXPECT_EQ(two.error({two.fractions, vectors}), "out.points: has 3 elements, needs one for each of the 2 pairs");
  EXPECT_EQ(two.error({two.fractions, {}, vectors}), "out.normals: has 3 elements, needs one for each of the 2 pairs");
  std::vector<double> shared(12);
  const std::span<Vec3d> over(reinterpret_cast<Vec3d*>(two.fractions.data()), 2);
  EXPECT_EQ(two.error({two.fractions, over}), "out.points: shares memory with out.fractions");
  CastOptions options;
  options.tolerance = -1;
  EXPECT_EQ(two.error({two.fractions}, options), "options.tolerance = -1: must not be negative");
  two.motions[1].y = nan;
  EXPECT_EQ(two.error({two.fractions}), "motions[1].y = nan: must be a finite number");
  two.motions[0].z = inf;
  EXPECT_EQ(two.error({two.fractions}), "motions[0].z = inf: must be a finite number");
  two.motions.pop_back();
  EXPECT_EQ(two.error({two.fractions}), "motions: has 1 elements, needs one for each of the 2 pairs");
  two.motions = {{}, {}};
  two.pairs[1].b = 7;
  EXPECT_EQ(two.error({two.fractions}), "pairs[1].b = 7: out of range, the second set has 2 shapes");
  EXPECT_EQ(two.fractions[0], Interval{});
}

TEST(Rays, Refusals) {
  TwoCasts two;
  two.rays[1].origin.x = 1e19F;
  EXPECT_EQ(two.ray_error(), "rays[1].origin.x = 1e+19" + not_coordinate);
  two.rays[0].motion.z = -inf;
  EXPECT_EQ(two.ray_error(), "rays[0].motion.z = -inf: must be a finite number");
  two.pairs[1].a = 2;
  EXPECT_EQ(two.ray_error(), "pairs[1].a = 2: out of range, there are 2 rays");
}

TEST(Cast, OfHoles) {
  TwoCasts two;
  two.set.remove(1);
  EXPECT_EQ(two.error({two.fractions}), "pairs[0].b = 1: was removed from the second set");
  CastOptions options;
  options.check = Check::none;
  EXPECT_EQ(meet(two.set, two.set, two.pairs, two.motions, options)[0].fractions, never);
}

class CastOnEveryIsa : public EveryIsa {};

/// An invalid number leaves [0, infinity], and the other pairs as they were.
TEST_P(CastOnEveryIsa, BesideABadNumber) {
  Rng rng(64);
  CastOptions options;
  options.isa = GetParam();
  options.check = Check::none;
  constexpr Interval unknown{0, infinity};
  const auto expect_rest = [](const std::vector<Met>& after, const std::vector<Met>& before, const CastList& list) {
    for (std::size_t i = 0; i < after.size(); ++i)
      if (i != 3) {
        ASSERT_TRUE(same_bits(after[i], before[i])) << list.line(i);
      }
  };
  for (const Kind a : shape_kinds) {
    CastList list;
    while (list.pairs.size() < 21) {
      const auto [pair, motion] = approaching(rng, random_pair(rng, a, oracle::all_kinds[list.pairs.size() % 12]));
      list.append(pair, motion);
    }
    const std::vector<Met> before = list.answers(options);
    for (const Poison& poison : poisons()) {
      if (poison.is_number) continue;
      AnyShape shape = list.shapes[3].first;
      *numbers_of(shape)[0] = poison.value;
      CastList poisoned = list;
      poisoned.pairs[3].a = add_to(poisoned.first, shape, Check::none);
      const std::vector<Met> after = poisoned.answers(options);
      expect_rest(after, before, list);
      EXPECT_EQ(after[3].fractions, unknown) << poison.name << "\n" << list.line(3);
      poisoned = list;
      poisoned.motions[3].y = poison.value;
      const std::vector<Met> moved = poisoned.answers(options);
      expect_rest(moved, before, list);
      EXPECT_EQ(moved[3].fractions, unknown) << poison.name << "\n" << list.line(3);
    }
  }
}

/// Scaling by powers of two changes only the exponents.
TEST_P(CastOnEveryIsa, AtEveryScale) {
  Rng rng(65);
  CastOptions options;
  options.isa = GetParam();
  for (const Kind a : {Kind::sphere, Kind::capsule, Kind::aabb, Kind::hull, Kind::ellipsoid})
    for (const Kind b : {Kind::point, Kind::box, Kind::hull, Kind::cone}) {
      CastList list;
      for (int i = 0; i < 6; ++i) {
        const auto [pair, motion] = approaching(rng, random_pair(rng, a, b));
        list.append(pair, motion);
      }
      const std::vector<Met> expected = list.answers(options);
      for (const int exponent : {-60, -7, 20, 50}) {
        CastList other;
        const auto there = [&](float x) { return std::ldexp(x, exponent); };
        for (std::size_t i = 0; i < list.pairs.size(); ++i) {
          const Vec3& m = list.motions[i];
          other.append({scaled(list.shapes[i].first, exponent), scaled(list.shapes[i].second, exponent)},
                       {there(m.x), there(m.y), there(m.z)});
        }
        const std::vector<Met> met = other.answers(options);
        for (std::size_t i = 0; i < met.size(); ++i) {
          ASSERT_EQ(result_of(met[i].fractions), result_of(expected[i].fractions)) << list.line(i);
          if (result_of(met[i].fractions) == CastResult::misses) continue;
          EXPECT_LE(met[i].fractions.lower, expected[i].fractions.upper) << list.line(i);
          EXPECT_GE(met[i].fractions.upper, expected[i].fractions.lower) << list.line(i);
        }
      }
    }
}

INSTANTIATE_TEST_SUITE_P(, CastOnEveryIsa, isas(), isa_name);

TEST(Cast, AllocatesNothing) {
  Rng rng(66);
  CastList list;
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) {
      const ShapePair pair = random_pair(rng, a, b);
      list.append(pair, random_motion(rng, pair));
    }
  std::vector<Interval> fractions(list.pairs.size());
  EXPECT_EQ(allocations_of([&] { cast(list.first, list.second, list.pairs, list.motions, {fractions}); }), 0U);
}

}  // namespace
}  // namespace lockstep::test
