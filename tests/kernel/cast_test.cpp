// The guarantees of `cast` and `cast_rays` besides numbers, in space and in the plane, for shapes that do not turn:
// known first contacts, options, errors, free slots, invalid numbers, and motions of zero, tiny and excessive length.
#include <gtest/gtest.h>

#include <cmath>

#include "bad_numbers.hpp"
#include "every_isa.hpp"
#include "known_contacts.hpp"
#include "lockstep/reference/cast.hpp"
#include "lockstep/reference/shapes.hpp"
#include "lockstep/reference/shapes2.hpp"

namespace lockstep::test {
namespace {

template <class S>
class Cast : public testing::Test {
 protected:
  const typename S::Ball ball = S::ball(0, 0, 1);
  const typename S::Shape crate = S::block(4, -1, 6, 1);

  static auto hit(const typename S::Vec& origin, const typename S::Vec& motion, const typename S::Shape& shape) {
    typename S::Set set;
    add_to(set, shape);
    const typename S::Ray ray{origin, motion};
    const Pair pair{0, 0};
    MetIn<S> met;
    cast_rays({&ray, 1}, set, {&pair, 1}, {{&met.fractions, 1}, {&met.point, 1}, {&met.normal, 1}});
    return met;
  }
};
TYPED_TEST_SUITE(Cast, Spaces, SpaceName);

template <class S>
class Rays : public Cast<S> {};
TYPED_TEST_SUITE(Rays, Spaces, SpaceName);
using SpaceRays = Cast<Space>;
using PlaneRays = Cast<Plane>;
using SpaceCast = Cast<Space>;
using PlaneCast = Cast<Plane>;

TYPED_TEST(Cast, OfTwoBalls) {
  using S = TypeParam;
  const auto met = met_of(this->ball, S::ball(5, 0, 1), S::at(8, 0));
  expect_contact(met, 0.375);
  expect_vector(met.normal, S::d(-1, 0));
  expect_vector(met.point, S::d(4, 0));
  // Centers 2 apart along x, and 1 aside: contact where (5 - 8 t)^2 + 1 = 4.
  expect_contact(met_of(this->ball, S::ball(5, 1, 1), S::at(8, 0)), (5 - std::sqrt(3.0)) / 8);
  EXPECT_EQ(result_of(met.fractions), CastResult::hits);
}

TEST_F(SpaceCast, OfBoxesAlongAnAxis) {
  const Aabb falling{{4.5F, 7, -0.5F}, {5.5F, 8, 0.5F}};
  const Vec3 down{0, -8, 0};
  const Met met = met_of(falling, crate, down);
  expect_contact(met, 0.75);
  expect_vector(met.normal, {0, 1, 0});
  EXPECT_NEAR(met.point.y, 1, 1e-9);
  expect_contact(met_of(falling, Box{{5, 0, 0}, {}, {1, 1, 1}}, down), 0.75);
  expect_contact(met_of(Box{{5, 7.5F, 0}, {}, {0.5F, 0.5F, 0.5F}}, crate, down), 0.75);
  const Interval last = met_of(falling, crate, Vec3{0, -6, 0}).fractions;  // as the step ends
  EXPECT_TRUE(last.lower > 1 - 1e-12 && last.lower <= 1 && last.upper >= 1) << last.lower << ' ' << last.upper;
}

const oracle::PolygonShape2 triangle{{{-1, -1}, {1, -1}, {0, 1}}, {}, 0};

TEST_F(PlaneCast, OfEveryKind) {
  const Vec2 right{8, 0};
  expect_contact(met_of(Capsule2{{-4, 2}, {0, 0}, 0.5F}, crate, right), 0.4375);
  expect_contact(met_of(Box2{{0, 0}, 0, {1, 3}}, crate, right), 0.375);
  expect_contact(met_of(Ellipse2{{0, 0}, 0, {2, 1}}, crate, right), 0.25, 1e-9);
  expect_contact(met_of(Slice2{{0, 0}, 0, 0.25F, 2}, crate, right), 0.25, 1e-9);
  expect_contact(met_of(triangle, crate, right), 0.375);
  expect_contact(met_of(oracle::PolygonShape2{triangle.vertices, {-8, 0.5F}, 0}, crate, Vec2{16, 0}), 0.6875);
  expect_contact(met_of(ball, oracle::PolygonShape2{triangle.vertices, {0, 4}, 0}, Vec2{0, 4}), 0.5);
  const Interval last = met_of(Box2{{0, 0}, 0, {1, 3}}, crate, Vec2{3, 0}).fractions;  // as the step ends
  EXPECT_TRUE(last.lower > 1 - 1e-12 && last.lower <= 1 && last.upper >= 1) << last.lower << ' ' << last.upper;
}

TYPED_TEST(Cast, OfWhatMisses) {
  using S = TypeParam;
  for (const auto& motion : {S::at(0, 0), S::at(-8, 0), S::at(2.5F, 0), S::at(0, 9), S::at(8, 8)}) {
    const auto met = met_of(this->ball, this->crate, motion);
    EXPECT_EQ(met.fractions, never) << text(met);
    EXPECT_EQ(result_of(met.fractions), CastResult::misses);
    EXPECT_TRUE(std::isnan(met.normal.x) && std::isnan(met.point.x)) << text(met);
  }
}

TYPED_TEST(Cast, OfWhatOverlapsFromTheStart) {
  using S = TypeParam;
  for (const auto& motion : {S::at(0, 0), S::at(8, 0), S::at(-8, 0)}) {
    const auto met = met_of(this->ball, S::block(0.5F, -4, 9, 4), motion);
    EXPECT_EQ(met.fractions, (Interval{0, 0})) << text(met);
    expect_vector(met.normal, S::d(-1, 0));
    expect_vector(met.point, S::d(0.5, 0));
  }
  const auto point = either<S>(Point{{1, 2, 3}}, Circle2{{1, 2}, 0});
  EXPECT_EQ(met_of(point, point, S::at(1, 0)).fractions, (Interval{0, 0}));
}

/// Two balls pass at the distance of a contact, or at one slightly different.
TYPED_TEST(Cast, OfGrazes) {
  using S = TypeParam;
  const auto pass = [&](float aside) { return met_of(this->ball, S::ball(5, aside, 1), S::at(10, 0)).fractions; };
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

TYPED_TEST(Cast, OfMotionsOfAnyLength) {
  using S = TypeParam;
  for (const float way : {1e3F, 1e10F, 1e18F, 1e30F, 3e38F}) {
    expect_contact(met_of(this->ball, this->crate, S::at(way, 0)), 3 / double{way}, 1e-10 / double{way});
    expect_contact(met_of(S::ellipse(1, 2), this->crate, S::at(way, 0)), 3 / double{way}, 1e-6 / double{way});
    EXPECT_EQ(met_of(this->ball, this->crate, S::at(way, way)).fractions, never);
    EXPECT_EQ(met_of(this->ball, this->crate, either<S>(Vec3{0, 0, -way}, Vec2{0, -way})).fractions, never);
  }
  for (const float way : {1e-3F, 1e-20F, 1e-38F, std::numeric_limits<float>::denorm_min()}) {
    EXPECT_EQ(met_of(this->ball, this->crate, S::at(way, 0)).fractions, never);
    EXPECT_EQ(met_of(this->ball, S::ball(1, 0, 1), S::at(way, 0)).fractions, (Interval{0, 0}));
    const auto touching = met_of(this->ball, S::ball(2, 0, 1), S::at(way, 0));
    EXPECT_EQ(touching.fractions.lower, 0) << text(touching);
    EXPECT_FALSE(std::isnan(touching.fractions.upper));
  }
}

TYPED_TEST(Rays, ThroughShapes) {
  using S = TypeParam;
  const auto met = this->hit(S::at(-5, 0), S::at(8, 0), this->ball);
  expect_contact(met, 0.5);
  expect_vector(met.normal, S::d(-1, 0));
  expect_vector(met.point, S::d(-1, 0));
  expect_contact(this->hit(S::at(0, 0), S::at(8, 0), this->crate), 0.5);
  expect_contact(this->hit(S::at(-4, 0), S::at(16, 0), this->crate), 0.5);
  expect_contact(this->hit(S::at(5, 9), S::at(0, -16), S::box(5, 0, 1, 1)), 0.5);
  expect_contact(this->hit(S::at(0, 5), S::at(0, -8), S::capsule(-3, 0, 3, 0, 1)), 0.5);
  expect_contact(this->hit(S::at(0, 5), S::at(0, -8), S::ellipse(3, 1)), 0.5, 1e-8);
  EXPECT_EQ(this->hit(S::at(-5, 3), S::at(8, 0), this->ball).fractions, never);
  EXPECT_EQ(this->hit(S::at(-5, 0), S::at(3, 0), this->ball).fractions, never);
  EXPECT_EQ(this->hit(S::at(0.5F, 0), S::at(3, 0), this->ball).fractions, (Interval{0, 0}));
  if constexpr (is_plane<S>) {
    expect_contact(this->hit({5, 8}, {0, -16}, Box2{{5, 0}, 0.5F, {1, 1}}), (8 - 1 / std::cos(0.5)) / 16);
    expect_contact(this->hit({0, 5}, {0, -8}, triangle), 0.5);
  } else {
    expect_contact(this->hit({0, 0, 5}, {0, 0, -8}, Capsule{{-3, 0, 0}, {3, 0, 0}, 1}), 0.5);
    expect_contact(this->hit({0, 0, 5}, {0, 0, -8}, Cylinder{{0, 0, -1}, {0, 0, 1}, 1}), 0.5, 1e-8);
  }
}

/// A flat shape has no interior for a point: only the path of the point crosses it.
TEST_F(SpaceRays, ThroughFlatShapes) {
  const oracle::HullShape flat{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
  const Met met = hit({1, 1, 3}, {0, 0, -4}, flat);
  expect_contact(met, 0.75);
  expect_vector(met.normal, {0, 0, 1});
  expect_vector(met.point, {1, 1, 0});
  expect_contact(hit({0.5F, 2, -3}, {1, -2, 12}, flat), 0.25);
  expect_contact(hit({1, 1, 1e6F}, {0, 0, -2e6F}, flat), 0.5, 1e-9);
  expect_contact(hit({1, 1, 3}, {0, 0, -1e30F}, flat), 3 / double{1e30F}, 1e-40);
  expect_contact(met_of(flat, Point{{1, 1, 3}}, Vec3{0, 0, 4}), 0.75);
  expect_contact(hit({1, 1, 3}, {0, 0, -4}, Aabb{{-9, -9, 0}, {9, 9, 0}}), 0.75);
  EXPECT_EQ(hit({3, 3, 3}, {0, 0, -4}, flat).fractions, never);
  EXPECT_EQ(hit({1, 1, 3}, {0, 0, -2.9F}, flat).fractions, never);
  EXPECT_EQ(hit({1, 1, 3}, {0, 0, 4}, flat).fractions, never);
  EXPECT_EQ(met_of(Point{{2.001F, 2.001F, 3}}, flat, Vec3{0, 0, -4}, {.tolerance = 0.01}).fractions, never);
  // Through an edge or a corner, or in the plane: maybe.
  for (const Ray& ray : {Ray{{2, 2, 3}, {0, 0, -4}}, {{0, 0, 3}, {0, 0, -4}}, {{1, -3, 0}, {0, 4, 0}}}) {
    const Met graze = hit(ray.origin, ray.motion, flat);
    EXPECT_NEAR(graze.fractions.lower, 0.75, 1e-9) << text(graze);
    EXPECT_GE(graze.fractions.upper, 0.75) << text(graze);
  }
}

TEST_F(PlaneRays, ThroughSegments) {
  const oracle::PolygonShape2 segment{{{-2, 0}, {2, 0}}, {}, 0};
  const Met2 met = hit({1, 3}, {0, -4}, segment);
  expect_contact(met, 0.75);
  expect_vector(met.normal, {0, 1});
  expect_vector(met.point, {1, 0});
  expect_contact(hit({1, -3}, {0, 12}, Capsule2{{-2, 0}, {2, 0}, 0}), 0.25);
  expect_contact(hit({1, 3}, {0, -4}, Box2{{0, 0}, 0, {2, 0}}), 0.75);
  expect_contact(hit({1, 3}, {0, -4}, Slice2{{-1, 0}, 0, 0, 3}), 0.75, 1e-9);
  expect_contact(hit({1, 1e6F}, {0, -2e6F}, segment), 0.5, 1e-9);
  expect_contact(hit({1, 3}, {0, -1e30F}, segment), 3 / double{1e30F}, 1e-40);
  expect_contact(met_of(segment, Circle2{{1, 3}, 0}, Vec2{0, 4}), 0.75);
  EXPECT_EQ(hit({3, 3}, {0, -4}, segment).fractions, never);
  EXPECT_EQ(hit({1, 3}, {0, -2.9F}, segment).fractions, never);
  EXPECT_EQ(hit({1, 3}, {0, 4}, segment).fractions, never);
  // Through an end, or along it: maybe.
  for (const Ray2& ray : {Ray2{{2, 3}, {0, -4}}, {{-5, 0}, {4, 0}}}) {
    const Met2 graze = hit(ray.origin, ray.motion, segment);
    EXPECT_NEAR(graze.fractions.lower, 0.75, 1e-9) << text(graze);
    EXPECT_GE(graze.fractions.upper, 0.75) << text(graze);
  }
}

/// Casts of every one of these kinds towards every kind.
template <class S, class Firsts>
typename S::Casts approaches(std::uint64_t seed, int of_each, const Firsts& firsts) {
  Rng rng(seed);
  typename S::Casts list;
  for (const auto a : firsts)
    for (const auto b : S::kinds)
      for (int i = 0; i < of_each; ++i) {
        auto pair = random_pair(rng, a, b);
        if constexpr (is_plane<S>)  // a point
          if (firsts.size() == 1) std::get<Circle2>(pair.first).radius = 0;
        const auto [far, motion] = approaching(rng, pair);
        list.append(far, motion);
      }
  return list;
}

Vec3 place_of(const AnyShape& point) { return std::get<Point>(point).position; }
Vec2 place_of(const AnyShape2& point) { return std::get<Circle2>(point).center; }

/// A ray is a moving point: the closed forms of rays do not contradict the search for points.
TYPED_TEST(Rays, ArePoints) {
  using S = TypeParam;
  const std::array points{either<S>(Kind::point, Kind2::circle)};
  const auto list = approaches<S>(61, is_plane<S> ? 80 : 40, points);
  std::vector<typename S::Ray> rays;
  for (std::size_t i = 0; i < list.pairs.size(); ++i) rays.push_back({place_of(list.shapes[i].first), list.motions[i]});
  std::vector<Interval> fractions(list.pairs.size());
  std::vector<typename S::Vecd> places(list.pairs.size()), normals(list.pairs.size());
  cast_rays(rays, list.second, list.pairs, {fractions, places, normals});
  expect_intersecting(collected(fractions, places, normals), list.answers(), list);
}

/// The scalar reference, whose steps are the same, agrees within its tolerance.
TEST(SpaceCasts, AreAsTheReferenceDoes) {
  Rng rng(62);
  int hits = 0;
  const auto host = [](const Vec3& v) { return reference::Vector<double>{v.x, v.y, v.z}; };
  for (int i = 0; i < 500; ++i) {
    const auto [pair, m] = approaching(rng, random_pair(rng, Kind::sphere, Kind::aabb));
    const auto& a = std::get<Sphere>(pair.first);
    const auto& b = std::get<Aabb>(pair.second);
    const auto expected = reference::first_contact(reference::Sphere<double>{host(a.center), a.radius},
                                                   reference::Aabb<double>{host(b.min), host(b.max)}, host(m), 1e-9);
    hits += expect_as_reference(expected, met_of(a, b, m));
  }
  EXPECT_GT(hits, 200);
}

reference::Vector2<double> host(const Vec2& v) { return {v.x, v.y}; }
reference::Vector2<double> direction_of(float angle) { return {std::cos(double{angle}), std::sin(double{angle})}; }

TEST(PlaneCasts, AreAsTheReferenceDoes) {
  Rng rng(62);
  int hits = 0, turned_hits = 0;
  for (int i = 0; i < 500; ++i) {
    const auto [pair, m] = approaching(rng, random_pair(rng, Kind2::box, Kind2::box));
    const auto box = [](const Box2& b) {
      return reference::Box2<double>{host(b.center), direction_of(b.angle), host(b.half_extents)};
    };
    const auto a = box(std::get<Box2>(pair.first)), b = box(std::get<Box2>(pair.second));
    hits += expect_as_reference(reference::first_contact(a, b, host(m), 1e-9), met_of(pair.first, pair.second, m));
    const Motion2 turn = random_turn(rng, pair, m, {-2, 0.3});
    const reference::Motion<reference::Vector2<double>> turning{host(turn.by), host(turn.about), double{turn.turn}};
    turned_hits +=
        expect_as_reference(reference::first_contact(a, turning, b, {}, 1e-9), met_of(pair.first, pair.second, turn));
  }
  EXPECT_GT(hits, 200);
  EXPECT_GT(turned_hits, 150);
}

TYPED_TEST(Cast, Tolerance) {
  constexpr std::array in_space = {Kind::ellipsoid, Kind::hull, Kind::box, Kind::sphere};
  expect_tolerances(approaches<TypeParam>(63, 12, either<TypeParam>(in_space, Plane::kinds)));
}

TYPED_TEST(Cast, Refusals) {
  using Vecd = typename TypeParam::Vecd;
  TwoCasts<TypeParam> two;
  EXPECT_EQ(two.error(std::span(two.fractions).first(1)),
            "out.fractions: has 1 elements, needs one for each of the 2 pairs");
  std::vector<Vecd> vectors(3);
  EXPECT_EQ(two.error(two.fractions, vectors), "out.points: has 3 elements, needs one for each of the 2 pairs");
  EXPECT_EQ(two.error(two.fractions, {}, vectors), "out.normals: has 3 elements, needs one for each of the 2 pairs");
  const std::span over(reinterpret_cast<Vecd*>(two.fractions.data()), 2);
  EXPECT_EQ(two.error(two.fractions, over), "out.points: shares memory with out.fractions");
  EXPECT_EQ(two.error({.tolerance = -1}), "options.tolerance = -1: must not be negative");
  two.motions[1].y = nan;
  EXPECT_EQ(two.error(), "motions[1].y = nan: must be a finite number");
  if constexpr (!is_plane<TypeParam>) {
    two.motions[0].z = inf;
    EXPECT_EQ(two.error(), "motions[0].z = inf: must be a finite number");
  }
  two.motions.pop_back();
  EXPECT_EQ(two.error(), "motions: has 1 elements, needs one for each of the 2 pairs");
  two.motions = {{}, {}};
  two.pairs[1].b = 7;
  EXPECT_EQ(two.error(), "pairs[1].b = 7: out of range, the second set has 2 shapes");
  EXPECT_EQ(two.fractions[0], Interval{});
}

TYPED_TEST(Rays, Refusals) {
  TwoCasts<TypeParam> two;
  two.rays[1].origin.x = 1e19F;
  EXPECT_EQ(two.ray_error(), "rays[1].origin.x = 1e+19" + not_coordinate);
  two.rays[0].motion.y = -inf;
  EXPECT_EQ(two.ray_error(), "rays[0].motion.y = -inf: must be a finite number");
  if constexpr (!is_plane<TypeParam>) {
    two.rays[0].motion.y = 0, two.rays[0].motion.z = -inf;
    EXPECT_EQ(two.ray_error(), "rays[0].motion.z = -inf: must be a finite number");
  }
  two.pairs[1].a = 2;
  EXPECT_EQ(two.ray_error(), "pairs[1].a = 2: out of range, there are 2 rays");
}

TYPED_TEST(Cast, OfHoles) {
  TwoCasts<TypeParam> two;
  two.set.remove(1);
  EXPECT_EQ(two.error(), "pairs[0].b = 1: was removed from the second set");
  EXPECT_EQ(two.ray_error(), "pairs[0].b = 1: was removed from the set");
  EXPECT_EQ(meet(two.set, two.set, two.pairs, two.motions, {.check = Check::none})[0].fractions, never);
}

/// An invalid number leaves [0, infinity], and the other pairs as they were.
template <class S>
void beside_a_bad_number(Isa isa) {
  Rng rng(64);
  for (const auto a : S::bad_kinds) {
    typename S::Casts list;
    while (list.pairs.size() < 21) {
      const auto b = S::kinds[list.pairs.size() % S::kinds.size()];
      const auto [pair, motion] = approaching(rng, random_pair(rng, a, b));
      list.append(pair, motion);
    }
    cast_beside_a_bad_number(list, 3, isa, [](auto& motion) { return std::array{&motion.y}; });
  }
}

class CastOnEveryIsa : public EveryIsa {};

TEST_P(CastOnEveryIsa, BesideABadNumber) { beside_a_bad_number<Space>(GetParam()); }
TEST_P(CastOnEveryIsa, BesideABadNumberInThePlane) { beside_a_bad_number<Plane>(GetParam()); }

TEST_P(CastOnEveryIsa, AtEveryScale) {
  Rng rng(65);
  CastList list;
  for (const Kind a : {Kind::sphere, Kind::capsule, Kind::aabb, Kind::hull, Kind::ellipsoid})
    for (const Kind b : {Kind::point, Kind::box, Kind::hull, Kind::cone})
      for (int i = 0; i < 6; ++i) {
        const auto [pair, motion] = approaching(rng, random_pair(rng, a, b));
        list.append(pair, motion);
      }
  cast_at_every_scale(list, GetParam());
}
TEST_P(CastOnEveryIsa, AtEveryScaleInThePlane) {
  cast_at_every_scale(approaches<Plane>(65, 6, Plane::kinds), GetParam());
}

INSTANTIATE_TEST_SUITE_P(, CastOnEveryIsa, isas(), isa_name);

TYPED_TEST(Cast, AllocatesNothing) { expect_no_allocations(approaches<TypeParam>(66, 1, TypeParam::kinds)); }

}  // namespace
}  // namespace lockstep::test
