// lockstep perf becomes lockstep-perf: which one, with which arguments, and the message if there is none.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <csignal>
#include <filesystem>

#include "support/subprocess.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

/// A folder `bin` with a copy of lockstep, and a folder `path`, which is PATH besides those of the system.
class PerfProgram : public ::testing::Test {
 protected:
  PerfProgram() {
    for (const char* name : {"bin", "path"}) std::filesystem::create_directory(folder.path(name));
    std::filesystem::copy_file(LOCKSTEP_PROGRAM, folder.path("bin/lockstep"));
  }
  /// A lockstep-perf in `where` that runs these lines of sh.
  void write(const std::string& where, const std::string& lines, mode_t mode = 0755) const {
    const std::string path = folder.path(where + "/lockstep-perf");
    write_text(path, "#!/bin/sh\n" + lines + "\n");
    ::chmod(path.c_str(), mode);
  }
  [[nodiscard]] Outcome perf(const std::vector<std::string>& more = {}, const std::string& input = "") const {
    Launch launch;
    launch.program = folder.path("bin/lockstep");
    launch.arguments = {"perf"};
    launch.arguments.insert(launch.arguments.end(), more.begin(), more.end());
    launch.input = input;
    launch.environment = {{"PATH", folder.path("path") + ":/usr/bin:/bin"}};
    return run(launch);
  }

  const ScratchFolder folder;
};

TEST_F(PerfProgram, ThatBesideLockstepComesFirst) {
  write("path", "echo by PATH");
  EXPECT_EQ(perf().out, "by PATH\n");
  write("bin", "echo beside");
  EXPECT_EQ(perf().out, "beside\n");
}

TEST_F(PerfProgram, GetsArgumentsAndStreamsAndGivesItsExitCode) {
  write("bin", "for word; do echo \"[$word]\"; done; cat; echo problem >&2; exit 64");
  const Outcome result = perf({"compare", "--help", "two words", "", "--", "--isa=x"}, "input");
  EXPECT_EQ(result.out, "[compare]\n[--help]\n[two words]\n[]\n[--]\n[--isa=x]\ninput");
  EXPECT_EQ(result.err, "problem\n");
  EXPECT_EQ(result.exit_code, 64);
}

TEST_F(PerfProgram, ASignalEndsBoth) {
  for (const int signal : {SIGTERM, SIGXFSZ}) {
    write("bin", concat("kill -", signal, " $$"));
    EXPECT_EQ(perf().signal, signal);
  }
}

TEST_F(PerfProgram, WhereThereIsNoneItIsSaidHowToGetIt) {
  const Outcome result = perf({"trend", "--history", "-"});
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "lockstep: perf: the program lockstep-perf is neither in the folder of this program nor in PATH; build it "
            "from the sources of lockstep: cmake -S tools/perf -B build/perf && cmake --build build/perf\n");
}

TEST_F(PerfProgram, OneThatCannotBeRunIsNamed) {
  write("path", "echo by PATH");
  write("bin", "echo beside", 0644);
  const Outcome result = perf();
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_EQ(result.out, "") << "another one is not taken in its place";
  EXPECT_EQ(result.err,
            concat("lockstep: perf: ", folder.path("bin/lockstep-perf"), " cannot be run: Permission denied\n"));
}

TEST_F(PerfProgram, IsThereInThisBuild) {
  const Outcome result = run({"perf", "--version"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("lockstep-perf ")) << result.out;
  const std::string lockstep = run({"--version"}).out;
  EXPECT_EQ(result.out.substr(result.out.find(' ')), lockstep.substr(lockstep.find(' '))) << "one version for both";
  EXPECT_NE(run({"--help"}).out.find("lockstep-perf"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::tools::test
