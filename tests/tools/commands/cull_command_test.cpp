// lockstep cull, from scene to table, JSON and page.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>

#include <lockstep/config.hpp>

#include "support/fixtures.hpp"
#include "support/markup.hpp"
#include "support/subprocess.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

using nlohmann::json;

json cull_json(std::vector<std::string> arguments, std::string input = {}) {
  arguments.insert(arguments.begin(), {"cull", "--json", "--repeat", "1"});
  const Outcome result = run(arguments, std::move(input));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "") << "JSON has its notes";
  return json::parse(result.out);
}

/// The output of a run without its times.
json timeless(json result) {
  for (const char* times :
       {"exact_ns_per_object", "planes_ns_per_object", "exact_wall_ns_per_object", "planes_wall_ns_per_object"}) {
    for (json& camera : result["cameras"]) camera.erase(times);
    result["total"].erase(times);
  }
  return result;
}

/// Boxes in front of the camera, beside it, behind it, and one that only the planes keep: it reaches into the view's
/// side and over its far plane, but not where both hold.
std::string four_boxes() {
  json file = json::parse(small_gltf());
  file["nodes"] = json::array({{{"camera", 0}},
                               {{"name", "front"}, {"mesh", 0}, {"translation", {0, 0, -10}}},
                               {{"name", "side"}, {"mesh", 0}, {"translation", {50, 0, -10}}},
                               {{"name", "behind"}, {"mesh", 0}, {"translation", {0, 0, 20}}},
                               {{"name", "corner"}, {"mesh", 1}}});
  file["scenes"][0]["nodes"] = {0, 1, 2, 3, 4};
  file["meshes"].push_back({{"primitives", {{{"attributes", {{"POSITION", 1}}}}}}});
  // At the far plane, z = -100, the view is 100 wide to each side.
  file["accessors"].push_back({{"type", "VEC3"}, {"min", {105, -1, -400}}, {"max", {400, 1, -95}}});
  file["cameras"][0]["perspective"] = {{"yfov", 1.5707963267948966}, {"aspectRatio", 1}, {"znear", 1}, {"zfar", 100}};
  return file.dump();
}

TEST(Cull, CountsWhatACameraSees) {
  const json result = cull_json({"-"}, four_boxes());
  EXPECT_EQ(result["objects"], 4);
  ASSERT_EQ(result["cameras"].size(), 1U);
  EXPECT_EQ(result["cameras"][0]["visible"], 1);
  EXPECT_EQ(result["cameras"][0]["kept_by_planes"], 2);
  EXPECT_EQ(result["total"]["objects"], 4);
}

TEST(Cull, EveryFormatAndInstructionSet) {
  const ScratchFolder folder;
  const std::string map = text_of(small_map());
  write_text(folder.path("small.bsp"), map);
  write_text(folder.path("pack.pk3"),
             text_of(make_zip({{"maps/one.bsp", small_map()}, {"maps/two.bsp", small_map()}})));
  write_text(folder.path("scene.gltf"), small_gltf());
  write_text(folder.path("scene.glb"), text_of(make_glb(small_gltf())));
  const std::vector<std::pair<std::string, std::string>> titles = {{"small.bsp", "small.bsp"},
                                                                   {"pack.pk3", "pack.pk3: maps/one.bsp"},
                                                                   {"scene.gltf", "scene.gltf"},
                                                                   {"scene.glb", "scene.glb"}};
  for (const auto& [file, title] : titles) {
    json first;
    for (const Isa isa : supported_isas()) {
      json result = cull_json({folder.path(file), "--isa", std::string(name(isa)), "--threads", "1"});
      EXPECT_EQ(result["scene"], title);
      EXPECT_EQ(result["isa"], name(isa));
      EXPECT_EQ(result["threads"], 1);
      for (json* part : {&result["total"], &result["cameras"][0]})
        EXPECT_EQ((*part)["visible"], (*part)["kept_by_planes"]) << "nothing lies near an edge of the view";
      EXPECT_EQ(result["cameras"][0]["visible"], file.starts_with("scene") ? 1 : 2);
      result = timeless(result);
      if (first.is_null()) first = result["cameras"];
      EXPECT_EQ(result["cameras"], first) << name(isa);
    }
  }
  EXPECT_EQ(cull_json({folder.path("pack.pk3"), "--map", "two"})["scene"], "pack.pk3: maps/two.bsp");
}

TEST(Cull, TableNamesEveryCamera) {
  const Outcome result = run({"cull", "-", "--repeat", "1"}, text_of(small_map()));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* part :
       {"standard input", "2 objects, 2 cameras", "player_deathmatch 1", "player_start 1", "all 2 cameras"})
    EXPECT_NE(result.out.find(part), std::string::npos) << result.out;
}

TEST(Cull, LensChangesWhatIsSeen) {
  MapBuilder map;
  map.add_box({100, 0, 0}, {110, 10, 10});
  map.add_box({100, 200, 0}, {110, 210, 10});
  map.entities += "{ \"classname\" \"info_player_start\" \"origin\" \"0 0 0\" }";
  const std::string text = text_of(map.build());
  const auto visible = [&](std::vector<std::string> lens) {
    lens.insert(lens.begin(), "-");
    return cull_json(lens, text)["total"]["visible"].get<int>();
  };
  EXPECT_EQ(visible({"--aspect", "1", "--fov", "40"}), 1);
  EXPECT_EQ(visible({"--aspect", "1", "--fov", "140"}), 2);
  EXPECT_EQ(visible({"--aspect", "8", "--fov", "40"}), 2);
  EXPECT_EQ(visible({"--aspect", "1", "--fov", "40", "--far", "50"}), 0);
}

