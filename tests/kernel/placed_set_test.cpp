// Sets of shapes at double positions (ShapeSet::place): changes, checks, and calls that refuse them.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "error_of.hpp"
#include "lockstep/lockstep.hpp"

namespace lockstep::test {
namespace {

/// Positions follow their shapes through changes of the set.
TEST(PositionsOfASet, StayWithTheirShapes) {
  ShapeSet set;
  const std::uint32_t ball = set.add(Sphere{{0, 0, 0}, 1}), other = set.add(Sphere{{0, 0, 0}, 1});
  const auto are_apart = [&](std::uint32_t a, std::uint32_t b) {
    const Pair pair{a, b};
    Verdict verdict{};
    intersect(set, set, std::span(&pair, 1), std::span(&verdict, 1));
    return verdict == Verdict::separated;
  };
  EXPECT_FALSE(are_apart(ball, other));
  set.place(ball, {1e9 + 0.25, 0, 0});
  EXPECT_TRUE(are_apart(ball, other));
  set.place(other, {1e9 + 2, 0, 0});
  EXPECT_FALSE(are_apart(ball, other));
  set.set(other, Sphere{{0, 0, 0}, 0.5F});
  EXPECT_TRUE(are_apart(ball, other)) << "a gap of a quarter";
  const std::uint32_t third = set.add(Box{{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}});
  EXPECT_TRUE(are_apart(ball, third)) << "shapes that were never placed stand at 0";
  set.place(third, {1e9, 1.5, 0});
  EXPECT_FALSE(are_apart(ball, third));
  set.remove(third);
  EXPECT_EQ(set.add(Box{{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}), third);
  EXPECT_TRUE(are_apart(ball, third)) << "the next shape in its slot begins at 0";
  const ShapeSet copy = set;
  set.clear();
  set.add(Sphere{{0, 0, 0}, 1}), set.add(Sphere{{1, 0, 0}, 1});
  EXPECT_FALSE(are_apart(0, 1));
  set = copy;
  EXPECT_TRUE(are_apart(ball, other));
}

TEST(PositionsOfASet, AreChecked) {
  ShapeSet set;
  set.add(Sphere{{0, 0, 0}, 1});
  const double nan = std::nan("");
  EXPECT_EQ(error_of([&] { set.place(0, {0, nan, 0}); }), "position.y = nan: must be a finite number of at most 1e18");
  EXPECT_EQ(error_of([&] {
              set.place(0, {2e18, 0, 0});
            }),
            "position.x = 2e+18: must be a finite number of at most 1e18");
  EXPECT_EQ(error_of([&] { set.place(1, {0, 0, 0}); }), "shape set: index 1 is out of range, the set has 1 shapes");
  EXPECT_NO_THROW((void)World(set)) << "a position that is refused leaves the set as it was";
  set.place(0, {nan, 0, 0}, Check::none);
  const Pair pair{0, 0};
  Verdict verdict{};
  intersect(set, set, std::span(&pair, 1), std::span(&verdict, 1));
  EXPECT_EQ(verdict, Verdict::touching);
}

/// Calls that do not take positions say so, instead of an answer about other places.
TEST(PositionsOfASet, AreRefusedByOtherCalls) {
  const std::string refused =
      "shape set: its shapes have double positions (ShapeSet::place), which this call does not take";
  ShapeSet set, plain;
  set.add(Sphere{{0, 0, 0}, 1}), plain.add(Sphere{{0, 0, 0}, 1});
  set.place(0, {1, 2, 3});
  const std::vector<Vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<std::uint32_t> corners = {0, 1, 2};
  const TriangleMesh mesh(vertices, corners);
  EXPECT_EQ(error_of([&] { (void)trace(set, plain, {0, 0}); }), refused);

  const Ray ray{{0, 0, 0}, {1, 0, 0}};
  const std::span<const Ray> rays(&ray, 1);
  const RayOptions moved{.origin = {1, 2, 3}};
  EXPECT_EQ(error_of([&] { (void)all_hits(rays, mesh, moved); }),
            "options.origin: must be 0, only sets of space and a World have double positions");
  EXPECT_EQ(error_of([&] {
              (void)all_hits(rays, plain, {.origin = {0, 0, 2e18}});
            }),
            "options.origin.z = 2e+18: must be a finite number of at most 1e18");
}

}  // namespace
}  // namespace lockstep::test
