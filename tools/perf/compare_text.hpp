// A comparison for people, for pull requests and for other programs.
#pragma once

#include <string>
#include <vector>

#include "perf/compare.hpp"
#include "perf/noise_floor.hpp"

namespace lockstep::tools::perf {

/// 0.0312 as "3.12 %".
[[nodiscard]] std::string percent(double part);

[[nodiscard]] std::string comparison_table(const Contestants& programs, const MeasureOptions& options,
                                           const MeasuredComparison& result);
/// GitHub's Markdown: a table of the benchmarks that differ, and the whole comparison folded away if it has more.
[[nodiscard]] std::string comparison_markdown(const MeasureOptions& options, const MeasuredComparison& result);
[[nodiscard]] std::string comparison_json(const Contestants& programs, const MeasureOptions& options,
                                          const MeasuredComparison& result);

/// `floors` belong to the benchmarks of `result`, a comparison of a program with itself, in its order.
[[nodiscard]] std::string noise_floor_table(const BenchmarkProgram& program, const MeasureOptions& options,
                                            const MeasuredComparison& result, const std::vector<NoiseFloor>& floors);

}  // namespace lockstep::tools::perf
