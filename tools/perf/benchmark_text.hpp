// The text that a Google Benchmark program writes, which is JSON but for three things.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "text/json.hpp"

namespace lockstep::tools::perf {

/// Does the program say so that a number is none? "NaN", "-Infinity"; before version 1.5 "nan", "-inf".
[[nodiscard]] bool is_non_finite(std::string_view word);

/// The value of the text. Numbers that are none become strings, which `is_non_finite` knows. Of several members of one
/// name the first counts: the library writes its own before the user's counters, which may be called alike. Only what
/// is a word or a flag counts more than a number: counters are numbers, and the label comes behind them. Throws
/// `ReadError` that says where.
[[nodiscard]] Json parse_benchmark_text(std::span<const std::byte> text);

}  // namespace lockstep::tools::perf
