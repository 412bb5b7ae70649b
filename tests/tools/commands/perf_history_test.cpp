// lockstep-perf record, trend and report from end to end, on programs whose times are scripted.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "perf/history_file.hpp"
#include "support/benchmark_fixture.hpp"
#include "support/history_fixture.hpp"
#include "support/markup.hpp"
#include "support/subprocess.hpp"

namespace lockstep::tools::test {
namespace {

using namespace perf;

class PerfHistory : public ::testing::Test {
 protected:
  /// One that warms up, three that count.
  std::string program(const std::vector<FakeRow>& rows = {{"x/fast", 10, 11}, {"x/reference", 100, 101}},
                      std::string_view before = "") {
    return write_fake_program(folder, "bench", {benchmark_json(rows)}, before);
  }
  [[nodiscard]] Outcome record(const std::string& path, std::vector<std::string> more = {"--commit", "c1"}) const {
    std::vector<std::string> arguments = {"record", path, "--history", history, "--runs", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }

  ScratchFolder folder;
  std::string history = folder.path("history.jsonl");
};

TEST_F(PerfHistory, RecordAppendsWhatTheProgramMeasures) {
  const std::string path = program();
  const Outcome result = record(path);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with(history + ": 2 benchmarks, 3 runs, at c1, on ")) << result.out;
  EXPECT_EQ(read_text(path + ".count"), "4\n") << "one run warms up";
  ASSERT_EQ(record(path, {"--commit", "c2", "--machine", "cloud small"}).exit_code, 0);
  const History read = read_history(history);
  ASSERT_EQ(read.records.size(), 2U);
  const HistoryRecord& first = read.records[0];
  EXPECT_EQ(first.commit, "c1");
  EXPECT_EQ(first.program, "bench");
  EXPECT_EQ(first.threads, 1) << "pinned";
  EXPECT_EQ(first.benchmarks[0].ns, 10);
  EXPECT_EQ(first.benchmarks[0].reference->ns, 100);
  EXPECT_EQ(read.records[1].machine, "cloud small");
}

TEST_F(PerfHistory, ProgramsOwnFlagsArePartOfTheConfiguration) {
  ASSERT_EQ(record(program(), {"--commit", "c", "--", "--isa=avx2", "--benchmark_filter=x"}).exit_code, 0);
  EXPECT_EQ(read_history(history).records[0].program, "bench --isa=avx2");
}

TEST_F(PerfHistory, ReferencesAndResultsMayBeNamed) {
  const std::string path = program({{"a", 10, 11}, {"b", 100, 101}, {"c", 1, 1}});
  const Outcome result = run({"record", "--history", history, "--runs", "1", "--commit", "c", "--results", "x,y",
                              "--reference", "a=b", "--reference", "(c)=a", path});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::vector<BenchmarkRecord> benchmarks = read_history(history).records[0].benchmarks;
  EXPECT_EQ(benchmarks[0].reference->name, "b");
  EXPECT_FALSE(benchmarks[1].reference);
  EXPECT_EQ(benchmarks[2].reference->name, "a");
}

TEST_F(PerfHistory, FailuresAreToldTheRestIsRecorded) {
  const Outcome result = record(program({{"good", 1, 1}, {"bad", 1, 1, 1, "wrong answers: 3 hits lost"}}));
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.err, "lockstep: not recorded: bad: wrong answers: 3 hits lost\n");
  EXPECT_EQ(read_history(history).records[0].benchmarks.size(), 1U);
}

TEST_F(PerfHistory, WhatHasNoTimeIsLeftOutAndTheRestIsRecorded) {
  const Outcome result = record(program({{"good", 1, 1}, {"odd", -56, 1}}));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "lockstep: not recorded: odd: has a cpu_time of -56 ns, which is not a time\n");
  EXPECT_EQ(read_history(history).records[0].benchmarks.size(), 1U);
  EXPECT_EQ(record(program({{"odd", -56, 1}})).exit_code, 3);
}

TEST_F(PerfHistory, AProgramThatHangsIsExitCode3) {
  EXPECT_EQ(record(program({{"a", 1, 1}}, "sleep 1000"), {"--commit", "c", "--timeout", "0.2"}).exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists(history));
}

TEST_F(PerfHistory, AProgramThatCrashesLeavesTheHistoryAsItIs) {
  ASSERT_EQ(record(program()).exit_code, 0);
  const std::string before = read_text(history);
  const Outcome result = record(program({{"x", 1, 1}}, "test $n -lt 2 || kill -SEGV $$"));
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("SIGSEGV"), std::string::npos) << result.err;
  EXPECT_EQ(read_text(history), before);
}

