// Parts of bodies with their own vertices or of aligned boxes, and meshes that several sets share.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "error_of.hpp"
#include "lockstep/lockstep.hpp"

namespace lockstep::test {
namespace {

const std::vector<Vec3> pyramid = {{0, 0, 0}, {0.5F, 0, 0}, {0, 0.5F, 0}, {0.5F, 0.5F, 0}, {0.2F, 0.2F, 0.7F}};
const Pose somewhere = {{3, -2, 1}, {0, 0.6F, 0, 0.8F}};

/// The distances of the shapes of one set from those of the other, all pairs.
std::vector<std::uint64_t> distances_of(const ShapeSet& first, const ShapeSet& second) {
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < first.size(); ++a)
    for (std::uint32_t b = 0; b < second.size(); ++b) pairs.push_back({a, b});
  std::vector<Interval> distances(pairs.size());
  distance(first, second, pairs, {distances});
  std::vector<std::uint64_t> bits;
  for (const Interval& d : distances) {
    bits.push_back(std::bit_cast<std::uint64_t>(d.lower)), bits.push_back(std::bit_cast<std::uint64_t>(d.upper));
  }
  return bits;
}

ShapeSet probes() {
  ShapeSet set;
  for (int i = 0; i < 9; ++i)
    set.add(Sphere{{static_cast<float>(i % 3), static_cast<float>(i / 3), 0.25F * static_cast<float>(i)}, 0.1F});
  return set;
}

TEST(BodyParts, HullsAndAlignedBoxesAreTakenDirectly) {
  BodySet direct, by_mesh;
  {
    const std::vector<Vec3> gone = pyramid;  // vertices are copied
    const BodyPart parts[] = {Sphere{{1, 0, 0}, 0.5F}, ConvexHull{gone}, Aabb{{1, 1, 1}, {2, 3, 4}},
                              RoundedHull{gone, 0.25F}};
    EXPECT_EQ(direct.add(parts, somewhere), 0U);
  }
  const std::uint32_t mesh = by_mesh.add_mesh(ConvexHull{pyramid});
  const BodyPart same[] = {Sphere{{1, 0, 0}, 0.5F}, HullInstance{mesh, {}}, Box{{1.5F, 2, 2.5F}, {}, {0.5F, 1, 1.5F}},
                           HullInstance{mesh, {}, 0.25F}};
  by_mesh.add(same, somewhere);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(direct.owner(i), (PartName{0, i}));
  EXPECT_EQ(distances_of(probes(), direct.parts()), distances_of(probes(), by_mesh.parts()));
  const Pose elsewhere = {{0, 1, 0}, {0.6F, 0, 0, 0.8F}};
  direct.move(0, elsewhere), by_mesh.move(0, elsewhere);
  EXPECT_EQ(distances_of(probes(), direct.parts()), distances_of(probes(), by_mesh.parts()));
  const BodySet copy = direct;
  direct.clear();
  EXPECT_EQ(distances_of(probes(), copy.parts()), distances_of(probes(), by_mesh.parts()));
}

/// Floats represent neither the middle nor half of a side exactly.
TEST(BodyParts, AlignedBoxesAreHeld) {
  const float low = 1, high = std::nextafter(3.0F, 4.0F);
  BodySet bodies;
  const BodyPart part[] = {Aabb{{low, -high, low}, {high, low, high}}};
  bodies.add(part);
  ShapeSet corners;
  std::vector<Pair> pairs;
  for (int k = 0; k < 8; ++k)
    pairs.push_back(
        {corners.add(Point{{(k & 1) != 0 ? low : high, (k & 2) != 0 ? -high : low, (k & 4) != 0 ? low : high}}), 0});
  std::vector<Verdict> verdicts(pairs.size());
  intersect(corners, bodies.parts(), pairs, verdicts);
  for (const Verdict verdict : verdicts) EXPECT_NE(verdict, Verdict::separated);
}

TEST(BodyParts, ErrorsNameThePartAndChangeNothing) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<Vec3> bad = {{0, 0, 0}, {0, nan, 0}};
  BodySet bodies;
  const auto adding = [&](const BodyPart& part, Check check = Check::inputs) {
    return error_of([&] { bodies.add(std::vector<BodyPart>{ConvexHull{pyramid}, part}, {}, check); });
  };
  EXPECT_EQ(adding(ConvexHull{bad}), "parts[1]: hull.vertices[1].y = nan: must be a finite number of at most 1e18");
  EXPECT_EQ(adding(RoundedHull{bad, 1}),
            "parts[1]: rounded_hull.vertices[1].y = nan: must be a finite number of at most 1e18");
  EXPECT_EQ(adding(RoundedHull{pyramid, -1}),
            "parts[1]: rounded_hull.radius = -1: must be a finite number, not negative and at most 1e18");
  for (const Check check : {Check::inputs, Check::none})
    EXPECT_EQ(adding(ConvexHull{}, check), "parts[1]: hull.vertices: empty, a hull has at least one vertex");
  EXPECT_EQ(adding(Aabb{{1, 0, 0}, {0, 1, 1}}).substr(0, 14), "parts[1]: aabb");
  EXPECT_EQ(adding(HullInstance{0, {}}), "parts[1]: instance.mesh = 0: is out of range, the set has 0 meshes");
  EXPECT_EQ(bodies.size(), 0U);
  EXPECT_EQ(bodies.add_mesh(ConvexHull{pyramid}), 0U) << "no mesh is left of what was refused";
  EXPECT_EQ(adding(ConvexHull{bad}, Check::none), "");
  std::vector<Verdict> verdict(1);
  intersect(probes(), bodies.parts(), std::vector<Pair>{{0, 1}}, verdict);
  EXPECT_EQ(verdict[0], Verdict::touching) << "an invalid shape touches everything";
}

