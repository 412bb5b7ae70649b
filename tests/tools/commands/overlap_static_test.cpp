// lockstep overlap --static: the objects of each frame against those of a second file, which never move.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/sets.hpp>

#include "support/fixtures.hpp"
#include "support/markup.hpp"
#include "support/subprocess.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

using nlohmann::json;

/// Ids, and so indices, differ in each frame.
constexpr const char* walkers =
    "frame,id,x,y,z,radius\n"
    "1,3,0,0,1,1\n1,4,0,0,1,1\n1,9,30,0,0,1\n"
    "2,1,0,0,1,1\n2,4,10,0,1,1\n2,9,30,0,0,1\n";
/// A floor, 7, up to z = 0.5; a post, 5, at its edge; and a ball far away.
constexpr const char* level =
    "id,shape,x,y,z,radius,x1,y1,z1,hx,hy,hz,qx,qy,qz,qw\n"
    "7,box,0,0,-1,,,,,10,10,1.5,0,0,0,1\n5,capsule,10.5,0,0,0.5,10.5,0,4,,,,,,,\n2,sphere,-90,0,0,1,,,,,,,,,,\n";

/// The program's output for `walkers` against a level, and the files that it writes.
struct StaticRun {
  ScratchFolder folder;
  Outcome outcome;

  explicit StaticRun(std::vector<std::string> options, const std::string& moving = walkers,
                     const std::string& still = level) {
    write_text(folder.path("level"), still);
    for (std::string& option : options)
      if (option.starts_with("out.")) option = folder.path(option);
    options.insert(options.begin(), {"overlap", "-", "--static", folder.path("level")});
    outcome = run(options, moving);
  }
  [[nodiscard]] std::string file(const char* name) const {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return read_text(folder.path(name));
  }
};

TEST(OverlapStatic, PairsAreOfWhatMovesAndWhatDoesNot) {
  const StaticRun found({"--pairs", "out.csv"});
  EXPECT_EQ(found.file("out.csv"), "frame,a,b\n1,3,7\n1,4,7\n2,1,7\n2,4,5\n2,4,7\n");
  for (const char* part : {"2 frames, 6 spheres in all", "against 3 shapes of level, which never move: kept in ",
                           "timed: one pass of each frame against static objects"})
    EXPECT_NE(found.outcome.out.find(part), std::string::npos) << found.outcome.out;
}

TEST(OverlapStatic, CountsAsJson) {
  const json result = json::parse(StaticRun({"--json"}).outcome.out);
  EXPECT_EQ(result["static"]["file"], "level");
  EXPECT_EQ(result["static"]["shape"], "shape");
  EXPECT_EQ(result["static"]["objects"], 3);
  EXPECT_GT(result["static"]["build_ns"], 0);
  EXPECT_EQ(result["frames"][0]["pairs"], 2);
  EXPECT_EQ(result["frames"][0]["overlapping"], 2);
  EXPECT_EQ(result["frames"][1]["pairs"], 3);
  EXPECT_EQ(result["frames"][1]["overlapping"], 2);
  EXPECT_EQ(result["total"]["pairs"], 5);
  EXPECT_EQ(result["total"]["sorts"], 0) << "a kept world is sorted once";
  EXPECT_FALSE(json::parse(run({"overlap", "--json", "-"}, walkers).out).contains("static"));
}

TEST(OverlapStatic, EventsAreByIds) {
  const StaticRun found({"--events", "out.csv", "--json"});
  EXPECT_EQ(found.file("out.csv"),
            "frame,event,a,b\n1,began,3,7\n1,began,4,7\n2,began,1,7\n2,began,4,5\n2,ended,3,7\n");
  EXPECT_EQ(json::parse(found.outcome.out)["frames"][1]["ended"], 1);
}

TEST(OverlapStatic, SeparationsAndMargin) {
  EXPECT_EQ(StaticRun({"--separations", "--pairs", "out.csv"}).file("out.csv"),
            "frame,a,b,depth,nx,ny,nz\n1,3,7,0.5,0,0,1\n1,4,7,0.5,0,0,1\n2,1,7,0.5,0,0,1\n2,4,5,1,-1,0,0\n"
            "2,4,7,0.5,0,0,1\n");
  const std::string apart = "id,x,y,z,radius\n4,0,0,2,1\n";
  EXPECT_EQ(StaticRun({"--pairs", "out.csv"}, apart).file("out.csv"), "frame,a,b\n");
  EXPECT_EQ(StaticRun({"--pairs", "out.csv", "--margin", "0.5", "--separations"}, apart).file("out.csv"),
            "frame,a,b,depth,nx,ny,nz\n0,4,7,-0.5,0,0,1\n");
}

