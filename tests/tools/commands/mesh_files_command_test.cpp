// Mesh files in the program: scenes to cull, static objects, shapes of pair files and ray files.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/fixtures.hpp"
#include "support/mesh_fixture.hpp"
#include "support/subprocess.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

using nlohmann::json;

/// The fields of each line.
std::vector<std::vector<std::string>> answers_of(const Outcome& outcome) {
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  std::vector<std::vector<std::string>> lines;
  std::istringstream in(outcome.out);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    lines.emplace_back();
    for (std::string field; std::getline(fields, field, '\t');) lines.back().push_back(field);
  }
  return lines;
}

/// A folder with the two objects as OBJ, and a box from (-1, -1, -1) to (1, 1, 1) as binary STL below it.
class MeshFolder : public ScratchFolder {
 public:
  MeshFolder() {
    write_text(path("two.obj"), two_objects());
    ::mkdir(path("meshes").c_str(), 0700);
    write_text(path("meshes/box.stl"), text_of(make_stl(box_triangles({-1, -1, -1}, {1, 1, 1}), "solid")));
  }
  /// The answers of a subcommand to a file in the folder.
  [[nodiscard]] Outcome ask(const std::string& command, std::string_view lines,
                            std::vector<std::string> options = {}) const {
    write_text(path("file.txt"), lines);
    options.insert(options.begin(), {command, path("file.txt")});
    return run(std::move(options));
  }
};

TEST(MeshFilesCommand, CullsEachObjectOfAFile) {
  const MeshFolder folder;
  // A camera at the origin that looks along +x, 90 degrees wide: clip w is x.
  const Outcome outcome =
      run({"cull", folder.path("two.obj"), "--csv", "-", "--camera", "0 1 0 0 0 0 1 0 1.002 0 0 -2.002 1 0 0 0"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "camera,camera_name,view,object,object_name,verdict\n0,matrix 1,0,0,crate,overlapping\n");
  const json stl = json::parse(run({"cull", folder.path("meshes/box.stl"), "--json"}).out);
  EXPECT_EQ(stl["object_names"], json({"part 0"}));
  EXPECT_EQ(stl["cameras"].size(), 4U);
}

TEST(MeshFilesCommand, AreStaticObjects) {
  const MeshFolder folder;
  const Outcome outcome = run({"overlap", "-", "--static", folder.path("two.obj"), "--pairs", "-"},
                              "id,x,y,z,radius\n3,10.5,0.5,2,1.25\n4,5,5,5,1\n5,0.5,19,0.5,1.5\n");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "frame,a,b\n0,3,0\n0,5,1\n");
}

TEST(MeshFilesCommand, HullsAndMeshesAreShapesOfPairs) {
  const MeshFolder folder;
  constexpr std::string_view lines =
      "hulls  | hull_of meshes/box.stl | hull_of two.obj\n"
      "inside | sphere 0 0 0 0.5 | hull_of meshes/box.stl\n"
      "hollow | sphere 0 0 0 0.5 | mesh meshes/box.stl\n"
      "wall   | sphere 1.25 0 0 0.5 | mesh meshes/box.stl\n"
      "far    | sphere 5 0 0 1 | mesh meshes/box.stl\n";
  const auto verdicts = answers_of(folder.ask("pairs", lines));
  ASSERT_EQ(verdicts.size(), 5U);
  const char* const expected[] = {"separated", "overlapping", "separated", "overlapping", "separated"};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(verdicts[i].at(1), expected[i]) << verdicts[i][0];

  const auto distances = answers_of(folder.ask("pairs", lines, {"--distance"}));
  ASSERT_EQ(distances.size(), 5U);
  EXPECT_NEAR(std::stod(distances[2].at(2)), 0.5, 1e-9) << "a mesh has no inside";
  EXPECT_NEAR(std::stod(distances[3].at(2)), -0.25, 1e-9);
  EXPECT_NEAR(std::stod(distances[4].at(3)), 3, 1e-9);
  EXPECT_EQ(distances[4].at(4), "1 0 0");
  EXPECT_EQ(distances[4].at(5), "4 0 0");
  EXPECT_EQ(distances[4].at(6), "1 0 0");

  const auto casts = answers_of(folder.ask("pairs",
                                           "shot | sphere 5 0 0 1 | mesh meshes/box.stl | motion -6 0 0\nmiss | point "
                                           "5 0 0 | mesh two.obj | motion -1 0 0\n",
                                           {"--cast"}));
  ASSERT_EQ(casts.size(), 2U);
  EXPECT_EQ(casts[0].at(1), "hits");
  EXPECT_NEAR(std::stod(casts[0].at(3)), 0.5, 1e-9);
  EXPECT_EQ(casts[1].at(1), "misses");
}

