// lockstep pairs --distance, from file to interval.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#if LOCKSTEP_EXACT_TOOL
#include "pairs/exact_judge.hpp"
#endif
#include "support/split.hpp"
#include "support/subprocess.hpp"

namespace lockstep::tools::test {
namespace {

using nlohmann::json;

constexpr const char* gap_line = "gap | sphere 0 0 0 1 | sphere 3 0 0 1\n";
constexpr const char* depth_line = "depth | sphere 0 0 0 1 | sphere 0 1.5 0 1\n";
constexpr const char* contact_line = "contact | point 1 2 3 | point 1 2 3\n";
constexpr const char* plane_line = "flat | circle2d 0 0 1 | circle2d 3 0 1\n";
constexpr const char* endless_line = "endless | sphere 0 0 50 1 | frustumvp11 1 0 0 0  0 1 0 0  0 0 -1 -2  0 0 -1 0\n";

const std::string advice =
    "a volume without an end has verdicts only: leave out --distance, or measure the other lines with "
    "--keep-going\n";

const std::vector<std::string>& solids() {
  static const std::vector<std::string> list = {"point 0.1 0.2 -0.3",
                                                "sphere 0 0.25 0 1",
                                                "aabb -1 -1 -1 1 1.5 1",
                                                "obb 0 0 0 0 0 0.6 0.8 1 1 1.25",
                                                "capsule -1 0 0 1 0 0 0.5",
                                                "ellipsoid 0 0 0 0 0 0.6 0.8 3 2 1",
                                                "cylinder 0 0 -1 0.5 0 1 1",
                                                "cone 0 0 -1 0 0.125 1 1",
                                                "hull 4 1 1 1 -1 -1 1 -1 1 -1 1 -1 -1",
                                                "rhull 2 0.25 1 1 1 -1 -1 0",
                                                "hull_at 1 2 3 0 1 0 0 0.25 4 1 1 1 -1 -1 1 -1 1 -1 1 -1 -1",
                                                "frustumvp11 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"};
  return list;
}

const std::vector<std::string>& flat_shapes() {
  static const std::vector<std::string> list = {"circle2d 0.1 0.2 1",      "capsule2d -1 0 1 0 0.5",
                                                "box2d 0 0.5 0.25 1 1.25", "ellipse2d 0 0 0.75 3 2",
                                                "slice2d 0 1 2 0.5 3",     "polygon2d 4 1 1 -1 -1 1 -1 -1 2",
                                                "box2d 9 0.5 0.25 1 1.25", "polygon2d_at 5 1 0.5 3 0 0 1 0 0 1"};
  return list;
}

/// Every two of them as they are, (a, b) and (b, a) in neighbouring lines.
std::string both_orders() {
  std::string text;
  for (std::size_t i = 0; i < solids().size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      text += "ab | " + solids()[i] + " | " + solids()[k] + "\n";
      text += "ba | " + solids()[k] + " | " + solids()[i] + "\n";
    }
  return text + gap_line + "back | sphere 3 0 0 1 | sphere 0 0 0 1\n";
}

struct Measured {
  std::string id, verdict, truth, distance, mark;  // the last three with --exact
  double lower = 0, upper = 0;
  std::vector<double> normal, a, b;
};

/// The number, written with 17 digits, and nothing else.
double read_digits(const std::string& word) {
  const double number = std::strtod(word.c_str(), nullptr);
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", number);
  EXPECT_EQ(word, text);
  return number;
}

std::vector<double> read_digits_of_vector(const std::string& words) {
  std::vector<double> numbers;
  for (const std::string& word : split(words, ' ')) numbers.push_back(read_digits(word));
  EXPECT_EQ(numbers.size(), 3U) << words;
  numbers.resize(3);
  return numbers;
}

std::vector<Measured> parse_answers(const std::string& out) {
  std::vector<Measured> list;
  for (const std::string& line : split(out, '\n')) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> fields = split(line, '\t');
    EXPECT_GE(fields.size(), 7U) << line;
    fields.resize(10);
    list.push_back({fields[0], fields[1], fields[7], fields[8], fields[9], read_digits(fields[2]),
                    read_digits(fields[3]), read_digits_of_vector(fields[4]), read_digits_of_vector(fields[5]),
                    read_digits_of_vector(fields[6])});
  }
  return list;
}

std::vector<Measured> measured(const std::string& text, std::vector<std::string> options = {}) {
  options.insert(options.begin(), {"pairs", "-", "--distance"});
  const Outcome result = run(options, text);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return parse_answers(result.out);
}

std::vector<std::uint64_t> bits(const std::vector<double>& numbers, double sign = 1) {
  std::vector<std::uint64_t> list(numbers.size());
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = std::bit_cast<std::uint64_t>(sign * numbers[i]);
  return list;
}

TEST(PairsDistance, IntervalNormalAndPoints) {
  const std::vector<Measured> answers = measured(std::string(gap_line) + "# comment\n\n" + depth_line + contact_line);
  ASSERT_EQ(answers.size(), 3U);
  const double truths[] = {1, -0.5, 0};
  const char* const verdicts[] = {"separated", "overlapping", "touching"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(answers[i].verdict, verdicts[i]);
    EXPECT_LE(answers[i].lower, truths[i]) << i;
    EXPECT_GE(answers[i].upper, truths[i]) << i;
    EXPECT_LT(answers[i].upper - answers[i].lower, 1e-9) << i;
    const auto& [n, a, b] = std::tie(answers[i].normal, answers[i].a, answers[i].b);
    EXPECT_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-12) << i;
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a[k] - b[k], truths[i] * n[k], 1e-9) << i;
  }
  EXPECT_EQ(answers[0].id, "gap");
  EXPECT_NEAR(answers[0].a[0], 1, 1e-9);
  EXPECT_NEAR(answers[0].b[0], 2, 1e-9);
  EXPECT_NEAR(answers[1].normal[1], -1, 1e-9) << "from b to a";
  EXPECT_EQ(run({"pairs", "-", "--distance"}, "").out, "");
}

