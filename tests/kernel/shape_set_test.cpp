// A shape set as a value: its contents, copies and moves, and replaced shapes.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "pair_list.hpp"

namespace lockstep::test {
namespace {

/// A unit sphere at the origin against every shape of the set.
std::vector<Verdict> against_ball(const ShapeSet& set) {
  ShapeSet ball;
  ball.add(Sphere{{0, 0, 0}, 1});
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < set.size(); ++i) pairs.push_back({0, i});
  std::vector<Verdict> verdicts(pairs.size());
  intersect(ball, set, pairs, verdicts);
  return verdicts;
}

ShapeSet one_of_each(float x) {
  ShapeSet set;
  const Vec3 corners[] = {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}, {x, 0, 1}};
  set.add(Point{{x, 0, 0}});
  set.add(Sphere{{x, 0, 0}, 0.5F});
  set.add(Aabb{{x - 1, -1, -1}, {x + 1, 1, 1}});
  set.add(Box{{x, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}});
  set.add(Capsule{{x, 0, 0}, {x, 0, 1}, 0.5F});
  set.add(ConvexHull{corners});
  set.add(ConvexVolume::from_corners(std::array<Vec3, 8>{{{x - 1, -1, -1},
                                                          {x + 1, -1, -1},
                                                          {x + 1, 1, -1},
                                                          {x - 1, 1, -1},
                                                          {x - 1, -1, 1},
                                                          {x + 1, -1, 1},
                                                          {x + 1, 1, 1},
                                                          {x - 1, 1, 1}}}));
  set.add(Ellipsoid{{x, 0, 0}, {0, 0, 0, 1}, {1, 2, 3}});
  set.add(Cylinder{{x, 0, -1}, {x, 0, 1}, 0.5F});
  set.add(Cone{{x, 0, 0}, {x, 0, 1}, 0.5F});
  return set;
}

const std::vector<Verdict> all_apart(10, Verdict::separated), all_inside(10, Verdict::overlapping);

TEST(ShapeSet, KindsInTheOrderOfAdd) {
  const ShapeSet set = one_of_each(10);
  constexpr ShapeKind kinds[] = {ShapeKind::point,    ShapeKind::sphere, ShapeKind::aabb,   ShapeKind::box,
                                 ShapeKind::capsule,  ShapeKind::hull,   ShapeKind::volume, ShapeKind::ellipsoid,
                                 ShapeKind::cylinder, ShapeKind::cone};
  ASSERT_EQ(set.size(), 10U);
  for (std::uint32_t i = 0; i < 10; ++i) {
    EXPECT_EQ(set.kind(i), kinds[i]);
    EXPECT_EQ(name(set.kind(i)), name(kinds[i]));
  }
}

TEST(ShapeSet, SetMovesAShapeAndMayChangeItsKind) {
  ShapeSet set = one_of_each(10);
  EXPECT_EQ(against_ball(set), all_apart);
  set.set(0, Point{{0.5F, 0, 0}});
  set.set(1, Sphere{{1, 0, 0}, 0.5F});
  set.set(2, Capsule{{0, 0, 0}, {0, 5, 0}, 0});
  set.set(3, Box{{1, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}});
  set.set(4, Aabb{{0, 0, 0}, {1, 1, 1}});
  set.set(5, Sphere{{0, 0, 0}, 1});  // was a hull
  set.set(6, Point{{0, 0, 0}});      // was a volume
  set.set(7, Cone{{0, 0, 0}, {9, 0, 0}, 1});
  set.set(8, Ellipsoid{{1, 0, 0}, {0, 0, 0, 1}, {0.5F, 0, 0}});
  set.set(9, Cylinder{{0, 0, 0}, {9, 0, 0}, 1});
  EXPECT_EQ(against_ball(set), all_inside);
  EXPECT_EQ(set.kind(2), ShapeKind::capsule);
  EXPECT_EQ(set.kind(5), ShapeKind::sphere);
  EXPECT_EQ(set.kind(8), ShapeKind::ellipsoid);
  EXPECT_EQ(set.size(), 10U);
}

TEST(ShapeSet, CopiesAreIndependent) {
  ShapeSet original = one_of_each(10);
  ShapeSet copy = original;
  copy.set(0, Point{{0, 0, 0}});
  copy.add(Point{{0, 0, 0}});
  EXPECT_EQ(original.size(), 10U);
  EXPECT_EQ(against_ball(original), all_apart);

  copy = one_of_each(0);
  EXPECT_EQ(against_ball(copy), all_inside);
  original = copy;
  copy.clear();
  EXPECT_EQ(copy.size(), 0U);
  EXPECT_EQ(against_ball(original), all_inside);
  const ShapeSet& same = original;
  original = same;
  EXPECT_EQ(against_ball(original), all_inside);
}

TEST(ShapeSet, MovesKeepTheShapes) {
  ShapeSet source = one_of_each(10);
  ShapeSet target = std::move(source);
  EXPECT_EQ(against_ball(target), all_apart);
  source = one_of_each(0);  // a moved-from set may be assigned to
  EXPECT_EQ(against_ball(source), all_inside);
  target = std::move(source);
  EXPECT_EQ(against_ball(target), all_inside);
}