/// A camera at the origin that looks along -z, 90 degrees wide and high, from 1 to 100; and the same to +z.
constexpr const char* to_low_z = "1 0 0 0  0 1 0 0  0 0 -1.020202 -2.020202  0 0 -1 0";
constexpr const char* to_high_z = "-1,0,0,0, 0,1,0,0, 0,0,1.020202,-2.020202, 0,0,1,0";

TEST(Cull, CamerasOfTheCommandLineReplaceTheFiles) {
  const json one = cull_json({"--camera", to_low_z, "-"}, four_boxes());
  ASSERT_EQ(one["cameras"].size(), 1U);
  EXPECT_EQ(one["cameras"][0]["name"], "matrix 1");
  EXPECT_EQ(one["cameras"][0]["visible"], 1);
  EXPECT_EQ(one["cameras"][0]["kept_by_planes"], 2);
  const json two = cull_json({"-", "--camera", to_high_z, "--camera", to_low_z}, four_boxes());
  ASSERT_EQ(two["cameras"].size(), 2U);
  EXPECT_EQ(two["cameras"][0]["view_objects"], json::parse("[[2]]"));
  EXPECT_EQ(two["cameras"][1]["view_objects"], one["cameras"][0]["view_objects"]);
}

/// Numbers in the layouts of other libraries, and other ranges of clip depth: the visible objects are the same.
TEST(Cull, CamerasOfTheCommandLineHaveAnOrderAndADepth) {
  const json one = cull_json({"--camera", to_low_z, "-"}, four_boxes())["cameras"][0]["view_objects"];
  const auto seen = [](std::vector<std::string> arguments) {
    arguments.emplace_back("-");
    return cull_json(arguments, four_boxes())["cameras"][0]["view_objects"];
  };
  const char* const columns = "1 0 0 0  0 1 0 0  0 0 -1.020202 -1  0 0 -2.020202 0";
  EXPECT_EQ(seen({"--camera", columns, "--order", "column"}), one);
  EXPECT_EQ(seen({"--camera", to_low_z, "--order", "row", "--depth", "-1..1"}), one);
  const char* const from_0 = "1 0 0 0  0 1 0 0  0 0 -1.010101 -1.010101  0 0 -1 0";
  EXPECT_EQ(seen({"--camera", from_0, "--depth", "0..1"}), one);
  const char* const reversed = "1 0 0 0  0 1 0 0  0 0 0.010101 1.010101  0 0 -1 0";
  const char* const reversed_without_end = "1 0 0 0  0 1 0 0  0 0 0 1  0 0 -1 0";
  EXPECT_EQ(seen({"--camera", reversed, "--depth", "0..1"}), one);
  EXPECT_EQ(seen({"--camera", reversed_without_end, "--depth", "0..1"}).dump(), "[[0,3]]") << "no end at all";
  for (const char* matrix : {reversed, from_0, reversed_without_end}) {
    const json views =
        cull_json({"--camera", matrix, "--depth", "0..1", "--views", "clusters:2x2x3", "-"}, four_boxes());
    EXPECT_GT(views["total"]["visible"], 0) << matrix;
    EXPECT_EQ(cull_json({"--camera", matrix, "--depth", "0..1", "--views", "cube", "-"},
                        four_boxes())["cameras"][0]["view_visible"]
                  .size(),
              6U);
  }
}

/// Advice names only existing options.
TEST(Cull, MatricesThatAreNoneAreToldInOptions) {
  const char* const columns = "1 0 0 0  0 1 0 0  0 0 -1.020202 -1  0 0 -2.020202 0";
  const char* const flat = "1 0 0 0  0 1 0 0  0 0 0 0  0 0 -1 0";
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--camera", columns}, "if its numbers lie column after column, give --order column"},
      {{"--camera", to_low_z, "--order", "column"}, "if its numbers lie row after row, leave --order column out"},
      {{"--camera", flat}, "camera matrix 1: view_projection: "},
  };
  for (const auto& [arguments, error] : cases) {
    std::vector<std::string> all = {"cull", "-"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Outcome result = run(all, four_boxes());
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find(error), std::string::npos) << result.err;
    for (const char* identifier : {"MatrixOrder", "DepthRange", "::"})
      EXPECT_EQ(result.err.find(identifier), std::string::npos) << result.err;
  }
  EXPECT_EQ(run({"cull", "-", "--order", "column"}, four_boxes()).err,
            "lockstep: --depth and --order say how the matrices of --camera are; give one\n");
  EXPECT_EQ(run({"cull", "-", "--camera", to_low_z, "--order", "rows"}, four_boxes()).exit_code, 2);
  EXPECT_EQ(run({"cull", "-", "--camera", to_low_z, "--depth", "0"}, four_boxes()).exit_code, 2);
}

TEST(Cull, NumbersOfOptionsThatAreNoneAreNamed) {
  std::string matrix = to_low_z;
  const auto error_of = [&](std::string first) {
    const Outcome result = run({"cull", "-", "--camera", first + matrix.substr(1)}, four_boxes());
    EXPECT_EQ(result.exit_code, 2);
    return result.err;
  };
  EXPECT_EQ(error_of("0,5"),
            "lockstep: --camera: \"0,5\" has a decimal comma: numbers are written with a point, as 0.5\n");
  EXPECT_EQ(error_of("1e400"), "lockstep: --camera: number 1: \"1e400\" is too large for a float64\n");
  EXPECT_EQ(error_of("0 0"), "lockstep: --camera: 16 numbers are a matrix; there are 17\n");
  const Outcome near = run({"cull", "-", "--far", "1e-3"}, "x,y,z,radius\n0,0,-5,1\n");
  EXPECT_EQ(near.exit_code, 2);
  EXPECT_TRUE(near.err.starts_with("lockstep: --far: 0.001 is not beyond the near plane of camera middle, +x, at 0.0"))
      << near.err;
}

