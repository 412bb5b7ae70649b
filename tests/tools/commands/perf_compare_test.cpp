// lockstep-perf compare and selftest from end to end, on programs whose times are scripted.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "perf/compare_text.hpp"
#include "support/benchmark_fixture.hpp"
#include "support/samples_fixture.hpp"
#include "support/subprocess.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

/// Eleven runs (one warms up) of one benchmark with about 1 % of noise around `ns`.
std::vector<std::string> outputs(double ns, const std::string& name = "work/8", int threads = 1, double noise = 0.01) {
  constexpr double wobble[] = {0.3, -0.8, 0.5, 1, -0.2, -1, 0.7, 0.1, -0.5, 0.9, -0.4};
  std::vector<std::string> list;
  for (const double step : wobble) {
    const double time = ns * (1 + noise * step);
    list.push_back(benchmark_json({{name, threads > 1 ? 1.0 : time, time, threads}}));
  }
  return list;
}

/// A killed process may take a moment to exit, and then waits to be reaped.
bool ends_soon(pid_t process) {
  for (int i = 0; i < 5000; ++i, ::usleep(1000)) {
    const std::string state = read_text(concat("/proc/", process, "/stat"));
    if (state.empty() || state.find(") Z ") != std::string::npos) return true;
  }
  return false;
}

/// A folder with two programs in it; temporary files go there too.
class PerfCompare : public ::testing::Test {
 protected:
  Outcome compare(std::vector<std::string> more = {}) const {
    Launch launch;
    launch.arguments = {"compare", folder.path("old"), folder.path("new")};
    launch.arguments.insert(launch.arguments.end(), more.begin(), more.end());
    launch.environment = {{"TMPDIR", folder.path("temporary")}};
    const Outcome result = run(launch);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path("temporary"))) << "temporary files are left";
    return result;
  }
  void write(const std::string& name, const std::vector<std::string>& contents, std::string_view before = "") const {
    static_cast<void>(write_fake_program(folder, name, contents, before));
  }
  [[nodiscard]] int runs_of(const std::string& name) const {
    return std::stoi(read_text(folder.path(name + ".count")));
  }
  void SetUp() override { std::filesystem::create_directory(folder.path("temporary")); }

  ScratchFolder folder;
};

TEST_F(PerfCompare, TheSameTimesAreTheSame) {
  write("old", outputs(100));
  write("new", outputs(100.2));
  const Outcome result = compare();
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_EQ(result.err, "");
  EXPECT_NE(result.out.find("\nsame: 1 same\n"), std::string::npos) << result.out;
  EXPECT_EQ(runs_of("old"), 11) << "one run warms up, ten count";
  EXPECT_EQ(runs_of("new"), 11);
}

TEST_F(PerfCompare, TenPercentSlowerIsExitCode1AfterASecondRound) {
  write("old", outputs(100));
  write("new", outputs(110));
  const Outcome result = compare({"--json", "-"});
  EXPECT_EQ(result.exit_code, 1) << result.err << result.out;
  EXPECT_EQ(runs_of("new"), 21);
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["verdict"], "slower");
  EXPECT_EQ(json["rounds"], 2);
  const auto& row = json["benchmarks"][0];
  EXPECT_EQ(row["name"], "work/8");
  EXPECT_EQ(row["time"], "cpu");
  EXPECT_NEAR(row["ratio"].get<double>(), 1.1, 0.01);
  EXPECT_LT(row["interval"][0].get<double>(), 1.1);
  EXPECT_GT(row["interval"][1].get<double>(), 1.1);
  EXPECT_LT(row["holm_p"].get<double>(), 0.05);
}

TEST_F(PerfCompare, FasterIsExitCode0) {
  write("old", outputs(110));
  write("new", outputs(100));
  const Outcome result = compare();
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_NE(result.out.find("faster: 1 faster"), std::string::npos) << result.out;
}

TEST_F(PerfCompare, ASlowdownOfTheFirstRoundAloneDoesNotCount) {
  write("old", outputs(100));
  std::vector<std::string> times = outputs(110);
  const std::vector<std::string> second = outputs(100);
  times.insert(times.end(), second.begin(), second.end());
  write("new", times);
  const Outcome result = compare({"--most-runs", "20"});
  EXPECT_EQ(result.exit_code, 2) << result.err << result.out;
  EXPECT_NE(result.out.find("slower after 10 runs, which 10 more did not confirm"), std::string::npos) << result.out;
}

