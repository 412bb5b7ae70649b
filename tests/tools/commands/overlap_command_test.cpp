// lockstep overlap, from file to table, JSON, pairs and page.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <map>
#include <numbers>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <tuple>

#include <lockstep/config.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/sets.hpp>

#include "frames/npy.hpp"
#include "support/fixtures.hpp"
#include "support/markup.hpp"
#include "support/subprocess.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

using nlohmann::json;

/// In frame 1 agents 3 and 8 overlap, and 8 and 5; in frame 2 none do, and 3 and 8 are 0.5 apart.
constexpr const char* small_crowd =
    "frame,id,x,y,radius\n"
    "1,8,1.5,0,1\n1,3,0,0,1\n1,5,3,0,1\n1,4,10,10,1\n"
    "2,3,0,0,1\n2,8,2.5,0,1\n2,5,9,0,1\n";

json overlap_json(std::vector<std::string> arguments, std::string input = {}) {
  arguments.insert(arguments.begin(), {"overlap", "--json"});
  const Outcome result = run(arguments, std::move(input));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return json::parse(result.out);
}

TEST(Overlap, CountsPairsFrameByFrame) {
  const json result = overlap_json({"-"}, small_crowd);
  EXPECT_EQ(result["file"], "standard input");
  EXPECT_EQ(result["shape"], "circle");
  ASSERT_EQ(result["frames"].size(), 2U);
  EXPECT_EQ(result["frames"][0]["frame"], 1);
  EXPECT_EQ(result["frames"][0]["objects"], 4);
  EXPECT_EQ(result["frames"][0]["pairs"], 2);
  EXPECT_EQ(result["frames"][0]["overlapping"], 3);
  EXPECT_EQ(result["frames"][1]["pairs"], 0);
  EXPECT_EQ(result["total"]["objects"], 7);
  EXPECT_EQ(result["total"]["pairs"], 2);
}

TEST(Overlap, TableNamesEveryFrame) {
  const Outcome result = run({"overlap", "-"}, small_crowd);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* part : {"standard input", "2 frames, 7 circles in all, 4 in the largest frame",
                           "most pairs: 2, in frame 1", "time per object: "})
    EXPECT_NE(result.out.find(part), std::string::npos) << result.out;
}

TEST(Overlap, RadiusMarginUnitsAndRanges) {
  const auto pairs = [](std::vector<std::string> options) {
    options.insert(options.begin(), "-");
    return overlap_json(options, small_crowd)["total"]["pairs"].get<int>();
  };
  EXPECT_EQ(pairs({"--margin", "0.5"}), 3) << "a gap of just that counts";
  EXPECT_EQ(pairs({"--margin", "49cm"}), 2);
  EXPECT_EQ(pairs({"--radius", "0.7"}), 0);
  EXPECT_EQ(pairs({"--radius", "750 mm"}), 2);
  EXPECT_EQ(pairs({"--frames", "2:"}), 0);
  EXPECT_EQ(pairs({"--frames", "1"}), 2);
  EXPECT_EQ(pairs({"--frames", ":1"}), 2);
  EXPECT_EQ(pairs({"--unit", "cm", "--radius", "0.7cm"}), 0);
  EXPECT_EQ(pairs({"--unit", "cm", "--margin", "5.01mm"}), 3);
  EXPECT_EQ(pairs({"--unit", "cm", "--margin", "4.99mm"}), 2);
}

TEST(Overlap, SpheresAndThePlane) {
  const std::string text = "x,y,z,r\n0,0,0,1\n0,0,3,1\n0,1,0,1\n";
  const json spheres = overlap_json({"-"}, text), circles = overlap_json({"-", "--plane"}, text);
  EXPECT_EQ(spheres["shape"], "sphere");
  EXPECT_EQ(spheres["total"]["pairs"], 1);
  EXPECT_EQ(circles["shape"], "circle");
  EXPECT_EQ(circles["total"]["pairs"], 3);
}

TEST(Overlap, ArraysAndTrajectories) {
  const ScratchFolder folder;
  write_text(folder.path("a.npy"),
             text_of(make_npy("(2, 3, 3)", {0, 0, 1, 1, 0, 1, 9, 0, 1, 0, 0, 1, 5, 0, 1, 9, 0, 1})));
  const json array = overlap_json({folder.path("a.npy"), "--columns", "x,y,radius"});
  EXPECT_EQ(array["file"], "a.npy");
  EXPECT_EQ(array["frames"][0]["pairs"], 1);
  EXPECT_EQ(array["frames"][1]["pairs"], 0);
  write_text(folder.path("t.txt"),
             "# framerate: 25\n# id frame x/cm y/cm z/cm\n1 0 0 0 170\n2 0 30 0 170\n3 0 100 0 90\n");
  const json trajectory = overlap_json({folder.path("t.txt"), "--plane", "--radius", "0.2"});
  EXPECT_EQ(trajectory["total"]["pairs"], 1);
  EXPECT_EQ(trajectory["notes"].size(), 2U);
}