/// The largest float is just below 1e18.
TEST(Cull, FarPlanesOfFilesBeyondAllCoordinatesAreInfinite) {
  json file = json::parse(four_boxes());
  const auto visible = [&](double far) {
    file["cameras"][0]["perspective"]["zfar"] = far;
    return cull_json({"-"}, file.dump())["total"]["visible"];
  };
  for (const double far : {1e18, 1e30}) EXPECT_EQ(visible(far), visible(1e6)) << far;
}

/// A camera `eye` and spheres of radius 1 before it, at these depths, all moved by `offset`.
std::string balls_before(json eye, const std::vector<double>& depths, std::array<double, 3> offset) {
  json file = json::parse(small_gltf());
  file["accessors"][0]["min"] = {-1, -1, -1}, file["accessors"][0]["max"] = {1, 1, 1};
  file["cameras"][0]["perspective"] = std::move(eye);
  file["nodes"] = json::array({{{"camera", 0}, {"translation", offset}}});
  file["scenes"][0]["nodes"] = {0};
  for (const double depth : depths) {
    file["scenes"][0]["nodes"].push_back(file["nodes"].size());
    file["nodes"].push_back(
        {{"name", concat(depth)}, {"mesh", 0}, {"translation", {offset[0], offset[1], offset[2] - depth}}});
  }
  return file.dump();
}

/// Planes are made from lens and pose: a close near side moves no far side, and no camera is too far out.
TEST(Cull, NothingIsLostOnTheWayToPlanes) {
  const json views = json::parse("[[0, 1, 2]]");
  for (const double near : {1.0, 1e-3, 1e-6})
    for (const std::array<double, 3> offset :
         {std::array<double, 3>{0, 0, 0}, {432000.25, 5311000.5, 300}, {1e7, -1e7, 4e6}}) {
      const json lens = {{"yfov", 1}, {"aspectRatio", 1.5}, {"znear", near}, {"zfar", 1e4}};
      const json result = cull_json({"-"}, balls_before(lens, {10, 9000, 10000.9, 10001.1, -2}, offset));
      EXPECT_EQ(result["cameras"][0]["view_objects"], views) << near << " at " << offset[1];
      const json clusters =
          cull_json({"-", "--views", "clusters:1x1x8"}, balls_before(lens, {10, 9000, 10000.9, 10001.1, -2}, offset));
      json seen = json::array();
      for (const json& view : clusters["cameras"][0]["view_objects"])
        for (const json& object : view) seen.push_back(object);
      std::sort(seen.begin(), seen.end());
      seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
      EXPECT_EQ(seen, views[0]) << near << " at " << offset[1];
    }
}

TEST(Cull, ViewsWithoutAFarSideAreCutUp) {
  const json lens = {{"yfov", 1}, {"znear", 0.1}};
  for (const char* views : {"clusters:4x4x8", "cascades:4", "cube", "tiles:3x3"}) {
    const json result = cull_json({"-", "--views", views}, balls_before(lens, {5, 1e9, -2}, {0, 0, 0}));
    EXPECT_GT(result["total"]["visible"], 1) << views;
    const json last = result["cameras"][0]["view_objects"].back();
    if (std::string(views) == "cascades:4") {
      EXPECT_EQ(last, (json{1}));
    }
  }
}

/// The program's own cameras over a table far from the origin.
TEST(Cull, TablesFarFromTheOriginAreSeen) {
  std::string boxes = "min_x,min_y,min_z,max_x,max_y,max_z\n",
              turned = "m00,m01,m02,m03,m10,m11,m12,m13,m20,m21,m22,m23\n";
  for (int i = 0; i < 40; ++i) {
    const double x = 12958095.25 + 3 * i, y = 4865499.5 + 7 * (i % 5);
    boxes += concat(x, ",", y, ",0,", x + 0.25, ",", y + 0.25, ",1\n");
    turned += concat("0.2,-0.1,0,", x, ",0.1,0.2,0,", y, ",0,0,1,3\n");
  }
  for (const std::string& table : {boxes, turned}) {
    const json result = cull_json({"-"}, table);
    EXPECT_EQ(result["cameras"].size(), 4U);
    EXPECT_GT(result["total"]["visible"], 30);
    EXPECT_TRUE(result["notes"].dump().find("the origin 129") != std::string::npos) << result["notes"];
  }
  // A matrix is for the coordinates of the table: 8 to each side, 4 up and down, from y = 4865490 on.
  const char* const camera = "0.125 0 0 -1619762.65625  0 0 0.25 0  0 0.05 0 -243275.5  0 0 0 1";
  const json result = cull_json({"-", "--camera", camera}, boxes);
  EXPECT_EQ(result["cameras"][0]["visible"], 5) << "x from 12958093.25 to 12958109.25";
}

/// Notes do not go to standard output with the results.
TEST(Cull, NotesAreToldBesideResults) {
  const std::string ball = "x,y,z,radius,color\n0,0,-5,1,red\n";
  const std::string notes =
      "lockstep: note: columns that are not read: color\n"
      "lockstep: note: the file has no camera: four were put in the middle of the scene\n";
  EXPECT_EQ(run({"cull", "-", "--csv", "-", "--repeat", "1"}, ball).err, notes);
  for (const char* option : {"--json", "--report"})
    EXPECT_EQ(run({"cull", "-", option, "-", "--repeat", "1"}, ball).err, "") << option << " has them itself";
  const Outcome table = run({"cull", "-", "--repeat", "1"}, ball);
  EXPECT_EQ(table.err, "");
  EXPECT_NE(table.out.find("note: columns that are not read: color\n"), std::string::npos);
}

