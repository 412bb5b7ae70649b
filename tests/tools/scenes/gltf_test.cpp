#include "scenes/gltf.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>

#include "support/clip.hpp"
#include "support/fixtures.hpp"
#include "support/read_error.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

using nlohmann::json;
using test::clip;
using test::FileBytes;
using test::to_bytes;

Scene read(const json& file) { return read_gltf(to_bytes(file.dump()), Lens{}); }
json good() { return json::parse(test::small_gltf()); }

std::string gltf_error(const FileBytes& file) {
  return test::read_error([&] { return read_gltf(file, Lens{}); });
}

Aabb box_of(const Scene& scene, std::size_t object) { return std::get<Aabb>(scene.objects.at(object).geometry); }

struct BadFile {
  const char* pointer;
  json value;
  const char* error;
};

TEST(Gltf, ReadsBoundsNodesAndCameras) {
  for (const bool binary : {false, true}) {
    const FileBytes file = binary ? test::make_glb(test::small_gltf(), "1234") : to_bytes(test::small_gltf());
    const Scene scene = read_gltf(file, Lens{});
    ASSERT_EQ(scene.objects.size(), 1U);
    EXPECT_EQ(scene.objects[0].name, "crate");
    EXPECT_EQ(box_of(scene, 0).min, (Vec3{9, -2, -3}));
    EXPECT_EQ(box_of(scene, 0).max, (Vec3{11, 2, 3}));
    ASSERT_EQ(scene.cameras.size(), 1U);
    EXPECT_EQ(scene.cameras[0].name, "eye");
    EXPECT_EQ(scene.up, Up::y);
    const double top = std::tan(0.5);  // half of yfov = 1
    const auto corner = clip(scene.cameras[0], 10 + 7 * 1.5 * top, 7 * top, -2);
    EXPECT_NEAR(corner[0] / corner[3], 1, 1e-5);
    EXPECT_NEAR(corner[1] / corner[3], 1, 1e-5);
    EXPECT_NEAR(clip(scene.cameras[0], 10, 0, 4.9)[2], -0.1, 1e-5) << "near plane";
    EXPECT_NEAR(clip(scene.cameras[0], 10, 0, -95)[2], 100, 1e-3) << "far plane";
  }
}

