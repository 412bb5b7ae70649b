// The formats that results of benchmarks are read from.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "perf/formats/benchmark_rows.hpp"

namespace lockstep::tools::perf {

/// `process` is no text: the run of the program itself is measured.
enum class Format { google, nanobench, catch2, criterion, pytest, hyperfine, go, lines, process };

/// "google", "nanobench", ...
[[nodiscard]] std::string_view name_of(Format format);
[[nodiscard]] std::optional<Format> format_named(std::string_view name);
/// The names of all, in the order of the enumeration.
[[nodiscard]] std::vector<std::string> format_names();

/// The format of a text, if the text shows it beyond doubt. JSON that is damaged has none. `lines` is never recognised:
/// any text may look like it.
[[nodiscard]] std::optional<Format> recognised(std::span<const std::byte> text);

/// Reads a text of that format, but `process`; without one, of the recognised format. Throws `ReadError` with the place.
[[nodiscard]] BenchmarkOutput read_results(std::span<const std::byte> text, std::optional<Format> format);

}  // namespace lockstep::tools::perf
