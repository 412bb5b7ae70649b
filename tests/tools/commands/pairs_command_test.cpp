// lockstep pairs, from file to answer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#if LOCKSTEP_EXACT_TOOL
#include "pairs/exact_judge.hpp"
#endif
#include "support/subprocess.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

using nlohmann::json;

constexpr const char* apart = "apart | sphere 0 0 0 1 | sphere 3 0 0 1\n";
constexpr const char* deep = "deep | sphere 0 0 0 1 | sphere 1 0 0 1\n";
constexpr const char* touch = "touch | point 1 2 3 | point 1 2 3\n";

/// One overlapping and one separated query for every shape, against a point.
std::string all_shapes() {
  const std::string ring = "-1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1 -1 -1 1 1 -1 1 1 1 1 -1 1 1";
  const std::string shapes[] = {"sphere 0 0 0 1",
                                "aabb -1 -1 -1 1 1 1",
                                "obb 0 0 0 0 0 0.6 0.8 1 1 1",
                                "capsule -1 0 0 1 0 0 1",
                                "ellipsoid 0 0 0 0 0 0.6 0.8 3 2 1",
                                "cylinder 0 0 -1 0 0 1 1",
                                "cone 0 0 -1 0 0 1 1",
                                "hull 4 1 1 1 -1 -1 1 -1 1 -1 1 -1 -1",
                                "frustum8 " + ring,
                                "frustumvp11 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1",
                                "frustumvp01 1 0 0 0 0 1 0 0 0 0 0.5 0.5 0 0 0 1"};
  std::string text;
  for (const std::string& shape : shapes) {
    text += "in | " + shape + " | point 0.01 0.02 0.03\n";
    text += "out | point 0 0 5 | " + shape + "\n";
  }
  return text;
}

TEST(PairsCommand, OddNumbersAreNoted) {
  const Outcome degrees =
      run({"pairs", "-"}, "a | box2d 0 0 1 1 1 | circle2d 0 0 1\nb | box2d 0 0 90 1 1 | ellipse2d 0 0 -45 1 1\n");
  EXPECT_EQ(degrees.exit_code, 0);
  EXPECT_EQ(
      degrees.err,
      "lockstep: note: standard input:2: the angle 90 is beyond a full turn, as are 1 more: angles are in radians\n");
  const Outcome first = run({"pairs", "-"}, "a | obb 0 0 0 1 0 0 0 1 2 3 | obb 9 0 0 1 0 0 0 1 2 3\n");
  EXPECT_EQ(
      first.err,
      "lockstep: note: standard input: all quaternions are 1 0 0 0, which is half a turn about x: they are read as x "
      "y z w\n");
  EXPECT_EQ(run({"pairs", "-"}, "a | obb 0 0 0 1 0 0 0 1 2 3 | obb 9 0 0 0 0 0 1 1 2 3\n").err, "");
  EXPECT_EQ(run({"pairs", "-"}, "a | box2d 0 0 6.2831855 1 1 | circle2d 0 0 1\n").err, "");
}

/// The file has no options of the library.
TEST(PairsCommand, MatricesThatAreNoneAreToldInWordsOfTheFile) {
  for (const char* matrix : {"1 0 0 0  0 1 0 0  0 0 -1.02 -1  0 0 -2.02 0", "1 0 0 0  0 1 0 0  0 0 0 0  0 0 -1 0"}) {
    const Outcome result = run({"pairs", "-"}, concat("a | frustumvp11 ", matrix, " | sphere 0 0 0 1\n"));
    EXPECT_EQ(result.exit_code, 1);
    for (const char* identifier : {"MatrixOrder", "DepthRange", "::"})
      EXPECT_EQ(result.err.find(identifier), std::string::npos) << result.err;
  }
}

TEST(PairsCommand, AnswersInOrder) {
  const Outcome result = run({"pairs", "-"}, std::string(apart) + "# comment\n\n" + deep + touch + apart);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "apart\tseparated\ndeep\toverlapping\ntouch\ttouching\napart\tseparated\n");
  EXPECT_EQ(result.err, "");
  for (const char* nothing : {"", "\n", " \t\r\n\r\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF\r\n"}) {
    const Outcome empty = run({"pairs", "-"}, nothing);
    EXPECT_EQ(empty.exit_code, 1);
    EXPECT_EQ(empty.out, "");
    EXPECT_EQ(empty.err, "lockstep: standard input: is empty\n");
  }
}

