// Coordinates that float32 does not represent are taken relative to an origin, and lengths stay in their unit.
#include "frames/placement.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "frames/table.hpp"
#include "support/frames_text.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

using Lines = std::vector<std::string>;

const float* xs(const Frame& frame) { return frame.x.data; }

TEST(Placement, OrdinaryTablesHaveNoOrigin) {
  for (const char* text : {"x,y,r\n0.1,0.1,0.3\n10.1,0.1,0.3\n", "x,y,r\n99.1,7.3,0.25\n", "x,y,r\n16777216,4,1\n",
                           "x,y,r\n-500000.1,0,30\n500000.1,0,30\n", "x,y,r\n0.1,0.2,0\n0.3,0.4,0\n"}) {
    const Frames frames = read(text);
    EXPECT_FALSE(frames.placement.has_origin()) << text;
    EXPECT_EQ(frames.placement.per_metre, 1);
  }
}

TEST(Placement, WholeNumbersStayWhole) {
  const Frames frames = read("x,y,r\n432123457,5,15\n432123487,5,15\n432123517,5,15\n");
  const Frame frame = frames.frame(0);
  const double origin = frames.placement.origin.x;
  EXPECT_EQ(origin, 432123490) << "one with few digits";
  EXPECT_EQ(frames.placement.origin.y, 0);
  for (const int i : {0, 1, 2}) EXPECT_EQ(xs(frame)[i] + origin, 432123457 + 30 * i);
}

TEST(Placement, SurveyedMetresKeepTheirDigits) {
  const Frames frames = read(
      "frame,x,y,z,r\n1,432100.10,5401234.25,0.5,0.15\n1,432100.40,5401234.25,0.5,0.15\n2,432900.7,5400000,0.5,0.15\n",
      {.range = {1, 1}});
  EXPECT_EQ(frames.placement.origin, (Vec3d{432100, 5401234, 0})) << "z has none; all frames have one";
  const Frame frame = frames.frame(0);
  EXPECT_EQ(xs(frame)[0], 0.1F);
  EXPECT_EQ(xs(frame)[1], 0.4F);
  EXPECT_EQ(frame.y.data[1], 0.25F);
  EXPECT_EQ(frames.notes, (Lines{"the origin 432100 5401234 0 is subtracted from all coordinates, in double, before "
                                 "they become float32"}));
  EXPECT_EQ(text_of(frames)[1], "0: 432100.1 5401234 0.5 r 0.15") << "as floats of the file's coordinates";
}

TEST(Placement, AFewFarFromTheOthersDoNotDecide) {
  std::string text = "x,y,r\n0,0,0.3\n";
  for (int i = 0; i < 20; ++i) text += "4321" + std::to_string(10 + i) + ".1,0,0.3\n";
  EXPECT_EQ(read(text).placement.origin.x, 432119);
}

TEST(Placement, EndsOfShapesAreCoordinates) {
  const Frames frames = read("x,y,x1,y1,r\n432100.10,0,432101.10,0,0.15\n");
  const auto& capsule = std::get<Capsule2>(frames.frame(0).shapes[0]);
  EXPECT_EQ(capsule.p1.x - capsule.p0.x, 1);
  const Frames cones = read("x,y,z,x1,y1,z1,r,shape\n6543210.1,0,0,6543210.2,0,0,1,cone\n");
  const auto& cone = std::get<Cone>(cones.frame(0).shapes[0]);
  EXPECT_NE(cone.apex, cone.base) << "as float32 numbers of the file they would be one point";
}

TEST(Placement, LengthsAreComputedInTheFinestUnit) {
  const Frames centimetres = read("x [cm],y,radius\n30,60,15\n");
  EXPECT_EQ(centimetres.placement.per_metre, 100);
  EXPECT_EQ(*centimetres.frame(0).x.data, 30);
  EXPECT_EQ(text_of(centimetres)[1], "0: 0.3 0.6 r 0.15") << "results are in metres";
  const Frames mixed = read("x [m],y [cm],radius [mm]\n0.3,30,150\n");
  EXPECT_EQ(text_of(mixed)[1], "0: 0.3 0.3 r 0.15");
  EXPECT_EQ(*mixed.frame(0).x.data, 300);
  EXPECT_EQ(*mixed.frame(0).y.data, 300);
  EXPECT_EQ(*mixed.frame(0).radius.data, 150);
  const Frames by_option = read("x [m],y\n0.3,0.6\n", {.radius = Length(15, unit_of("cm"))});
  EXPECT_EQ(*by_option.frame(0).x.data, 30);
  EXPECT_EQ(*by_option.frame(0).radius.data, 15);
  const Frames in_metres = read("x [cm],y,radius\n30,60,15\n", {.radius = 0.2F});
  EXPECT_EQ(*in_metres.frame(0).radius.data, 20) << "a bare length of an option is in metres";
}

TEST(Placement, CoarseNumbersAreNoted) {
  EXPECT_EQ(read("x,y,x1,y1,r\n-400000.1,0,-400000.1,1,0.3\n400000.1,0,400000.1,1,0.3\n").notes,
            (Lines{"float32 numbers are 0.03125 apart near 400000.1, more than a thousandth of the smallest size, 0.3: "
                   "pairs closer than that may get other answers"}));
  EXPECT_EQ(read("x [cm],y,x1,y1,r\n-40000010,0,-40000010,1,30\n40000010,0,40000010,1,30\n").notes.back(),
            "float32 numbers are 0.04 apart near 400000.1, more than a thousandth of the smallest size, 0.3: pairs "
            "closer than that may get other answers");
  EXPECT_TRUE(read("x,y,x1,y1,r\n-400,0,1,0,0.3\n400.1,0,1,0,0.3\n").notes.empty());
  EXPECT_EQ(read("x,y,r\n-400000.1,0,0.3\n400000.1,0,0.3\n").notes.size(), 1U);
}