TEST(Cull, QuaternionsWithTheRealPartFirstAreNoted) {
  const auto notes = [](const std::vector<float>& numbers, const char* shape) {
    return cull_json({"-"}, text_of(make_npy(shape, numbers)))["notes"].dump();
  };
  const char* const note = "all quaternions are 1 0 0 0, which is half a turn about x";
  EXPECT_NE(notes({0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 9, 0, 0, 1, 0, 0, 0, 1, 2, 3}, "(2, 10)").find(note),
            std::string::npos);
  EXPECT_EQ(notes({0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 9, 0, 0, 0, 0, 0, 1, 1, 2, 3}, "(2, 10)").find(note),
            std::string::npos);
  const std::string table = "x,y,z,hx,hy,hz,qx,qy,qz,qw\n0,0,0,1,1,2,1,0,0,0\n5,0,0,1,1,2,";
  EXPECT_NE(cull_json({"-"}, table + "1,0,0,0\n")["notes"].dump().find(note), std::string::npos);
  EXPECT_EQ(cull_json({"-"}, table + "0,0,0,1\n")["notes"].dump().find(note), std::string::npos);
}

TEST(Cull, NoteOfMadeUpCamerasGoesWithThem) {
  const std::string ball = "x,y,z,radius\n0,0,-5,1\n";
  EXPECT_EQ(cull_json({"-"}, ball)["notes"].size(), 1U);
  const json given = cull_json({"-", "--camera", to_low_z}, ball);
  EXPECT_EQ(given["notes"].size(), 0U);
  EXPECT_EQ(given["total"]["visible"], 1);
  EXPECT_EQ(cull_json({"-", "--camera", to_high_z}, ball)["total"]["visible"], 0);
}

TEST(Cull, CityNeedsNoFile) {
  const json one = cull_json({"--threads", "1"}), two = cull_json({"--threads", "2"}),
             other = cull_json({"--seed", "2"});
  EXPECT_GT(one["objects"], 90000);
  EXPECT_EQ(one["cameras"].size(), 8U);
  EXPECT_GT(one["total"]["visible"], 0);
  EXPECT_GE(one["total"]["kept_by_planes"], one["total"]["visible"]);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(one["cameras"][i]["visible"], two["cameras"][i]["visible"]) << i;
  EXPECT_NE(one["total"]["visible"], other["total"]["visible"]);
  const double visible = one["total"]["visible"], by_planes = one["total"]["kept_by_planes"];
  EXPECT_GT(by_planes, visible);
  json crossing = one["cameras"][3];
  EXPECT_EQ(crossing["name"], "crossing 1");
  EXPECT_GT(crossing["kept_by_planes"].get<double>(), 1.05 * crossing["visible"].get<double>())
      << "something is gained";
  EXPECT_NE(run({"cull", "--repeat", "1"}).out.find("planes alone keep hardly more than is visible"),
            std::string::npos);
}

/// A table of 2,000 spheres, or axis-aligned boxes, some of which a camera at the origin sees.
std::string many_objects(bool balls) {
  std::string text = balls ? "x,y,z,radius\n" : "min_x,min_y,min_z,max_x,max_y,max_z\n";
  std::uint32_t state = 1;
  const auto random = [&](int below) {
    return state = state * 1664525U + 1013904223U, static_cast<int>(state >> 16) % below;
  };
  for (int i = 0; i < 2000; ++i) {
    const std::array<int, 3> at = {random(200) - 100, random(200) - 100, random(200) - 100};
    text += concat(at[0], ",", at[1], ",", at[2], ",");
    text += balls ? concat(random(4), "\n")
                  : concat(at[0] + random(9), ",", at[1] + random(9), ",", at[2] + random(9), "\n");
  }
  return text;
}

TEST(Cull, AKeptWorldAnswersTheSame) {
  for (const std::string& input : {many_objects(true), many_objects(false)})
    for (const char* views : {"cameras", "tiles:3x2", "clusters:4x3x3"}) {
      const std::vector<std::string> arguments = {"-", "--camera", to_low_z, "--views", views};
      std::vector<std::string> with_kept = arguments;
      with_kept.emplace_back("--kept");
      const json once = timeless(cull_json(arguments, input)), kept = timeless(cull_json(with_kept, input));
      EXPECT_GT(once["total"]["visible"], 0) << views;
      EXPECT_EQ(once, kept) << views;
      std::vector<std::string> lists = {"cull", "--repeat", "1", "--csv", "-"};
      lists.insert(lists.end(), arguments.begin(), arguments.end());
      const std::string list = run(lists, input).out;
      lists.emplace_back("--kept");
      EXPECT_EQ(run(lists, input).out, list) << views;
    }
  EXPECT_NE(run({"cull", "-", "--repeat", "1", "--kept"}, four_boxes()).out.find("by a kept world"), std::string::npos);
}

/// Oriented boxes, hulls and mixtures, too.
TEST(Cull, AKeptWorldHoldsAnyScene) {
  json turned = json::parse(four_boxes());
  turned["nodes"][2]["rotation"] = {0, 0.6, 0, 0.8};
  for (const std::string& scene : {turned.dump(), text_of(small_map()), std::string()})
    for (const char* views : {"cameras", "clusters:2x2x2"}) {
      std::vector<std::string> lists = {"cull", "--repeat", "1", "--csv", "-", "--views", views, "--far", "300"};
      if (!scene.empty()) lists.emplace_back("-");
      const std::string list = run(lists, scene).out;
      EXPECT_GT(std::count(list.begin(), list.end(), '\n'), 1);
      lists.emplace_back("--kept");
      EXPECT_EQ(run(lists, scene).out, list) << views;
    }
}

