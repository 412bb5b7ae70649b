// The files that commands write: none that they read, none twice, and files that are not regular directly.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "support/fixtures.hpp"
#include "support/subprocess.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

constexpr const char* two_circles = "x,y,r\n0,0,1\n1,0,1\n";
constexpr const char* their_pairs = "frame,a,b\n0,0,1\n";

/// `lockstep perf` uses the exit codes 1 to 4 for its results.
int wrong_usage(const std::vector<std::string>& arguments) { return arguments.front() == "perf" ? 64 : 2; }

/// A command that reads `in` and writes `out`, and the options for both.
struct Case {
  std::vector<std::string> arguments;
  std::string reads, writes;
};

std::vector<Case> cases(const std::string& in, const std::string& out, const std::string& program) {
  return {
      {{"cull", in, "--report", out}, "SCENE", "--report"},
      {{"overlap", in, "--pairs", out}, "FILE", "--pairs"},
      {{"overlap", in, "--events", out}, "FILE", "--events"},
      {{"overlap", in, "--report", out}, "FILE", "--report"},
      {{"perf", "trend", "--history", in, "--csv", out}, "--history", "--csv"},
      {{"perf", "report", "--history", in, "--html", out}, "--history", "--html"},
      {{"perf", "compare", in, program, "--json", out}, "OLD", "--json"},
      {{"perf", "compare", program, in, "--markdown", out}, "NEW", "--markdown"},
      {{"perf", "compare", program, program, "--floor", in, "--json", out}, "--floor", "--json"},
      {{"perf", "selftest", in, "--save", out}, "PROGRAM", "--save"},
      {{"perf", "record", in, "--history", out}, "PROGRAM", "--history"},
      {{"perf", "record", program, "--operations", in, "--history", out}, "--operations", "--history"},
  };
}

TEST(CommandFiles, AnInputIsNeverOverwritten) {
  const ScratchFolder folder;
  const std::string in = folder.path("in"), symbolic = folder.path("symbolic"), hard = folder.path("hard");
  write_text(in, "the only copy");
  ASSERT_EQ(::symlink("in", symbolic.c_str()), 0);
  ASSERT_EQ(::link(in.c_str(), hard.c_str()), 0);
  const std::string detour =
      folder.path("../" + std::filesystem::path(folder.path("")).parent_path().filename().string());
  const std::vector<std::string> before = folder.names();
  for (const std::string& out : {in, detour + "/in", symbolic, hard}) {
    std::vector<Case> all = cases(in, out, "/bin/true");
    for (Case& reversed : cases(out, in, "/bin/true")) all.push_back(std::move(reversed));
    for (const Case& c : all) {
      const Outcome result = run(c.arguments);
      EXPECT_EQ(result.exit_code, wrong_usage(c.arguments)) << c.writes << " " << out << "\n" << result.err;
      EXPECT_EQ(result.err.find("lockstep: " + c.writes + ": "), 0U) << result.err;
      EXPECT_NE(result.err.find(" is the same file as " + c.reads + ","), std::string::npos) << result.err;
      EXPECT_EQ(result.out, "");
      EXPECT_EQ(read_text(in), "the only copy");
    }
  }
  EXPECT_EQ(folder.names(), before);
}

TEST(CommandFiles, AProgramIsFoundAsTheShellFindsIt) {
  const ScratchFolder folder;
  write_text(folder.path("bench"), "#!/bin/sh\n");
  ASSERT_EQ(::chmod(folder.path("bench").c_str(), 0700), 0);
  Launch launch;
  launch.arguments = {"perf", "compare", "bench", "true", "--json", folder.path("bench")};
  launch.environment = {{"PATH", "/absent:" + folder.path("") + ":/bin"}};
  const Outcome result = run(launch);
  EXPECT_EQ(result.exit_code, wrong_usage(launch.arguments));
  EXPECT_NE(result.err.find("--json: "), std::string::npos);
  EXPECT_NE(result.err.find(" is the same file as OLD,"), std::string::npos) << result.err;
}

