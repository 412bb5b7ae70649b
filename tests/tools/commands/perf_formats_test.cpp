// lockstep-perf with programs of other harnesses, whole commands and files of results, and the channel of instructions.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/benchmark_fixture.hpp"
#include "support/subprocess.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {
namespace {

/// A folder with scripts; temporary files go there too.
class PerfFormats : public ::testing::Test {
 protected:
  /// `perf` with these arguments, run from that folder. It leaves no temporary file.
  Outcome perf(std::vector<std::string> arguments) const {
    Launch launch;
    launch.arguments = std::move(arguments);
    launch.environment = {{"TMPDIR", folder.path("temporary")}};
    const Outcome result = run(launch);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path("temporary"))) << "temporary files are left";
    return result;
  }
  /// Compares the scripts `old` and `new`.
  Outcome compare(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"compare", folder.path("old"), folder.path("new"), "--allow-busy"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return perf(std::move(arguments));
  }
  /// In its n-th run $t is about `ns` with 1 % of noise.
  void write_script(const std::string& name, int ns, const std::string& lines) const {
    write_text(folder.path(name), concat("#!/bin/sh\nn=$(cat \"$0.count\" 2>/dev/null || echo 0)\necho $((n + 1)) "
                                         ">\"$0.count\"\nt=$((",
                                         ns, " * (1000 + n * 7 % 20) / 1000))\n", lines, "\n"));
    ::chmod(folder.path(name).c_str(), 0755);
  }
  void write_both(const std::string& lines) const {
    write_script("old", 100000, lines);
    write_script("new", 120000, lines);
  }
  void SetUp() override { std::filesystem::create_directory(folder.path("temporary")); }

  ScratchFolder folder;
};

nlohmann::json row_named(const Outcome& result, const std::string& name) {
  const auto json = nlohmann::json::parse(result.out, nullptr, false);
  if (json.is_object())
    for (const auto& row : json["benchmarks"])
      if (row["name"] == name) return row;
  ADD_FAILURE() << "no row " << name << ": " << result.out << result.err;
  return nlohmann::json::object();
}

/// The harness prints its results, whatever the arguments are.
TEST_F(PerfFormats, TheFormatOfStandardOutputIsRecognised) {
  write_both("echo \"BenchmarkSort-8 100 $t ns/op 5 allocs/op\"");
  const Outcome result = compare({"--json", "-"});
  EXPECT_EQ(result.exit_code, 1) << result.err << result.out;
  EXPECT_NEAR(row_named(result, "Sort-8")["ratio"].get<double>(), 1.2, 0.02);
  EXPECT_EQ(row_named(result, "Sort-8")["time"], "wall");
  EXPECT_EQ(row_named(result, "Sort-8 allocs/op")["verdict"], "same");
  EXPECT_EQ(row_named(result, "Sort-8 allocs/op")["unit"], "allocs/op");
}

TEST_F(PerfFormats, LinesHaveToBeNamed) {
  write_both("echo \"sort $t ns\"");
  const Outcome unknown = compare({});
  EXPECT_EQ(unknown.exit_code, 3);
  EXPECT_NE(unknown.err.find("ran no benchmark and wrote no results; is it a Google Benchmark program? Name the format "
                             "of another one with --format"),
            std::string::npos)
      << unknown.err;
  EXPECT_EQ(compare({"--format", "lines"}).exit_code, 1);
}

