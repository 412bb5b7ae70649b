// Casts that start in exact contact, next to it, or a little deeper: of every kind on floors and at walls, in every
// direction, on every instruction set, against the exact oracle; of sets and of the plane.
#include <gtest/gtest.h>

#include "cast_expectations.hpp"
#include "cast_list.hpp"
#include "every_isa.hpp"
#include "standing_scene.hpp"

namespace lockstep::test {
namespace {

TEST(StartContact, IsAHitAtTheStart) {
  const StandingScene scene(0);
  for (const Isa isa : supported_isas()) {
    const std::vector<Met> met = scene.list.answers({.isa = isa});
    for (std::size_t i = 0; i < met.size(); ++i)
      EXPECT_EQ(met[i].fractions, at_once) << text(met[i]) << "\n" << scene.list.line(i);
  }
}

/// One last digit deeper or farther gives the usual answer.
TEST(StartContact, IsToldFromWhatIsNext) {
  const float ulp = 0x1p-24F;  // of the sums
  for (const float gap : {ulp, 1e-6F, -ulp, -1e-6F}) {
    const StandingScene scene(gap);
    const std::vector<Met> met = scene.list.answers();
    for (std::size_t i = 0; i < met.size(); ++i) {
      SCOPED_TRACE(text(met[i]) + "\n" + scene.list.line(i));
      judge_interval(met[i].fractions, scene.list.shapes[i], scene.list.motions[i]);
      const bool hits = gap < 0 || scene.kinds[i] == StartMotion::enters;
      EXPECT_EQ(result_of(met[i].fractions), hits ? CastResult::hits : CastResult::misses);
    }
  }
}

/// Numbers that touch by rounding alone, and those of a lattice, which often touch: reported hits are proven.
TEST(StartContact, IsProvenOfAnyPair) {
  Rng rng(7);
  CastList list;
  const Kind kinds[] = {Kind::point, Kind::aabb, Kind::box, Kind::sphere, Kind::capsule, Kind::hull};
  for (const Kind a : kinds)
    for (const Kind b : kinds)
      for (int i = 0; i < 20; ++i) {
        list.append(oracle::near_contact_pair(rng, a, b, 0), {0, 0, 0});
        list.append(oracle::hard_pair(rng, a, b, oracle::Hardness::lattice), {0, 1, 0});
      }
  const std::vector<Met> met = list.answers();
  int hits = 0;
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE(text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    hits += met[i].fractions == at_once;
  }
  EXPECT_GT(hits, 100);
}

/// A vertex that is not exact relative to the first one in double does not count as known.
TEST(StartContact, OfVerticesThatAreNotExact) {
  const auto fractions = [](float low) {
    CastList list;
    list.append({Point{{0.25F, 0, 0}}, oracle::HullShape{{{0, 1, 0}, {1, low, 0}, {0, low, 1}, {0, low, -1}}}},
                {0, 1, 0});
    return list.answers()[0].fractions;
  };
  EXPECT_EQ(fractions(0), at_once);
  EXPECT_NE(fractions(1e-30F), at_once);
}

/// Doubles cannot tell the gap from contact.
TEST(StartContact, OfPlatesNextToABox) {
  const float thin = 0x1p-30F;
  CastList list;
  std::vector<bool> touches;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const float side : {1.0F, -1.0F})
      for (const float gap : {0.0F, 0x1p-53F}) {
        std::array<float, 3> at{}, half{0.5F, 0.5F, 0.5F}, middle{};
        at[axis] = side * (thin + gap), half[axis] = thin, middle[axis] = -side;
        const Box plate{{at[0], at[1], at[2]}, {}, {half[0], half[1], half[2]}};
        const Box block{{middle[0], middle[1], middle[2]}, {}, {1, 1, 1}};
        list.append({plate, block}, {0, 0, 0}), list.append({block, plate}, {0, 0, 0});
        touches.insert(touches.end(), 2, gap == 0);
      }
  const std::vector<Met> met = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) EXPECT_EQ(met[i].fractions == at_once, touches[i]) << list.line(i);
}

/// The second ball is aside by less than doubles tell, and so a little too far away.
TEST(StartContact, OfBallsNextToEachOther) {
  for (const float aside : {0.0F, 0x1p-27F, -0x1p-27F}) {
    const Sphere ball{{0, 0, 0}, 0.5F};
    CastList list;
    list.append({ball, Sphere{{1, aside, 0}, 0.5F}}, {0, 0, 0});
    list.append({ball, Capsule{{1, aside, 0}, {2, aside, 0}, 0.5F}}, {0, 0, 0});
    for (const Met& met : list.answers()) EXPECT_EQ(met.fractions == at_once, aside == 0) << text(met);
    CastList at_an_end;
    at_an_end.append({Point{{aside, 1, 0}}, Capsule{{0, 0, 0}, {-2, 0, 0}, 1}}, {0, 0, 0});
    at_an_end.append({Point{{aside, 1, 0}}, Capsule{{-2, 0, 0}, {0, 0, 0}, 1}}, {0, 0, 0});
    for (const Met& met : at_an_end.answers()) EXPECT_EQ(met.fractions == at_once, aside <= 0) << text(met);
  }
}