TEST(CommandFiles, StandardInputIsAnInput) {
  for (const char* option : {"--pairs", "--report"}) {
    const Outcome result = run({"overlap", "-", option, "/dev/stdin"}, two_circles);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.err,
              concat("lockstep: ", option, ": /dev/stdin is the same file as FILE, which would be overwritten\n"));
  }
}

TEST(CommandFiles, StandardOutputIsAnOutput) {
  const ScratchFolder folder;
  const std::string file = folder.path("file"), link = folder.path("link");
  ASSERT_EQ(::symlink("file", link.c_str()), 0);
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"pairs", file},
                                             {"pairs", "--json", link},
                                             {"cull", file},
                                             {"overlap", link},
                                             {"overlap", "--demo", "crowd:9", "--pairs", file},
                                             {"overlap", "--demo", "crowd:9", "--json", "--report", link},
                                             {"perf", "trend", "--history", file},
                                             {"perf", "record", "/bin/true", "--history", file, "--commit", "c"}}) {
    write_text(file, "the only copy");
    Launch launch;
    launch.arguments = arguments;
    launch.output_path = file;
    const Outcome result = run(launch);
    EXPECT_EQ(result.exit_code, wrong_usage(launch.arguments)) << result.err;
    EXPECT_NE(result.err.find(" is the file that standard output goes to\n"), std::string::npos) << result.err;
    EXPECT_EQ(read_text(file), "the only copy");
  }
}

TEST(CommandFiles, TwoOutputsAreTwoFiles) {
  const ScratchFolder folder;
  write_text(folder.path("old"), "the old one");
  ASSERT_EQ(::symlink("old", folder.path("link").c_str()), 0);
  ASSERT_EQ(::symlink("new", folder.path("dangling").c_str()), 0);
  ASSERT_EQ(::symlink(".", folder.path("here").c_str()), 0);
  const std::vector<std::string> before = folder.names();
  for (const auto& [a, b] : std::vector<std::pair<const char*, const char*>>{
           {"old", "old"}, {"link", "old"}, {"new", "new"}, {"new", "here/new"}, {"dangling", "new"}}) {
    const Outcome result = run({"overlap", "-", "--pairs", folder.path(a), "--report", folder.path(b)}, two_circles);
    EXPECT_EQ(result.exit_code, 2) << a << " " << b;
    EXPECT_EQ(result.err, "lockstep: --pairs and --report: both write to one file, " + folder.path(b) + "\n");
  }
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"overlap", "-", "--pairs", "-", "--report", "-"},
                                             {"overlap", "-", "--report", "-", "--json"},
                                             {"overlap", "-", "--pairs", "/dev/stdout", "--json"},
                                             {"cull", "-", "--report", "/dev/fd/1", "--json"}}) {
    const Outcome result = run(arguments, two_circles);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find(": both write to standard output\n"), std::string::npos) << result.err;
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(folder.names(), before);
  EXPECT_EQ(run({"overlap", "-", "--pairs", "/dev/null", "--report", "/dev/null"}, two_circles).exit_code, 0);
}

TEST(CommandFiles, MinusPrintsInPlaceOfTheTable) {
  const Outcome page = run({"cull", "-", "--repeat", "1", "--report", "-"}, small_gltf());
  EXPECT_EQ(page.exit_code, 0) << page.err;
  EXPECT_TRUE(page.out.starts_with("<!DOCTYPE html>") && page.out.ends_with("</html>\n")) << page.out;
  EXPECT_EQ(run({"overlap", "-", "--pairs", "-"}, two_circles).out, their_pairs);
  EXPECT_TRUE(run({"overlap", "-", "--report", "-"}, two_circles).out.ends_with("</html>\n"));
  EXPECT_FALSE(std::filesystem::exists("-")) << "no file of that name";
  EXPECT_EQ(run({"perf", "record", "/bin/true", "--history", "-", "--commit", "c"}).exit_code, 64);
}

