// lockstep pairs --contacts, from file to points.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#include "support/split.hpp"
#include "support/subprocess.hpp"

namespace lockstep::tools::test {
namespace {

using nlohmann::json;

constexpr const char* crate_line = "crate | aabb 0 0 0.875 1 2 3 | obb 0 0 0 0 0 0 1 5 5 1\n";
constexpr const char* floor_line = "floor | obb 0 0 0 0 0 0 1 5 5 1 | aabb 0 0 0.875 1 2 3\n";
constexpr const char* ball_line = "ball | sphere 0 0 1.5 1 | aabb -5 -5 -1 5 5 1\n";
constexpr const char* low_line = "near | capsule 0 0 2.125 1 0 2.125 1 | aabb -5 -5 -1 5 5 1\n";
constexpr const char* away_line = "far | sphere 0 0 0 1 | sphere 9 0 0 1\n";
constexpr const char* flat_line = "flat | circle2d 0 0 1 | circle2d 3 0 1\n";
constexpr const char* crate2_line = "crate2 | polygon2d 4 1 0.875 2 0.875 2 3 1 3 | box2d 0 0 0 5 1\n";
constexpr const char* floor2_line = "floor2 | box2d 0 0 0 5 1 | polygon2d 4 1 0.875 2 0.875 2 3 1 3\n";
constexpr const char* open_line = "open | sphere 0 0 50 1 | frustumvp11 1 0 0 0  0 1 0 0  0 0 -1 -2  0 0 -1 0\n";
constexpr const char* slice_line = "slice | slice2d 0 0 0.5 1 2 | circle2d 1 0 1\n";

std::string all_lines() { return std::string(crate_line) + floor_line + ball_line + low_line + away_line; }

std::string answers(const std::string& text, std::vector<std::string> options = {}) {
  options.insert(options.begin(), {"pairs", "-", "--contacts"});
  const Outcome result = run(options, text);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result.out;
}

TEST(PairsContacts, PointsBesideTheInterval) {
  const std::vector<std::string> lines = split(answers(all_lines()), '\n');
  ASSERT_EQ(lines.size(), 5U);
  const std::vector<std::string> crate = split(lines[0], '\t');
  ASSERT_EQ(crate.size(), 6U + 4 * 4);
  EXPECT_EQ(crate[0] + ' ' + crate[1], "crate overlapping");
  EXPECT_EQ(crate[4], "0 0 1");
  EXPECT_EQ(crate[5], "4");
  for (std::size_t k = 6; k < crate.size(); k += 4) {
    EXPECT_EQ(crate[k], "-0.125");
    EXPECT_TRUE(crate[k + 1].ends_with(" 0.875")) << crate[k + 1];
    EXPECT_TRUE(crate[k + 2].ends_with(" 1")) << crate[k + 2];
  }
  // The floor and the crate, exchanged.
  const std::vector<std::string> floor = split(lines[1], '\t');
  ASSERT_EQ(floor.size(), crate.size());
  EXPECT_EQ(floor[4], "-0 -0 -1");
  for (std::size_t k = 6; k < floor.size(); k += 4) {
    EXPECT_EQ(floor[k + 1], crate[k + 2]);
    EXPECT_EQ(floor[k + 2], crate[k + 1]);
    const std::vector<std::string> features = split(crate[k + 3], ' ');
    EXPECT_EQ(floor[k + 3], features[1] + ' ' + features[0]);
  }
  EXPECT_EQ(split(lines[2], '\t')[5], "1");
  for (const std::size_t i : {3U, 4U}) EXPECT_TRUE(lines[i].ends_with("\tinf\t0 0 0\t0")) << lines[i];
}

TEST(PairsContacts, AMarginFindsMore) {
  const std::vector<std::string> lines = split(answers(all_lines(), {"--margin", "0.25"}), '\n');
  const std::vector<std::string> near = split(lines[3], '\t');
  ASSERT_EQ(near.size(), 6U + 2 * 4);
  EXPECT_EQ(near[1], "separated");
  EXPECT_EQ(near[6], "0.125");
  EXPECT_EQ(split(lines[4], '\t')[2], "0.25");
}

TEST(PairsContacts, TheSameDigitsOnEveryInstructionSet) {
  const std::string expected = answers(all_lines(), {"--margin", "1"});
  for (const Isa isa : supported_isas())
    EXPECT_EQ(answers(all_lines(), {"--margin", "1", "--isa", std::string(name(isa))}), expected) << name(isa);
}

TEST(PairsContacts, VerdictsAreThoseOfTheSameFileWithout) {
  std::string verdicts;
  for (const std::string& line : split(answers(all_lines()), '\n'))
    verdicts += split(line, '\t')[0] + '\t' + split(line, '\t')[1] + '\n';
  EXPECT_EQ(verdicts, run({"pairs", "-"}, all_lines()).out);
}

TEST(PairsContacts, JsonHasTheSameNumbers) {
  const json document = json::parse(answers(all_lines(), {"--json", "--margin", "0.25"}));
  const std::vector<std::string> lines = split(answers(all_lines(), {"--margin", "0.25"}), '\n');
  ASSERT_EQ(document["answers"].size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const json& answer = document["answers"][i];
    const std::vector<std::string> fields = split(lines[i], '\t');
    EXPECT_EQ(answer["id"], fields[0]);
    EXPECT_EQ(answer["lower"], std::stod(fields[2]));
    ASSERT_EQ(answer["points"].size(), std::stoul(fields[5]));
    EXPECT_EQ(answer["normal"].is_null(), answer["points"].empty());
    for (std::size_t k = 0; k < answer["points"].size(); ++k) {
      const json& point = answer["points"][k];
      EXPECT_EQ(point["separation"], std::stod(fields[6 + 4 * k]));
      for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(point["a"][axis], std::stod(split(fields[7 + 4 * k], ' ')[axis]));
        EXPECT_EQ(point["b"][axis], std::stod(split(fields[8 + 4 * k], ' ')[axis]));
      }
      EXPECT_EQ(point["feature_a"], std::stoul(split(fields[9 + 4 * k], ' ')[0]));
      EXPECT_EQ(point["feature_b"], std::stoul(split(fields[9 + 4 * k], ' ')[1]));
    }
  }
}

/// Among lines of space: up to two points, and z is 0.
TEST(PairsContacts, OfThePlane) {
  const std::vector<std::string> lines =
      split(answers(std::string(ball_line) + flat_line + crate2_line + floor2_line + slice_line), '\n');
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_TRUE(lines[1].ends_with("\tinf\t0 0 0\t0")) << lines[1];
  const std::vector<std::string> crate = split(lines[2], '\t'), floor = split(lines[3], '\t');
  ASSERT_EQ(crate.size(), 6U + 2 * 4);
  EXPECT_EQ(crate[0] + ' ' + crate[1], "crate2 overlapping");
  EXPECT_EQ(crate[4] + ' ' + crate[5], "0 1 0 2");
  EXPECT_EQ(floor[4] + ' ' + floor[5], "-0 -1 0 2");
  for (std::size_t k = 6; k < crate.size(); k += 4) {
    EXPECT_EQ(crate[k], "-0.125");
    EXPECT_TRUE(crate[k + 1].ends_with(" 0.875 0")) << crate[k + 1];
    EXPECT_TRUE(crate[k + 2].ends_with(" 1 0")) << crate[k + 2];
    EXPECT_EQ(floor[k + 1], crate[k + 2]);
    EXPECT_EQ(floor[k + 2], crate[k + 1]);
  }
  EXPECT_EQ(split(lines[4], '\t')[5], "1");
}

/// The exact oracle judges the intervals of the plane, too.
TEST(PairsContacts, OfThePlaneJudgedExactly) {
  const std::string text = answers(std::string(flat_line) + crate2_line + floor2_line, {"--exact", "--margin", "2"});
  EXPECT_NE(text.find("# judged exactly: 3 of 3 intervals; false: 0"), text.npos) << text;
}

TEST(PairsContacts, WhatHasNoContactsIsAProblemOfItsLine) {
  const Outcome strict = run({"pairs", "-", "--contacts"}, std::string(ball_line) + open_line);
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_EQ(strict.out, "");
  EXPECT_EQ(strict.err.rfind("standard input:2:", 0), 0U) << strict.err;
  EXPECT_NE(strict.err.find("has verdicts only: leave out --contacts"), std::string::npos) << strict.err;
}

TEST(PairsContacts, OptionsThatDoNotGoTogether) {
  const auto error = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"pairs", "-"});
    const Outcome result = run(options, ball_line);
    EXPECT_EQ(result.exit_code, 2);
    return result.err;
  };
  EXPECT_EQ(error({"--margin", "1"}), "lockstep: --margin: has a meaning only with --contacts\n");
  EXPECT_EQ(error({"--contacts", "--distance"}),
            "lockstep: --contacts: prints distances as well; leave out --distance\n");
  EXPECT_EQ(error({"--contacts", "--answer", "yes-no"}),
            "lockstep: --contacts: prints points, and --answer yes-no prints none; leave one of them out\n");
  EXPECT_EQ(
      error({"--contacts", "--method", "gjk"}),
      "lockstep: --method gjk: chooses how verdicts are found, and contacts are found in one way; leave it out\n");
  EXPECT_EQ(error({"--contacts", "--margin", "-1"}),
            "lockstep: --margin: \"-1\" is not a length: a number from 0 on, in the file's unit\n");
}

}  // namespace
}  // namespace lockstep::tools::test
