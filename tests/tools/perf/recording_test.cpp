// From the runs of a program to the benchmarks of a record: medians, references, bounds, results.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "perf/processor.hpp"
#include "perf/recording.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::test {
namespace {

using namespace perf;

BenchmarkRow row(const std::string& name, double cpu_ns, double real_ns, std::map<std::string, double> counters = {}) {
  BenchmarkRow row;
  row.name = name;
  row.cpu_ns = cpu_ns;
  row.real_ns = real_ns;
  row.counters = std::move(counters);
  return row;
}

const BenchmarkRecord& find(const Recording& recording, const std::string& name) {
  for (const BenchmarkRecord& benchmark : recording.benchmarks)
    if (benchmark.name == name) return benchmark;
  throw std::runtime_error("no " + name);
}

TEST(Recording, FiguresAreMediansOfTheRuns) {
  std::vector<BenchmarkOutput> runs;
  for (const double ns : {100.0, 104.0, 96.0, 900.0, 98.0})
    runs.push_back({{}, {row("a", ns, 2 * ns), row("b/real_time", ns, 3 * ns)}});
  const Recording recording = summarize(runs, {});
  EXPECT_TRUE(recording.failures.empty());
  const BenchmarkRecord& a = find(recording, "a");
  EXPECT_EQ(a.ns, 100);
  EXPECT_FALSE(a.wall_time);
  EXPECT_EQ(a.runs, 5U);
  EXPECT_NEAR(a.spread, (104.0 - 98.0) / 100, 1e-12);
  EXPECT_EQ(find(recording, "b/real_time").ns, 300);
  EXPECT_TRUE(find(recording, "b/real_time").wall_time);
}

TEST(Recording, WhatFailsIsToldAndLeftOut) {
  std::vector<BenchmarkOutput> runs(2, {{}, {row("good", 1, 1), row("zero", 0, 0), row("wrong", 1, 1)}});
  runs[1].rows[2].error = "wrong answers: 3 hits lost";
  runs[0].rows.push_back(row("once", 1, 1));
  const Recording recording = summarize(runs, {});
  ASSERT_EQ(recording.benchmarks.size(), 1U);
  EXPECT_EQ(recording.benchmarks[0].name, "good");
  EXPECT_EQ(recording.failures,
            (std::vector<std::string>{"wrong: wrong answers: 3 hits lost", "once: is not in every run"}));
  EXPECT_EQ(recording.left_out, std::vector<std::string>{"zero: took no time that could be measured"});
}

TEST(Recording, ResultsAreWhatTheProgramNames) {
  std::vector<BenchmarkOutput> runs(
      2, {{{"result_counters", "hits,lost"}}, {row("a", 1, 1, {{"hits", 7}, {"bytes", 8}})}});
  const Recording recording = summarize(runs, {});
  EXPECT_EQ(recording.benchmarks[0].results, (std::map<std::string, double>{{"hits", 7}}));
  EXPECT_EQ(recording.benchmarks[0].counters, (std::map<std::string, double>{{"bytes", 8}}));
  EXPECT_EQ(summarize(runs, {{}, {"bytes"}, {}}).benchmarks[0].results, (std::map<std::string, double>{{"bytes", 8}}));
}

TEST(Recording, OrWholeNumbersThatNeverChange) {
  std::vector<BenchmarkOutput> runs;
  for (const double x : {1.0, 2.0})
    runs.push_back({{}, {row("a", 1, 1, {{"hits", 7}, {"rate", 1e9 + x}, {"half", 0.5}})}});
  const BenchmarkRecord record = summarize(runs, {}).benchmarks[0];
  EXPECT_EQ(record.results, (std::map<std::string, double>{{"hits", 7}}));
  EXPECT_EQ(record.counters, (std::map<std::string, double>{{"rate", 1e9 + 1.5}, {"half", 0.5}}));
}

TEST(Recording, ResultsThatDifferBetweenRunsAreAFailure) {
  std::vector<BenchmarkOutput> runs;
  for (const double x : {1.0, 2.0}) runs.push_back({{}, {row("a", 1, 1, {{"hits", x}})}});
  EXPECT_EQ(summarize(runs, {{}, {"hits"}, {}}).failures,
            std::vector<std::string>{"a: hits is not the same in every run"});
}

TEST(Recording, ReferencesGoByTheSameClock) {
  const std::vector<BenchmarkOutput> runs(
      1, {{}, {row("x/fast", 1, 2), row("x/fast/threads:2/real_time", 2, 1), row("x/reference", 10, 11)}});
  const Recording recording = summarize(runs, {});
  EXPECT_EQ(find(recording, "x/fast").reference->ns, 10);
  EXPECT_EQ(find(recording, "x/fast/threads:2/real_time").reference->ns, 11);
  EXPECT_FALSE(find(recording, "x/reference").reference);
}

TEST(Recording, ChangedResultsAreNamed) {
  const auto with = [](std::map<std::string, double> results) {
    return BenchmarkRecord{"a", false, 1, 0, 1, {}, {}, std::move(results), {}};
  };
  EXPECT_EQ(result_changes(with({{"hits", 1}}), with({{"hits", 1}})), "");
  EXPECT_EQ(result_changes(with({{"hits", 1}, {"lost", 0}}), with({{"hits", 2}, {"new", 3}})),
            "hits 1 -> 2, lost is missing, new 3 is new");
}

// References.

std::string reference(const std::string& name, const std::vector<std::string>& all,
                      const std::vector<ReferenceRule>& rules = {}) {
  return reference_of(name, rules,
                      [&](const std::string& other) { return std::find(all.begin(), all.end(), other) != all.end(); })
      .value_or("none");
}

TEST(Reference, IsTheBenchmarkWithOnePartOfThatName) {
  EXPECT_EQ(reference("cull/box/exact", {"cull/box/reference"}), "cull/box/reference");
  EXPECT_EQ(reference("cull/box/exact", {"cull/ball/reference"}), "none");
  EXPECT_EQ(reference("overlap/crowd/lockstep", {"overlap/crowd/plain"}), "none") << "an ordinary word";
  EXPECT_EQ(reference("gjk/64", {"reference/64", "reference/8"}), "reference/64");
  EXPECT_EQ(reference("gjk", {"baseline"}), "baseline");
  EXPECT_EQ(reference("a/b", {"a/baseline", "a/reference"}), "a/reference");
  EXPECT_EQ(reference("a/baseline", {"a/reference"}), "none") << "it is one itself";
  EXPECT_EQ(reference("a/reference#2", {"a/reference"}), "none") << "likewise";
  EXPECT_EQ(reference("a/b/real_time#2", {"a/reference/real_time"}), "a/reference/real_time");
  EXPECT_EQ(reference("", {"reference"}), "reference");
  EXPECT_EQ(reference("/", {"/reference"}), "/reference");
}

TEST(Reference, PartsOfGoogleBenchmarkMayBeMissing) {
  EXPECT_EQ(reference("a/b/threads:2/real_time", {"a/reference"}), "a/reference");
  EXPECT_EQ(reference("a/b/threads:2/real_time", {"a/reference", "a/reference/threads:2/real_time"}),
            "a/reference/threads:2/real_time");
  EXPECT_EQ(own_name("a/b/iterations:5/repeats:3/manual_time"), "a/b");
  EXPECT_EQ(own_name("a/b/process_time/64"), "a/b/process_time/64");
}

TEST(Reference, RulesComeFirst) {
  const std::vector<ReferenceRule> rules = {parse_reference_rule("BM_(.*)_simd/(.*)=BM_$1_scalar/$2")};
  EXPECT_EQ(reference("BM_sort_simd/64", {"BM_sort_scalar/64"}, rules), "BM_sort_scalar/64");
  EXPECT_EQ(reference("BM_sort_simd/64", {"BM_sort_simd/reference"}, rules), "none") << "the rule decides";
  EXPECT_EQ(reference("a/b", {"a/reference"}, rules), "a/reference");
  EXPECT_TRUE(is_asked_for("BM_sort_simd/64", rules));
  EXPECT_FALSE(is_asked_for("a/b", rules));
  EXPECT_TRUE(is_ordinary("a/plain/64/threads:2"));
  EXPECT_FALSE(is_ordinary("a/plainer"));
  for (const char* wrong : {"", "x", "=x", "x=", "(=x"})
    EXPECT_THROW(static_cast<void>(parse_reference_rule(wrong)), UsageError) << wrong;
}

// The roofline.

class Roofline : public ::testing::Test {
 protected:
  std::optional<Bound> bound(const std::string& name) {
    return bound_of(name, operations, [&](const std::string& other) {
      const auto found = rows.find(other);
      return found == rows.end() ? nullptr : &found->second;
    });
  }

