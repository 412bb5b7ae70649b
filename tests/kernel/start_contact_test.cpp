// Casts that start in exact contact, next to it, or a little deeper: of every kind on floors and at walls, in every
// direction, on every instruction set, against the exact oracle; of sets and of the plane.
#include <gtest/gtest.h>

#include "cast_expectations.hpp"
#include "every_isa.hpp"
#include "plane_cast_list.hpp"
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

/// A last digit deeper or apart is told as ever.
TEST(StartContact, IsToldFromWhatIsNext) {
  const float ulp = 0x1p-24F;  // of the sums
  for (const float gap : {ulp, 1e-6F, -ulp, -1e-6F}) {
    const StandingScene scene(gap);
    const std::vector<Met> met = scene.list.answers();
    for (std::size_t i = 0; i < met.size(); ++i) {
      SCOPED_TRACE(text(met[i]) + "\n" + scene.list.line(i));
      judge_interval(met[i].fractions, scene.list.shapes[i], scene.list.motions[i]);
      const bool hits = gap < 0 || scene.ways[i] == Way::enters;
      EXPECT_EQ(result_of(met[i].fractions), hits ? CastResult::hits : CastResult::misses);
    }
  }
}

/// Numbers that touch by rounding alone: what is said to hit is proven.
TEST(StartContact, IsProvenOfAnyPair) {
  Rng rng(7);
  CastList list;
  for (const Kind a : {Kind::aabb, Kind::box, Kind::sphere, Kind::capsule, Kind::hull})
    for (const Kind b : {Kind::aabb, Kind::box, Kind::sphere, Kind::capsule, Kind::hull})
      for (int i = 0; i < 20; ++i) list.append(oracle::near_contact_pair(rng, a, b, 0), {0, 0, 0});
  const std::vector<Met> met = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE(text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
  }
}

/// A vertex that double cannot take from the first one is no vertex that is known.
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

}  // namespace
}  // namespace lockstep::test
