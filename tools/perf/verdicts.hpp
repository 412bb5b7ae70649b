// From times to verdicts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "perf/statistics.hpp"

namespace lockstep::tools::perf {

enum class Verdict { same, faster, slower, too_noisy, not_compared };

/// "slower", "too noisy to say", ...
[[nodiscard]] std::string_view in_words(Verdict verdict);

/// The times of one benchmark in both programs, one per process.
struct Samples {
  std::string name;
  bool wall = false;  ///< wall time, else time of the processor
  std::vector<double> old_ns, new_ns;
  std::string problem;          ///< why they cannot be compared; empty if they can
  bool problem_counts = false;  ///< it keeps the programs from being called the same
  std::string unit = "";        ///< of amounts that are no times; empty: times
};

/// The number of instructions of one iteration in the old and the new program.
struct InstructionPair {
  double before = 0, after = 0;
  [[nodiscard]] double ratio() const { return after / before; }
};

struct Comparison {
  std::string name;
  bool wall = false;
  std::string unit;  ///< as in `Samples`
  Verdict verdict = Verdict::not_compared;
  std::string note;               ///< the reason, if the figures alone do not show it
  bool counts = true;             ///< for the overall answer
  double old_ns = 0, new_ns = 0;  ///< medians
  double ratio = 1;               ///< new over old
  Interval interval{1, 1};        ///< for the ratio
  double p = 1, holm_p = 1;
  std::size_t runs = 0;  ///< of each program behind the figures
  bool open = false;     ///< more runs may decide: too much noise, or a suspicion that needs confirmation
  /// A slowdown of this ratio would probably have been found; see `detectable_ratio`.
  std::optional<double> detectable;
  std::optional<InstructionPair> instructions;  ///< if they were counted
};

/// The same of one benchmark: an amount that is no time is "more" or "less".
[[nodiscard]] std::string_view in_words(const Comparison& comparison);

/// The probability of wrong verdicts when they fall once.
inline constexpr double usual_alpha = 0.05;

/// One round. Holm's correction is over all of it. With `gate` 0.03 and `alpha` 0.05:
///   slower     Holm's p < 0.05, the 95 % interval above 1, the ratio above 1.03
///   faster     likewise below 1 and 1 / 1.03
///   same       the whole interval within 1 / 1.03 to 1.03
///   too noisy  anything else
[[nodiscard]] std::vector<Comparison> judge(std::span<const Samples> round, double gate, double alpha = usual_alpha);

/// The verdict if nothing can confirm a suspicion any more: same or too noisy, as the interval says.
[[nodiscard]] Verdict without_suspicion(const Comparison& comparison, double gate);

/// The samples of two rounds as one; a failure in one of them remains a failure.
[[nodiscard]] Samples joined(const Samples& first, const Samples& second);

/// Slower if any benchmark is slower; else not compared if any that counts is not compared, or there is none; else too
/// noisy to say if any is; else faster or same.
[[nodiscard]] Verdict overall(std::span<const Comparison> comparisons);

/// For a program against itself: the smallest gate at which `judge` would call it the same.
[[nodiscard]] double noise_floor(const Interval& interval);

}  // namespace lockstep::tools::perf