TEST(Overlap, TheSamePairsOnEveryInstructionSetAndThreadCount) {
  const ScratchFolder folder;
  for (const char* demo : {"crowd:3000:4", "particles:3000:4"}) {
    std::string first;
    for (const Isa isa : supported_isas())
      for (const char* threads : {"1", "2"}) {
        const Outcome result = run({"overlap", "--demo", demo, "--isa", std::string(name(isa)), "--threads", threads,
                                    "--pairs", folder.path("pairs.csv")});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        const std::string pairs = read_text(folder.path("pairs.csv"));
        if (first.empty()) first = pairs;
        EXPECT_TRUE(pairs == first) << demo << " " << name(isa) << " " << threads;
      }
    EXPECT_GT(first.size(), 10'000U);
  }
}

/// Exactly the pairs of a table, compared with a plain loop, which is exact because coordinates are small integers.
TEST(Overlap, PairsAreThoseOfAPlainLoop) {
  const ScratchFolder folder;
  struct Agent {
    int frame, id, x, y, r;
  };
  std::vector<Agent> agents;
  std::string text = "frame,id,x,y,r\n";
  unsigned state = 1;
  const auto next = [&state](unsigned below) {
    return static_cast<int>((state = state * 1664525U + 1013904223U) >> 8) % static_cast<int>(below);
  };
  for (int i = 0; i < 600; ++i) agents.push_back({i % 3, 1000 - i, next(200), next(200), next(12)});
  for (const Agent& a : agents) {
    for (const int number : {a.frame, a.id, a.x, a.y}) text += std::to_string(number) + ",";
    text += std::to_string(a.r) + "\n";
  }
  std::set<std::tuple<int, int, int>> expected;
  for (const Agent& a : agents)
    for (const Agent& b : agents) {
      const int dx = a.x - b.x, dy = a.y - b.y, r = a.r + b.r;
      if (a.frame == b.frame && a.id < b.id && dx * dx + dy * dy <= r * r) expected.emplace(a.frame, a.id, b.id);
    }
  std::string csv = "frame,a,b\n";
  for (const auto& [frame, a, b] : expected)
    csv += std::to_string(frame) + "," + std::to_string(a) + "," + std::to_string(b) + "\n";
  EXPECT_EQ(run({"overlap", "-", "--pairs", folder.path("pairs.csv")}, text).exit_code, 0);
  EXPECT_EQ(read_text(folder.path("pairs.csv")), csv);
  EXPECT_GT(expected.size(), 100U);
}

/// A table of shapes, and the same shapes in a set.
template <class Set>
struct ShapeTable {
  std::string text;
  Set set;
  std::uint32_t state = 7;

  float next(float low, float high) {
    state = state * 1664525U + 1013904223U;
    return low + (high - low) * static_cast<float>(state >> 8) / 16777216.0F;
  }
  template <class Shape>
  void add(const char* word, const Shape& shape, std::initializer_list<std::optional<float>> numbers) {
    set.add(shape);
    text += word;
    for (const std::optional<float>& number : numbers) text += concat(",", number ? concat(*number) : "");
    text += "\n";
  }
  /// `frame,a,b` of a loop over all pairs.
  [[nodiscard]] std::string expected_pairs() const {
    std::vector<Pair> all;
    for (std::uint32_t a = 0; a < set.size(); ++a)
      for (std::uint32_t b = a + 1; b < set.size(); ++b) all.push_back({a, b});
    std::vector<Verdict> verdicts(all.size());
    intersect(set, set, all, verdicts);
    std::string csv = "frame,a,b\n";
    for (std::size_t i = 0; i < all.size(); ++i)
      if (verdicts[i] != Verdict::separated) csv += concat("0,", all[i].a, ",", all[i].b, "\n");
    return csv;
  }
};

void expect_pairs(const std::string& text, const std::string& expected) {
  const ScratchFolder folder;
  const Outcome result = run({"overlap", "-", "--pairs", folder.path("pairs.csv")}, text);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(read_text(folder.path("pairs.csv")) == expected);
  EXPECT_GT(std::count(expected.begin(), expected.end(), '\n'), 300);
}

TEST(Overlap, ShapesOfThePlaneMeetAsInTheLibrary) {
  ShapeTable<ShapeSet2> table;
  table.text = "shape,x,y,angle,x1,y1,radius,hx,hy,rx,ry,half_angle\n";
  constexpr auto none = std::nullopt;
  for (int i = 0; i < 100; ++i) {
    const auto next = [&table](float low, float high) { return table.next(low, high); };
    const Vec2 p{next(0, 40), next(0, 40)}, q{p.x + next(-2, 2), p.y + next(-2, 2)}, size{next(0, 2), next(0, 1)};
    const float angle = next(-7, 7), half = next(0, 1.5F), r = next(0, 1);
    table.add("circle", Circle2{p, r}, {p.x, p.y, none, none, none, r, none, none, none, none, none});
    table.add("capsule", Capsule2{p, q, r}, {p.x, p.y, none, q.x, q.y, r, none, none, none, none, none});
    table.add("box", Box2{q, angle, size}, {q.x, q.y, angle, none, none, none, size.x, size.y, none, none, none});
    table.add("ellipse", Ellipse2{q, angle, size},
              {q.x, q.y, angle, none, none, none, none, none, size.x, size.y, none});
    table.add("slice", Slice2{p, angle, half, 2 * r},
              {p.x, p.y, angle, none, none, 2 * r, none, none, none, none, half});
  }
  expect_pairs(table.text, table.expected_pairs());
}

TEST(Overlap, ShapesOfSpaceMeetAsInTheLibrary) {
  ShapeTable<ShapeSet> table;
  table.text = "kind,x,y,z,x1,y1,z1,radius,hx,hy,hz,rx,ry,rz,qx,qy,qz,qw\n";
  constexpr auto none = std::nullopt;
  for (int i = 0; i < 60; ++i) {
    const auto next = [&table](float low, float high) { return table.next(low, high); };
    const Vec3 p{next(0, 10), next(0, 10), next(0, 10)}, q{p.x + next(0.1F, 2), p.y + next(-2, 2), p.z + next(-2, 2)},
        s{next(0, 1), next(0, 1), next(0, 1)};
    const float turn = next(0, 6), r = next(0, 1);
    const Quat o{0, std::sin(turn), 0, std::cos(turn)};
    table.add("sphere", Sphere{p, r},
              {p.x, p.y, p.z, none, none, none, r, none, none, none, none, none, none, none, none, none, none});
    const std::initializer_list<std::optional<float>> axis = {p.x,  p.y,  p.z,  q.x,  q.y,  q.z,  r,    none, none,
                                                              none, none, none, none, none, none, none, none};
    table.add("capsule", Capsule{p, q, r}, axis);
    table.add("cylinder", Cylinder{p, q, r}, axis);
    table.add("cone", Cone{p, q, r}, axis);
    table.add("box", Box{p, o, s},
              {p.x, p.y, p.z, none, none, none, none, s.x, s.y, s.z, none, none, none, o.x, o.y, o.z, o.w});
    table.add("ellipsoid", Ellipsoid{q, o, s},
              {q.x, q.y, q.z, none, none, none, none, none, none, none, s.x, s.y, s.z, o.x, o.y, o.z, o.w});
  }
  expect_pairs(table.text, table.expected_pairs());
}

TEST(Overlap, PairsAsArray) {
  const ScratchFolder folder;
  const Outcome result = run({"overlap", "-", "--pairs", folder.path("pairs.npy")}, small_crowd);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("pairs: " + folder.path("pairs.npy")), std::string::npos) << result.out;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"pairs.npy"});
  const std::string text = read_text(folder.path("pairs.npy"));
  ASSERT_EQ(text.size(), 192U + 2 * 24);
  EXPECT_TRUE(text.starts_with(std::string("\x93NUMPY\x01\x00\xB6\x00", 10)));
  EXPECT_NE(
      text.find("{'descr': [('frame', '<f8'), ('a', '<i8'), ('b', '<i8')], 'fortran_order': False, 'shape': (2,), }"),
      std::string::npos)
      << text;
  EXPECT_EQ(text[191], '\n');
  const auto number = [&text](std::size_t at) {
    std::uint64_t bits = 0;
    for (std::size_t i = 8; i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(text[192 + at * 8 + i]);
    return bits;
  };
  const std::vector<std::uint64_t> found = {number(0), number(1), number(2), number(3), number(4), number(5)};
  const std::uint64_t one = std::bit_cast<std::uint64_t>(1.0);
  EXPECT_EQ(found, (std::vector<std::uint64_t>{one, 3, 8, one, 5, 8}));
}

