// lockstep pairs --cast, from file to fractions.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#include "pairs/exact_judge.hpp"
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
constexpr const char* flat_shot_line = "flat | circle2d 0 0 1 | circle2d 5 0 1 | motion 8 0\n";
constexpr const char* flat_rest_line = "flat | circle2d 0 0 1 | circle2d 5 0 1\n";

// A stick with its tip at (3 cos(angle), 3 sin(angle)), and a wall that it hits at sin(angle) = 1/2.
constexpr const char* bat_at_rest = "bat | capsule 0 0 0 3 0 0 0 | aabb -9 1.5 -9 9 2 9\n";
constexpr const char* bat_line =
    "bat | capsule 0 0 0 3 0 0 0 | aabb -9 1.5 -9 9 2 9 | motion 0 0 0 | turn 0 0 3.14159274\n";
// The same, a hundred to the right.
constexpr const char* far_bat_line =
    "far | capsule 100 0 0 103 0 0 0 | aabb 91 1.5 -9 109 2 9 | motion 0 0 0 | turn 0 0 3.14159274 about 100 0 0\n";
constexpr const char* flat_bat_line =
    "bat2 | capsule2d 0 0 3 0 0 | box2d 0 1.75 0 9 0.25 | motion 0 0 | turn 3.14159274\n";
constexpr const char* flat_past_line = "past2 | circle2d 0 3 1 | circle2d 5 0 1 | motion 10 0\n";
constexpr double bat_fraction = 0.16666666203;  // pi / 6 / 3.14159274

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
  // In reverse order it is the same.
  EXPECT_EQ(target[2], shot[2]);
  EXPECT_EQ(target[3], shot[3]);
  EXPECT_EQ(split(target[4], ' ')[0], "1");
  EXPECT_EQ(lines[2].substr(0, 16), "inside\thits\t0\t0\t");
  EXPECT_EQ(lines[3], "past\tmisses\tinf\tinf\tnan nan nan\tnan nan nan");
}

TEST(PairsCast, Turns) {
  for (const char* const line : {bat_line, far_bat_line}) {
    const std::vector<std::string> bat = split(cast_answers(line), '\t');
    ASSERT_EQ(bat.size(), 6U);
    EXPECT_EQ(bat[1], "hits");
    EXPECT_LE(std::stod(bat[2]), bat_fraction) << line;
    EXPECT_GE(std::stod(bat[3]), bat_fraction) << line;
    EXPECT_NEAR(std::stod(bat[2]), std::stod(bat[3]), 1e-5) << line;
    EXPECT_NEAR(std::stod(split(bat[4], ' ')[1]), -1, 1e-6) << line;
  }
}

/// A turn is about the origin of the world unless the line says otherwise, and one of 0 is no turn.
TEST(PairsCast, TurnsAboutTheOrigin) {
  std::string about = bat_line;
  about.insert(about.size() - 1, " about 0 0 0");
  EXPECT_EQ(cast_answers(about), cast_answers(bat_line));
  std::string still = shot_line;
  still.insert(still.size() - 1, "|turn 0 -0 0 about 7 8 9");
  EXPECT_EQ(cast_answers(still), cast_answers(shot_line));
}

/// In the other direction the stick hits a wall below it, and a motion away from the wall keeps it off.
TEST(PairsCast, TurnsHaveASignAndAddToTheMotion) {
  const std::string wall = "x | capsule 0 0 0 3 0 0 0 | aabb -9 1.5 -9 9 2 9 | ";
  EXPECT_EQ(cast_answers(wall + "motion 0 0 0 | turn 0 0 -3.14159274\n").substr(0, 8), "x\tmisses");
  EXPECT_EQ(cast_answers(wall + "motion 0 -4 0 | turn 0 0 3.14159274\n").substr(0, 8), "x\tmisses");
  EXPECT_EQ(cast_answers(wall + "motion 0 1 0 | turn 0 0 -3.14159274\n").substr(0, 8), "x\tmisses");
}

