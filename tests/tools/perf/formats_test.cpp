// The readers of other harnesses: files that the harnesses wrote (perf/files), odd ones, damaged ones.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "perf/benchmark_figures.hpp"
#include "perf/formats/format.hpp"
#include "perf/formats/xml_tags.hpp"
#include "support/fixtures.hpp"
#include "support/read_error.hpp"
#include "text/error.hpp"
#include "text/file.hpp"

namespace lockstep::tools::perf {
namespace {

using test::to_bytes;

std::vector<std::byte> file(const std::string& name) {
  return read_file(concat(LOCKSTEP_PERF_FILES, "/", name), max_benchmark_bytes);
}

std::map<std::string, BenchmarkFigure> figures_in(std::span<const std::byte> text, Format format) {
  std::map<std::string, BenchmarkFigure> figures;
  for (BenchmarkFigure& figure : figures_of(read_results(text, format))) figures[figure.name] = figure;
  return figures;
}

std::string error_in(std::string_view text, Format format) {
  return test::read_error([&] { return read_results(to_bytes(text), format); });
}

constexpr Format text_formats[] = {Format::google, Format::nanobench, Format::catch2, Format::criterion,
                                   Format::pytest, Format::hyperfine, Format::go,     Format::lines};

TEST(Formats, HaveNames) {
  EXPECT_EQ(format_named("catch2"), Format::catch2);
  EXPECT_EQ(name_of(Format::process), "process");
  EXPECT_FALSE(format_named("junit"));
  EXPECT_EQ(format_names().size(), 9U);
  for (const std::string& name : format_names()) EXPECT_EQ(name_of(*format_named(name)), name);
}

TEST(Formats, FilesOfHarnessesAreRecognised) {
  const std::pair<const char*, Format> files[] = {{"nanobench_4.6.json", Format::nanobench},
                                                  {"nanobench_4.6.md", Format::nanobench},
                                                  {"catch2_2.13.xml", Format::catch2},
                                                  {"criterion_0.3.txt", Format::criterion},
                                                  {"pytest_benchmark_3.2.json", Format::pytest},
                                                  {"hyperfine_1.15.json", Format::hyperfine},
                                                  {"go_1.19.txt", Format::go}};
  for (const auto& [name, format] : files) {
    const auto found = recognised(file(name));
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(name_of(*found), name_of(format)) << name;
  }
  EXPECT_EQ(recognised(to_bytes(R"({"benchmarks": [{"name": "a", "cpu_time": 1}]})")), Format::google);
}

TEST(Formats, WhatIsNotCertainIsNotRecognised) {
  for (const char* const text : {"", " \n", "a 1 ns\nb 2 ns\n", "{", "[]", "{}", R"({"results": []})", "<html></html>",
                                 "BenchmarkA 10 5 ns/op\na   time:   [1 ns 2 ns 3 ns]\n"})
    EXPECT_FALSE(recognised(to_bytes(text))) << text;
  const auto error = [](std::string_view text) {
    return test::read_error([&] { return read_results(to_bytes(text), std::nullopt); });
  };
  EXPECT_EQ(error("\n"), "is empty");
  EXPECT_EQ(error("a 1 ns"), "its format is not recognised; name it with --format");
  EXPECT_EQ(error(R"({"results": [)"), "line 1, column 14: the JSON ends in the middle, as if it were cut short");
}

TEST(Nanobench, ItsJsonHasEpochs) {
  const auto figures = figures_in(file("nanobench_4.6.json"), Format::nanobench);
  ASSERT_EQ(figures.size(), 2U);
  const BenchmarkFigure& fill = figures.at("fill");
  EXPECT_EQ(fill.repetitions, 11U);
  EXPECT_TRUE(goes_by_wall_time(fill));
  EXPECT_GT(fill.fastest_real_ns, 100) << "seconds became nanoseconds";
  EXPECT_LT(fill.fastest_real_ns, 10000);
  EXPECT_TRUE(fill.counters.empty()) << "the kernel gave no counters, which is not 0 instructions";
}

TEST(Nanobench, ABatchIsDividedAndCountersAreKept) {
  const auto figures = figures_in(to_bytes(R"json({"results": [{"name": "a", "batch": 10, "median(elapsed)": 3e-6,
                            "median(instructions)": 500, "measurements": [{"elapsed": 4e-6}, {"elapsed": 2e-6}]},
                            {"name": "b", "median(elapsed)": 1e-9}]})json"),
                                  Format::nanobench);
  EXPECT_DOUBLE_EQ(figures.at("a").real_ns, 300);
  EXPECT_DOUBLE_EQ(figures.at("a").fastest_real_ns, 200);
  EXPECT_DOUBLE_EQ(figures.at("a").counters.at("instructions"), 50);
  EXPECT_DOUBLE_EQ(figures.at("b").real_ns, 1);
}

