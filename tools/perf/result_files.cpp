#include "perf/result_files.hpp"

#include <algorithm>
#include <vector>

#include "perf/collected.hpp"
#include "text/error.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

Collected collected_file(const std::string& path, std::optional<Format> format) {
  try {
    const BenchmarkOutput output = read_results(read_file(path, max_benchmark_bytes), format);
    if (output.rows.empty()) throw ReadError("has no benchmark");
    Collected collected;
    collected.add(output, Collected::Take::each);
    return collected;
  } catch (const ReadError& error) {
    throw ReadError(concat(shown_name(path), ": ", error.what()));
  }
}

/// Judging resamples all repetitions thousands of times, so of more than this number as many count, spread evenly.
constexpr std::size_t most_per_side = 1000;

void thin(std::vector<double>& times) {
  if (times.size() <= most_per_side) return;
  for (std::size_t i = 0; i < most_per_side; ++i) times[i] = times[i * times.size() / most_per_side];
  times.resize(most_per_side);
}

/// An interval of few repetitions is too narrow, so it decides nothing.
void withdraw_few(std::vector<Comparison>& comparisons, const std::vector<Samples>& samples) {
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    Comparison& c = comparisons[i];
    const std::size_t fewest = std::min(samples[i].old_ns.size(), samples[i].new_ns.size());
    c.open = false;
    if (c.runs == 0 || fewest >= least_repetitions) continue;
    c.verdict = Verdict::too_noisy;
    c.detectable.reset();
    c.note = concat("a file has ", fewest, " of the ", least_repetitions, " repetitions that it takes");
  }
}

}  // namespace

MeasuredComparison compare_files(const std::string& before, const std::string& after, std::optional<Format> format,
                                 double gate) {
  const Collected old = collected_file(before, format);
  std::vector<Samples> samples = all_samples(old, collected_file(after, format));
  for (Samples& one : samples) thin(one.old_ns), thin(one.new_ns);
  MeasuredComparison result;
  result.from_files = true;
  result.benchmarks = judge(samples, gate);
  withdraw_few(result.benchmarks, samples);
  result.common = common_factor(result.benchmarks, gate);
  result.verdict = overall(result.benchmarks);
  return result;
}

}  // namespace lockstep::tools::perf
