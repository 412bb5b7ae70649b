// Tables and arrays as scenes to cull.
#include <gtest/gtest.h>

#include <limits>

#include "scenes/load_scene.hpp"
#include "support/fixtures.hpp"
#include "support/read_error.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::test {
namespace {

using Lines = std::vector<std::string>;

Scene scene_of(const FileBytes& file, const FrameOptions& table = {}) {
  SceneOptions options;
  options.table = table;
  options.on_problem = [](const TableProblem& problem) {
    ADD_FAILURE() << problem.line << ":" << problem.field << ": " << problem.text;
  };
  return read_scene(file, options);
}
Scene scene_of(std::string_view text, const FrameOptions& table = {}) { return scene_of(to_bytes(text), table); }

std::string scene_error(const FileBytes& file, const SceneOptions& options = {}) {
  return read_error([&] { return read_scene(file, options); });
}
std::string scene_error(std::string_view text, const SceneOptions& options = {}) {
  return scene_error(to_bytes(text), options);
}

/// The errors of its lines, and then of the file.
Lines scene_problems(std::string_view text) {
  Lines lines;
  SceneOptions options;
  options.on_problem = [&lines](const TableProblem& problem) {
    lines.push_back(concat(problem.line, ":", problem.field, ": ", problem.text));
  };
  lines.push_back(scene_error(text, options));
  return lines;
}

template <class Shape>
const Shape& shape(const Scene& scene, std::size_t index) {
  return std::get<Shape>(scene.objects.at(index).geometry);
}

std::string text_of_doubles(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), 8 * numbers.size()};
}

const std::string made_up_cameras = "the file has no camera: four were put in the middle of the scene";

TEST(SceneTable, SpheresAndBoxes) {
  const Scene spheres = scene_of("id,x,y,z,radius\n7,1,2,3,0.5\n9,4,5,6,0.25\n");
  ASSERT_EQ(spheres.objects.size(), 2U);
  EXPECT_EQ(spheres.objects[1].name, "object 9");
  EXPECT_EQ(shape<Sphere>(spheres, 1).center, (Vec3{4, 5, 6}));
  EXPECT_EQ(shape<Sphere>(spheres, 1).radius, 0.25F);
  EXPECT_EQ(spheres.cameras.size(), 4U);
  EXPECT_EQ(spheres.notes, (Lines{made_up_cameras}));
  const Scene mixed =
      scene_of("shape;x;y;z;radius;hx;hy;hz;qx;qy;qz;qw\nsphere;1;2;3;4;;;;;;;\nbox;1;2;3;;4;5;6;0;0;0.6;0.8\n");
  EXPECT_EQ(shape<Sphere>(mixed, 0).radius, 4);
  EXPECT_EQ(shape<Box>(mixed, 1).half_extents, (Vec3{4, 5, 6}));
  EXPECT_EQ(shape<Box>(mixed, 1).rotation.w, 0.8F);
  EXPECT_EQ(shape<Sphere>(scene_of("x\ty\tz\n1\t2\t3\n", {.radius = 2.0F}), 0).radius, 2) << "tabs, and --radius";
  EXPECT_EQ(shape<Sphere>(scene_of("1 2 3 4 5\n", {.columns = "_,x,y,z,radius"}), 0).center, (Vec3{2, 3, 4}));
}

TEST(SceneTable, TheFirstFrameAndCirclesAreNoted) {
  const Scene scene = scene_of("frame,x,y,r\n3,1,2,0.5\n4,0,0,1\n4,5,5,1\n");
  ASSERT_EQ(scene.objects.size(), 1U);
  EXPECT_EQ(shape<Sphere>(scene, 0).center, (Vec3{1, 2, 0}));
  EXPECT_EQ(scene.notes, (Lines{"there is no z: circles are spheres at z = 0",
                                "of 2 frames the first is the scene, number 3", made_up_cameras}));
  EXPECT_EQ(scene_error("shape,x,y,z,x1,y1,z1,r\ncapsule,1,2,3,4,5,6,1\n"),
            "object 0: is neither sphere nor box: no other shapes of tables are culled");
}

