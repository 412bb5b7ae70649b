// lockstep rays, from file to answers.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/subprocess.hpp"

namespace lockstep::tools::test {
namespace {

using nlohmann::json;

const std::string room =
    "# a room\n"
    "wall  | aabb 8 -9 -9 9 9 9\n"
    "laser | ray 0 0 0 16 0 0\n"
    "lamp  | sphere 5 2 0 1\n"
    "\n"
    "eye   | ray 0 2 0 16 0 0\n"
    "back  | ray 0 0 0 -16 0 0   # nothing is there\n"
    "hull  | hull 4 20 0 0 21 0 0 20 1 0 20 0 1\n"
    "in    | ray 20.25 0.25 0.25 0 0 0\n";

std::vector<std::vector<std::string>> fields_of(const std::string& text) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    lines.emplace_back();
    for (std::string field; std::getline(fields, field, '\t');) lines.back().push_back(field);
  }
  return lines;
}

TEST(RaysCommand, TellsWhatEachRayHitsFirst) {
  const Outcome result = run({"rays", "-"}, room);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const auto lines = fields_of(result.out);
  ASSERT_EQ(lines.size(), 4U);
  const std::vector<std::vector<std::string>> begins = {
      {"laser", "hits", "wall"}, {"eye", "hits", "lamp"}, {"back", "misses", "-"}, {"in", "hits", "hull"}};
  const double fractions[] = {0.5, 0.25};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ASSERT_EQ(lines[i].size(), 7U);
    EXPECT_EQ(std::vector<std::string>(lines[i].begin(), lines[i].begin() + 3), begins[i]);
    if (i >= 2) continue;
    EXPECT_LE(std::stod(lines[i][3]), fractions[i]);
    EXPECT_GE(std::stod(lines[i][4]), fractions[i]);
    EXPECT_NEAR(std::stod(lines[i][4]), fractions[i], 1e-12);
    EXPECT_EQ(std::stod(lines[i][5]), -1);
  }
  EXPECT_EQ(lines[2][3], "inf");
  EXPECT_EQ(lines[2][5], "nan nan nan");
  EXPECT_EQ(lines[3][4], "0");
}

TEST(RaysCommand, SaysWhetherThereIsAnyHit) {
  EXPECT_EQ(run({"rays", "-", "--any"}, room).out, "laser\thits\neye\thits\nback\tmisses\nin\thits\n");
}

TEST(RaysCommand, ListsAllThatIsHit) {
  const std::string behind = room + "glass | aabb 4 -9 -9 4.5 9 9\n";
  const auto lines = fields_of(run({"rays", "-", "--all"}, behind).out);
  ASSERT_EQ(lines.size(), 7U);
  const std::vector<std::vector<std::string>> begins = {
      {"laser", "hits", "glass"}, {"laser", "hits", "wall"}, {"eye", "hits", "lamp"}, {"eye", "hits", "glass"},
      {"eye", "hits", "wall"},    {"back", "misses", "-"},   {"in", "hits", "hull"}};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ASSERT_EQ(lines[i].size(), 5U);
    EXPECT_EQ(std::vector<std::string>(lines[i].begin(), lines[i].begin() + 3), begins[i]);
  }
  const json document = json::parse(run({"rays", "-", "--all", "--json"}, behind).out);
  const json& hits = document["answers"][1]["hits"];
  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(hits[2]["shape"], "wall");
  EXPECT_EQ(hits[2]["cast"], "hits");
  EXPECT_NEAR(hits[2]["upper"].get<double>(), 0.5, 1e-12);
  EXPECT_TRUE(document["answers"][2]["hits"].empty());
  EXPECT_EQ(run({"rays", "-", "--all", "--any"}, behind).exit_code, 2);
}

TEST(RaysCommand, SameForEveryInstructionSet) {
  EXPECT_EQ(run({"rays", "-", "--isa", "scalar"}, room).out, run({"rays", "-"}, room).out);
}

TEST(RaysCommand, PrintsJson) {
  const json document = json::parse(run({"rays", "-", "--json"}, room).out);
  ASSERT_EQ(document["answers"].size(), 4U);
  const json& first = document["answers"][0];
  EXPECT_EQ(first["id"], "laser");
  EXPECT_EQ(first["line"], 3);
  EXPECT_EQ(first["cast"], "hits");
  EXPECT_EQ(first["shape"], "wall");
  EXPECT_NEAR(first["point"][0].get<double>(), 8, 1e-12);
  EXPECT_TRUE(document["answers"][2]["shape"].is_null());
  EXPECT_TRUE(document["answers"][2]["lower"].is_null());
  EXPECT_FALSE(json::parse(run({"rays", "-", "--json", "--any"}, room).out)["answers"][0].contains("shape"));
  EXPECT_TRUE(json::parse(run({"rays", "-", "--json"}, "# nothing\n").out)["answers"].empty());
}

TEST(RaysCommand, RefusesAnEmptyFile) {
  for (const char* nothing : {"", "\n \t\r\n", "\xEF\xBB\xBF"}) {
    const Outcome empty = run({"rays", "-"}, nothing);
    EXPECT_EQ(empty.exit_code, 1);
    EXPECT_EQ(empty.out, "");
    EXPECT_EQ(empty.err, "lockstep: standard input: is empty\n");
  }
}

TEST(RaysCommand, NotesQuaternionsWithTheRealPartFirst) {
  const std::string box = "box | obb 0 0 0 1 0 0 0 1 1 2\n";
  EXPECT_EQ(run({"rays", "-"}, box).err,
            "lockstep: note: standard input: all quaternions are 1 0 0 0, which is half a turn about x: they are read "
            "as x y z w\n");
  EXPECT_EQ(run({"rays", "-"}, box + "other | ellipsoid 0 0 0 0 0 0 1 1 1 2\n").err, "");
}

TEST(RaysCommand, TellsWhatIsWrongWhere) {
  const Outcome result = run({"rays", "-"},
                             "a | ray 0 0 0 1 1\n"
                             "b | ray 1e19 0 0 1 1 1\n"
                             "c | ray 0 0 0 1 1 1 1\n"
                             "d | circle2d 0 0 1\n"
                             "e | sphere 0 0 0 -1\n"
                             "f | teapot 0 0 0 1\n"
                             "g sphere 0 0 0 1\n"
                             "h | sphere 0 0 0 1 | sphere 0 0 0 1\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  for (const char* place :
       {":1:9: ", ":2:4: ", ":3:10: ", ":4:3: a shape of the plane", ":5:7: ", ":6:3: ", ":7:2: ", ":8:8: "})
    EXPECT_NE(result.err.find(place), std::string::npos) << place << " in " << result.err;
  EXPECT_EQ(run({"rays", "/no/such/file"}).exit_code, 1);
  EXPECT_EQ(run({"rays"}).exit_code, 2);
}

}  // namespace
}  // namespace lockstep::tools::test
