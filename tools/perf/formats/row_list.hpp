// Rows as the readers build them.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "perf/formats/benchmark_rows.hpp"

namespace lockstep::tools::perf {

/// Collects rows. Those of one name are repetitions of one benchmark.
class RowList {
 public:
  /// A row of wall times, whose name becomes printable. Throws `ReadError` at `place` if it is empty or too long.
  BenchmarkRow& add(std::string_view name, std::string_view place);

  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::vector<BenchmarkRow> take() { return std::move(rows_); }

 private:
  std::vector<BenchmarkRow> rows_;
  std::map<std::string, double> counts_;
};

/// Stores a time of the row. One that is negative, NaN or longer than a year leaves the row without a time.
void set_time(BenchmarkRow& row, double ns);
/// Stores those of all repetitions, in nanoseconds: likewise.
void set_times(BenchmarkRow& row, std::vector<double> ns);
/// Stores an amount that is no time, of which less is better: likewise.
void set_amount(BenchmarkRow& row, double amount, std::string_view unit);

/// The nanoseconds of "ps", "ns", "us" (with either letter for micro), "ms", "s", "sec", "min" or "h".
[[nodiscard]] std::optional<double> ns_per(std::string_view unit);
/// The bytes of "B", "kB", "MiB", ...
[[nodiscard]] std::optional<double> bytes_per(std::string_view unit);
/// "MB/s", "fps", "GHz": of these more is better.
[[nodiscard]] bool is_rate(std::string_view unit);

/// A whole field as a number, which may be NaN or infinite; nothing for anything else. `thousands` allows commas between
/// digits.
[[nodiscard]] std::optional<double> number_in(std::string_view field, bool thousands = false);

/// The words of a line, with blanks and tabs between.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view line);

[[nodiscard]] inline std::string_view as_text(std::span<const std::byte> text) {
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

}  // namespace lockstep::tools::perf