TEST(OverlapStatic, Contacts) {
  const StaticRun found({"--contacts", "out.csv", "--json"});
  std::istringstream lines(found.file("out.csv"));
  std::vector<std::string> starts;
  for (std::string line; std::getline(lines, line);) starts.push_back(line.substr(0, 6));
  EXPECT_EQ(starts, (std::vector<std::string>{"frame,", "1,3,7,", "1,4,7,", "2,1,7,", "2,4,5,", "2,4,7,"}));
  EXPECT_EQ(json::parse(found.outcome.out)["total"]["contacts"], 5);
}

TEST(OverlapStatic, ThePlane) {
  const std::string walls = "id,shape,x,y,radius,angle,hx,hy\n40,box,0,3,,0,9,1\n41,circle,5,0,1,,,\n";
  const std::string crowd = "frame,id,x,y,radius\n1,8,0,1,1\n1,9,4,0,1\n2,8,0,0.5,1\n";
  const StaticRun found({"--pairs", "out.csv", "--events", "out.events", "--json"}, crowd, walls);
  EXPECT_EQ(found.file("out.csv"), "frame,a,b\n1,8,40\n1,9,41\n");
  EXPECT_EQ(found.file("out.events"), "frame,event,a,b\n1,began,8,40\n1,began,9,41\n2,ended,8,40\n2,ended,9,41\n");
  EXPECT_FALSE(json::parse(found.outcome.out)["static"].contains("build_ns"));
  EXPECT_EQ(StaticRun({"--plane", "--pairs", "out.csv"}, walkers, "id,x,y,z,radius\n6,30,0,99,1\n").file("out.csv"),
            "frame,a,b\n1,9,6\n2,9,6\n");
}

/// Capsules, spheres and ellipsoids among boxes, cones and capsules, against `intersect`.
TEST(OverlapStatic, AsInTheLibraryOnEveryInstructionSet) {
  std::uint32_t state = 11;
  const auto next = [&state](float low, float high) {
    state = state * 1664525U + 1013904223U;
    return low + (high - low) * static_cast<float>(state >> 8) / 16777216.0F;
  };
  ShapeSet first, second;
  std::string moving = "shape,x,y,z,x1,y1,z1,radius,rx,ry,rz,qx,qy,qz,qw\n", still = moving;
  for (int i = 0; i < 150; ++i) {
    const Vec3 p{next(0, 20), next(0, 20), next(0, 20)}, q{p.x + next(0.1F, 2), p.y, p.z + next(-1, 1)};
    const float r = next(0.1F, 1);
    const auto axis = [&](const char* word) {
      return concat(word, ",", p.x, ",", p.y, ",", p.z, ",", q.x, ",", q.y, ",", q.z, ",", r, ",,,,,,,\n");
    };
    if (i % 2 == 0)
      first.add(Capsule{p, q, r}), moving += axis("capsule");
    else
      first.add(Sphere{p, r}), moving += concat("sphere,", p.x, ",", p.y, ",", p.z, ",,,,", r, ",,,,,,,\n");
    const Vec3 c{next(0, 20), next(0, 20), next(0, 20)}, s{next(0.1F, 3), next(0.1F, 3), next(0.1F, 3)};
    second.add(Ellipsoid{c, {0, 0, 0, 1}, s});
    still += concat("ellipsoid,", c.x, ",", c.y, ",", c.z, ",,,,,", s.x, ",", s.y, ",", s.z, ",0,0,0,1\n");
    second.add(Cone{p, q, r}), still += axis("cone");
  }
  std::vector<Pair> all;
  for (std::uint32_t a = 0; a < first.size(); ++a)
    for (std::uint32_t b = 0; b < second.size(); ++b) all.push_back({a, b});
  std::vector<Verdict> verdicts(all.size());
  intersect(first, second, all, verdicts);
  std::string expected = "frame,a,b\n";
  for (std::size_t i = 0; i < all.size(); ++i)
    if (verdicts[i] != Verdict::separated) expected += concat("0,", all[i].a, ",", all[i].b, "\n");
  EXPECT_GT(std::count(expected.begin(), expected.end(), '\n'), 200);
  for (const Isa isa : supported_isas()) {
    const StaticRun found({"--pairs", "out.csv", "--isa", std::string(name(isa))}, moving, still);
    EXPECT_TRUE(found.file("out.csv") == expected) << name(isa);
  }
}