TEST(Gltf, TransformsNest) {
  json file = good();
  const double s = std::sqrt(0.5);
  file["nodes"][0] = {{"translation", {0, 0, 100}}, {"scale", {2, 2, 2}}, {"children", {2}}};
  file["nodes"].push_back({{"rotation", {0, 0, s, s}}, {"children", {3}}});                              // x -> y
  file["nodes"].push_back({{"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1}}, {"mesh", 0}});  // x + 5
  const Scene scene = read(file);
  const Aabb box = bounds(scene.objects.at(0).geometry);
  EXPECT_NEAR(box.min.x, -4, 1e-5);
  EXPECT_NEAR(box.max.x, 4, 1e-5);
  EXPECT_NEAR(box.min.y, 8, 1e-5);
  EXPECT_NEAR(box.max.y, 12, 1e-5);
  EXPECT_NEAR(box.min.z, 94, 1e-5);
  EXPECT_NEAR(box.max.z, 106, 1e-5);
  EXPECT_EQ(scene.objects[0].name, "nodes[3]");
}

TEST(Gltf, TurnedBoxesAreHulls) {
  json file = good();
  file["nodes"][0]["rotation"] = {0, 0, std::sin(0.3), std::cos(0.3)};
  const Scene scene = read(file);
  EXPECT_EQ(std::get<Vertices>(scene.objects.at(0).geometry).size(), 8U);
  file["nodes"][0]["rotation"] = {0, 0, 1, 0};  // half a turn is exact
  EXPECT_TRUE(std::holds_alternative<Aabb>(read(file).objects.at(0).geometry));
}

TEST(Gltf, CameraIgnoresScaleAndMayBeEndless) {
  json file = good();
  file["nodes"][1]["scale"] = {3, 4, 5};
  file["cameras"][0]["perspective"].erase("zfar");
  const Scene scene = read(file);
  const auto far = clip(scene.cameras[0], 10, 0, 5 - 1e9);
  EXPECT_LE(far[2], far[3]) << "nothing is too far";
  const auto near = clip(scene.cameras[0], 10, 0, 4.9);
  EXPECT_NEAR(near[2] + near[3], 0, 1e-5);
}

TEST(Gltf, OrthographicCamera) {
  json file = good();
  file["cameras"][0] = {{"type", "orthographic"},
                        {"orthographic", {{"xmag", 4}, {"ymag", 3}, {"znear", 0}, {"zfar", 10}}}};
  const auto corner = clip(read(file).cameras.at(0), 14, 3, -5);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(corner[i], 1, 1e-6) << i;
  EXPECT_NEAR(clip(read(file).cameras.at(0), 6, -3, 5)[2], -1, 1e-6);
}

TEST(Gltf, MadeUpCamerasAreNamed) {
  json file = good();
  file.erase("cameras");
  file["nodes"][1].erase("camera");
  const Scene scene = read(file);
  EXPECT_EQ(scene.cameras.size(), 4U);
  ASSERT_EQ(scene.notes.size(), 1U);
  EXPECT_NE(scene.notes[0].find("no camera"), std::string::npos);
}

TEST(Gltf, AspectRatioOfTheUserFillsIn) {
  json file = good();
  file["cameras"][0]["perspective"].erase("aspectRatio");
  Lens lens;
  lens.aspect = 3;
  const Scene scene = read_gltf(to_bytes(file.dump()), lens);
  const auto corner = clip(scene.cameras[0], 10 + 7 * 3 * std::tan(0.5), 0, -2);
  EXPECT_NEAR(corner[0] / corner[3], 1, 1e-5);
}

TEST(Gltf, SmallThingsThatAreLegal) {
  EXPECT_TRUE(read({{"asset", {{"version", "2.0"}}}}).objects.empty()) << "an empty file";
  json file = good();
  file.erase("scenes"), file.erase("scene");
  EXPECT_EQ(read(file).objects.size(), 1U) << "no scene: all roots";
  file = good();
  file["meshes"][0]["primitives"].push_back({{"attributes", json::object()}});
  file["meshes"][0]["primitives"].push_back({{"attributes", {{"POSITION", 0}}}});
  const Scene scene = read(file);
  EXPECT_EQ(scene.objects.size(), 2U);
  EXPECT_EQ(scene.objects[1].name, "crate #2");
  EXPECT_EQ(scene.notes, (std::vector<std::string>{"mesh primitives left out because they have no positions: 1"}));
  EXPECT_EQ(read_gltf(to_bytes("\xEF\xBB\xBF" + test::small_gltf()), Lens{}).objects.size(), 1U) << "byte order mark";
}

TEST(Gltf, NormalizedPositions) {
  json file = good();
  file["accessors"][0] = {{"componentType", 5122}, {"normalized", true},         {"count", 8},
                          {"type", "VEC3"},        {"min", {-32768, -32767, 0}}, {"max", {32767, 32767, 32767}}};
  const Aabb box = box_of(read(file), 0);
  EXPECT_EQ(box.min, (Vec3{9, -1, 0}));
  EXPECT_EQ(box.max, (Vec3{11, 1, 1}));
}

TEST(Gltf, QuantizedPositions) {
  json file = good();
  file["extensionsRequired"] = {"KHR_mesh_quantization", "KHR_texture_transform", "KHR_materials_unlit"};
  file["nodes"][0]["scale"] = {0.5, 0.5, 0.5};
  file["accessors"][0] = {
      {"componentType", 5122}, {"count", 8}, {"type", "VEC3"}, {"min", {-30000, 0, 2}}, {"max", {30000, 20000, 4}}};
  EXPECT_EQ(box_of(read(file), 0).min, (Vec3{-14990, 0, 1}));
  EXPECT_EQ(box_of(read(file), 0).max, (Vec3{15010, 10000, 2}));
}

TEST(Gltf, RequiredExtensionsMustBeUnderstood) {
  json file = good();
  file["extensionsUsed"] = {"KHR_draco_mesh_compression", "VENDOR_portals"};
  EXPECT_EQ(read(file).objects.size(), 1U) << "used, but the file can be read without";
  file["extensionsRequired"] = {"KHR_materials_ior", "VENDOR_portals\x1B"};
  EXPECT_EQ(gltf_error(to_bytes(file.dump())),
            "extensionsRequired[1]: \"VENDOR_portals?\" is not understood, and a file must not be read without the "
            "extensions that it requires: save the scene without this one");
  for (const char* name : {"KHR_draco_mesh_compression", "EXT_meshopt_compression"}) {
    file["extensionsRequired"] = {name};
    EXPECT_EQ(gltf_error(to_bytes(file.dump())), "extensionsRequired[0]: \"" + std::string(name) +
                                                     "\" compresses the geometry, which is not read: save the scene "
                                                     "without compression");
  }
  file["extensionsRequired"] = {3};
  EXPECT_EQ(gltf_error(to_bytes(file.dump())), "extensionsRequired[0]: must be a string");
  file["extensionsRequired"] = "all";
  EXPECT_EQ(gltf_error(to_bytes(file.dump())), "file.extensionsRequired: must be a list");
}

/// The crate of `small_gltf` at places given by the accessors from 1 on.
json instanced(json attributes, std::vector<json> accessors, std::size_t bytes, const std::string& uri) {
  json file = good();
  file["extensionsRequired"] = {"EXT_mesh_gpu_instancing"};
  file["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"] = std::move(attributes);
  for (json& accessor : accessors) file["accessors"].push_back(std::move(accessor));
  file["bufferViews"] = {{{"buffer", 0}, {"byteLength", bytes}}};
  file["buffers"] = {{{"byteLength", bytes}}};
  if (!uri.empty()) file["buffers"][0]["uri"] = uri;
  return file;
}

std::string bytes_of(const std::vector<float>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)};
}

json translations(json more = json::object()) {
  json accessor = {{"bufferView", 0}, {"componentType", 5126}, {"count", 2}, {"type", "VEC3"}};
  accessor.update(more);
  return accessor;
}

TEST(Gltf, InstancesAreObjects) {
  const std::string data = bytes_of({1, 2, 3, 100, 200, 300});
  const json file = instanced({{"TRANSLATION", 1}}, {translations()}, 24, "");
  const Scene scene = read_gltf(test::make_glb(file.dump(), data), Lens{});
  ASSERT_EQ(scene.objects.size(), 2U);
  EXPECT_EQ(scene.objects[0].name, "crate [0]");
  EXPECT_EQ(box_of(scene, 0).min, (Vec3{10, 0, 0})) << "the node's place, the instance's, and the crate's corner";
  EXPECT_EQ(box_of(scene, 1).min, (Vec3{109, 198, 297}));
}

TEST(Gltf, InstancesTurnAndScale) {
  // A stride of 36 bytes: a translation, a quaternion as shorts, a scale and four bytes of something else.
  std::string data;
  for (const short turn : {short{0}, short{32767}}) {
    data += bytes_of({turn == 0 ? 0.0F : 50.0F, 0, 0});
    const short q[] = {0, 0, turn, static_cast<short>(turn == 0 ? 32767 : 0)};  // half a turn about z
    data.append(reinterpret_cast<const char*>(q), sizeof q);
    data += bytes_of({turn == 0 ? 1.0F : 2.0F, 1, 1}) + "....";
  }
  json file =
      instanced({{"TRANSLATION", 1}, {"ROTATION", 2}, {"SCALE", 3}, {"_ID", 99}},
                {translations(),
                 translations({{"byteOffset", 12}, {"type", "VEC4"}, {"componentType", 5122}, {"normalized", true}}),
                 translations({{"byteOffset", 20}})},
                72, "");
  file["bufferViews"][0]["byteStride"] = 36;
  file["nodes"][0]["translation"] = {0, 0, 0};
  file["accessors"][0]["min"] = {0, 0, 0};
  const Scene scene = read_gltf(test::make_glb(file.dump(), data), Lens{});
  ASSERT_EQ(scene.objects.size(), 2U);
  EXPECT_EQ(box_of(scene, 0).max, (Vec3{1, 2, 3}));
  EXPECT_EQ(box_of(scene, 1).min, (Vec3{48, -2, 0})) << "scaled by 2 along x, turned to -x and -y, moved by 50";
  EXPECT_EQ(box_of(scene, 1).max, (Vec3{50, 0, 3}));
}

TEST(Gltf, InstancesInOtherFiles) {
  const std::string data = bytes_of({1, 2, 3, 4, 5, 6});
  const auto read_with = [&](const std::string& uri, const OpenFile& open) {
    return read_gltf(to_bytes(instanced({{"TRANSLATION", 1}}, {translations()}, 24, uri).dump()), Lens{}, open);
  };
  std::vector<std::string> opened;
  const OpenFile open = [&](const std::string& name, std::uint64_t) {
    opened.push_back(name);
    return to_bytes(data);
  };
  EXPECT_EQ(read_with("parts/my%20trees.bin", open).objects.size(), 2U);
  EXPECT_EQ(opened, (std::vector<std::string>{"parts/my trees.bin"}));
  const std::string base64 = "data:application/octet-stream;base64,AACAPwAAAEAAAEBAAACAQAAAoEAAAMBA";
  EXPECT_EQ(box_of(read_with(base64, {}), 1).min, (Vec3{13, 3, 3}));
  const auto error_with = [&](const std::string& uri, const OpenFile& from) -> std::string {
    try {
      static_cast<void>(read_with(uri, from));
    } catch (const ReadError& error) {
      return error.what();
    }
    return "no error";
  };
  for (const char* uri : {"../trees.bin", "/etc/passwd", "a/../../b", "http://127.0.0.1/x", "file:///dev/zero",
                          "%2e%2e/trees.bin", "%2Fetc/passwd", "a%00b", "C:\\trees.bin", "..\\trees.bin"}) {
    EXPECT_NE(error_with(uri, open).find("is not a file beside the scene or in a folder below it"), std::string::npos)
        << uri;
    EXPECT_EQ(opened.size(), 1U) << "nothing was opened";
  }
  for (const char* uri : {"data:,x", "data:text/plain,AAAA", "data:;base64,A", "data:;base64,A*==", "data:x;base64,"})
    EXPECT_TRUE(error_with(uri, open).starts_with("buffers[0]")) << uri;
  EXPECT_EQ(error_with("trees.bin", {}),
            "buffers[0].uri: \"trees.bin\" is needed, and a scene from standard input has no "
            "folder: name the scene's file");
  EXPECT_EQ(error_with("trees.bin", [](const std::string&, std::uint64_t) { return FileBytes(23); }),
            "buffers[0].byteLength: is 24, and only 23 bytes are there");
}

/// A hidden node hides what is below it, though that calls itself visible; its cameras stay.
TEST(Gltf, HiddenNodesAreNotThere) {
  for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
    json file = good();
    file[list] = {"KHR_node_visibility"};
    const json hidden = {{"KHR_node_visibility", {{"visible", false}}}};
    const json shown = {{"KHR_node_visibility", {{"visible", true}}}};
    file["nodes"].push_back({{"name", "hidden"}, {"mesh", 0}, {"children", {3}}, {"extensions", hidden}});
    file["nodes"].push_back({{"name", "below"}, {"mesh", 0}, {"camera", 0}, {"extensions", shown}});
    file["nodes"].push_back({{"name", "shown"}, {"mesh", 0}, {"extensions", shown}});
    file["nodes"].push_back(
        {{"name", "default"}, {"mesh", 0}, {"extensions", {{"KHR_node_visibility", json::object()}}}});
    for (const int node : {2, 4, 5}) file["scenes"][0]["nodes"].push_back(node);
    const Scene scene = read(file);
    ASSERT_EQ(scene.objects.size(), 3U) << list;
    EXPECT_EQ(scene.objects[1].name, "shown");
    EXPECT_EQ(scene.objects[2].name, "default");
    EXPECT_EQ(scene.cameras.size(), 2U);
    EXPECT_EQ(
        scene.notes,
        (std::vector<std::string>{"nodes with a mesh left out because they are hidden (KHR_node_visibility): 2"}));
    file["nodes"][2]["extensions"]["KHR_node_visibility"]["visible"] = 0;
    EXPECT_EQ(gltf_error(to_bytes(file.dump())),
              "nodes[2].extensions.KHR_node_visibility.visible: must be true or false");
  }
}

