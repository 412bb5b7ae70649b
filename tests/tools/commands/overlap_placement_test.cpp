// Answers of lockstep overlap refer to the numbers of the file: far from the origin, in centimetres, and with notes.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "support/subprocess.hpp"

namespace lockstep::tools::test {
namespace {

using nlohmann::json;

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// 30 discs in a row, each in exact contact with the next.
std::string row_of_discs(const std::string& header, long first, long step, long radius) {
  std::string text = header + "\n";
  for (long i = 0; i < 30; ++i)
    text += "1," + std::to_string(i) + "," + std::to_string(first + i * step) + ",0," + std::to_string(radius) + "\n";
  return text;
}

TEST(OverlapPlacement, ExactContactsStayInEveryUnit) {
  for (const auto& [header, factor] : {std::pair{"frame,id,x,y,radius", 1L},
                                       {"frame,id,x [cm],y,radius", 1L},
                                       {"frame,id,x [mm],y,radius", 10L},
                                       {"frame,id,x [cm],y [mm],radius [cm]", 1L}})
    for (const long first : {0L, 7L, 432'123'457L}) {
      const Outcome found =
          run({"overlap", "-", "--pairs", "-"}, row_of_discs(header, factor * first, factor * 30, factor * 15));
      EXPECT_EQ(lines(found.out), 30U) << header << " " << first << "\n" << found.err;
    }
  const Outcome by_option =
      run({"overlap", "-", "--radius", "15cm", "--pairs", "-"}, row_of_discs("frame,id,x [cm],y,_", 3, 30, 0));
  EXPECT_EQ(lines(by_option.out), 30U) << by_option.err;
}

TEST(OverlapPlacement, ContactsAndDepthsAreWhereTheFileHasThem) {
  const std::string text = "id,x [cm],y,radius\n4,43212340,0,20\n5,43212370,0,20\n";
  const Outcome contacts = run({"overlap", "-", "--contacts", "-"}, text);
  const std::string row = contacts.out.substr(contacts.out.find('\n') + 1);
  EXPECT_TRUE(row.starts_with("0,4,5,-0.1")) << contacts.out;
  EXPECT_NE(row.find(",-1,0,0,432123.6,0,0,432123.5,0,0,"), std::string::npos) << contacts.out << contacts.err;
  const Outcome depths = run({"overlap", "-", "--pairs", "-", "--separations"}, text);
  EXPECT_NE(depths.out.find("\n0,4,5,0.1,-1,0,0\n"), std::string::npos) << depths.out;
  const json result = json::parse(run({"overlap", "-", "--json", "--margin", "5cm"}, text).out);
  EXPECT_EQ(result["origin"], (json{432123.7, 0.0}));
  EXPECT_EQ(result["margin"], 0.05F);
  EXPECT_EQ(result["notes"].back(),
            "the origin 432123.7 0 m is subtracted from all coordinates, in double, before they become float32");
  EXPECT_EQ(json::parse(run({"overlap", "-", "--json"}, "x,y,radius\n1,2,3\n").out)["origin"], (json{0, 0}));
}

TEST(OverlapPlacement, WhatNeverMovesIsAboutTheSameOrigin) {
  const ScratchFolder folder;
  write_text(folder.path("walls.csv"), "id,x [mm],y,radius,color\n8,4321230300,0,150,red\n9,4321230299,900,150,red\n");
  const Outcome found = run({"overlap", "-", "--static", folder.path("walls.csv"), "--pairs", "-"},
                            "id,x [cm],y,radius\n1,432123000,0,15\n2,432123060,90,15\n");
  EXPECT_EQ(found.out, "frame,a,b\n0,1,8\n") << "in contact; a millimetre farther is too far";
  EXPECT_NE(found.err.find("note: walls.csv: columns that are not read: color\n"), std::string::npos) << found.err;
}

TEST(OverlapPlacement, NotesAboutAnEnvironmentAreTold) {
  const ScratchFolder folder;
  write_text(folder.path("level.gltf"),
             R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"translation":[432000,0,0]}],)"
             R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}},{"attributes":{}}]}],)"
             R"("accessors":[{"type":"VEC3","componentType":5126,"count":3,"min":[0,0,0],"max":[1,1,1]}]})");
  const Outcome found = run({"overlap", "-", "--static", folder.path("level.gltf"), "--pairs", "-"},
                            "id,x,y,z,radius\n1,432001.9,0.5,0.5,1\n2,432002.1,0.5,0.5,1\n");
  EXPECT_EQ(found.out, "frame,a,b\n0,1,0\n");
  EXPECT_NE(found.err.find("note: level.gltf: mesh primitives left out because they have no positions: 1\n"),
            std::string::npos)
      << found.err;
  EXPECT_EQ(found.err.find("camera"), std::string::npos);
}

TEST(OverlapPlacement, NotesAreToldBesideResultsOnStandardOutput) {
  const std::string text = "frame,trackId,x,y,radius\n0,7,0,0,.3\n0,9,.5,0,.3\n";
  const std::string note = "lockstep: note: columns that are not read: trackId\n";
  for (const char* option : {"--pairs", "--contacts", "--events"}) {
    EXPECT_EQ(run({"overlap", "-", option, "-"}, text).err, note) << option;
    EXPECT_EQ(run({"overlap", "-", option, "/dev/stdout"}, text).err, note) << option;
  }
  EXPECT_EQ(run({"overlap", "-"}, text).err, "") << "the table has it";
  EXPECT_EQ(run({"overlap", "-", "--json"}, text).err, "") << "JSON has it";
  const std::string points = "x,y,z,radius,color\n0,0,0,1,red\n";
  EXPECT_NE(run({"cull", "-", "--csv", "-"}, points).err.find("note: columns that are not read: color\n"),
            std::string::npos);
}

TEST(OverlapPlacement, LengthsWithAUnitBesideATableWithoutOne) {
  const std::string text = "x,y\n0,0\n30,0\n", told = "the unit of x is unknown: to go with --";
  EXPECT_NE(run({"overlap", "-", "--radius", "20cm"}, text).out.find("note: " + told + "radius 20 cm"),
            std::string::npos);
  EXPECT_NE(run({"overlap", "-", "--radius", "1", "--margin", "5mm"}, text).out.find("note: " + told + "margin 5 mm"),
            std::string::npos);
  EXPECT_NE(run({"overlap", "-", "--radius", "1", "--skin", "5mm"}, text).out.find("note: " + told + "skin 5 mm"),
            std::string::npos);
  EXPECT_EQ(run({"overlap", "-", "--radius", "20cm", "--unit", "cm"}, text).out.find(told), std::string::npos);
  EXPECT_NE(run({"cull", "-", "--radius", "20cm"}, text).out.find("note: " + told + "radius 20 cm"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::tools::test
