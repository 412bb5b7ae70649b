// The scripts of tools/perf/ci, which jobs of CI run.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "support/benchmark_fixture.hpp"
#include "support/subprocess.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

/// A repository whose branch main has a program of 100 ns, and whose branch change has one that is slower.
class PerfCi : public ::testing::Test {
 protected:
  PerfCi() {
    std::filesystem::create_directory(repository);
    EXPECT_EQ(shell("git init -q -b main ."), 0);
    commit(100);
    EXPECT_EQ(shell("git checkout -q -b change"), 0);
    commit(150);
    EXPECT_EQ(
        shell("git checkout -q main && echo x >other && git add -A && git -c user.name=A -c user.email=a@b commit "
              "-q -m later && git checkout -q change"),
        0);
  }
  [[nodiscard]] int shell(const std::string& command) const {
    return std::system(concat("cd '", repository, "' && { ", command, "; } >/dev/null 2>&1").c_str());
  }
  void commit(int ns) const {
    write_text(repository + "/bench.sh",
               "#!/bin/sh\nfor flag; do\n  case $flag in --benchmark_out=*) out=${flag#*=} ;; "
               "esac\ndone\ncat \"$0.json\" >\"$out\"\n");
    write_text(repository + "/bench.json", benchmark_json({{"sort", static_cast<double>(ns), 1}}));
    EXPECT_EQ(shell(concat("git add -A && git -c user.name=A -c user.email=a@b commit -q -m ", ns)), 0);
  }
  /// The script in the repository; `build` takes the place of the build's command.
  [[nodiscard]] Outcome compare(const std::string& more, const std::string& build = "true") const {
    Launch launch;
    launch.program = "/bin/sh";
    launch.arguments = {"-c", concat("cd '", repository, "' && exec '", LOCKSTEP_PERF_CI,
                                     "/compare.sh' --build 'pwd >>\"", folder.path("builds"),
                                     "\"; mkdir -p build; cp bench.sh build/bench; chmod +x build/bench; cp bench.json "
                                     "build/bench.json; ",
                                     build, "' --run build/bench --builds '", folder.path("cache"), "' ", more)};
    launch.environment = {{"LOCKSTEP_PERF", LOCKSTEP_PROGRAM}};
    return run(launch);
  }
  [[nodiscard]] std::ptrdiff_t builds() const {
    const std::string text = read_text(folder.path("builds"));
    return std::count(text.begin(), text.end(), '\n');
  }

  const ScratchFolder folder;
  const std::string repository = folder.path("repository");
};

TEST_F(PerfCi, AChangeIsComparedWithTheCommitThatItStartsFrom) {
  const std::string report = folder.path("report.md");
  const Outcome result = compare(concat("--base main --markdown '", report, "'"));
  EXPECT_EQ(result.exit_code, 1) << result.err << result.out;
  EXPECT_TRUE(read_text(report).starts_with("### Benchmarks: slower\n\n1 slower.\n")) << read_text(report);
  EXPECT_EQ(builds(), 2);
  EXPECT_EQ(shell("git status --porcelain | grep ."), 256) << "nothing was made in the checkout";
}

TEST_F(PerfCi, TheBaselineIsBuiltOnce) {
  EXPECT_EQ(compare("--base main").exit_code, 1);
  commit(100);
  EXPECT_EQ(compare("--base main").exit_code, 0) << "mended";
  EXPECT_EQ(builds(), 3);
}

TEST_F(PerfCi, WhatIsBrokenIsNotASlowdown) {
  EXPECT_EQ(compare("--base main", "exit 1").exit_code, 3);
  EXPECT_EQ(compare("--base main", "rm build/bench").exit_code, 3);
  EXPECT_EQ(compare("--base absent").exit_code, 64);
  EXPECT_EQ(compare("--base").exit_code, 64);
  EXPECT_EQ(compare("--base main --gate 0").exit_code, 64);
  EXPECT_EQ(compare("--base main").exit_code, 1) << "what failed to build is built again";
}

/// A gh that keeps comments in a file: its number and its text.
TEST_F(PerfCi, TheCommentIsReplacedByTheNextOne) {
  std::filesystem::create_directory(folder.path("bin"));
  write_text(folder.path("bin/gh"), concat("#!/bin/sh\nfolder='", folder.path(""), R"sh('
for word; do
  case $word in PATCH | POST) method=$word ;; body=@*) cp "${word#body=@}" "$folder/comment" ;; esac
done
echo "$method $*" >>"$folder/calls"
if [ -z "$method" ] && [ -e "$folder/comment" ]; then echo 77; fi
)sh"));
  ::chmod(folder.path("bin/gh").c_str(), 0755);
  write_text(folder.path("report.md"), "### Benchmarks: same\n");
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(shell(concat("PATH='", folder.path("bin"), "':\"$PATH\" '", LOCKSTEP_PERF_CI, "/comment.sh' '",
                           folder.path("report.md"), "' owner/name 5")),
              0);
  EXPECT_EQ(read_text(folder.path("comment")), "### Benchmarks: same\n\n<!-- lockstep-perf -->\n");
  const std::string calls = read_text(folder.path("calls"));
  const std::size_t first = calls.find("POST"), second = calls.find("PATCH");
  EXPECT_LT(first, second) << calls;
  EXPECT_NE(calls.find("repos/owner/name/issues/5/comments", first), std::string::npos) << calls;
  EXPECT_NE(calls.find("repos/owner/name/issues/comments/77", second), std::string::npos) << calls;
}

}  // namespace
}  // namespace lockstep::tools::test