/// The crate of `small_gltf` with vertices of its own: two, at (0, 0, 0) and (1, 2, 3), in a view that more accessors
/// may lie in.
struct MovedCrate {
  json file = good();
  std::string data;

  MovedCrate() {
    file["bufferViews"] = {{{"buffer", 0}}};
    file["buffers"] = {{{"byteLength", 0}}};
    file["accessors"][0].update(place(bytes_of({0, 0, 0, 1, 2, 3}), 5126, "VEC3", 2));
  }
  json place(const std::string& bytes, int component_type, const char* type, std::size_t count) {
    json accessor = {{"bufferView", 0},
                     {"byteOffset", data.size()},
                     {"componentType", component_type},
                     {"type", type},
                     {"count", count}};
    data += bytes;
    data.resize((data.size() + 3) / 4 * 4);
    return accessor;
  }
  std::size_t add(const std::string& bytes, int component_type, const char* type, std::size_t count) {
    file["accessors"].push_back(place(bytes, component_type, type, count));
    return file["accessors"].size() - 1;
  }
  json& primitive() { return file["meshes"][0]["primitives"][0]; }

  [[nodiscard]] FileBytes glb() const {
    json whole = file;
    whole["bufferViews"][0]["byteLength"] = whole["buffers"][0]["byteLength"] = data.size();
    return test::make_glb(whole.dump(), data);
  }
  [[nodiscard]] Aabb box() const { return box_of(read_gltf(glb(), Lens{}), 0); }
};