  std::map<std::string, Measured> rows = {{"cull/box/exact", {1000, {{"queries", 10}, {"hits", 3}}}},
                                          {"cull/box/exact/threads:2", {1000, {{"queries", 10}, {"hits", 3}}}},
                                          {"cull/box/read", {400, {{"queries", 10}}}}};
  OperationCounts operations;
};

TEST_F(Roofline, WithoutCeilingsReadingIsTheBound) {
  EXPECT_EQ(bound("cull/box/exact")->kind, "reading");
  EXPECT_EQ(bound("cull/box/exact")->ns, 400);
  EXPECT_FALSE(bound("cull/box/read"));
  EXPECT_FALSE(bound("cull/box/exact/threads:2"));
  EXPECT_FALSE(bound("cull/ball/exact"));
  rows.erase("cull/box/read");
  EXPECT_FALSE(bound("cull/box/exact"));
}

/// The same formula as in bench/record/report.py.
TEST_F(Roofline, OperationsMayBindMore) {
  for (const char* name : {"multiply_add", "shuffle", "divide", "root"})
    rows[std::string("ceiling/") + name] = {1, {{"rate", 2e9}}};
  rows["ceiling/read_l1"] = {1, {{"rate", 100e9}}};
  operations["cull/box/exact"] = {{"hits", 3}, {"add", 80}, {"multiply", 20}, {"divide", 4}, {"root", 2}, {"load", 10}};
  EXPECT_EQ(bound("cull/box/exact")->kind, "arithmetic");
  EXPECT_EQ(bound("cull/box/exact")->ns, 100 / 2.0 * 10);
  operations["cull/box/exact"]["hits"] = 4;
  EXPECT_EQ(bound("cull/box/exact")->kind, "reading") << "counted on other answers";
  operations["cull/box/exact"]["hits"] = 3;
  rows.erase("ceiling/root");
  EXPECT_EQ(bound("cull/box/exact")->kind, "reading");
}

TEST(OperationCounts, AreReadFromWhatLockstepCountPrints) {
  const auto parse = [](std::string_view text) { return parse_operation_counts(std::as_bytes(std::span(text))); };
  EXPECT_EQ(parse(R"({"a/b/c": {"hits": 3, "add": 1.5}})").at("a/b/c").at("add"), 1.5);
  EXPECT_TRUE(parse("{}").empty());
  EXPECT_THROW(parse("[]"), ReadError);
  EXPECT_THROW(parse(R"({"a": 1})"), ReadError);
  EXPECT_THROW(parse(R"({"a": {"b": "c"}})"), ReadError);
}

// Processors.

TEST(Processor, HasAKeyThatIsAWord) {
  const Processor intel = parse_cpuinfo(
      "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 79\nmodel name\t: Intel(R) Xeon(R) CPU "
      "E5-2680 v4 @ 2.40GHz\nstepping\t: 1\n\nprocessor\t: 1\nmodel name\t: Another\n");
  EXPECT_EQ(intel.name, "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz");
  EXPECT_EQ(intel.key, "intel_xeon_e5-2680_v4-6.79.1");
  EXPECT_EQ(parse_cpuinfo("CPU implementer\t: 0x41\nCPU part\t: 0xd0c\nCPU revision\t: 1\n").key,
            "unknown-0x41.0xd0c.1");
  EXPECT_EQ(parse_cpuinfo("").key, "unknown");
  EXPECT_EQ(parse_cpuinfo("model name : \x1b[0m<b>\n").key.find_first_of("\x1b<>"), std::string::npos);
  EXPECT_FALSE(this_processor().key.empty());
}

}  // namespace
}  // namespace lockstep::tools::test