TEST(SharedMeshes, HaveTheBitsOfTheFirst) {
  // Floats cannot hold the differences of these vertices, so the set stores low parts.
  const std::vector<Vec3> uneven = {
      {0.1F, 0.2F, 0.3F}, {0.5F, 0, 0}, {0, 0.5F, 0}, {0.5F, 0.5F, 0}, {0.2F, 0.2F, 0.7F}};
  ShapeSet first, second;
  first.add(ConvexHull{std::vector<Vec3>(40, Vec3{1, 2, 3})});
  const std::uint32_t mesh = first.add_mesh(ConvexHull{uneven});
  BodySet bodies;
  EXPECT_EQ(second.add_mesh(ConvexHull{std::vector<Vec3>{{0, 0, 0}}}), 0U);
  EXPECT_EQ(second.add_mesh(first, mesh), 1U);
  EXPECT_EQ(second.add_mesh(second, 1), 2U);
  EXPECT_EQ(bodies.add_mesh(second, 2), 0U);
  EXPECT_EQ(second.add_mesh(bodies.parts(), 0), 3U);
  first.clear();
  ShapeSet expected;
  const std::uint32_t own = expected.add_mesh(ConvexHull{uneven});
  for (std::uint32_t i = 1; i < 4; ++i)
    second.add(HullInstance{i, somewhere, 0.125F}), expected.add(HullInstance{own, somewhere, 0.125F});
  EXPECT_EQ(distances_of(probes(), second), distances_of(probes(), expected));
  const BodyPart part[] = {HullInstance{0, {}, 0.125F}};
  bodies.add(part, somewhere);
  ShapeSet one;
  one.add(HullInstance{one.add_mesh(ConvexHull{uneven}), somewhere, 0.125F});
  EXPECT_EQ(distances_of(probes(), bodies.parts()), distances_of(probes(), one));
  EXPECT_EQ(error_of([&] { second.add_mesh(expected, 1); }), "mesh = 1: is out of range, the other set has 1 meshes");
}

}  // namespace
}  // namespace lockstep::test
