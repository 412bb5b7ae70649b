// Sets of shapes at double positions (ShapeSet::place, ShapeSet2::place): changes, checks, and calls that refuse them.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "error_of.hpp"
#include "lockstep/lockstep.hpp"
#include "spaces.hpp"

namespace lockstep::test {
namespace {

template <class S>
class PositionsOfASet : public testing::Test {};
TYPED_TEST_SUITE(PositionsOfASet, Spaces, SpaceName);

/// Positions follow their shapes through changes of the set.
TYPED_TEST(PositionsOfASet, StayWithTheirShapes) {
  using S = TypeParam;
  typename S::Set set;
  const std::uint32_t ball = set.add(S::ball(0, 0, 1)), other = set.add(S::ball(0, 0, 1));
  const auto are_apart = [&](std::uint32_t a, std::uint32_t b) {
    const Pair pair{a, b};
    Verdict verdict{};
    intersect(set, set, std::span(&pair, 1), std::span(&verdict, 1));
    return verdict == Verdict::separated;
  };
  EXPECT_FALSE(are_apart(ball, other));
  set.place(ball, S::d(1e9 + 0.25, 0));
  EXPECT_TRUE(are_apart(ball, other));
  set.place(other, S::d(1e9 + 2, 0));
  EXPECT_FALSE(are_apart(ball, other));
  set.set(other, S::ball(0, 0, 0.5F));
  EXPECT_TRUE(are_apart(ball, other)) << "a gap of a quarter";
  const std::uint32_t third = set.add(S::box(0, 0, 1, 1));
  EXPECT_TRUE(are_apart(ball, third)) << "shapes that were never placed stand at 0";
  set.place(third, S::d(1e9, 1.5));
  EXPECT_FALSE(are_apart(ball, third));
  set.remove(third);
  EXPECT_EQ(set.add(S::box(0, 0, 1, 1)), third);
  EXPECT_TRUE(are_apart(ball, third)) << "the next shape in its slot begins at 0";
  const typename S::Set copy = set;
  set.clear();
  set.add(S::ball(0, 0, 1)), set.add(S::ball(1, 0, 1));
  EXPECT_FALSE(are_apart(0, 1));
  set = copy;
  EXPECT_TRUE(are_apart(ball, other));
}

TYPED_TEST(PositionsOfASet, AreChecked) {
  using S = TypeParam;
  typename S::Set set;
  set.add(S::ball(0, 0, 1));
  const double nan = std::nan("");
  EXPECT_EQ(error_of([&] { set.place(0, S::d(0, nan)); }), "position.y = nan: must be a finite number of at most 1e18");
  EXPECT_EQ(error_of([&] { set.place(0, S::d(2e18, 0)); }),
            "position.x = 2e+18: must be a finite number of at most 1e18");
  EXPECT_EQ(error_of([&] { set.place(0, S::d(0, -0x1.8p-149)); }),
            "position.y = -2.1019476964872256e-45: must be a multiple of 2^-149, as all beyond 6.4e-30 are");
  EXPECT_NO_THROW(set.place(0, S::d(0x1p-149, 0x1.0000000000001p-97)));
  set.clear(), set.add(S::ball(0, 0, 1));
  EXPECT_EQ(error_of([&] { set.place(1, S::d(0, 0)); }), "shape set: index 1 is out of range, the set has 1 shapes");
  EXPECT_NO_THROW((void)trace(set, set, {0, 0})) << "a position that is refused leaves the set as it was";
  set.place(0, S::d(nan, 0), Check::none);
  const Pair pair{0, 0};
  Verdict verdict{};
  intersect(set, set, std::span(&pair, 1), std::span(&verdict, 1));
  EXPECT_EQ(verdict, Verdict::touching);
}

/// Calls that do not take positions say so, instead of an answer about other places.
TEST(PlacedSets, AreRefusedByOtherCalls) {
  const auto refused = [](const std::string& set) {
    return "shape set: its shapes have double positions (" + set + "::place), which this call does not take";
  };
  ShapeSet set, plain;
  set.add(Sphere{{0, 0, 0}, 1}), plain.add(Sphere{{0, 0, 0}, 1});
  set.place(0, {1, 2, 3});
  const std::vector<Vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<std::uint32_t> corners = {0, 1, 2};
  const TriangleMesh mesh(vertices, corners);
  EXPECT_EQ(error_of([&] { (void)trace(set, plain, {0, 0}); }), refused("ShapeSet"));
  ShapeSet2 in_plane;
  in_plane.add(Circle2{{0, 0}, 1}), in_plane.place(0, Vec2d{1, 2});
  EXPECT_EQ(error_of([&] { (void)trace(in_plane, in_plane, {0, 0}); }), refused("ShapeSet2"));
  const Ray2 flat{{0, 0}, {1, 0}};
  const Pair pair{0, 0};
  Interval fraction{};
  EXPECT_EQ(error_of([&] {
              cast_rays(std::span(&flat, 1), in_plane, std::span(&pair, 1), {.fractions = std::span(&fraction, 1)},
                        {.origin = {1, 2, 3}});
            }),
            "options.origin.z = 3: must be 0 for rays of the plane");

  const Ray ray{{0, 0, 0}, {1, 0, 0}};
  const std::span<const Ray> rays(&ray, 1);
  const RayOptions moved{.origin = {1, 2, 3}};
  EXPECT_EQ(error_of([&] { (void)all_hits(rays, mesh, moved); }),
            "options.origin: must be 0, only sets and a World of space have double positions");
  EXPECT_EQ(error_of([&] {
              (void)all_hits(rays, plain, {.origin = {0, 0, 2e18}});
            }),
            "options.origin.z = 2e+18: must be a finite number of at most 1e18");
}

}  // namespace
}  // namespace lockstep::test