TEST(PairsCommand, ReadsFiles) {
  const ScratchFolder folder;
  write_text(folder.path("pairs.txt"), std::string("\xEF\xBB\xBF") + "deep | sphere 0 0 0 1 | sphere 1 0 0 1\r\n");
  EXPECT_EQ(run({"pairs", folder.path("pairs.txt")}).out, "deep\toverlapping\n");
}

TEST(PairsCommand, YesAndNo) {
  const std::string text = std::string(apart) + deep + touch;
  EXPECT_EQ(run({"pairs", "-", "--answer", "yes-no"}, text).out, "apart no\ndeep yes\ntouch yes\n");
  EXPECT_EQ(run({"pairs", "-", "--answer", "yes-no", "--touching", "overlap"}, text).out,
            "apart no\ndeep yes\ntouch yes\n");
  EXPECT_EQ(run({"pairs", "-", "--answer", "yes-no", "--touching", "separate"}, text).out,
            "apart no\ndeep yes\ntouch no\n");
}

TEST(PairsCommand, EveryShapeOnEveryInstructionSetByBothMethods) {
  std::string expected;
  for (int i = 0; i < 11; ++i) expected += "in\toverlapping\nout\tseparated\n";
  for (const Isa isa : supported_isas())
    for (const char* method : {"auto", "gjk"}) {
      const Outcome result = run({"pairs", "-", "--isa", std::string(name(isa)), "--method", method}, all_shapes());
      EXPECT_EQ(result.out, expected) << name(isa) << " " << method << "\n" << result.err;
    }
}

/// Between queries of space: answers come in the order of the file.
TEST(PairsCommand, EveryShapeOfThePlaneOnEveryInstructionSetByBothMethods) {
  const char* const shapes[] = {"circle2d 0 0 1",
                                "capsule2d -1 0 1 0 1",
                                "box2d 0 0 0.5 1 1",
                                "ellipse2d 0 0 -2 3 1",
                                "slice2d -1 -1 0.78 0.5 4",
                                "slice2d -1 0 0 1.57079637 4",
                                "polygon2d 3 -1 -1 2 -1 0 2",
                                "polygon2d_at 0 0 3 4 1 1 -1 1 -1 -1 1 -1"};
  std::string text, expected;
  for (const std::string shape : shapes) {
    text += "in | " + shape + " | circle2d 0.01 0.02 0\n" + apart + "out | circle2d 0 9 3 | " + shape + "\n";
    expected += "in\toverlapping\napart\tseparated\nout\tseparated\n";
  }
  for (const Isa isa : supported_isas())
    for (const char* method : {"auto", "gjk"}) {
      const Outcome result = run({"pairs", "-", "--isa", std::string(name(isa)), "--method", method}, text);
      EXPECT_EQ(result.out, expected) << name(isa) << " " << method << "\n" << result.err;
    }
}

TEST(PairsCommand, EndlessFrusta) {
  const std::string eye = "frustumvp11 1 0 0 0  0 1 0 0  0 0 -1 -2  0 0 -1 0";  // looks along -z, near plane at 1
  const Outcome result =
      run({"pairs", "-"}, "in | " + eye + " | sphere 0 0 -50 1\n" + "mixed | sphere 0 0 0 1 | point 5 0 0\n" +
                              "out | sphere 0 0 50 1 | " + eye + "\n" + "touch | point 0 0 -1 | " + eye + "\n" +
                              "far | " + eye + " | point 1e9 0 -1e10\n");
  EXPECT_EQ(result.out, "in\toverlapping\nmixed\tseparated\nout\tseparated\ntouch\ttouching\nfar\toverlapping\n")
      << result.err;
  const Outcome both = run({"pairs", "-"}, "two | " + eye + " | " + eye + "\n");
  EXPECT_EQ(both.exit_code, 1);
  EXPECT_EQ(both.err, "standard input:1:21: two volumes without an end cannot be compared\n");
}