TEST(Nanobench, TablesBetweenOtherText) {
  const auto figures = figures_in(file("nanobench_4.6.md"), Format::nanobench);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_DOUBLE_EQ(figures.at("reverse | of `1000`").real_ns, 529.49) << "the name has a bar and backticks";
  EXPECT_DOUBLE_EQ(figures.at("fill").real_ns, 543.30) << "called unstable";
}

// As documented for machines with counters, other units, and a benchmark that failed.
TEST(Nanobench, TablesWithOtherColumns) {
  const auto figures = figures_in(
      to_bytes(
          "\n| relative |               ms/op |                op/s |    err% |          ins/op |     total | x\n"
          "|---------:|--------------------:|--------------------:|--------:|----------------:|----------:|:--\n"
          "|   100.0% |            1,234.50 |                0.81 |    0.1% |        9,876.00 |      0.00 | `a`\n"
          "|        - |                   - |                   - |       - |               - |         - | :boom: "
          "`b` (iterations overflow. Maybe your code got optimized away?)\n\n| some | other table |\n| 1 | 2 |\n"),
      Format::nanobench);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_DOUBLE_EQ(figures.at("a").real_ns, 1234.5e6);
  EXPECT_DOUBLE_EQ(figures.at("a").counters.at("instructions"), 9876);
  EXPECT_NE(figures.at("b").error.find("iterations overflow"), std::string::npos);
}

TEST(Nanobench, ErrorsSayWhere) {
  const std::string head = "| ns/op | op/s | err% | total | t\n|--:|--:|--:|--:|:-\n";
  EXPECT_EQ(error_in(head + "| x | 1 | 0% | 1 | `a`\n", Format::nanobench), "line 3: the time \"x\" is not a number");
  EXPECT_EQ(error_in(head + "| 1 | 1 | `a`\n", Format::nanobench),
            "line 3: has 3 cells, and the heading of the table 5");
  EXPECT_EQ(error_in(R"({"results": [{"name": "a", "batch": 0}]})", Format::nanobench),
            "results[0].batch: must be above 0, not 0");
  EXPECT_EQ(error_in(R"({"results": [{"name": "a", "measurements": [{"elapsed": NaN}]}]})", Format::nanobench),
            "results[0].measurements[0].elapsed: must be a number, not \"NaN\"");
}

TEST(Catch2, NamesHaveTestCasesAndSections) {
  const auto figures = figures_in(file("catch2_2.13.xml"), Format::catch2);
  ASSERT_EQ(figures.size(), 3U);
  EXPECT_DOUBLE_EQ(figures.at("fibonacci/of 10").real_ns, 242.59);
  EXPECT_DOUBLE_EQ(figures.at("fibonacci/larger & \"slower\"/of <15>").real_ns, 2712.28);
  EXPECT_DOUBLE_EQ(figures.at("sort/reverse").real_ns, 27.8977);
  EXPECT_TRUE(goes_by_wall_time(figures.at("sort/reverse")));
}

TEST(Catch2, ABenchmarkThatThrowsFailed) {
  EXPECT_EQ(figures_in(file("catch2_2.13_failed.xml"), Format::catch2).at("t/throws").error, "bad <thing>");
}

// As version 3 documents it: another root, and blanks in the comment.
TEST(Catch2, Version3) {
  const auto figures = figures_in(
      to_bytes(
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Catch2TestRun name=\"t\" rng-seed=\"1\" "
          "catch2-version=\"3.1.0\">\n<TestCase name=\"a\"><BenchmarkResults name='b' samples='3'><!-- All values in "
          "nano seconds --><mean value=\"1.5e+06\" lowerBound=\"1\" upperBound=\"2\" ci=\"0.95\"/>"
          "</BenchmarkResults><OverallResult success=\"true\"/></TestCase></Catch2TestRun>\n"),
      Format::catch2);
  EXPECT_DOUBLE_EQ(figures.at("a/b").real_ns, 1.5e6);
}

