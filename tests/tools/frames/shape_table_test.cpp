// Tables of shapes that are not all round.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <variant>

#include "frames/npy.hpp"
#include "frames/shape_forms.hpp"
#include "support/fixtures.hpp"
#include "support/frames_text.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::test {
namespace {

using Lines = std::vector<std::string>;

constexpr const char* crowd =
    "frame,id,shape,x,y,angle,radius,hx,hy,rx,ry,half_angle,half_length\n"
    "1,5,slice,1,2,-0.5,10,,,,,0.6,\n"
    "1,4,Ellipse,3,4,0.25,,,,0.2,0.3,,\n"
    "0,3,box,5,6,1,,0.5,2,,,,\n"
    "0,1,circle,7,8,,0.5,,,,,,\n"
    "0,2, CAPSULE ,9,10,0,0.5,,,,,,2\n";

TEST(ShapeTable, EachRowIsWhatItsShapeSays) {
  const Frames frames = read(crowd);
  EXPECT_TRUE(frames.flat);
  EXPECT_FALSE(frames.round);
  EXPECT_EQ(frames.object_name(), "shape");
  ASSERT_EQ(frames.count, 2U);
  const Frame first = frames.frame(0);
  ASSERT_EQ(first.shapes.size(), 3U);
  EXPECT_EQ(first.id(0), 1);
  EXPECT_EQ(std::get<Circle2>(first.shapes[0]).center, (Vec2{7, 8}));
  EXPECT_EQ(std::get<Circle2>(first.shapes[0]).radius, 0.5F);
  const auto& capsule = std::get<Capsule2>(first.shapes[1]);
  EXPECT_EQ(capsule.p0, (Vec2{7, 10})) << "half a length from its middle";
  EXPECT_EQ(capsule.p1, (Vec2{11, 10}));
  EXPECT_EQ(capsule.radius, 0.5F);
  const auto& box = std::get<Box2>(first.shapes[2]);
  EXPECT_EQ(box.angle, 1);
  EXPECT_EQ(box.half_extents, (Vec2{0.5F, 2}));
  const Frame second = frames.frame(1);
  const auto& ellipse = std::get<Ellipse2>(second.shapes[0]);
  EXPECT_EQ(ellipse.center, (Vec2{3, 4}));
  EXPECT_EQ(ellipse.angle, 0.25F);
  EXPECT_EQ(ellipse.radii, (Vec2{0.2F, 0.3F}));
  const auto& slice = std::get<Slice2>(second.shapes[1]);
  EXPECT_EQ(slice.angle, -0.5F);
  EXPECT_EQ(slice.half_angle, 0.6F);
  EXPECT_EQ(slice.radius, 10);
}

TEST(ShapeTable, RoundOnesStandAroundThem) {
  EXPECT_EQ(table(crowd), (Lines{"frame 0", "1: 7 8 r 0.5", "2: 9 10 r 2.5", "3: 5 6 r 2.0615528", "frame 1",
                                 "4: 3 4 r 0.3", "5: 1 2 r 10"}));
}

/// The only shape of a table.
template <class Shape>
Shape only(const std::string& text, const FrameOptions& options = {}) {
  const Frames frames = read(text, options);
  EXPECT_EQ(frames.objects, 1U);
  return std::get<Shape>(frames.frame(0).shapes[0]);
}

TEST(ShapeTable, ColumnsOfOneShapeNeedNoWord) {
  EXPECT_EQ(only<Ellipse2>("x,y,angle,rx,ry\n1,2,3,4,5\n").radii, (Vec2{4, 5}));
  EXPECT_EQ(only<Box2>("x,y,angle,hx,hy\n1,2,3,4,5\n").half_extents, (Vec2{4, 5}));
  EXPECT_EQ(only<Slice2>("x,y,angle,half_angle,r\n1,2,3,0.5,5\n").half_angle, 0.5F);
  for (const char* header : {"x,y,x1,y1,r", "x,y,x2,y2,radius"})
    EXPECT_EQ(only<Capsule2>(std::string(header) + "\n1,2,3,4,5\n").p1, (Vec2{3, 4}));
  EXPECT_EQ(only<Slice2>("x,y,angle,half_angle\n1,2,3,0.5\n", {.radius = 7.0F}).radius, 7) << "--radius";
  EXPECT_EQ(only<Ellipse2>("1,2,9,3,4,5\n", {.columns = "x,y,_,angle,rx,ry"}).radii, (Vec2{4, 5}));
  const Frames circles = read("x,y,r,angle\n1,2,3,nan\n");
  EXPECT_TRUE(circles.round);
  EXPECT_EQ(circles.notes, (Lines{"columns that are not read: angle"})) << "where people look";
}

TEST(ShapeTable, ShapesOfSpace) {
  const std::string text =
      "shape,x,y,z,x1,y1,z1,radius,hx,hy,hz,rx,ry,rz,qx,qy,qz,qw\n"
      "sphere,1,2,3,,,,0.5,,,,,,,,,,\n"
      "capsule,0,0,0,0,0,4,1,,,,,,,,,,\n"
      "box,1,1,1,,,,,1,2,2,,,,0.6,0,0,0.8\n"
      "ellipsoid,1,1,1,,,,,,,,3,2,1,0,0,0,1\n"
      "cylinder,0,0,0,0,0,6,4,,,,,,,,,,\n"
      "cone,0,0,0,0,0,6,4,,,,,,,,,,\n";
  const Frames frames = read(text);
  const Frame frame = frames.frame(0);
  ASSERT_EQ(frame.count, 6U);
  EXPECT_EQ(std::get<Sphere>(frame.shapes[0]).center, (Vec3{1, 2, 3}));
  EXPECT_EQ(std::get<Capsule>(frame.shapes[1]).p1, (Vec3{0, 0, 4}));
  EXPECT_EQ(std::get<Box>(frame.shapes[2]).rotation, (Quat{0.6F, 0, 0, 0.8F}));
  EXPECT_EQ(std::get<Ellipsoid>(frame.shapes[3]).radii, (Vec3{3, 2, 1}));
  EXPECT_EQ(std::get<Cylinder>(frame.shapes[4]).radius, 4);
  EXPECT_EQ(std::get<Cone>(frame.shapes[5]).apex, (Vec3{0, 0, 6}));
  EXPECT_EQ(text_of(frames), (Lines{"frame 0", "0: 1 2 3 r 0.5", "1: 0 0 2 r 3", "2: 1 1 1 r 3", "3: 1 1 1 r 3",
                                    "4: 0 0 3 r 5", "5: 0 0 3 r 5"}));
  EXPECT_EQ(problems(text, {.plane = true}).front(),
            "2:1: \"sphere\" is not a shape; shapes are circle, capsule, box, ellipse, slice");
}

TEST(ShapeTable, Units) {
  const auto box = only<Box2>("x/cm,y/cm,angle [deg],hx,hy/mm\n100,200,180,50,50\n");
  EXPECT_EQ(box.center, (Vec2{1000, 2000})) << "in mm, the finest of the units";
  EXPECT_EQ(box.angle, std::numbers::pi_v<float>);
  EXPECT_EQ(box.half_extents, (Vec2{500, 50}));
  const auto slice = only<Slice2>("x,y,angle (deg),half_angle (deg),r\n0,0,0,90,1\n", {.unit = unit_of("cm")});
  EXPECT_EQ(slice.half_angle, std::numbers::pi_v<float> / 2) << "half a disc";
  EXPECT_EQ(slice.radius, 1) << "as the table has it";
  EXPECT_EQ(problems("x,y,angle/gon,hx,hy\n1,2,3,4,5\n"),
            (Lines{"1:3: the unit \"gon\" of \"angle\" is not rad or deg"}));
}

TEST(ShapeTable, OddNumbersAreNoted) {
  const std::string degrees =
      "line 3: the angle 90 is beyond a full turn, as are 1 more: angles are in radians; those of a column angle [deg] "
      "are in degrees";
  EXPECT_EQ(read("x,y,hx,hy,angle\n0,0,1,2,6.2831855\n0,0,1,2,90\n3,0,1,2,-45\n").notes, (Lines{degrees}));
  EXPECT_EQ(read("x,y,half_length,r,angle\n0,0,1,2,1\n0,0,1,2,90\n3,0,1,2,45\n").notes, (Lines{degrees}));
  EXPECT_EQ(read("shape,x,y,r,hx,hy,angle\ncircle,0,0,1,,,90\nbox,0,0,,1,2,1\n").notes, Lines{}) << "no angle of a box";
  EXPECT_EQ(read("x,y,hx,hy,angle [deg]\n0,0,1,2,450\n").notes, Lines{});
  const std::string first =
      "all quaternions are 1 0 0 0, which is half a turn about x: they are read as x y z w; if w comes first, name the "
      "columns so (qw, qx, qy, qz)";
  const std::string box = "x,y,z,hx,hy,hz,qx,qy,qz,qw\n0,0,0,1,1,2,1,0,0,0\n";
  EXPECT_EQ(read(box + "5,0,0,1,1,2,1,0,0,0\n").notes, (Lines{first}));
  EXPECT_EQ(read(box + "5,0,0,1,1,2,0,1,0,0\n").notes, Lines{});
  EXPECT_EQ(read("x,y,z,rx,ry,rz,qx,qy,qz,qw\n0,0,0,1,1,2,1,0,0,0\n").notes, (Lines{first}));
  EXPECT_EQ(read("shape,x,y,z,r,hx,hy,hz,qx,qy,qz,qw\nsphere,0,0,0,1,,,,,,,\n").notes, Lines{}) << "no quaternion";
}

TEST(ShapeTable, MissingColumns) {
  EXPECT_EQ(problems("x,y,rx,ry\n1,2,3,4\n"),
            (Lines{"1:1: ellipse needs the columns rx, ry, angle; there is no angle"}));
  EXPECT_EQ(problems("x,y,half_angle\n1,2,3\n"),
            (Lines{"1:1: slice needs the columns radius, angle, half_angle; there is no radius, angle"}));
  EXPECT_EQ(
      problems("x,y,angle,rx,ry,hx,hy\n1,2,3,4,5,6,7\n"),
      (Lines{"1:1: the columns are of several shapes (hx, hy, rx, ry, angle): a column shape says which one a row "
             "is (circle, capsule, box, ellipse, slice); --columns names those _ that are not to be read"}));
  EXPECT_EQ(problems("x,y,z,x1,y1,z1,r\n0,0,0,1,1,1,1\n").size(), 1U) << "a capsule, a cylinder or a cone";
  EXPECT_EQ(problems("shape,x,y,r\ncircle,1,2,3\nbox,1,2,3\nslice,1,2,3\n"),
            (Lines{"3:1: box needs the columns hx, hy, angle; there is no hx, hy, angle",
                   "4:1: slice needs the columns radius, angle, half_angle; there is no angle, half_angle"}));
  EXPECT_EQ(problems("kind,x,y\ncircle,1,2\n"), (Lines{"2:1: circle needs the columns radius; there is no radius"}));
}

TEST(ShapeTable, BadFieldsAreNamedByLineAndField) {
  EXPECT_EQ(
      problems(
          "shape,x,y,angle,r,hx,hy,half_angle,half_length\n"
          "adult,1,2,0,1,1,1,0,1\n,1,2,0,1,1,1,0,1\nbox,1,2,,1,1,1,0,1\nbox,1,2,2e6,1,1,1,0,1\n"
          "box,1,2,0,1,1,-1,0,1\nslice,1,2,0,1,1,1,1.6,1\nslice,1,2,0,1,1,1,-0.1,1\n"
          "capsule,1e18,2,0,1,1,1,0,1e18\ncapsule,1,2,0,1,1,1,0,-1\nslice,1,2,0,-2,1,1,0,1\nbox,nan,2,0,1,1,1,0,1\n"
          "circle,1,2,x,1,x,x,x,x\n"),
      (Lines{"2:1: \"adult\" is not a shape; shapes are circle, capsule, box, ellipse, slice", "3:1: shape is empty",
             "4:4: angle is empty", "5:4: the angle 2e+06 is beyond 1e+06, the largest angle",
             "6:7: the half extent -1 is negative", "7:8: the half angle 1.6 is beyond 1.5707964, a quarter turn",
             "8:8: the half angle -0.1 is negative", "9:9: the capsule ends beyond 1e+18, the largest coordinate",
             "10:9: the half length -1 is negative", "11:5: the radius -2 is negative",
             "12:2: \"nan\" is not a finite number"}))
      << "what a circle does not need is not looked at";
  EXPECT_EQ(
      problems("shape,x,y,z,hx,hy,hz,qx,qy,qz,qw,x1,y1,z1,r\nbox,0,0,0,1,1,1,0,0,0,2,,,,\n"
               "cone,1,2,3,,,,,,,,1,2,3,1\ncylinder,1,2,3,,,,,,,,1,2,3,1\n"),
      (Lines{"2:8: the quaternion has no unit length: |q|^2 is 4", "3:12: the apex of a cone must not be its base",
             "4:12: the ends of a cylinder must not be the same point"}));
}

TEST(ShapeTable, ArraysHoldRoundShapesOnly) {
  EXPECT_THROW(static_cast<void>(read_npy(make_npy("(1, 5)", {1, 2, 3, 4, 5}), {.columns = "x,y,angle,rx,ry"})),
               UsageError);
}

}  // namespace
}  // namespace lockstep::tools::test