TEST(Overlap, SeparationsAsTable) {
  const ScratchFolder folder;
  const std::string pairs = folder.path("pairs.csv");
  EXPECT_EQ(run({"overlap", "-", "--margin", "0.5", "--separations", "--pairs", pairs}, small_crowd).exit_code, 0);
  EXPECT_EQ(read_text(pairs), "frame,a,b,depth,nx,ny,nz\n1,3,8,0.5,-1,0,0\n1,5,8,0.5,1,0,0\n2,3,8,-0.5,-1,0,0\n");
  const std::string boxes =
      "shape,x,y,z,x1,y1,z1,radius,hx,hy,hz,qx,qy,qz,qw\n"
      "box,0,0,0,,,,,1,1,1,0,0,0,1\ncapsule,-1,1.25,0,1,1.25,0,0.5,,,,,,,\n";
  EXPECT_EQ(run({"overlap", "-", "--separations", "--pairs", pairs}, boxes).exit_code, 0);
  EXPECT_EQ(read_text(pairs), "frame,a,b,depth,nx,ny,nz\n0,0,1,0.25,0,-1,0\n");
}

TEST(Overlap, SeparationsAsArray) {
  const ScratchFolder folder;
  const std::string pairs = folder.path("pairs.npy");
  EXPECT_EQ(run({"overlap", "-", "--separations", "--pairs", pairs}, small_crowd).exit_code, 0);
  const std::string text = read_text(pairs);
  ASSERT_EQ(text.size(), 192U + 2 * 40);
  EXPECT_TRUE(text.starts_with(std::string("\x93NUMPY\x01\x00\xB6\x00", 10)));
  EXPECT_NE(text.find("('b', '<i8'), ('depth', '<f4'), ('nx', '<f4'), ('ny', '<f4'), ('nz', '<f4')], "), text.npos);
  EXPECT_EQ(text[191], '\n');
  float last[4];
  std::memcpy(last, text.data() + 192 + 40 + 24, sizeof last);
  EXPECT_EQ((std::vector<float>(last, last + 4)), (std::vector<float>{0.5F, 1, 0, 0}));
}

TEST(Overlap, SeparationsOfEllipses) {
  const ScratchFolder folder;
  const std::string pairs = folder.path("pairs.csv");
  const std::string text = "id,shape,x,y,angle,rx,ry\n7,ellipse,0,0,0,1,2\n8,ellipse,9,0,0,1,2\n";
  EXPECT_EQ(run({"overlap", "-", "--separations", "--pairs", pairs}, text).exit_code, 0);
  EXPECT_EQ(read_text(pairs), "frame,a,b,depth,nx,ny,nz\n");
  const Outcome alone = run({"overlap", "-", "--separations"}, text);
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_NE(alone.err.find("--separations: are columns of the file that --pairs writes"), std::string::npos);
}

constexpr const char* crates =
    "frame,id,shape,x,y,z,radius,hx,hy,hz,qx,qy,qz,qw\n"
    "1,7,box,0,0,0,,2,2,1,0,0,0,1\n1,8,box,0,0,1.75,,1,1,1,0,0,0,1\n1,9,sphere,0,0,3.5,1,,,,,,,\n"
    "2,7,box,0,0,0,,2,2,1,0,0,0,1\n2,8,box,0,0,5,,1,1,1,0,0,0,1\n";

