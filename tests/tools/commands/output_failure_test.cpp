// Results that cannot be written: an error, and no half-written file.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "support/fixtures.hpp"
#include "support/subprocess.hpp"

namespace lockstep::tools::test {
namespace {

Launch cull_to(const std::string& report) {
  Launch launch;
  launch.arguments = {"cull", "-", "--repeat", "1", "--report", report};
  launch.input = small_gltf();
  return launch;
}

/// Ten objects at one place: 45 pairs, which take more than a thousand bytes in 300 frames.
std::string many_overlaps() {
  std::string text = "frame,x,y,r\n";
  for (int i = 0; i < 3000; ++i) text += std::to_string(i / 10) + ",0,0,1\n";
  return text;
}

Launch pairs_to(const std::string& file) {
  Launch launch;
  launch.arguments = {"overlap", "-", "--pairs", file};
  launch.input = many_overlaps();
  return launch;
}

TEST(Output, FullDiskIsExitCode3) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"info"}, {"--help"}, {"--version"}, {"pairs", "-"}, {"cull", "-", "--json"}, {"overlap", "-"}}) {
    Launch launch;
    launch.arguments = arguments;
    launch.input = arguments[0] == "pairs"     ? "a | point 0 0 0 | point 0 0 0"
                   : arguments[0] == "overlap" ? "x,y,r\n0,0,1\n"
                                               : small_gltf();
    launch.output_path = "/dev/full";
    const Outcome result = run(launch);
    EXPECT_EQ(result.exit_code, 3) << arguments[0];
    EXPECT_EQ(result.err, "lockstep: standard output: No space left on device\n") << arguments[0];
  }
}

TEST(Output, ClosedStandardOutputIsExitCode3) {
  const ScratchFolder folder;
  Launch launch = cull_to(folder.path("report.html"));
  launch.close_output = true;
  const Outcome result = run(launch);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("standard output"), std::string::npos) << result.err;
  EXPECT_TRUE(read_text(folder.path("report.html")).ends_with("</html>\n"))
      << "the table must not end up in the report";
}

TEST(Output, ClosedPipeEndsTheProgram) {
  // A reader that closes before the first line.
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  ::close(pipe[0]);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(pipe[1], STDOUT_FILENO);
    ::signal(SIGPIPE, SIG_DFL);
    ::execl(LOCKSTEP_PROGRAM, LOCKSTEP_PROGRAM, "info", nullptr);
    ::_exit(127);
  }
  ::close(pipe[1]);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE((WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE) || (WIFEXITED(status) && WEXITSTATUS(status) == 3))
      << status;
}

TEST(Output, ReportOnFullDeviceIsExitCode3) {
  const Outcome result = run(cull_to("/dev/full"));
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.err, "lockstep: /dev/full: No space left on device\n");
  EXPECT_EQ(result.out, "");
  struct stat status {};
  ASSERT_EQ(::stat("/dev/full", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode)) << "the device must not be replaced by a file";
}

TEST(Output, FileSizeLimitLeavesTheOldReport) {
  const ScratchFolder folder;
  const std::string report = folder.path("report.html");
  for (const bool existing : {false, true}) {
    if (existing) write_text(report, "the old report");
    Launch launch = cull_to(report);
    launch.file_size_limit = 1000;
    const Outcome result = run(launch);
    EXPECT_EQ(result.exit_code, 3) << result.err << " signal " << result.signal;
    EXPECT_EQ(result.err, "lockstep: " + report + ": File too large\n");
    EXPECT_EQ(folder.names(), existing ? std::vector<std::string>{"report.html"} : std::vector<std::string>{});
    EXPECT_EQ(read_text(report), existing ? "the old report" : "");
  }
}

TEST(Output, PairsOnFullDeviceAreExitCode3) {
  const Outcome result = run(pairs_to("/dev/full"));
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.err, "lockstep: /dev/full: No space left on device\n");
  EXPECT_EQ(result.out, "");
}

