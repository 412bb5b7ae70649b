// lockstep trace, from file to step.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/subprocess.hpp"

namespace lockstep::tools::test {
namespace {

using nlohmann::json;

const std::string queries =
    "balls | sphere 0 0 0 1 | sphere 3 0 0 1\n"
    "egg | ellipsoid 0 0 0 0 0 0 1 3 2 1 | cone 1 1 0.25 4 1 0.5 1\n"
    "boxes | obb 0 0 0 0 0 0 1 1 1 1 | obb 4 0 0 0 0 0.6 0.8 1 1 1\n"
    "flat | ellipse2d 0 0 0.5 3 1 | polygon2d 3 1 0 4 0 2 3\n"
    "touch | point 1 2 3 | point 1 2 3\n";

json traced(const std::string& id, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"trace", "-", id, "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome result = run(arguments, queries);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return json::parse(result.out);
}

TEST(TraceCommand, SaysWhatPairsSays) {
  std::istringstream answers(run({"pairs", "-"}, queries).out);
  std::string id, verdict;
  int count = 0;
  for (; answers >> id >> verdict; ++count) {
    const json trace = traced(id);
    EXPECT_EQ(trace["verdict"], verdict) << id;
    EXPECT_EQ(trace["line"], count + 1);
    EXPECT_EQ(trace["proof"].is_null(), verdict == "touching") << id;
    EXPECT_EQ(trace["reference_says"], verdict != "separated") << id;
    if (verdict != "touching") {
      EXPECT_EQ(trace["kernel"].back()["end"], verdict) << id;
    }
  }
  EXPECT_EQ(count, 5);
}

TEST(TraceCommand, ShowsTheClosedFormAndTheSearchOfTheReferenceBesideIt) {
  const json trace = traced("boxes");
  ASSERT_EQ(trace["kernel"].size(), 1U);
  EXPECT_EQ(trace["kernel"][0]["stage"], "closed form");
  EXPECT_EQ(trace["kernel"][0]["looked_at"].size(), 17U);
  EXPECT_FALSE(trace["reference"].empty());
  EXPECT_EQ(trace["reference"].back()["end"], "separated");
  EXPECT_EQ(traced("boxes", {"--method", "gjk"})["kernel"][0]["stage"], "search");
}

TEST(TraceCommand, FollowsTheSearchInBothWorlds) {
  for (const std::string id : {"egg", "flat"}) {
    const json trace = traced(id);
    const std::size_t dimensions = id == "flat" ? 2 : 3;
    for (const char* whose : {"kernel", "reference"}) {
      int regions = 0;
      for (const json& step : trace[whose]) {
        EXPECT_EQ(step.value("found", json::array({0, 0, 0})).size(), step.contains("found") ? dimensions : 3U);
        if (step["region"] != "") ++regions;
      }
      EXPECT_GT(regions, 0) << id << " " << whose;
    }
    for (const json& step : trace["reference"])
      for (std::size_t k = 0; k < dimensions; ++k)
        EXPECT_EQ(step["found"][k].get<double>(), step["on_a"][k].get<double>() - step["on_b"][k].get<double>());
  }
}

TEST(TraceCommand, ShowsTheIntervalOfTheDistanceClosing) {
  const json distance = traced("balls", {"--distance"})["distance"];
  EXPECT_LE(distance["lower"].get<double>(), 1);
  EXPECT_GE(distance["upper"].get<double>(), 1);
  double lower = -INFINITY, upper = INFINITY;
  for (const json& step : distance["reference"]) {
    EXPECT_GE(step["lower"].get<double>(), lower);
    EXPECT_LE(step["upper"].get<double>(), upper);
    lower = step["lower"], upper = step["upper"];
  }
  EXPECT_NEAR(lower, 1, 1e-12);
  EXPECT_FALSE(traced("balls").contains("distance"));
}

TEST(TraceCommand, ShowsThePolytopeOfAnOverlapGrowing) {
  for (const std::string id : {"egg", "flat"}) {
    const json distance = traced(id, {"--distance"})["distance"];
    const std::size_t dimensions = id == "flat" ? 2 : 3;
    EXPECT_GT(distance["polytope"].size(), dimensions) << id;
    ASSERT_FALSE(distance["expansion"].empty()) << id;
    for (const json& step : distance["expansion"]) {
      EXPECT_EQ(step["nearest"].size(), dimensions);
      EXPECT_LE(step["lower"].get<double>(), step["upper"].get<double>());
    }
    const json& last = distance["expansion"].back();
    EXPECT_NEAR(last["lower"].get<double>(), distance["lower"].get<double>(), 1e-6) << id;
    EXPECT_NEAR(last["upper"].get<double>(), distance["upper"].get<double>(), 1e-6) << id;
  }
  EXPECT_FALSE(traced("balls", {"--distance"})["distance"].contains("expansion"));
  EXPECT_NE(run({"trace", "-", "egg", "--distance"}, queries).out.find("while a polytope grows"), std::string::npos);
}

TEST(TraceCommand, TellsTheSameAsText) {
  const Outcome result = run({"trace", "-", "egg", "--distance"}, queries);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* part : {"egg (line 2, in space): overlapping", "# the kernel, one lane wide", "# the reference",
                           "# side by side", "behind ABC", "excluded: A", "# distance"})
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  EXPECT_NE(run({"trace", "-", "touch"}, queries).out.find("no step proves more"), std::string::npos);
}

TEST(TraceCommand, TakesTheOnlyQueryWithoutItsId) {
  EXPECT_EQ(run({"trace", "-"}, "it | point 0 0 0 | sphere 0 0 0 1\n").exit_code, 0);
  const Outcome many = run({"trace", "-"}, queries);
  EXPECT_EQ(many.exit_code, 1);
  EXPECT_NE(many.err.find("holds 5 queries; say behind the file which one"), std::string::npos) << many.err;
}

TEST(TraceCommand, RefusesWithASentence) {
  const auto error_of = [](const std::string& id, const std::string& text) {
    const Outcome result = run({"trace", "-", id}, text);
    EXPECT_EQ(result.exit_code, 1) << id;
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_NE(error_of("ball", queries).find("no query is called"), std::string::npos);
  EXPECT_NE(error_of("a", "a | sphere 0 0 0 nan | point 0 0 0\n").find(":1:"), std::string::npos);
  EXPECT_NE(error_of("a", "b | point 0 0 0 | point 1 1 1\na | sphere 0 0 0 -1 | point 0 0 0\n")
                .find(":2:7: the radius -1 is negative"),
            std::string::npos);
  EXPECT_NE(
      error_of("a", "a | point 0 0 0 | point 1 1 1\na | point 0 0 0 | point 1 1 1\n").find("2 queries are called"),
      std::string::npos);
  EXPECT_NE(error_of("a", "a | sphere 0 0 50 1 | frustumvp11 1 0 0 0  0 1 0 0  0 0 -1 -2  0 0 -1 0\n")
                .find(":1:9: a volume without an end"),
            std::string::npos);
  EXPECT_NE(error_of("a", "").find("holds no query"), std::string::npos);
}

TEST(TraceCommand, WritesAPageThatNeedsNothingElse) {
  const ScratchFolder folder;
  const std::string file = folder.path("trace.html");
  const std::string evil = "</script><b> | circle2d 0 0 1 | circle2d 3 0 1\n";
  const Outcome result = run({"trace", "-", "--distance", "--report", file}, evil);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::ostringstream page;
  page << std::ifstream(file).rdbuf();
  const std::string text = page.str();
  EXPECT_EQ(text.find("http"), std::string::npos);
  EXPECT_EQ(text.find("<b> |"), std::string::npos);
  EXPECT_NE(text.find("&lt;/script&gt;&lt;b&gt;: separated"), std::string::npos);
  std::size_t scripts = 0;
  for (std::size_t i = 0; (i = text.find("</script>", i)) != std::string::npos; ++i) ++scripts;
  EXPECT_EQ(scripts, 2U);
  // The page holds the very bytes that --json prints.
  const std::string start = "<script id=\"data\" type=\"application/json\">";
  const std::size_t begin = text.find(start) + start.size();
  const json data = json::parse(text.substr(begin, text.find("</script>", begin) - begin));
  EXPECT_EQ(data["trace"], json::parse(run({"trace", "-", "--distance", "--json"}, evil).out));
  EXPECT_GT(data["outlines"]["difference"].size(), 100U);
}

}  // namespace
}  // namespace lockstep::tools::test
