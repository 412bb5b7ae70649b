// Bytes for the readers of harnesses other than Google Benchmark: the first byte chooses one. Rows that can be shown and
// compared, or an error with a reason.
#include <cmath>
#include <cstdint>
#include <iterator>
#include <span>

#include "perf/benchmark_figures.hpp"
#include "perf/formats/format.hpp"
#include "scene_check.hpp"

namespace lockstep::test {
namespace {

using namespace tools::perf;

constexpr Format readers[] = {Format::nanobench, Format::catch2, Format::criterion, Format::pytest,
                              Format::hyperfine, Format::go,     Format::lines};

void check_figure(const BenchmarkFigure& figure) {
  expect_printable(figure.name);
  expect_printable(figure.error);
  expect_printable(figure.no_time);
  expect_printable(figure.unit);
  if (figure.name.empty()) broken("a benchmark without a name");
  if (!figure.error.empty() || !figure.no_time.empty()) return;
  if (figure.real_each.empty()) broken("a benchmark without a figure");
  for (const double value : figure.real_each)
    if (!(value >= 0 && std::isfinite(value))) broken("an invalid time");
}

}  // namespace
}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  if (size == 0) return 0;
  const auto text = std::as_bytes(std::span(data, size)).subspan(1);
  try {
    static_cast<void>(tools::perf::recognised(text));
    const auto output = tools::perf::read_results(text, test::readers[data[0] % std::size(test::readers)]);
    for (const tools::perf::BenchmarkFigure& figure : tools::perf::figures_of(output)) test::check_figure(figure);
  } catch (const tools::ReadError& error) {
    if (*error.what() == '\0') test::broken("an error that says nothing");
  }
  return 0;
}
