// Arrays of NumPy: every supported type of number, and files with false headers.
#include "frames/npy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "support/fixtures.hpp"
#include "support/frames_text.hpp"
#include "support/read_error.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::test {
namespace {

using Lines = std::vector<std::string>;

Lines array(const FileBytes& file, const FrameOptions& options = {}) { return text_of(read_npy(file, options)); }

/// The meaning of three columns must be given: z or a radius.
const FrameOptions as_circles = {.columns = "x,y,radius"};

std::string array_error(const FileBytes& file, const FrameOptions& options = {}) {
  return read_error([&] { return read_npy(file, options); });
}

std::string header(std::string_view type, std::string_view shape, std::string_view fortran = "False") {
  return "{'descr': '" + std::string(type) + "', 'fortran_order': " + std::string(fortran) +
         ", 'shape': " + std::string(shape) + ", }      \n";
}

/// The bytes of numbers, in either order.
template <class Number>
std::string bytes_of(const std::vector<Number>& numbers, bool big_endian = false) {
  std::string text;
  for (const Number number : numbers) {
    auto bytes = std::bit_cast<std::array<char, sizeof(Number)>>(number);
    if (big_endian != (std::endian::native == std::endian::big)) std::reverse(bytes.begin(), bytes.end());
    text.append(bytes.data(), bytes.size());
  }
  return text;
}

TEST(Npy, ColumnsByTheirNumber) {
  EXPECT_EQ(array(make_npy("(2, 3)", {1, 2, 0.5, 3, 4, 0.25}), as_circles),
            (Lines{"frame 0", "0: 1 2 r 0.5", "1: 3 4 r 0.25"}));
  EXPECT_EQ(array(make_npy("(1, 4)", {1, 2, 3, 0.5})), (Lines{"frame 0", "0: 1 2 3 r 0.5"}));
  EXPECT_EQ(array(make_npy("(1, 2)", {1, 2}), {.radius = 0.5F}), (Lines{"frame 0", "0: 1 2 r 0.5"}));
  EXPECT_EQ(array(make_npy("(1, 3)", {1, 2, 3}), {.radius = 0.5F}), (Lines{"frame 0", "0: 1 2 3 r 0.5"}));
  const Frames frames = read_npy(make_npy("(1, 4)", {1, 2, 3, 0.5}), {});
  EXPECT_EQ(frames.notes, (Lines{"the columns are taken to be x,y,z,radius; --columns names them otherwise"}));
  EXPECT_EQ(array_error(make_npy("(1, 5)", {1, 2, 3, 4, 5})),
            "has 5 columns: --columns names them, as in --columns frame,id,x,y,_,...");
  const std::string three_columns =
      "has 3 columns, and no radii if they are x y z: --radius gives one for all objects, in metres or as 20cm; "
      "--columns x,y,radius says that the third is the radius";
  EXPECT_EQ(array_error(make_npy("(1, 3)", {1, 2, 3})), three_columns);
  EXPECT_EQ(array_error(make_npy("(1, 1, 3)", {1, 2, 3}), {.plane = true}), three_columns);
  EXPECT_EQ(array_error(make_npy("(1, 2)", {1, 2})),
            "has no radii: --radius gives one for all objects, in metres or as 20cm");
}

TEST(Npy, ColumnsByOption) {
  EXPECT_EQ(array(make_npy("(2, 5)", {1, 7, 100, 200, 50, 0, 8, 1, 2, 3}), {.columns = "frame,id,x [cm],y,r"}),
            (Lines{"frame 0", "8: 0.01 0.02 r 0.03", "frame 1", "7: 1 2 r 0.5"}));
  EXPECT_EQ(array(make_npy("(1, 4)", {9, 1, 2, 3}), {.columns = "_,x,y,...", .radius = 1.0F}),
            (Lines{"frame 0", "0: 1 2 r 1"}));
  EXPECT_EQ(array(make_npy("(1, 4)", {1, 2, 3, 0.5}), {.plane = true}), (Lines{"frame 0", "0: 1 2 r 0.5"}));
  EXPECT_EQ(array(make_npy("(1, 3)", {1000, 2000, 500}), {.columns = "x,y,r", .unit = unit_of("mm")}),
            (Lines{"frame 0", "0: 1 2 r 0.5"}));
  EXPECT_EQ(array_error(make_npy("(1, 4)", {1, 2, 3, 4}), {.columns = "x,y,r"}),
            "has 4 columns, and --columns names 3");
  EXPECT_THROW(static_cast<void>(read_npy(make_npy("(1, 2)", {1, 2}), {.columns = "x,x"})), UsageError);
}

TEST(Npy, FramesAlongTheFirstAxis) {
  const FileBytes file = make_npy("(2, 2, 3)", {1, 2, 1, 3, 4, 1, 5, 6, 1, 7, 8, 1});
  EXPECT_EQ(array(file, as_circles),
            (Lines{"frame 0", "0: 1 2 r 1", "1: 3 4 r 1", "frame 1", "0: 5 6 r 1", "1: 7 8 r 1"}));
  EXPECT_EQ(array(file, {.columns = "x,y,r", .range = {1, 1}}), (Lines{"frame 1", "0: 5 6 r 1", "1: 7 8 r 1"}));
  EXPECT_EQ(array_error(file, {.columns = "frame,x,y", .radius = 1.0F}),
            "has frames along its first axis, and a column frame as well");
}

TEST(Npy, FortranOrder) {
  const std::vector<float> rows = {1, 3, 2, 4, 0.5, 0.25};
  EXPECT_EQ(array(make_npy(header("<f4", "(2, 3)", "True"), bytes_of(rows)), as_circles),
            (Lines{"frame 0", "0: 1 2 r 0.5", "1: 3 4 r 0.25"}));
  const std::vector<float> frames = {1, 5, 3, 7, 2, 6, 4, 8, 1, 1, 1, 1};
  EXPECT_EQ(array(make_npy(header("<f4", "(2, 2, 3)", "True"), bytes_of(frames)), as_circles),
            (Lines{"frame 0", "0: 1 2 r 1", "1: 3 4 r 1", "frame 1", "0: 5 6 r 1", "1: 7 8 r 1"}));
}

template <class Number>
void expect_type(const std::string& code) {
  const std::vector<Number> numbers = {1, 2, 100};
  for (const bool big : {false, true})
    EXPECT_EQ(array(make_npy(header((big ? ">" : "<") + code, "(1, 3)"), bytes_of(numbers, big)), as_circles),
              (Lines{"frame 0", "0: 1 2 r 100"}))
        << code << big;
}

TEST(Npy, EveryKindOfNumber) {
  expect_type<float>("f4"), expect_type<double>("f8");
  expect_type<std::int8_t>("i1"), expect_type<std::int16_t>("i2"), expect_type<std::int32_t>("i4");
  expect_type<std::int64_t>("i8"), expect_type<std::uint8_t>("u1"), expect_type<std::uint16_t>("u2");
  expect_type<std::uint32_t>("u4"), expect_type<std::uint64_t>("u8");
  EXPECT_EQ(array(make_npy(header("|i1", "(1, 3)"), bytes_of<std::int8_t>({-1, 2, 100})), as_circles),
            (Lines{"frame 0", "0: -1 2 r 100"}));
  for (const char* type : {"<f2", "<c8", "|b1", "|O", "<U4", "f4", "<f16", "", "<", "<m8[s]"})
    EXPECT_NE(array_error(make_npy(header(type, "(1, 3)"), std::string(12, '\0'))).find("which is not read"),
              std::string::npos)
        << type;
  EXPECT_NE(array_error(make_npy("{'descr': [('x', '<f4'), ('y', '<f4')], 'fortran_order': False, 'shape': (1,), }",
                                 "12345678"))
                .find("is an array of structures"),
            std::string::npos);
}

TEST(Npy, VersionsAndHeaders) {
  const std::string words = header("<f4", "(1, 3)"), data = bytes_of<float>({1, 2, 3});
  const Lines expected = {"frame 0", "0: 1 2 r 3"};
  for (const char version : {'\2', '\3'}) {
    std::string text = std::string("\x93NUMPY") + version + '\0';
    text += std::string({static_cast<char>(words.size()), '\0', '\0', '\0'}) + words + data;
    EXPECT_EQ(array(to_bytes(text), as_circles), expected);
    text[8 + 3] = '\x7F';
    EXPECT_NE(array_error(to_bytes(text)).find("lie beyond the end"), std::string::npos);
  }
  for (const char* other : {"{\"shape\":(1,3),\"fortran_order\":False,\"descr\":\"<f4\"}",
                            " { 'fortran_order' : False , 'descr' : '<f4' , 'shape' : ( 1L , 3L , ) } "})
    EXPECT_EQ(array(make_npy(other, data), as_circles), expected) << other;
  FileBytes version4 = make_npy(words, data);
  version4[6] = std::byte{4};
  EXPECT_EQ(array_error(version4), "is an array of version 4, which is not read; there are versions 1 to 3");
}

TEST(Npy, DamagedHeaders) {
  const std::string data = bytes_of<float>({1, 2, 3});
  for (const char* words :
       {"", "{", "{}", "{'descr': '<f4', 'fortran_order': False}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3)",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, -3)}",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (1, 3)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3)} x",
        "{'descr': '<f4, 'fortran_order': False, 'shape': (1, 3)}",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1, 3)}", "{'surprise': 1}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3, 99999999999999999999)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1 3)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': 3}"})
    EXPECT_TRUE(array_error(make_npy(words, data)).starts_with("the header of the array is damaged at its byte "))
        << words;
}

