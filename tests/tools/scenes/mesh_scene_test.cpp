// Mesh files as scenes to cull.
#include "scenes/mesh_scene.hpp"

#include <gtest/gtest.h>

#include "scenes/load_scene.hpp"
#include "support/mesh_fixture.hpp"
#include "support/read_error.hpp"

namespace lockstep::tools::test {
namespace {

TEST(MeshScene, HasAnObjectForEachObjectOfAFile) {
  const Scene scene = read_scene(to_bytes(two_objects()), SceneOptions{});
  ASSERT_EQ(scene.objects.size(), 2U);
  EXPECT_EQ(scene.objects[0].name, "crate");
  EXPECT_EQ(std::get<Aabb>(scene.objects[0].geometry).min, (Vec3{10, 0, 0})) << "a cube becomes a box";
  EXPECT_EQ(std::get<Aabb>(scene.objects[0].geometry).max, (Vec3{11, 1, 1}));
  EXPECT_EQ(scene.objects[1].name, "tent");
  EXPECT_EQ(std::get<Vertices>(scene.objects[1].geometry).size(), 4U);
  EXPECT_EQ(scene.up, Up::y);
  EXPECT_EQ(scene.cameras.size(), 4U);
}

TEST(MeshScene, StlAndPlyHaveZUp) {
  const Scene scene = read_scene(make_stl(box_triangles({0, 0, 0}, {1, 2, 3}), ""), SceneOptions{});
  ASSERT_EQ(scene.objects.size(), 1U);
  EXPECT_EQ(scene.objects[0].name, "part 0");
  EXPECT_EQ(std::get<Aabb>(scene.objects[0].geometry).max, (Vec3{1, 2, 3}));
  EXPECT_EQ(scene.up, Up::z);
}

TEST(MeshScene, PointsAreOneHull) {
  const Scene scene = read_scene(
      to_bytes("ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
               "end_header\n0 0 0\n1 0 0\n0 1 0\n"),
      SceneOptions{});
  EXPECT_EQ(std::get<Vertices>(scene.objects.at(0).geometry).size(), 3U);
  EXPECT_EQ(scene.notes.at(0), "the file has no faces: its object is the hull of its 3 points");
}

TEST(MeshScene, FarCoordinatesHaveAnOrigin) {
  const Scene scene = read_scene(
      to_bytes("v 500000.1 4000000.3 0\nv 500001.1 4000000.3 0\nv 500000.1 4000001.3 0\nv 500000.1 4000000.3 1\n"
               "f 1 2 3\nf 1 2 4\n"),
      SceneOptions{});
  EXPECT_NE(scene.origin.y, 0);
  const Vertices& hull = std::get<Vertices>(scene.objects.at(0).geometry);
  EXPECT_NEAR(hull[0].y + scene.origin.y, 4000000.3, 1e-6);
  EXPECT_NEAR(hull[1].x + scene.origin.x, 500001.1, 1e-6);
}

TEST(MeshScene, ProblemsAreErrorsAndNotes) {
  const auto error = [](std::string_view text, const SceneOptions& options = {}) {
    return read_error([&] { return read_scene(to_bytes(text), options); });
  };
  SceneOptions with_columns;
  with_columns.table.columns = "x,y";
  EXPECT_EQ(error(two_objects(), with_columns),
            "--columns and --radius are about tables and arrays, and this is neither");
  EXPECT_EQ(error("v 1e30 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n"), "part 0: a coordinate is not a number up to 1e+18");
  EXPECT_EQ(error("solid a\nendsolid a\n"), "holds no vertices");
  const Scene scene = read_scene(to_bytes("v 0 0 0\nv 1 0 0\nv 0 1 0\no empty\no full\nf 1 2 3\n"), SceneOptions{});
  ASSERT_EQ(scene.objects.size(), 1U);
  EXPECT_EQ(scene.objects[0].name, "full");
  EXPECT_TRUE(is_scene_format(to_bytes(two_objects())));
}

}  // namespace
}  // namespace lockstep::tools::test