TEST(SceneTable, BoxesByTheirCorners) {
  const Scene scene =
      scene_of("# a comment\nMAX_X,min_x,min_y,min_z,max_y,max_z,name,color\n4,1,2,3,5,6,crate,red\n7,7,7,7,7,7,,\n");
  ASSERT_EQ(scene.objects.size(), 2U);
  EXPECT_EQ(scene.objects[0].name, "crate");
  EXPECT_EQ(scene.objects[1].name, "box 1");
  EXPECT_EQ(shape<Aabb>(scene, 0).min, (Vec3{1, 2, 3}));
  EXPECT_EQ(shape<Aabb>(scene, 0).max, (Vec3{4, 5, 6}));
  EXPECT_EQ(scene.notes, (Lines{"columns that are not read: color", made_up_cameras}));
  const FrameOptions named{.columns = "_,min_x,min_y,min_z,max_x,max_y,max_z,..."};
  EXPECT_EQ(shape<Aabb>(scene_of("9 1 2 3 4 5 6 7 8\n", named), 0).max, (Vec3{4, 5, 6}));
}

TEST(SceneTable, Matrices) {
  const std::string header = "m00,m01,m02,m03,m10,m11,m12,m13,m20,m21,m22,m23";
  const Scene scene = scene_of(header + "\n2,0,0,10,0,4,0,20,0,0,6,30\n1,1,0,0,0,1,0,0,0,0,1,0\n");
  EXPECT_EQ(shape<Aabb>(scene, 0).min, (Vec3{9, 18, 27}));
  EXPECT_EQ(shape<Aabb>(scene, 0).max, (Vec3{11, 22, 33}));
  EXPECT_EQ(shape<Vertices>(scene, 1).size(), 8U) << "a shear";
  EXPECT_EQ(scene.notes,
            (Lines{"each matrix brings a unit box, from -0.5 to 0.5 along each axis, to its place", made_up_cameras}));
  const std::string four = header + ",m30,m31,m32,m33\n2,0,0,10,0,4,0,20,0,0,6,30,0,0,0,";
  EXPECT_EQ(shape<Aabb>(scene_of(four + "1\n"), 0).max, (Vec3{11, 22, 33}));
  EXPECT_EQ(scene_problems(four + "2\n"),
            (Lines{"2:16: the last row must be 0 0 0 1: the matrix of an object is affine",
                   "1 line is wrong, and nothing is culled"}));
}

TEST(SceneTable, HeadersWhoseNamesAreNotKnownArePassedOver) {
  const FrameOptions named{.columns = "min_x,min_y,min_z,max_x,max_y,max_z,_"};
  const Scene scene = scene_of("west,south,floor,east,north,roof,kind\n1,2,3,4,5,6,7\n", named);
  EXPECT_EQ(scene.objects.size(), 1U);
  EXPECT_EQ(
      scene.notes.at(0),
      "the first line is passed over, as it holds names and no numbers: west, south, floor, east, north, roof, kind");
}

TEST(SceneTable, WhatIsFarAwayIsAboutAnOrigin) {
  const std::string note =
      "the origin 432100 5401200 0 is subtracted from all coordinates, in double, before they "
      "become float32";
  const Scene spheres = scene_of("x,y,z,radius\n432100.1,5401200.25,1.5,0.1\n432100.4,5401200.25,1.5,0.1\n");
  EXPECT_EQ(spheres.origin.x, 432100);
  EXPECT_EQ(spheres.origin.y, 5401200);
  EXPECT_EQ(shape<Sphere>(spheres, 1).center, (Vec3{0.4F, 0.25F, 1.5F}));
  EXPECT_EQ(spheres.notes, (Lines{note, made_up_cameras}));
  const Scene boxes = scene_of("min_x,min_y,min_z,max_x,max_y,max_z\n432100.1,5401200.25,0,432100.4,5401200.5,1\n");
  EXPECT_EQ(shape<Aabb>(boxes, 0).max.x - static_cast<float>(432100.4 - boxes.origin.x), 0);
  const Scene matrices = scene_of(make_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 12), }\n",
                                           text_of_doubles({0.5, 0, 0, 432100.25, 0, 0.5, 0, 0, 0, 0, 0.5, 0})));
  EXPECT_EQ(shape<Aabb>(matrices, 0).max.x - shape<Aabb>(matrices, 0).min.x, 0.5F);
  EXPECT_EQ(shape<Aabb>(matrices, 0).min.x + matrices.origin.x, 432100);
  const Scene in_metres = scene_of("x [cm],y,z,radius\n100,200,300,50\n");
  EXPECT_EQ(shape<Sphere>(in_metres, 0).center, (Vec3{1, 2, 3})) << "as cameras are";
}