/// In the plane, where z is 0.
TEST(PairsCast, OfThePlane) {
  const std::vector<std::string> flat = split(split(cast_answers(flat_shot_line), '\n')[0], '\t');
  ASSERT_EQ(flat.size(), 6U);
  EXPECT_EQ(flat[1], "hits");
  EXPECT_LE(std::stod(flat[2]), 0.375);
  EXPECT_GE(std::stod(flat[3]), 0.375);
  EXPECT_EQ(flat[4], "-1 0 0");
  EXPECT_EQ(split(flat[5], ' ')[2], "0");
  EXPECT_EQ(cast_answers("x | circle2d 0 3 1 | circle2d 5 0 1 | motion 10 0\n"),
            "x\tmisses\tinf\tinf\tnan nan nan\tnan nan nan\n");
  for (const char* const bat :
       {"x | capsule2d 0 0 3 0 0 | box2d 0 1.75 0 9 0.25 | motion 0 0 | turn 3.14159274\n",
        "x | capsule2d 9 7 12 7 0 | box2d 0 8.75 0 99 0.25 | motion 0 0 | turn 3.14159274 about 9 7\n"}) {
    const std::vector<std::string> turned = split(cast_answers(bat), '\t');
    EXPECT_EQ(turned[1], "hits") << bat;
    EXPECT_LE(std::stod(turned[2]), bat_fraction) << bat;
    EXPECT_GE(std::stod(turned[3]), bat_fraction) << bat;
    EXPECT_NEAR(std::stod(turned[2]), std::stod(turned[3]), 1e-6) << bat;
  }
  // Lines of both sorts keep their order.
  const std::string both = cast_answers(std::string(shot_line) + flat_shot_line + past_line);
  EXPECT_EQ(both, cast_answers(shot_line) + cast_answers(flat_shot_line) + cast_answers(past_line));
}

TEST(PairsCast, ColumnsOfThePlane) {
  const auto error = [](const std::string& columns) {
    return run({"pairs", "-", "--cast"}, "x | circle2d 0 0 1 | circle2d 5 0 1 | " + columns + "\n").err;
  };
  EXPECT_EQ(error("moves 1 0"), "standard input:1:13: behind the shapes only `motion X Y` may stand\n");
  EXPECT_EQ(error("motion 1 0 0"), "standard input:1:16: \"0\" is one word too many\n");
  EXPECT_EQ(error("motion 1 0 | spin 1"),
            "standard input:1:17: behind the motion only `turn T`, maybe with `about X Y`, may stand\n");
  EXPECT_EQ(error("motion 1 0 | turn 1 2"),
            "standard input:1:19: behind a turn only `about X Y` may stand, the point that it is about\n");
  EXPECT_EQ(error("motion 1 0 | turn 1 about 2 3 4"), "standard input:1:22: \"4\" is one word too many\n");
  EXPECT_EQ(error("turn 1"),
            "standard input:1:13: a turn stands behind a motion: write `| motion 0 0 | turn ...` of a shape that only "
            "turns\n");
  for (const char* const bad : {"nan", "inf", "1e39", "half"})
    EXPECT_NE(error(std::string("motion 1 0 | turn ") + bad).find("standard input:1:18: "), std::string::npos) << bad;
}

TEST(PairsCast, ContactAtTheStart) {
  const std::string lines =
      "slides | obb 0 0.5 0 0 0 0 1 0.5 0.5 0.5 | aabb -9 -1 -9 9 0 9 | motion 1 0 0\n"
      "falls | obb 0 0.5 0 0 0 0 1 0.5 0.5 0.5 | aabb -9 -1 -9 9 0 9 | motion 0 -1 0\n";
  const auto results = [&](const std::vector<std::string>& options) {
    const json document = json::parse(cast_answers(lines, options));
    return std::vector<std::string>{document["answers"][0]["cast"], document["answers"][1]["cast"]};
  };
  EXPECT_EQ(results({"--json"}), (std::vector<std::string>{"hits", "hits"}));
  EXPECT_EQ(results({"--json", "--ignore-start-contact"}), (std::vector<std::string>{"misses", "hits"}));
  EXPECT_EQ(run({"pairs", "-", "--ignore-start-contact"}, lines).err,
            "lockstep: --ignore-start-contact: is about motions; add --cast, or leave it out\n");
  EXPECT_NE(run({"pairs", "-", "--cast", "--exact", "--ignore-start-contact"}, lines).exit_code, 0);
}

