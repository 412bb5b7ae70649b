// Compares two files of results.
#pragma once

#include <optional>
#include <string>

#include "perf/compare.hpp"
#include "perf/formats/format.hpp"

namespace lockstep::tools::perf {

/// Fewer repetitions of a benchmark in a file say nothing: an interval needs as many as `compare` has runs.
inline constexpr std::size_t least_repetitions = 10;

/// The repetitions in the files are independent samples of both programs, judged once: nothing can confirm a suspicion.
/// `before` and `after` are the paths. Throws `ReadError` that names the file.
[[nodiscard]] MeasuredComparison compare_files(const std::string& before, const std::string& after,
                                               std::optional<Format> format, double gate);

}  // namespace lockstep::tools::perf