/// Processor time is the cost of the work; the wall clock is the user's waiting time.
TEST(Cull, TimesAreOfTheProcessor) {
  const json result = cull_json({"-", "--threads", "1"}, many_objects(true));
  for (const char* method : {"exact", "planes"}) {
    const double processor = result["total"][concat(method, "_ns_per_object")];
    const double wall = result["total"][concat(method, "_wall_ns_per_object")];
    EXPECT_GT(processor, 0);
    EXPECT_GT(wall, 0.9 * processor) << "one thread takes no more of the processor than of time";
  }
  EXPECT_NE(
      run({"cull", "-", "--repeat", "1"}, four_boxes()).out.find("\nns: processor time of all threads; on the wall "),
      std::string::npos);
}

/// Each view counts the objects it sees, and an object in several views counts for each.
TEST(Cull, CamerasAreCutIntoViews) {
  const json whole = cull_json({"-"}, four_boxes());
  for (const auto& [views, count] : std::vector<std::pair<std::string, std::size_t>>{
           {"tiles:4x2", 8}, {"clusters:2x3x4", 24}, {"cascades:3", 3}, {"cube", 6}}) {
    const json result = cull_json({"-", "--views", views}, four_boxes());
    EXPECT_EQ(result["views"], views);
    const json& camera = result["cameras"][0];
    ASSERT_EQ(camera["view_visible"].size(), count) << views;
    std::size_t visible = 0, kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      visible += camera["view_visible"][i].get<std::size_t>(),
          kept += camera["view_kept_by_planes"][i].get<std::size_t>();
      EXPECT_LE(camera["view_visible"][i], camera["view_kept_by_planes"][i]) << views << ", view " << i;
    }
    EXPECT_EQ(camera["visible"], visible) << views;
    EXPECT_EQ(camera["kept_by_planes"], kept) << views;
    EXPECT_GE(visible, whole["cameras"][0]["visible"].get<std::size_t>()) << views;
  }
  // The box in front lies on the middle of the picture: four tiles see it, and one slice of three.
  EXPECT_EQ(cull_json({"-", "--views", "tiles:2x2"}, four_boxes())["total"]["visible"], 4);
  EXPECT_EQ(cull_json({"-", "--views", "cascades:3"}, four_boxes())["cameras"][0]["view_visible"], json({1, 0, 0}));
}

TEST(Cull, ListsWhatEachViewSees) {
  const ScratchFolder folder;
  const std::string file = folder.path("list.json"), table = folder.path("list.csv");
  const Outcome result =
      run({"cull", "-", "--repeat", "1", "--views", "tiles:2x1", "--json", file, "--csv", table}, four_boxes());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("too many"), std::string::npos) << "the table is printed besides";
  const json list = json::parse(read_text(file));
  EXPECT_EQ(list["mode"], "tiles");
  EXPECT_EQ(list["grid"], (json{{"columns", 2}, {"rows", 1}, {"slices", 1}}));
  EXPECT_EQ(list["object_names"], (json{"front", "side", "behind", "corner"}));
  EXPECT_EQ(list["cameras"][0]["view_objects"], (json{{0}, {0}})) << "the middle of the picture is in both halves";
  EXPECT_EQ(list["cameras"][0]["verdicts"], (json{{"overlapping", 2}, {"touching", 0}, {"separated", 6}}));
  EXPECT_EQ(list["total"]["verdicts"], list["cameras"][0]["verdicts"]);
  const std::string camera = list["cameras"][0]["name"];
  EXPECT_EQ(read_text(table), "camera,camera_name,view,object,object_name,verdict\n0," + camera +
                                  ",0,0,front,overlapping\n0," + camera + ",1,0,front,overlapping\n");
}

/// An object that only touches a view is in its list, and marked.
TEST(Cull, ListsTellWhatOnlyTouches) {
  json scene = json::parse(four_boxes());
  // A view whose sides are exact in floats, and a plate on one of them.
  scene["cameras"][0] = {{"type", "orthographic"},
                         {"orthographic", {{"xmag", 16}, {"ymag", 16}, {"znear", 1}, {"zfar", 129}}}};
  scene["accessors"].back()["min"] = {16, -1, -12};
  scene["accessors"].back()["max"] = {17, 1, -10};
  const json camera = cull_json({"-"}, scene.dump())["cameras"][0];
  EXPECT_EQ(camera["verdicts"], (json{{"overlapping", 1}, {"touching", 1}, {"separated", 2}}));
  EXPECT_EQ(camera["view_touching"], json{1});
  EXPECT_EQ(camera["view_objects"], (json{{0, 3}}));
  const Outcome table = run({"cull", "-", "--repeat", "1", "--csv", "-"}, scene.dump());
  EXPECT_TRUE(table.out.starts_with("camera,camera_name,view,")) << table.out;
  EXPECT_NE(table.out.find(",0,3,corner,touching\n"), std::string::npos) << table.out;
}

TEST(Cull, ListsAgreeWithTheCounts) {
  for (const char* views : {"cameras", "clusters:8x4x6", "cube"}) {
    const json result = cull_json({"--views", views});
    std::size_t cameras = 0;
    for (const json& camera : result["cameras"]) {
      ASSERT_EQ(camera["view_objects"].size(), camera["view_visible"].size()) << views;
      for (std::size_t view = 0; view < camera["view_objects"].size(); ++view) {
        const auto list = camera["view_objects"][view].get<std::vector<std::size_t>>();
        ASSERT_EQ(list.size(), camera["view_visible"][view]) << views << ", camera " << cameras << ", view " << view;
        EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
      }
      ++cameras;
    }
    EXPECT_EQ(cameras, 8U) << views;
    EXPECT_EQ(result["object_names"].size(), result["objects"]);
  }
}

TEST(Cull, NamesInAListAreQuoted) {
  const Outcome result = run({"cull", "-", "--repeat", "1", "--csv", "-"}, small_gltf(R"(a, \"b\")"));
  EXPECT_NE(result.out.find(",0,\"a, \"\"b\"\"\",overlapping\n"), std::string::npos) << result.out;
}

