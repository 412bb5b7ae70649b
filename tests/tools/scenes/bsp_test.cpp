#include "scenes/bsp.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "support/clip.hpp"
#include "support/fixtures.hpp"
#include "support/read_error.hpp"
#include "text/bytes.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

using test::FileBytes;
using test::MapBuilder;

std::string bsp_error(const FileBytes& file) {
  return test::read_error([&] { return read_bsp(file, Lens{}); });
}

#define EXPECT_BSP_ERROR(file, part) EXPECT_NE(bsp_error(file).find(part), std::string::npos) << bsp_error(file)

/// A direction in the middle of a camera's picture.
bool sees(const Camera& camera, double x, double y, double z) {
  const auto [across, up, depth, w] = test::clip(camera, x, y, z);
  return w > 0 && std::abs(across) < 0.01 * w && std::abs(up) < 0.01 * w && std::abs(depth) <= w;
}

TEST(Bsp, ReadsBrushesAndSpawnPoints) {
  const Scene scene = read_bsp(test::small_map(), Lens{});
  ASSERT_EQ(scene.objects.size(), 2U);
  EXPECT_EQ(scene.objects[0].name, "brush 0");
  const Aabb* box = std::get_if<Aabb>(&scene.objects[0].geometry);
  ASSERT_NE(box, nullptr);
  EXPECT_EQ(box->min, (Vec3{0, 0, 0}));
  EXPECT_EQ(box->max, (Vec3{64, 32, 16}));
  const Vertices* wedge = std::get_if<Vertices>(&scene.objects[1].geometry);
  ASSERT_NE(wedge, nullptr);
  EXPECT_EQ(wedge->size(), 6U);

  ASSERT_EQ(scene.cameras.size(), 2U);
  EXPECT_EQ(scene.cameras[0].name, "player_deathmatch 1");
  EXPECT_TRUE(sees(scene.cameras[0], 1000, 16, 26)) << "eyes are 26 units up, angle 0 looks along x";
  EXPECT_TRUE(sees(scene.cameras[1], -64, 1000, 26)) << "angle 90 looks along y";
  EXPECT_FALSE(sees(scene.cameras[1], -64, -1000, 26));
  EXPECT_TRUE(scene.notes.empty());
}

TEST(Bsp, LeavesOutWhatIsNeverDrawn) {
  MapBuilder map;
  map.add_box({0, 0, 0}, {1, 1, 1}, MapBuilder::shader_hidden);
  map.add_box({0, 0, 0}, {1, 1, 1}, MapBuilder::shader_clip);
  map.add_box({2, 2, 2}, {3, 3, 3});
  const MapBuilder::Half open[] = {{{1, 0, 0}, 1}, {{-1, 0, 0}, 1}, {{0, 1, 0}, 1}};
  map.add_brush(open);
  const Scene scene = read_bsp(map.build(), Lens{});
  ASSERT_EQ(scene.objects.size(), 1U);
  EXPECT_EQ(scene.objects[0].name, "brush 2");
  ASSERT_EQ(scene.notes.size(), 3U);
  EXPECT_EQ(scene.notes[0], "brushes left out because they are never drawn: 2");
  EXPECT_EQ(scene.notes[1], "brushes left out because they enclose no volume: 1");
  EXPECT_NE(scene.notes[2].find("no camera"), std::string::npos);
  EXPECT_EQ(scene.cameras.size(), 4U);
}

TEST(Bsp, PlacesModelsWhereTheirEntityStands) {
  MapBuilder map;
  map.add_box({0, 0, 0}, {1, 1, 1});
  map.add_box({0, 0, 0}, {1, 1, 1});
  map.add_model(1, 1);
  map.entities += "{ \"classname\" \"func_door\" \"model\" \"*1\" \"origin\" \"100 200 300\" }";
  const Scene scene = read_bsp(map.build(), Lens{});
  EXPECT_EQ(std::get<Aabb>(scene.objects[0].geometry).min, (Vec3{0, 0, 0}));
  EXPECT_EQ(std::get<Aabb>(scene.objects[1].geometry).min, (Vec3{100, 200, 300}));
}

using Grid = std::vector<std::array<float, 3>>;

/// A quarter of a pipe along y: 3 x 3 control points, and those in the middle twice.
Grid quarter_pipe() {
  return {{0, 0, 0}, {8, 0, 0}, {8, 0, 8}, {0, 5, 0}, {8, 5, 0}, {8, 5, 8}, {0, 10, 0}, {8, 10, 0}, {8, 10, 8}};
}

const Grid box_corners = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 0}, {0, 0, 3},
                          {1, 0, 3}, {0, 2, 3}, {1, 2, 3}, {1, 2, 3}};