/// The centres of a table's circles, in double, if float32 does not hold them.
TEST(Placement, CirclesKeepTheirDoubles) {
  const auto placed = [](std::string_view text) {
    Recording recording = record_table(text, {}, [](const TableProblem&) {});
    const Recording* const files[] = {&recording};
    Placement placement = placement_of(files, 1);
    placement.in_double = true;
    return std::move(recording).placed(placement);
  };
  const Frames far = placed("x,y,r\n432100.123456789,0.1,0.25\n432101.5,-7,0.25\n");
  const Frame frame = far.frame(0);
  ASSERT_EQ(frame.centers.size(), 2U);
  EXPECT_EQ(frame.centers[0].x + far.placement.origin.x, 432100.123456789);
  EXPECT_EQ(frame.centers[0].y, 0.1);
  EXPECT_EQ(frame.centers[1], (Vec3d{432101.5 - far.placement.origin.x, -7, 0}));
  EXPECT_TRUE(placed("x,y,r\n0.5,0.25,0.25\n").frame(0).centers.empty()) << "float32 holds these";
  EXPECT_TRUE(placed("x,y,r\n-400000.1,0,0.3\n400000.1,0,0.3\n").notes.empty());
}

/// Decimals are whole numbers of a finer unit, if float32 has room for these.
TEST(Placement, DecimalsOfTablesAreExact) {
  const auto placed = [](std::string_view text, int digits) {
    const Recording recording = record_table(text, {}, [](const TableProblem&) {});
    const Recording* const files[] = {&recording};
    return placement_of(files, 1, digits);
  };
  const Placement tenths = placed("x,y,r\n0.1,0.7,0.3\n", 6);
  EXPECT_EQ(tenths.per_metre, 10);
  EXPECT_TRUE(tenths.whole);
  EXPECT_EQ(placed("x,y,r\n0.1,0.7,0.35\n", 6).per_metre, 100);
  EXPECT_EQ(placed("x,y,r\n0.1,0.7,0.35\n", 1).per_metre, 1) << "no more digits than that";
  EXPECT_EQ(placed("x,y,r\n0.5,0.75,0.25\n", 6).per_metre, 1) << "float32 holds them as they are";
  EXPECT_EQ(placed("x,y,r\n0.1,0.7,0.1234567\n", 6).per_metre, 1) << "seven digits";
  EXPECT_EQ(placed("x,y,r\n0.1,200000.13,0.3\n0.1,-200000.13,0.3\n", 6).per_metre, 1) << "beyond 2^24 hundredths";
  const Placement utm = placed("x,y,r\n391779.25,5820072.01,0.3\n391780.11,5820072.73,0.3\n", 6);
  EXPECT_EQ(utm.per_metre, 100);
  EXPECT_EQ(utm.point({}), (Vec3d{391780, 5820073, 0}));
}

/// Also next to the origin, where float32 would hold what multiplication in double leaves.
TEST(Placement, DecimalsAreWholeEverywhere) {
  std::string text = "x,y,r\n";
  for (int i = 0; i < 2000; ++i)
    text += "5820072." + std::to_string(10000 + i).substr(1) + "," + std::to_string(39 + i % 90) + ".07,0.3\n";
  Recording recording = record_table(text, {}, [](const TableProblem&) {});
  const Recording* const files[] = {&recording};
  const Placement placement = placement_of(files, 1, 6);
  EXPECT_EQ(placement.per_metre, 10000);
  const Frames frames = std::move(recording).placed(placement);
  const Frame frame = frames.frame(0);
  for (std::size_t i = 0; i < frame.count; ++i) {
    ASSERT_EQ(xs(frame)[i], std::nearbyint(xs(frame)[i])) << i;
    ASSERT_EQ(frame.y.data[i], std::nearbyint(frame.y.data[i])) << i;
  }
}

TEST(Placement, UnitsThatAreNotTold) {
  const std::string told =
      "the unit of x is unknown: to go with --radius 20 cm, it is taken to be metres; a name like x "
      "[cm], in the header or in --columns, sets it";
  EXPECT_EQ(read("x,y\n1,2\n", {.radius = Length(20, unit_of("cm"))}).notes, (Lines{told}));
  EXPECT_TRUE(read("x,y\n1,2\n", {.radius = 0.2F}).notes.empty());
  EXPECT_TRUE(read("x,y\n1,2\n", {.unit = unit_of("m"), .radius = Length(20, unit_of("cm"))}).notes.empty());
  EXPECT_EQ(read("x,y,r [cm]\n1,2,20\n").notes.at(0).substr(0, 71),
            "the unit of x is unknown: to go with the column radius, which is in cm,");
}

TEST(Placement, NumbersThatDoNotFitAreNamed) {
  EXPECT_EQ(problems("x [m],y [cm],r\n1,1,1\n1e17,0,1\n"),
            (Lines{"3:1: 1e+19 is beyond 1e+18, the largest coordinate"}));
  EXPECT_EQ(problems("x,y,angle,half_length,r\n1e18,0,0,1e18,1\n"),
            (Lines{"2:4: the capsule ends beyond 1e+18, the largest coordinate"}));
}

}  // namespace
}  // namespace lockstep::tools::test
