// The errors of checked entry points, and their words: the array, the index and the value. Nothing is written then.
#include <gtest/gtest.h>

#include <sys/mman.h>

#include <cmath>
#include <limits>

#include "bad_numbers.hpp"
#include "error_of.hpp"
#include "objects.hpp"
#include "pair_list.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

/// "box.rotation: ..."
std::string not_rotation(const std::string& what, const char* squared) {
  return what + ": the squared length of the quaternion is " + squared + ", and must be 1 within 0.001";
}

template <class Shape>
std::string adding(const Shape& shape, Check check = Check::inputs) {
  ShapeSet set;
  const std::string error = error_of([&] { set.add(shape, check); });
  EXPECT_EQ(set.size(), error.empty() ? 1U : 0U);
  return error;
}

TEST(Errors, ShapesNameTheField) {
  EXPECT_EQ(adding(Point{{nan, 0, 0}}), "point.position.x = nan" + not_coordinate);
  EXPECT_EQ(adding(Point{{0, 2e18F, 0}}), "point.position.y = 2e+18" + not_coordinate);
  EXPECT_EQ(adding(Sphere{{0, 0, -inf}, 1}), "sphere.center.z = -inf" + not_coordinate);
  EXPECT_EQ(adding(Sphere{{0, 0, 0}, -0.5F}), "sphere.radius = -0.5" + not_length);
  EXPECT_EQ(adding(Sphere{{0, 0, 0}, nan}), "sphere.radius = nan" + not_length);
  EXPECT_EQ(adding(Aabb{{0, 3, 0}, {1, 2, 1}}), "aabb.min.y = 3: must not be above max.y");
  EXPECT_EQ(adding(Aabb{{0, 0, 0}, {1, inf, 1}}), "aabb.max.y = inf" + not_coordinate);
  EXPECT_EQ(adding(Box{{0, 0, 0}, {0, 0, 0, 0}, {1, 1, 1}}), not_rotation("box.rotation", "0"));
  EXPECT_EQ(adding(Box{{0, 0, 0}, {0, 0, nan, 1}, {1, 1, 1}}), not_rotation("box.rotation", "nan"));
  EXPECT_EQ(adding(Box{{0, 0, 0}, {1, 0, 0, 1}, {1, 1, 1}}), not_rotation("box.rotation", "2"));
  EXPECT_EQ(adding(Box{{0, 0, 0}, {1e30F, 0, 0, 1}, {1, 1, 1}}), not_rotation("box.rotation", "inf"));
  EXPECT_EQ(adding(Box{{0, 0, 0}, {0, 0, 0, 1}, {1, 1, -1}}), "box.half_extents.z = -1" + not_length);
  EXPECT_EQ(adding(Capsule{{0, 0, 0}, {0, nan, 0}, 1}), "capsule.p1.y = nan" + not_coordinate);
  EXPECT_EQ(adding(Capsule{{0, 0, 0}, {0, 0, 0}, inf}), "capsule.radius = inf" + not_length);
  EXPECT_EQ(adding(Ellipsoid{{0, inf, 0}, {}, {1, 1, 1}}), "ellipsoid.center.y = inf" + not_coordinate);
  EXPECT_EQ(adding(Ellipsoid{{0, 0, 0}, {0, 0, 0, 2}, {1, 1, 1}}), not_rotation("ellipsoid.rotation", "4"));
  EXPECT_EQ(adding(Ellipsoid{{0, 0, 0}, {}, {1, -2, 1}}), "ellipsoid.radii.y = -2" + not_length);
  EXPECT_EQ(adding(Cylinder{{0, 0, nan}, {0, 0, 1}, 1}), "cylinder.p0.z = nan" + not_coordinate);
  EXPECT_EQ(adding(Cylinder{{0, 0, 0}, {0, 0, 1}, -1}), "cylinder.radius = -1" + not_length);
  EXPECT_EQ(adding(Cylinder{{1, 2, 3}, {1, 2, 3}, 1}),
            "cylinder.p1: is p0, a cylinder without length has no direction");
  EXPECT_EQ(adding(Cone{{0, 0, 0}, {2e18F, 0, 1}, 1}), "cone.apex.x = 2e+18" + not_coordinate);
  EXPECT_EQ(adding(Cone{{0, 0, 0}, {0, 0, 1}, nan}), "cone.radius = nan" + not_length);
  EXPECT_EQ(adding(Cone{{1, 2, 3}, {1, 2, 3}, 0}), "cone.apex: is the base, a cone without height has no direction");
  const Vec3 vertices[] = {{0, 0, 0}, {0, 0, inf}};
  EXPECT_EQ(adding(ConvexHull{vertices}), "hull.vertices[1].z = inf" + not_coordinate);
  EXPECT_EQ(adding(RoundedHull{vertices, 1}), "rounded_hull.vertices[1].z = inf" + not_coordinate);
  EXPECT_EQ(adding(RoundedHull{{vertices, 1}, -2}), "rounded_hull.radius = -2" + not_length);
}