/// The first vertex hangs on a joint at x = 100, the second half on that and half on one at y = 40, which turns. Both
/// were bound at z = 7.
MovedCrate skinned_crate() {
  MovedCrate crate;
  json& file = crate.file;
  const std::vector<float> bind = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -7, 1};
  const std::size_t binds = crate.add(bytes_of(bind) + bytes_of(bind), 5126, "MAT4", 2);
  crate.primitive()["attributes"]["JOINTS_0"] = crate.add(std::string("\0\0\0\0\0\1\0\0", 8), 5121, "VEC4", 2);
  crate.primitive()["attributes"]["WEIGHTS_0"] = crate.add(bytes_of({1, 0, 0, 0, 0.5, 0.5, 0, 0}), 5126, "VEC4", 2);
  file["nodes"].push_back({{"translation", {100, 0, 0}}});
  file["nodes"].push_back({{"translation", {0, 40, 0}}, {"rotation", {0, 0, 1, 0}}});  // half a turn about z
  file["scenes"][0]["nodes"].push_back(2);
  file["scenes"][0]["nodes"].push_back(3);
  file["skins"] = {{{"joints", {2, 3}}, {"inverseBindMatrices", binds}}};
  file["nodes"][0]["skin"] = 0;
  return crate;
}

TEST(Gltf, SkinnedMeshesStandWhereTheirJointsPutThem) {
  const Aabb box = skinned_crate().box();
  EXPECT_EQ(box.min, (Vec3{50, 0, -7})) << "wherever the node is";
  EXPECT_EQ(box.max, (Vec3{100, 20, -4}));
  MovedCrate crate = skinned_crate();
  crate.file["skins"][0].erase("inverseBindMatrices");
  EXPECT_EQ(crate.box().max, (Vec3{100, 20, 3}));
  crate = skinned_crate();
  crate.file["nodes"][2]["extensions"]["KHR_node_visibility"]["visible"] = false;
  EXPECT_EQ(crate.box().max.x, 100) << "a hidden joint moves what hangs on it";
  crate = skinned_crate();
  crate.primitive()["attributes"]["WEIGHTS_0"] = crate.add(std::string("\xFF\0\0\0\x7F\x80\0\0", 8), 5121, "VEC4", 2);
  crate.file["accessors"].back()["normalized"] = true;
  EXPECT_NEAR(crate.box().min.x, 101.0 * 127 / 255 - 128.0 / 255, 1e-4);
  // A skin with two sets of four joints each.
  crate = skinned_crate();
  crate.primitive()["attributes"]["JOINTS_1"] = crate.add(std::string("\1\0\0\0\1\0\0\0", 8), 5121, "VEC4", 2);
  crate.primitive()["attributes"]["WEIGHTS_1"] = crate.add(bytes_of({1, 0, 0, 0, 0, 0, 0, 0}), 5126, "VEC4", 2);
  EXPECT_EQ(crate.box().min.x, 50) << "weights that add up to 2 are shares";
  EXPECT_EQ(crate.box().max, (Vec3{50, 20, -4}));
}

TEST(Gltf, MorphedMeshesHaveTheirDefaultWeights) {
  MovedCrate crate;
  const std::size_t far = crate.add(bytes_of({0, 0, 0, 100, 0, 0}), 5126, "VEC3", 2);
  const std::size_t tall = crate.add(bytes_of({0, -2, 0, 0, 8, 0}), 5126, "VEC3", 2);
  crate.primitive()["targets"] = {{{"POSITION", far}}, {{"POSITION", tall}}};
  EXPECT_EQ(crate.box().max, (Vec3{11, 2, 3})) << "no weights: they are 0, and the accessor tells the bounds";
  crate.file["meshes"][0]["weights"] = {0, 0.5};
  EXPECT_EQ(crate.box().min, (Vec3{10, -1, 0})) << "the node's place and the vertices";
  EXPECT_EQ(crate.box().max, (Vec3{11, 6, 3}));
  crate.file["nodes"][0]["weights"] = {0.25, 0};
  EXPECT_EQ(crate.box().max, (Vec3{36, 2, 3})) << "those of the node come first";
  // Few vertices move: zeros, and a list of the others.
  const json indices = crate.place(std::string("\1\0", 2), 5123, "SCALAR", 1);
  const json values = crate.place(bytes_of({0, 0, 40}), 5126, "VEC3", 1);
  crate.file["accessors"][far] = {{"componentType", 5126},
                                  {"type", "VEC3"},
                                  {"count", 2},
                                  {"sparse", {{"count", 1}, {"indices", indices}, {"values", values}}}};
  EXPECT_EQ(crate.box().max, (Vec3{11, 2, 13}));
  crate.file["accessors"][far]["sparse"]["indices"]["byteOffset"] = values["byteOffset"].get<std::size_t>() + 10;
  EXPECT_NE(gltf_error(crate.glb()).find("sparse.indices: index 0 is 16928, and there are 2 elements"),
            std::string::npos)
      << gltf_error(crate.glb());
}

TEST(Gltf, SkinnedMeshesAreMorphedFirst) {
  MovedCrate crate = skinned_crate();
  crate.primitive()["targets"] = {{{"POSITION", crate.add(bytes_of({0, 0, 0, 0, 0, 5}), 5126, "VEC3", 2)}}};
  crate.file["meshes"][0]["weights"] = {1};
  EXPECT_EQ(crate.box().max, (Vec3{100, 20, 1}));
}

