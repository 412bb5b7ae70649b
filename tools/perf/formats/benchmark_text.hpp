// The text that a Google Benchmark program writes, which differs from JSON in three points.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "text/json.hpp"

namespace lockstep::tools::perf {

/// Whether it is the program's word for NaN or infinity: "NaN", "-Infinity"; before version 1.5 "nan", "-inf".
[[nodiscard]] bool is_non_finite(std::string_view word);

/// The value of the text. NaN and infinities become strings, which `is_non_finite` recognises. The first of several
/// members of one name counts: the library writes its own members before the user's counters, which may have the same
/// names. Words and flags count more than numbers: counters are numbers, and the label stands behind them. Throws
/// `ReadError` with the place.
[[nodiscard]] Json parse_benchmark_text(std::span<const std::byte> text);

}  // namespace lockstep::tools::perf