TEST(SceneTable, CamerasStandWhereTheFileHasItsObjects) {
  Scene scene = scene_of("x,y,z,radius\n432100.1,0,0,0.1\n432100.4,0,0,0.1\n");
  const double x = scene.origin.x;
  const Camera camera{"", ViewProjection{{1, 0, 0, -432000, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}};
  replace_cameras(scene, {camera});
  EXPECT_EQ(std::get<ViewProjection>(scene.cameras.at(0).view).rows[3], x - 432000);
}

TEST(SceneTable, ProblemsNameLineAndField) {
  const std::string header = "min_x,min_y,min_z,max_x,max_y,max_z\n";
  EXPECT_EQ(
      scene_problems(header + "1,2,3,4,5,6\n1,2,3,4,1,6\n1,2,nan,4,5,6\n1,2,3\n\n1,2,3,4,5,6,7\n1e19,2,3,4,5,6\n"),
      (Lines{"3:5: is below min_y, which is 2", "4:3: \"nan\" is not a finite number",
             "5:4: the line ends after 3 of 6 fields", "7:7: the line has 7 fields, 1 too many",
             "8:1: 1e+19 is beyond 1e+18, the largest coordinate", "5 lines are wrong, and nothing is culled"}));
  EXPECT_EQ(scene_problems("x,y,z,r\n1,2,3,-1\n"),
            (Lines{"2:4: the radius -1 is negative", "1 line is wrong, and nothing is culled"}));
  EXPECT_EQ(scene_error(header + "1,2,3,4,5,x\n"), "line 2, field 6: \"x\" is not a finite number") << "nobody listens";
  EXPECT_EQ(scene_error("min_x,min_y,max_x,max_y\n1,2,3,4\n"), "its header, field 1: no column is named min_z, max_z");
  EXPECT_EQ(scene_error("min_x,min_y,min_z,max_x,max_y,max_z,min_x\n"),
            "its header, field 7: two columns are named min_x, the first is field 1");
  EXPECT_EQ(scene_error(header), "holds no objects");
  EXPECT_EQ(scene_error(std::string("\xFF\xFEx\0,\0y\0", 8)),
            "is UTF-16 text: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)");
  EXPECT_TRUE(scene_error("what is this").starts_with("neither a Quake III map")) << scene_error("what is this");
  EXPECT_TRUE(scene_error("\"x,y\n").starts_with("neither a Quake III map"));
  EXPECT_TRUE(scene_error(std::string("x,y\0\n", 5)).starts_with("neither a Quake III map"));
}

TEST(SceneTable, OptionsThatSayNothingAreErrors) {
  SceneOptions columns, radius;
  columns.table.columns = "x,y,z";
  radius.table.radius = 1.0F;
  for (const SceneOptions* options : {&columns, &radius})
    for (const FileBytes& file : {small_map(), to_bytes(small_gltf()), make_zip({{"maps/a.bsp", small_map()}})})
      EXPECT_EQ(scene_error(file, *options), "--columns and --radius are about tables and arrays, and this is neither");
  EXPECT_EQ(scene_error("min_x,min_y,min_z,max_x,max_y,max_z\n1,2,3,4,5,6\n", radius),
            "holds boxes: --radius is about spheres");
  EXPECT_EQ(scene_error(make_npy("(1, 6)", {1, 2, 3, 4, 5, 6}), radius), "holds boxes: --radius is about spheres");
  columns.table.columns = "x,z";
  EXPECT_THROW(static_cast<void>(read_scene(to_bytes("1,2\n"), columns)), UsageError);
}

TEST(SceneArray, ByItsShape) {
  const Scene spheres = scene_of(make_npy("(2, 4)", {1, 2, 3, 0.5, 4, 5, 6, 0.25}));
  EXPECT_EQ(shape<Sphere>(spheres, 1).center, (Vec3{4, 5, 6}));
  EXPECT_EQ(shape<Sphere>(scene_of(make_npy("(1, 3)", {1, 2, 3}), {.radius = 2.0F}), 0).radius, 2);
  EXPECT_EQ(shape<Sphere>(scene_of(make_npy("(2, 1, 4)", {1, 2, 3, 4, 5, 6, 7, 8})), 0).radius, 4) << "the first frame";
  const Scene boxes = scene_of(make_npy("(1, 6)", {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(shape<Aabb>(boxes, 0).max, (Vec3{4, 5, 6}));
  EXPECT_EQ(boxes.notes, (Lines{"the columns are taken to be min_x,min_y,min_z,max_x,max_y,max_z", made_up_cameras}));
  const Scene turned = scene_of(make_npy("(1, 10)", {1, 2, 3, 0, 0, 0.6F, 0.8F, 4, 5, 6}));
  EXPECT_EQ(shape<Box>(turned, 0).center, (Vec3{1, 2, 3}));
  EXPECT_EQ(shape<Box>(turned, 0).half_extents, (Vec3{4, 5, 6}));
  EXPECT_EQ(shape<Box>(turned, 0).rotation.z, 0.6F);
  const Scene named = scene_of(make_npy("(1, 6)", {9, 1, 2, 3, 4, 9}), {.columns = "id,x,y,z,radius,_"});
  EXPECT_EQ(shape<Sphere>(named, 0).radius, 4) << "--columns comes before the shape";
}

TEST(SceneArray, MatricesByRowsAndByColumns) {
  const std::vector<float> rows = {2, 0, 0, 10, 0, 4, 0, 20, 0, 0, 6, 30, 0, 0, 0, 1};
  const std::vector<float> columns = {2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 6, 0, 10, 20, 30, 1};
  const std::vector<float> three(rows.begin(), rows.begin() + 12);
  for (const FileBytes& file :
       {make_npy("(1, 16)", rows), make_npy("(1, 4, 4)", rows), make_npy("(1, 16)", columns),
        make_npy("(1, 4, 4)", columns), make_npy("(1, 12)", three), make_npy("(1, 3, 4)", three)}) {
    const Scene scene = scene_of(file);
    EXPECT_EQ(shape<Aabb>(scene, 0).min, (Vec3{9, 18, 27}));
    EXPECT_EQ(shape<Aabb>(scene, 0).max, (Vec3{11, 22, 33}));
  }
  EXPECT_TRUE(scene_of(make_npy("(1, 16)", columns)).notes.at(0).find("column by column") != std::string::npos);
  const std::string fortran = "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 4, 4), }\n";
  const FileBytes turned = make_npy(fortran, {reinterpret_cast<const char*>(columns.data()), 64});
  EXPECT_EQ(shape<Aabb>(scene_of(turned), 0).max, (Vec3{11, 22, 33})) << "rows, which lie column by column in the file";
  EXPECT_TRUE(scene_of(turned).notes.at(0).ends_with("m33"));
}

TEST(SceneArray, ErrorsNameTheElement) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(scene_error(make_npy("(2, 6)", {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, nan, 6})),
            "array[1, 4] = nan (max_y): must be a finite number");
  EXPECT_EQ(scene_error(make_npy("(1, 6)", {1, 2, 3, 0, 5, 6})), "array[0, 3] = 0 (max_x): is below min_x, which is 1");
  EXPECT_EQ(scene_error(make_npy("(1, 10)", {1, 2, 3, 0, 0, 0, 2, 4, 5, 6})),
            "array[0, 3] = 0 (qx): the quaternion has no unit length: |q|^2 is 4");
  EXPECT_EQ(scene_error(make_npy("(1, 10)", {1, 2, 3, 0, 0, 0, 1, 4, -5, 6})),
            "array[0, 8] = -5 (hy): the half extent -5 is negative");
  EXPECT_EQ(scene_error(make_npy("(1, 3, 4)", {2, 0, 0, 10, 0, 4, 0, 0x1p62F, 0, 0, 6, 30})),
            "array[0, 1, 3] = 4611686018427387904 (m13): is beyond 1e+18, the largest coordinate");
  EXPECT_EQ(scene_error(make_npy("(1, 16)", {2, 0, 0, 10, 0, 4, 0, 20, 0, 0, 6, 30, 0, 0, 1, 1})),
            "array[0, 14] = 1 (m32): the last row must be 0 0 0 1: the matrix of an object is affine");
  EXPECT_EQ(
      scene_error(make_npy("(1, 5)", {1, 2, 3, 4, 5})),
      "has 5 columns: arrays of 4 (spheres), 6 and 10 (boxes), 12 and 16 (matrices) are scenes, or --columns names "
      "its columns");
  EXPECT_EQ(scene_error(make_npy("(0, 6)", std::vector<float>{})), "holds no objects");
  EXPECT_EQ(scene_error(make_npy("()", {1.0F})),
            "is an array with 0 axes; (objects, columns) and (frames, objects, columns) are read");
}

}  // namespace
}  // namespace lockstep::tools::test
