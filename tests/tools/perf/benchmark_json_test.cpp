// The reader of Google Benchmark's JSON: files of several versions, odd ones, damaged ones.
#include "perf/formats/benchmark_json.hpp"

#include <gtest/gtest.h>

#include "perf/benchmark_figures.hpp"
#include "support/benchmark_fixture.hpp"
#include "support/fixtures.hpp"
#include "support/read_error.hpp"
#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

using test::to_bytes;

BenchmarkOutput parse(std::string_view text) { return parse_benchmark_json(to_bytes(text)); }

std::string error_of(std::string_view text) {
  return test::read_error([&] { return parse(text); });
}

/// A file whose only benchmark has these fields.
std::string one_row(std::string_view fields) { return concat(R"({"benchmarks": [{)", fields, "}]}"); }

// Written by version 1.7.1: repetitions and aggregates, a counter that is not a number, a name with blanks and slashes.
constexpr std::string_view version_1_7 = R"({
  "context": {
    "date": "2026-01-02T03:04:05+00:00", "host_name": "h", "executable": "./b", "num_cpus": 2, "mhz_per_cpu": 2596,
    "cpu_scaling_enabled": false, "caches": [{"type": "Data", "level": 1, "size": 49152, "num_sharing": 1}],
    "load_avg": [2.1, 1.4, 0.9], "library_build_type": "release", "my NaN": "a \"NaN\", -Infinity"
  },
  "benchmarks": [
    {"name": "sort lists/of 8/threads:2", "family_index": 0, "per_family_instance_index": 0,
     "run_name": "sort lists/of 8/threads:2", "run_type": "iteration", "repetitions": 3, "repetition_index": 0,
     "threads": 2, "iterations": 100, "real_time": 2.5, "cpu_time": 5.0e+00, "time_unit": "us",
     "items_per_second": 1e6, "lost": NaN, "most":-Infinity, "label": "x \"q\""},
    {"name": "sort lists/of 8/threads:2", "run_name": "sort lists/of 8/threads:2", "run_type": "iteration",
     "repetitions": 3, "threads": 2, "iterations": 100, "real_time": 1.5, "cpu_time": 4.0, "time_unit": "us"},
    {"name": "sort lists/of 8/threads:2", "run_name": "sort lists/of 8/threads:2", "run_type": "iteration",
     "repetitions": 3, "threads": 2, "iterations": 100, "real_time": 3.5, "cpu_time": 9.0, "time_unit": "us"},
    {"name": "sort lists/of 8/threads:2_mean", "run_name": "sort lists/of 8/threads:2", "run_type": "aggregate",
     "repetitions": 3, "threads": 2, "aggregate_name": "mean", "aggregate_unit": "time", "iterations": 3,
     "real_time": 2.5, "cpu_time": 6.0, "time_unit": "us"},
    {"name": "sort lists/of 8/threads:2_cv", "run_name": "sort lists/of 8/threads:2", "run_type": "aggregate",
     "repetitions": 3, "threads": 2, "aggregate_name": "cv", "aggregate_unit": "percentage", "iterations": 3,
     "real_time": NaN, "cpu_time": NaN, "time_unit": "us"},
    {"name": "sort_BigO", "run_name": "sort", "run_type": "aggregate", "repetitions": 3, "threads": 1,
     "aggregate_name": "BigO", "aggregate_unit": "time", "cpu_coefficient": 1.5, "real_coefficient": 1.4, "big_o": "N",
     "time_unit": "ns"},
    {"name": "sort_RMS", "run_name": "sort", "run_type": "aggregate", "repetitions": 3, "threads": 1,
     "aggregate_name": "RMS", "aggregate_unit": "percentage", "rms": 0.02}
  ]
})";

