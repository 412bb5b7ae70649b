// One reader for each format. All throw `ReadError` with the place ("line 3: ...", "results[0].times: ...").
#pragma once

#include <cstddef>
#include <span>

#include "perf/formats/benchmark_rows.hpp"

namespace lockstep::tools::perf {

using ResultText = std::span<const std::byte>;

/// The JSON of `ankerl::nanobench::templates::json()`, or the Markdown tables that its benchmarks print. Epochs are
/// repetitions. Hardware counters become the counters `instructions` and `branch_misses`.
[[nodiscard]] BenchmarkOutput parse_nanobench(ResultText text);

/// The XML of `--reporter xml` (versions 2 and 3). The only time of a benchmark there is its mean. A name is
/// TESTCASE/SECTION/BENCHMARK.
[[nodiscard]] BenchmarkOutput parse_catch2(ResultText text);

/// The lines `time: [low estimate high]` that `cargo bench` prints, those of `--output-format bencher`, which Rust's own
/// harness prints as well, or the messages of `cargo criterion --message-format=json`, which have all samples.
[[nodiscard]] BenchmarkOutput parse_criterion(ResultText text);

/// The JSON of pytest-benchmark's `--benchmark-json=FILE`.
[[nodiscard]] BenchmarkOutput parse_pytest(ResultText text);

/// The JSON of hyperfine's `--export-json FILE`.
[[nodiscard]] BenchmarkOutput parse_hyperfine(ResultText text);

/// The lines of `go test -bench`: ns/op, and each further amount as a benchmark "NAME UNIT". Rates are left out. With
/// several packages a name begins with its package.
[[nodiscard]] BenchmarkOutput parse_go(ResultText text);

/// NAME VALUE UNIT, one a line. The unit is one of time, of bytes, or any other word for an amount of which less is
/// better. Lines of one name are repetitions; blank lines and those that begin with # are none.
[[nodiscard]] BenchmarkOutput parse_lines(ResultText text);

}  // namespace lockstep::tools::perf
