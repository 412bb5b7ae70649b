// lockstep neighbours, from file to list.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "support/fixtures.hpp"
#include "support/subprocess.hpp"

namespace lockstep::tools::test {
namespace {

const std::string unit_cell = "1 0 0 0 1 0 0 0 1";
const std::string three_points = "# three points\nx,y,z\n0,0,0\n0.25,0,0\n0.875,0,0\n";

Outcome neighbours(std::vector<std::string> arguments, const std::string& input = three_points) {
  arguments.insert(arguments.begin(), {"neighbours", "-"});
  return run(std::move(arguments), input);
}

TEST(NeighboursCommand, CountsEachPairOnce) {
  const Outcome count = neighbours({"--cell", unit_cell, "--cutoff", "0.375", "--count"});
  EXPECT_EQ(count.exit_code, 0) << count.err;
  EXPECT_EQ(count.out, "3\n");
  EXPECT_EQ(neighbours({"--cell", unit_cell, "--cutoff", "0.375"}).out,
            "3 points, 3 pairs within 0.375, each point and image once\n");
  EXPECT_EQ(neighbours({"--cell", unit_cell, "--cutoff", "0.375", "--count", "--periodic", "yz"}).out, "1\n");
  EXPECT_EQ(neighbours({"--cell", unit_cell, "--cutoff", "1", "--count", "--periodic", "none"}).out, "3\n");
  EXPECT_EQ(neighbours({"--cell", unit_cell, "--cutoff", "1", "--count"}, "0 0 0\n").out, "3\n");
}

TEST(NeighboursCommand, WritesTheList) {
  const ScratchFolder folder;
  const std::string path = folder.path("pairs.csv");
  const Outcome result = neighbours({"--cell", unit_cell, "--cutoff", "0.25", "--list", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read_text(path), "i,j,sa,sb,sc,dx,dy,dz,d\n0,2,-1,0,0,-0.125,0,0,0.125\n0,1,0,0,0,0.25,0,0,0.25\n");
  const Outcome again = neighbours({"--cell", unit_cell, "--cutoff", "0.25", "--list", path}, "x,y,z\n0,0\n");
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_EQ(read_text(path).size(), 76U) << "what was there stays";
}

TEST(NeighboursCommand, ReadsDoubles) {
  // In float the second point is the first one.
  const std::string numbers = "x y z\n1 0 0\n1.0000000001 0 0\n";
  EXPECT_EQ(neighbours({"--cell", "9 0 0 0 9 0 0 0 9", "--cutoff", "1e-11", "--count"}, numbers).out, "0\n");
  std::string data;
  for (const double x : {1.0, 0.0, 0.0, 1.0 + 1e-10, 0.0, 0.0})
    for (int byte = 0; byte < 8; ++byte) data += static_cast<char>(std::bit_cast<std::uint64_t>(x) >> 8 * byte & 255);
  const std::string array = text_of(make_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", data));
  EXPECT_EQ(neighbours({"--cell", "9 0 0 0 9 0 0 0 9", "--cutoff", "1e-11", "--count"}, array).out, "0\n");
  EXPECT_EQ(neighbours({"--cell", "9 0 0 0 9 0 0 0 9", "--cutoff", "1.1e-10", "--count"}, array).out, "1\n");
}

TEST(NeighboursCommand, NamesWhatIsWrong) {
  const auto expect = [](const Outcome& outcome, int code, const std::string& text) {
    EXPECT_EQ(outcome.exit_code, code);
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  };
  expect(neighbours({"--cell", "1 0 0 0 1", "--cutoff", "1"}), 2, "--cell: \"1 0 0 0 1\" is not three vectors");
  expect(neighbours({"--cell", "1 0 0 1 0 0 0 0 1", "--cutoff", "1"}), 2, "linearly dependent");
  expect(neighbours({"--cell", unit_cell, "--cutoff", "-1"}), 2, "cutoff = -1: must be");
  const std::string comma = "\"0,5\" has a decimal comma: numbers are written with a point, as 0.5";
  expect(neighbours({"--cell", unit_cell, "--cutoff", "0,5"}), 2, "--cutoff: " + comma);
  expect(neighbours({"--cell", unit_cell, "--cutoff", "near"}), 2, "--cutoff: \"near\" is not a finite number");
  expect(neighbours({"--cell", unit_cell, "--cutoff", "1e400"}), 2, "--cutoff: \"1e400\" is too large for a float64");
  expect(neighbours({"--cell", "1 0 0 0 0,5 0 0 0 1", "--cutoff", "1"}), 2, "--cell: " + comma);
  expect(neighbours({"--cell", unit_cell, "--cutoff", "1", "--periodic", "xw"}), 2, "--periodic: \"xw\" is not");
  expect(neighbours({"--cell", unit_cell, "--cutoff", "1"}, "x,y\n0,0\n"), 1, "there is no column z");
  expect(neighbours({"--cell", unit_cell, "--cutoff", "1"}, "x,y,z\n0,0,one\n"), 1, ":2:3:");
  expect(neighbours({"--cell", unit_cell, "--cutoff", "1"}, "1 2 3 4\n"), 1, "needs a heading that names x, y and z");
  expect(neighbours({"--cell", unit_cell, "--cutoff", "1"}, "x,y,z\n1e30,0,0\n"), 1, "points[0].x = 1e+30");
  expect(neighbours({"--cell", unit_cell, "--cutoff", "1"}, "\n# no points\n"), 1, "holds nothing but comments");
}

}  // namespace
}  // namespace lockstep::tools::test