TEST(Overlap, ContactsAsTable) {
  const ScratchFolder folder;
  const std::string file = folder.path("contacts.csv"), pairs = folder.path("pairs.csv");
  const json result = overlap_json({"-", "--contacts", file, "--pairs", pairs, "--margin", "0.5"}, crates);
  EXPECT_EQ(read_text(pairs), "frame,a,b\n1,7,8\n1,8,9\n");
  std::istringstream lines(read_text(file));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "frame,a,b,separation,nx,ny,nz,ax,ay,az,bx,by,bz,feature_a,feature_b");
  std::map<std::string, int> points;
  while (std::getline(lines, line)) {
    std::vector<double> numbers;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) numbers.push_back(std::stod(field));
    ASSERT_EQ(numbers.size(), 15U) << line;
    ++points[line.substr(0, 5)];
    const bool of_boxes = numbers[1] == 7;
    EXPECT_NEAR(numbers[3], -0.25, 1e-12) << line;
    EXPECT_NEAR(numbers[6], -1, 1e-12) << line;
    EXPECT_NEAR(numbers[9], of_boxes ? 1 : 2.75, 1e-12) << line;
    EXPECT_NEAR(numbers[12], of_boxes ? 0.75 : 2.5, 1e-12) << line;
  }
  EXPECT_EQ(points, (std::map<std::string, int>{{"1,7,8", 4}, {"1,8,9", 1}}));
  EXPECT_EQ(result["frames"][0]["contacts"], 5);
  EXPECT_EQ(result["frames"][1]["contacts"], 0);
  EXPECT_EQ(result["total"]["contacts"], 5);
  EXPECT_EQ(result["contacts_file"], file);
  EXPECT_FALSE(overlap_json({"-"}, crates)["total"].contains("contacts"));
  const Outcome table = run({"overlap", "-", "--contacts", file}, crates);
  EXPECT_NE(table.out.find("ns/object       contacts\n"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("contacts: " + file), std::string::npos);
}

TEST(Overlap, ContactsOfSpheresAsArray) {
  const ScratchFolder folder;
  const std::string spheres = "id,x,y,z,radius\n3,0,0,0,1\n8,1.5,0,0,1\n9,40,0,0,1\n";
  EXPECT_EQ(run({"overlap", "-", "--contacts", folder.path("contacts.npy")}, spheres).exit_code, 0);
  const std::string text = read_text(folder.path("contacts.npy"));
  const std::size_t row = 15 * sizeof(double);
  ASSERT_GT(text.size(), row);
  EXPECT_NE(text.find("('b', '<i8'), ('separation', '<f8'), ('nx', '<f8')"), text.npos) << text;
  EXPECT_NE(text.find("('feature_a', '<i8'), ('feature_b', '<i8')], 'fortran_order': False, 'shape': (1,)"), text.npos);
  double numbers[15];
  std::memcpy(numbers, text.data() + text.size() - row, row);
  EXPECT_EQ(numbers[0], 0);
  EXPECT_EQ(std::bit_cast<std::int64_t>(numbers[1]), 3);
  EXPECT_EQ(std::bit_cast<std::int64_t>(numbers[2]), 8);
  EXPECT_NEAR(numbers[3], -0.5, 1e-12);
  EXPECT_NEAR(numbers[4], -1, 1e-12);
  EXPECT_NEAR(numbers[7], 1, 1e-12);
  EXPECT_NEAR(numbers[10], 0.5, 1e-12);
}

/// In the plane there are up to two, and z is 0.
TEST(Overlap, ContactsOfThePlane) {
  const ScratchFolder folder;
  const std::string file = folder.path("contacts.csv");
  const std::string head = "frame,a,b,separation,nx,ny,nz,ax,ay,az,bx,by,bz,feature_a,feature_b\n";
  const std::string boxes = "id,shape,x,y,angle,hx,hy\n7,box,0,0,0,4,1\n8,box,0,1.75,0,1,1\n9,box,0,9,0,1,1\n";
  EXPECT_EQ(run({"overlap", "-", "--contacts", file}, boxes).exit_code, 0);
  EXPECT_EQ(read_text(file),
            head + "0,7,8,-0.25,0,-1,0,-1,1,0,-1,0.75,0,22,1\n0,7,8,-0.25,0,-1,0,1,1,0,1,0.75,0,22,5\n");
  const std::string circles = "id,x,y,radius\n3,0,0,1\n8,1.5,0,1\n9,40,0,1\n";
  EXPECT_EQ(run({"overlap", "-", "--contacts", file}, circles).exit_code, 0);
  const std::string text = read_text(file);  // the separation is the proven bound of -0.5
  EXPECT_TRUE(text.starts_with(head + "0,3,8,-0.5") && text.ends_with(",-1,0,0,1,0,0,0.5,0,0,0,0\n")) << text;
}

/// Agent 4 has left in frame 2 and 1 has come, so that all have other indices there.
constexpr const char* come_and_go =
    "frame,id,x,y,radius\n"
    "1,3,0,0,1\n1,4,1,0,1\n1,5,2.5,0,1\n1,9,2.5,1,1\n"
    "2,1,0,1,1\n2,3,0,0,1\n2,5,2.5,0,1\n2,9,2.5,1,1\n"
    "4,5,2.5,0,1\n4,9,9,1,1\n";