TEST(Errors, InstancesNameTheFieldAndNeedAMesh) {
  const Vec3 vertices[] = {{0, 0, 0}, {0, nan, 0}};
  ShapeSet set;
  EXPECT_EQ(error_of([&] { set.add_mesh(ConvexHull{vertices}); }), "mesh.vertices[1].y = nan" + not_coordinate);
  EXPECT_EQ(error_of([&] { set.add_mesh(ConvexHull{}); }), "mesh.vertices: empty, a hull has at least one vertex");
  EXPECT_EQ(set.add_mesh(ConvexHull{{vertices, 1}}), 0U);
  const auto adding_instance = [&](const HullInstance& instance, Check check = Check::inputs) {
    return error_of([&] { set.add(instance, check); });
  };
  const std::string no_mesh = "instance.mesh = 1: is out of range, the set has 1 meshes";
  EXPECT_EQ(adding_instance({1, {}, 0}), no_mesh);
  EXPECT_EQ(adding_instance({1, {}, 0}, Check::none), no_mesh);
  EXPECT_EQ(adding_instance({0, {{0, 0, inf}, {}}, 0}), "instance.pose.position.z = inf" + not_coordinate);
  EXPECT_EQ(adding_instance({0, {{0, 0, 0}, {1, 0, 0, 1}}, 0}), not_rotation("instance.pose.rotation", "2"));
  EXPECT_EQ(adding_instance({0, {}, nan}), "instance.radius = nan" + not_length);
  EXPECT_EQ(set.size(), 0U);
  set.add(HullInstance{});
  EXPECT_EQ(error_of([&] { set.set(1, HullInstance{}); }), "shape set: index 1 is out of range, the set has 1 shapes");
  EXPECT_EQ(error_of([&] {
              set.set(0, HullInstance{7, {}, 0});
            }),
            "instance.mesh = 7: is out of range, the set has 1 meshes");
}

TEST(Errors, LegalExtremesAreTaken) {
  EXPECT_EQ(adding(Sphere{{max_coordinate, -max_coordinate, 0}, 0}), "");
  EXPECT_EQ(adding(Aabb{{1, 1, 1}, {1, 1, 1}}), "");
  EXPECT_EQ(adding(Box{{0, 0, 0}, {0, 0, 0, 1.0004F}, {0, 0, 0}}), "");
  EXPECT_EQ(adding(Capsule{{0, 0, 0}, {0, 0, 0}, -0.0F}), "");
  EXPECT_EQ(adding(Ellipsoid{{0, 0, 0}, {0, 0, 0, 0.9996F}, {0, 0, 0}}), "");
  EXPECT_EQ(adding(Cylinder{{0, 0, 0}, {1e-45F, 0, 0}, max_coordinate}), "");
  EXPECT_EQ(adding(Cone{{max_coordinate, 0, 0}, {-max_coordinate, 0, 0}, 0}), "");
  const Vec3 same[] = {{1, 2, 3}, {1, 2, 3}};
  EXPECT_EQ(adding(ConvexHull{same}), "");
}

TEST(Errors, UncheckedShapesAreTakenButForEmptyOnes) {
  EXPECT_EQ(adding(Sphere{{nan, 0, 0}, -1}, Check::none), "");
  EXPECT_EQ(adding(Box{{0, 0, 0}, {0, 0, 0, 0}, {-1, 1, 1}}, Check::none), "");
  EXPECT_EQ(adding(Cylinder{{0, 0, 0}, {0, 0, 0}, 1}, Check::none), "");
  for (const Check check : {Check::inputs, Check::none}) {
    EXPECT_EQ(adding(ConvexHull{}, check), "hull.vertices: empty, a hull has at least one vertex");
    EXPECT_EQ(adding(volumes()[9].volume, check),
              "volume: its far side is at infinity, which pair lists do not take; cut it, or cull with it");
  }
}

TEST(Errors, IndicesOfASet) {
  ShapeSet set;
  set.add(Point{{0, 0, 0}});
  const std::string text = "shape set: index 1 is out of range, the set has 1 shapes";
  for (const Check check : {Check::inputs, Check::none}) {
    EXPECT_EQ(error_of([&] { set.set(1, Sphere{{0, 0, 0}, 1}, check); }), text);
  }
  EXPECT_EQ(error_of([&] { (void)set.kind(1); }), text);
  EXPECT_EQ(error_of([&] { set.set(0, Sphere{{0, 0, 0}, -1}); }), "sphere.radius = -1" + not_length);
  EXPECT_EQ(set.kind(0), ShapeKind::point);
}

