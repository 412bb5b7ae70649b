// Tables with a header: their contents, and the errors about bad ones.
#include <gtest/gtest.h>

#include <limits>

#include "frames/table.hpp"
#include "support/frames_text.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::test {
namespace {

using Lines = std::vector<std::string>;

TEST(Csv, ColumnsInAnyOrderAndCase) {
  EXPECT_EQ(table("x,y,radius\n1,2,0.5\n3,4,0.25\n"), (Lines{"frame 0", "0: 1 2 r 0.5", "1: 3 4 r 0.25"}));
  EXPECT_EQ(table("Radius,Y,ID,X\n0.5,2,7,1\n"), (Lines{"frame 0", "7: 1 2 r 0.5"}));
  EXPECT_EQ(table("z,y,x,r\n3,2,1,0.5\n"), (Lines{"frame 0", "0: 1 2 3 r 0.5"}));
}

TEST(Csv, FramesAndIdsAreSorted) {
  EXPECT_EQ(table("frame,id,x,y,r\n2,1,5,5,1\n1,9,1,1,1\n1,3,2,2,1\n"),
            (Lines{"frame 1", "3: 2 2 r 1", "9: 1 1 r 1", "frame 2", "1: 5 5 r 1"}));
  EXPECT_EQ(table("time,x,y,r\n0.5,5,5,1\n0.25,1,1,1\n0.5,6,6,1\n-0,0,0,1\n0,1,0,1\n"),
            (Lines{"frame 0", "0: 0 0 r 1", "1: 1 0 r 1", "frame 0.25", "0: 1 1 r 1", "frame 0.5", "0: 5 5 r 1",
                   "1: 6 6 r 1"}))
      << "rows without ids keep their order";
}

TEST(Csv, QuotesBlanksLineEndsAndMark) {
  const Lines expected = {"frame 0", "0: 1 2 r 0.5"};
  EXPECT_EQ(table("\"x\",\"y\",\"r\"\n\"1\",\"2\",\"0.5\"\n"), expected);
  EXPECT_EQ(table("\xEF\xBB\xBFx,y,r\r\n1,2,0.5\r\n"), expected);
  EXPECT_EQ(table(" x , y ,\tr \n 1 , 2 , \"0.5\" \n"), expected);
  EXPECT_EQ(table("\n  \n# a comment, with commas\nx,y,r\n\n1,2,0.5"), expected);
  EXPECT_EQ(table("x;y;r\n1;2;0.5\n"), expected);
  EXPECT_EQ(table("x,y,r,name\n1,2,0.5,\"a \"\"b\"\", c\"\n"), expected);
  EXPECT_EQ(table("x,y,r,\n1,2,0.5,\n"), expected) << "a comma behind the last column";
  EXPECT_EQ(table("x\ty\tr\n1\t2\t0.5\n"), expected);
}

TEST(Csv, NumbersAreTheNearestFloats) {
  EXPECT_EQ(table("x,y,r\n+1e2,-.5,1e-60\n"), (Lines{"frame 0", "0: 100 -0.5 r 0"}));
  const Frames frames = read("x,y,r\n16777217.000000000001,0.1,1\n-16777217,1,1\n");
  const Frame frame = frames.frame(0);
  EXPECT_EQ(*frame.x.data, 16777218.0F) << "by way of a double it would be 16777216";
  EXPECT_EQ(*frame.y.data, 0.1F);
}

TEST(Csv, UnitsOfTheHeader) {
  const Lines expected = {"frame 0", "0: 1.5 2 r 0.5"};
  for (const char* header : {"x/cm,y/cm,r/cm", "x [cm],y [cm],r [cm]", "x (cm),y(CM),Radius ( cm )", "x/cm,y,r"})
    EXPECT_EQ(table(std::string(header) + "\n150,200,50\n"), expected) << header;
  EXPECT_EQ(table("x/mm,y/m,r/cm\n1500,2,50\n"), expected);
  EXPECT_EQ(table("x,y,r\n1500,2000,500\n", {.unit = unit_of("mm")}), expected);
  EXPECT_EQ(table("x/ft,y/ft,r/ft\n1.5,2,0.5\n", {.unit = unit_of("m")}), expected) << "--unit overrules the file";
  EXPECT_TRUE(read("x/m,y/m,r/m\n1,1,1").in_metres);
  EXPECT_FALSE(read("x,y,r\n1,1,1").in_metres);
  EXPECT_EQ(problems("x/ft,y,r\n1,2,3\n"),
            (Lines{"1:1: the unit \"ft\" of \"x\" is not m, cm or mm; --unit says which one is meant"}));
}

TEST(Csv, UnknownColumnsAreNotRead) {
  const Frames frames = read("x,name,y,vx,r,time,frame\n1,\"\",2,abc,0.5,nan,3\n");
  EXPECT_EQ(text_of(frames), (Lines{"frame 3", "0: 1 2 r 0.5"}));
  EXPECT_EQ(frames.notes, (Lines{"columns that are not read: name, vx, time"}));
  EXPECT_EQ(table("x,y,z,r\n1,2,nan,0.5\n", {.plane = true}), (Lines{"frame 0", "0: 1 2 r 0.5"}));
}

TEST(Csv, ColumnsByOption) {
  const Lines expected = {"frame 0", "0: 1 2 r 0.5"};
  EXPECT_EQ(table("1,9,2,0.5\n", {.columns = "x,_,y,r"}), expected);
  EXPECT_EQ(table("1,2,0.5,8,8,8\n", {.columns = "x,y,r,..."}), expected);
  EXPECT_EQ(table("y,x,r\n1,2,0.5\n", {.columns = "x,y,r"}), expected) << "in place of the header";
  EXPECT_EQ(table("100,200,50\n", {.columns = "x [cm],y,r"}), expected);
  for (const char* columns : {"x", "x,y,y,r", "x,y,rx", "x/ft,y", "\"x", ",,"})
    EXPECT_THROW(static_cast<void>(read("1,2,3\n", {.columns = columns})), UsageError) << columns;
}

TEST(Csv, HeadersWhoseNamesAreNotKnownArePassedOver) {
  const Lines expected = {"frame 3", "7: 1 2 r 0.5"};
  const FrameOptions named = {.columns = "frame,id,x,y,_", .radius = 0.5F};
  for (const char* separator : {",", ";", "\t", " , "}) {
    std::string text = "nr|track|xCenter|yCenter|1st\r\n3|7|1|2|9\r\n";
    for (std::size_t at = 0; (at = text.find('|')) != std::string::npos;) text.replace(at, 1, separator);
    const Frames frames = read("\xEF\xBB\xBF" + text, named);
    EXPECT_EQ(text_of(frames), expected) << separator;
    EXPECT_EQ(frames.notes, (Lines{"the first line is passed over, as it holds names and no numbers: nr, track, "
                                   "xCenter, yCenter, 1st"}));
  }
  EXPECT_EQ(table("# frame id x y name\nnr track east north who\n3 7 1 2 9\n", {.radius = 0.5F}), expected)
      << "names of a comment stand in place of them as well";
  EXPECT_EQ(problems("nr,track,xCenter,2,\n3,7,1,2,9\n", named),
            (Lines{"1:1: the frame \"nr\" is not a finite number"}))
      << "a row with junk is no header";
  EXPECT_EQ(problems("nan,nan,nan,nan,\n", named), (Lines{"1:1: the frame \"nan\" is not a finite number"}));
  EXPECT_EQ(problems("3,7,NA,NA,\n", {.columns = "_,_,x,y,_", .radius = 0.5F}),
            (Lines{"1:3: \"NA\" is not a finite number"}));
}

TEST(Csv, RedGreenAndBlueAreNoRadius) {
  EXPECT_EQ(error_of("x,y,z,r,g,b\n0,0,0,255,0,0\n"),
            "has no radii (r beside g and b is a colour): --radius gives one for all objects, in metres or as 20cm");
  const Frames frames = read("X,Y,Z,R,G,B\n0,0,0,255,0,0\n", {.radius = 0.5F});
  EXPECT_EQ(text_of(frames), (Lines{"frame 0", "0: 0 0 0 r 0.5"}));
  EXPECT_EQ(frames.notes, (Lines{"columns that are not read: R, G, B"}));
  EXPECT_EQ(table("x,y,r,g,b,radius\n1,2,255,0,0,0.5\n"), (Lines{"frame 0", "0: 1 2 r 0.5"}));
  EXPECT_EQ(table("x [cm],y,r [cm],g,b\n100,200,50,0,0\n"), (Lines{"frame 0", "0: 1 2 r 0.5"})) << "it has a unit";
  EXPECT_EQ(table("x,y,r,g\n1,2,0.5,0\n"), (Lines{"frame 0", "0: 1 2 r 0.5"})) << "no blue";
}

TEST(Csv, DecimalCommasAreNamed) {
  const std::string told = " has a decimal comma: numbers are written with a point, as 0.5";
  const FrameOptions named = {.columns = "x,y,r"};
  EXPECT_EQ(problems("x y r\n1 2 0,5\n"), (Lines{"2:3: \"0,5\"" + told}));
  EXPECT_EQ(problems("x;y;r\n1;-2,25;3\n"), (Lines{"2:2: \"-2,25\"" + told}));
  EXPECT_EQ(problems("# x y r\n1 2,0 0,5\n"), (Lines{"2:2: \"2,0\"" + told})) << "they part no columns";
  EXPECT_EQ(problems("1\t2\t0,5\r\n", named), (Lines{"1:3: \"0,5\"" + told}));
  EXPECT_EQ(problems("1;2;0,5\n", named), (Lines{"1:3: \"0,5\"" + told}));
  for (const char* rows : {"1 1 0,5 0,25\n1 2 0,6 0,25\n", "1\t1\t0,5\t0,25\n", "1;1;0,5;0,25\n", "1;1;\"0,5\";2\n"})
    EXPECT_EQ(problems(rows), (Lines{"1:3: \"0,5\"" + told})) << "no header: " << rows;
  EXPECT_EQ(problems("0,5 0,25\n0,6 0,25\n", {.radius = 0.5F}), (Lines{"1:1: \"0,5\"" + told}));
  EXPECT_EQ(table("1, 2, 0.5\n", named), (Lines{"frame 0", "0: 1 2 r 0.5"}));
  EXPECT_EQ(table("1,2 ,0.5 \n", named), (Lines{"frame 0", "0: 1 2 r 0.5"}));
}

TEST(Csv, RadiusByOption) {
  EXPECT_EQ(table("x,y\n1,2\n", {.radius = 0.5F}), (Lines{"frame 0", "0: 1 2 r 0.5"}));
  const Frames both = read("x,y,r\n1,2,7\n", {.radius = 0.5F});
  EXPECT_EQ(text_of(both), (Lines{"frame 0", "0: 1 2 r 0.5"}));
  EXPECT_EQ(both.notes, (Lines{"--radius stands in place of the column of radii"}));
  EXPECT_EQ(error_of("x,y\n1,2\n"), "has no radii: --radius gives one for all objects, in metres or as 20cm");
}

TEST(Csv, FrameRanges) {
  const std::string text = "frame,x,y,r\n1,1,1,1\n2,2,2,1\n3,3,3,1\n";
  EXPECT_EQ(table(text, {.range = {2, 2}}), (Lines{"frame 2", "0: 2 2 r 1"}));
  EXPECT_EQ(read(text, {.range = {1.5, std::numeric_limits<double>::infinity()}}).count, 2U);
  EXPECT_EQ(error_of(text, {.range = {4, 5}}),
            "holds no frame that --frames asks for: the first one is 1, the last one 3");
}

TEST(Csv, WhatIsKnownOfTheFrames) {
  const Frames frames = read("frame,x,y,z,r\n1,1,5,-1,1\n2,2,-2,0,3\n2,3,3,7,2\n");
  EXPECT_EQ(frames.count, 2U);
  EXPECT_EQ(frames.objects, 3U);
  EXPECT_EQ(frames.largest, 2U);
  EXPECT_FALSE(frames.flat);
  EXPECT_EQ(frames.median_radius, 2);
  EXPECT_EQ(frames.bounds.min, (Vec3{1, -2, -1}));
  EXPECT_EQ(frames.bounds.max, (Vec3{3, 5, 7}));
}

TEST(Csv, BadFieldsAreNamedByLineAndField) {
  EXPECT_EQ(
      problems(
          "x,y,r\n1,2,0.5\n1,nan,1\n1e400,2,1\n1,2,-1\n1,,1\n1,2\n1,2,3,4\n1,abc,1\n2e18,1,1\n\"1,2,3\n\"1\"0,2,3\n"
          "1e-400,1,inf\n"),
      (Lines{"3:2: \"nan\" is not a finite number", "4:1: \"1e400\" is too large for a float32",
             "5:3: the radius -1 is negative", "6:2: y is empty", "7:3: the line ends after 2 of 3 fields",
             "8:4: the line has 4 fields, 1 too many", "9:2: \"abc\" is not a finite number",
             "10:1: 2e+18 is beyond 1e+18, the largest coordinate", "11:1: a double quote is not closed on its line",
             "12:1: something stands behind the closing quote", "13:3: \"inf\" is not a finite number"}));
  EXPECT_EQ(
      problems("frame,id,x,y,r\nnan,1,1,1,1\n1,1.5,1,1,1\n1,1e17,1,1,1\n1,a,1,1,1\n"),
      (Lines{"2:1: the frame \"nan\" is not a finite number", "3:2: the id \"1.5\" is not a whole number (up to 2^53)",
             "4:2: the id \"1e17\" is not a whole number (up to 2^53)",
             "5:2: the id \"a\" is not a whole number (up to 2^53)"}));
}

TEST(Csv, AnIdIsOnceInAFrame) {
  EXPECT_EQ(problems("frame,id,x,y,r\n1,7,0,0,1\n2,7,0,0,1\n\n1,7,9,9,1\n"),
            (Lines{"5:2: the id 7 was there already, in the same frame, on line 2"}));
  EXPECT_EQ(problems("id,x,y,r\n7,0,0,1\n7,9,9,1\n"),
            (Lines{"3:1: the id 7 was there already, in a table without a column frame, on line 2"}));
}

TEST(Csv, Headers) {
  EXPECT_EQ(problems("a,b,c\n1,2,3\n"),
            (Lines{"1:1: no column is named x: a table starts with a header (x, y[, z][, radius][, frame][, id]), or "
                   "--columns names its columns"}));
  EXPECT_EQ(problems("x,y,X\n1,2,3\n"),
            (Lines{"1:3: two columns are named \"x\", the first is field 1; --columns chooses between them"}));
  EXPECT_EQ(
      problems("1,2,3\n"),
      (Lines{"1:1: no header, and 3 columns: --columns names them, as in --columns frame,id,x,_,y,... (_ is a column "
             "that is not read, ... all that follow)"}));
  EXPECT_EQ(problems("x,y,\"r\n1,2,3\n"), (Lines{"1:3: a double quote is not closed on its line"}));
}

TEST(Csv, OtherEncodingsAndLineEndsAreNamed) {
  const auto wide = [](std::string_view text, bool high_first) {
    std::string result;
    for (const char c : text) result += high_first ? std::string{'\0', c} : std::string{c, '\0'};
    return result;
  };
  const std::string text = "x,y,r\r\n1,2,0.5\r\n",
                    utf16 = "is UTF-16 text: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)";
  EXPECT_EQ(error_of("\xFF\xFE" + wide(text, false)), utf16);
  EXPECT_EQ(error_of("\xFE\xFF" + wide(text, true)), utf16);
  EXPECT_EQ(error_of(wide(text, false)), utf16) << "without a byte order mark";
  EXPECT_EQ(error_of(wide(text, true)), utf16);
  EXPECT_EQ(error_of(std::string("\xFF\xFE\0\0x\0\0\0", 8)),
            "is UTF-32 text: save it as UTF-8 (iconv -f UTF-32 -t UTF-8)");
  const std::string old_mac =
      "has lines that end in CR alone, as on old Macs: save it with line ends LF or CRLF (tr '\\r' '\\n')";
  EXPECT_EQ(error_of("x,y,r\r1,2,0.5\r"), old_mac);
  EXPECT_EQ(error_of("x,y,r\r1,2,0.5\n"), old_mac);
  EXPECT_EQ(table("x,y,r\r\n1,2,0.5\r"), (Lines{"frame 0", "0: 1 2 r 0.5"})) << "a file that is cut within CRLF";
}

TEST(Csv, ColumnsThatAreNotReadAreNamed) {
  EXPECT_EQ(read(",x,y,r,type\n0,1,2,0.5,pedestrian\n").notes,
            (Lines{"columns that are not read: field 1, without a name, type"}));
  std::string header = "x,y,r", row = "1,2,0.5";
  for (int i = 0; i < 25; ++i) header += ",c" + std::to_string(i), row += ",0";
  EXPECT_TRUE(read(header + "\n" + row + "\n").notes.at(0).ends_with("c18, c19 and 5 more"));
  EXPECT_EQ(problems("x,y,z,r,type\n1,2,3,0.5,cat\n1,2,3,0.5,Box\n"),
            (Lines{"3:5: \"Box\" is a shape, in a column type, which is not read: call the column shape, or _ with "
                   "--columns to pass over it"}));
  EXPECT_EQ(table("x,y,r,type\n1,2,0.5,box\n", {.columns = "x,y,r,_"}), (Lines{"frame 0", "0: 1 2 r 0.5"}));
  EXPECT_EQ(table("x,y,r,shape,type\n1,2,0.5,circle,box\n"), (Lines{"frame 0", "0: 1 2 r 0.5"}));
}

TEST(Csv, FilesWithoutRows) {
  EXPECT_EQ(error_of(""), "is empty");
  EXPECT_EQ(error_of("\n# nothing\n"), "holds nothing but comments and blank lines");
  EXPECT_EQ(error_of("x,y,r\n"), "holds no objects");
}

TEST(Csv, JunkIsToldOnce) {
  EXPECT_EQ(problems(std::string("\x7F"
                                 "ELF\0\1\2\n\n\n",
                                 10)),
            (Lines{"1:1: a NUL byte: this is not a text file"}));
  const std::string long_line(std::size_t{5} << 20, '1');
  EXPECT_EQ(problems("x,y,r\n" + long_line + ",1,1\n1,2,3\n"), (Lines{"2:1: the line is longer than 4194304 bytes"}));
  EXPECT_EQ(problems(long_line), (Lines{"1:1: the line is longer than 4194304 bytes"}));
  const Lines escape = problems("x,y,r\n\x1B[31m,2,3\n");
  EXPECT_EQ(escape, (Lines{"2:1: \"?[31m\" is not a finite number"})) << "no escape sequence reaches a terminal";
}

}  // namespace
}  // namespace lockstep::tools::test