TEST(Catch2, ErrorsSayWhere) {
  const std::string whole(test::text_of(file("catch2_2.13.xml")));
  EXPECT_EQ(error_in("fibonacci 12 ns", Format::catch2), "is not XML; pass --reporter xml to the program");
  EXPECT_EQ(error_in(whole.substr(0, whole.find("lowerBound")), Format::catch2),
            "line 7: a tag does not end, as if the XML were cut short");
  EXPECT_EQ(error_in(whole.substr(0, whole.find("<standardDev")), Format::catch2),
            "the XML ends in the middle, as if it were cut short");
  EXPECT_EQ(error_in("<!-- x", Format::catch2), "line 1: \"<!--\" does not end, as if the XML were cut short");
  EXPECT_EQ(error_in("<TestCase name=\"a\">\n<BenchmarkResults/>", Format::catch2),
            "line 2: <BenchmarkResults> has no attribute name");
  EXPECT_EQ(error_in("<TestCase name=a>", Format::catch2), "line 1: an attribute of <TestCase> is not NAME=\"VALUE\"");
  EXPECT_EQ(error_in("<BenchmarkResults name=\"b\"><mean value=\"many\"/></BenchmarkResults>", Format::catch2),
            "line 1: the mean \"many\" is not a number");
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += "<Section name=\"a\">";
  EXPECT_EQ(error_in(deep, Format::catch2), "line 1: more than 100 sections in one another");
}

TEST(XmlTags, EntitiesAndWhatIsNoTag) {
  XmlTags tags("<?xml version=\"1.0\"?><!DOCTYPE a><a b='&#65;&#x20AC;&lt;&nope;&'/><![CDATA[<no/>]]> text </a>");
  XmlTag tag;
  ASSERT_TRUE(tags.next(tag));
  EXPECT_EQ(tag.name, "a");
  EXPECT_TRUE(tag.opens && tag.closes);
  EXPECT_EQ(tag.attributes.at("b"), "A\xE2\x82\xAC<&nope;&");
  ASSERT_TRUE(tags.next(tag));
  EXPECT_TRUE(!tag.opens && tag.closes);
  EXPECT_FALSE(tags.next(tag));
}

TEST(Pytest, RoundsAreRepetitions) {
  const auto figures = figures_in(file("pytest_benchmark_3.2.json"), Format::pytest);
  ASSERT_EQ(figures.size(), 3U);
  const BenchmarkFigure& figure = figures.at("test_sort.py::test_sort[100]");
  EXPECT_EQ(figure.repetitions, 12U);
  EXPECT_GT(figure.fastest_real_ns, 100);
  EXPECT_LT(figure.fastest_real_ns, figure.real_ns);
  EXPECT_TRUE(goes_by_wall_time(figure));
}

TEST(Pytest, WithoutDataTheMedianCounts) {
  EXPECT_DOUBLE_EQ(
      figures_in(to_bytes(R"({"benchmarks": [{"name": "a", "stats": {"median": 2e-3, "data": []}}]})"), Format::pytest)
          .at("a")
          .real_ns,
      2e6);
  EXPECT_EQ(error_in(R"({"benchmarks": [{"name": "a"}]})", Format::pytest), "benchmarks[0].stats: is missing");
  EXPECT_EQ(error_in(R"({"benchmarks": [{"name": "", "stats": {"median": 1}}]})", Format::pytest),
            "benchmarks[0].name: the benchmark has no name");
}

TEST(Hyperfine, RunsAreRepetitions) {
  const auto figures = figures_in(file("hyperfine_1.15.json"), Format::hyperfine);
  ASSERT_EQ(figures.size(), 3U);
  EXPECT_EQ(figures.at("sleeper").repetitions, 10U);
  EXPECT_GT(figures.at("sleeper").fastest_real_ns, 2e6) << "it slept for 2 ms";
  EXPECT_EQ(figures.at("fails").error, "the command ended with exit code 1");
}

TEST(Hyperfine, NewerVersionsHaveMemory) {
  const auto figures = figures_in(to_bytes(R"({"results": [{"command": "a", "times": [1, 2], "exit_codes": [0, 0],
    "memory_usage_byte": [4096, 8192]}, {"command": "b", "times": [1], "exit_codes": [null]}]})"),
                                  Format::hyperfine);
  EXPECT_EQ(figures.at("a peak memory").unit, "B");
  EXPECT_EQ(figures.at("a peak memory").repetitions, 2U);
  EXPECT_DOUBLE_EQ(figures.at("a peak memory").cpu_ns, 6144);
  EXPECT_FALSE(goes_by_wall_time(figures.at("a peak memory")));
  EXPECT_EQ(figures.at("b").error, "a signal ended the command");
  EXPECT_EQ(error_in(R"({"results": [{"command": "a", "times": []}]})", Format::hyperfine),
            "results[0].times: is empty");
}