TEST(Overlap, EventsByIds) {
  const ScratchFolder folder;
  const json result = overlap_json({"-", "--events", folder.path("events.csv")}, come_and_go);
  EXPECT_EQ(read_text(folder.path("events.csv")),
            "frame,event,a,b\n1,began,3,4\n1,began,4,5\n1,began,4,9\n1,began,5,9\n"
            "2,began,1,3\n2,ended,3,4\n2,ended,4,5\n2,ended,4,9\n"
            "4,ended,1,3\n4,ended,5,9\n");
  EXPECT_EQ(result["events_file"], folder.path("events.csv"));
  EXPECT_EQ(result["frames"][1]["began"], 1);
  EXPECT_EQ(result["frames"][1]["ended"], 3);
  EXPECT_EQ(result["total"]["began"], 5);
  EXPECT_EQ(result["total"]["ended"], 5);
  EXPECT_FALSE(overlap_json({"-"}, come_and_go)["total"].contains("began"));
  const Outcome table = run({"overlap", "-", "--events", folder.path("events.csv")}, come_and_go);
  EXPECT_NE(table.out.find("ns/object          began          ended\n"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("events: " + folder.path("events.csv")), std::string::npos);
}

TEST(Overlap, EventsAsArray) {
  const ScratchFolder folder;
  EXPECT_EQ(run({"overlap", "-", "--events", folder.path("events.npy")}, come_and_go).exit_code, 0);
  const std::string text = read_text(folder.path("events.npy"));
  ASSERT_EQ(text.size(), 192U + 10 * 25);
  EXPECT_NE(text.find("[('frame', '<f8'), ('event', '|i1'), ('a', '<i8'), ('b', '<i8')]"), text.npos) << text;
  EXPECT_EQ(text[192 + 8], 1);
  EXPECT_EQ(text[192 + 9 * 25 + 8], -1);
  EXPECT_EQ(text[192 + 9 * 25 + 9], 5);
  EXPECT_EQ(text[192 + 9 * 25 + 17], 9);
}

/// The events of each frame lead from its predecessor's pairs to its own.
TEST(Overlap, EventsLeadFromFrameToFrame) {
  const ScratchFolder folder;
  const Outcome result = run({"overlap", "--demo", "crowd:2000:6", "--pairs", folder.path("pairs.csv"), "--events",
                              folder.path("events.csv"), "--separations"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto lines_of = [&](const char* name) {
    std::vector<std::vector<std::string>> lines;
    std::istringstream text(read_text(folder.path(name)));
    for (std::string line; std::getline(text, line);) {
      lines.emplace_back();
      std::istringstream fields(line);
      for (std::string field; std::getline(fields, field, ',');) lines.back().push_back(field);
    }
    lines.erase(lines.begin());
    return lines;
  };
  using Names = std::set<std::pair<std::string, std::string>>;
  std::map<std::string, Names> pairs;
  for (const auto& line : lines_of("pairs.csv")) pairs[line[0]].emplace(line[1], line[2]);
  ASSERT_EQ(pairs.size(), 6U);
  Names now;
  std::string frame = "0";
  std::size_t events = 0;
  const auto lines = lines_of("events.csv");
  for (const auto& line : lines) {
    if (line[0] != frame) {
      EXPECT_TRUE(now == pairs[frame]) << frame;
    }
    frame = line[0], ++events;
    if (line[1] == "began") {
      EXPECT_TRUE(now.emplace(line[2], line[3]).second);
    } else {
      EXPECT_EQ(now.erase({line[2], line[3]}), 1U);
    }
  }
  EXPECT_TRUE(now == pairs[frame]);
  EXPECT_GT(events, pairs["0"].size() + 100);
}

TEST(Overlap, DemosNeedNoFile) {
  const json crowd = overlap_json({"--demo", "crowd:2000:3"}),
             again = overlap_json({"--demo", "crowd:2000:3", "--threads", "1"}),
             other = overlap_json({"--demo", "crowd:2000:3", "--seed", "2"}),
             particles = overlap_json({"--demo", "particles:5000"});
  EXPECT_EQ(crowd["file"], "generated crowd, seed 1");
  EXPECT_EQ(crowd["frames"].size(), 3U);
  EXPECT_EQ(crowd["shape"], "circle");
  EXPECT_EQ(particles["frames"].size(), 10U);
  EXPECT_EQ(particles["shape"], "sphere");
  EXPECT_GT(particles["total"]["pairs"], 10'000);
  EXPECT_EQ(crowd["total"]["pairs"], again["total"]["pairs"]);
  EXPECT_NE(crowd["total"]["pairs"], other["total"]["pairs"]);
  EXPECT_EQ(crowd["total"]["pairs"], overlap_json({"--demo", "crowd:2000:3", "--skin", "0"})["total"]["pairs"]);
}

/// The crowd moves along x with up to 1.6 m/s, 25 frames a second: 0.064 m a frame.
TEST(Overlap, TellsWhatIsTimedAndHowOftenASkinSorts) {
  const auto sorts = [](const char* skin) {
    const json result = overlap_json({"--demo", "crowd:2000:30", "--skin", skin});
    int sum = 0;
    for (const json& frame : result["frames"]) sum += frame["sorts"].get<int>();
    EXPECT_EQ(result["frames"][0]["sorts"], 1) << "the pass that warms up leaves no order";
    EXPECT_EQ(result["total"]["sorts"], sum);
    EXPECT_EQ(result["warm_up_passes"], 1);
    return sum;
  };
  EXPECT_EQ(sorts("0"), 30);
  EXPECT_EQ(sorts("0.1"), 30) << "half of it is less than a frame's motion";
  EXPECT_EQ(sorts("0.13"), 15);
  EXPECT_EQ(sorts("0.26"), 10);
  EXPECT_EQ(sorts("0.52"), 6);
  const Outcome text = run({"overlap", "--demo", "crowd:2000:30", "--skin", "0.13"});
  EXPECT_NE(text.out.find("\ntimed: one pass over each frame, after one over the first that does not count"),
            std::string::npos);
  EXPECT_NE(text.out.find("\nskin: 0.13; the pass sorted again in 15 of 30 frames\n"), std::string::npos) << text.out;
  EXPECT_EQ(run({"overlap", "-"}, small_crowd).out.find("skin"), std::string::npos);
}

TEST(Overlap, BadLinesAreToldAndNothingIsWritten) {
  const ScratchFolder folder;
  const std::string file = folder.path("bad.csv");
  write_text(file, "x,y,r\n0,0,1\n0,nan,1\n0,0\n");
  const Outcome result = run({"overlap", file, "--pairs", folder.path("pairs.csv"), "--report", folder.path("r.html")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            file + ":3:2: \"nan\" is not a finite number\n" + file + ":4:3: the line ends after 2 of 3 fields\n");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"bad.csv"});
  std::string many = "x,y,r\n";
  for (int i = 0; i < 1000; ++i) many += "a,b,c\n";
  const Outcome shortened = run({"overlap", "-"}, many);
  EXPECT_EQ(shortened.exit_code, 1);
  EXPECT_EQ(std::count(shortened.err.begin(), shortened.err.end(), '\n'), 21);
  EXPECT_NE(shortened.err.find("standard input: and 980 more\n"), std::string::npos) << shortened.err;
}

TEST(Overlap, BadFilesAreExitCode1) {
  const ScratchFolder folder;
  const std::pair<std::string, std::string> files[] = {
      {"empty.csv", ""},
      {"header.csv", "x,y,r\n"},
      {"no_radius.csv", "x,y\n0,0\n"},
      {"archive.npz", "PK\x03\x04 and so on"},
      {"cut.npy", text_of(make_npy("(2, 3)", {1, 2, 1, 1, 2, 1})).substr(0, 90)},
      {"nan.npy", text_of(make_npy("(1, 3)", {1, std::numeric_limits<float>::quiet_NaN(), 1}))},
  };
  for (const auto& [file, content] : files) {
    write_text(folder.path(file), content);
    const Outcome result = run({"overlap", folder.path(file), "--report", folder.path("report.html")});
    EXPECT_EQ(result.exit_code, 1) << file;
    EXPECT_EQ(result.out, "") << file;
    EXPECT_TRUE(result.err.starts_with("lockstep: " + folder.path(file) + ": ")) << result.err;
  }
  EXPECT_EQ(run({"overlap", folder.path("absent")}).exit_code, 1);
  const std::vector<std::string> names = folder.names();
  EXPECT_EQ(std::count(names.begin(), names.end(), "report.html"), 0);
}

TEST(Overlap, OptionsThatMakeNoSense) {
  const std::vector<std::vector<std::string>> cases = {
      {},
      {"-", "--demo", "crowd:5"},
      {"--demo", "crowd"},
      {"--demo", "crowd:5", "--radius", "1"},
      {"-", "--radius", "-1"},
      {"-", "--radius", "1ft"},
      {"-", "--radius", "nan"},
      {"-", "--radius", "cm"},
      {"-", "--margin", "inf"},
      {"-", "--margin", "x"},
      {"-", "--skin", "-1"},
      {"-", "--unit", "km"},
      {"-", "--frames", "3:1"},
      {"-", "--frames", "a:b"},
      {"-", "--columns", "x"},
      {"-", "--isa", "mmx"},
  };
  for (std::vector<std::string> arguments : cases) {
    arguments.insert(arguments.begin(), "overlap");
    const Outcome result = run(arguments, "1,2,3\n");
    EXPECT_EQ(result.exit_code, 2) << arguments.back() << "\n" << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("lockstep: ")) << result.err;
  }
}

TEST(Overlap, DecimalCommasOfLengthsAreNamed) {
  for (const char* option : {"--radius", "--margin", "--skin"})
    for (const char* length : {"0,3", "0,3cm", "0,3 mm"})
      EXPECT_EQ(
          run({"overlap", "-", option, length}, "x,y,r\n1,2,3\n").err,
          concat("lockstep: ", option, ": \"0,3\" has a decimal comma: numbers are written with a point, as 0.5\n"));
}

TEST(Overlap, OddNumbersAreNoted) {
  EXPECT_NE(run({"overlap", "-"}, "x,y,hx,hy,angle\n0,0,1,2,90\n3,0,1,2,45\n")
                .out.find("note: line 2: the angle 90 is beyond a full turn, as are 1 more: angles are in radians"),
            std::string::npos);
}

/// The page of a file.
std::string page_of(std::vector<std::string> arguments, const std::string& text) {
  const ScratchFolder folder;
  arguments.insert(arguments.begin(), "overlap");
  arguments.insert(arguments.end(), {"--report", folder.path("report.html")});
  const Outcome result = run(arguments, text);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("report: " + folder.path("report.html")), std::string::npos) << result.out;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"report.html"});
  return read_text(folder.path("report.html"));
}