TEST(Npy, ShapesThatLie) {
  const std::string data = bytes_of<float>({1, 2, 3});
  for (const char* shape : {"(4611686018427387904, 4)", "(18446744073709551615, 3)", "(4294967296, 4294967296, 3)",
                            "(3, 6148914691236517206)", "(2, 9223372036854775807, 2)"})
    EXPECT_EQ(array_error(make_npy(header("<f4", shape), data)), "the shape has more elements than there are numbers")
        << shape;
  EXPECT_EQ(array_error(make_npy(header("<f4", "(2, 3)"), data)),
            "the data are 12 bytes long; the shape asks for 24: the file is cut short");
  EXPECT_EQ(array_error(make_npy(header("<f4", "(1, 2)"), data)), "the data are 12 bytes long; the shape asks for 8");
  for (const char* shape : {"(0, 3)", "(0, 5, 3)", "(9223372036854775807, 0, 3)"})
    EXPECT_EQ(array_error(make_npy(header("<f4", shape), "")), "holds no objects") << shape;
  EXPECT_EQ(array_error(make_npy(header("<f4", "(5, 0)"), "")),
            "has 0 columns: --columns names them, as in --columns frame,id,x,y,_,...");
  EXPECT_EQ(array_error(make_npy(header("<f4", "(5, 0)"), ""), {.columns = "x,y,r"}),
            "has 0 columns, and --columns names 3");
  for (const char* shape : {"()", "(3,)", "(1, 1, 1, 3)"})
    EXPECT_NE(
        array_error(make_npy(header("<f4", shape), shape == std::string("()") ? data.substr(8) : data)).find(" axes; "),
        std::string::npos)
        << shape;
}