TEST(Bsp, PatchesAndMeshesAreObjects) {
  MapBuilder map;
  map.add_box({0, 0, 0}, {1, 1, 1});
  map.add_face(1, box_corners);
  map.add_face(2, quarter_pipe(), 3);
  map.add_face(3, box_corners);
  const Scene scene = read_bsp(map.build(), Lens{});
  ASSERT_EQ(scene.objects.size(), 3U);
  EXPECT_EQ(scene.objects[1].name, "patch 1");
  const Aabb pipe = bounds(scene.objects[1].geometry);
  EXPECT_EQ(pipe.min, (Vec3{0, 0, 0}));
  EXPECT_EQ(pipe.max, (Vec3{8, 10, 8}));
  EXPECT_EQ(std::get<Vertices>(scene.objects[1].geometry).size(), 9U) << "all control points";
  EXPECT_EQ(scene.objects[2].name, "mesh 2");
  EXPECT_EQ(std::get<Aabb>(scene.objects[2].geometry).max, (Vec3{1, 2, 3}))
      << "the corners of a box, one of them twice";
  EXPECT_EQ(scene.notes.size(), 1U) << "no camera";
}

TEST(Bsp, FacesThatAreLeftOutAreCounted) {
  MapBuilder map;
  map.add_face(2, quarter_pipe(), 3, MapBuilder::shader_hidden);
  map.add_face(3, box_corners, 0, MapBuilder::shader_hidden);
  map.add_face(3, {});
  map.add_face(4, {});
  map.add_face(4, {});
  map.add_face(5, box_corners);
  const Scene scene = read_bsp(map.build(), Lens{});
  EXPECT_TRUE(scene.objects.empty());
  ASSERT_EQ(scene.notes.size(), 5U);
  EXPECT_EQ(scene.notes[0], "curved patches and meshes left out because they are never drawn: 2");
  EXPECT_EQ(scene.notes[1], "meshes left out because they have no vertices: 1");
  EXPECT_EQ(scene.notes[2], "flares left out because they have no extent: 2");
  EXPECT_EQ(scene.notes[3], "faces left out because their type is unknown: 1");
}

TEST(Bsp, FacesStandWhereTheirEntityDoes) {
  MapBuilder map;
  map.add_face(3, box_corners);
  map.add_face(3, box_corners);
  map.add_model(0, 0, 1, 1);
  map.entities += "{ \"model\" \"*1\" \"origin\" \"100 200 300\" }";
  const Scene scene = read_bsp(map.build(), Lens{});
  EXPECT_EQ(std::get<Aabb>(scene.objects.at(0).geometry).max, (Vec3{1, 2, 3}));
  EXPECT_EQ(std::get<Aabb>(scene.objects.at(1).geometry).max, (Vec3{101, 202, 303}));
}