void expect_stands_alone(const std::string& text) {
  const Page page = parse_page(text);
  expect_self_contained(text, page);
  EXPECT_EQ(page.count("html"), 1U);
  EXPECT_EQ(page.count("canvas"), 1U);
  EXPECT_EQ(page.count("script"), 2U);
}

TEST(OverlapPage, ShowsFramesAndMarksOverlap) {
  const std::string text = page_of({"-"}, small_crowd);
  expect_stands_alone(text);
  EXPECT_EQ(parse_page(text).count("svg"), 2U) << "pairs and density";
  const json data = data_of(text);
  ASSERT_EQ(data["frames"].size(), 2U);
  EXPECT_EQ(data["most"], 0);
  const json& first = data["frames"][0];
  EXPECT_EQ(first["o"], 3) << "three circles come first, because they overlap";
  ASSERT_EQ(first["x"].size(), 4U);
  EXPECT_EQ(first["p"], 2);
  EXPECT_EQ(first["n"], 4);
  // Ids 3, 5 and 8 lie at x = 0, 3 and 1.5, the bounds reach from 0 to 10 with room of two radii at each end.
  const double unit = 10000.0 / 14;
  EXPECT_NEAR(first["x"][0].get<double>(), 2 * unit, 1);
  EXPECT_NEAR(first["x"][1].get<double>(), 5 * unit, 1);
  EXPECT_NEAR(first["x"][2].get<double>(), 3.5 * unit, 1);
  EXPECT_NEAR(first["r"].get<double>(), unit, 1);
  EXPECT_GT(first["y"][0], first["y"][3]) << "y grows upwards in the world and downwards on the page";
}

