// Invalid numbers of shapes of the plane: named by checked calls; after unchecked ones never a false proof, and no
// other answer changes.
#include <gtest/gtest.h>

#include <cmath>

#include "bad_numbers.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "poisoned_pairs.hpp"

namespace lockstep::test {
namespace {

class PoisonedPlaneLane : public EveryIsa {};

TEST_P(PoisonedPlaneLane, ChangesNoOther) { poison_pairs<Plane>(GetParam()); }

TEST_P(PoisonedPlaneLane, WhatIsNoShapeTouchesEverything) {
  ShapeSet2 bad, good;
  bad.add(Circle2{{0, 0}, -1}, Check::none);
  bad.add(Capsule2{{0, 0}, {0, 1}, -0.5F}, Check::none);
  for (const Vec2& half : {Vec2{-1, 1}, Vec2{1, -1}})
    bad.add(Box2{{0, 0}, 0, half}, Check::none), bad.add(Ellipse2{{0, 0}, 1, half}, Check::none);
  for (const float angle : {nan, inf, -2e6F}) {
    bad.add(Box2{{0, 0}, angle, {1, 1}}, Check::none);
    bad.add(Ellipse2{{0, 0}, angle, {1, 1}}, Check::none);
    bad.add(Slice2{{0, 0}, angle, 1, 1}, Check::none);
    bad.add(Slice2{{0, 0}, 0, angle, 1}, Check::none);
    bad.add(Polygon2{std::array<Vec2, 1>{}, {0, 0}, angle}, Check::none);
  }
  bad.add(Polygon2{std::array<Vec2, 2>{{{-2.7e38F, 0}, {2.7e38F, 1}}}},
          Check::none);  // one seen from the other is infinite
  bad.add(Slice2{{0, 0}, 0, 1.6F, 1}, Check::none);
  bad.add(Slice2{{0, 0}, 0, -0.1F, 1}, Check::none);
  bad.add(Slice2{{0, 0}, 0, 1, -1}, Check::none);
  for (const float x : {0.0F, 3.0F, 100.0F}) {
    good.add(Circle2{{x, 0}, 1});
    good.add(Capsule2{{x, 0}, {x, 5}, 1});
    good.add(Box2{{x, 0}, 1, {1, 2}});
    good.add(Ellipse2{{x, 0}, 0, {1, 2}});
    good.add(Slice2{{x, 0}, 2, 1, 3});
    good.add(Polygon2{std::array<Vec2, 3>{{{x, 0}, {x, 1}, {x + 1, 0}}}});
  }
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < bad.size(); ++a)
    for (std::uint32_t b = 0; b < good.size(); ++b) pairs.push_back({a, b});
  for (const Method method : methods) {
    std::vector<Verdict> verdicts(pairs.size());
    intersect(bad, good, pairs, verdicts, {.method = method, .check = Check::inputs, .isa = GetParam()});
    EXPECT_EQ(verdicts, std::vector<Verdict>(pairs.size(), Verdict::touching));
  }
}

INSTANTIATE_TEST_SUITE_P(, PoisonedPlaneLane, isas(), isa_name);

/// The error of adding to a set; the set stays as it was if there is one.
template <class Shape>
std::string adding_in_plane(const Shape& shape, Check check = Check::inputs) {
  ShapeSet2 set;
  const std::string error = error_of([&] { set.add(shape, check); });
  EXPECT_EQ(set.size(), error.empty() ? 1U : 0U);
  return error;
}

const std::string not_angle = ": must be a finite number between -1e6 and 1e6 (radians)";
const std::string not_half_angle = ": must be between 0 and pi/2 (radians)";

TEST(PlaneErrors, NameTheFieldAndItsValue) {
  EXPECT_EQ(adding_in_plane(Circle2{{nan, 0}, 1}), "circle.center.x = nan" + not_coordinate);
  EXPECT_EQ(adding_in_plane(Circle2{{0, 2e18F}, 1}), "circle.center.y = 2e+18" + not_coordinate);
  EXPECT_EQ(adding_in_plane(Circle2{{0, 0}, -1}), "circle.radius = -1" + not_length);
  EXPECT_EQ(adding_in_plane(Capsule2{{0, inf}, {0, 0}, 1}), "capsule.p0.y = inf" + not_coordinate);
  EXPECT_EQ(adding_in_plane(Capsule2{{0, 0}, {-inf, 0}, 1}), "capsule.p1.x = -inf" + not_coordinate);
  EXPECT_EQ(adding_in_plane(Capsule2{{0, 0}, {0, 0}, nan}), "capsule.radius = nan" + not_length);
  EXPECT_EQ(adding_in_plane(Box2{{0, nan}, 0, {1, 1}}), "box.center.y = nan" + not_coordinate);
  EXPECT_EQ(adding_in_plane(Box2{{0, 0}, 1000001, {1, 1}}), "box.angle = 1000001" + not_angle);
  EXPECT_EQ(adding_in_plane(Box2{{0, 0}, 0, {1, -2}}), "box.half_extents.y = -2" + not_length);
  EXPECT_EQ(adding_in_plane(Ellipse2{{0, 0}, nan, {1, 1}}), "ellipse.angle = nan" + not_angle);
  EXPECT_EQ(adding_in_plane(Ellipse2{{0, 0}, 0, {inf, 1}}), "ellipse.radii.x = inf" + not_length);
  EXPECT_EQ(adding_in_plane(Slice2{{0, 0}, -inf, 1, 1}), "slice.angle = -inf" + not_angle);
  EXPECT_EQ(adding_in_plane(Slice2{{0, 0}, 0, 1.5707965F, 1}), "slice.half_angle = 1.5707965" + not_half_angle);
  EXPECT_EQ(adding_in_plane(Slice2{{0, 0}, 0, -1, 1}), "slice.half_angle = -1" + not_half_angle);
  EXPECT_EQ(adding_in_plane(Slice2{{0, 0}, 0, 1, -1}), "slice.radius = -1" + not_length);
  const Vec2 vertices[] = {{0, 0}, {0, inf}};
  EXPECT_EQ(adding_in_plane(Polygon2{vertices}), "polygon.vertices[1].y = inf" + not_coordinate);
  EXPECT_EQ(adding_in_plane(Polygon2{{vertices, 1}, {nan, 0}}), "polygon.position.x = nan" + not_coordinate);
  EXPECT_EQ(adding_in_plane(Polygon2{{vertices, 1}, {0, 0}, nan}), "polygon.angle = nan" + not_angle);
}

TEST(PlaneErrors, LegalExtremesAreTaken) {
  EXPECT_EQ(adding_in_plane(Circle2{{max_coordinate, -max_coordinate}, 0}), "");
  EXPECT_EQ(adding_in_plane(Capsule2{{0, 0}, {0, 0}, -0.0F}), "");
  EXPECT_EQ(adding_in_plane(Box2{{0, 0}, max_angle, {0, 0}}), "");
  EXPECT_EQ(adding_in_plane(Ellipse2{{0, 0}, -max_angle, {0, max_coordinate}}), "");
  EXPECT_EQ(adding_in_plane(Slice2{{0, 0}, 0, oracle::quarter_turn, 0}), "");
  EXPECT_EQ(adding_in_plane(Slice2{{0, 0}, 0, 0, 1}), "");
  const Vec2 same[] = {{1, 2}, {1, 2}};
  EXPECT_EQ(adding_in_plane(Polygon2{same}), "");
}

TEST(PlaneErrors, UncheckedShapesAreTakenButForEmptyOnes) {
  EXPECT_EQ(adding_in_plane(Circle2{{nan, 0}, -1}, Check::none), "");
  EXPECT_EQ(adding_in_plane(Slice2{{0, 0}, inf, nan, 1}, Check::none), "");
  for (const Check check : {Check::inputs, Check::none})
    EXPECT_EQ(adding_in_plane(Polygon2{}, check), "polygon.vertices: empty, a polygon has at least one vertex");
}

TEST(PlaneErrors, IndicesOfASet) {
  ShapeSet2 set;
  set.add(Circle2{{0, 0}, 1});
  set.add(Polygon2{std::array<Vec2, 1>{}});
  const std::string out_of_range = "shape set: index 2 is out of range, the set has 2 shapes";
  for (const Check check : {Check::inputs, Check::none}) {
    EXPECT_EQ(error_of([&] { set.set(2, Circle2{{0, 0}, 1}, check); }), out_of_range);
    EXPECT_EQ(error_of([&] { set.place(2, {0, 0}, 0, check); }), out_of_range);
    EXPECT_EQ(error_of([&] {
                set.place(0, {0, 0}, 0, check);
              }),
              "shape set: shape 0 is no polygon: give a position without an angle");
    EXPECT_EQ(error_of([&] {
                set.set(1, Circle2{{0, 0}, 1}, check);
              }),
              "shape set: shape 1 is a polygon, which only place can move");
  }
  EXPECT_EQ(error_of([&] { (void)set.kind(2); }), out_of_range);
  EXPECT_EQ(error_of([&] { set.set(0, Circle2{{0, 0}, -1}); }), "circle.radius = -1" + not_length);
  EXPECT_EQ(error_of([&] { set.place(1, {0, inf}, 0); }), "polygon.position.y = inf" + not_coordinate);
  EXPECT_EQ(error_of([&] { set.place(1, {0, 0}, inf); }), "polygon.angle = inf" + not_angle);
  EXPECT_EQ(set.kind(0), ShapeKind2::circle);
  EXPECT_EQ(set.kind(1), ShapeKind2::polygon);
  EXPECT_EQ(error_of([&] { set.reserve(std::size_t{1} << 32); }), "shape set: more than 2^32 - 1 shapes");
  EXPECT_EQ(error_of([&] { set.reserve(0, std::size_t{1} << 32); }),
            "polygon.vertices: too many, a set holds at most 2^32 - 17 vertices");
}

TEST(PlaneErrors, OfListsWriteNothing) {
  ShapeSet2 set;
  set.add(Circle2{{0, 0}, 1});
  constexpr auto untouched = static_cast<Verdict>(77);
  std::vector<Verdict> verdicts(2, untouched);
  const std::vector<Pair> pairs = {{0, 0}, {0, 1}};
  EXPECT_EQ(error_of([&] { intersect(set, set, pairs, verdicts); }),
            "pairs[1].b = 1: out of range, the second set has 1 shapes");
  EXPECT_EQ(error_of([&] {
              intersect(set, set, {pairs.data(), 1}, verdicts);
            }),
            "verdicts: has 2 elements, needs one for each of the 1 pairs");
  EXPECT_EQ(verdicts, std::vector<Verdict>(2, untouched));
  Pair shared{0, 0};
  const std::span<Verdict> inside(reinterpret_cast<Verdict*>(&shared), 1);
  EXPECT_EQ(error_of([&] { intersect(set, set, {&shared, 1}, inside); }), "verdicts: shares memory with pairs");
}

}  // namespace
}  // namespace lockstep::test