TEST(PairsDistance, VerdictsAreThoseOfTheSameFileWithout) {
  std::string verdicts;
  for (const Measured& answer : measured(both_orders())) verdicts += answer.id + "\t" + answer.verdict + "\n";
  EXPECT_EQ(verdicts, run({"pairs", "-"}, both_orders()).out);
}

TEST(PairsDistance, TheSameDigitsOnEveryInstructionSet) {
  const std::string expected = run({"pairs", "-", "--distance"}, both_orders()).out;
  EXPECT_NE(expected, "");
  for (const Isa isa : supported_isas())
    EXPECT_EQ(run({"pairs", "-", "--distance", "--isa", std::string(name(isa))}, both_orders()).out, expected)
        << name(isa);
}

TEST(PairsDistance, TheOtherOrderIsTheMirrorToTheBit) {
  const std::vector<Measured> answers = measured(both_orders());
  ASSERT_EQ(answers.size(), solids().size() * (solids().size() - 1) + 2);
  for (std::size_t i = 0; i < answers.size(); i += 2) {
    const Measured &ab = answers[i], &ba = answers[i + 1];
    EXPECT_EQ(ab.verdict, ba.verdict) << i;
    EXPECT_EQ(bits({ab.lower, ab.upper}), bits({ba.lower, ba.upper})) << i;
    EXPECT_EQ(bits(ab.normal), bits(ba.normal, -1)) << i;
    EXPECT_EQ(bits(ab.a), bits(ba.b)) << i;
    EXPECT_EQ(bits(ab.b), bits(ba.a)) << i;
  }
}

/// Every two shapes of the plane, (a, b) and (b, a) in neighbouring lines, behind a pair of solids.
std::string flat_in_both_orders() {
  std::string text = gap_line;
  for (const std::string& a : flat_shapes())
    for (const std::string& b : flat_shapes())
      if (a != b) text += "ab | " + a + " | " + b + "\nba | " + b + " | " + a + "\n";
  return text;
}