TEST(MeshFilesCommand, RaysHitMeshesAmongOtherShapes) {
  const MeshFolder folder;
  constexpr std::string_view lines =
      "behind | sphere 5 0 0 1\nbox | mesh meshes/box.stl\nfront | aabb -3 -0.1 -0.1 -2.5 0.1 0.1\n"
      "tent | hull_of two.obj\n"
      "along | ray -5 0.25 0.5 20 0 0\nblocked | ray -5 0 0.05 20 0 0\nback | ray 20 0.25 0.5 -17 0 0\nnone | ray 0 50 "
      "0 1 0 0\n"
      "same | mesh meshes/box.stl\n";
  const auto first = answers_of(folder.ask("rays", lines));
  ASSERT_EQ(first.size(), 4U);
  EXPECT_EQ(first[0].at(2), "box") << "the first of two at the same fraction";
  EXPECT_NEAR(std::stod(first[0].at(4)), 0.2, 1e-9);
  EXPECT_EQ(first[0].at(5), "-1 0 0");
  EXPECT_EQ(first[1].at(2), "front");
  EXPECT_EQ(first[2].at(2), "tent");
  EXPECT_EQ(first[3].at(1), "misses");
  EXPECT_EQ(first[3].at(2), "-");

  std::vector<std::string> ids;
  const auto all = answers_of(folder.ask("rays", lines, {"--all"}));
  for (const auto& hit : all)
    if (hit.at(0) == "blocked") ids.push_back(hit.at(2));
  EXPECT_EQ(ids, (std::vector<std::string>{"front", "box", "same", "box", "same", "behind", "tent"}))
      << "a mesh has a line for each triangle";
  const json answer = json::parse(folder.ask("rays", lines, {"--json"}).out)["answers"];
  EXPECT_EQ(answer[0]["shape"], "box");
  EXPECT_EQ(answer[3]["shape"], nullptr);
}

TEST(MeshFilesCommand, ProblemsAreThoseOfTheLine) {
  const MeshFolder folder;
  const auto problem = [&](const std::string& command, const std::string& line, std::vector<std::string> options = {}) {
    const Outcome outcome = folder.ask(command, line, std::move(options));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.out, "");
    const std::string start = concat(folder.path("file.txt"), ":1:");
    EXPECT_TRUE(outcome.err.starts_with(start)) << outcome.err;
    return outcome.err.substr(start.size());
  };
  write_text(folder.path("bad.obj"), "v 0 0 0\nf 1 2 3\n");
  write_text(folder.path("cloud.ply"),
             "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float "
             "z\nend_header\n0 0 0\n");
  write_text(folder.path("big.obj"), "v 1e30 0 0\nv 0 0 0\nv 0 0 1\nf 1 2 3\n");
  EXPECT_EQ(problem("pairs", "a | point 0 0 0 | hull_of none.stl"),
            "9: none.stl: cannot be read: No such file or directory\n");
  EXPECT_EQ(problem("pairs", "a | point 0 0 0 | hull_of meshes"), "9: meshes: is not a plain file\n");
  EXPECT_EQ(problem("rays", "a | mesh bad.obj"),
            "4: bad.obj: line 2: vertex 3 is not in the file, which has 1, counted from 1\n");
  EXPECT_EQ(problem("rays", "a | mesh cloud.ply"), "4: cloud.ply: holds no triangles\n");
  EXPECT_EQ(problem("pairs", "a | hull_of"), "4: the line ends where the path of a mesh file should be\n");
  EXPECT_TRUE(problem("pairs", "a | point 0 0 0 | hull_of big.obj").starts_with("9: big.obj: "));
  const std::string mesh_first = "a | mesh two.obj | point 0 0 0";
  EXPECT_EQ(problem("pairs", mesh_first),
            "3: a mesh is not convex: it can be the second shape of a pair, and a shape of a ray file\n");
  const std::string mesh_second = "a | point 0 0 0 | mesh two.obj | motion 1 0 0 | turn 1 0 0";
  EXPECT_EQ(problem("pairs", mesh_second, {"--contacts"}),
            "8: a mesh has contacts with each of its triangles, which --contacts does not list\n");
  EXPECT_EQ(problem("pairs", mesh_second, {"--cast"}), "8: a shape that meets a mesh moves without a turn\n");
  const Outcome trace = folder.ask("trace", mesh_second);
  EXPECT_EQ(trace.exit_code, 1);
  EXPECT_NE(trace.err.find("a mesh is not convex"), std::string::npos) << trace.err;
}

}  // namespace
}  // namespace lockstep::tools::test