TEST(BenchmarkJson, ReadsRepetitionsAggregatesCountersAndUnits) {
  const BenchmarkOutput output = parse(version_1_7);
  EXPECT_EQ(output.context.at("num_cpus"), "2");
  EXPECT_EQ(output.context.at("cpu_scaling_enabled"), "false");
  EXPECT_EQ(output.context.at("my NaN"), "a \"NaN\", -Infinity");
  EXPECT_FALSE(output.context.contains("caches"));
  ASSERT_EQ(output.rows.size(), 4U);
  EXPECT_EQ(output.rows[0].real_ns, 2500);
  EXPECT_EQ(output.rows[0].iterations, 100);
  EXPECT_EQ(output.rows[3].aggregate, "mean");
  const auto figures = figures_of(output);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].name, "sort lists/of 8/threads:2");
  EXPECT_EQ(figures[0].real_ns, 2500);
  EXPECT_EQ(figures[0].cpu_ns, 5000);
  EXPECT_EQ(figures[0].fastest_real_ns, 1500);
  EXPECT_EQ(figures[0].fastest_cpu_ns, 4000);
  EXPECT_EQ(figures[0].repetitions, 3U);
  EXPECT_EQ(figures[0].threads, 2);
  EXPECT_EQ(figures[0].label, "x \"q\"");
  EXPECT_EQ(figures[0].counters, (std::map<std::string, double>{{"items_per_second", 1e6}}));
}

TEST(BenchmarkJson, ConvertsUnits) {
  const auto time = [](std::string_view unit) {
    return parse(one_row(concat(R"("name": "a", "real_time": 2, "cpu_time": 1)", unit))).rows.at(0).real_ns;
  };
  EXPECT_EQ(time(""), 2);
  EXPECT_EQ(time(R"(, "time_unit": "ns")"), 2);
  EXPECT_EQ(time(R"(, "time_unit": "us")"), 2e3);
  EXPECT_EQ(time(R"(, "time_unit": "ms")"), 2e6);
  EXPECT_EQ(time(R"(, "time_unit": "s")"), 2e9);
}

TEST(BenchmarkJson, TakesTheMedianAloneElseTheMean) {
  const auto row = [](const char* name, int time) {
    return concat(R"({"name": "a_)", name, R"(", "run_name": "a", "run_type": "aggregate", "aggregate_name": ")", name,
                  R"(", "real_time": )", time, R"(, "cpu_time": )", time, "}");
  };
  const auto figures = [&](const std::string& rows) {
    return figures_of(parse(concat(R"({"benchmarks": [)", rows, "]}")));
  };
  EXPECT_EQ(figures(row("mean", 3) + "," + row("median", 2) + "," + row("stddev", 1)).at(0).cpu_ns, 2);
  EXPECT_EQ(figures(row("mean", 3) + "," + row("stddev", 1)).at(0).cpu_ns, 3);
  EXPECT_EQ(figures(row("mean", 3)).at(0).repetitions, 0U);
  EXPECT_NE(figures(row("stddev", 1)).at(0).error, "");
}

// Version 1.4 has neither run_type nor run_name.
TEST(BenchmarkJson, KnowsOldAggregatesByTheirNames) {
  const auto row = [](const char* name, int time) {
    return concat(R"({"name": ")", name, R"(", "iterations": 1, "real_time": )", time, R"(, "cpu_time": )", time,
                  R"(, "time_unit": "ns"})");
  };
  const auto figures =
      figures_of(parse(concat(R"({"benchmarks": [)", row("a/8", 1), ",", row("a/8", 3), ",", row("a/8_mean", 2), ",",
                              row("a/8_median", 2), ",", row("a/8_stddev", 1), ",", row("BM_mean", 7), "]}")));
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].name, "a/8");
  EXPECT_EQ(figures[0].repetitions, 2U);
  EXPECT_EQ(figures[1].name, "BM_mean");
}

