#include "pairs/pairs.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <locale>
#include <random>

namespace lockstep::tools {
namespace {

struct Parsed {
  std::vector<PairQuery> queries;
  std::vector<PlaneQuery> in_plane;
  std::vector<PairProblem> problems;
};

Parsed parse(std::string_view text) {
  Parsed parsed;
  read_pairs(text, {[&](const PairQuery& q) { parsed.queries.push_back(q); },
                    [&](const PlaneQuery& q) { parsed.in_plane.push_back(q); },
                    [&](const PairProblem& p) { parsed.problems.push_back(p); }});
  return parsed;
}

/// "LINE:FIELD: text" of the only problem.
std::string problem_of(std::string_view text) {
  const Parsed parsed = parse(text);
  if (parsed.problems.size() != 1) return std::to_string(parsed.problems.size()) + " problems";
  const PairProblem& p = parsed.problems[0];
  return std::to_string(p.line) + ":" + std::to_string(p.field) + ": " + p.text;
}

/// The first number of a point.
float number(const std::string& written) {
  const Parsed parsed = parse("n | point " + written + " 0 0 | point 0 0 0");
  return parsed.queries.empty() ? std::numeric_limits<float>::quiet_NaN()
                                : std::get<Point>(parsed.queries[0].first).position.x;
}

constexpr const char* eye01 = "1 0 0 0  0 1 0 0  0 0 -1 -1  0 0 -1 0";

TEST(Pairs, EveryShape) {
  const std::string text =
      "a | point 1 2 3 | sphere 4 5 6 7\n"
      "b | aabb 1 2 3 4 5 6 | obb 1 2 3 0 0 0 1 4 5 6\n"
      "c | capsule 1 2 3 4 5 6 7 | hull 2 1 2 3 4 5 6\n"
      "d | frustum8 0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1 | frustumvp01 " +
      std::string(eye01) +
      "\n"
      "e | frustumvp11 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 | ellipsoid 1 2 3 0 0 0 1 4 5 6\n"
      "f | cylinder 1 2 3 4 5 6 7 | cone 1 2 3 4 5 6 7\n"
      "g | rhull 1 0.5 1 2 3 | hull_at 1 2 3 0 1 0 0 0.25 2 4 5 6 7 8 9\n";
  const Parsed parsed = parse(text);
  ASSERT_TRUE(parsed.problems.empty()) << parsed.problems[0].text;
  ASSERT_EQ(parsed.queries.size(), 7U);
  const auto& q = parsed.queries;
  EXPECT_EQ(q[2].id, "c");
  EXPECT_EQ(q[2].line, 3U);
  EXPECT_EQ(q[2].first_field, 3U);
  EXPECT_EQ(q[2].second_field, 12U);
  EXPECT_EQ(std::get<Point>(q[0].first).position, (Vec3{1, 2, 3}));
  EXPECT_EQ(std::get<Sphere>(q[0].second).center, (Vec3{4, 5, 6}));
  EXPECT_EQ(std::get<Sphere>(q[0].second).radius, 7);
  EXPECT_EQ(std::get<Aabb>(q[1].first).min, (Vec3{1, 2, 3}));
  EXPECT_EQ(std::get<Aabb>(q[1].first).max, (Vec3{4, 5, 6}));
  EXPECT_EQ(std::get<Box>(q[1].second).center, (Vec3{1, 2, 3}));
  EXPECT_EQ(std::get<Box>(q[1].second).rotation, (Quat{0, 0, 0, 1}));
  EXPECT_EQ(std::get<Box>(q[1].second).half_extents, (Vec3{4, 5, 6}));
  EXPECT_EQ(std::get<Capsule>(q[2].first).p1, (Vec3{4, 5, 6}));
  EXPECT_EQ(std::get<std::vector<Vec3>>(q[2].second), (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(std::get<CornersVolume>(q[3].first).volume.corners()[6], (Vec3{1, 1, 1}));
  EXPECT_TRUE(std::get<MatrixVolume>(q[3].second).volume.infinite_far());
  EXPECT_FALSE(std::get<MatrixVolume>(q[4].first).volume.infinite_far());
  EXPECT_EQ(std::get<Ellipsoid>(q[4].second).rotation, (Quat{0, 0, 0, 1}));
  EXPECT_EQ(std::get<Ellipsoid>(q[4].second).radii, (Vec3{4, 5, 6}));
  EXPECT_EQ(std::get<Cylinder>(q[5].first).p1, (Vec3{4, 5, 6}));
  EXPECT_EQ(std::get<Cylinder>(q[5].first).radius, 7);
  EXPECT_EQ(std::get<Cone>(q[5].second).apex, (Vec3{4, 5, 6}));
  EXPECT_EQ(std::get<Cone>(q[5].second).radius, 7);
  const auto &rounded = std::get<PlacedHull>(q[6].first), &turned = std::get<PlacedHull>(q[6].second);
  EXPECT_EQ(rounded.vertices, (std::vector<Vec3>{{1, 2, 3}}));
  EXPECT_EQ(rounded.radius, 0.5F);
  EXPECT_EQ(turned.pose.position, (Vec3{1, 2, 3}));
  EXPECT_EQ(turned.pose.rotation, (Quat{0, 1, 0, 0}));
  EXPECT_EQ(turned.radius, 0.25F);
  EXPECT_EQ(turned.vertices, (std::vector<Vec3>{{4, 5, 6}, {7, 8, 9}}));
}

TEST(Pairs, EveryShapeOfThePlane) {
  const Parsed parsed = parse(
      "a | circle2d 1 2 3 | capsule2d 1 2 3 4 5\n"
      "space | point 0 0 0 | point 0 0 0\n"
      "b | box2d 1 2 -0.5 3 4 | ellipse2d 1 2 0.5 3 4\n"
      "c | slice2d 1 2 -3 1.5707963267948966 4 | polygon2d 2 1 2 3 4\n"
      "d | polygon2d_at 5 6 1e6 1 1 2|circle2d 0 0 0");
  ASSERT_TRUE(parsed.problems.empty()) << parsed.problems[0].text;
  ASSERT_EQ(parsed.queries.size(), 1U);
  const auto& q = parsed.in_plane;
  ASSERT_EQ(q.size(), 4U);
  EXPECT_EQ(q[1].id, "b");
  EXPECT_EQ(q[1].line, 3U);
  EXPECT_EQ(q[1].first_field, 3U);
  EXPECT_EQ(q[1].second_field, 10U);
  EXPECT_EQ(std::get<Circle2>(q[0].first).center, (Vec2{1, 2}));
  EXPECT_EQ(std::get<Circle2>(q[0].first).radius, 3);
  EXPECT_EQ(std::get<Capsule2>(q[0].second).p0, (Vec2{1, 2}));
  EXPECT_EQ(std::get<Capsule2>(q[0].second).p1, (Vec2{3, 4}));
  EXPECT_EQ(std::get<Capsule2>(q[0].second).radius, 5);
  EXPECT_EQ(std::get<Box2>(q[1].first).center, (Vec2{1, 2}));
  EXPECT_EQ(std::get<Box2>(q[1].first).angle, -0.5F);
  EXPECT_EQ(std::get<Box2>(q[1].first).half_extents, (Vec2{3, 4}));
  EXPECT_EQ(std::get<Ellipse2>(q[1].second).angle, 0.5F);
  EXPECT_EQ(std::get<Ellipse2>(q[1].second).radii, (Vec2{3, 4}));
  EXPECT_EQ(std::get<Slice2>(q[2].first).angle, -3);
  EXPECT_EQ(std::get<Slice2>(q[2].first).half_angle, 1.57079637F);
  EXPECT_EQ(std::get<Slice2>(q[2].first).radius, 4);
  const auto &polygon = std::get<PlacedPolygon>(q[2].second), &placed = std::get<PlacedPolygon>(q[3].first);
  EXPECT_EQ(polygon.vertices, (std::vector<Vec2>{{1, 2}, {3, 4}}));
  EXPECT_EQ(polygon.position, Vec2{});
  EXPECT_EQ(polygon.angle, 0);
  EXPECT_EQ(placed.vertices, (std::vector<Vec2>{{1, 2}}));
  EXPECT_EQ(placed.position, (Vec2{5, 6}));
  EXPECT_EQ(placed.angle, 1e6F);
}

TEST(Pairs, LinesAndBlanks) {
  const Parsed parsed = parse(
      "\xEF\xBB\xBF# a comment\r\n"
      "\n"
      " \t \r\n"
      "a|point 0 0 0|point 0 0 0 # behind\r\n"
      "\tb\t|\tpoint\t0 0 0 |point 0 0 0");
  ASSERT_TRUE(parsed.problems.empty()) << parsed.problems[0].text;
  ASSERT_EQ(parsed.queries.size(), 2U);
  EXPECT_EQ(parsed.queries[0].line, 4U);
  EXPECT_EQ(parsed.queries[1].id, "b");
  EXPECT_TRUE(parse("").queries.empty());
  EXPECT_TRUE(parse("\n\n#\n").problems.empty());
}

TEST(Pairs, NumbersRoundToTheNearestFloat) {
  EXPECT_EQ(number("0.1"), 0.1F);
  EXPECT_EQ(number("+2.5"), 2.5F);
  EXPECT_EQ(number("16777217"), 16777216.0F) << "a tie goes to even";
  EXPECT_EQ(number("16777217.0000001"), 16777218.0F) << "rounded once, not by way of double";
  EXPECT_EQ(number("1e-45"), std::numeric_limits<float>::denorm_min());
  for (const char* tiny :
       {"1e-46", "1e-999", "0.0000000000000000000000000000000000000000000000000001", "1e-99999999999999999999"}) {
    EXPECT_EQ(number(tiny), 0) << tiny;
    EXPECT_FALSE(std::signbit(number(tiny)));
    EXPECT_TRUE(std::signbit(number(std::string("-") + tiny))) << tiny;
  }
  const std::string zeros(500, '0');
  EXPECT_EQ(number("0." + zeros + "1"), 0);
  EXPECT_EQ(number("1" + zeros + "e-500"), 1);
  EXPECT_EQ(number("0." + zeros + "1e501"), 1);
}

TEST(Pairs, NineDigitsBringEveryFloatBack) {
  constexpr unsigned seed = 3;
  std::mt19937 random(seed);
  for (int i = 0; i < 20000; ++i) {
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!(std::abs(value) <= max_coordinate)) continue;
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", value);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(number(text)), std::bit_cast<std::uint32_t>(value))
        << text << ", seed " << seed;
  }
}

/// Writes numbers as "1.000,5".
struct CommaPoint : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Pairs, LocaleDoesNotMatter) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaPoint));
  EXPECT_EQ(number("1234.5"), 1234.5F);
  EXPECT_EQ(problem_of("a | sphere 0 0 0 -1234.5 | point 0 0 0"), "1:7: the radius -1234.5 is negative");
  std::locale::global(before);
}

