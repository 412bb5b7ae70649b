// Bytes for the reader of Google Benchmark's JSON: rows that can be shown and counted, or an error with a reason.
#include <cmath>
#include <span>

#include "perf/benchmark_figures.hpp"
#include "perf/formats/benchmark_json.hpp"
#include "scene_check.hpp"

namespace lockstep::test {
namespace {

void check_time(double ns) {
  if (!(ns >= 0 && std::isfinite(ns))) broken("a time that is none");
}

void check_output(const tools::perf::BenchmarkOutput& output) {
  for (const auto& [key, value] : output.context) expect_printable(key), expect_printable(value);
  const auto figures = tools::perf::figures_of(output);
  if (figures.size() > output.rows.size()) broken("more benchmarks than rows");
  for (const tools::perf::BenchmarkFigure& figure : figures) {
    expect_printable(figure.name);
    expect_printable(figure.error);
    expect_printable(figure.label);
    check_time(figure.real_ns);
    check_time(figure.cpu_ns);
    if (figure.name.empty() || figure.threads < 1) broken("a benchmark without a name or threads");
    for (const auto& [name, value] : figure.counters) {
      expect_printable(name);
      if (!std::isfinite(value)) broken("a counter that is no number");
    }
  }
}

}  // namespace
}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  try {
    test::check_output(tools::perf::parse_benchmark_json(std::as_bytes(std::span(data, size))));
  } catch (const tools::ReadError& error) {
    if (*error.what() == '\0') test::broken("an error that says nothing");
  }
  return 0;
}
