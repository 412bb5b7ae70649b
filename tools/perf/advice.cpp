#include "perf/advice.hpp"

#include <algorithm>
#include <cmath>

#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

constexpr double more_than_needed = 1.5;
/// If more runs than these are needed, a larger gate is better.
constexpr double most_runs = 2000;

/// The number of runs of each program that would decide it.
double needed_runs(const Comparison& c, double gate) {
  const double half = std::log(c.interval.high / c.interval.low) / 2;
  const double off = std::abs(std::log(c.ratio)), edge = std::log1p(gate);
  const double room = off > edge ? off : edge - off;
  return more_than_needed * static_cast<double>(c.runs) * std::max(1.0, half / room * (half / room));
}

/// Rounds up to tenths: 4.2.
double up_to_tenths(double number) { return std::ceil(10 * number) / 10; }

}  // namespace

std::string advice(std::span<const Comparison> comparisons, double gate, double minutes_per_run, bool has_repetitions) {
  double runs = 0, floor = gate;
  std::size_t undecided = 0, busy = 0;
  for (const Comparison& c : comparisons) {
    if (c.verdict != Verdict::too_noisy) continue;
    ++undecided;
    if (!c.open && !c.note.empty() && c.wall) ++busy;
    runs = std::max(runs, needed_runs(c, gate));
    floor = std::max(floor, noise_floor(c.interval));
  }
  if (undecided == 0) return {};
  const std::string what =
      concat("To decide the ", undecided, " that ", undecided == 1 ? "is" : "are", " too noisy, pass ");
  if (busy == undecided) return concat(what, "--allow-busy, or let nothing else run meanwhile.");
  const double minutes = std::ceil(runs * minutes_per_run + 0.5);
  const std::string gate_text = concat("--gate ", up_to_tenths(100 * floor));
  const std::string minutes_text = runs <= most_runs ? concat("--until-decided ", minutes, " (minutes)") : "";
  if (!has_repetitions) return concat(what, minutes_text, minutes_text.empty() ? "" : " or ", gate_text, " (percent).");
  const std::string repetitions = "-- --benchmark_repetitions=12 --benchmark_min_time=0.04";
  if (minutes_text.empty()) return concat(what, gate_text, ", or ", repetitions, ".");
  return concat(what, minutes_text, ", ", gate_text, " (percent), or ", repetitions, ".");
}

}  // namespace lockstep::tools::perf