TEST(Cull, ListsReplaceNoScene) {
  const ScratchFolder folder;
  const std::string file = folder.path("scene.gltf");
  write_text(file, small_gltf());
  for (const char* option : {"--json", "--csv", "--report"}) {
    const Outcome result = run({"cull", option, file});
    EXPECT_EQ(result.exit_code, 2) << option;
    EXPECT_EQ(read_text(file), small_gltf()) << option;
  }
  EXPECT_EQ(run({"cull", "-", "--json", file, "--csv", file}, small_gltf()).exit_code, 2) << "one file for two lists";
}

/// The rivals answer the same queries: scalar GJK the same, the loop like planes alone.
TEST(Cull, ComparesMethods) {
  const json boxes = cull_json({"-", "--compare"}, four_boxes());
  const json& modes = boxes["comparison"]["modes"];
  ASSERT_EQ(modes.size(), 3U);
  EXPECT_EQ(modes[0]["views"], "cameras");
  EXPECT_EQ(modes[2]["parts"], 16 * 9 * 24);
  EXPECT_EQ(modes[0]["plain_loop"]["excess_percent"], 100) << "the box at the corner, beside the one in front";
  for (const json& mode : modes) {
    EXPECT_EQ(mode["lockstep"]["excess_percent"], 0);
    EXPECT_EQ(mode["scalar_gjk"]["excess_percent"], 0) << mode["views"];
    EXPECT_GE(mode["plain_loop"]["excess_percent"], 0) << mode["views"];
    EXPECT_EQ(mode["kept_world"]["excess_percent"], 0);
    EXPECT_EQ(mode["cameras"], 1);
    EXPECT_EQ(mode["tested"], mode["parts"] == 1 ? "boxes" : "lights");
    for (const char* method : {"plain_loop", "scalar_gjk", "lockstep", "kept_world"})
      EXPECT_GT(mode[method]["ns_per_object"], 0) << method;
  }
  EXPECT_FALSE(cull_json({"-"}, four_boxes()).contains("comparison"));
}

/// Views without a far side, on every instruction set.
TEST(Cull, ComparesMethodsOnMaps) {
  for (const Isa isa : supported_isas()) {
    const json result = cull_json({"-", "--compare", "--isa", std::string(name(isa))}, text_of(small_map()));
    for (const char* method : {"plain_loop", "scalar_gjk", "lockstep", "kept_world"})
      EXPECT_EQ(result["comparison"]["modes"][0][method]["excess_percent"], 0) << method << ", " << name(isa);
  }
}

TEST(Cull, EndsWithWhatIsGained) {
  const Outcome result = run({"cull", "-", "--repeat", "1", "--compare"}, four_boxes());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::size_t last = result.out.rfind('\n', result.out.size() - 2) + 1;
  EXPECT_EQ(result.out.find("16x9x24 clusters: lockstep ", last), last) << result.out;
  for (const char* words : {"exact ns", "too many: kept", "plain loop", "lockstep, exact", "kept world, exact"})
    EXPECT_NE(result.out.find(words), std::string::npos) << words;
  EXPECT_EQ(run({"cull", "-", "--repeat", "1", "--compare"}, R"({"asset": {"version": "2.0"}})").exit_code, 0)
      << "nothing to compare";
}

TEST(Cull, ViewsThatAreNone) {
  for (const char* views : {"", "tile:2x2", "tiles", "tiles:2", "tiles:0x2", "tiles:2x2x2", "clusters:2x2",
                            "cascades:x", "cascades:-1", "tiles:2x", "tiles:99999999999x1", "cube:2"}) {
    const Outcome result = run({"cull", "-", "--views", views}, four_boxes());
    EXPECT_EQ(result.exit_code, 2) << views;
    EXPECT_EQ(result.err.find("lockstep: --views: '" + std::string(views) + "' is not one of"), 0U) << result.err;
  }
  EXPECT_EQ(run({"cull", "-", "--views", "tiles:2000x2000"}, four_boxes()).exit_code, 2);
}

TEST(Cull, EmptyScenesAreFine) {
  const json result = cull_json({"-"}, R"({"asset": {"version": "2.0"}})");
  EXPECT_EQ(result["objects"], 0);
  EXPECT_EQ(result["total"]["exact_ns_per_object"], 0);
}

TEST(Cull, DamagedScenesAreExitCode1) {
  const ScratchFolder folder;
  const std::pair<std::string, std::string> files[] = {
      {"junk.bsp", "what is this"},
      {"empty.gltf", ""},
      {"cut.gltf", small_gltf().substr(0, 100)},
      {"cut.bsp", text_of(small_map()).substr(0, 500)},
      {"cut.pk3", text_of(make_zip({{"maps/a.bsp", small_map()}})).substr(0, 100)},
      {"inner.pk3", text_of(make_zip({{"maps/a.bsp", to_bytes("IBSP")}}))},
  };
  for (const auto& [file, content] : files) {
    write_text(folder.path(file), content);
    const Outcome result = run({"cull", folder.path(file), "--report", folder.path("report.html")});
    EXPECT_EQ(result.exit_code, 1) << file;
    EXPECT_EQ(result.out, "") << file;
    EXPECT_TRUE(result.err.starts_with("lockstep: " + folder.path(file) + ": ")) << result.err;
  }
  const std::vector<std::string> names = folder.names();
  EXPECT_EQ(std::count(names.begin(), names.end(), "report.html"), 0);
  EXPECT_EQ(run({"cull", folder.path("absent")}).exit_code, 1);
  EXPECT_EQ(run({"cull", folder.path("")}).exit_code, 1) << "a folder";
}