TEST(OverlapPage, DrawsShapesOfThePlane) {
  const std::string text = page_of({"-"},
                                   "shape,x,y,angle,r,half_angle,hx,hy\n"
                                   "circle,0,0,,1,,,\nslice,10,0,0.5,2,0.25,,\nbox,0,10,-1,,,1,2\n");
  expect_stands_alone(text);
  EXPECT_NE(text.find("3 shapes in all"), std::string::npos);
  const json frame = data_of(text)["frames"][0];
  EXPECT_EQ(frame["k"], (json{0, 4, 2}));
  EXPECT_EQ(frame["a"], (json{0, -500, 1000})) << "thousandths of a radian, and y grows downwards";
  // The bounds reach from 0 to 10 with room of two median radii at each end.
  const double unit = 10000.0 / 18;
  EXPECT_NEAR(frame["u"][1].get<double>(), 2 * unit, 1);
  EXPECT_EQ(frame["v"][1], 250);
  EXPECT_NEAR(frame["u"][2].get<double>(), unit, 1);
  EXPECT_NEAR(frame["v"][2].get<double>(), 2 * unit, 1);
  const std::string solid = page_of({"-"}, "x,y,z,hx,hy,hz,qx,qy,qz,qw\n0,0,0,1,1,1,0,0,0,1\n");
  EXPECT_FALSE(data_of(solid)["frames"][0].contains("k"));
  EXPECT_NE(solid.find("Each is the circle around a shape."), std::string::npos);
}

/// From 3 pairs to 4 and back would be hardly a line's width in a chart that starts at 0.
TEST(OverlapPage, ChartsShowWhatChanges) {
  std::string text = "frame,id,x,y,r\n";
  for (int frame = 0; frame < 2; ++frame)
    for (int id = 0; id < 8; ++id)  // pairs next to each other; the last one overlaps from frame 1 on
      text += std::to_string(frame) + "," + std::to_string(id) + "," + std::to_string(10 * (id / 2) + id % 2) + "," +
              (frame == 0 && id == 7 ? "5" : "0") + ",1\n";
  const std::string page = page_of({"-"}, text);
  EXPECT_NE(page.find("the lower edge is at 2.90, not at 0"), std::string::npos);
  EXPECT_NE(page.find("class=\"pairs\" d=\"M0.0 90.91L1000.0 0.00\""), std::string::npos);
  EXPECT_EQ(page_of({"-"}, small_crowd).find("not at 0"), std::string::npos) << "from 0 to 2 pairs";
}

TEST(OverlapPage, PicturesCanBeLookedAtClosely) {
  const Page page = parse_page(page_of({"-"}, small_crowd));
  EXPECT_EQ(std::count_if(page.elements.begin(), page.elements.end(),
                          [](const Element& e) { return e.attributes.count("data-zoom") == 1; }),
            3);
}

TEST(OverlapPage, Density) {
  // Of four points in a row, 1 apart, each has others within 2.5 (5 radii): 2 + 3 + 3 + 2, by the area of that circle.
  const std::string text = page_of({"-"}, "x/m,y/m,r/m\n0,0,0.5\n1,0,0.5\n2,0,0.5\n3,0,0.5\n");
  EXPECT_NEAR(data_of(text)["frames"][0]["d"].get<double>(), 10.0 / 4 / (3.14159265 * 2.5 * 2.5), 1e-6);
  EXPECT_NE(text.find("within 2.5 m of its own"), std::string::npos);
  const std::string points = page_of({"-", "--radius", "0"}, "x,y\n0,0\n0,0\n");
  EXPECT_EQ(parse_page(points).count("svg"), 1U) << "without radii there is no density";
}

/// Circles and spheres of every legal size: five median radii, or the largest query of the library, and no larger than
/// numbers.
/// Discs on whole centimetres, many of them in exact contact, written in metres: the pairs of whole numbers.
TEST(Overlap, DecimalsAreNotRounded) {
  for (const bool in_utm : {false, true}) {
    std::mt19937 random(7);
    const long long east = in_utm ? 39177900 : 0, north = in_utm ? 582007200 : 0;
    std::vector<std::pair<long long, long long>> places;
    std::string text = "x,y\n";
    const auto metres = [](long long centimetres) {
      char digits[40];
      std::snprintf(digits, sizeof digits, "%lld.%02lld", centimetres / 100, centimetres % 100);
      return std::string(digits);
    };
    while (places.size() < 3000) {
      const auto along = [&] { return static_cast<long long>(random() % 1500); };
      const long long x = east + along(), y = north + along();
      places.emplace_back(x, y);
      text += metres(places.back().first) + "," + metres(places.back().second) + "\n";
    }
    std::uint64_t pairs = 0, in_contact = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const long long dx = places[i].first - places[j].first, dy = places[i].second - places[j].second;
        pairs += dx * dx + dy * dy <= 70 * 70, in_contact += dx * dx + dy * dy == 70 * 70;
      }
    EXPECT_GT(in_contact, 20U);
    const json result = overlap_json({"-", "--radius", "0.35"}, text);
    EXPECT_EQ(result["total"]["pairs"], pairs) << (in_utm ? "UTM" : "near 0");
  }
}