TEST_F(PerfHistory, AHistoryThatIsNoneIsToldBeforeMeasuring) {
  write_text(history, "something else\n");
  const std::string path = program();
  EXPECT_EQ(record(path).exit_code, 4);
  EXPECT_FALSE(std::filesystem::exists(path + ".count"));
  EXPECT_EQ(read_text(history), "something else\n");
}

TEST_F(PerfHistory, AFullDiskIsExitCode4AndLeavesTheHistoryAsItIs) {
  ASSERT_EQ(record(program()).exit_code, 0);
  const std::string before = read_text(history);
  // The fake program writes files too, but smaller ones.
  const std::string grown = before + before + before;
  write_text(history, grown);
  Launch launch;
  launch.arguments = {"record", program(), "--history", history, "--runs", "3", "--commit", "c"};
  launch.file_size_limit = grown.size() + 100;
  const Outcome result = run(launch);
  EXPECT_EQ(result.exit_code, 4) << result.err << result.signal;
  EXPECT_EQ(result.err, "lockstep: " + history + ": File too large\n");
  EXPECT_EQ(read_text(history), grown);
}

TEST_F(PerfHistory, AStoppedRecordingIsMendedAndSaid) {
  ASSERT_EQ(record(program()).exit_code, 0);
  const std::string line = read_text(history);
  write_text(history, line + line.substr(0, 40));
  const Outcome trend = run({"trend", "--history", history});
  EXPECT_EQ(trend.exit_code, 0);
  EXPECT_EQ(trend.err,
            "lockstep: " + history + ":2: the last line is incomplete and left out: a recording was stopped there\n");
  const Outcome result = record(program());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err,
            "lockstep: " + history + ": 40 bytes of a recording that was stopped were removed from its end\n");
  EXPECT_EQ(read_history(history).records.size(), 2U);
}

TEST_F(PerfHistory, CommitsComeFromGit) {
  const std::string path = program();
  const auto shell = [&](const std::string& command) {
    return std::system(("cd '" + folder.path("") + "' && { " + command + "; } >/dev/null 2>&1").c_str());
  };
  const std::string record_here = std::string(LOCKSTEP_PROGRAM) + " record ./bench --runs 1 --history history.jsonl";
  if (shell("git --version") != 0) GTEST_SKIP() << "no git";
  EXPECT_NE(shell("GIT_CEILING_DIRECTORIES=/ " + record_here), 0) << "no repository, no --commit";
  ASSERT_EQ(shell("git init -q . && git add bench && git -c user.name=a -c user.email=b commit -qm c"), 0);
  ASSERT_EQ(shell(record_here), 0);
  ASSERT_EQ(shell("git add history.jsonl && git -c user.name=a -c user.email=b commit -qm d"), 0);
  ASSERT_EQ(shell(record_here), 0) << "the history itself is now tracked";
  ASSERT_EQ(shell(record_here), 0) << "and changed";
  ASSERT_EQ(shell("echo '# changed' >>bench && " + record_here), 0);
  const History read = read_history(history);
  ASSERT_EQ(read.records.size(), 4U);
  EXPECT_EQ(read.records[0].commit.size(), 40U);
  EXPECT_NE(read.records[0].commit, read.records[1].commit);
  EXPECT_FALSE(read.records[2].modified);
  EXPECT_TRUE(read.records[3].modified);
}

TEST_F(PerfHistory, WrongUsageIsExitCode64) {
  const std::string path = program();
  EXPECT_EQ(record(path, {"--commit", "c", "--reference", "(=x"}).exit_code, 64);
  EXPECT_EQ(run({"record", path}).exit_code, 64);
  EXPECT_EQ(run({"trend"}).exit_code, 64);
  EXPECT_EQ(run({"trend", "--history", folder.path("absent")}).exit_code, 4);
  write_text(history, "");
  EXPECT_EQ(run({"trend", "--history", history}).err, "lockstep: " + history + ": holds no records\n");
}

TEST_F(PerfHistory, OtherResultsAreToldAtOnce) {
  const auto counted = [&](int hits) {
    std::string json = benchmark_json({{"x", 1, 1}});
    json.insert(json.find("\"iterations\""), "\"hits\": " + std::to_string(hits) + ", ");
    return write_fake_program(folder, "bench", {json});
  };
  ASSERT_EQ(record(counted(5)).exit_code, 0);
  const Outcome result = record(counted(4));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.ends_with("other results than before: x: hits 5 -> 4\n")) << result.out;
}