TEST(PairsCommand, ABadLineStopsEverything) {
  const ScratchFolder folder;
  const std::string file = folder.path("pairs.txt");
  write_text(file, std::string(deep) + "bad | sphere 0 0 0 -1 | point 0 0 0\n" + apart +
                       "worse | circle2d 0 0 1 | point 0 0 0\n");
  const std::string problems = file + ":2:7: the radius -1 is negative\n" + file +
                               ":4:8: a shape of the plane and one of space cannot be compared\n";
  const Outcome strict = run({"pairs", file});
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_EQ(strict.out, "");
  EXPECT_EQ(strict.err, problems);
  const Outcome lenient = run({"pairs", file, "--keep-going"});
  EXPECT_EQ(lenient.exit_code, 1);
  EXPECT_EQ(lenient.out, "deep\toverlapping\napart\tseparated\n");
  EXPECT_EQ(lenient.err, problems);
}

TEST(PairsCommand, ManyBadLinesAreToldInPart) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "bad | sphere 0 0 0 -1 | point 0 0 0\n";
  for (const char* option : {"--keep-going", "--exact"}) {
    if (std::string(option) == "--exact" && !LOCKSTEP_EXACT_TOOL) continue;
    const Outcome result = run({"pairs", "-", option}, text);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 21);
    EXPECT_TRUE(result.err.ends_with("standard input:20:7: the radius -1 is negative\nstandard input: and 980 more\n"))
        << result.err;
  }
  const Outcome twenty = run({"pairs", "-"}, text.substr(0, text.size() / 50));
  EXPECT_EQ(std::count(twenty.err.begin(), twenty.err.end(), '\n'), 20) << "all are told, and no more";
}

TEST(PairsCommand, CoordinatesThatFloat32IsTooCoarseForAreNoted) {
  const Outcome far = run({"pairs", "-"},
                          "a | sphere 1 0 0 0.3 | sphere 2 0 0 0.3\nb | sphere 432100.1 0 0 0.3 | point 432100 0 0\n"
                          "c | box2d 0 5e6 0 1 2 | circle2d 0 5e6 0.5\ne | aabb 5e6 0 0 5000001 1 1 | hull 1 5e6 0 "
                          "0\nd | point 9e9 0 0 | point 9e9 0 0\n");
  EXPECT_EQ(far.exit_code, 0);
  EXPECT_EQ(
      far.err,
      "lockstep: note: standard input:2 (and 2 more): float32 numbers are 0.03125 apart near 432100.1, more than a "
      "thousandth of the smallest size, 0.3: answers are about the numbers rounded so; subtract the same from all "
      "coordinates of a pair first\n");
  EXPECT_EQ(run({"pairs", "-"}, "a | sphere 100 0 0 0.3 | sphere 101 0 0 0.3\n").err, "");
}

TEST(PairsCommand, OneJsonDocument) {
  const std::string text =
      std::string(apart) + "# comment\n" + deep + touch + "bad\n" + "\xFF | point 0 0 0 | point 1 0 0\n";
  const Outcome result = run({"pairs", "-", "--json", "--keep-going", "--isa", "scalar"}, text);
  EXPECT_EQ(result.exit_code, 1) << "of the bad line";
  const json document = json::parse(result.out);
  const json expected = {{"version", LOCKSTEP_VERSION},
                         {"file", "standard input"},
                         {"isa", "scalar"},
                         {"method", "auto"},
                         {"answers",
                          {{{"id", "apart"}, {"line", 1}, {"verdict", "separated"}},
                           {{"id", "deep"}, {"line", 3}, {"verdict", "overlapping"}},
                           {{"id", "touch"}, {"line", 4}, {"verdict", "touching"}},
                           {{"id", "\xEF\xBF\xBD"}, {"line", 6}, {"verdict", "separated"}}}}};
  EXPECT_EQ(document, expected) << result.out;
  EXPECT_EQ(run({"pairs", "-", "--json"}, text).out, "") << "a bad line stops everything";
  const json empty = json::parse(run({"pairs", "-", "--json"}, "# nothing\n").out);
  EXPECT_EQ(empty["answers"], json::array());
}