/// Its file is neither replaced nor overwritten from its start.
TEST(CommandFiles, OpenFilesAreWrittenWhereTheyAre) {
  const ScratchFolder folder;
  write_text(folder.path("crowd"), two_circles);
  const auto shell = [&](const std::string& pairs, const std::string& redirection) {
    const std::string file = folder.path("file");
    const std::string command = "{ echo before; '" LOCKSTEP_PROGRAM "' overlap '" + folder.path("crowd") +
                                "' --pairs " + pairs + " " + redirection + "; echo after; } >'" + file + "'";
    EXPECT_EQ(std::system(command.c_str()), 0);
    return read_text(file);
  };
  const std::string expected = std::string("before\n") + their_pairs + "after\n";
  EXPECT_EQ(shell("/dev/stdout", ""), expected);
  EXPECT_EQ(shell("/dev/fd/1", ""), expected);
  EXPECT_EQ(shell("/dev/fd/3", "3>&1 >/dev/null"), expected);
}

TEST(CommandFiles, PipesAreWrittenTo) {
  const ScratchFolder folder;
  const std::string pipe = folder.path("pairs");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read_text(pipe); });
  const Outcome result = run({"overlap", "-", "--pairs", pipe}, two_circles);
  reader.join();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(got, their_pairs);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST(CommandFiles, AnArrayNeedsARegularFile) {
  const ScratchFolder folder;
  ASSERT_EQ(::symlink("/dev/null", folder.path("pairs.npy").c_str()), 0);
  const Outcome result = run({"overlap", "-", "--pairs", folder.path("pairs.npy")}, two_circles);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("an array can be written to a regular file only"), std::string::npos) << result.err;
}

TEST(CommandFiles, ALinkToAFileThatIsNotThereMakesIt) {
  const ScratchFolder folder;
  ASSERT_EQ(::symlink("new", folder.path("link").c_str()), 0);
  EXPECT_EQ(run({"overlap", "-", "--pairs", folder.path("link")}, two_circles).exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_EQ(read_text(folder.path("new")), their_pairs);
  ASSERT_EQ(::symlink("circle", folder.path("circle").c_str()), 0);
  EXPECT_EQ(run({"overlap", "-", "--pairs", folder.path("circle")}, two_circles).exit_code, 3);
}

TEST(CommandFiles, AnEmptyNameIsWrongUsage) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"cull", ""},
           {"cull", "--report", ""},
           {"pairs", ""},
           {"overlap", ""},
           {"overlap", "--demo", "crowd:9", "--pairs", ""},
           {"overlap", "--demo", "crowd:9", "--report", ""},
           {"perf", "compare", "true", "true", "--json", ""},
           {"perf", "compare", "true", "true", "--markdown", ""},
           {"perf", "compare", "true", "true", "--floor", ""},
           {"perf", "compare", "true", ""},
           {"perf", "selftest", "true", "--save", ""},
           {"perf", "record", "true", "--commit", "c", "--history", ""},
           {"perf", "record", "true", "--commit", "c", "--history", "h", "--operations", ""},
           {"perf", "trend", "--history", ""},
           {"perf", "trend", "--history", "-", "--csv", ""},
           {"perf", "report", "--history", "-", "--html", ""}}) {
    const Outcome result = run(arguments);
    std::string line;
    for (const std::string& word : arguments) line += " '" + word + "'";
    EXPECT_EQ(result.exit_code, wrong_usage(arguments)) << line;
    EXPECT_NE(result.err.find("empty"), std::string::npos) << line << "\n" << result.err;
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(run({"overlap", "--demo", "crowd:9", "--report="}).exit_code, 2);
}

}  // namespace
}  // namespace lockstep::tools::test