TEST(BenchmarkJson, KeepsWhatFailedOrWasSkipped) {
  const auto failed = figures_of(parse(one_row(
      R"("name": "a", "run_name": "a", "run_type": "iteration", "error_occurred": true,
         "error_message": "no \u001b file", "real_time": NaN, "cpu_time": 0, "time_unit": "ns")")));
  EXPECT_EQ(failed.at(0).error, "no ? file");
  const auto skipped = figures_of(parse(one_row(R"("name": "a", "skipped": true, "skip_message": "not here")")));
  EXPECT_EQ(skipped.at(0).error, "not here");
  EXPECT_EQ(figures_of(parse(one_row(R"("name": "a", "error_occurred": true)"))).at(0).error, "failed");
}

TEST(BenchmarkJson, WallTimeIsThatOfThreadsAndOfNamesThatSaySo) {
  const auto by_wall = [](const std::string& name, int threads) {
    return goes_by_wall_time(figures_of(parse(test::benchmark_json({{name, 1, 1, threads}}))).at(0));
  };
  EXPECT_FALSE(by_wall("a/8", 1));
  EXPECT_FALSE(by_wall("a/process_time", 1));
  EXPECT_FALSE(by_wall("a/real_timer", 1));
  EXPECT_TRUE(by_wall("a/threads:2", 2));
  EXPECT_TRUE(by_wall("a/real_time", 1));
  EXPECT_TRUE(by_wall("a/real_time/threads:1", 1));
  EXPECT_TRUE(by_wall("a/manual_time", 1));
}

/// Clocks of virtual machines step back, and an invalid time is written as it is: an error of that benchmark, not of
/// the file.
TEST(BenchmarkJson, ATimeThatIsNoneIsTheTroubleOfItsBenchmark) {
  const auto said = [](std::string_view times) {
    const auto figures = figures_of(parse(concat(R"({"benchmarks": [{"name": "odd", )", times,
                                                 R"(}, {"name": "good", "real_time": 1, "cpu_time": 2}]})")));
    EXPECT_EQ(figures.at(1).cpu_ns, 2);
    EXPECT_EQ(figures[1].no_time, "");
    return figures[0].no_time;
  };
  EXPECT_EQ(said(R"("real_time": 1, "cpu_time": -56)"), "has a cpu_time of -56 ns, which is not a time");
  EXPECT_EQ(said(R"("real_time": NaN, "cpu_time": 1)"), "has a real_time of NaN, which is not a time");
  EXPECT_EQ(said(R"("real_time": -1, "cpu_time": -inf)"), "has a real_time of -1 ns, which is not a time");
  EXPECT_EQ(said(R"("real_time": 1, "cpu_time": 4e7, "time_unit": "s")"),
            "has a cpu_time of 4e+16 ns, which is not a time");
  EXPECT_EQ(said(R"("real_time": 1e308, "cpu_time": 1, "time_unit": "s")"),
            "has a real_time of inf ns, which is not a time");
}

TEST(BenchmarkJson, ReadsNumbersThatAreNoneOfEveryVersion) {
  for (const std::string_view word : {"NaN", "-NaN", "Infinity", "-Infinity", "nan", "-nan", "inf", "-inf"}) {
    const auto rows = parse(one_row(concat(R"("name": "a nan, inf", "real_time": 1, "cpu_time": 1, "x":)", word,
                                           R"(, "y": 3, "label": "nan")")))
                          .rows;
    EXPECT_EQ(rows.at(0).counters, (std::map<std::string, double>{{"y", 3}})) << word;
    EXPECT_EQ(rows[0].name, "a nan, inf");
    EXPECT_EQ(rows[0].cpu_ns, 1);
  }
  EXPECT_NE(error_of(one_row(R"("name": nano)")), "no error");
}

/// Counters may have any name, also those of members that the library writes for other rows, or for this one.
TEST(BenchmarkJson, CountersMayHaveAnyName) {
  for (const std::string_view name :
       {"rms", "cpu_coefficient", "real_coefficient", "big_o", "aggregate_name", "aggregate_unit", "error_occurred",
        "error_message", "skipped", "skip_message", "label", "run_type_x"}) {
    for (const std::string_view value : {"0.02", "1"}) {
      const auto rows = parse(one_row(concat(R"("name": "a", "run_name": "a", "run_type": "iteration", "threads": 1,)",
                                             R"("iterations": 1, "real_time": 3, "cpu_time": 2, "time_unit": "ns", ")",
                                             name, "\": ", value)))
                            .rows;
      ASSERT_EQ(rows.size(), 1U) << name;
      EXPECT_EQ(rows[0].cpu_ns, 2) << name;
      EXPECT_EQ(rows[0].error, "") << name;
      EXPECT_EQ(rows[0].aggregate, "") << name;
      EXPECT_EQ(rows[0].counters.count(std::string(name)), 1U) << name;
    }
  }
}

TEST(BenchmarkJson, OfAKeyThatComesTwiceTheLibrarysOwnCounts) {
  const auto row = parse(one_row(R"("name": "a", "run_name": "a", "run_type": "iteration", "repetitions": 1,
      "repetition_index": 0, "threads": 1, "iterations": 7, "real_time": 3, "cpu_time": 2, "time_unit": "us",
      "name": 1, "run_name": 2, "run_type": 3, "threads": 4.0, "iterations": 1e9, "real_time": {"x": [1, {"y": 2, "y": 3}]},
      "cpu_time": -1, "time_unit": 8, "label": 9, "label": "words")"))
                       .rows.at(0);
  EXPECT_EQ(row.name, "a");
  EXPECT_EQ(row.threads, 1);
  EXPECT_EQ(row.iterations, 7);
  EXPECT_EQ(row.real_ns, 3000);
  EXPECT_EQ(row.cpu_ns, 2000);
  EXPECT_EQ(row.label, "words") << "the library writes it last, and counters are numbers";
}

/// Before version 1.5 the library does not write the number of threads.
TEST(BenchmarkJson, OldLibrariesSayInTheNameHowManyThreads) {
  const auto threads = [](std::string_view name) {
    return parse(one_row(concat(R"("name": ")", name, R"(", "real_time": 1, "cpu_time": 1, "threads": 4)")))
        .rows.at(0)
        .threads;
  };
  EXPECT_EQ(threads("a"), 1) << "a counter";
  EXPECT_EQ(threads("a/threads:1"), 1);
  EXPECT_EQ(threads("a/threads:1/real_time"), 1);
  EXPECT_GT(threads("a/threads:12"), 1);
}

// Benchmarks of one name.

struct NamedTime {
  std::string name;
  double ns;
  std::string more;  ///< members
};

/// "NAME FASTEST" of every figure.
std::vector<std::string> told_apart(const std::vector<NamedTime>& rows) {
  std::string text;
  for (const NamedTime& row : rows)
    text += concat(text.empty() ? "" : ", ", R"({"name": ")", row.name, "\"", row.more, R"(, "real_time": )", row.ns,
                   R"(, "cpu_time": )", row.ns, "}");
  std::vector<std::string> told;
  for (const BenchmarkFigure& figure : figures_of(parse(concat(R"({"benchmarks": [)", text, "]}"))))
    told.push_back(concat(figure.name, " ", figure.fastest_cpu_ns));
  return told;
}

/// As the library writes it since version 1.6; without a family since 1.5.
std::string repetition(int index, int of, int family = -1, int instance = 0) {
  std::string text =
      concat(R"(, "run_name": "a", "run_type": "iteration", "repetitions": )", of, R"(, "repetition_index": )", index);
  if (family >= 0) text += concat(R"(, "family_index": )", family, R"(, "per_family_instance_index": )", instance);
  return text;
}

TEST(BenchmarkFigures, OneNameOfTwoBenchmarksIsToldApartByTheirOrder) {
  using Told = std::vector<std::string>;
  EXPECT_EQ(told_apart({{"a", 9, repetition(0, 1, 0)}, {"a", 5, repetition(0, 1, 1)}}), (Told{"a 9", "a#2 5"}));
  EXPECT_EQ(told_apart({{"a", 9, repetition(0, 1, 2, 0)}, {"a", 5, repetition(0, 1, 2, 1)}}), (Told{"a 9", "a#2 5"}));
  EXPECT_EQ(told_apart({{"a", 5, repetition(0, 1, 1)}, {"a", 9, repetition(0, 1, 0)}}), (Told{"a#2 5", "a 9"}))
      << "by registration, in whatever order they ran";
  EXPECT_EQ(told_apart({{"a", 9, repetition(0, 1, 0)}, {"a", 5, repetition(0, 1, 0)}}), (Told{"a 9", "a#2 5"}));
  EXPECT_EQ(told_apart({{"a", 9, repetition(0, 1)}, {"a", 5, repetition(0, 1)}, {"a", 7, repetition(0, 1)}}),
            (Told{"a 9", "a#2 5", "a#3 7"}));
}

TEST(BenchmarkFigures, RepetitionsOfBothStayTogether) {
  using Told = std::vector<std::string>;
  std::vector<NamedTime> families, indices, counts, old;
  const std::vector<double> times = {9, 8, 5, 4};
  for (int i = 0; i < 4; ++i) {
    const double ns = times[static_cast<std::size_t>(i)];
    families.push_back({"a", ns, repetition(i % 2, 2, i / 2)});
    indices.push_back({"a", ns, repetition(i % 2, 2)});
    counts.push_back({"a", ns, R"(, "run_name": "a", "run_type": "iteration", "repetitions": 2)"});
    old.push_back({"a", ns, ""});
    if (i % 2 == 1)
      for (const char* kind : {"a_mean", "a_median", "a_stddev"}) old.push_back({kind, ns, ""});
  }
  const Told expected = {"a 8", "a#2 4"};
  for (const auto& rows : {families, indices, counts, old}) EXPECT_EQ(told_apart(rows), expected);
  std::swap(families[1], families[2]);  // interleaved
  EXPECT_EQ(told_apart(families), expected);
}

TEST(BenchmarkFigures, ABenchmarkMayBeCalledAsTheSecondOneWouldBe) {
  EXPECT_EQ(told_apart({{"a", 1, ""}, {"a", 2, ""}, {"a#2", 3, ""}}),
            (std::vector<std::string>{"a 1", "a#3 2", "a#2 3"}));
}

TEST(BenchmarkFigures, TheSecondOneGoesByTheSameClock) {
  const auto figures =
      figures_of(parse(concat(R"({"benchmarks": [{"name": "a/real_time", "real_time": 1, "cpu_time": 2},)",
                              R"({"name": "a/real_time", "real_time": 3, "cpu_time": 4}]})")));
  EXPECT_EQ(figures.at(1).name, "a/real_time#2");
  EXPECT_TRUE(goes_by_wall_time(figures[1]));
  EXPECT_EQ(without_order("a#2"), "a");
  EXPECT_EQ(without_order("a#b"), "a#b");
  EXPECT_EQ(without_order("a#"), "a#");
}

TEST(BenchmarkJson, ErrorsSayWhere) {
  EXPECT_NE(error_of("").find("line 1, column 1"), std::string::npos) << error_of("");
  EXPECT_NE(error_of("{\n\"benchmarks\": [}").find("line 2, column 16"), std::string::npos);
  EXPECT_NE(error_of("{\"benchmarks\": [{\"name\": \"a\"").find("column"), std::string::npos) << "cut off";
  EXPECT_EQ(error_of("[]"), "the file: must be an object");
  EXPECT_EQ(error_of("{}"), "the file.benchmarks: is missing");
  EXPECT_EQ(error_of(R"({"benchmarks": 3})"), "the file.benchmarks: must be a list");
  EXPECT_EQ(error_of(R"({"benchmarks": [3]})"), "benchmarks[0]: must be an object");
  EXPECT_EQ(error_of(R"({"benchmarks": [], "context": []})"), "context: must be an object");
  EXPECT_EQ(error_of(one_row("")), "benchmarks[0].name: is missing");
  EXPECT_EQ(error_of(one_row(R"("name": 3)")), "benchmarks[0].name: must be a string");
  EXPECT_EQ(error_of(one_row(R"("name": "a", "real_time": 1)")), "benchmarks[0].cpu_time: is missing");
  EXPECT_EQ(error_of(one_row(R"("name": "a", "real_time": "1")")),
            "benchmarks[0].real_time: must be a number, not \"1\"");
  EXPECT_EQ(error_of(one_row(R"("name": "a", "time_unit": "h")")),
            "benchmarks[0].time_unit: \"h\" is not ns, us, ms or s");
  EXPECT_EQ(error_of(one_row(R"("name": "a", "threads": 0)")),
            "benchmarks[0].threads: must be a whole number from 1 to 1000000, not 0");
  EXPECT_EQ(error_of(one_row(R"("name": "a", "threads": 1.5)")),
            "benchmarks[0].threads: must be a whole number from 1 to 1000000, not 1.5");
  EXPECT_EQ(error_of(one_row(R"("name": "a", "run_type": "aggregate")")), "benchmarks[0].aggregate_name: is missing");
  EXPECT_EQ(error_of(one_row(concat(R"("name": ")", std::string(5000, 'x'), "\""))),
            "benchmarks[0].name: is longer than 4096 bytes");
}

TEST(BenchmarkJson, IsBounded) {
  const std::string deep = concat(R"({"benchmarks": [], "x": )", std::string(100000, '['), "}");
  EXPECT_EQ(error_of(deep), "JSON nested deeper than 256 levels");
}

/// Every prefix of a good file is an error or, behind its last bracket, the same file.
TEST(BenchmarkJson, APartOfAFileIsAnError) {
  for (std::size_t size = 0; size + 1 < version_1_7.size(); ++size)
    EXPECT_NE(error_of(version_1_7.substr(0, size)), "no error") << size;
}

}  // namespace
}  // namespace lockstep::tools::perf