TEST(OverlapStatic, MapsAndArchives) {
  const std::string one = "id,x,y,z,radius\n6,32,16,8,1\n7,-50,0,0,1\n8,200,32,4,1\n";
  const StaticRun map({"--pairs", "out.csv"}, one, text_of(small_map()));
  EXPECT_EQ(map.file("out.csv"), "frame,a,b\n0,6,0\n0,8,1\n") << "brushes are numbered from 0";
  EXPECT_NE(map.outcome.out.find("against 2 objects of level, which never move"), std::string::npos);
  const StaticRun packed({"--json"}, one, text_of(make_zip({{"maps/small.bsp", small_map()}})));
  EXPECT_EQ(json::parse(packed.outcome.out)["total"]["pairs"], 2);
  const StaticRun crate({"--pairs", "out.csv"}, "id,x,y,z,radius\n6,10,0,0,1\n", small_gltf());
  EXPECT_EQ(crate.file("out.csv"), "frame,a,b\n0,6,0\n");
}

TEST(OverlapStatic, ThePageSaysWhatItMarks) {
  const StaticRun found({"--report", "out.html"});
  const std::string text = found.file("out.html");
  expect_self_contained(text, parse_page(text));
  EXPECT_NE(text.find("which of them overlap any of 3 shapes of level, which never move and are not drawn?"),
            std::string::npos);
  EXPECT_NE(text.find("overlaps a static object"), std::string::npos);
  EXPECT_EQ(data_of(text)["frames"][0]["o"], 2);
}

TEST(OverlapStatic, DemosAndUnits) {
  const StaticRun found({"--json"}, "x/m,y/m,z/m,radius/m\n0,0,0,1\n", "x,y,z,radius\n0,0,0,1\n");
  const json notes = json::parse(found.outcome.out)["notes"];
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0], "level does not say its unit: its lengths are taken to be in metres, as those of standard input");
  const ScratchFolder folder;
  write_text(folder.path("walls.csv"), "x,y,radius\n5,5,3\n");
  const Outcome demo =
      run({"overlap", "--json", "--demo", "crowd:2000:3", "--static", folder.path("walls.csv"), "--unit", "m"});
  EXPECT_EQ(demo.exit_code, 0) << demo.err;
  EXPECT_GT(json::parse(demo.out)["total"]["pairs"], 10);
}

TEST(OverlapStatic, TellsWhatIsWrongWhere) {
  const auto expect_error = [](const StaticRun& found, int exit_code, const std::string& part) {
    EXPECT_EQ(found.outcome.exit_code, exit_code) << part;
    EXPECT_NE(found.outcome.err.find(part), std::string::npos) << found.outcome.err;
    EXPECT_EQ(found.outcome.out, "");
    EXPECT_EQ(found.folder.names(), std::vector<std::string>{"level"});
  };
  const std::vector<std::string> pairs = {"--pairs", "out.csv"};
  expect_error(StaticRun(pairs, walkers, "x,y,z,radius\n0,0,0,1\n0,0,z,1\n"), 1,
               "/level:3:3: \"z\" is not a finite number\n");
  expect_error(StaticRun(pairs, walkers, "id,x,y,z,radius\n4,0,0,0,1\n4,0,0,0,1\n"), 1, "/level:3:1: ");
  expect_error(StaticRun(pairs, walkers, walkers), 1, "level: has 2 frames, and a file of static objects has one");
  expect_error(StaticRun(pairs, walkers, "x,y,radius\n0,0,1\n"), 1,
               "/level: holds objects of the plane, and standard input those of space; --plane reads");
  expect_error(StaticRun(pairs, "x,y,radius\n0,0,1\n", text_of(small_map())), 1, "/level: holds objects of space");
  expect_error(StaticRun(pairs, walkers, ""), 1, "/level: ");
  expect_error(StaticRun({"--skin", "1"}), 2, "--skin: ");
  const ScratchFolder folder;
  EXPECT_EQ(run({"overlap", "-", "--static", folder.path("absent")}, walkers).exit_code, 1);
  const Outcome twice = run({"overlap", "-", "--static", "-"}, walkers);
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_NE(twice.err.find("--static: standard input is FILE already"), std::string::npos) << twice.err;
  write_text(folder.path("level.csv"), level);
  EXPECT_EQ(run({"overlap", "-", "--static", folder.path("level.csv"), "--pairs", folder.path("level.csv")}, walkers)
                .exit_code,
            2);
  EXPECT_EQ(read_text(folder.path("level.csv")), level);
}

}  // namespace
}  // namespace lockstep::tools::test