/// Nothing is guessed: parts that cannot be placed are counted.
TEST(Gltf, MovedMeshesWithoutTheirFileAreLeftOut) {
  MovedCrate crate = skinned_crate();
  crate.file["bufferViews"][0]["byteLength"] = crate.file["buffers"][0]["byteLength"] = crate.data.size();
  crate.file["buffers"][0]["uri"] = "crate.bin";
  crate.file["scenes"][0]["nodes"].push_back(4);
  crate.file["nodes"].push_back({{"mesh", 0}, {"name", "in no pose"}});
  const FileBytes file = to_bytes(crate.file.dump());
  const OpenFile absent = [](const std::string&, std::uint64_t) -> FileBytes { throw ReadError("cannot be read"); };
  const Scene scene = read_gltf(file, Lens{}, absent);
  ASSERT_EQ(scene.objects.size(), 1U);
  EXPECT_EQ(scene.objects[0].name, "in no pose");
  EXPECT_EQ(scene.notes, (std::vector<std::string>{
                             "nodes left out because the vertices of their skinned or morphed mesh cannot be read: 1; "
                             "buffers[0].uri: \"crate.bin\" cannot be read"}));
  EXPECT_EQ(read_gltf(file, Lens{}).objects.size(), 1U) << "standard input has no folder";
  const OpenFile open = [&](const std::string&, std::uint64_t) { return to_bytes(crate.data); };
  EXPECT_EQ(box_of(read_gltf(file, Lens{}, open), 0).max, (Vec3{100, 20, -4}));
}

TEST(Gltf, BadSkinsAndTargetsAreNamed) {
  const BadFile cases[] = {
      {"/nodes/0/skin", 1, "nodes[0].skin: must be a whole number from 0 to 0"},
      {"/skins/0/joints", json::array(), "skins[0].joints: are missing"},
      {"/skins/0/joints", {2, 99}, "skins[0].joints"},
      {"/skins/0/joints", {2}, "JOINTS_0: vertex 1 hangs on joint 1, and skins[0] has 1"},
      {"/skins/0/joints", {2, 3, 2}, "skins[0].inverseBindMatrices: are 2, and there are 3 joints"},
      {"/scenes/0/nodes", {0, 1, 2}, "skins[0].joints[1]: nodes[3] is not in the scene that is shown"},
      {"/accessors/1/type", "VEC4", "accessors[1].type: must be MAT4"},
      {"/accessors/1/byteOffset", 28, "skins[0].inverseBindMatrices: matrix 1 must be affine"},
      {"/accessors/2/count", 1, "JOINTS_0: has 1 elements, and there are 2 vertices"},
      {"/accessors/2/count", 67108865, "accessors[2].count: must be a whole number"},
      {"/accessors/0/count", 100, "accessors[0]: bytes 0 to 0+1200 lie beyond"},
      {"/accessors/0/bufferView", 1, "accessors[0].bufferView"},
      {"/meshes/0/primitives/0/attributes/WEIGHTS_0", 77, "WEIGHTS_0"},
      {"/meshes/0/weights", {1, 2}, "primitives[0].targets: are 1, and there are 2 weights for them"},
      {"/meshes/0/weights", {"1"}, "meshes[0].weights: must be a list of numbers, and holds \"1\""},
      {"/meshes/0/primitives/0/targets/0/POSITION", 2, "accessors[2].type: positions must be VEC3"},
      {"/meshes/0/primitives/0/targets/0/POSITION", 5, "accessors[5].count: is 1, and the mesh has 2 vertices"},
  };
  for (const BadFile& bad : cases) {
    MovedCrate crate = skinned_crate();
    crate.primitive()["targets"] = {{{"POSITION", crate.add(bytes_of({0, 0, 0, 0, 0, 5}), 5126, "VEC3", 2)}}};
    crate.add(bytes_of({0, 0, 0}), 5126, "VEC3", 1);
    crate.file["meshes"][0]["weights"] = {1};
    crate.file[json::json_pointer(bad.pointer)] = bad.value;
    const std::string error = gltf_error(crate.glb());
    EXPECT_NE(error.find(bad.error), std::string::npos) << bad.pointer << " = " << bad.value << ": " << error;
  }
  MovedCrate crate = skinned_crate();
  const float nan = std::nanf("");
  crate.data.replace(12, 4, bytes_of({nan}));
  EXPECT_EQ(gltf_error(crate.glb()), "meshes[0].primitives[0]: vertex 1 has a position that is not finite");
}

/// The output of tools whose matrices are products and inverses in float32.
TEST(Gltf, LastRowsOffByRoundingAreRead) {
  json file = good();
  file["nodes"][0].erase("translation");
  file["nodes"][0]["matrix"] = {1, 0, 0, 1e-7, 0, 1, 0, -3e-8, 0, 0, 1, 0, 10, 0, 0, 0.9999998};
  EXPECT_EQ(box_of(read(file), 0).max, (Vec3{11, 2, 3}));
  for (const std::size_t entry : {3U, 7U, 11U, 15U}) {
    json bad = file;
    bad["nodes"][0]["matrix"][entry] = 0.001;
    EXPECT_EQ(gltf_error(to_bytes(bad.dump())), "nodes[0].matrix: must be affine: its last row must be 0 0 0 1");
  }
}