TEST(Errors, SetsLargerThanIndices) {
  constexpr std::size_t more = std::size_t{1} << 32, wraps = std::numeric_limits<std::size_t>::max() / 3 + 2;
  const std::string shapes = "shape set: more than 2^32 - 1 shapes";
  const std::string vertices = "hull.vertices: too many, a set holds at most 2^32 - 17 vertices";
  ShapeSet set;
  set.add(Point{{0, 0, 0}});
  EXPECT_EQ(error_of([&] { set.reserve(more); }), shapes);
  EXPECT_EQ(error_of([&] { set.reserve(std::numeric_limits<std::size_t>::max()); }), shapes);
  EXPECT_EQ(error_of([&] { set.reserve(0, more); }), vertices);
  EXPECT_EQ(error_of([&] { set.reserve(0, wraps); }), vertices);

  const std::size_t bytes = more * sizeof(Vec3);  // never read, so never there
  void* const memory = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  for (const Check check : {Check::inputs, Check::none})
    EXPECT_EQ(error_of([&] { set.add(ConvexHull{{static_cast<const Vec3*>(memory), more}}, check); }), vertices);
  munmap(memory, bytes);
  EXPECT_EQ(set.size(), 1U);
}

/// The verdicts stay as they were.
std::string intersecting(const ShapeSet& set, std::span<const Pair> pairs, std::span<Verdict> verdicts,
                         const IntersectOptions& options = {}) {
  const std::vector<Verdict> before(verdicts.begin(), verdicts.end());
  const std::string error = error_of([&] { intersect(set, set, pairs, verdicts, options); });
  EXPECT_TRUE(std::equal(before.begin(), before.end(), verdicts.begin())) << error;
  return error;
}

TEST(Errors, PairLists) {
  ShapeSet set;
  for (int i = 0; i < 3; ++i) set.add(Sphere{{0, 0, 0}, 1});
  std::vector<Pair> pairs(1000, Pair{1, 2});
  std::vector<Verdict> verdicts(1000, Verdict::touching);
  EXPECT_EQ(intersecting(set, pairs, {verdicts.data(), 999}),
            "verdicts: has 999 elements, needs one for each of the 1000 pairs");
  pairs[777].b = 3;
  EXPECT_EQ(intersecting(set, pairs, verdicts), "pairs[777].b = 3: out of range, the second set has 3 shapes");
  pairs[600].a = 3;
  EXPECT_EQ(intersecting(set, pairs, verdicts), "pairs[600].a = 3: out of range, the first set has 3 shapes");
  pairs[400].a = 4294967295;
  EXPECT_EQ(intersecting(set, pairs, verdicts), "pairs[400].a = 4294967295: out of range, the first set has 3 shapes");

  std::vector<Pair> shared(9, Pair{0, 1});  // the verdicts start in the last byte of the first eight
  Verdict* const inside = reinterpret_cast<Verdict*>(shared.data()) + 63;
  EXPECT_EQ(intersecting(set, {shared.data(), 8}, {inside, 8}), "verdicts: shares memory with pairs");
}

TEST(Errors, InstructionSets) {
  std::string choices;
  for (const Isa isa : supported_isas()) choices += (choices.empty() ? "" : ", ") + std::string(name(isa));
  const std::string rest = "' is unknown or not supported here: choose one of " + choices;
  EXPECT_EQ(error_of([] { (void)isa_from_name("avx1024"); }), "instruction set 'avx1024" + rest);
  EXPECT_EQ(error_of([] { (void)isa_from_name(""); }), "instruction set '" + rest);
  EXPECT_EQ(error_of([] { (void)isa_from_name("AVX2"); }), "instruction set 'AVX2" + rest);
  for (const Isa isa : supported_isas()) EXPECT_EQ(isa_from_name(name(isa)), isa);

  const IntersectOptions forced{.isa = static_cast<Isa>(77)};
  std::vector<Verdict> verdicts(1, Verdict::touching);
  ShapeSet set;
  set.add(Point{{0, 0, 0}});
  EXPECT_EQ(intersecting(set, std::vector<Pair>{{0, 0}}, verdicts, forced), "instruction set 'unknown" + rest);
  std::vector<std::uint64_t> mask(1, 99);
  EXPECT_EQ(error_of([&] { cull(volumes()[0].volume, set, mask, {.isa = static_cast<Isa>(77)}); }),
            "instruction set 'unknown" + rest);
  EXPECT_EQ(mask[0], 99U);
}

TEST(Errors, ListIndicesOfMoreThan32Bits) {
  constexpr std::size_t words = (std::size_t{1} << 26) + 1;  // never read, so never there
  void* const memory = mmap(nullptr, words * 8, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  EXPECT_EQ(error_of([&] {
              list_indices({static_cast<const std::uint64_t*>(memory), words}, {});
            }),
            "mask: more than 2^32 bits, indices are 32 bits wide");
  munmap(memory, words * 8);
}

}  // namespace
}  // namespace lockstep::test