TEST(Go, EachAmountIsABenchmarkAndRatesAreLeftOut) {
  const auto figures = figures_in(file("go_1.19.txt"), Format::go);
  ASSERT_EQ(figures.size(), 8U);
  const BenchmarkFigure& sort = figures.at("example.org/sorts/a.Sort-2");
  EXPECT_EQ(sort.repetitions, 3U);
  EXPECT_TRUE(goes_by_wall_time(sort));
  EXPECT_TRUE(figures.contains("example.org/sorts/b.Sort-2")) << "the same name in another package";
  EXPECT_EQ(figures.at("example.org/sorts/a.Sort-2 allocs/op").unit, "allocs/op");
  EXPECT_DOUBLE_EQ(figures.at("example.org/sorts/a.Sort-2 B/op").real_ns, 56);
  EXPECT_DOUBLE_EQ(figures.at("example.org/sorts/a.Repeat/n=0-2 letters/op").real_ns, 100);
  EXPECT_FALSE(figures.contains("example.org/sorts/a.Repeat/n=0-2 MB/s"));
}

TEST(Go, OnlyResultLinesCount) {
  const auto figures =
      figures_in(to_bytes("cpu: Some CPU\nBenchmarkA\nBenchmarkA-8 10 5 ns/op\nBenchmark says 3 things\n"
                          "--- FAIL: BenchmarkB\nBenchmark 7 9 ns/op\n"),
                 Format::go);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_DOUBLE_EQ(figures.at("A-8").real_ns, 5) << "one package: its name is left out";
  EXPECT_DOUBLE_EQ(figures.at("Benchmark").real_ns, 9);
  EXPECT_EQ(error_in("BenchmarkA 10 5 ns/op x B/op\n", Format::go), "line 1: \"x\" before \"B/op\" is not a number");
}

TEST(Criterion, TheLinesOfCargoBench) {
  const auto figures = figures_in(file("criterion_0.3.txt"), Format::criterion);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_GT(figures.at("fib 10").real_ns, 50);
  EXPECT_LT(figures.at("fib 10").real_ns, 5000);
  EXPECT_TRUE(figures.contains("a group with a long name/recursive/12")) << "the name stands on a line of its own";
}

TEST(Criterion, ChangesAreNotTimes) {
  const auto figures = figures_in(to_bytes("alloc                   time:   [2.5094 ms 2.5306 ms 2.5553 ms]\n"
                                           "                        thrpt:  [391.34 MiB/s 395.17 MiB/s 398.51 MiB/s]\n"
                                           "                 change:\n"
                                           "                        time:   [-3.2% -1.0% +1.5%] (p = 0.15 > 0.05)\n"
                                           "short                   time:   [1 \xC2\xB5s 2 \xC2\xB5s 3 \xC2\xB5s]\n"),
                                  Format::criterion);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_DOUBLE_EQ(figures.at("alloc").real_ns, 2.5306e6);
  EXPECT_DOUBLE_EQ(figures.at("short").real_ns, 2000);
}

TEST(Criterion, MessagesOfCargoCriterionHaveSamples) {
  const auto figures = figures_in(
      to_bytes(
          R"({"reason":"benchmark-complete","id":"norm","iteration_count":[10,20],"measured_values":[100.0,240.0],)"
          R"("unit":"ns","median":{"estimate":1,"unit":"ns"}})"
          "\n"
          R"({"reason":"group-complete","group_name":"g","benchmarks":["norm"]})"
          "\n"
          R"({"reason":"benchmark-complete","id":"other","median":{"estimate":3,"unit":"us"}})"
          "\n"),
      Format::criterion);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_DOUBLE_EQ(figures.at("norm").fastest_real_ns, 10);
  EXPECT_DOUBLE_EQ(figures.at("norm").real_ns, 11);
  EXPECT_DOUBLE_EQ(figures.at("other").real_ns, 3000);
}

TEST(Criterion, TheLinesOfRustsOwnHarness) {
  const auto figures = figures_in(to_bytes("running 1 test\ntest sort::big ... bench:      26,251 ns/iter (+/- 1,234)\n"
                                           "test other ... ok\n"),
                                  Format::criterion);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_DOUBLE_EQ(figures.at("sort::big").real_ns, 26251);
  EXPECT_EQ(error_in("test a ... bench:  x ns/iter\n", Format::criterion),
            "line 1: no time in ns/iter stands behind \"bench:\"");
}