TEST(PairsCast, EveryInstructionSetAnswersTheSame) {
  const std::string lines = cast_lines() + bat_line + far_bat_line + flat_shot_line, expected = cast_answers(lines);
  for (const Isa isa : supported_isas())
    EXPECT_EQ(cast_answers(lines, {"--isa", std::string(name(isa))}), expected) << name(isa);
}

TEST(PairsCast, Json) {
  const json document = json::parse(cast_answers(cast_lines() + bat_line, {"--json"}));
  const json &shot = document["answers"][0], &past = document["answers"][3], &bat = document["answers"][4];
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
  EXPECT_EQ(bat["cast"], "hits");
  EXPECT_LE(bat["lower"], bat_fraction);
  EXPECT_GE(bat["upper"], bat_fraction);
}

TEST(PairsCast, WhatDoesNotMoveIsAProblemOfItsLine) {
  const Outcome strict = run({"pairs", "-", "--cast"}, std::string(shot_line) + rest_line + flat_rest_line);
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_EQ(strict.out, "");
  EXPECT_EQ(strict.err,
            "standard input:2:9: the pair does not move: with --cast, end the line with `| motion X Y Z`\n"
            "standard input:3:8: the pair does not move: with --cast, end the line with `| motion X Y`\n");
  const Outcome rest = run({"pairs", "-", "--cast", "--keep-going"}, std::string(rest_line) + shot_line);
  EXPECT_EQ(rest.exit_code, 1);
  EXPECT_EQ(split(rest.out, '\t')[0], "shot");
}