TEST_F(PerfCompare, NoiseIsExitCode2) {
  write("old", outputs(100, "work/8", 1, 0.3));
  write("new", outputs(102, "work/8", 1, 0.3));
  const Outcome result = compare();
  EXPECT_EQ(result.exit_code, 2) << result.err << result.out;
  EXPECT_NE(
      result.out.find("too noisy to say: 1 too noisy to say\nThe smallest slowdown that would have been found: +"),
      std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find(" %.\nTo decide the 1 that is too noisy, pass "), std::string::npos) << result.out;
  EXPECT_EQ(runs_of("new"), 161) << "sixteen times the usual runs, and no more";
}

/// About as noisy as `outputs`, but unbounded: the number of its runs is unknown.
std::vector<std::string> many_outputs(double ns, double noise, unsigned seed) {
  std::vector<std::string> list;
  const perf::Samples times = samples("work/8", 1, noise, seed, 200);
  for (const double time : times.old_ns) list.push_back(benchmark_json({{"work/8", time / 100 * ns, time / 100 * ns}}));
  return list;
}

TEST_F(PerfCompare, RunsGoOnUntilAllIsDecided) {
  write("old", many_outputs(100, 0.06, 1));
  write("new", many_outputs(100, 0.06, 2));
  EXPECT_EQ(compare({"--most-runs", "20"}).exit_code, 2) << "too noisy for ten runs";
  const Outcome result = compare({"--until-decided", "2", "--gate", "5", "--json", "-"});
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["verdict"], "same");
  EXPECT_FALSE(json["time_was_up"].get<bool>());
  EXPECT_GE(json["looks"].size(), 2U);
  EXPECT_LT(json["looks"].size(), json["planned_looks"].size()) << "the time was not used up";
  EXPECT_NEAR(json["alpha"].get<double>() * static_cast<double>(json["planned_looks"].size()), 0.05, 1e-12);
}

/// As on a machine that other programs keep busy: ten runs do not decide, more do, without any option.
TEST_F(PerfCompare, WhatIsUndecidedIsRunAgainByItself) {
  write("old", many_outputs(100, 0.03, 5));
  write("new", many_outputs(100, 0.03, 6));
  const Outcome result = compare({"--json", "-"});
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["verdict"], "same");
  EXPECT_EQ(json["planned_looks"], (std::vector<int>{10, 20, 40, 80, 160}));
  EXPECT_GT(json["looks"].size(), 1U);
  EXPECT_NEAR(json["alpha"].get<double>(), 0.01, 1e-12);
  EXPECT_EQ(json["advice"], "");
}

/// A program that obeys the filter: all of its benchmarks without one, the noisy one alone with its name.
TEST_F(PerfCompare, WhatIsDecidedRunsNoMore) {
  const auto program = [&](const std::string& name, unsigned seed) {
    const perf::Samples noise = samples("noisy", 1, 0.04, seed, 200);
    std::vector<std::string> list;
    for (std::size_t i = 0; i < noise.old_ns.size(); ++i) {
      const FakeRow noisy{"noisy", noise.old_ns[i], 1}, quiet{"quiet", 100 + 0.01 * static_cast<double>(i % 7), 1};
      list.push_back(benchmark_json(i < 11 ? std::vector{noisy, quiet} : std::vector{noisy}));
    }
    write(name, list,
          concat("for flag; do last=$flag; case $flag in --benchmark_filter=*) echo \"$flag\" >>\"",
                 folder.path("filters"), "\" ;; esac; done"));
  };
  program("old", 11), program("new", 12);
  const Outcome result = compare({"--json", "-", "--", "--benchmark_filter=[nq]"});
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["verdict"], "same");
  EXPECT_GT(json["benchmarks"][0]["runs"].get<int>(), 10);
  EXPECT_EQ(json["benchmarks"][1]["runs"], 10);
  EXPECT_EQ(json["detectable"]["worst"], "noisy");
  const std::string filters = read_text(folder.path("filters"));
  EXPECT_TRUE(filters.starts_with("--benchmark_filter=[nq]\n"));
  EXPECT_TRUE(filters.ends_with("--benchmark_filter=[nq]\n--benchmark_filter=^(noisy)$\n")) << "the last one counts";
}