TEST(Bsp, FacesAreChecked) {
  MapBuilder map;
  map.add_face(2, quarter_pipe(), 3);
  map.add_face(3, box_corners);
  const FileBytes file = map.build();
  const std::size_t faces = test::get_u32(file, 8 + 8 * 13), vertices = test::get_u32(file, 8 + 8 * 10);
  const auto with = [&file](std::size_t at, std::uint32_t value) {
    FileBytes changed = file;
    test::put_u32(changed, at, value);
    return changed;
  };
  for (const std::uint32_t value : {99U, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
    EXPECT_BSP_ERROR(with(faces, value), "of face 0: there are 3");
    EXPECT_BSP_ERROR(with(faces + 12, value), "patch 0: vertices ");
    EXPECT_BSP_ERROR(with(faces + 16, value), "patch 0: 3 x 3 control points, and ");
    EXPECT_BSP_ERROR(with(faces + 104 + 16, value), "mesh 1: vertices ");
    EXPECT_BSP_ERROR(with(faces + 96, value), "patch 0: ");
  }
  EXPECT_BSP_ERROR(with(faces + 96, 4), "patch 0: 4 x 3 control points, and 9 vertices: a patch has two odd numbers");
  EXPECT_BSP_ERROR(with(faces + 96, 0x80000003U), "control points");
  EXPECT_BSP_ERROR(with(faces + 104 + 12, 10), "mesh 1: vertices 10+9");
  FileBytes shared = with(faces + 104 + 12, 0);
  test::put_u32(shared, faces + 104 + 16, 18);
  EXPECT_BSP_ERROR(shared, "mesh 1: shares vertices with another face");
  for (const float value : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
    EXPECT_BSP_ERROR(with(vertices, std::bit_cast<std::uint32_t>(value)), "patch 0: a coordinate");
  MapBuilder models;
  models.add_model(0, 0, 0, 1);
  models.entities += "{ \"model\" \"*1\" \"origin\" \"0 0 0\" }";
  EXPECT_BSP_ERROR(models.build(), "model 1: faces 0+1: there are 0");
}

TEST(Bsp, CamerasFollowAnglesAndTargets) {
  MapBuilder map;
  map.entities +=
      "{ \"classname\" \"info_player_intermission\" \"origin\" \"0 0 100\" \"target\" \"flag\" \"angle\" \"90\" }"
      "{ \"targetname\" \"flag\" \"origin\" \"-100 0 0\" }"
      "{ \"classname\" \"info_player_intermission\" \"origin\" \"0 0 0\" \"angles\" \"90 0 0\" }"
      "{ \"classname\" \"info_player_deathmatch\" }";  // no origin: no camera
  const Scene scene = read_bsp(map.build(), Lens{});
  ASSERT_EQ(scene.cameras.size(), 2U);
  EXPECT_TRUE(sees(scene.cameras[0], -100, 0, 0)) << "looks at its target";
  EXPECT_TRUE(sees(scene.cameras[1], 0, 0, -50)) << "pitch 90 looks straight down";
}

TEST(Bsp, EveryTruncationIsAnError) {
  const FileBytes file = test::small_map();
  for (std::size_t size = 0; size < file.size(); ++size) {
    const FileBytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(bsp_error(cut), "no error") << size << " bytes";
  }
}

TEST(Bsp, EveryDamagedByteIsAnErrorOrAScene) {
  MapBuilder faces;
  faces.add_face(2, quarter_pipe(), 3);
  faces.add_face(3, box_corners);
  for (const FileBytes& file : {test::small_map(), faces.build()})
    for (std::size_t at = 0; at < file.size(); ++at)
      for (const int value : {0x00, 0x01, 0x7F, 0x80, 0xFF}) {
        FileBytes damaged = file;
        damaged[at] = static_cast<std::byte>(value);
        try {
          for (const Object& object : read_bsp(damaged, Lens{}).objects) {
            const Aabb box = bounds(object.geometry);
            EXPECT_LE(box.min.x, box.max.x) << "byte " << at << " = " << value;
          }
        } catch (const ReadError&) {  // anything else fails the test
        }
      }
}

TEST(Bsp, OverflowingLumpsAreErrors) {
  const FileBytes file = test::small_map();
  for (const std::size_t lump : std::initializer_list<std::size_t>{0, 1, 2, 7, 8, 9, 10, 13})
    for (const std::uint32_t value : {0xFFFFFFFFU, 0x80000000U, 0x7FFFFFFFU, 0xFFFFFF00U}) {
      FileBytes offset = file, length = file, both = file;
      test::put_u32(offset, 8 + 8 * lump, value);
      test::put_u32(length, 12 + 8 * lump, value);
      test::put_u32(both, 8 + 8 * lump, value);
      test::put_u32(both, 12 + 8 * lump, 0U - value);  // the sum wraps to 0 in 32 bits
      EXPECT_BSP_ERROR(offset, "beyond the end") << lump;
      EXPECT_BSP_ERROR(length, "beyond the end") << lump;
      EXPECT_BSP_ERROR(both, "beyond the end") << lump;
    }
}

TEST(Bsp, IndicesAreChecked) {
  const FileBytes file = test::small_map();
  const std::size_t brushes = test::get_u32(file, 8 + 8 * 8), sides = test::get_u32(file, 8 + 8 * 9);
  const auto with = [&file](std::size_t at, std::uint32_t value) {
    FileBytes changed = file;
    test::put_u32(changed, at, value);
    return changed;
  };
  for (const std::uint32_t value : {99U, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
    EXPECT_BSP_ERROR(with(brushes, value), "brush 0: sides");
    EXPECT_BSP_ERROR(with(brushes + 4, value), "brush 0: sides");
    EXPECT_BSP_ERROR(with(brushes + 8, value), "shader");
    EXPECT_BSP_ERROR(with(sides, value), "plane");
    EXPECT_BSP_ERROR(with(sides + 4, value), "side shader");
  }
  FileBytes shared = with(brushes + 12, 0);  // the second brush takes all the sides of the first
  test::put_u32(shared, brushes + 16, 6);
  EXPECT_BSP_ERROR(shared, "shares sides");
}

TEST(Bsp, PlanesAreChecked) {
  const FileBytes file = test::small_map();
  const std::size_t planes = test::get_u32(file, 8 + 8 * 2);
  const float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 0, 2, 1e30F};
  for (const float value : bad) {
    FileBytes changed = file;
    test::put_u32(changed, planes, std::bit_cast<std::uint32_t>(value));
    EXPECT_BSP_ERROR(changed, "plane 0") << value;
  }
  for (const float value : {std::numeric_limits<float>::quiet_NaN(), 1e30F}) {
    FileBytes changed = file;
    test::put_u32(changed, planes + 12, std::bit_cast<std::uint32_t>(value));
    EXPECT_BSP_ERROR(changed, "plane 0") << value;
  }
}

TEST(Bsp, TooManySidesAreAnError) {
  MapBuilder map;
  const std::vector<MapBuilder::Half> halves(257, MapBuilder::Half{{1, 0, 0}, 1});
  map.add_brush(halves);
  EXPECT_BSP_ERROR(map.build(), "257 sides");
}

TEST(Bsp, OtherVersionsAreNamed) {
  FileBytes file = test::small_map();
  test::put_u32(file, 4, 47);
  EXPECT_BSP_ERROR(file, "version 47");
  EXPECT_BSP_ERROR(test::to_bytes("RBSP\1\0\0\0"), "IBSP");
}

TEST(Bsp, EntitiesAreChecked) {
  const char* const bad[] = {"{", "}", "x", "{ \"a\"", "{ \"a\" }", "{ \"a\" \"b", "{ \"a\" \"b\"", "{ a b }", "{{}}"};
  for (const char* text : bad) {
    MapBuilder map;
    map.entities = text;
    EXPECT_BSP_ERROR(map.build(), "entities lump, byte") << text;
  }
  MapBuilder map;
  map.add_box({0, 0, 0}, {1, 1, 1});
  map.add_model(0, 2);
  const std::string world = map.entities;
  for (const char* model : {"*2", "*99999999999999999999", "*-1", "*1x", "*"}) {
    map.entities = world + "{ \"model\" \"" + model + "\" \"origin\" \"0 0 0\" }";
    EXPECT_BSP_ERROR(map.build(), "there are 2 models") << model;
  }
  map.entities = world + "{ \"model\" \"*1\" \"origin\" \"0 0 0\" }";
  EXPECT_BSP_ERROR(map.build(), "model 1: brushes 0+2");
  map.entities = world + "{ \"classname\" \"info_player_start\" \"origin\" \"1e300 0 0\" }";
  EXPECT_BSP_ERROR(map.build(), "the camera's place is not made of numbers");
  map.entities = world + "{ \"classname\" \"info_player_start\" \"origin\" \"nan 0 0\" }";
  EXPECT_EQ(read_bsp(map.build(), Lens{}).cameras.size(), 4U) << "no origin, so no camera: the default ones";
}

TEST(Bsp, CamerasAreBounded) {
  MapBuilder map;
  map.add_box({0, 0, 0}, {1, 1, 1});
  for (std::size_t i = 0; i < max_cameras; ++i)
    map.entities += "{ \"classname\" \"info_player_start\" \"origin\" \"5 5 5\" }";
  EXPECT_EQ(read_bsp(map.build(), Lens{}).cameras.size(), max_cameras);
  map.entities += "{ \"classname\" \"info_player_start\" \"origin\" \"5 5 5\" }";
  EXPECT_BSP_ERROR(map.build(), "more than 10000 cameras");
}

TEST(Bsp, ModelsMoveBrushesOnce) {
  MapBuilder map;
  map.add_box({0, 0, 0}, {1, 1, 1});
  map.add_model(0, 1);
  map.add_model(0, 1);
  map.entities += "{ \"model\" \"*1\" \"origin\" \"0 0 0\" } { \"model\" \"*2\" \"origin\" \"0 0 0\" }";
  EXPECT_BSP_ERROR(map.build(), "shares brushes");
}

TEST(Bytes, SumsDoNotWrap) {
  const FileBytes data(16);
  const Bytes bytes(data, "data");
  EXPECT_EQ(bytes.slice(16, 0, "end").size(), 0U);
  EXPECT_THROW(static_cast<void>(bytes.slice(17, 0, "beyond")), ReadError);
  EXPECT_THROW(static_cast<void>(bytes.slice(8, UINT64_MAX - 4, "wraps")), ReadError);
  EXPECT_THROW(static_cast<void>(bytes.slice(UINT64_MAX, 1, "wraps")), ReadError);
  EXPECT_THROW(static_cast<void>(bytes.u32(13)), ReadError);
  EXPECT_THROW(Records(bytes, 3, "records"), ReadError);
}

}  // namespace
}  // namespace lockstep::tools
