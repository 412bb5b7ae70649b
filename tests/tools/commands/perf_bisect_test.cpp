// lockstep-perf bisect from end to end, in small repositories whose programs say how long they take.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "support/subprocess.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

/// What `build.sh` makes of a commit: a program that takes the time in the file `ns` of its own checkout, with 1 % of
/// noise that differs from run to run.
constexpr const char* program_lines = R"sh(#!/bin/sh
for flag; do
  case $flag in --benchmark_out=*) out=${flag#*=} ;; --benchmark_filter=*) filter=${flag#*=} ;; esac
done
n=0
test ! -e count || read -r n <count
read -r ns <ns
echo $((n + 1)) >count
. ./extra.sh
row() {
  echo '{"name": "'$1'", "run_name": "'$1'", "run_type": "iteration", "repetitions": 1, "repetition_index": 0,'
  echo '"threads": 1, "iterations": 10, "real_time": '$(($2 * (1000 + n * 7 % 11)))', "cpu_time": '
  echo $(($2 * (1000 + n * 7 % 11)))', "time_unit": "ns"}'
}
{
  echo '{"context": {}, "benchmarks": ['
  row sort/8 $ns
  case $filter in *sort*) ;; *) echo ,; row other 100 ;; esac
  echo ']}'
} >"$out"
)sh";

class PerfBisect : public ::testing::Test {
 protected:
  PerfBisect() {
    std::filesystem::create_directory(repository);
    write_text(repository + "/bench.sh", program_lines);
    write_text(repository + "/build.sh",
               "echo built >>\"$BUILDS\" && . ./extra_build.sh && cp bench.sh bench && chmod +x bench\n");
    EXPECT_EQ(git("init -q -b main ."), 0);
  }