/// Ten times about 1000 ns, then some about 1200.
const std::vector<double> flat_step = {1000, 1010, 990,  1005, 995,  1000, 1008, 992,
                                       1001, 999,  1200, 1210, 1190, 1195, 1201};

TEST_F(PerfHistory, TrendReadsStandardInputAndWritesATable) {
  const std::string text = to_text(records_of("a/b", flat_step));
  const Outcome result = run({"trend", "--history", "-", "--csv", folder.path("out.csv")}, text);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_NE(result.out.find("slower by 20.0 % since 000000000b (2026-01-11, after 000000000a)"), std::string::npos)
      << result.out;
  EXPECT_TRUE(read_text(folder.path("out.csv")).starts_with("time,commit,a/b\n2026-01-01T12:00:00Z,0000000001,1000\n"));
  EXPECT_EQ(run({"trend", "--history", "-", "--gate", "30"}, text).out.find("slower"), std::string::npos);
}

TEST_F(PerfHistory, ATrendFailsIfAskedTo) {
  const auto code = [](std::vector<double> ns, std::vector<std::string> more = {"--fail-on", "slower"}) {
    std::vector<std::string> arguments = {"trend", "--history", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments, to_text(records_of("a", ns))).exit_code;
  };
  std::vector<double> ns = flat_step;
  EXPECT_EQ(code(ns, {}), 0);
  EXPECT_EQ(code(ns), 1);
  EXPECT_EQ(code({ns.begin(), ns.begin() + 10}), 0);
  EXPECT_EQ(code(ns, {"--fail-on", "slower", "--gate", "30"}), 0);
  EXPECT_EQ(code({ns.rbegin(), ns.rend()}), 0) << "faster";
  ns.insert(ns.end(), flat_step.begin(), flat_step.begin() + 10);
  EXPECT_EQ(code(ns), 0) << "it was mended";
  EXPECT_EQ(code(ns, {"--fail-on", "faster"}), 64);
}

TEST_F(PerfHistory, DatesThatFallAreNoted) {
  std::vector<HistoryRecord> records = records_of("a", flat_step);
  std::vector<HistoryRecord> fallen(records.begin() + 10, records.end());
  fallen.insert(fallen.end(), records.begin(), records.begin() + 10);
  write_text(history, "\n" + to_text(fallen));
  const std::string note =
      "lockstep: " + history +
      ":7: the date 2026-01-01T12:00:00Z is earlier than that of line 6, 2026-01-15T12:00:00Z; the "
      "order of the lines counts as that of time: \"sort\" puts them in the order of their dates\n";
  EXPECT_EQ(run({"trend", "--history", history}).err, note);
  EXPECT_EQ(run({"report", "--history", history, "--html", "-"}).err, note);
  std::swap(fallen[0], fallen[1]);
  write_text(history, to_text(fallen));
  EXPECT_NE(run({"trend", "--history", history})
                .err.find(":2: the date 2026-01-11T12:00:00Z is earlier than that "
                          "of line 1, 2026-01-12T12:00:00Z, and those of 1 other "
                          "lines; "),
            std::string::npos);
  for (std::size_t i = 0; i < fallen.size(); ++i) fallen[i].machine = i < 5 ? "other" : "key";
  std::swap(fallen[0], fallen[1]);
  write_text(history, to_text(fallen));
  EXPECT_EQ(run({"trend", "--history", history}).err, "") << "histories of two machines, one behind the other";
}

TEST_F(PerfHistory, ARecordBeforeTheLastOneIsNoted) {
  const std::string path = program();
  ASSERT_EQ(record(path).exit_code, 0);
  std::string text = read_text(history);
  const std::size_t year = text.find("\"date\":\"2") + 8;
  write_text(history, text.replace(year, 4, "9999"));
  const Outcome result = record(path);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.err.starts_with("lockstep: " + history + ":1: has the date 9999-")) << result.err;
  EXPECT_NE(result.err.find("is the clock right?"), std::string::npos) << result.err;
}