TEST(Npy, EveryCutOfAGoodFile) {
  const FileBytes file = make_npy("(2, 3)", {1, 2, 0.5, 3, 4, 0.25});
  for (std::size_t size = 0; size < file.size(); ++size)
    EXPECT_NE(array_error(FileBytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)), as_circles),
              "no error")
        << size;
}

TEST(Npy, BadElementsAreNamed) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(array_error(make_npy("(2, 3)", {1, 2, 1, 1, nan, 1}), as_circles),
            "array[1, 1] = nan (y): must be a finite number");
  EXPECT_EQ(array_error(make_npy("(1, 2, 3)", {1, 2, 1, -infinity, 2, 1}), as_circles),
            "array[0, 1, 0] = -inf (x): must be a finite number");
  EXPECT_EQ(array_error(make_npy("(1, 3)", {1, 2, -1}), as_circles),
            "array[0, 2] = -1 (radius): a radius must not be negative");
  EXPECT_EQ(array_error(make_npy(header("<f8", "(1, 3)"), bytes_of<double>({double{infinity}, 2, 1})), as_circles),
            "array[0, 0] = inf (x): must be a finite number");
  EXPECT_EQ(array_error(make_npy(header("<f8", "(1, 3)"), bytes_of<double>({1e300, 2, 1})), as_circles),
            "array[0, 0] = 1e+300 (x): is beyond 1e+18, the largest coordinate");
  EXPECT_EQ(array_error(make_npy("(1, 4)", {0.5, 1, 2, 1}), {.columns = "id,x,y,r"}),
            "array[0, 0] = 0.5 (id): must be a whole number (up to 2^53)");
  EXPECT_EQ(array_error(make_npy("(2, 4)", {7, 1, 2, 1, 7, 3, 4, 1}), {.columns = "id,x,y,r"}),
            "the id 7 of row 1 was there already in the same frame, in row 0");
}

}  // namespace
}  // namespace lockstep::tools::test