TEST(PairsCommand, JsonSaysYesAndNo) {
  const auto answers = [](const char* touching) {
    const Outcome result =
        run({"pairs", "-", "--json", "--answer", "yes-no", "--touching", touching}, std::string(apart) + deep + touch);
    const json document = json::parse(result.out);
    json list;
    for (const json& answer : document["answers"]) list.push_back(answer["overlaps"]);
    return list;
  };
  EXPECT_EQ(answers("overlap"), json({false, true, true}));
  EXPECT_EQ(answers("separate"), json({false, true, false}));
}

TEST(PairsCommand, FilesThatCannotBeRead) {
  const ScratchFolder folder;
  for (const std::string& path : {folder.path("absent"), folder.path("")}) {
    const Outcome result = run({"pairs", path});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("lockstep: " + path + ": cannot be read: ")) << result.err;
  }
}

/// A sparse file of three gigabytes takes no room on the disk, and none in memory.
TEST(PairsCommand, HugeFilesAreRefusedUnread) {
  const ScratchFolder folder;
  const std::string file = folder.path("huge");
  write_text(file, deep);
  std::filesystem::resize_file(file, std::uintmax_t{3} << 30);
  const Outcome result = run({"pairs", file});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "lockstep: " + file + ": holds more than 2147483648 bytes, the most that is read\n");
  EXPECT_EQ(result.out, "");
}

TEST(PairsCommand, ManyLines) {
  std::string text, expected;
  for (int i = 0; i < 20000; ++i) {
    const std::string id = "q" + std::to_string(i);
    text += id + " | sphere 0 0 0 1 | sphere " + (i % 3 == 0 ? "5" : "1") + " 0 0 1\n";
    expected += id + (i % 3 == 0 ? "\tseparated\n" : "\toverlapping\n");
  }
  EXPECT_EQ(run({"pairs", "-"}, text).out, expected);
}