TEST_F(PerfCompare, WhatIsSlowerBeyondDoubtEndsAtOnce) {
  write("old", outputs(100));
  write("new", outputs(150));
  const Outcome result = compare();
  EXPECT_EQ(result.exit_code, 1) << result.err << result.out;
  EXPECT_EQ(runs_of("new"), 11) << "no second round";
}

TEST_F(PerfCompare, RunsEndWhenTheTimeIsUp) {
  const std::string wait = "sleep 0.01";
  write("old", many_outputs(100, 0.3, 3), wait);
  write("new", many_outputs(100, 0.3, 4), wait);
  const Outcome result = compare({"--until-decided", "0.05"});
  EXPECT_EQ(result.exit_code, 2) << result.err << result.out;
  EXPECT_NE(result.out.find(" looks were planned, each of them at "), std::string::npos) << result.out;
  EXPECT_GE(runs_of("new"), 21);
}

TEST_F(PerfCompare, TooLittleTimeIsThatOfTheUsualRounds) {
  const std::string wait = "sleep 0.05";
  write("old", outputs(100), wait);
  write("new", outputs(110), wait);
  const Outcome result = compare({"--until-decided", "0.01"});
  EXPECT_EQ(result.exit_code, 1) << result.err << result.out;
  EXPECT_NE(result.out.find("too short for more than the usual rounds"), std::string::npos) << result.out;
}

TEST_F(PerfCompare, WhatAllBenchmarksShareIsMarked) {
  const auto of_three = [](double ns) {
    std::vector<std::string> list;
    for (int i = 0; i < 11; ++i) {
      const auto time = [&](int phase) { return ns * (1 + 0.002 * ((7 * i + phase) % 11)); };
      list.push_back(benchmark_json({{"a", time(0), 1}, {"b", time(3), 1}, {"c", time(5), 1}}));
    }
    return list;
  };
  write("old", of_three(100));
  write("new", of_three(110));
  const Outcome result = compare({"--json", folder.path("result.json")});
  EXPECT_EQ(result.exit_code, 1) << "it may be a real slowdown: " << result.err;
  EXPECT_NE(result.out.find("All 3 benchmarks are slower, by about +10.00 %: likely the machine's doing. A change of "
                            "everything looks the same"),
            std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("slower: as all are, so likely the machine's doing"), std::string::npos) << result.out;
  const auto json = nlohmann::json::parse(read_text(folder.path("result.json")));
  EXPECT_NEAR(json["common_factor"]["ratio"].get<double>(), 1.1, 1e-9);
  EXPECT_EQ(json["common_factor"]["benchmarks"], 3);
  EXPECT_NEAR(json["benchmarks"][1]["ratio_to_common"].get<double>(), 1, 1e-9);
}

TEST_F(PerfCompare, SaysWhatWouldHaveBeenFound) {
  write("old", outputs(100));
  write("new", outputs(100));
  const auto row = nlohmann::json::parse(compare({"--json", "-"}).out)["benchmarks"][0];
  EXPECT_GT(row["detectable_ratio"].get<double>(), 1.03) << "more than the gate";
  EXPECT_LT(row["detectable_ratio"].get<double>(), 1.06) << "the noise is about 1 %";
  EXPECT_NE(compare().out.find("found from"), std::string::npos);
}

TEST_F(PerfCompare, ProgramsTakeTurns) {
  const std::string log = concat("echo $(basename \"$0\") >>\"", folder.path("order"), "\"");
  write("old", outputs(100), log);
  write("new", outputs(100), log);
  EXPECT_EQ(compare().exit_code, 0);
  std::string expected = "old\nnew\n";
  for (int i = 0; i < 5; ++i) expected += "old\nnew\nnew\nold\n";
  EXPECT_EQ(read_text(folder.path("order")), expected);
}

TEST_F(PerfCompare, FlagsAreHandedOn) {
  const std::string log = concat("echo \"$1 $2\" >>\"", folder.path("flags"), "\"");
  write("old", outputs(100), log);
  write("new", outputs(100));
  EXPECT_EQ(compare({"--", "--benchmark_filter=a b", "--isa=avx2"}).exit_code, 0);
  EXPECT_TRUE(read_text(folder.path("flags")).starts_with("--benchmark_filter=a b --isa=avx2\n"));
}

