// The history of benchmarks: written records can be read, whatever happens to the file between.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <limits>

#include "perf/formats/times.hpp"
#include "perf/history_file.hpp"
#include "support/history_fixture.hpp"
#include "support/read_error.hpp"
#include "support/subprocess.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::test {
namespace {

using namespace perf;

std::string error_of(std::string_view text, std::string_view file = "") {
  return read_error([&] { return parse_history(text, file); });
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

TEST(History, WhatIsWrittenIsRead) {
  const HistoryRecord record = full_record();
  const std::string line = to_line(record);
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
  const History history = parse_history(line + line);
  EXPECT_FALSE(history.incomplete_from);
  ASSERT_EQ(history.records.size(), 2U);
  EXPECT_EQ(to_line(history.records[1]), line);
  const BenchmarkRecord& benchmark = history.records[0].benchmarks[0];
  EXPECT_EQ(benchmark.reference->name, "a/reference");
  EXPECT_EQ(benchmark.bound->kind, "reading");
  EXPECT_EQ(benchmark.results.at("hits"), 12);
  EXPECT_TRUE(history.records[0].modified);
}

TEST(History, EveryNumberComesBack) {
  HistoryRecord record = full_record();
  for (const double number : {least_ns, 0.1, 1 / 3.0, 123456789.123456789, most_ns}) {
    record.benchmarks[0].ns = number;
    EXPECT_EQ(parse_history(to_line(record)).records[0].benchmarks[0].ns, number);
  }
}

TEST(History, ABenchmarkMayHaveHundredsOfCounters) {
  HistoryRecord record = full_record();
  for (int i = 0; i < 1000; ++i) record.benchmarks[0].counters["c" + std::to_string(i)] = i;
  EXPECT_EQ(to_line(parse_history(to_line(record)).records[0]), to_line(record));
}

TEST(History, NothingIsAHistory) {
  EXPECT_TRUE(parse_history("").records.empty());
  EXPECT_TRUE(parse_history("\n\r\n").records.empty());
}

TEST(History, LinesMayEndAsOnWindows) {
  std::string line = to_line(full_record());
  line.insert(line.size() - 1, "\r");
  EXPECT_EQ(parse_history("\xEF\xBB\xBF" + line + line).records.size(), 2U);
}

TEST(History, ATruncatedLastLineIsLeftOutWhereverItEnds) {
  const std::string line = to_line(full_record());
  for (std::size_t size = 1; size + 1 < line.size(); ++size) {
    const History history = parse_history(line + line.substr(0, size));
    EXPECT_EQ(history.records.size(), 1U) << size;
    EXPECT_EQ(history.incomplete_from, line.size()) << size;
  }
  EXPECT_FALSE(parse_history(line + line.substr(0, line.size() - 1)).incomplete_from) << "only its end is missing";
  EXPECT_EQ(parse_history(line + line.substr(0, 30) + std::string(20, '\0')).incomplete_from, line.size());
  EXPECT_EQ(parse_history(line + std::string(20, '\0')).incomplete_from, line.size());
}

TEST(History, ATruncatedLineElsewhereIsAnError) {
  const std::string line = to_line(full_record());
  EXPECT_TRUE(error_of(line + line.substr(0, 30) + "\n" + line).starts_with("2: ")) << error_of(line);
  EXPECT_TRUE(error_of(line + line.substr(0, 30) + "\n").starts_with("2: ")) << "it was ended by somebody";
}

TEST(History, OtherFilesAreNone) {
  EXPECT_TRUE(error_of("int main() { return 0; }").starts_with("1: "));
  EXPECT_TRUE(error_of("{\"lockstep_perf\":2,").starts_with("1: "));
  EXPECT_TRUE(error_of("[]\n").starts_with("1: record: must be an object"));
  EXPECT_TRUE(error_of(std::string(100'000, '[')).starts_with("1: JSON nested deeper than"));
}

TEST(History, ErrorsSayWhere) {
  const std::string line = to_line(full_record());
  const auto expect = [&](std::string_view what, std::string_view with, const std::string& error) {
    EXPECT_EQ(error_of(line + replaced(line, what, with)), "2: record" + error + "\nmend or delete this line");
  };
  expect("\"lockstep_perf\":1", "\"lockstep_perf\":2",
         ".lockstep_perf: is version 2, and only version 1 is understood");
  expect("2026-01-31T", "2026-01-31 ", ".date: \"2026-01-31 23:59:59Z\" is not a time like 2026-01-31T23:59:59Z");
  expect("2026-01-31T", "2026-02-30T", ".date: \"2026-02-30T23:59:59Z\" is not a day of the calendar");
  expect("2026-01-31T", "2025-02-29T", ".date: \"2025-02-29T23:59:59Z\" is not a day of the calendar");
  expect("2026-01-31T", "2026-13-01T", ".date: \"2026-13-01T23:59:59Z\" is not a day of the calendar");
  expect("T23:59:59Z", "T24:00:00Z", ".date: \"2026-01-31T24:00:00Z\" is not a time of day");
  expect("T23:59:59Z", "T23:60:59Z", ".date: \"2026-01-31T23:60:59Z\" is not a time of day");
  expect("\"modified\":true", "\"modified\":1", ".modified: must be true or false");
  expect("\"threads\":2", "\"threads\":0", ".threads: must be a whole number from 1 to 1000000, not 0");
  expect("\"threads\":2", "\"threads\":1.5", ".threads: must be a whole number from 1 to 1000000, not 1.5");
  expect("\"machine\":\"key\"", "\"machine\":\"\"", ".machine: is missing");
  expect("\"benchmarks\":[", "\"others\":[", ".benchmarks: is missing");
  expect("\"clock\":\"cpu\"", "\"clock\":\"sun\"", ".benchmarks[0].clock: must be cpu or wall, not \"sun\"");
  expect("\"ns\":100.0", "\"ns\":0", ".benchmarks[0].ns: must be a time from 1e-09 ns to a year, not 0 ns");
  expect("\"ns\":100.0", "\"ns\":-1", ".benchmarks[0].ns: must be a time from 1e-09 ns to a year, not -1 ns");
  expect("\"ns\":100.0", "\"ns\":1e308", ".benchmarks[0].ns: must be a time from 1e-09 ns to a year, not 1e+308 ns");
  expect("\"ns\":100.0", "\"ns\":\"x\"", ".benchmarks[0].ns: must be a number, not \"x\"");
  expect("\"spread\":0.01", "\"spread\":-1", ".benchmarks[0].spread: must not be negative, but is -1");
  expect("\"runs\":5", "\"runs\":0", ".benchmarks[0].runs: must be a whole number from 1 to 1000000000, not 0");
  expect("\"hits\":12", "\"hits\":13", ".benchmarks[0].digest: is not that of the results");
  expect("\"hits\":12.0", "\"hits\":null", ".benchmarks[0].results.hits: must be a number, not null");
  expect("\"name\":\"a/reference\",\"ns\":200.0", "\"name\":\"\",\"ns\":200.0",
         ".benchmarks[0].reference.name: is missing");
  expect("\"name\":\"b\"", "\"name\":\"a/b\"", ".benchmarks[1].name: stands in the record twice");
}

/// A column is enough: the number of the line is that of the file.
TEST(History, DamagedJsonHasOneLineNumber) {
  const std::string line = to_line(full_record());
  for (const std::string& damaged : {line.substr(0, 30) + "\n", replaced(line, ":true,", ":true;")}) {
    const std::string error = error_of(line + damaged + line);
    EXPECT_TRUE(error.starts_with("2: ")) << error;
    EXPECT_EQ(error.find("line 1"), std::string::npos) << error;
    EXPECT_NE(error.find("column "), std::string::npos) << error;
    EXPECT_TRUE(error.ends_with("\nmend or delete this line")) << error;
  }
}

TEST(History, AMillionBadLinesAreTwenty) {
  const auto with_bad_lines = [](std::size_t bad) {
    std::string text = to_line(full_record());
    for (std::size_t i = 0; i < bad; ++i) text += "{\"lockstep_perf\":2}\n";
    return text;
  };
  constexpr std::size_t bad = 100'000;
  const std::string error = error_of(with_bad_lines(bad));
  EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 21);
  EXPECT_TRUE(error.starts_with("2: record.lockstep_perf: is version 2, and only version 1 is understood\n3: "))
      << error;
  EXPECT_TRUE(error.ends_with(concat("\nand ", bad - 20, " more\nmend or delete these lines"))) << error;
  EXPECT_NE(error_of(with_bad_lines(25), "f.jsonl").find("\nf.jsonl: and 5 more\n"), std::string::npos);
}

TEST(History, NamesAreMadeHarmless) {
  HistoryRecord record = full_record();
  record.program = "pro\x1b[31mgram";
  record.benchmarks[0].name = "<script>\n\xff\xe2\x80\xae";
  const HistoryRecord read = parse_history(to_line(record)).records[0];
  EXPECT_EQ(read.program, "pro?[31mgram");
  EXPECT_EQ(read.benchmarks[0].name.find_first_of("\n\x1b\xff"), std::string::npos);
  record.benchmarks[0].name = std::string(5000, 'x');
  EXPECT_EQ(error_of(to_line(record)),
            "1: record.benchmarks[0].name: is longer than 4096 bytes\n"
            "is this a history that lockstep-perf record wrote?");
}

TEST(History, DigestsTellResultsApart) {
  EXPECT_EQ(digest({}), "");
  EXPECT_EQ(digest({{"hits", 1}}).size(), 16U);
  EXPECT_EQ(digest({{"hits", 1}}), digest({{"hits", 1}}));
  EXPECT_NE(digest({{"hits", 1}}), digest({{"hits", 2}}));
  EXPECT_NE(digest({{"hits", 1}}), digest({{"lost", 1}}));
}

class HistoryFile : public ::testing::Test {
 protected:
  ScratchFolder folder;
  std::string path = folder.path("history.jsonl");
  const std::string line = to_line(full_record());
};

TEST_F(HistoryFile, IsMadeAndGrows) {
  EXPECT_TRUE(append_record(path, full_record()).before.records.empty());
  EXPECT_EQ(append_record(path, full_record()).before.records.size(), 1U);
  EXPECT_EQ(read_text(path), line + line);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"history.jsonl"});
}

TEST_F(HistoryFile, WhatCouldNotBeReadAgainIsNotAdded) {
  write_text(path, line);
  HistoryRecord record = full_record();
  record.benchmarks[0].counters["x"] = std::numeric_limits<double>::infinity();  // which JSON does not have
  EXPECT_THROW(static_cast<void>(append_record(path, record)), OutputError);
  EXPECT_EQ(read_text(path), line);
}

TEST_F(HistoryFile, WhatAStoppedRecordingLeftIsRemovedWhereverItEnds) {
  for (std::size_t size = 1; size < line.size(); ++size) {
    write_text(path, line + line.substr(0, size));
    const Appended appended = append_record(path, full_record());
    const bool whole = size + 1 == line.size();  // its end alone is missing
    EXPECT_EQ(appended.removed, whole ? 0 : size);
    EXPECT_EQ(read_text(path), whole ? line + line + line : line + line) << size;
  }
}

TEST_F(HistoryFile, OfSomethingElseStaysAsItIs) {
  for (const std::string& text : {std::string("int main() {}"), line + "x\n" + line, std::string("{\"a\": 1}\n")}) {
    write_text(path, text);
    EXPECT_THROW(append_record(path, full_record()), ReadError);
    EXPECT_THROW(check_appendable(path), ReadError);
    EXPECT_EQ(read_text(path), text);
  }
}

TEST_F(HistoryFile, ErrorsNameTheFileAndTheLine) {
  write_text(path, line + "x\n");
  try {
    static_cast<void>(read_history(path));
    FAIL();
  } catch (const ReadError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with(path + ":2: ")) << error.what();
  }
  EXPECT_THROW(static_cast<void>(read_history(folder.path("absent"))), ReadError);
}

TEST_F(HistoryFile, WhatIsNoFileIsRefused) {
  EXPECT_THROW(append_record("/dev/full", full_record()), OutputError);
  EXPECT_THROW(check_appendable("/dev/full"), OutputError);
  EXPECT_THROW(append_record(folder.path("absent/history.jsonl"), full_record()), OutputError);
  EXPECT_THROW(check_appendable(folder.path("absent/history.jsonl")), OutputError);
  EXPECT_THROW(append_record("/dev/null/", full_record()), OutputError);
  ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
  EXPECT_THROW(append_record(folder.path("pipe"), full_record()), OutputError);
}

/// In a child, because the limit holds for all files of a process.
int append_with_limit(const std::string& path, rlim_t limit) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limits{limit, limit};
    ::setrlimit(RLIMIT_FSIZE, &limits);
    try {
      append_record(path, full_record());
    } catch (const OutputError&) {
      ::_exit(3);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(HistoryFile, ThatCannotGrowStaysAsItIs) {
  EXPECT_EQ(append_with_limit(path, 100), 3);
  EXPECT_FALSE(std::filesystem::exists(path)) << "a file with nothing in it is not left";
  for (const std::size_t room : {std::size_t{0}, std::size_t{1}, line.size() / 2, line.size() - 1}) {
    write_text(path, line);
    EXPECT_EQ(append_with_limit(path, line.size() + room), 3) << room;
    EXPECT_EQ(read_text(path), line) << room;
  }
  EXPECT_EQ(append_with_limit(path, 2 * line.size()), 0);
  EXPECT_EQ(read_text(path), line + line);
}

/// Root may write to everything, so the test runs as another user.
TEST_F(HistoryFile, AReadOnlyOneIsToldBefore) {
  write_text(path, line);
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  ASSERT_EQ(::chmod(std::filesystem::path(path).parent_path().c_str(), 0755), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && ::setuid(nobody) != 0) ::_exit(2);
    try {
      check_appendable(path);
    } catch (const OutputError&) {
      ::_exit(0);
    }
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << "exit code 1: it was not told, 2: nobody else to be";
}

/// Waiting processes must not lose a line, nor mix it with another.
TEST_F(HistoryFile, ManyMayAppendAtOnce) {
  constexpr int processes = 8, each = 10;
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      HistoryRecord record = full_record();
      record.commit = std::to_string(i);
      for (int k = 0; k < each; ++k) append_record(path, record);
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const History history = read_history(path);
  EXPECT_FALSE(history.incomplete_from);
  EXPECT_EQ(history.records.size(), static_cast<std::size_t>(processes * each));
}

/// Killed at any time: earlier records stay, and the next append repairs the rest.
TEST_F(HistoryFile, SurvivesBeingKilled) {
  append_record(path, full_record());
  std::size_t before = 1;
  for (int i = 0; i < 20; ++i) {
    const pid_t child = ::fork();
    if (child == 0)
      for (;;) append_record(path, full_record());
    ::usleep(static_cast<useconds_t>(1000 * (i + 1)));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    const std::size_t now = read_history(path).records.size();
    EXPECT_GE(now, before);
    before = now;
  }
  append_record(path, full_record());
  EXPECT_FALSE(read_history(path).incomplete_from);
}

TEST_F(HistoryFile, ThroughALinkIsTheSameFile) {
  write_text(path, line);
  ASSERT_EQ(::symlink("history.jsonl", folder.path("link").c_str()), 0);
  append_record(folder.path("link"), full_record());
  EXPECT_EQ(read_text(path), line + line);
}

}  // namespace
}  // namespace lockstep::tools::test