/// The error for a line with such columns behind the shapes. The first word of the columns is the 13th.
std::string column_error(const std::string& columns) {
  const Outcome result = run({"pairs", "-", "--cast"}, "x | point 0 0 0 | sphere 5 0 0 1 | " + columns + "\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  return result.err;
}

TEST(PairsCast, MotionsThatAreNone) {
  const auto error = column_error;
  EXPECT_EQ(error("moves 1 0 0"), "standard input:1:14: behind the shapes only `motion X Y Z` may stand\n");
  EXPECT_NE(error("motion 1 0").find("standard input:1:17: "), std::string::npos);
  EXPECT_NE(error("motion 1 0 nan").find("standard input:1:17: "), std::string::npos);
  EXPECT_NE(error("motion 1 0 0 0").find("standard input:1:18: "), std::string::npos);
}

TEST(PairsCast, TurnsThatAreNone) {
  const auto error = [](const std::string& column) { return column_error("motion 1 0 0 " + column); };
  EXPECT_EQ(error("| spin 0 0 1"),
            "standard input:1:19: behind the motion only `turn TX TY TZ`, maybe with `about X Y Z`, may stand\n");
  EXPECT_EQ(error("| "), "standard input:1:19: the line ends where a turn should be\n");
  EXPECT_EQ(error("turn 0 0 1"), "standard input:1:18: \"turn\" is one word too many\n");
  EXPECT_EQ(error("| turn 0 0"), "standard input:1:22: the line ends where a number should be\n");
  EXPECT_EQ(error("| turn 0 0 about 1 2 3"), "standard input:1:22: \"about\" is not a finite number\n");
  EXPECT_EQ(error("| turn 0 0 1 2"),
            "standard input:1:23: behind a turn only `about X Y Z` may stand, the point that it is about\n");
  EXPECT_EQ(error("| turn 0 0 1 about 1 2"), "standard input:1:26: the line ends where a number should be\n");
  EXPECT_EQ(error("| turn 0 0 1 about 1 2 3 4"), "standard input:1:27: \"4\" is one word too many\n");
  EXPECT_EQ(error("| turn 0 0 1 about 1 2 3 | turn 0 0 1"), "standard input:1:27: \"|\" is one word too many\n");
  EXPECT_EQ(error("| turn 0 0 1 | about 1 2 3"), "standard input:1:23: a bar stands where `about X Y Z` should be\n");
  EXPECT_EQ(
      column_error("turn 0 0 1"),
      "standard input:1:14: a turn stands behind a motion: write `| motion 0 0 0 | turn ...` of a shape that only "
      "turns\n");
}

TEST(PairsCast, NumbersOfTurns) {
  const auto error = [](const std::string& column) { return column_error("motion 1 0 0 | turn " + column); };
  for (const char* const bad : {"nan", "inf", "1e39", "0x1", "half", "1,5"})
    EXPECT_NE(error(std::string("0 ") + bad + " 0").find("standard input:1:21: "), std::string::npos) << bad;
  EXPECT_NE(error("0 0 1 about 0 0 1e19").find("standard input:1:26: "), std::string::npos);
  EXPECT_NE(error("0 0 1 about nan 0 0").find("standard input:1:24: "), std::string::npos);
  // An angle may be as large as floats allow, though it is of no use.
  EXPECT_EQ(cast_answers("x | point 0 0 0 | sphere 5 0 0 1 | motion 0 0 0 | turn 3e38 -3e38 1e-45\n").substr(0, 8),
            "x\tmisses");
}

/// The columns do not belong to other queries.
TEST(PairsCast, WithoutTheOption) {
  const Outcome result = run({"pairs", "-"}, cast_lines());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "shot\tseparated\ntarget\tseparated\ninside\toverlapping\npast\tseparated\n");
  EXPECT_EQ(run({"pairs", "-", "--distance"}, bat_line).out, run({"pairs", "-", "--distance"}, bat_at_rest).out);
}

TEST(PairsCast, OptionsThatDoNotGoTogether) {
  for (const char* const option : {"--distance", "--contacts", "--answer=yes-no", "--method=gjk"}) {
    const Outcome result = run({"pairs", "-", "--cast", option}, shot_line);
    EXPECT_EQ(result.exit_code, 2) << option;
    EXPECT_EQ(result.out, "") << option;
    EXPECT_NE(result.err.find("leave"), std::string::npos) << result.err;
  }
}

#if LOCKSTEP_EXACT_TOOL
TEST(PairsCast, ExactFractionBesideTheInterval) {
  // A box that turns and a plate of no thickness that it turns into, as flat as floats are.
  const char* const door =
      "door | obb 1 0 1 0 0 0 1 1 0.05 1 | sphere 0 1.5 1 0.5 | motion 0 0 0 | turn 0 0 1.57079637\n";
  const char* const flat = "flat | point 3 0 0 | hull 2 -9 1.5 0 9 1.5 0 | motion 0 0 0 | turn 0 0 3.14159274\n";
  const std::vector<std::string> lines =
      split(cast_answers(cast_lines() + bat_line + far_bat_line + door + flat, {"--exact"}), '\n');
  ASSERT_EQ(lines.size(), 9U);
  const auto exact = [&](std::size_t line) {
    const std::vector<std::string> fields = split(lines[line], '\t');
    EXPECT_EQ(fields.size(), 8U) << lines[line];
    return fields.at(6) + " " + fields.at(7);
  };
  EXPECT_EQ(exact(0), "hits 0.4");
  EXPECT_EQ(exact(2), "hits 0");
  EXPECT_EQ(exact(3), "misses -");
  EXPECT_EQ(exact(4).substr(0, 14), "hits 0.1666666");
  EXPECT_EQ(exact(5).substr(0, 14), "hits 0.1666666");
  EXPECT_EQ(exact(6).substr(0, 5), "hits ");
  EXPECT_EQ(exact(7), "- -");
  EXPECT_EQ(lines[8], "# judged exactly: 8 of 8 intervals; false: 0");
}