TEST(Criterion, ErrorsSayWhere) {
  EXPECT_EQ(error_in("\n{\"reason\": \"benchmark-complete\", \"id\"", Format::criterion),
            "line 2: line 1, column 38: the JSON ends in the middle, as if it were cut short");
  EXPECT_EQ(
      error_in(R"({"reason":"benchmark-complete","id":"a","measured_values":[1],"iteration_count":[0],"unit":"ns"})",
               Format::criterion),
      "line 1.iteration_count: must be at least 1, not 0");
  EXPECT_EQ(
      error_in(
          R"({"reason":"benchmark-complete","id":"a","measured_values":[1],"iteration_count":[1],"unit":"cycles"})",
          Format::criterion),
      "line 1.unit: \"cycles\" is not a unit of time");
}

TEST(Lines, NameValueUnit) {
  const auto figures =
      figures_in(to_bytes("# mine\n\nparse small file   12.5\tms\r\nparse small file 14 ms\nsize 3 MiB\n"
                          "misses 1e3 misses\nstart 2 min\n"),
                 Format::lines);
  ASSERT_EQ(figures.size(), 4U);
  EXPECT_EQ(figures.at("parse small file").repetitions, 2U);
  EXPECT_DOUBLE_EQ(figures.at("parse small file").fastest_real_ns, 12.5e6);
  EXPECT_TRUE(goes_by_wall_time(figures.at("start")));
  EXPECT_DOUBLE_EQ(figures.at("start").real_ns, 120e9);
  EXPECT_EQ(figures.at("size").unit, "B");
  EXPECT_DOUBLE_EQ(figures.at("size").real_ns, 3 << 20);
  EXPECT_EQ(figures.at("misses").unit, "misses");
}

TEST(Lines, ErrorsSayWhere) {
  EXPECT_EQ(error_in("a 1 ns\nhello\n", Format::lines), "line 2: \"hello\" is not NAME VALUE UNIT");
  EXPECT_EQ(error_in("a b ns\n", Format::lines), "line 1: the value \"b\" is not a number; a line is NAME VALUE UNIT");
  EXPECT_EQ(error_in("a 1 2\n", Format::lines), "line 1: the unit \"2\" is a number; a line is NAME VALUE UNIT");
  for (const char* const rate : {"MB/s", "fps", "GHz", "GFLOPS", "items/sec", "Mbps"})
    EXPECT_EQ(error_in(concat("a 1 ", rate), Format::lines),
              concat("line 1: \"", rate,
                     "\" is a rate, of which more is better; write the time or the amount of one operation"));
  EXPECT_EQ(error_in(std::string(5000, 'a') + " 1 ns", Format::lines), "line 1: the name is longer than 4096 bytes");
}

TEST(Lines, WhatIsNotATimeIsLeftOut) {
  const auto figures = figures_in(to_bytes("a nan ns\nb -1 ms\nc 1e300 h\nd inf B\ne 1 ns\ne 2 B\n"), Format::lines);
  EXPECT_EQ(figures.at("a").no_time, "has a time of nan ns, which is not a time");
  EXPECT_EQ(figures.at("b").no_time, "has a time of -1e+06 ns, which is not a time");
  EXPECT_NE(figures.at("c").no_time, "");
  EXPECT_EQ(figures.at("d").no_time, "has inf B, which is not an amount");
  EXPECT_EQ(figures.at("e").no_time, "is measured in units of time and in B");
}

/// Whatever a file holds, a reader answers or says why not.
TEST(Formats, HalfOfEachFileIsReadOrRefused) {
  for (const char* const name :
       {"nanobench_4.6.json", "nanobench_4.6.md", "catch2_2.13.xml", "criterion_0.3.txt", "pytest_benchmark_3.2.json",
        "hyperfine_1.15.json", "go_1.19.txt", "catch2_2.13_failed.xml"}) {
    const std::vector<std::byte> whole = file(name);
    for (std::size_t size = 0; size < whole.size(); size += 37)
      for (const Format format : text_formats) {
        const std::string error =
            test::read_error([&] { return figures_of(read_results(std::span(whole).first(size), format)); });
        EXPECT_NE(error, "") << name << " " << size;
      }
  }
}

/// JSON that ends early is never taken for a smaller whole.
TEST(Formats, CutJsonIsAnError) {
  const std::pair<const char*, Format> files[] = {{"nanobench_4.6.json", Format::nanobench},
                                                  {"pytest_benchmark_3.2.json", Format::pytest},
                                                  {"hyperfine_1.15.json", Format::hyperfine}};
  for (const auto& [name, format] : files) {
    const std::vector<std::byte> whole = file(name);
    const std::string text = test::text_of(whole).substr(0, whole.size() / 2);
    EXPECT_NE(error_in(text, format).find("cut short"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace lockstep::tools::perf