TEST(Cull, TablesAndArraysAreScenes) {
  EXPECT_EQ(cull_json({"-"}, "x,y,z,radius\n0,0,0,1\n50,0,0,1\n")["objects"], 2);
  EXPECT_EQ(cull_json({"-", "--radius", "20cm", "--columns", "id,x,y,z"}, "7,0,0,0\n8,50,0,0\n")["cameras"].size(), 4U);
  EXPECT_EQ(cull_json({"-"}, text_of(make_npy("(1, 6)", {0, 0, 0, 1, 1, 1})))["objects"], 1);
  EXPECT_EQ(run({"cull", "--columns", "x,y"}).exit_code, 2) << "the generated city has no columns";
  EXPECT_EQ(run({"cull", "-", "--columns", "x"}, "1\n").exit_code, 2);
}

TEST(Cull, BadTablesAreToldLineByLine) {
  std::string many = "x,y,z,r\n";
  for (int i = 0; i < 25; ++i) many += "0,0,0,-1\n";
  const Outcome result = run({"cull", "-"}, many);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.starts_with("standard input:2:4: the radius -1 is negative\n")) << result.err;
  EXPECT_TRUE(
      result.err.ends_with("standard input: and 5 more\nlockstep: standard input: 25 lines are wrong, and "
                           "nothing is culled\n"))
      << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 22);
}

/// The error about a camera names its file.
TEST(Cull, CamerasWithoutAViewNameTheirFile) {
  const ScratchFolder folder;
  json file = json::parse(small_gltf());
  file["cameras"][0]["perspective"]["aspectRatio"] = 1e30;
  write_text(folder.path("flat.gltf"), file.dump());
  const Outcome result = run({"cull", folder.path("flat.gltf")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(result.err.starts_with("lockstep: " + folder.path("flat.gltf") + ": camera eye: ")) << result.err;
}

TEST(Cull, InstancesComeFromFilesBesideTheScene) {
  const ScratchFolder folder;
  json file = json::parse(small_gltf());
  file["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"] = 1;
  file["accessors"].push_back({{"bufferView", 0}, {"componentType", 5126}, {"count", 3}, {"type", "VEC3"}});
  file["bufferViews"] = {{{"buffer", 0}, {"byteLength", 36}}};
  file["buffers"] = {{{"uri", "trees.bin"}, {"byteLength", 36}}};
  write_text(folder.path("trees.gltf"), file.dump());
  const Outcome missing = run({"cull", folder.path("trees.gltf")});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_EQ(missing.err, "lockstep: " + folder.path("trees.gltf") +
                             ": buffers[0].uri: \"trees.bin\" cannot be read: No such file or directory\n");
  write_text(folder.path("trees.bin"), std::string(36, '\0'));
  EXPECT_EQ(cull_json({folder.path("trees.gltf")})["objects"], 3);
  file["buffers"][0]["uri"] = ".";
  write_text(folder.path("trees.gltf"), file.dump());
  EXPECT_NE(run({"cull", folder.path("trees.gltf")}).err.find("\".\" is not a plain file"), std::string::npos);
}

TEST(Cull, MapOnlyChoosesInArchives) {
  const Outcome result = run({"cull", "-", "--map", "a"}, text_of(small_map()));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("--map"), std::string::npos) << result.err;
}

/// The page of a scene.
std::string page_of(const std::string& scene) {
  const ScratchFolder folder;
  const Outcome result = run({"cull", "-", "--repeat", "1", "--report", folder.path("report.html")}, scene);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("report: " + folder.path("report.html")), std::string::npos) << result.out;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"report.html"});
  return read_text(folder.path("report.html"));
}

TEST(Report, IsWellFormedAndStandsAlone) {
  for (const std::string& scene :
       {four_boxes(), text_of(small_map()), std::string(R"({"asset": {"version": "2.0"}})")}) {
    const std::string text = page_of(scene);
    const Page page = parse_page(text);
    expect_self_contained(text, page);
    EXPECT_EQ(page.count("svg"), 1U);
    EXPECT_EQ(page.count("html"), 1U);
  }
}

TEST(Report, ShowsAnObjectOfSeveralViewsOnce) {
  const ScratchFolder folder;
  const Outcome result =
      run({"cull", "-", "--repeat", "1", "--views", "tiles:2x2", "--report", folder.path("r.html")}, four_boxes());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string text = read_text(folder.path("r.html"));
  expect_self_contained(text, parse_page(text));
  EXPECT_NE(text.find("cut into 4 views (tiles:2x2)"), std::string::npos);
  EXPECT_NE(text.find("<b id=\"visible\">1</b>"), std::string::npos);
}

TEST(Report, ShowsEveryObjectAndCamera) {
  const std::string text = page_of(four_boxes());
  const Page page = parse_page(text);
  EXPECT_EQ(page.count("option"), 1U);
  EXPECT_EQ(page.count("path"), 5U) << "four objects and the view";
  for (const char* name : {"front", "side", "behind", "corner"})
    EXPECT_NE(text.find("<title>" + std::string(name) + "</title>"), std::string::npos) << name;
  const json data = data_of(text);
  ASSERT_EQ(data["cameras"].size(), 1U);
  const std::string states = data["cameras"][0]["states"];
  EXPECT_EQ(std::count(states.begin(), states.end(), 'v'), 1);
  EXPECT_EQ(std::count(states.begin(), states.end(), 'p'), 1);
  EXPECT_EQ(std::count(states.begin(), states.end(), 'c'), 2);
}

TEST(Report, NamesCannotEscape) {
  const std::string text = page_of(small_gltf(R"(</title><script>alert('1')</script>\"&amp;)"));
  const Page page = parse_page(text);
  expect_self_contained(text, page);
  EXPECT_EQ(page.count("script"), 2U) << "the page's own two";
}