/// Circles at any doubles: the pairs of exact arithmetic.
TEST(Overlap, DoublesAreNotRounded) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> along(0, 20);
  std::vector<std::array<double, 2>> places;
  std::string text = "x,y\n";
  const auto add = [&](double x, double y) {
    places.push_back({x, y});
    char line[80];
    std::snprintf(line, sizeof line, "%.17g,%.17g\n", x, y);
    text += line;
  };
  while (places.size() < 1500) {
    const double x = 391779 + along(random), y = 5820072 + along(random);
    add(x, y);
    // A neighbour whose distance is 0.5 but for some steps of a double.
    add(std::nextafter(x + 0.3, along(random) < 10 ? 0 : 1e9), std::nextafter(y - 0.4, along(random) < 10 ? 0 : 1e9));
  }
  __extension__ using Whole = __int128;  // all numbers are multiples of 2^-34
  const auto whole = [](double number) { return static_cast<Whole>(std::ldexp(number, 34)); };
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (std::hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]) > 0.6) continue;
      const Whole dx = whole(places[i][0]) - whole(places[j][0]), dy = whole(places[i][1]) - whole(places[j][1]);
      pairs += dx * dx + dy * dy <= whole(0.5) * whole(0.5);
    }
  EXPECT_EQ(overlap_json({"-", "--radius", "0.25"}, text)["total"]["pairs"], pairs);
}

TEST(OverlapPage, DensityOfEveryLegalSize) {
  for (const bool flat : {true, false})
    for (const float radius : {1e-45F, 1e-38F, 1e-20F, 1.0F, 1e17F, 3.9e17F, 4.1e17F, max_coordinate}) {
      const ScratchFolder folder;
      const std::vector<float> xs = {0, radius, -max_coordinate, max_coordinate};
      std::string text = flat ? "x,y,r\n" : "x,y,z,r\n";
      for (const float x : xs) text += concat(x, flat ? ",0," : ",0,0,", radius, "\n");
      const json result = overlap_json({"-", "--report", folder.path("page.html")}, text);

      const double distance = result["density_distance"].get<double>();
      if (radius >= 1e-38F) {
        EXPECT_NEAR(distance / std::min(5.0 * radius, 2e18), 1, 1e-6) << radius;
      }
      double others = 0;
      for (const float a : xs)
        for (const float b : xs) others += std::abs(double{a} - b) <= distance ? 0.25 : 0;
      others -= 1;  // itself
      EXPECT_GT(others, 0) << radius;
      const double size = std::numbers::pi * distance * distance * (flat ? 1 : 4.0 / 3 * distance);
      EXPECT_NEAR(result["total"]["density"].get<double>() * size / others, 1, 1e-5) << radius;
      const std::string page = read_text(folder.path("page.html"));
      expect_stands_alone(page);
      for (const char* word : {"nan", "inf", "null"})
        EXPECT_EQ(data_of(page).dump().find(word), std::string::npos) << radius;
    }
}

TEST(OverlapPage, NamesCannotEscape) {
  const ScratchFolder folder;
  const std::string name = "<script>alert('1')<&\".csv";
  write_text(folder.path(name), "x,y,r,</title><script>\n0,0,1,\n");
  const Outcome result = run({"overlap", folder.path(name), "--report", folder.path("report.html")});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  expect_stands_alone(read_text(folder.path("report.html")));
}

TEST(OverlapPage, LongFilesAreThinnedAndSaySo) {
  std::string text = "frame,id,x,y,r\n";
  for (int frame = 0; frame < 3000; ++frame)
    for (int id = 0; id < 3; ++id)
      text += std::to_string(frame) + "," + std::to_string(id) + "," + std::to_string(frame == 1234 ? 0 : 5 * id) +
              ",0,1\n";
  const std::string page = page_of({"-"}, text);
  expect_stands_alone(page);
  EXPECT_LT(page.size(), 200'000U);
  EXPECT_NE(page.find("The picture can show 241 of 3000 frames"), std::string::npos);
  EXPECT_NE(page.find("3 frames are one point of a chart"), std::string::npos);
  const json data = data_of(page);
  EXPECT_EQ(data["frames"][data["most"].get<std::size_t>()]["t"], 1234) << "the frame with most pairs is always there";
  EXPECT_EQ(data["frames"].front()["t"], 0);
  EXPECT_EQ(data["frames"].back()["t"], 2999);
}

TEST(OverlapPage, LargeFramesAreCutAndSaySo) {
  for (const char* demo : {"crowd:50000:3", "particles:50000:3"}) {
    const std::string page = page_of({"--demo", demo}, "");
    expect_stands_alone(page);
    EXPECT_LT(page.size(), 3'000'000U);
    std::size_t drawn = 0;
    const json data = data_of(page);
    for (const json& frame : data["frames"]) drawn += frame["x"].size();
    EXPECT_LE(drawn, 160'000U);
    if (std::string(demo).starts_with("crowd")) {
      EXPECT_NE(page.find("The picture shows a part in the middle"), std::string::npos);
      EXPECT_GT(drawn, 60'000U) << "the bound is used";
    } else {
      EXPECT_NE(page.find("The picture shows a slice across the middle, 2.00 thick"), std::string::npos);
      EXPECT_GT(drawn, 3'000U) << "0.19 particles per volume, in a slice of 64 by 64 by 2, in three frames";
    }
  }
}

}  // namespace
}  // namespace lockstep::tools::test