TEST(Pairs, ProblemsNameLineAndField) {
  const std::pair<const char*, const char*> cases[] = {
      {"a", "1:2: the line ends where a bar '|' should be"},
      {"a b | point 0 0 0 | point 0 0 0", "1:2: \"b\" stands where a bar '|' should be"},
      {"| point 0 0 0 | point 0 0 0", "1:1: a bar stands where the id should be"},
      {"a |", "1:3: the line ends where a shape should be"},
      {"a | | point 0 0 0", "1:3: a bar stands where a shape should be"},
      {"\n\na | point 0 0 0", "3:7: the line ends where a bar '|' should be"},
      {"a | point 0 0 0 | point 0 0", "1:11: the line ends where a number should be"},
      {"a | point 0 0 | point 0 0 0", "1:6: a bar stands where a number should be"},
      {"a | point 0 0 0 0 | point 0 0 0", "1:7: \"0\" stands where a bar '|' should be"},
      {"a | point 0 0 0 | point 0 0 0 7", "1:12: \"7\" is one word too many"},
      {"a | point 0 0 0 | point 0 0 0 | point 0 0 0", "1:13: behind the shapes only `motion X Y Z` may stand"},
      {"a | ball 0 0 0 1 | point 0 0 0",
       "1:3: \"ball\" is not a shape; shapes are point sphere aabb obb capsule ellipsoid cylinder cone hull rhull "
       "hull_at "
       "frustum8 frustumvp01 frustumvp11 frustumvp01d frustumvp11d planes hull_of mesh "
       "circle2d capsule2d box2d ellipse2d slice2d polygon2d polygon2d_at"},
      {"a | Point 0 0 0 | point 0 0 0",
       "1:3: \"Point\" is not a shape; shapes are point sphere aabb obb capsule ellipsoid cylinder cone hull rhull "
       "hull_at "
       "frustum8 frustumvp01 frustumvp11 frustumvp01d frustumvp11d planes hull_of mesh "
       "circle2d capsule2d box2d ellipse2d slice2d polygon2d polygon2d_at"},
      {"a | point 0 x 0 | point 0 0 0", "1:5: \"x\" is not a finite number"},
      {"a | point 0 1x 0 | point 0 0 0", "1:5: \"1x\" is not a finite number"},
      {"a | point 0 0x10 0 | point 0 0 0", "1:5: \"0x10\" is not a finite number"},
      {"a | point 0 1,5 0 | point 0 0 0", "1:5: \"1,5\" has a decimal comma: numbers are written with a point, as 0.5"},
      {"a | point 0 +-1 0 | point 0 0 0", "1:5: \"+-1\" is not a finite number"},
      {"a | point 0 nan 0 | point 0 0 0", "1:5: \"nan\" is not a finite number"},
      {"a | point 0 -inf 0 | point 0 0 0", "1:5: \"-inf\" is not a finite number"},
      {"a | point 0 1e39 0 | point 0 0 0", "1:5: \"1e39\" is too large for a float32"},
      {"a | point 0 -1e99999999999999999999 0 | point 0 0 0",
       "1:5: \"-1e99999999999999999999\" is too large for a float32"},
      {"a | point 0 0 2e18 | point 0 0 0", "1:6: 2e+18 is beyond 1e+18, the largest coordinate"},
      {"a | sphere 0 0 0 -1 | point 0 0 0", "1:7: the radius -1 is negative"},
      {"a | capsule 0 0 0 1 1 1 -2 | point 0 0 0", "1:10: the radius -2 is negative"},
      {"a | aabb 0 0 0 1 -1 1 | point 0 0 0", "1:8: max -1 is below min 0"},
      {"a | obb 0 0 0 0 0 0 0 1 1 1 | point 0 0 0", "1:7: the quaternion has no unit length: |q|^2 is 0"},
      {"a | obb 0 0 0 0 0 0 2 1 1 1 | point 0 0 0", "1:7: the quaternion has no unit length: |q|^2 is 4"},
      {"a | obb 0 0 0 0 0 0 1 1 -1 1 | point 0 0 0", "1:12: the half extent -1 is negative"},
      {"a | hull 0 | point 0 0 0", "1:4: \"0\" is not a number of points (a whole number from 1)"},
      {"a | hull -1 | point 0 0 0", "1:4: \"-1\" is not a number of points (a whole number from 1)"},
      {"a | hull 1.5 0 0 0 | point 0 0 0", "1:4: \"1.5\" is not a number of points (a whole number from 1)"},
      {"a | hull 99999999999999999999 0 0 0 | point 0 0 0",
       "1:4: \"99999999999999999999\" is not a number of points (a whole number from 1)"},
      {"a | hull 18446744073709551615 0 0 0 | point 0 0 0",
       "1:4: 18446744073709551615 points need three numbers each; the line has 8 words left"},
      {"a | hull 2 0 0 0 | point 0 0 0", "1:8: a bar stands where a number should be"},
      {"a | point 0 0 0 | ellipsoid 0 0 0 0 0 0 1 1 -1 1", "1:17: the radius -1 is negative"},
      {"a | ellipsoid 0 0 0 0 0 1 1 1 1 1 | point 0 0 0", "1:7: the quaternion has no unit length: |q|^2 is 2"},
      {"a | ellipsoid 0 0 0 0 0 0 1 1 1 | point 0 0 0", "1:13: a bar stands where a number should be"},
      {"a | cylinder 0 0 0 1 1 1 -1 | point 0 0 0", "1:10: the radius -1 is negative"},
      {"a | cylinder 1 2 3 1 2 3 1 | point 0 0 0", "1:7: the ends of a cylinder must not be the same point"},
      {"a | cone 0 0 0 1 1 1 -1 | point 0 0 0", "1:10: the radius -1 is negative"},
      {"a | cone 0 1 0 0 1 0 1 | point 0 0 0", "1:7: the apex of a cone must not be its base"},
      {"a | rhull 1 -1 0 0 0 | point 0 0 0", "1:5: the radius -1 is negative"},
      {"a | hull_at 0 0 0 0 0 0 2 0 1 0 0 0 | point 0 0 0", "1:7: the quaternion has no unit length: |q|^2 is 4"},
      {"a | hull_at 0 0 0 0 0 0 1 0 2 0 0 0 | point 0 0 0", "1:16: a bar stands where a number should be"},
      {"a | circle2d 0 0 -1 | circle2d 0 0 1", "1:6: the radius -1 is negative"},
      {"a | capsule2d 0 0 1 1 -1 | circle2d 0 0 1", "1:8: the radius -1 is negative"},
      {"a | box2d 0 0 0 1 -1 | circle2d 0 0 1", "1:8: the half extent -1 is negative"},
      {"a | box2d 0 0 2e6 1 1 | circle2d 0 0 1", "1:6: the angle 2e+06 is beyond 1e+06, the largest angle"},
      {"a | box2d 0 0 1 1 | circle2d 0 0 1", "1:8: a bar stands where a number should be"},
      {"a | ellipse2d 0 0 nan 1 1 | circle2d 0 0 1", "1:6: \"nan\" is not a finite number"},
      {"a | ellipse2d 0 0 0 -1 1 | circle2d 0 0 1", "1:7: the radius -1 is negative"},
      {"a | slice2d 0 0 0 -0.5 1 | circle2d 0 0 1", "1:7: the half angle -0.5 is negative"},
      {"a | slice2d 0 0 0 1.6 1 | circle2d 0 0 1", "1:7: the half angle 1.6 is beyond 1.5707964, a quarter turn"},
      {"a | slice2d 0 0 0 1 -1 | circle2d 0 0 1", "1:8: the radius -1 is negative"},
      {"a | polygon2d 0 | circle2d 0 0 1", "1:4: \"0\" is not a number of points (a whole number from 1)"},
      {"a | polygon2d 9 0 0 | circle2d 0 0 1", "1:4: 9 points need two numbers each; the line has 7 words left"},
      {"a | polygon2d_at 0 0 -2e6 1 0 0 | circle2d 0 0 1", "1:6: the angle -2e+06 is beyond 1e+06, the largest angle"},
      {"a | circle2d 0 0 1 | sphere 0 0 0 1", "1:8: a shape of the plane and one of space cannot be compared"},
      {"a | hull 1 0 0 0 | polygon2d 1 0 0", "1:9: a shape of the plane and one of space cannot be compared"},
  };
  for (const auto& [line, problem] : cases) EXPECT_EQ(problem_of(line), problem) << line;
}