TEST(ShapeSet, ClearAndReserve) {
  ShapeSet set = one_of_each(10);
  set.clear();
  EXPECT_EQ(set.size(), 0U);
  set.reserve(1000, 5000);
  EXPECT_EQ(set.size(), 0U);
  EXPECT_EQ(set.add(Point{{0, 0, 0}}), 0U);
  intersect(set, set, {}, {});
}

/// The hull is copied: the caller may discard its vertices.
TEST(ShapeSet, HullsAreCopied) {
  ShapeSet set;
  std::vector<Vec3> vertices = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
  set.add(ConvexHull{vertices});
  vertices.assign(4, Vec3{1000, 1000, 1000});
  EXPECT_EQ(against_ball(set), std::vector<Verdict>{Verdict::overlapping});
}

const std::vector<Vec3> cube = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};

TEST(ShapeSet, InstancesOfAMesh) {
  ShapeSet set;
  const std::uint32_t mesh = set.add_mesh(ConvexHull{cube});
  EXPECT_EQ(set.size(), 0U) << "a mesh is no shape";
  const float half = std::sqrt(0.5F);
  set.add(HullInstance{mesh, {{1.9F, 0, 0}, {}}});
  set.add(HullInstance{mesh, {{2.1F, 0, 0}, {}}});
  set.add(HullInstance{mesh, {{2.1F, 0, 0}, {}}, 0.2F});
  set.add(HullInstance{mesh, {{2.4F, 0, 0}, {0, 0, std::sin(0.3926991F), std::cos(0.3926991F)}}});  // an edge ahead
  set.add(HullInstance{mesh, {{2.4F, 0, 0}, {half, 0, 0, half}}});                                  // a face
  EXPECT_EQ(against_ball(set), (std::vector<Verdict>{Verdict::overlapping, Verdict::separated, Verdict::overlapping,
                                                     Verdict::overlapping, Verdict::separated}));
  EXPECT_EQ(set.kind(3), ShapeKind::hull_instance);
}

TEST(ShapeSet, InstancesMove) {
  ShapeSet set = one_of_each(10);
  const std::uint32_t first = set.add_mesh(ConvexHull{cube}), second = set.add_mesh(ConvexHull{{cube.data(), 1}});
  const std::uint32_t moving = set.add(HullInstance{first, {{10, 0, 0}, {}}});
  std::vector<Verdict> expected(set.size(), Verdict::separated);
  EXPECT_EQ(against_ball(set), expected);
  set.set(moving, HullInstance{first, {{1.5F, 0, 0}, {}}});
  set.set(0, HullInstance{first, {{0, 0, 0}, {}}, 3});  // was a point
  set.set(6, HullInstance{second, {{1, 1, 1}, {}}});    // was a volume
  expected[0] = expected[6] = expected[moving] = Verdict::overlapping;
  EXPECT_EQ(against_ball(set), expected);
  set.set(moving, Point{{10, 0, 0}});
  set.set(0, HullInstance{second, {{20, 0, 0}, {}}});
  expected[0] = expected[moving] = Verdict::separated;
  EXPECT_EQ(against_ball(set), expected);
}

/// Neighbours in the list are instances of the same mesh, so that lanes share vertices; pairs of one mesh precede those
/// of another.
TEST(ShapeSet, InstancesThatShareAMeshAnswerAsIfEachHadItsOwn) {
  Rng rng(97);
  PairList own;
  ShapeSet balls, instances;
  std::vector<Pair> pairs;
  for (const int vertices : {30, 8, 100, 31, 1}) {
    const auto mesh = std::get<oracle::HullShape>(many_vertices(rng, vertices, {0, 0, 0})).vertices;
    const std::uint32_t number = instances.add_mesh(ConvexHull{mesh});
    for (int i = 0; i < 70; ++i) {
      const auto ball = std::get<Sphere>(oracle::random_pair(rng, Kind::sphere, Kind::point).first);
      const auto box = std::get<Box>(oracle::random_pair(rng, Kind::box, Kind::point).first);
      const HullInstance instance{number, {box.center, box.rotation}, i % 3 == 0 ? 0.1F : 0};
      own.append({ball, oracle::PlacedHull{mesh, instance.pose, instance.radius}});
      pairs.push_back({balls.add(ball), instances.add(instance)});
    }
  }
  for (const Isa isa : supported_isas()) {
    std::vector<Verdict> verdicts(pairs.size());
    intersect(balls, instances, pairs, verdicts, {.isa = isa});
    EXPECT_EQ(verdicts, own.answers({.isa = isa})) << name(isa);
    std::vector<Interval> shared(pairs.size()), alone(pairs.size());
    distance(balls, instances, pairs, {shared, {}, {}}, {.isa = isa});
    distance(own.first, own.second, own.pairs, {alone, {}, {}}, {.isa = isa});
    EXPECT_EQ(shared, alone) << name(isa);
  }
  EXPECT_EQ(own.answers({.isa = Isa::scalar}), own.answers());
}

TEST(ShapeSet, RoundedHulls) {
  ShapeSet set;
  const Vec3 segment[] = {{1.5F, 0, 0}, {1.5F, 2, 0}};
  set.add(RoundedHull{segment, 0.4F});
  set.add(RoundedHull{segment, 0.6F});
  EXPECT_EQ(against_ball(set), (std::vector<Verdict>{Verdict::separated, Verdict::overlapping}));
  EXPECT_EQ(set.kind(0), ShapeKind::rounded_hull);
}

}  // namespace
}  // namespace lockstep::test