TEST(PairsCast, ExactFractionInThePlane) {
  const char* const edge = "edge | circle2d 3 0 0 | polygon2d 2 -9 1.5 9 1.5 | motion 0 0 | turn 3.14159274\n";
  const std::vector<std::string> lines =
      split(cast_answers(std::string(flat_shot_line) + flat_bat_line + flat_past_line + edge, {"--exact"}), '\n');
  ASSERT_EQ(lines.size(), 5U);
  const auto exact = [&](std::size_t line) {
    const std::vector<std::string> fields = split(lines[line], '\t');
    EXPECT_EQ(fields.size(), 8U) << lines[line];
    return fields.at(6) + " " + fields.at(7);
  };
  EXPECT_EQ(exact(0), "hits 0.375");
  EXPECT_EQ(exact(1).substr(0, 14), "hits 0.1666666");
  EXPECT_EQ(exact(2), "misses -");
  EXPECT_EQ(exact(3), "- -");
  EXPECT_EQ(lines[4], "# judged exactly: 4 of 4 intervals; false: 0");
}

TEST(PairsCast, JsonTellsTheExactFraction) {
  const json document = json::parse(cast_answers(std::string(shot_line) + past_line, {"--json", "--exact"}));
  EXPECT_EQ(document["answers"][0]["exact"],
            json({{"truth", "hits"}, {"fraction", 0.4}, {"interval_is_false", false}}));
  EXPECT_EQ(document["answers"][1]["exact"],
            json({{"truth", "misses"}, {"fraction", nullptr}, {"interval_is_false", false}}));
  EXPECT_EQ(document["exact"], json({{"judged", 2}, {"false", 0}}));
}

/// The program's output if the library were wrong.
TEST(ExactJudge, KnowsFalseFractions) {
  std::vector<ExactJudge> judges;
  const auto fail = [](const PairProblem& problem) { ADD_FAILURE() << problem.text; };
  const auto judge = [&](const auto& query) { judges.push_back(exact_judge(query)); };
  const std::string in_space = std::string(shot_line) + bat_line + past_line;
  read_pairs(in_space + flat_shot_line + flat_bat_line + flat_past_line, {judge, judge, fail});
  ASSERT_EQ(judges.size(), 6U);
  const auto is_false = [&](std::size_t i, double lower, double upper) {
    const ExactAnswer answer = judges[i](CastClaim{{lower, upper}});
    EXPECT_TRUE(answer.known) << i;
    return answer.is_false;
  };
  const double truths[] = {0.4, bat_fraction, HUGE_VAL, 0.375, bat_fraction};
  for (const std::size_t i : {0U, 1U, 3U, 4U}) {
    EXPECT_FALSE(is_false(i, truths[i] - 1e-6, truths[i] + 1e-6)) << i;
    EXPECT_FALSE(is_false(i, truths[i] - 1e-6, HUGE_VAL)) << i;
    EXPECT_TRUE(is_false(i, truths[i] + 1e-6, 1)) << i;
    EXPECT_TRUE(is_false(i, 0, truths[i] - 1e-6)) << i;
    EXPECT_TRUE(is_false(i, 0, 0)) << i;
    EXPECT_TRUE(is_false(i, HUGE_VAL, HUGE_VAL)) << i;
  }
  for (const std::size_t i : {2U, 5U}) {
    EXPECT_TRUE(is_false(i, 0.5, 0.6)) << i;
    EXPECT_FALSE(is_false(i, 0.5, HUGE_VAL)) << i;
    EXPECT_FALSE(is_false(i, HUGE_VAL, HUGE_VAL)) << i;
  }
}
#endif

}  // namespace
}  // namespace lockstep::tools::test
