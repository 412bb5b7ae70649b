// Series of a history: their comparisons and their texts.
#include <gtest/gtest.h>

#include "perf/trend.hpp"
#include "perf/trend_text.hpp"
#include "support/history_fixture.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::test {
namespace {

using namespace perf;

/// Ten times about 1000 ns, then some about 1200, the last of them more.
const std::vector<double> rising_step = {1000, 1010, 990,  1005, 995,  1000, 1008, 992,
                                         1001, 999,  1200, 1210, 1190, 1195, 1240};

TEST(Trend, FindsAStepAndSaysBetweenWhichCommits) {
  const History history{records_of("a", rising_step), {}};
  const auto groups = analyze(history, {});
  ASSERT_EQ(groups.size(), 1U);
  const Series& series = groups[0].series[0];
  ASSERT_EQ(series.changes.size(), 1U);
  EXPECT_EQ(series.changes[0].index, 10U);
  EXPECT_EQ(series.level_start(), 10U);
  EXPECT_NEAR(*latest_change(series), 1240 / 1197.5 - 1, 1e-9);
  const std::string text = describe(series, series.changes[0]);
  EXPECT_TRUE(
      text.starts_with("slower by 20.0 % since 000000000b (2026-01-11, after 000000000a): 1.00 us -> 1.20 us, p = "))
      << text;
}

TEST(Trend, MachinesAndConfigurationsAreApart) {
  std::vector<HistoryRecord> records = records_of("a", rising_step);
  std::vector<HistoryRecord> all = records;
  const auto add = [&](auto change) {
    for (HistoryRecord record : records) change(record), all.push_back(record);
  };
  add([](HistoryRecord& r) { r.machine = "other"; });
  add([](HistoryRecord& r) { r.isa = "avx512"; });
  add([](HistoryRecord& r) { r.compiler = "clang 14"; });
  add([](HistoryRecord& r) { r.flags = "-O2"; });
  add([](HistoryRecord& r) { r.threads = 1; });
  add([](HistoryRecord& r) { r.program = "bench"; });
  const History history{all, {}};
  const auto groups = analyze(history, {});
  ASSERT_EQ(groups.size(), 7U);
  for (const Group& group : groups) EXPECT_EQ(group.records.size(), rising_step.size());
  EXPECT_EQ(groups[6].number, 7U);
  EXPECT_EQ(analyze(history, {{}, false, 2})[0].records[0]->machine, "other");
  EXPECT_THROW(static_cast<void>(analyze(history, {{}, false, 8})), UsageError);
}

/// The machine became slower for a while; the ratio to the reference did not.
TEST(Trend, RatiosToTheReferenceAreWhatCounts) {
  std::vector<HistoryRecord> records = records_of("a/fast", rising_step);
  for (HistoryRecord& record : records) {
    BenchmarkRecord& benchmark = record.benchmarks[0];
    benchmark.reference = Reference{"a/reference", 10 * benchmark.ns};
  }
  const History history{records, {}};
  EXPECT_TRUE(analyze(history, {})[0].series[0].relative);
  EXPECT_TRUE(analyze(history, {})[0].series[0].changes.empty());
  EXPECT_EQ(analyze(history, {{}, true, 0})[0].series[0].changes.size(), 1U) << "the times did change";

  records[3].benchmarks[0].reference = Reference{"a/plain", 1};
  const History mixed{records, {}};
  EXPECT_FALSE(analyze(mixed, {})[0].series[0].relative);
}

TEST(Trend, OneRecordHasNothingToCompareWith) {
  const History history{records_of("a", {1}), {}};
  const auto groups = analyze(history, {});
  EXPECT_FALSE(latest_change(groups[0].series[0]));
  EXPECT_NE(trend_text(groups).find("a "), std::string::npos);
}

TEST(Trend, TheRateOfFalseAlarmsIsSaid) {
  std::vector<HistoryRecord> records = records_of("a", std::vector<double>(6, 100.0));
  for (HistoryRecord& record : records) record.benchmarks.push_back({"b", false, 5, 0.01, 5, {}, {}, {}, {}});
  records[5].benchmarks.push_back({"new", false, 5, 0.01, 5, {}, {}, {}, {}});
  const History history{records, {}};
  EXPECT_NE(trend_text(analyze(history, {}), {0.002, 0.03})
                .find("By chance at most about 0.004 changes are expected in these 2 series (--p 0.002 for each), "),
            std::string::npos);
  const History one{records_of("a", {1}), {}};
  EXPECT_NE(trend_text(analyze(one, {})).find("No benchmark has the 6 records that a change takes."),
            std::string::npos);
}

TEST(Trend, OtherResultsAreTold) {
  std::vector<HistoryRecord> records = records_of("a", {1, 1, 1});
  records[0].benchmarks[0].results = records[1].benchmarks[0].results = {{"hits", 5}};
  records[2].benchmarks[0].results = {{"hits", 4}};
  const History history{records, {}};
  const std::string text = trend_text(analyze(history, {}));
  EXPECT_NE(text.find("other results at 0000000003: hits 5 -> 4\n"), std::string::npos) << text;
}

TEST(Trend, CommitsAreShort) {
  HistoryRecord record;
  EXPECT_EQ(shown_commit(record), "?");
  record.commit = "0123456789abcdef";
  EXPECT_EQ(shown_commit(record), "0123456789");
  record.modified = true;
  EXPECT_EQ(shown_commit(record), "0123456789+");
  record.commit = "release 1.2 of May";
  EXPECT_EQ(shown_commit(record), "release 1.2 of May+");
}

/// time,commit and a column for each benchmark, as Otava's CSV importer wants it: a number in every cell.
TEST(TrendTable, HasTheColumnsThatOtavaReads) {
  std::vector<HistoryRecord> records = records_of("a/b", {1, 2.5, 3});
  records[1].modified = true;
  EXPECT_EQ(trend_table(analyze({records, {}}, {})[0]).csv,
            "time,commit,a/b\n"
            "2026-01-01T12:00:00Z,0000000001,1\n"
            "2026-01-02T12:00:00Z,0000000002+,2.5\n"
            "2026-01-03T12:00:00Z,0000000003,3\n");
}

TEST(TrendTable, QuotesWhatHasCommas) {
  std::vector<HistoryRecord> records = records_of("f<int, 2>/\"x\" y", {1});
  records[0].commit = "v1, \"rc\"";
  EXPECT_EQ(trend_table(analyze({records, {}}, {})[0]).csv,
            "time,commit,\"f<int, 2>/\"\"x\"\" y\"\n2026-01-01T12:00:00Z,\"v1, \"\"rc\"\"\",1\n");
}

TEST(TrendTable, FillsGaps) {
  std::vector<HistoryRecord> records = records_of("a", {1, 2, 3, 4});
  const auto b = [](double ns) { return BenchmarkRecord{"b", false, ns, 0, 1, {}, {}, {}, {}}; };
  records[1].benchmarks = {b(20)};
  records[2].benchmarks.push_back(b(30));
  const TrendTable table = trend_table(analyze({records, {}}, {})[0]);
  EXPECT_EQ(table.filled, 3U);
  EXPECT_NE(table.csv.find(",1,20\n"), std::string::npos) << table.csv;
  EXPECT_NE(table.csv.find("0000000002,1,20\n"), std::string::npos) << table.csv;
  EXPECT_NE(table.csv.find("0000000003,3,30\n"), std::string::npos) << table.csv;
  EXPECT_NE(table.csv.find("0000000004,4,30\n"), std::string::npos) << table.csv;
}

}  // namespace
}  // namespace lockstep::tools::test