/// Objects and cameras in UTM keep their numbers: an origin is subtracted before anything is rounded.
TEST(Gltf, FarFromTheOriginAnotherIsTaken) {
  json file = good();
  file["nodes"][0]["translation"] = {432100.1, 5311000.1, 41.5};
  file["nodes"][1]["translation"] = {432110.1, 5311000.1, 45.5};
  const Scene scene = read(file);
  const Point3& o = scene.origin;
  EXPECT_NEAR(o.x, 432100, 10);
  EXPECT_NEAR(o.y, 5311000, 10);
  const Aabb box = box_of(scene, 0);
  EXPECT_NEAR(box.min.x + o.x, 432099.1, 1e-6);
  EXPECT_NEAR(box.max.y + o.y, 5311002.1, 1e-6);
  const Vec3d eye = std::get<PosedLens>(scene.cameras.at(0).view).pose.position;
  EXPECT_NEAR(eye.x + o.x, 432110.1, 1e-9);
  ASSERT_EQ(scene.notes.size(), 1U);
  EXPECT_TRUE(scene.notes[0].starts_with("the origin 4321")) << scene.notes[0];
  const Point3 usual = read(good()).origin;
  EXPECT_EQ(std::abs(usual.x) + std::abs(usual.y) + std::abs(usual.z), 0) << "what floats hold stays where it is";
}

/// If no origin helps, boxes are rounded outwards: no visible object is lost.
TEST(Gltf, CoarseCoordinatesAreRoundedOutwards) {
  json file = good();
  file["nodes"][0]["translation"] = {1e8 + 0.3, 0, 0};
  file["nodes"].push_back({{"mesh", 0}, {"translation", {-1e8 - 0.3, 0, 0}}});
  file["nodes"].push_back({{"mesh", 0}});
  file["scenes"][0]["nodes"] = {0, 1, 2, 3};
  const Scene scene = read(file);
  ASSERT_EQ(scene.objects.size(), 3U);
  EXPECT_LE(box_of(scene, 0).min.x + scene.origin.x, 1e8 + 0.3 - 1);
  EXPECT_GE(box_of(scene, 0).max.x + scene.origin.x, 1e8 + 0.3 + 1);
  EXPECT_LE(box_of(scene, 1).min.x + scene.origin.x, -1e8 - 0.3 - 1);
  EXPECT_NE(scene.notes.back().find("rounded outwards: 2"), std::string::npos) << scene.notes.back();
}

TEST(Gltf, BadInstancesAreNamed) {
  const std::string data = bytes_of({1, 2, 3, 4, 5, 6, 7, 8});
  const json good_file =
      instanced({{"TRANSLATION", 1}, {"ROTATION", 2}}, {translations(), translations({{"type", "VEC4"}})}, 32, "");
  const BadFile cases[] = {
      {"/accessors/2/count", 1, "attributes: one accessor has 2 elements and another 1: all must have as many"},
      {"/accessors/1/count", 4000001, "accessors[1].count: must be a whole number from 0 to 4000000"},
      {"/accessors/1/count", 3, "accessors[1]: bytes 0 to 0+36 lie beyond the end of its buffer view"},
      {"/accessors/1/byteOffset", 16, "accessors[1]: bytes 16 to 16+24 lie beyond"},
      {"/accessors/1/byteOffset", 18446744073709551615ULL, "accessors[1].byteOffset"},
      {"/accessors/1/type", "VEC2", "accessors[1].type: must be VEC3"},
      {"/accessors/1/componentType", 5125, "accessors[1].componentType"},
      {"/accessors/1/sparse", json::object(), "accessors[1].sparse: is not read here"},
      {"/accessors/1/bufferView", 7, "accessors[1].bufferView"},
      {"/bufferViews/0/byteLength", 33, "bufferViews[0]: bytes 0 to 0+33 lie beyond the end of buffers[0]"},
      {"/bufferViews/0/byteOffset", 1, "bufferViews[0]: bytes 1 to 1+32"},
      {"/bufferViews/0/byteStride", 8, "shorter than an element"},
      {"/bufferViews/0/byteStride", 1000, "bufferViews[0].byteStride"},
      {"/bufferViews/0/buffer", 1, "bufferViews[0].buffer"},
      {"/buffers/0/byteLength", 33, "buffers[0].byteLength: is 33, and only 32 bytes are there"},
      {"/nodes/0/extensions/EXT_mesh_gpu_instancing/attributes/ROTATION", -1, "attributes.ROTATION"},
      {"/nodes/0/extensions/EXT_mesh_gpu_instancing/attributes", 3, "attributes: must be an object"},
      {"/scene", 0, "nodes[0]: ROTATION of instance 0: must be a unit quaternion, |q|^2 is 30"},
  };
  for (const BadFile& bad : cases) {
    json file = good_file;
    file[json::json_pointer(bad.pointer)] = bad.value;
    const std::string error = gltf_error(test::make_glb(file.dump(), data));
    EXPECT_NE(error.find(bad.error), std::string::npos) << bad.pointer << " = " << bad.value << ": " << error;
  }
  json file = instanced({{"TRANSLATION", 1}}, {translations()}, 24, "");
  const float nan = std::nanf("");
  EXPECT_EQ(gltf_error(test::make_glb(file.dump(), bytes_of({1, 2, 3, 4, nan, 6}))),
            "nodes[0], instance 1: a coordinate is not a number up to 1e+18");
}

/// In total over all nodes: nodes may share their numbers.
TEST(Gltf, InstancesOfNodesAreBounded) {
  constexpr std::size_t count = max_objects / 2 + 1;
  std::string turns;
  for (std::size_t i = 0; i < count; ++i) turns += std::string{0, 0, 0, 127};
  json file =
      instanced({{"ROTATION", 1}},
                {translations({{"count", count}, {"componentType", 5120}, {"normalized", true}, {"type", "VEC4"}})},
                4 * count, "");
  file["meshes"][0]["primitives"] = json::array();
  EXPECT_TRUE(read_gltf(test::make_glb(file.dump(), turns), Lens{}).objects.empty());
  file["nodes"].push_back(file["nodes"][0]);
  file["scenes"][0]["nodes"] = {0, 2};
  EXPECT_EQ(gltf_error(test::make_glb(file.dump(), turns)), "more than 4000000 instances");
  file["accessors"][1].erase("bufferView");
  EXPECT_EQ(gltf_error(test::make_glb(file.dump(), turns)), "accessors[1].bufferView: is missing");
}

