// lockstep pairs --cast, from file to fractions.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <lockstep/isa.hpp>

#include "support/split.hpp"
#include "support/subprocess.hpp"

namespace lockstep::tools::test {
namespace {

using nlohmann::json;

constexpr const char* shot_line = "shot | point 0 0 0 | sphere 5 0 0 1 | motion 10 0 0\n";
constexpr const char* target_line = "target | sphere 5 0 0 1 | point 0 0 0 | motion -10 0 0\n";
constexpr const char* inside_line = "inside | aabb 0 0 0 2 2 2 | sphere 1 1 1 1 | motion 0 0 9\n";
constexpr const char* past_line = "past | sphere 0 3 0 1 | sphere 5 0 0 1 | motion 10 0 0\n";
constexpr const char* rest_line = "rest | sphere 0 0 0 1 | sphere 5 0 0 1\n";
constexpr const char* flat_cast = "flat | circle2d 0 0 1 | circle2d 3 0 1 | motion 1 0 0\n";

std::string cast_lines() { return std::string(shot_line) + target_line + inside_line + past_line; }

std::string cast_answers(const std::string& text, std::vector<std::string> options = {}) {
  options.insert(options.begin(), {"pairs", "-", "--cast"});
  const Outcome result = run(options, text);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result.out;
}

TEST(PairsCast, FractionsAndPlaces) {
  const std::vector<std::string> lines = split(cast_answers(cast_lines()), '\n');
  ASSERT_EQ(lines.size(), 4U);
  const std::vector<std::string> shot = split(lines[0], '\t'), target = split(lines[1], '\t');
  ASSERT_EQ(shot.size(), 6U);
  EXPECT_EQ(shot[0], "shot");
  EXPECT_EQ(shot[1], "hits");
  EXPECT_LE(std::stod(shot[2]), 0.4);
  EXPECT_GE(std::stod(shot[3]), 0.4);
  EXPECT_NEAR(std::stod(shot[2]), std::stod(shot[3]), 1e-9);
  EXPECT_EQ(shot[4], "-1 0 0");
  EXPECT_NEAR(std::stod(split(shot[5], ' ')[0]), 4, 1e-9);
  // The other way round it is the same.
  EXPECT_EQ(target[2], shot[2]);
  EXPECT_EQ(target[3], shot[3]);
  EXPECT_EQ(split(target[4], ' ')[0], "1");
  EXPECT_EQ(lines[2].substr(0, 16), "inside\thits\t0\t0\t");
  EXPECT_EQ(lines[3], "past\tmisses\tinf\tinf\tnan nan nan\tnan nan nan");
}

TEST(PairsCast, EveryInstructionSetAnswersTheSame) {
  const std::string expected = cast_answers(cast_lines());
  for (const Isa isa : supported_isas())
    EXPECT_EQ(cast_answers(cast_lines(), {"--isa", std::string(name(isa))}), expected) << name(isa);
}

TEST(PairsCast, Json) {
  const json document = json::parse(cast_answers(cast_lines(), {"--json"}));
  const json &shot = document["answers"][0], &past = document["answers"][3];
  EXPECT_EQ(shot["cast"], "hits");
  EXPECT_EQ(shot["line"], 1);
  EXPECT_FALSE(shot.contains("verdict"));
  EXPECT_LE(shot["lower"], 0.4);
  EXPECT_GE(shot["upper"], 0.4);
  EXPECT_EQ(shot["normal"], json({-1, 0, 0}));
  EXPECT_EQ(shot["point"].size(), 3U);
  EXPECT_EQ(past["cast"], "misses");
  EXPECT_TRUE(past["lower"].is_null());
  EXPECT_TRUE(past["normal"][0].is_null());
}

TEST(PairsCast, WhatDoesNotMoveIsAProblemOfItsLine) {
  const Outcome strict = run({"pairs", "-", "--cast"}, std::string(shot_line) + rest_line + flat_cast);
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_EQ(strict.out, "");
  EXPECT_EQ(strict.err,
            "standard input:2:9: the pair does not move: with --cast, end the line with `| motion X Y Z`\n"
            "standard input:3:3: shapes of the plane have verdicts and distances only: leave out --cast, or ask about "
            "the other lines with --keep-going\n");
  const Outcome rest = run({"pairs", "-", "--cast", "--keep-going"}, std::string(rest_line) + shot_line);
  EXPECT_EQ(rest.exit_code, 1);
  EXPECT_EQ(split(rest.out, '\t')[0], "shot");
}

TEST(PairsCast, MotionsThatAreNone) {
  const auto error = [](const std::string& column) {
    const Outcome result = run({"pairs", "-", "--cast"}, "x | point 0 0 0 | sphere 5 0 0 1 | " + column + "\n");
    EXPECT_EQ(result.exit_code, 1);
    return result.err;
  };
  EXPECT_EQ(error("moves 1 0 0"), "standard input:1:14: behind the shapes only `motion X Y Z` may stand\n");
  EXPECT_NE(error("motion 1 0").find("standard input:1:17: "), std::string::npos);
  EXPECT_NE(error("motion 1 0 nan").find("standard input:1:17: "), std::string::npos);
  EXPECT_NE(error("motion 1 0 0 0").find("standard input:1:18: "), std::string::npos);
}

/// The column is no part of other questions.
TEST(PairsCast, WithoutTheOption) {
  const Outcome result = run({"pairs", "-"}, cast_lines());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "shot\tseparated\ntarget\tseparated\ninside\toverlapping\npast\tseparated\n");
}

TEST(PairsCast, OptionsThatDoNotGoTogether) {
  for (const char* const option : {"--distance", "--contacts", "--exact", "--answer=yes-no", "--method=gjk"}) {
    const Outcome result = run({"pairs", "-", "--cast", option}, shot_line);
    EXPECT_EQ(result.exit_code, 2) << option;
    EXPECT_EQ(result.out, "") << option;
    EXPECT_NE(result.err.find("leave"), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace lockstep::tools::test