#if LOCKSTEP_EXACT_TOOL
TEST(PairsCommand, ExactTruthBesideTheVerdict) {
  const Outcome result = run({"pairs", "-", "--exact"},
                             std::string(apart) + deep + touch +
                                 "faces | aabb 0 0 0 1 1 1 | frustum8 1 0 0 1 1 0 1 1 1 1 0 1 2 0 0 2 1 0 2 1 1 2 0 1\n"
                                 "boxes | aabb 0 0 0 2 2 2 | obb 2 2 2 0 0 0.6 0.8 1 1 1\n"
                                 "hull | hull 4 0 0 0 4 0 0 0 4 0 0 0 4 | point -3 2 -4\n"
                                 "egg | ellipsoid 0 0 0 0 0 0 1 1 2 3 | point 0 0 4\n"
                                 "pencil | cylinder 0 0 0 0 0 9 1 | cone 0 0 8 5 0 8 1\n"
                                 "ulp | sphere 0 0 0 1 | point 1.00000012 0 0\n"
                                 "view | frustumvp01 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 | capsule 3 0 0.5 9 0 0.5 0.25\n"
                                 "endless | frustumvp11 1 0 0 0  0 1 0 0  0 0 -1 -2  0 0 -1 0 | sphere 0 0 50 1\n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  std::vector<std::string> truths;  // the words behind the verdict, which the library may choose near contact
  std::istringstream lines(result.out);
  for (std::string id, verdict, rest; lines >> id >> verdict && std::getline(lines, rest);) truths.push_back(id + rest);
  EXPECT_EQ(truths, (std::vector<std::string>{"apart\tseparated\t1", "deep\toverlapping\t-1", "touch\tcontact\t0",
                                              "faces\tcontact\t0", "boxes\toverlapping\t-1", "hull\tseparated\t5",
                                              "egg\tseparated\t1", "pencil\toverlapping\t-",
                                              "ulp\tseparated\t1.1920928955078125e-07", "view\tseparated\t1.75",
                                              "endless\t-\t-", "# exactly: 10 of 11 verdicts; false: 0"}))
      << result.out;
}

TEST(PairsCommand, ExactTruthInThePlane) {
  const Outcome result = run({"pairs", "-", "--exact"},
                             "boxes | box2d 0 0 0 1 1 | box2d 1.5 0 0 1 1\n"
                             "rim | circle2d 0 0 1 | circle2d 3 4 4\n"
                             "sight | slice2d 0 0 0 0.5 2 | circle2d -2 0 0.5\n"
                             "lattice | polygon2d 3 0 0 4 0 0 4 | polygon2d_at 2 2 0 2 0 0 1 1\n"
                             "ellipses | ellipse2d 0 0 0 3 1 | ellipse2d 0 2.5 0 3 1\n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::vector<std::string> truths;
  std::istringstream lines(result.out);
  for (std::string id, verdict, rest; lines >> id >> verdict && std::getline(lines, rest);) truths.push_back(id + rest);
  EXPECT_EQ(truths, (std::vector<std::string>{"boxes\toverlapping\t-0.5", "rim\tcontact\t0", "sight\tseparated\t1.5",
                                              "lattice\tcontact\t0", "ellipses\tseparated\t0.5",
                                              "# exactly: 5 of 5 verdicts; false: 0"}))
      << result.out;
}

TEST(PairsCommand, ExactWithBadLinesAndOptions) {
  const std::string text = std::string(deep) + "bad | sphere 0 0 0 -1 | point 0 0 0\n";
  EXPECT_EQ(run({"pairs", "-", "--exact"}, text).out, "");
  const Outcome lenient = run({"pairs", "-", "--exact", "--keep-going"}, text);
  EXPECT_EQ(lenient.exit_code, 1);
  EXPECT_EQ(lenient.out, "deep\toverlapping\toverlapping\t-1\n# judged exactly: 1 of 1 verdicts; false: 0\n");
  EXPECT_EQ(run({"pairs", "-", "--exact", "--answer", "yes-no"}, deep).exit_code, 2);
}

TEST(PairsCommand, JsonTellsTheExactTruth) {
  const json document =
      json::parse(run({"pairs", "-", "--exact", "--json"},
                      std::string(apart) + deep + touch + "boxes | aabb 0 0 0 2 2 2 | aabb 1 1 1 3 3 3\n" +
                          "endless | frustumvp11 1 0 0 0  0 1 0 0  0 0 -1 -2  0 0 -1 0 | sphere 0 0 50 1\n")
                      .out);
  const auto exact = [](const char* truth, const json& distance) {
    return json{
        {"truth", truth == nullptr ? json() : json(truth)}, {"distance", distance}, {"verdict_is_false", false}};
  };
  const json& answers = document["answers"];
  ASSERT_EQ(answers.size(), 5U);
  EXPECT_EQ(answers[0]["exact"], exact("separated", 1.0));
  EXPECT_EQ(answers[1]["exact"], exact("overlapping", -1.0));
  EXPECT_EQ(answers[2]["exact"], exact("contact", 0.0));
  EXPECT_EQ(answers[3]["exact"], exact("overlapping", -1.0));
  EXPECT_EQ(answers[4]["exact"], exact(nullptr, nullptr));
  EXPECT_EQ(document["exact"], json({{"judged", 4}, {"false", 0}}));
}

/// The program's output if the library were wrong.
TEST(ExactJudge, KnowsFalseVerdicts) {
  std::vector<ExactJudge> judges;
  const auto fail = [](const PairProblem& problem) { ADD_FAILURE() << problem.text; };
  const auto judge = [&](const auto& query) { judges.push_back(exact_judge(query)); };
  const std::string in_plane =
      "apart | circle2d 0 0 1 | box2d 3 0 1 1 1\ndeep | circle2d 0 0 1 | circle2d 1 0 1\n"
      "touch | circle2d 0 0 1 | circle2d 2 0 1\n";
  read_pairs(std::string(apart) + deep + touch + in_plane, {judge, judge, fail});
  ASSERT_EQ(judges.size(), 6U);
  const Verdict verdicts[] = {Verdict::separated, Verdict::touching, Verdict::overlapping};
  const bool expected[6][3] = {{false, false, true}, {true, false, false}, {true, false, false},
                               {false, false, true}, {true, false, false}, {true, false, false}};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t v = 0; v < 3; ++v) EXPECT_EQ(judges[i](verdicts[v]).is_false, expected[i][v]) << i << v;
}
#else
TEST(PairsCommand, ExactSaysHowToGetIt) {
  const Outcome result = run({"pairs", "-", "--exact"}, deep);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("-DLOCKSTEP_EXACT_TOOL=ON"), std::string::npos) << result.err;
}
#endif

}  // namespace
}  // namespace lockstep::tools::test