TEST(Gltf, BadValuesAreNamed) {
  const json zero3 = {0, 0, 0};
  const BadFile cases[] = {
      {"/asset/version", "1.0", "asset.version"},
      {"/asset", 3, "file.asset: must be an object"},
      {"/nodes", 3, "nodes: must be a list"},
      {"/nodes/0", 3, "nodes[0]: must be an object"},
      {"/nodes/0/mesh", 1, "nodes[0].mesh: must be a whole number from 0 to 0"},
      {"/nodes/0/mesh", -1, "nodes[0].mesh"},
      {"/nodes/0/mesh", 0.5, "nodes[0].mesh"},
      {"/nodes/0/mesh", 18446744073709551615ULL, "nodes[0].mesh"},
      {"/nodes/0/name", 7, "nodes[0].name: must be a string"},
      {"/nodes/0/translation", {1, 2}, "nodes[0].translation: must be a list of 3 numbers"},
      {"/nodes/0/translation", {1, 2, "3"}, "nodes[0].translation"},
      {"/nodes/0/translation", {1e300, 0, 0}, "nodes[0]: a coordinate"},
      {"/nodes/0/rotation", {0, 0, 0, 0}, "nodes[0].rotation: must be a unit quaternion"},
      {"/nodes/0/rotation", {0, 0, 0, 2}, "nodes[0].rotation"},
      {"/nodes/0/rotation", {1e200, 0, 0, 1e200}, "nodes[0].rotation"},
      {"/nodes/0/matrix", {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "nodes[0].matrix: must be affine"},
      {"/nodes/0/children", {99}, "nodes[0].children"},
      {"/nodes/0/children", {0}, "nodes[0]: reached twice"},
      {"/nodes/0/children", {1}, "nodes[1]: reached twice"},
      {"/scenes/0/nodes", {0, 0}, "nodes[0]: reached twice"},
      {"/scene", 5, "file.scene"},
      {"/meshes/0/primitives", 5, "meshes[0].primitives: must be a list"},
      {"/meshes/0/primitives/0/attributes", json(), "primitives[0].attributes: must be an object"},
      {"/meshes/0/primitives/0/attributes/POSITION", 12, "POSITION"},
      {"/accessors/0/type", "SCALAR", "accessors[0].type"},
      {"/accessors/0/min", {2, 0, 0}, "accessors[0].min: is greater than max"},
      {"/accessors/0/max", nullptr, "accessors[0].max"},
      {"/accessors/0/normalized", true, "accessors[0].componentType"},
      {"/accessors/0/normalized", 1, "accessors[0].normalized: must be true or false"},
      {"/nodes/1/scale", zero3, "nodes[1]: the node's scale"},
      {"/nodes/1/translation", {1e300, 0, 0}, "eye: the camera's place is not made of numbers up to 1e+18"},
      {"/cameras/0/type", "fisheye", "cameras[0].type"},
      {"/cameras/0/perspective", nullptr, "cameras[0].perspective"},
      {"/cameras/0/perspective/yfov", 0, "yfov: must be greater than 0"},
      {"/cameras/0/perspective/yfov", 3.2, "yfov: must be below pi"},
      {"/cameras/0/perspective/yfov", 60,
       "cameras[0].perspective.yfov: must be below pi: it is in radians, and 60 looks like degrees"},
      {"/cameras/0/perspective/aspectRatio", -1, "aspectRatio"},
      {"/cameras/0/perspective/znear", 0, "znear"},
      {"/cameras/0/perspective/znear", "0.1", "znear: must be a number"},
      {"/cameras/0/perspective/zfar", 0.1, "zfar: must be greater than znear"},
  };
  for (const BadFile& bad : cases) {
    json file = good();
    file[json::json_pointer(bad.pointer)] = bad.value;
    const std::string error = gltf_error(to_bytes(file.dump()));
    EXPECT_NE(error.find(bad.error), std::string::npos) << bad.pointer << " = " << bad.value << ": " << error;
  }
}

TEST(Gltf, MissingValuesAreNamed) {
  for (const char* pointer :
       {"/asset", "/asset/version", "/meshes/0/primitives", "/meshes/0/primitives/0/attributes", "/accessors/0/min",
        "/accessors/0/max", "/accessors/0/type", "/cameras/0/type", "/cameras/0/perspective",
        "/cameras/0/perspective/yfov", "/cameras/0/perspective/znear", "/meshes", "/accessors", "/cameras", "/nodes"}) {
    json file = good();
    const json::json_pointer at(pointer);
    file[at.parent_pointer()].erase(at.back());
    EXPECT_NE(gltf_error(to_bytes(file.dump())), "no error") << pointer;
  }
  json file = good();
  file["cameras"][0] = {{"type", "orthographic"},
                        {"orthographic", {{"xmag", 0}, {"ymag", 3}, {"znear", 0}, {"zfar", 10}}}};
  EXPECT_EQ(gltf_error(to_bytes(file.dump())), "cameras[0].orthographic.xmag: must not be 0");
}

TEST(Gltf, CyclesEnd) {
  json file = good();
  file["nodes"][0]["children"] = {2};
  file["nodes"].push_back({{"children", {3}}});
  file["nodes"].push_back({{"children", {2}}});
  EXPECT_NE(gltf_error(to_bytes(file.dump())).find("reached twice"), std::string::npos);
  file.erase("scenes"), file.erase("scene");
  EXPECT_NE(gltf_error(to_bytes(file.dump())).find("reached twice"), std::string::npos);
}

TEST(Gltf, DeepNodesNeedNoStack) {
  json file = good();
  constexpr std::size_t depth = 200'000;
  file["nodes"] = json::array();
  for (std::size_t i = 0; i + 1 < depth; ++i) file["nodes"].push_back({{"children", {i + 1}}});
  file["nodes"].push_back({{"mesh", 0}});
  file["scenes"][0]["nodes"] = {0};
  EXPECT_EQ(read(file).objects.size(), 1U);
}

TEST(Gltf, DeepJsonIsAnError) {
  for (const char* nest : {"[", "{\"a\":"}) {
    for (const int depth : {300, 1'000'000}) {
      std::string text = "{\"extras\":";
      for (int i = 0; i < depth; ++i) text += nest;
      EXPECT_NE(gltf_error(to_bytes(text)).find("nested deeper"), std::string::npos) << depth;
    }
  }
}

TEST(Gltf, InstancesAreBounded) {
  json file = good();
  const json nothing = {{"attributes", json::object()}};
  file["meshes"][0]["primitives"] = json::array();
  for (int i = 0; i < 3000; ++i) file["meshes"][0]["primitives"].push_back(nothing);
  file["nodes"] = json::array();
  file["scenes"][0]["nodes"] = json::array();
  for (int i = 0; i < 3000; ++i) {
    file["nodes"].push_back({{"mesh", 0}});
    file["scenes"][0]["nodes"].push_back(i);
  }
  EXPECT_NE(gltf_error(to_bytes(file.dump())).find("more than 4000000 mesh primitives"), std::string::npos);
}

/// Bounds come from accessors alone: buffers that hold meshes are never opened.
TEST(Gltf, BuffersOfMeshesAreNeverOpened) {
  for (const char* uri : {"../../../../etc/passwd", "file:///dev/zero", "http://127.0.0.1/x", "data:,x", "absent"}) {
    json file = good();
    file["buffers"] = {{{"uri", uri}, {"byteLength", 18446744073709551615ULL}}};
    file["bufferViews"] = {{{"buffer", 0}, {"byteOffset", 18446744073709551615ULL}, {"byteLength", 1}}};
    file["accessors"][0]["bufferView"] = 99;
    file["accessors"][0]["count"] = 18446744073709551615ULL;
    file["accessors"][0]["sparse"] = {{"count", 18446744073709551615ULL}};
    file["images"] = {{{"uri", uri}}};
    EXPECT_EQ(box_of(read(file), 0).max, (Vec3{11, 2, 3})) << uri;
  }
}

TEST(Gltf, NumbersThatDoNotFit) {
  const std::string text = test::small_gltf();
  const std::size_t at = text.find("[10, 0, 0]");
  for (const char* number : {"1e999", "-1e999", "NaN", "Infinity", "1e", "0x10", "01"}) {
    std::string bad = text;
    bad.replace(at + 1, 2, number);
    EXPECT_NE(gltf_error(to_bytes(bad)), "no error") << number;
  }
}

/// Not in the parser's own words: the place, and the text there.
TEST(Gltf, JsonThatIsNoneNamesItsPlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"{\"asset\": {\n  \"version\": nod}}", "line 2, column 14: \"nod\" is not JSON, or not where it may stand"},
      {"{\"asset\": 1,}", "line 1, column 13: \"}\" is not JSON, or not where it may stand"},
      {"{\n\"asset\" 1}", "line 2, column 9: \"1\" is not JSON, or not where it may stand"},
      {"{\"asset\": {\"version\": \"2.0", "line 1, column 27: the JSON ends in the middle, as if it were cut short"},
      {"{\"asset\":\n", "line 2, column 1: the JSON ends in the middle, as if it were cut short"},
      {"{\"asset\": -1e999}", "line 1, column 11: the number \"-1e999\" is too large"},
      {"{\"asset\": \"\x01\"}", "line 1, column 12: \"?\" is not JSON"},
      {"{\"asset\": \"\xFF\"}", "line 1, column 12: \"?\" is not JSON"},
  };
  for (const auto& [text, error] : cases) {
    const std::string found = gltf_error(to_bytes(text));
    EXPECT_TRUE(found.starts_with(error)) << found;
    EXPECT_EQ(found.find("exception"), std::string::npos) << found;
  }
}