TEST_F(PerfCompare, OneThreadIsPinnedAndThreadsAreNot) {
  const std::string log = concat("grep Cpus_allowed_list /proc/self/status >\"", folder.path("allowed"), "\"");
  const auto allowed = [&] { return read_text(folder.path("allowed")); };
  write("old", outputs(100), log);
  write("new", outputs(100), log);
  EXPECT_EQ(compare().exit_code, 0);
  const std::string pinned = allowed();
  EXPECT_EQ(pinned.find_first_of(",-"), std::string::npos) << pinned;
  EXPECT_EQ(compare({"--no-pin"}).exit_code, 0);
  const std::string free = allowed();
  write("old", outputs(100, "work/threads:2", 2), log);
  write("new", outputs(100, "work/threads:2", 2), log);
  const Outcome result = compare({"--allow-busy"});
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out << "by wall time, which is the same";
  EXPECT_EQ(allowed(), free);
  EXPECT_NE(result.out.find("nothing is pinned"), std::string::npos);
}

TEST_F(PerfCompare, WallTimesOfABusyMachineSayNothing) {
  write("old", outputs(100, "work/real_time", 2), "sleep 0.03");
  write("new", outputs(120, "work/real_time", 2), "sleep 0.03");
  std::vector<pid_t> busy;
  for (long cpu = ::sysconf(_SC_NPROCESSORS_ONLN); cpu > 0; --cpu) {
    busy.push_back(::fork());
    if (busy.back() == 0)
      for (volatile int work = 0;;) work = work + 1;
  }
  const Outcome result = compare();
  const Outcome allowed = compare({"--allow-busy"});
  for (const pid_t child : busy) ::kill(child, SIGKILL), ::waitpid(child, nullptr, 0);
  EXPECT_EQ(result.exit_code, 2) << result.err << result.out;
  EXPECT_NE(result.out.find("too noisy to say: wall time, while something else kept "), std::string::npos)
      << result.out;
  EXPECT_EQ(allowed.exit_code, 1) << allowed.err << allowed.out;
}