TEST(Output, FileSizeLimitLeavesTheOldPairs) {
  const ScratchFolder folder;
  for (const char* name : {"pairs.csv", "pairs.npy"}) {
    const std::string path = folder.path(name);
    write_text(path, "the old pairs");
    Launch launch = pairs_to(path);
    launch.file_size_limit = 1000;
    const Outcome result = run(launch);
    EXPECT_EQ(result.exit_code, 3) << result.err << " signal " << result.signal;
    EXPECT_EQ(result.err, "lockstep: " + path + ": File too large\n");
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(read_text(path), "the old pairs");
  }
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"pairs.csv", "pairs.npy"}));
}

TEST(Output, PairsGoWhereTheyCannot) {
  const ScratchFolder folder;
  write_text(folder.path("file"), "");
  for (const std::string& path : {folder.path("absent/pairs.csv"), folder.path("file/pairs.npy"), folder.path("")}) {
    const Outcome result = run(pairs_to(path));
    EXPECT_EQ(result.exit_code, 3) << path;
    EXPECT_TRUE(result.err.starts_with("lockstep: " + path + ": ")) << result.err;
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
}

/// Interrupted while pairs are being written, long before the last frame.
TEST(Output, AnInterruptLeavesNothingBehind) {
  const ScratchFolder folder;
  const std::string pairs = folder.path("pairs.csv");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(signal, SIG_DFL);
      ::execl(LOCKSTEP_PROGRAM, LOCKSTEP_PROGRAM, "overlap", "--demo", "crowd:20000:10000", "--pairs", pairs.c_str(),
              nullptr);
      ::_exit(127);
    }
    const auto something_is_written = [&] {
      const std::vector<std::string> names = folder.names();
      return !names.empty() && std::filesystem::file_size(folder.path(names[0])) > 0;
    };
    while (!something_is_written()) ::usleep(1000);
    ASSERT_EQ(::kill(child, signal), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_EQ(folder.names(), std::vector<std::string>{});
  }
}

/// The page cannot be written: the pairs of the same run do not appear either.
TEST(Output, PairsAndReportAppearTogether) {
  const ScratchFolder folder;
  Launch launch = pairs_to(folder.path("pairs.csv"));
  launch.arguments.insert(launch.arguments.end(), {"--report", "/dev/full"});
  const Outcome result = run(launch);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

TEST(Output, ReportGoesWhereItCannot) {
  const ScratchFolder folder;
  write_text(folder.path("file"), "");
  for (const std::string& path :
       {folder.path("absent/report.html"), folder.path("file/report.html"), folder.path("")}) {
    const Outcome result = run(cull_to(path));
    EXPECT_EQ(result.exit_code, 3) << path;
    EXPECT_TRUE(result.err.starts_with("lockstep: " + path + ": ")) << result.err;
    EXPECT_EQ(result.out, "") << path;
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
}

TEST(Output, ReportReplacesAFileAndKeepsItsModeAndLinks) {
  const ScratchFolder folder;
  const std::string report = folder.path("report.html"), link = folder.path("link.html");
  write_text(report, "the old report");
  ASSERT_EQ(::chmod(report.c_str(), 0640), 0);
  ASSERT_EQ(::symlink(report.c_str(), link.c_str()), 0);
  const Outcome result = run(cull_to(link));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(read_text(report).starts_with("<!DOCTYPE html>"));
  struct stat status {};
  ASSERT_EQ(::lstat(link.c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
  ASSERT_EQ(::stat(report.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"link.html", "report.html"}));
}

TEST(Output, NewReportFollowsTheUmask) {
  const ScratchFolder folder;
  const mode_t before = ::umask(027);
  const Outcome result = run(cull_to(folder.path("report.html")));
  ::umask(before);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  struct stat status {};
  ASSERT_EQ(::stat(folder.path("report.html").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
}

TEST(Output, NoProgressOffTheTerminal) {
  const ScratchFolder folder;
  EXPECT_EQ(run({"cull", "--repeat", "20", "--threads", "1"}).err, "");
  EXPECT_EQ(run({"overlap", "--demo", "crowd:20000:20", "--threads", "1"}).err, "");
}

}  // namespace
}  // namespace lockstep::tools::test