/// The nearest points of capsules' axes are no simple fractions of them.
TEST(StartContact, OfCapsulesAtThirds) {
  const Capsule lying{{-2, 0, 1}, {4, 0, 1}, 3};
  CastList list;
  const auto add = [&](const auto& a, const auto& b) {
    list.append({a, b}, {0, 0, 0}), list.append({b, a}, {0, 0, 0});
  };
  add(Point{{2, 0, 4}}, lying), add(Point{{0, 0, 4}}, lying), add(Sphere{{0, 0, 5}, 1}, lying);
  add(Sphere{{-1, 0, -4}, 3}, Capsule{{-1, -2, 2}, {-1, 5, 2}, 3});
  add(Capsule{{1, 1, 1}, {0, 1, 1}, 1}, Capsule{{1, -2, 0}, {1, -2, 6}, 2});
  add(Capsule{{-5, 3, 0}, {5, 3, 0}, 1}, Capsule{{-4, 0, 0}, {7, 0, 0}, 2});
  for (const Met& met : list.answers()) EXPECT_EQ(met.fractions, at_once) << text(met);
}

TEST(StartContact, OfThePlane) {
  using oracle::AnyShape2;
  const std::vector<AnyShape2> grounds = {Box2{{0, -0.5F}, 0, {5, 1}},
                                          oracle::PolygonShape2{{{-5, 0.5F}, {-5, -1}, {5, -1}, {5, 0.5F}}, {}, 0}};
  const std::vector<AnyShape2> shapes = {Circle2{{0.1F, 0.75F}, 0.25F}, Capsule2{{0.1F, 0.75F}, {0.9F, 0.75F}, 0.25F},
                                         Box2{{0.3F, 1}, 0, {0.7F, 0.5F}}, Ellipse2{{0.3F, 1}, 0, {0.7F, 0.5F}},
                                         oracle::PolygonShape2{{{0.3F, 0.5F}, {1, 1}, {0.1F, 2}}, {}, 0}};
  PlaneCastList list;
  for (const AnyShape2& ground : grounds)
    for (const AnyShape2& shape : shapes)
      for (const Vec2 by : {Vec2{0, 1}, {1, 0}, {-1, 0}, {0.3F, -1}}) list.append({shape, ground}, by);
  for (const Isa isa : supported_isas())
    for (const auto& met : list.answers({.isa = isa})) EXPECT_EQ(met.fractions, at_once) << text(met);
}

/// Depths, gaps and normals at the start, for any result.
TEST(StartContact, IsMeasuredIfAsked) {
  ShapeSet first, second;
  first.add(Sphere{{0, 0.5F, 0}, 1}), first.add(Sphere{{0, 3, 0}, 1}), second.add(Aabb{{-9, -1, -9}, {9, 0, 9}});
  const std::vector<Pair> pairs = {{0, 0}, {1, 0}};
  const std::vector<Vec3> motions = {{0, 1, 0}, {0, 1, 0}};
  std::vector<Interval> fractions(2), starts(2), distances(2);
  std::vector<Vec3d> normals(2);
  cast(first, second, pairs, motions, {.fractions = fractions, .starts = starts, .start_normals = normals});
  distance(first, second, pairs, {distances});
  EXPECT_EQ(starts, distances);
  EXPECT_EQ(fractions, (std::vector<Interval>{at_once, never}));
  EXPECT_NEAR(starts[0].lower, -0.5, 1e-9);
  EXPECT_NEAR(starts[1].upper, 2, 1e-9);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(normals[i].y, 1, 1e-9);
  ShapeSet2 plane;
  plane.add(Circle2{{0, 0.5F}, 1}), plane.add(Box2{{0, -1}, 0, {9, 1}});
  const Pair pair{0, 1};
  const Vec2 by{0, 1};
  Interval fraction, start;
  cast(plane, plane, {&pair, 1}, std::span<const Vec2>(&by, 1), {.fractions = {&fraction, 1}, .starts = {&start, 1}});
  EXPECT_EQ(fraction, at_once);
  EXPECT_NEAR(start.lower, -0.5, 1e-9);
  const Ray ray{{0, -0.25F, 0}, {0, 1, 0}};
  const Pair of_ray{0, 0};
  cast_rays({&ray, 1}, second, {&of_ray, 1}, {.fractions = {&fraction, 1}, .starts = {&start, 1}});
  EXPECT_NEAR(start.upper, -0.25, 1e-9);
}

}  // namespace
}  // namespace lockstep::test