/// A Catch2 program gets the flags that make it write a file; other arguments are handed on.
TEST_F(PerfFormats, AHarnessIsToldWhereToWrite) {
  write_both(
      "test \"$1 $2 $3 $4\" = '[!benchmark] --reporter xml --out' || exit 9\n"
      "echo \"<Catch><TestCase name='a'><BenchmarkResults name='b'><mean value='$t'/></BenchmarkResults>"
      "</TestCase></Catch>\" >\"$5\"");
  const Outcome result = compare({"--format", "catch2", "--json", "-", "--", "[!benchmark]"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_NEAR(row_named(result, "a/b")["old_ns"].get<double>(), 100000, 2000);
}

TEST_F(PerfFormats, AnArgumentCanNameTheFileOfResults) {
  write_both("test $# = 2 || exit 9\necho not results\necho \"sort $t ns\" >\"${2#--to=}\"");
  EXPECT_EQ(compare({"--format", "lines", "--", "x", "--to={results}"}).exit_code, 1);
}

TEST_F(PerfFormats, DamagedResultsAreExitCode3) {
  const std::string named = folder.path("new");
  const std::pair<const char*, const char*> troubles[] = {
      {"echo '{\"benchmarks\": [{\"name\":'", ": its results cannot be read: line "},
      {"echo '{\"benchmarks\": []}'", ": wrote no results of the format pytest"},
      {"true", ": wrote no results of the format pytest"},
      {"echo oops >&2; exit 2", ": failed with exit code 2; it said: oops"},
      {"kill -SEGV $$", ": was ended by SIGSEGV"},
      {"sleep 1000", ": did not end within 0.5 s (--timeout)"}};
  for (const auto& [lines, message] : troubles) {
    write_script("old", 1, "echo '{\"benchmarks\": [{\"name\": \"a\", \"stats\": {\"median\": 1}}]}'");
    write_script("new", 1, lines);
    const Outcome result = compare({"--format", "pytest", "--timeout", "0.5"});
    EXPECT_EQ(result.exit_code, 3) << lines << result.out;
    EXPECT_NE(result.err.find(named + message), std::string::npos) << result.err;
    EXPECT_EQ(result.out, "");
  }
}

TEST_F(PerfFormats, OtherUnitsInTheNewProgramAreNotCompared) {
  write_script("old", 1, "printf 'a 1 ms\\nb 5 B\\nc 0 allocs\\nd 0 allocs\\n'");
  write_script("new", 1, "printf 'a 1 kB\\nb 5 B\\nc 0 allocs\\nd 3 allocs\\n'");
  const Outcome result = compare({"--format", "lines", "--json", "-"});
  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_EQ(row_named(result, "a")["note"], "is measured in units of time by the old program, in B by the new one");
  EXPECT_EQ(row_named(result, "b")["verdict"], "same");
  EXPECT_EQ(row_named(result, "c")["note"], "is 0 in both programs");
  EXPECT_EQ(row_named(result, "d")["note"], "is 0 in the old program, and not in the other");
}

/// A whole command line: the shell sees quotes and arguments, and more memory is a regression.
TEST_F(PerfFormats, CommandsAreMeasuredAsAWhole) {
  const auto command = [](int mebibytes) {
    return concat("head -c ", mebibytes, "M /dev/zero | tail -c 200M | wc -c");
  };
  const Outcome result =
      perf({"compare", "--command", command(20), command(40), "--most-runs", "20", "--json", "-", "--gate", "50"});
  const auto memory = row_named(result, "peak memory");
  EXPECT_EQ(memory["unit"], "B") << result.err;
  EXPECT_EQ(memory["verdict"], "more") << memory;
  EXPECT_NEAR(memory["ratio"].get<double>(), 2, 0.2);
  EXPECT_GT(memory["old"].get<double>(), 20.0 * (1 << 20));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(row_named(result, "wall time")["time"], "wall");
  EXPECT_EQ(row_named(result, "processor time")["time"], "cpu");
}

TEST_F(PerfFormats, MemoryBelowThatOfTheToolCannotBeSeen) {
  const Outcome result =
      perf({"compare", "--command", "exit 0", "exit 0", "--runs", "10", "--most-runs", "10", "--json", "-"});
  EXPECT_NE(row_named(result, "peak memory")["note"].get<std::string>().find("MB that lockstep-perf itself has"),
            std::string::npos)
      << result.err;
}

TEST_F(PerfFormats, CommandsTakeArgumentsAndFormats) {
  const Outcome result = perf({"compare", "--command", "echo \"$1 $2 ns\"", "echo \"$1 $2 ns\"", "--format", "lines",
                               "--allow-busy", "--json", "-", "--", "two words", "7"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(row_named(result, "two words")["old_ns"], 7.0);
  const Outcome failed = perf({"compare", "--command", "exit 0", "echo no >&2; exit 5"});
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_NE(failed.err.find("echo no >&2; exit 5: failed with exit code 5; it said: no"), std::string::npos)
      << failed.err;
}

class PerfFiles : public PerfFormats {
 protected:
  /// `count` repetitions around `ns`.
  std::string write_lines(const std::string& name, int ns, int count) const {
    std::string text;
    for (int i = 0; i < count; ++i) text += concat("sort ", ns + i * 7 % 20 * ns / 1000, " ns\n");
    write_text(folder.path(name), text);
    return folder.path(name);
  }
};

TEST_F(PerfFiles, RepetitionsOfTwoFilesAreSamples) {
  const std::string old = write_lines("a.txt", 10000, 20), slow = write_lines("b.txt", 12000, 12);
  const Outcome result = perf({"compare", "--files", old, slow, "--format", "lines"});
  EXPECT_EQ(result.exit_code, 1) << result.err << result.out;
  EXPECT_NE(result.out.find("judged once. Programs that take turns would say more"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\nslower: 1 slower\n"), std::string::npos) << result.out;
  EXPECT_EQ(perf({"compare", "--files", old, old, "--format", "lines"}).exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(
                perf({"compare", "--files", old, old, "--format", "lines", "--json", "-"}).out)["from_files"],
            true);
}

TEST_F(PerfFiles, FewRepetitionsDecideNothing) {
  const std::string old = write_lines("a.txt", 10000, 9), slow = write_lines("b.txt", 20000, 20);
  const Outcome result = perf({"compare", "--files", old, slow, "--format", "lines"});
  EXPECT_EQ(result.exit_code, 2) << result.err << result.out;
  EXPECT_NE(result.out.find("too noisy to say: a file has 9 of the 10 repetitions that it takes"), std::string::npos)
      << result.out;
}

TEST_F(PerfFiles, FilesOfGoogleBenchmarkToo) {
  std::vector<FakeRow> rows(12, FakeRow{"a", 100, 100});
  std::string text = benchmark_json(rows);
  for (std::size_t at = 0; (at = text.find("\"repetitions\": 1", at)) != text.npos; ++at)
    text.replace(at, 16, "\"repetitions\": 12");
  for (std::size_t i = 0, at = 0; (at = text.find("\"repetition_index\": 0", at)) != text.npos; ++at, ++i)
    text.replace(at, 21, concat("\"repetition_index\": ", i));
  write_text(folder.path("a.json"), text);
  const Outcome result = perf({"compare", "--files", folder.path("a.json"), folder.path("a.json"), "--json", "-"});
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_EQ(row_named(result, "a")["runs"], 12);
}

TEST_F(PerfFiles, BadFilesAreNamed) {
  const std::string good = write_lines("a.txt", 100, 10), bad = folder.path("b.txt");
  write_text(bad, "sort 1 ns\nsort\n");
  const Outcome damaged = perf({"compare", "--files", good, bad, "--format", "lines"});
  EXPECT_EQ(damaged.exit_code, 4);
  EXPECT_EQ(damaged.err, concat("lockstep: ", bad, ": line 2: \"sort\" is not NAME VALUE UNIT\n"));
  write_text(bad, "# nothing\n");
  EXPECT_EQ(perf({"compare", "--files", good, bad, "--format", "lines"}).err,
            concat("lockstep: ", bad, ": has no benchmark\n"));
  EXPECT_EQ(perf({"compare", "--files", good, bad}).err,
            concat("lockstep: ", good, ": its format is not recognised; name it with --format\n"));
  EXPECT_EQ(perf({"compare", "--files", good, folder.path("absent")}).exit_code, 4);
}

TEST_F(PerfFormats, WrongUsageIsExitCode64) {
  const auto code = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"compare", "a", "b"});
    return perf(more).exit_code;
  };
  EXPECT_EQ(code({"--format", "junit"}), 64);
  EXPECT_EQ(code({"--files", "--command"}), 64);
  EXPECT_EQ(code({"--files", "--runs", "20"}), 64);
  EXPECT_EQ(code({"--files", "--instructions"}), 64);
  EXPECT_EQ(code({"--files", "--format", "process"}), 64);
  EXPECT_EQ(code({"--instructions", "--format", "go"}), 64);
}

/// valgrind counts the same work exactly, and double the work as more.
TEST_F(PerfFormats, InstructionsOfCommands) {
  if (std::system("valgrind --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "valgrind is not installed";
  const auto loop = [](int count) { return concat("i=0; while test $i -lt ", count, "; do i=$((i + 1)); done"); };
  const Outcome result = perf({"compare", "--command", loop(1000), loop(3000), "--most-runs", "10", "--gate", "5",
                               "--instructions", "--json", "-"});
  const auto row = row_named(result, "processor time");
  EXPECT_GT(row["old_instructions"].get<double>(), 1e5) << result.err;
  EXPECT_GT(row["new_instructions"].get<double>(), 1.5 * row["old_instructions"].get<double>());
  const Outcome same = perf({"compare", "--command", loop(1000), loop(1000), "--most-runs", "10", "--instructions"});
  EXPECT_NE(same.out.find("Instructions were counted by "), std::string::npos) << same.out << same.err;
  EXPECT_NE(same.out.find("found from  instructions  verdict"), std::string::npos) << same.out;
}

/// A program that valgrind sees no benchmark in: a script that writes what Google Benchmark would.
TEST_F(PerfFormats, InstructionsWithoutAMeasuredLoopAreAnError) {
  if (std::system("valgrind --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "valgrind is not installed";
  for (const char* const name : {"old", "new"})
    static_cast<void>(write_fake_program(folder, name, {benchmark_json({{"a", 100, 100}})}));
  const Outcome result = compare({"--instructions"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("valgrind does not see the function benchmark::State::FinishKeepRunning()"),
            std::string::npos)
      << result.err;
}

TEST_F(PerfFormats, WithoutValgrindInstructionsAreAnError) {
  Launch launch;
  std::filesystem::create_directory(folder.path("bin"));
  write_both("echo");
  launch.arguments = {"compare", folder.path("old"), folder.path("new"), "--instructions", "--format", "process"};
  launch.environment = {{"PATH", folder.path("bin")}, {"TMPDIR", folder.path("temporary")}};
  const Outcome result = run(launch);
  if (result.exit_code != 3) GTEST_SKIP() << "the kernel gives counters";
  EXPECT_NE(result.err.find("the kernel gives no counters of the processor here, and valgrind is not installed"),
            std::string::npos)
      << result.err;
}

TEST_F(PerfFormats, AHistoryTakesThemAndLeavesAmountsOut) {
  write_both("printf \"sort $t ns\\nsize 5 B\\n\"");
  const std::string history = folder.path("history.jsonl");
  const Outcome result =
      perf({"record", folder.path("old"), "--format", "lines", "--history", history, "--commit", "c", "--runs", "3"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "lockstep: not recorded: size: is measured in B, and a history holds times\n");
  const auto record = nlohmann::json::parse(read_text(history));
  EXPECT_EQ(record["benchmarks"].size(), 1U);
  EXPECT_EQ(
      perf({"record", "--command", "exit 0 # nothing", "--history", history, "--commit", "c", "--runs", "1"}).exit_code,
      0);
  EXPECT_NE(read_text(history).find("exit 0 # nothing"), std::string::npos) << "the command is the program's name";
}

TEST_F(PerfFormats, HistoriesInAFolderAndOnABranchTakeThem) {
  if (std::system("git --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "git is not installed";
  write_both("echo sort $t ns");
  Launch launch;
  launch.program = "/bin/sh";
  launch.arguments = {"-c", concat("cd '", folder.path(""),
                                   "' && git init -q . && for place in records/ git:perf; do '", LOCKSTEP_PROGRAM,
                                   "' record ./old --format lines --commit c --runs 2 --history $place "
                                   "&& '",
                                   LOCKSTEP_PROGRAM,
                                   "' record --command 'exit 0 # nothing' --commit c --runs 1 "
                                   "--history $place && '",
                                   LOCKSTEP_PROGRAM, "' trend --history $place || exit; done")};
  launch.environment = {{"GIT_AUTHOR_NAME", "Ada"},
                        {"GIT_AUTHOR_EMAIL", "a@b.invalid"},
                        {"GIT_COMMITTER_NAME", "Ada"},
                        {"GIT_COMMITTER_EMAIL", "a@b.invalid"}};
  const Outcome result = run(launch);
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  for (const char* const place : {"records/: 1 benchmarks, 2 runs", "records/: 2 benchmarks, 1 runs",
                                  "git:perf: 1 benchmarks, 2 runs", "git:perf: 2 benchmarks, 1 runs"})
    EXPECT_NE(result.out.find(place), std::string::npos) << place << "\n" << result.out;
}

}  // namespace
}  // namespace lockstep::tools::test