/// In one file with solids, and z is 0.
TEST(PairsDistance, OfThePlane) {
  const std::string text = flat_in_both_orders();
  const std::vector<Measured> answers = measured(text + depth_line);
  ASSERT_EQ(answers.size(), 2 * flat_shapes().size() * (flat_shapes().size() - 1) + 2);
  EXPECT_NEAR(answers.front().lower, 1, 1e-9);
  EXPECT_NEAR(answers.back().lower, -0.5, 1e-9);
  for (std::size_t i = 1; i + 1 < answers.size(); i += 2) {
    const Measured &ab = answers[i], &ba = answers[i + 1];
    EXPECT_LT(ab.upper - ab.lower, 1e-2) << i;
    EXPECT_NEAR(std::hypot(ab.normal[0], ab.normal[1]), 1, 1e-12) << i;
    EXPECT_EQ(ab.normal[2], 0) << i;
    EXPECT_EQ(ab.a[2], 0) << i;
    EXPECT_EQ(bits({ab.lower, ab.upper, -ab.normal[0], -ab.normal[1]}),
              bits({ba.lower, ba.upper, ba.normal[0], ba.normal[1]}))
        << i;
    EXPECT_EQ(bits(ab.a), bits(ba.b)) << i;
    EXPECT_EQ(bits(ab.b), bits(ba.a)) << i;
  }
  const std::string flat = "flat | circle2d 0 0 1 | circle2d 9 0 1\n";
  EXPECT_EQ(run({"pairs", "-", "--distance", "--no-farther-than", "2.5"}, flat).out,
            "flat\tseparated\t2.5\tinf\tnan nan nan\tnan nan nan\tnan nan nan\n");
}

TEST(PairsDistance, WhatIsFartherAwayIsToldByThatAlone) {
  const std::string text = std::string(gap_line) + "wide | sphere 0 0 0 1 | cone 9 0 0 9 9 9 1\n" + depth_line;
  const std::vector<Measured> all = measured(text), near = measured(text, {"--no-farther-than", "2.5"});
  ASSERT_EQ(near.size(), 3U);
  EXPECT_EQ(near[1].verdict, "separated");
  EXPECT_EQ(near[1].lower, 2.5);
  EXPECT_EQ(near[1].upper, HUGE_VAL);
  for (const auto& numbers : {near[1].normal, near[1].a, near[1].b})
    for (const double number : numbers) EXPECT_TRUE(std::isnan(number));
  for (const std::size_t i : {0U, 2U}) {
    EXPECT_EQ(bits({near[i].lower, near[i].upper}), bits({all[i].lower, all[i].upper})) << i;
    EXPECT_EQ(bits(near[i].normal), bits(all[i].normal)) << i;
  }
  EXPECT_NE(run({"pairs", "-", "--distance", "--no-farther-than", "2.5"}, text)
                .out.find("wide\tseparated\t2.5\tinf\tnan nan nan\tnan nan nan\tnan nan nan\n"),
            std::string::npos);
}

TEST(PairsDistance, ASearchMayEndEarly) {
  const std::string text = "eggs | ellipsoid 0 0 0 0 0 0.6 0.8 3 2 1 | cone 9 1 2 5 4 3 2\n";
  const Measured narrow = measured(text).at(0), wide = measured(text, {"--tolerance", "0.5"}).at(0);
  EXPECT_LT(narrow.upper - narrow.lower, 1e-6);
  EXPECT_GT(wide.upper - wide.lower, 1e-6) << "else it did not end early";
  EXPECT_LE(wide.upper - wide.lower, 0.5);
  EXPECT_LE(wide.lower, narrow.upper);
  EXPECT_GE(wide.upper, narrow.lower);
}

