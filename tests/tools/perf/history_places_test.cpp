// Histories in folders and on branches of git: a file for each record.
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "perf/history_file.hpp"
#include "perf/history_records.hpp"
#include "support/benchmark_fixture.hpp"
#include "support/history_fixture.hpp"
#include "support/read_error.hpp"
#include "support/subprocess.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::test {
namespace {

using namespace perf;

HistoryRecord record_at(const std::string& date, const std::string& commit = "c") {
  HistoryRecord record = full_record();
  record.date = date;
  record.commit = commit;
  return record;
}

/// Several processes that each append `each` records of their own.
template <class Append>
void append_at_once(int processes, int each, const Append& append) {
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        for (int k = 0; k < each; ++k) append(record_at("2026-01-02T03:04:05Z", concat(i, "x", k)));
      } catch (const std::exception&) {
        ::_exit(1);
      }
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
}

TEST(RecordFileName, SortsByTimeAndIsAFileEverywhere) {
  HistoryRecord record = record_at("2026-01-31T23:59:59Z", "0123456789abcdef");
  const std::string name = record_file_name(record);
  EXPECT_TRUE(name.starts_with("2026-01/2026-01-31T235959Z-0123456789-")) << name;
  EXPECT_TRUE(name.ends_with(".json")) << name;
  record.benchmarks[0].ns += 1;
  EXPECT_NE(record_file_name(record), name);
  record.commit = "../../etc/x y";
  EXPECT_NE(record_file_name(record).find("Z-etcxy-"), std::string::npos) << record_file_name(record);
  record.commit = "../";
  EXPECT_NE(record_file_name(record).find("Z-unknown-"), std::string::npos);
}

class HistoryFolder : public ::testing::Test {
 protected:
  ScratchFolder folder;
  const std::string path = folder.path("records/");
};

TEST_F(HistoryFolder, HasItsRecordsInTheOrderOfTheirDates) {
  for (const char* date : {"2026-03-01T00:00:00Z", "2025-12-31T00:00:00Z", "2026-02-01T00:00:00Z"}) {
    check_appendable(path);
    append_record(path, record_at(date));
  }
  const History history = read_history(folder.path("records"));  // it is there now, so it needs no slash
  ASSERT_EQ(history.records.size(), 3U);
  EXPECT_EQ(history.records[0].date, "2025-12-31T00:00:00Z");
  EXPECT_EQ(history.records[2].date, "2026-03-01T00:00:00Z");
  EXPECT_EQ(to_line(history.records[2]), to_line(record_at("2026-03-01T00:00:00Z")));
}

TEST_F(HistoryFolder, TakesFilesThatAreIndentedAndLeavesOthersAlone) {
  std::filesystem::create_directories(path + ".git");
  std::string text = to_line(full_record());
  for (std::size_t at = 0; (at = text.find(",\"", at)) != std::string::npos; ++at) text.insert(at + 1, "\n  ");
  write_text(path + "mine.json", text);
  write_text(path + "README.md", "x");
  write_text(path + ".git/x.json", "x");
  EXPECT_EQ(read_history(path).records.size(), 1U);
}

TEST_F(HistoryFolder, DamagedFilesAreNamed) {
  append_record(path, full_record());
  write_text(path + "half.json", to_line(full_record()).substr(0, 100));
  write_text(path + "other.json", "[]");
  const std::string error = read_error([&] { return read_history(path); });
  EXPECT_NE(error.find(path + "/half.json: line 1, column 101: the JSON ends in the middle"), std::string::npos)
      << error;
  EXPECT_NE(error.find(path + "/other.json: record: must be an object\n"), std::string::npos) << error;
  EXPECT_NE(error.find("mend or delete these files"), std::string::npos) << error;
  EXPECT_THROW(check_appendable(path), ReadError);
}

TEST_F(HistoryFolder, ManyMayAppendAtOnce) {
  append_at_once(6, 10, [&](const HistoryRecord& record) { append_record(path, record); });
  EXPECT_EQ(read_history(path).records.size(), 60U);
}

/// A repository in a folder that is the current one meanwhile.
class HistoryBranch : public ::testing::Test {
 protected:
  HistoryBranch() {
    std::filesystem::create_directory(folder.path("repository"));
    std::filesystem::current_path(folder.path("repository"));
    EXPECT_EQ(git("init -q -b main ."), 0);
    write_text("file", "x");
    EXPECT_EQ(git("add -A"), 0);
    EXPECT_EQ(git("commit -q -m c"), 0);
  }
  ~HistoryBranch() override { std::filesystem::current_path(before); }

