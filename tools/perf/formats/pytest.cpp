#include <string>
#include <vector>

#include "perf/formats/benchmark_text.hpp"
#include "perf/formats/readers.hpp"
#include "perf/formats/row_list.hpp"
#include "text/json.hpp"

namespace lockstep::tools::perf {
namespace {

/// The seconds of each round, which files of `--benchmark-save` have with `--benchmark-save-data` alone; else one.
std::vector<double> seconds_of_rounds(const Node& stats) {
  std::vector<double> seconds = stats.has("data") ? stats.number_list("data") : std::vector<double>();
  if (seconds.empty()) seconds.push_back(stats.number("median"));
  return seconds;
}

}  // namespace

BenchmarkOutput parse_pytest(ResultText text) {
  const Json file = parse_benchmark_text(text);
  const Json& list = Node(file, "the file").list("benchmarks");
  RowList rows;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Node benchmark(list[i], concat("benchmarks[", i, "]"));
    const char* const key = benchmark.has("fullname") ? "fullname" : "name";
    std::vector<double> times = seconds_of_rounds(benchmark.child("stats"));
    for (double& time : times) time *= 1e9;
    set_times(rows.add(benchmark.raw_text(key), benchmark.place(key)), std::move(times));
  }
  return {{}, rows.take()};
}

}  // namespace lockstep::tools::perf