TEST(PairsDistance, JsonHasTheSameNumbers) {
  const std::string text = both_orders();
  const std::vector<std::string> options = {"--no-farther-than", "0.5"};
  const json document = json::parse(run({"pairs", "-", "--distance", "--json", options[0], options[1]}, text).out);
  const std::vector<Measured> answers = measured(text, options);
  ASSERT_EQ(document["answers"].size(), answers.size());
  const auto vector = [](const std::vector<double>& v) {
    json list = json::array();
    for (const double number : v) list.push_back(std::isnan(number) ? json() : json(number));
    return list;
  };
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Measured& m = answers[i];
    const json expected = {{"id", m.id},
                           {"line", i + 1},
                           {"verdict", m.verdict},
                           {"lower", m.lower},
                           {"upper", std::isinf(m.upper) ? json() : json(m.upper)},
                           {"normal", vector(m.normal)},
                           {"a", vector(m.a)},
                           {"b", vector(m.b)}};
    EXPECT_EQ(document["answers"][i], expected);
  }
  EXPECT_EQ(document["answers"].back()["upper"], json()) << "infinite: the last two are farther apart";
  EXPECT_EQ(document["method"], "auto");
}

TEST(PairsDistance, WhatHasNoDistanceIsAProblemOfItsLine) {
  const std::string text = std::string(gap_line) + endless_line + "bad\n" + depth_line;
  const std::string problems =
      "standard input:2:9: " + advice + "standard input:3:2: the line ends where a bar '|' should be\n";
  const Outcome strict = run({"pairs", "-", "--distance"}, text);
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_EQ(strict.out, "");
  EXPECT_EQ(strict.err, problems);
  const Outcome lenient = run({"pairs", "-", "--distance", "--keep-going"}, text);
  EXPECT_EQ(lenient.exit_code, 1);
  EXPECT_EQ(lenient.err, problems);
  EXPECT_EQ(lenient.out, run({"pairs", "-", "--distance"}, std::string(gap_line) + depth_line).out);
  const json document =
      json::parse(run({"pairs", "-", "--distance", "--keep-going", "--json"}, text + contact_line).out);
  std::vector<int> lines;
  for (const json& answer : document["answers"]) lines.push_back(answer["line"]);
  EXPECT_EQ(lines, (std::vector<int>{1, 4, 5}));
}

TEST(PairsDistance, OptionsThatDoNotGoTogether) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"--tolerance", "1"}, "--tolerance: has a meaning only with --distance"},
      {{"--no-farther-than", "1"}, "--no-farther-than: has a meaning only with --distance"},
      {{"--distance", "--answer", "yes-no"},
       "--distance: prints intervals, and --answer yes-no prints none; leave one of them out"},
      {{"--distance", "--method", "gjk"},
       "--method gjk: chooses how verdicts are found, and distances are found in one way; leave it out"},
      {{"--distance", "--tolerance", "-1"},
       "--tolerance: \"-1\" is not a length: a number from 0 on, in the file's unit"},
      {{"--distance", "--tolerance", "1e999"},
       "--tolerance: \"1e999\" is not a length: a number from 0 on, in the file's unit"},
      {{"--distance", "--no-farther-than", "nan"},
       "--no-farther-than: \"nan\" is not a length: a number from 0 on, in the file's unit"},
      {{"--distance", "--no-farther-than", "20cm"},
       "--no-farther-than: \"20cm\" is not a length: a number from 0 on, in the file's unit"},
      {{"--distance", "--tolerance", "0,5"},
       "--tolerance: \"0,5\" has a decimal comma: numbers are written with a point, as 0.5"},
  };
  for (const auto& [options, message] : cases) {
    std::vector<std::string> arguments = {"pairs", "-"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome result = run(arguments, gap_line);
    EXPECT_EQ(result.exit_code, 2) << message;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "lockstep: " + std::string(message) + "\n");
  }
}