TEST(Gltf, EveryTruncationIsAnError) {
  const FileBytes text = to_bytes(test::small_gltf()), binary = test::make_glb(test::small_gltf());
  for (const FileBytes* file : {&text, &binary})
    for (std::size_t size = 0; size < file->size(); ++size) {
      const FileBytes cut(file->begin(), file->begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_NE(gltf_error(cut), "no error") << size << " bytes";
    }
}

TEST(Gltf, EveryDamagedByteIsAnErrorOrAScene) {
  const FileBytes file = test::make_glb(test::small_gltf());
  for (std::size_t at = 0; at < file.size(); ++at)
    for (const int value : {0x00, 0x20, 0x39, 0x5B, 0x7D, 0x80, 0xFF}) {
      FileBytes damaged = file;
      damaged[at] = static_cast<std::byte>(value);
      static_cast<void>(gltf_error(damaged));  // throws something else than ReadError if the reader is wrong
    }
}

TEST(Gltf, GlbLengthsAreChecked) {
  const FileBytes file = test::make_glb(test::small_gltf());
  for (const std::size_t field : std::initializer_list<std::size_t>{8, 12})
    for (const std::uint32_t value : {0xFFFFFFFFU, 0x80000000U, 0xFFFFFFF0U, 4U}) {
      FileBytes changed = file;
      test::put_u32(changed, field, value);
      EXPECT_NE(gltf_error(changed), "no error") << field << " = " << value;
    }
  FileBytes changed = file;
  test::put_u32(changed, 4, 1);
  EXPECT_NE(gltf_error(changed).find("GLB version 1"), std::string::npos);
  changed = file;
  test::put_u32(changed, 16, 0x004E4942);
  EXPECT_NE(gltf_error(changed).find("not JSON"), std::string::npos);
}

TEST(Gltf, NamesArePrintable) {
  const Scene scene = read_gltf(to_bytes(test::small_gltf("\\u001b[31m\\u202ered")), Lens{});
  EXPECT_EQ(scene.objects.at(0).name, "?[31m???red");
}

}  // namespace
}  // namespace lockstep::tools