  [[nodiscard]] static int git(const std::string& arguments) {
    return std::system(concat("git -c user.name=Ada -c user.email=a@b.invalid ", arguments,
                              " >out 2>&1; code=$?; rm -f out; exit $code")
                           .c_str());
  }

  const std::filesystem::path before = std::filesystem::current_path();
  ScratchFolder folder;
};

TEST_F(HistoryBranch, GetsACommitForEachRecord) {
  EXPECT_NE(read_error([&] { return read_history("git:perf"); }).find("git:perf: there is no such branch here"),
            std::string::npos);
  std::size_t count = 0;
  for (const char* date : {"2026-03-01T00:00:00Z", "2025-12-31T00:00:00Z", "2026-03-02T00:00:00Z"}) {
    check_appendable("git:perf");
    EXPECT_EQ(append_record("git:perf", record_at(date)).before.records.size(), count++);
  }
  const History history = read_history("git:perf");
  ASSERT_EQ(history.records.size(), 3U);
  EXPECT_EQ(history.records[0].date, "2025-12-31T00:00:00Z");
  EXPECT_EQ(to_line(history.records[2]), to_line(record_at("2026-03-02T00:00:00Z")));
  EXPECT_EQ(git("diff --exit-code HEAD"), 0) << "the checkout is as it was";
  EXPECT_EQ(git("fsck --strict"), 0);
  EXPECT_EQ(git("checkout -q perf"), 0);
  EXPECT_EQ(read_history(".").records.size(), 3U) << "a checkout is a folder of the same form";
}

TEST_F(HistoryBranch, ManyMayAppendAtOnce) {
  append_at_once(4, 5, [&](const HistoryRecord& record) { append_record("git:perf", record); });
  EXPECT_EQ(read_history("git:perf").records.size(), 20U);
}

TEST_F(HistoryBranch, ThatIsCheckedOutOrSomethingElseIsRefused) {
  EXPECT_THROW(check_appendable("git:main"), UsageError);
  EXPECT_EQ(git("branch other"), 0);
  EXPECT_THROW(append_record("git:other", full_record()), UsageError) << "it holds the files of main";
  EXPECT_THROW(check_appendable("git:a..b"), UsageError);
  EXPECT_THROW(check_appendable("git:"), UsageError);
  EXPECT_THROW(check_appendable("git:--all"), UsageError);
  std::filesystem::current_path("/");
  EXPECT_THROW(check_appendable("git:perf"), UsageError) << "in no repository";
}

TEST_F(HistoryBranch, ADamagedRecordIsNamed) {
  append_record("git:perf", full_record());
  EXPECT_EQ(git("checkout -q perf"), 0);
  write_text("half.json", "{");
  EXPECT_EQ(git("add -A"), 0);
  EXPECT_EQ(git("commit -q -m damage"), 0);
  EXPECT_EQ(git("checkout -q main"), 0);
  EXPECT_NE(read_error([&] { return read_history("git:perf"); }).find("git:perf/half.json: line 1, column 2"),
            std::string::npos);
}

TEST_F(HistoryBranch, IsWhatRecordAndTrendTake) {
  const std::string program = write_fake_program(folder, "bench", {benchmark_json({{"x", 10, 10}})});
  for (const char* commit : {"c1", "c2"}) {
    const Outcome result = run({"record", program, "--history", "git:perf", "--runs", "1", "--commit", commit});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(result.out.starts_with("git:perf: 1 benchmarks, 1 runs, at c")) << result.out;
  }
  const Outcome trend = run({"trend", "--history", "git:perf"});
  EXPECT_EQ(trend.exit_code, 0) << trend.err;
  EXPECT_NE(trend.out.find("2 records"), std::string::npos) << trend.out;
  EXPECT_EQ(run({"trend", "--history", "git:absent"}).exit_code, 4);
  const std::string records = folder.path("records/");
  EXPECT_EQ(run({"record", program, "--history", records, "--runs", "1", "--commit", "c"}).exit_code, 0);
  EXPECT_EQ(run({"report", "--history", records, "--html", folder.path("page.html")}).exit_code, 0);
}

}  // namespace
}  // namespace lockstep::tools::test