#if LOCKSTEP_EXACT_TOOL
TEST(PairsDistance, ExactDistanceBesideTheInterval) {
  const std::string text = std::string(gap_line) + depth_line + contact_line +
                           "hull | hull 4 0 0 0 4 0 0 0 4 0 0 0 4 | point -3 2 -4\n"
                           "boxes | aabb 0 0 0 2 2 2 | aabb 1 1 1 3 3 3\n";
  const std::vector<Measured> answers = measured(text, {"--exact"});
  ASSERT_EQ(answers.size(), 5U);
  const char* const truths[] = {"separated", "overlapping", "contact", "separated", "overlapping"};
  const char* const distances[] = {"1", "-0.5", "0", "5", nullptr};  // that of the boxes need not be known
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(answers[i].truth, truths[i]);
    EXPECT_TRUE(distances[i] == nullptr || answers[i].distance == distances[i]) << answers[i].distance;
    EXPECT_EQ(answers[i].mark, "") << answers[i].id;
  }
  const std::string out = run({"pairs", "-", "--distance", "--exact"}, std::string(gap_line) + depth_line).out;
  EXPECT_TRUE(out.ends_with("\toverlapping\t-0.5\n# judged exactly: 2 of 2 intervals; false: 0\n")) << out;
}

TEST(PairsDistance, EveryIntervalHoldsTheExactDistance) {
  for (const char* limit : {"1e9", "0.25"})
    for (const Measured& answer : measured(both_orders(), {"--exact", "--no-farther-than", limit}))
      EXPECT_EQ(answer.mark, "") << answer.id;
  for (const Measured& answer : measured(flat_in_both_orders(), {"--exact"})) {
    EXPECT_EQ(answer.mark, "") << answer.id;
    EXPECT_NE(answer.distance, "-") << answer.id;
  }
}

TEST(PairsDistance, JsonTellsTheExactDistance) {
  const json document = json::parse(
      run({"pairs", "-", "--distance", "--exact", "--json", "--keep-going"}, std::string(gap_line) + endless_line).out);
  ASSERT_EQ(document["answers"].size(), 1U);
  EXPECT_EQ(document["answers"][0]["exact"],
            json({{"truth", "separated"}, {"distance", 1.0}, {"interval_is_false", false}}));
  EXPECT_EQ(document["exact"], json({{"judged", 1}, {"false", 0}}));
}

/// The program's output if the library were wrong.
TEST(ExactJudge, KnowsFalseIntervals) {
  std::vector<ExactJudge> judges;
  const auto fail = [](const PairProblem& problem) { ADD_FAILURE() << problem.text; };
  const auto judge = [&](const auto& query) { judges.push_back(exact_judge(query)); };
  read_pairs(std::string(gap_line) + depth_line + contact_line + plane_line, {judge, judge, fail});
  ASSERT_EQ(judges.size(), 4U);
  const double truths[] = {1, -0.5, 0, 1};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto is_false = [&](double below, double above) {
      const ExactAnswer answer = judges[i](Interval{truths[i] + below, truths[i] + above});
      EXPECT_TRUE(answer.known);
      return answer.is_false;
    };
    EXPECT_FALSE(is_false(-1, 1)) << i;
    EXPECT_FALSE(is_false(0, 0)) << i;
    EXPECT_FALSE(is_false(-1, HUGE_VAL)) << i;
    EXPECT_TRUE(is_false(1e-14, 1)) << i;
    EXPECT_TRUE(is_false(-1, -1e-14)) << i;
    EXPECT_EQ(is_false(0x1p-52, 1), truths[i] == 0) << "the exact distance itself is rounded, but for a contact";
  }
}

TEST(ExactJudge, JudgesADepthByItsSignAtLeast) {
  ExactJudge judge;
  const auto take = [&](const auto& query) { judge = exact_judge(query); };
  read_pairs("boxes | aabb 0 0 0 2 2 2 | aabb 1 1 1 3 3 3\n", {take, take, [](const PairProblem&) {}});
  const ExactAnswer open = judge(Interval{-1, 1}), wrong = judge(Interval{1e-300, 1});
  EXPECT_FALSE(open.is_false);
  EXPECT_TRUE(wrong.is_false);
  EXPECT_TRUE(wrong.known);
}
#endif

}  // namespace
}  // namespace lockstep::tools::test