  /// Runs a command of the shell in the repository.
  [[nodiscard]] int shell(const std::string& command) const {
    const int status = std::system(concat("cd '", repository, "' && { ", command, "; } >/dev/null 2>&1").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  [[nodiscard]] int git(const std::string& arguments, const std::string& before = "true") const {
    return shell(before + " && git -c user.name=Ada -c user.email=ada@example.invalid -c commit.gpgsign=false " +
                 arguments);
  }
  [[nodiscard]] std::string git_output(const std::string& arguments) const {
    const std::string out = folder.path("git_output");
    EXPECT_EQ(shell(concat("git ", arguments, " >'", out, "'")), 0) << arguments;
    std::string text = read_text(out);
    while (text.ends_with('\n')) text.pop_back();
    return text;
  }

  /// A commit whose program takes this time. The lines of sh come before it builds or runs.
  void commit(const std::string& subject, int ns, const std::string& build = "", const std::string& run = "") const {
    write_text(repository + "/ns", concat(ns, "\n"));
    write_text(repository + "/extra_build.sh", build + "\n");
    write_text(repository + "/extra.sh", run + "\n");
    write_text(repository + "/subject", subject + "\n");
    ASSERT_EQ(git(concat("commit -q -m '", subject, "'"), "git add -A"), 0);
    ASSERT_EQ(git(concat("tag '", subject, "'")), 0);
  }
  /// c0 to c(count - 1), slower from c`slow` on.
  void commits(int count, int slow) const {
    for (int i = 0; i < count; ++i) commit(concat("c", i), i < slow ? 100 : 110);
  }

  [[nodiscard]] Outcome bisect(const std::string& good, const std::string& bad, const std::string& more = "",
                               const std::string& program = "bench") const {
    Launch launch;
    launch.program = "/bin/sh";
    launch.arguments = {"-c", concat("cd '", repository, "' && exec '", LOCKSTEP_PROGRAM, "' bisect --good ", good,
                                     " --bad ", bad, " --build 'sh build.sh' --run '", program, "' ", more)};
    launch.environment = {{"BUILDS", folder.path("builds")}};
    return run(launch);
  }
  [[nodiscard]] std::size_t builds() const {
    const std::string text = read_text(folder.path("builds"));
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  void expect_untouched() const {
    EXPECT_EQ(git_output("status --porcelain"), "");
    EXPECT_EQ(git_output("worktree list").find('\n'), std::string::npos) << "checkouts are left";
    EXPECT_EQ(git_output("symbolic-ref HEAD"), "refs/heads/main");
  }

  const ScratchFolder folder;
  const std::string repository = folder.path("repository");
};

TEST_F(PerfBisect, FindsTheCommitAndSaysHowSureItIs) {
  commits(12, 7);
  const Outcome result = bisect("c0", "HEAD");
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_TRUE(result.out.starts_with("sort/8 became slower by 10 % (95 % interval +9")) << result.out;
  EXPECT_NE(result.out.find(git_output("rev-parse c7") + "\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find(" Ada: c7\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("Sure to at least 9"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("confirm it."), std::string::npos) << result.out;
  EXPECT_LE(builds(), 7U) << "two ends, and a logarithm of the others";
  expect_untouched();
  const std::size_t before = builds();
  EXPECT_EQ(bisect("c0", "HEAD").out, result.out) << "the state has the answer";
  EXPECT_EQ(builds(), before);
}

TEST_F(PerfBisect, NeighboursAreAnswerEnough) {
  commits(2, 1);
  const Outcome result = bisect("c0", "c1");
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_NE(result.out.find(git_output("rev-parse c1")), std::string::npos);
}

TEST_F(PerfBisect, HalfOfTheSlowdownDecidesAndTheRestIsSaid) {
  const int times[] = {100, 100, 104, 104, 104, 120, 120, 120};
  for (int i = 0; i < 8; ++i) commit(concat("c", i), times[i]);
  const Outcome result = bisect("c0", "c7");
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_NE(result.out.find(" Ada: c5\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("% of the slowdown. For the rest bisect again, with --bad "), std::string::npos)
      << result.out;
}

/// The command line prints lines of two benchmarks, and gets no filter of Google Benchmark as its $1.
TEST_F(PerfBisect, CommandLinesAndOtherFormats) {
  for (int i = 0; i < 5; ++i) commit(concat("c", i), i < 3 ? 100 : 110);
  const std::string line =
      "test $# = 0 && set -- $(cat count 2>/dev/null || echo 0) && echo $(($1 + 1)) >count && "
      "echo sort $(($(cat ns) * (1000 + $1 * 7 % 11))) ns && echo other 100 ns";
  const Outcome result = bisect("c0", "c4", "--command --format lines --allow-busy", line);
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_TRUE(result.out.starts_with("sort became slower by 10 % ")) << result.out;
  EXPECT_NE(result.out.find(" Ada: c3\n"), std::string::npos) << result.out;
  EXPECT_EQ(bisect("c0", "c4", "--command --allow-busy", line).exit_code, 64) << "another question";
}

/// The time of sleep is not wrong by a factor of ten on any machine.
TEST_F(PerfBisect, OfAWholeCommandItsWallTimeCounts) {
  commit("c0", 1), commit("c1", 1), commit("c2", 9);
  const Outcome result = bisect("c0", "c2", "--command --allow-busy", "sleep 0.0$(cat ns)");
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_TRUE(result.out.starts_with("wall time became slower by ")) << result.out;
  EXPECT_NE(result.out.find(" Ada: c2\n"), std::string::npos) << result.out;
}

TEST_F(PerfBisect, WhatDoesNotBuildIsSkipped) {
  const std::string failure = "echo 'a.c:1: error: x'; echo ' | ^~'; exit 3";
  for (int i = 0; i < 10; ++i) commit(concat("c", i), i < 7 ? 100 : 110, i == 4 || i == 5 ? failure : "");
  const Outcome result = bisect("c0", "c9");
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_NE(result.out.find(" Ada: c7\n"), std::string::npos) << result.out;
  EXPECT_NE(result.err.find("not built: the build failed with exit code 3; it said: a.c:1: error: x; its log is "),
            std::string::npos)
      << result.err;
}

TEST_F(PerfBisect, CommitsThatCannotBeDistinguishedAreListed) {
  for (int i = 0; i < 8; ++i) commit(concat("c", i), i < 5 ? 100 : 110, i == 4 ? "false" : "", i == 5 ? "exit 9" : "");
  const Outcome result = bisect("c0", "c7");
  EXPECT_EQ(result.exit_code, 2) << result.err << result.out;
  EXPECT_TRUE(result.out.starts_with("sort/8 became slower with one of 3 commits, which cannot be distinguished:\n"))
      << result.out;
  EXPECT_NE(result.out.find(" Ada: c6\n        bad\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find(" Ada: c5\n        not measured: "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find(" Ada: c4\n        not built: "), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find(" Ada: c3\n"), std::string::npos) << result.out;
  expect_untouched();
}

TEST_F(PerfBisect, ProgramsThatGoWrongAreSkipped) {
  const std::map<int, std::string> troubles = {
      {2, "kill -SEGV $$"}, {3, "sleep 1000"}, {5, "printf '{\"benchmarks\": [' >\"$out\"; exit 0"}};
  for (int i = 0; i < 9; ++i) commit(concat("c", i), i < 7 ? 100 : 110, "", troubles.contains(i) ? troubles.at(i) : "");
  const Outcome result = bisect("c0", "c8", "--timeout 1 --build-timeout 60");
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_NE(result.out.find(" Ada: c7\n"), std::string::npos) << result.out;
}

TEST_F(PerfBisect, ABuildThatHangsIsSkipped) {
  for (int i = 0; i < 5; ++i) commit(concat("c", i), i < 3 ? 100 : 110, i == 2 ? "sleep 1000" : "");
  const Outcome result = bisect("c0", "c4", "--build-timeout 1");
  EXPECT_EQ(result.exit_code, 2) << result.err << result.out;
  EXPECT_NE(result.out.find("not built: the build did not end within 1 s (--build-timeout)"), std::string::npos)
      << result.out;
}

TEST_F(PerfBisect, GoesOnAfterAnInterrupt) {
  const std::string once = folder.path("once");
  for (int i = 0; i < 10; ++i)
    commit(concat("c", i), i < 6 ? 100 : 110,
           i == 6 || i == 5 ? concat("test -e '", once, "' || { touch '", once,
                                     "'; kill -TERM $(cut -d \" \" -f 4 /proc/$PPID/stat); sleep 1000; }")
                            : "");
  const Outcome first = bisect("c0", "c9");
  EXPECT_EQ(first.signal, SIGTERM) << first.err << first.out;
  EXPECT_EQ(first.out, "");
  const std::size_t before = builds();
  const Outcome second = bisect("c0", "c9");
  EXPECT_EQ(second.exit_code, 0) << second.err << second.out;
  EXPECT_NE(second.out.find(" Ada: c6\n"), std::string::npos) << second.out;
  EXPECT_TRUE(second.err.starts_with("lockstep: going on after ")) << second.err;
  EXPECT_LT(builds() - before, 6U) << "what was built is not built again";
  expect_untouched();
}

/// c0 - c1 - c2 ------- merge - c3, and c1 - side1 - side2 - side3 - merge; side2 is slow.
TEST_F(PerfBisect, GoesIntoMergedBranchesUnlessForbidden) {
  commit("c0", 100), commit("c1", 100);
  ASSERT_EQ(git("checkout -q -b side"), 0);
  commit("side1", 100), commit("side2", 110), commit("side3", 110);
  ASSERT_EQ(git("checkout -q main"), 0);
  write_text(repository + "/other", "x\n");
  ASSERT_EQ(git("add -A && git -c user.name=Ada -c user.email=a@b.invalid commit -q -m c2"), 0);
  ASSERT_EQ(git("merge -q --no-edit -m merge side"), 0);
  write_text(repository + "/other", "y\n");
  ASSERT_EQ(git("commit -q -a -m c3"), 0);
  const Outcome whole = bisect("c0", "main");
  EXPECT_EQ(whole.exit_code, 0) << whole.err << whole.out;
  EXPECT_NE(whole.out.find(" Ada: side2\n"), std::string::npos) << whole.out;
  const Outcome first = bisect("c0", "main", "--first-parent --restart");
  EXPECT_EQ(first.exit_code, 0) << first.err << first.out;
  EXPECT_NE(first.out.find(" Ada: merge\n"), std::string::npos) << first.out;
}

TEST_F(PerfBisect, WithoutASlowdownThereIsNothingToFind) {
  commits(3, 9);
  const Outcome result = bisect("c0", "c2", "--benchmark sort/8");
  EXPECT_EQ(result.exit_code, 2) << result.err << result.out;
  EXPECT_NE(result.out.find("There is nothing to find"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("same: 1 same"), std::string::npos) << result.out;
  expect_untouched();
}

TEST_F(PerfBisect, AnEndThatDoesNotBuildOrRunIsExitCode3) {
  commit("c0", 100, "echo no compiler; exit 1"), commit("c1", 100), commit("c2", 110, "", "exit 5");
  const Outcome unbuilt = bisect("c0", "c1");
  EXPECT_EQ(unbuilt.exit_code, 3) << unbuilt.err;
  EXPECT_NE(unbuilt.err.find(": the build failed with exit code 1; it said: no compiler; its log is "),
            std::string::npos)
      << unbuilt.err;
  const Outcome broken = bisect("c1", "c2", "--restart");
  EXPECT_EQ(broken.exit_code, 3) << broken.err;
  EXPECT_NE(broken.err.find("failed with exit code 5"), std::string::npos) << broken.err;
}

TEST_F(PerfBisect, AProgramThatTheBuildDoesNotMakeIsExitCode3) {
  commits(2, 1);
  Launch launch;
  launch.program = "/bin/sh";
  launch.arguments = {"-c", concat("cd '", repository, "' && exec '", LOCKSTEP_PROGRAM,
                                   "' bisect --good c0 --bad c1 --build true --run build/bench")};
  const Outcome result = run(launch);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("the build made no program build/bench"), std::string::npos) << result.err;
}

TEST_F(PerfBisect, WrongUsageIsExitCode64) {
  commits(3, 2);
  EXPECT_EQ(bisect("c0", "absent").exit_code, 64);
  EXPECT_EQ(bisect("c0", "c0").exit_code, 64);
  EXPECT_EQ(bisect("c0", "--all").exit_code, 64);
  const Outcome swapped = bisect("c2", "c0");
  EXPECT_EQ(swapped.exit_code, 64);
  EXPECT_NE(swapped.err.find("is no ancestor of --bad"), std::string::npos) << swapped.err;
  const Outcome unknown = bisect("c0", "c2", "--benchmark zzz");
  EXPECT_NE(unknown.exit_code, 0) << unknown.out;
  Launch elsewhere;
  elsewhere.program = "/bin/sh";
  elsewhere.arguments = {"-c",
                         concat("cd / && exec '", LOCKSTEP_PROGRAM, "' bisect --good a --bad b --build true --run x")};
  EXPECT_EQ(run(elsewhere).exit_code, 64);
}

TEST_F(PerfBisect, AnotherQuestionDoesNotTakeTheStateOfThisOne) {
  commits(4, 2);
  ASSERT_EQ(bisect("c0", "c3").exit_code, 0);
  const Outcome other = bisect("c1", "c3");
  EXPECT_EQ(other.exit_code, 64);
  EXPECT_NE(other.err.find("holds another bisection"), std::string::npos) << other.err;
  EXPECT_EQ(bisect("c1", "c3", concat("--state '", folder.path("state"), "'")).exit_code, 0);
  EXPECT_EQ(bisect("c1", "c3", "--restart").exit_code, 0);
  const std::string state = repository + "/.git/lockstep-perf/state.json";
  write_text(state, read_text(state).substr(0, 100));
  const Outcome damaged = bisect("c1", "c3");
  EXPECT_EQ(damaged.exit_code, 4);
  EXPECT_NE(damaged.err.find("--restart begins anew"), std::string::npos) << damaged.err;
  EXPECT_EQ(bisect("c1", "c3", "--restart").exit_code, 0);
}

TEST_F(PerfBisect, TwoAtOnceDoNotShareAState) {
  commits(2, 1);
  const std::string state = repository + "/.git/lockstep-perf";
  std::filesystem::create_directory(state);
  const int descriptor = ::open(state.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(::flock(descriptor, LOCK_EX), 0);
  const Outcome result = bisect("c0", "c1");
  ::close(descriptor);
  EXPECT_EQ(result.exit_code, 64);
  EXPECT_NE(result.err.find("another bisection is running there"), std::string::npos) << result.err;
  EXPECT_EQ(bisect("c0", "c1", "--keep").exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(concat(state, "/", git_output("rev-parse c1"), "/bench")));
}

}  // namespace
}  // namespace lockstep::tools::test