TEST(Report, LargeScenesAreSimplifiedAndSaySo) {
  const ScratchFolder folder;
  ASSERT_EQ(run({"cull", "--repeat", "1", "--report", folder.path("city.html")}).exit_code, 0);
  const std::string text = read_text(folder.path("city.html"));
  EXPECT_LT(text.size(), 4'000'000U);
  EXPECT_NE(text.find("The picture draws 10000 of 101554 objects"), std::string::npos);
  expect_self_contained(text, parse_page(text));
}

/// Equal boxes side by side, each named "column row".
std::string box_field(int columns, int rows) {
  json file = json::parse(small_gltf());
  file["nodes"] = json::array({{{"camera", 0}}});
  file["scenes"][0]["nodes"] = {0};
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      file["scenes"][0]["nodes"].push_back(file["nodes"].size());
      file["nodes"].push_back(
          {{"name", std::to_string(x) + " " + std::to_string(y)}, {"mesh", 0}, {"translation", {3.1 * x, 0, 3.1 * y}}});
    }
  return file.dump();
}

/// For any order of the objects, a picture of some of them has no holes and no streaks.
TEST(Report, EqualObjectsAreSampledEvenly) {
  constexpr int side = 150, block = 10;
  const std::string text = page_of(box_field(side, side));
  EXPECT_NE(text.find("The picture draws 10000 of 22500 objects"), std::string::npos);
  std::array<int, side / block*(side / block)> drawn{};
  std::array<int, side> in_column{}, in_row{};
  for (std::size_t at = text.find("<title>", text.find("<svg")); at != std::string::npos;
       at = text.find("<title>", at + 1)) {
    int x = 0, y = 0;
    ASSERT_EQ(std::sscanf(text.c_str() + at, "<title>%d %d</title>", &x, &y), 2);
    ++drawn.at(static_cast<std::size_t>(y / block * (side / block) + x / block));
    ++in_column.at(static_cast<std::size_t>(x)), ++in_row.at(static_cast<std::size_t>(y));
  }
  // 4 in 9: about 44 of 100, 67 of 150; five standard deviations are 25 and 30.
  for (const int count : drawn) EXPECT_NEAR(count, 44, 25);
  for (const int count : in_column) EXPECT_NEAR(count, 67, 30);
  for (const int count : in_row) EXPECT_NEAR(count, 67, 30);
}

TEST(Report, LargeObjectsAreFainterLinesTheMoreThereAre) {
  for (const auto& [columns, rows, faint] : {std::tuple{3, 5, "--faint: 0.80"}, std::tuple{9, 11, "--faint: 0.40"}}) {
    const std::string text = page_of(box_field(columns, rows));
    const std::size_t group = text.find("<g class=\"large\">"), end = text.find("</g>", group);
    std::size_t count = 0;
    for (std::size_t at = text.find("<path", group); at < end; at = text.find("<path", at + 1)) ++count;
    EXPECT_EQ(count, static_cast<std::size_t>(columns * rows));
    EXPECT_NE(text.find(faint), std::string::npos) << faint;
  }
}

TEST(Report, DrawsTheViewsAndHowFullTheyAre) {
  const ScratchFolder folder;
  for (const auto& [views, cells, above] :
       {std::tuple{"tiles:2x2", 4U, 2U}, std::tuple{"clusters:3x1x5", 3U, 15U}, std::tuple{"cascades:4", 0U, 4U},
        std::tuple{"cube", 0U, 6U}, std::tuple{"tiles:200x100", 64U * 64U, 24U}}) {
    ASSERT_EQ(run({"cull", "-", "--repeat", "1", "--views", views, "--report", folder.path("r.html")}, four_boxes())
                  .exit_code,
              0);
    const std::string text = read_text(folder.path("r.html"));
    const Page page = parse_page(text);
    expect_self_contained(text, page);
    EXPECT_EQ(page.count("rect"), cells) << views;
    EXPECT_EQ(page.count("path"), 5 + above) << views << ": four objects, the view and its parts";
    const json camera = data_of(text)["cameras"][0];
    EXPECT_EQ(camera["outlines"].size(), above) << views;
    EXPECT_EQ(camera["above"].size(), above) << views;
    if (std::string(views) == "tiles:2x2") {
      EXPECT_EQ(camera["front"], (json{1, 1, 1, 1})) << "the box in the middle of the picture is in each";
      EXPECT_EQ(camera["above"], (json{2, 2}));
      EXPECT_NE(camera["outlines"][0], camera["outlines"][1]);
    }
  }
}

TEST(Report, PicturesCanBeLookedAtClosely) {
  const Page page = parse_page(page_of(four_boxes()));
  EXPECT_EQ(std::count_if(page.elements.begin(), page.elements.end(),
                          [](const Element& e) { return e.attributes.count("data-zoom") == 1; }),
            3);
}

TEST(Report, LeadsWithTheGain) {
  const ScratchFolder folder;
  const Outcome result =
      run({"cull", "-", "--repeat", "1", "--compare", "--report", folder.path("r.html")}, four_boxes());
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string text = read_text(folder.path("r.html"));
  expect_self_contained(text, parse_page(text));
  EXPECT_LT(text.find("lockstep beside the loops"), text.find("<select"));
}

TEST(Report, ManyCamerasAreShortened) {
  MapBuilder map;
  map.add_box({0, 0, 0}, {1, 1, 1});
  for (int i = 0; i < 100; ++i) map.entities += "{ \"classname\" \"info_player_start\" \"origin\" \"5 5 5\" }";
  const std::string text = page_of(text_of(map.build()));
  EXPECT_EQ(parse_page(text).count("option"), 64U);
  EXPECT_NE(text.find("the first 64 cameras"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::tools::test