TEST_F(PerfCompare, RowsOfOneProgramAloneAreSaid) {
  write("old", {benchmark_json({{"gone", 1, 1}, {"both", 100, 100}})});
  write("new", {benchmark_json({{"both", 100, 100}, {"new", 1, 1}})});
  const Outcome result = compare();
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_NE(result.out.find("not compared: only the new program has it"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("not compared: only the old program has it"), std::string::npos) << result.out;
}

TEST_F(PerfCompare, ARowThatFailsInOneProgramIsExitCode3) {
  const std::string good = benchmark_json({{"a", 100, 100}, {"b", 100, 100}});
  const std::string bad = benchmark_json({{"a", 100, 100}, {"b", 0, 0, 1, "wrong answers"}});
  write("old", {good});
  write("new", {bad});
  const Outcome result = compare();
  EXPECT_EQ(result.exit_code, 3) << result.err << result.out;
  EXPECT_NE(result.out.find("failed in the new program: wrong answers"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\nnot compared: 1 same, 1 not compared\n"), std::string::npos) << result.out;
  write("old", {bad});
  EXPECT_EQ(compare().exit_code, 0) << "what fails in both is no change";
}

TEST_F(PerfCompare, NoCommonBenchmarkIsExitCode3) {
  write("old", {benchmark_json({{"a", 1, 1}})});
  write("new", {benchmark_json({{"b", 1, 1}})});
  const Outcome result = compare();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.err, "lockstep: the two programs have no benchmark in common\n");
}

/// A failure of a program, and the message about it.
struct Trouble {
  const char* name;
  std::string before;  ///< lines of its script
  std::string output;
  const char* message;
};

TEST_F(PerfCompare, ProgramsThatGoWrongAreExitCode3) {
  const std::string good = benchmark_json({{"a", 1, 1}});
  const Trouble troubles[] = {
      {"crash", "test $n -lt 5 || kill -SEGV $$", good, ": was ended by SIGSEGV (Segmentation fault)"},
      {"failure", "echo 'no such scene' >&2; exit 3", good, ": failed with exit code 3; it said: no such scene"},
      {"silence", "exit 0", good, ": ran no benchmark and wrote no results; is it a Google Benchmark program"},
      {"nothing", "", R"({"context": {}, "benchmarks": []})", ": ran no benchmark"},
      {"hang", "sleep 1000", good, ": did not end within 0.5 s (--timeout), and was stopped"},
      {"damage", "", good.substr(0, good.size() / 2), ": its results cannot be read: line "},
      {"field", "", R"({"benchmarks": [{"name": "a"}]})",
       ": its results cannot be read: benchmarks[0].real_time: is missing"},
  };
  for (const Trouble& trouble : troubles) {
    write("old", {good});
    write("new", {trouble.output}, trouble.before);
    std::filesystem::remove(folder.path("new.count"));
    const Outcome result = compare({"--json", folder.path("result.json"), "--timeout", "0.5"});
    EXPECT_EQ(result.exit_code, 3) << trouble.name << result.out;
    EXPECT_NE(result.err.find(folder.path("new") + trouble.message), std::string::npos) << trouble.name << result.err;
    EXPECT_EQ(result.out, "") << trouble.name;
    EXPECT_FALSE(std::filesystem::exists(folder.path("result.json"))) << trouble.name;
  }
}

/// Google Benchmark then reports it, exits with success, and leaves the file empty.
TEST_F(PerfCompare, AFilterThatFitsNothingIsNamed) {
  write("old", outputs(100), "echo 'Failed to match any benchmarks against regex: zzz' >&2; exit 0");
  write("new", outputs(100));
  const Outcome result = compare({"--", "--benchmark_filter=zzz"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.err, concat("lockstep: ", folder.path("old"),
                               ": ran no benchmark; does --benchmark_filter=zzz fit the name of one? "
                               "--benchmark_list_tests lists them; it said: Failed to match any benchmarks against "
                               "regex: zzz\n"));
}

/// The whole group ends, and in time.
TEST_F(PerfCompare, AProgramThatHangsIsStoppedWithWhatItStarted) {
  write("old", outputs(100), concat("sleep 1000 & echo $! >\"", folder.path("sleeper"), "\"; wait"));
  write("new", outputs(100));
  const auto begin = std::chrono::steady_clock::now();
  const Outcome result = compare({"--timeout", "0.3"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
  EXPECT_TRUE(ends_soon(std::stoi(read_text(folder.path("sleeper")))));
  write("old", outputs(100));
  EXPECT_EQ(compare({"--timeout", "600"}).exit_code, 0);
}

TEST_F(PerfCompare, ABenchmarkWithoutATimeIsLeftOutAndTheOthersCount) {
  write("old", {benchmark_json({{"odd", 100, 100}, {"good", 100, 100}})});
  write("new", {benchmark_json({{"odd", -56, 100}, {"good", 100, 100}})});
  const Outcome result = compare();
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_NE(result.out.find("not compared: has a cpu_time of -56 ns, which is not a time, in the new program"),
            std::string::npos)
      << result.out;
  write("new", {benchmark_json({{"odd", -56, 100}})});
  EXPECT_EQ(compare().exit_code, 3) << "nothing at all was compared";
}

/// As a user beside the program names it: a file of the current folder comes first, else PATH is searched.
TEST_F(PerfCompare, AProgramMayBeNamedWithoutAFolder) {
  std::filesystem::create_directories(folder.path("bin/old"));
  std::filesystem::create_directory(folder.path("here"));
  for (const char* name : {"bin/new", "bin/other", "here/new"}) write(name, outputs(100));
  const auto compare_here = [&](const std::string& before, const std::string& after) {
    const std::string command = concat("cd '", folder.path("here"), "' && PATH='", folder.path("bin"), "':\"$PATH\" '",
                                       LOCKSTEP_PROGRAM, "' compare ", before, " ", after, " >/dev/null 2>&1");
    return WEXITSTATUS(std::system(command.c_str()));
  };
  EXPECT_EQ(compare_here("new", "other"), 0);
  EXPECT_EQ(runs_of("here/new"), 11);
  EXPECT_EQ(runs_of("bin/other"), 11);
  EXPECT_FALSE(std::filesystem::exists(folder.path("bin/new.count")));
  EXPECT_EQ(compare_here("absent", "other"), 3);
  std::filesystem::create_directory(folder.path("here/other"));
  EXPECT_EQ(compare_here("new", "other"), 0) << "a folder is no program";
}

TEST_F(PerfCompare, AProgramThatIsNotThereIsExitCode3) {
  write("old", outputs(100));
  const Outcome absent = compare();
  EXPECT_EQ(absent.exit_code, 3);
  EXPECT_EQ(absent.err, concat("lockstep: ", folder.path("new"), ": cannot be started: No such file or directory\n"));
  write_text(folder.path("new"), "no program");
  EXPECT_EQ(compare().err, concat("lockstep: ", folder.path("new"), ": cannot be started: Permission denied\n"));
}

TEST_F(PerfCompare, WrongUsageIsExitCode64) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{},
                                                                     {"compare"},
                                                                     {"compare", "a"},
                                                                     {"compare", "a", "b", "--runs", "9"},
                                                                     {"compare", "a", "b", "--gate", "0"},
                                                                     {"compare", "a", "b", "--until-decided", "0"},
                                                                     {"compare", "a", "b", "--benchmark_filter=x"},
                                                                     {"compare", "a", "b", "--timeout", "0"},
                                                                     {"nothing"},
                                                                     {"selftest"}})
    EXPECT_EQ(run(arguments).exit_code, 64) << arguments.size();
  EXPECT_EQ(run({"compare", "--help"}).exit_code, 0);
  EXPECT_NE(run({"compare", "--help"}).out.find("lockstep-perf compare"), std::string::npos);
}

TEST_F(PerfCompare, ResultsGoToFilesOrToStandardOutput) {
  write("old", outputs(100));
  write("new", outputs(110));
  const std::string json = folder.path("result.json"), markdown = folder.path("result.md");
  const Outcome table = compare({"--json", json, "--markdown", markdown});
  EXPECT_EQ(table.exit_code, 1) << table.err;
  EXPECT_NE(table.out.find("95 % interval"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(read_text(json))["verdict"], "slower");
  const std::string text = read_text(markdown);
  EXPECT_TRUE(text.starts_with("### Benchmarks: slower\n")) << text;
  EXPECT_NE(text.find("| work/8 |"), std::string::npos) << text;
  EXPECT_EQ(compare({"--markdown", "-"}).out.substr(0, 5), "### B");
  EXPECT_EQ(compare({"--json", json, "--markdown", json}).exit_code, 64);
}

TEST_F(PerfCompare, ResultsThatCannotBeWrittenAreExitCode4) {
  write("old", outputs(100));
  write("new", outputs(100));
  const Outcome nowhere = compare({"--json", folder.path("absent/result.json")});
  EXPECT_EQ(nowhere.exit_code, 4);
  EXPECT_FALSE(std::filesystem::exists(folder.path("old.count"))) << "found before anything is measured";
  const Outcome full = compare({"--json", "/dev/full"});
  EXPECT_EQ(full.exit_code, 4);
  EXPECT_EQ(full.err, "lockstep: /dev/full: No space left on device\n");
}

TEST_F(PerfCompare, AGateBelowTheNoiseFloorIsRefused) {
  write("old", outputs(100, "work/8", 1, 0.05));
  write("new", outputs(100, "work/8", 1, 0.05));
  const std::string floor = folder.path("floor.json");
  const Outcome self = run({"selftest", folder.path("old"), "--save", floor});
  EXPECT_EQ(self.exit_code, 0) << self.err;
  EXPECT_NE(self.out.find("A gate from "), std::string::npos) << self.out;
  EXPECT_EQ(runs_of("old"), 22);
  const Outcome refused = compare({"--gate", "0.5", "--floor", floor});
  EXPECT_EQ(refused.exit_code, 64);
  EXPECT_NE(refused.err.find("--gate: 0.5 % is below the noise floor of 1 of 1 benchmarks, "), std::string::npos)
      << refused.err;
  EXPECT_EQ(runs_of("new"), 1) << "refused after the warm-up";
  EXPECT_NE(compare({"--gate", "0.5", "--floor", floor, "--force-gate"}).out, "");
  EXPECT_EQ(compare({"--gate", "50", "--floor", floor}).exit_code, 0);
  write_text(floor, R"({"noise_floors": [{"name": "a", "floor": "b"}]})");
  EXPECT_EQ(compare({"--floor", floor}).err,

            concat("lockstep: ", floor,
                   ": noise_floors[0].floor: must be a number, not \"b\"; "
                   "lockstep-perf selftest --save writes such a file\n"));
  EXPECT_EQ(compare({"--floor", folder.path("absent")}).exit_code, 4);
}

/// Interrupted while a program runs: neither it, nor its children, nor a file stays.
TEST_F(PerfCompare, AnInterruptLeavesNothingBehind) {
  write("old", outputs(100),
        concat("sleep 1000 & echo $! >\"", folder.path("sleeper"), ".new\"; mv \"", folder.path("sleeper"), ".new\" \"",
               folder.path("sleeper"), "\"; wait"));
  write("new", outputs(100));
  const std::string old = folder.path("old"), other = folder.path("new"), json = folder.path("result.json");
  ::setenv("TMPDIR", folder.path("temporary").c_str(), 1);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::filesystem::remove(folder.path("sleeper"));
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(signal, SIG_DFL);
      ::execl(LOCKSTEP_PROGRAM, LOCKSTEP_PROGRAM, "compare", old.c_str(), other.c_str(), "--json", json.c_str(),
              nullptr);
      ::_exit(127);
    }
    while (!std::filesystem::exists(folder.path("sleeper"))) ::usleep(1000);
    const pid_t sleeper = std::stoi(read_text(folder.path("sleeper")));
    ASSERT_EQ(::kill(child, signal), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_TRUE(ends_soon(sleeper));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path("temporary")));
    EXPECT_FALSE(std::filesystem::exists(json));
  }
  ::unsetenv("TMPDIR");
}

