// Trajectory files as pedestrian laboratories publish them.
#include <gtest/gtest.h>

#include "support/frames_text.hpp"

namespace lockstep::tools::test {
namespace {

using Lines = std::vector<std::string>;

/// One radius for all, because such files have none.
FrameOptions with_radius() { return {.radius = 0.2F}; }

TEST(Trajectory, HeaderInACommentWithUnits) {
  const Frames frames = read(
      "# PeTrack project: demo.pet\n# framerate: 25 fps\n# z: can be 3d position or height of person (alternating or "
      "not)\n"
      "# id frame x/cm y/cm z/cm\n1 94 -554.56 309.5 176\n2 94 100 200 150\n1 95 -548.5 310 176\n",
      with_radius());
  EXPECT_EQ(text_of(frames), (Lines{"frame 94", "1: -5.5456 3.095 1.76 r 0.2", "2: 1 2 1.5 r 0.2", "frame 95",
                                    "1: -5.485 3.1 1.76 r 0.2"}));
  EXPECT_EQ(frames.frames_per_second, 25);
  EXPECT_TRUE(frames.in_metres);
  EXPECT_EQ(frames.notes, (Lines{"lengths are in cm in the file, and in metres here",
                                 "the column z is read: these are spheres; lockstep overlap --plane takes circles"}));
}

TEST(Trajectory, HeaderAfterADescription) {
  const Frames frames = read(
      "#description: a bottleneck\n#framerate: 16\n#geometry: geo.xml\n#ID: the agent ID\n#FR: the current frame\n"
      "#X,Y,Z: the agents coordinates (in metres)\n\n\n#ID\tFR\tX\tY\tZ\n1\t0\t1.5\t2\t1.6\n",
      {.plane = true, .radius = 0.2F});
  EXPECT_EQ(text_of(frames), (Lines{"frame 0", "1: 1.5 2 r 0.2"}));
  EXPECT_EQ(frames.frames_per_second, 16);
  EXPECT_TRUE(frames.in_metres);
}

TEST(Trajectory, UnitInAComment) {
  EXPECT_EQ(table("# positions (in cm)\n# id frame x y\n1 0 150 200\n", with_radius()),
            (Lines{"frame 0", "1: 1.5 2 r 0.2"}));
  EXPECT_EQ(table("# positions (in pixels)\n# id frame x y\n1 0 150 200\n", with_radius()),
            (Lines{"frame 0", "1: 150 200 r 0.2"}));
}

TEST(Trajectory, HeaderAsALineWithUnitsApart) {
  EXPECT_EQ(table("id frame x [cm] y [cm] radius [mm]\n1 5 150 200 300\n"), (Lines{"frame 5", "1: 1.5 2 r 0.3"}));
}

TEST(Trajectory, NoHeaderMeansTheUsualColumns) {
  const Frames frames = read("1 10 0.5 0.25\n  2\t10\t1 2  \n", with_radius());
  EXPECT_EQ(text_of(frames), (Lines{"frame 10", "1: 0.5 0.25 r 0.2", "2: 1 2 r 0.2"}));
  EXPECT_EQ(frames.notes, (Lines{"no header: the columns are taken to be id frame x y [z]"}));
  EXPECT_EQ(table("1 10 0.5 0.25 1.7\n", with_radius()), (Lines{"frame 10", "1: 0.5 0.25 1.7 r 0.2"}));
  EXPECT_EQ(problems("1 2 3\n", with_radius()).size(), 1U);
}

TEST(Trajectory, WithoutAHeaderFrameByFrame) {
  const std::string by_frame = "10 1 1.28 -6.35\n10 2 0.55 -7.59\n10 3 1.94 -4.12\n20 1 1.2 -6.1\n20 2 0.55 -7.2\n";
  const Frames frames = read(by_frame, with_radius());
  EXPECT_EQ(text_of(frames), (Lines{"frame 10", "1: 1.28 -6.35 r 0.2", "2: 0.55 -7.59 r 0.2", "3: 1.94 -4.12 r 0.2",
                                    "frame 20", "1: 1.2 -6.1 r 0.2", "2: 0.55 -7.2 r 0.2"}));
  EXPECT_EQ(frames.notes, (Lines{"no header: the columns are taken to be frame id x y, as the first one rises in "
                                 "blocks; --columns id,frame,x,y names them the other way round"}));
  EXPECT_EQ(table("780.0\t1.0\t8.46\t3.59\n780.0\t2.0\t9.57\t3.79\n790.0\t2.0\t10.67\t3.99\n", with_radius())[0],
            "frame 780");
  EXPECT_EQ(table("1 7 0 0\n1 8 5 5\n2 9 1 1\n", with_radius())[0], "frame 1") << "each person is there once";
  const std::string by_person = "1 94 0 0\n1 95 0.1 0\n1 96 0.2 0\n2 94 5 0\n2 95 5 0.1\n2 96 5 0.2\n";
  EXPECT_EQ(table(by_person, with_radius()).size(), 9U) << "three frames of two";
  EXPECT_EQ(table(by_person, with_radius())[0], "frame 94") << "neighbours are steps";
  EXPECT_EQ(table("1 94 0 0\n2 94 5 0\n1 95 0.1 0\n2 95 5 0.1\n", with_radius())[0], "frame 94") << "it does not rise";
}

/// frame id x z y vx vz vy, in floating point.
TEST(Trajectory, EightColumnsOfObservations) {
  const std::string text =
      " 1.000000e+00    1.000000e+00    1.641300e+00    0.000000e+00    2.188291e+00   -1.617992e-01    0.000000e+00   "
      " "
      "7.020953e-01\n 7.000000e+00    1.000000e+00    1.5    0.0    2.5   -1.0    0.0    7.0\n";
  const Lines expected = {"frame 1", "1: 1.6413 2.188291 r 0.2", "frame 7", "1: 1.5 2.5 r 0.2"};
  EXPECT_EQ(table(text, {.columns = "frame,id,x,_,y,...", .radius = 0.2F}), expected);
  EXPECT_EQ(table(text, {.columns = "frame,id,x,z,y,vx,vz,vy", .plane = true, .radius = 0.2F}), expected);
  EXPECT_EQ(
      problems(text, with_radius()),
      (Lines{"1:1: no header, and 8 columns: --columns names them, as in --columns frame,id,x,_,y,... (_ is a column "
             "that is not read, ... all that follow)"}));
}

TEST(Trajectory, BrokenLines) {
  EXPECT_EQ(problems("# id frame x y z\n1 94 -554.56\n1 95 1 2 3\n1 96 1 2 3 4\n1 95 4 5 6\n", with_radius()),
            (Lines{"2:4: the line ends after 3 of 5 fields", "4:6: the line has 6 fields, 1 too many"}));
  EXPECT_EQ(problems("# id frame x y\n1 95 1 2\n1 95 4 5\n", with_radius()),
            (Lines{"3:1: the id 1 was there already, in the same frame, on line 2"}));
  EXPECT_EQ(problems("# id frame x y\n1 nan 1 2\n1 95 1 two\n", with_radius()),
            (Lines{"2:2: the frame \"nan\" is not a finite number", "3:4: \"two\" is not a finite number"}));
}

TEST(Trajectory, CommentsBetweenRows) {
  EXPECT_EQ(table("# id frame x y\n1 0 1 2\n# id frame y x\n  # more\n\n2 0 3 4\n", with_radius()),
            (Lines{"frame 0", "1: 1 2 r 0.2", "2: 3 4 r 0.2"}));
}

}  // namespace
}  // namespace lockstep::tools::test