TEST(Pairs, SingularMatricesAreProblemsOfTheShape) {
  for (const char* matrix : {"0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "1 0 0 0 1 0 0 0 0 0 1 0 0 0 0 1"})
    EXPECT_TRUE(problem_of(std::string("a | frustumvp01 ") + matrix + " | point 0 0 0").starts_with("1:3: ")) << matrix;
}

TEST(Pairs, NulBytesAndOtherText) {
  using namespace std::string_literals;
  EXPECT_EQ(problem_of("\xFF\xFE"
                       "a\0 \0|\0"s),
            "1:1: the file is UTF-16 text: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)");
  EXPECT_TRUE(problem_of("a | point 0 0 0 | point 0 0 0\rb | point 0 0 0 | point 0 0 0\r")
                  .starts_with("1:1: the file has lines that end in CR alone"));
  EXPECT_EQ(problem_of("a | po\0int 0 0 0 | point 0 0 0"s), "1:3: a NUL byte: this is not a text file");
  EXPECT_EQ(problem_of("\0"s), "1:1: a NUL byte: this is not a text file");
  EXPECT_EQ(problem_of("a | po\x1B[2Jint 0 0 0 | point 0 0 0"),
            "1:3: \"po?[2Jint\" is not a shape; shapes are point sphere aabb obb capsule ellipsoid cylinder cone hull "
            "rhull hull_at frustum8 frustumvp01 frustumvp11 frustumvp01d frustumvp11d planes hull_of mesh circle2d "
            "capsule2d box2d "
            "ellipse2d slice2d polygon2d polygon2d_at");
}

TEST(Pairs, LineLengthIsLimited) {
  std::string line = "a | point 0 0 0 | point 0 0 0";
  line.append(max_line_bytes - line.size(), ' ');
  EXPECT_EQ(parse(line).queries.size(), 1U);
  EXPECT_EQ(parse(line + "\r\n").queries.size(), 1U);
  EXPECT_EQ(problem_of(line + " \nb | point 0 0 0 | point 0 0 0"), "1:1: the line is longer than 4194304 bytes");
  EXPECT_EQ(parse(line + " \nb | point 0 0 0 | point 0 0 0").queries.size(), 1U) << "the next line is read";
}

TEST(Pairs, ALineOfHullsUpToTheLimit) {
  std::string line = "a | hull 300000";
  for (int i = 0; i < 300000; ++i) line += " 1 2 3";
  const Parsed parsed = parse(line + " | point 0 0 0");
  ASSERT_EQ(parsed.queries.size(), 1U);
  EXPECT_EQ(std::get<std::vector<Vec3>>(parsed.queries[0].first).size(), 300000U);
}

TEST(Pairs, VolumesOfDoublesAndHalfSpaces) {
  const Parsed parsed = parse(
      "a | frustumvp11d 2 0 0 0.1 0 2 0 0 0 0 2 0 0 0 0 2 | planes 1 0 0 2 1e-3\n"
      "b | planes 4 1 0 0 0  0 1 0 0  0 0 1 0  -1 -1 -1 1 | frustumvp01d " +
      std::string(eye01));
  ASSERT_EQ(parsed.queries.size(), 2U);
  EXPECT_EQ(std::get<DoubleMatrixVolume>(parsed.queries[0].first).row_major[3], 0.1);
  EXPECT_TRUE(std::get<PlanesVolume>(parsed.queries[0].second).volume.infinite_far());
  EXPECT_EQ(std::get<PlanesVolume>(parsed.queries[1].first).volume.vertices().size(), 4U);
  EXPECT_NE(endless_volume(parsed.queries[1].second), nullptr);
  EXPECT_EQ(endless_volume(parsed.queries[1].first), nullptr);
  EXPECT_EQ(problem_of("a | planes 1 0 0 0 1 | point 0 0 0"),
            "1:3: planes[0].normal: is 0, a half-space needs a direction");
  EXPECT_EQ(problem_of("a | planes 1 0 0 nan 1 | point 0 0 0"), "1:7: \"nan\" is not a finite number");
  EXPECT_EQ(problem_of("a | planes 1 0 0 1 1e400 | point 0 0 0"), "1:8: \"1e400\" is too large for a float64");
  EXPECT_EQ(problem_of("a | planes 1 0 0 1 0,5 | point 0 0 0"),
            "1:8: \"0,5\" has a decimal comma: numbers are written with a point, as 0.5");
  EXPECT_EQ(problem_of("a | planes 0 | point 0 0 0"),
            "1:4: \"0\" is not a number of half-spaces (a whole number from 1)");
  EXPECT_EQ(problem_of("a | planes 9 1 0 0 1 | point 0 0 0"),
            "1:4: 9 half-spaces need four numbers each; the line has 9 words left");
}

TEST(Pairs, EveryTruncationEndsWell) {
  const std::string text =
      "a | obb 0 0 0 0 0 0 1 1 2 3 | hull 2 0 0 0 1 1 1\nb | sphere 1 2 3 4 | frustumvp01 " + std::string(eye01);
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const Parsed parsed = parse(text.substr(0, size));
    EXPECT_LE(parsed.queries.size() + parsed.problems.size(), 2U) << size;
  }
}

}  // namespace
}  // namespace lockstep::tools