/// A killed program takes its children with it.
TEST_F(PerfCompare, ACrashLeavesNoProcesses) {
  write("old", outputs(100), concat("sleep 1000 & echo $! >\"", folder.path("sleeper"), "\"; kill -KILL $$"));
  write("new", outputs(100));
  EXPECT_EQ(compare().exit_code, 3);
  EXPECT_TRUE(ends_soon(std::stoi(read_text(folder.path("sleeper")))));
}

TEST(PerfMarkdown, NamesCannotBreakTheTable) {
  perf::MeasuredComparison result;
  perf::Comparison row;
  row.name = "a|b <c> *d*";
  row.note = "x";
  result.benchmarks = {row};
  const std::string text = perf::comparison_markdown({}, result);
  EXPECT_NE(text.find("| a\\|b \\<c> \\*d\\* |"), std::string::npos) << text;
}

TEST(PerfMarkdown, TheVerdictComesFirstAndThenWhatWouldHaveBeenFound) {
  perf::MeasuredComparison result;
  result.benchmarks = perf::judge(std::vector{samples("a", 1, 0.01, 1), samples("b_2", 1, 0.05, 2)}, usual_gate);
  result.verdict = perf::Verdict::too_noisy;
  const std::string text = perf::comparison_markdown({}, result);
  EXPECT_TRUE(
      text.starts_with("### Benchmarks: too noisy to say\n\n1 same, 1 too noisy to say.\n\nThe smallest slowdown "
                       "that would have been found: +"))
      << text;
  EXPECT_NE(text.find(" in half of the benchmarks, +"), std::string::npos) << text;
  EXPECT_NE(text.find(" in all of them (b\\_2).\n"), std::string::npos) << text;
}