/// `text/plain` is an ordinary name. A benchmark that became faster is faster, and nothing else changes.
TEST_F(PerfHistory, AnOrdinaryNameIsNoReferenceUnlessItIsAskedFor) {
  const std::string path = program({{"parse/text/plain", 10, 10}, {"parse/text/html", 40, 40}});
  ASSERT_EQ(record(path).exit_code, 0);
  EXPECT_FALSE(read_history(history).records[0].benchmarks[1].reference);
  ASSERT_EQ(record(path, {"--commit", "c", "--reference", "(.*)/html=$1/plain"}).exit_code, 0);
  const auto reference = read_history(history).records[1].benchmarks[1].reference;
  ASSERT_TRUE(reference);
  EXPECT_EQ(reference->name, "parse/text/plain");
  EXPECT_TRUE(reference->asked);
  std::string text = read_text(history);
  const std::size_t mark = text.find(",\"asked\":true");
  ASSERT_NE(mark, std::string::npos);
  write_text(history, text.erase(mark, 13));
  EXPECT_FALSE(read_history(history).records[1].benchmarks[1].reference) << "as older versions recorded it unasked";
}

TEST_F(PerfHistory, ATableIsOfOneGroup) {
  std::vector<HistoryRecord> records = records_of("a", flat_step);
  records[0].machine = "other";
  write_text(history, to_text(records));
  const std::string csv = folder.path("out.csv");
  EXPECT_EQ(run({"trend", "--history", history, "--csv", csv}).exit_code, 64);
  EXPECT_FALSE(std::filesystem::exists(csv));
  EXPECT_EQ(run({"trend", "--history", history, "--csv", csv, "--group", "2"}).exit_code, 0);
  EXPECT_EQ(run({"trend", "--history", history, "--group", "3"}).exit_code, 64);
  EXPECT_EQ(run({"trend", "--history", history, "--csv", "/dev/full", "--group", "2"}).exit_code, 4);
}

TEST_F(PerfHistory, TheReportIsOnePageThatStandsAlone) {
  std::vector<HistoryRecord> records = records_of("x/y", flat_step);
  records.back().benchmarks[0] = {"x/y", false, 1201, 0.02, 5, Reference{"x/reference", 2402}, Bound{"reading", 600.5},
                                  {},    {}};
  records.push_back(full_record());
  write_text(history, to_text(records));
  const std::string page_path = folder.path("page.html");
  const Outcome result = run({"report", "--history", history, "--html", page_path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string text = read_text(page_path);
  const Page page = parse_page(text);
  expect_self_contained(text, page);
  EXPECT_EQ(page.count("svg"), 1U) << "a series of one record has no chart";
  EXPECT_EQ(page.count("article"), 3U);
  EXPECT_NE(text.find("slower by 20.0 % since 000000000b (2026-01-11, after 000000000a)"), std::string::npos);
  EXPECT_NE(text.find("2 times as fast as x/reference"), std::string::npos);
  EXPECT_NE(text.find("50 % of what the machine allows, bound by reading"), std::string::npos);
}

TEST_F(PerfHistory, NamesInTheReportAreOnlyText) {
  std::vector<HistoryRecord> records = records_of("<script>alert(1)</script>\" onload='x' & ]]>", flat_step);
  for (HistoryRecord& record : records) {
    record.commit = "<b>commit</b>&";
    record.program = "<i>program</i>";
    record.machine = record.cpu = record.isa = record.flags = "</h2><script>";
    record.benchmarks[0].reference = Reference{"<u>reference</u>", 1};
    record.benchmarks[0].bound = Bound{"<s>", 1};
    record.benchmarks[0].results = {{"<em>", record.benchmarks[0].ns}};
  }
  const std::string named = folder.path("<img src=x>.jsonl");
  write_text(named, to_text(records));
  ASSERT_EQ(run({"report", "--history", named, "--html", folder.path("page.html")}).exit_code, 0);
  const std::string text = read_text(folder.path("page.html"));
  const Page page = parse_page(text);
  for (const std::string& problem : page.problems) ADD_FAILURE() << problem;
  EXPECT_EQ(page.count("script"), 2U) << "the data and ours";
  for (const char* name : {"i", "u", "s", "em", "img"}) EXPECT_EQ(page.count(name), 0U) << name;
}

TEST_F(PerfHistory, AReportThatCannotBeWrittenIsExitCode4) {
  write_text(history, to_text(records_of("a", flat_step)));
  EXPECT_EQ(run({"report", "--history", history, "--html", "/dev/full"}).exit_code, 4);
  EXPECT_EQ(run({"report", "--history", history, "--html", folder.path("absent/page.html")}).exit_code, 4);
}

}  // namespace
}  // namespace lockstep::tools::test