/// GitHub drops the cells of a row that have no heading.
TEST(PerfMarkdown, EveryCellHasAHeading) {
  perf::MeasuredComparison result;
  result.benchmarks = perf::judge(
      std::vector{samples("slow", 1.5, 0.01, 1), samples("same", 1, 0.01, 2), problem("broken", true)}, usual_gate);
  const std::string text = perf::comparison_markdown({}, result);
  std::size_t rows = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with("|")) continue;
    ++rows;
    EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 9) << line;
  }
  EXPECT_EQ(rows, 2U + 2 + 2 + 3) << text;
  EXPECT_NE(text.find("| found from | verdict |"), std::string::npos) << text;
}

TEST(PerfMarkdown, OneTableIsEnoughIfAllOfItIsShown) {
  perf::MeasuredComparison result;
  result.benchmarks = perf::judge(std::vector{samples("a", 1, 0.4, 1), samples("b", 1, 0.4, 2)}, usual_gate);
  const std::string text = perf::comparison_markdown({}, result);
  EXPECT_EQ(text.find("<details>"), std::string::npos) << text;
  EXPECT_EQ(text.find("| a |"), text.rfind("| a |")) << text;
  EXPECT_NE(text.find("| a |"), std::string::npos) << text;
}

}  // namespace
}  // namespace lockstep::tools::test
