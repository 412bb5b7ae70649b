// The history of a benchmark program: a file with one JSON object per line, the result of one `lockstep-perf record`.
// docs/performance-history.md describes the format.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tools::perf {

/// Of one record.
inline constexpr std::size_t max_benchmarks = 100'000;

/// Another benchmark of the same run that figures are compared with.
struct Reference {
  std::string name;
  double ns = 0;
  bool asked = false;  ///< by --reference; else by its name
};

/// The least time that the machine allows for a benchmark, and the resource that takes it: "reading", "arithmetic", ...
struct Bound {
  std::string kind;
  double ns = 0;
};

struct BenchmarkRecord {
  std::string name;
  bool wall_time = false;  ///< else processor time
  double ns = 0;           ///< per iteration: the median over the runs of each run's fastest repetition
  double spread = 0;       ///< between the quartiles of the runs, as a share of the median
  std::size_t runs = 0;
  std::optional<Reference> reference;
  std::optional<Bound> bound;
  std::map<std::string, double>
      results;  ///< counters of the computed results: equal in every run unless there is a defect
  std::map<std::string, double> counters;  ///< medians of the others
};

struct HistoryRecord {
  std::size_t line = 0;   ///< of its file, from 1; 0: not in a file yet
  std::string date;       ///< 2026-01-31T23:59:59Z
  std::string commit;     ///< empty if unknown
  bool modified = false;  ///< the source had changes that are not in the commit
  std::string program;    ///< the name of its file, and its flags
  std::string machine;    ///< a key that machines of one kind share
  std::string cpu;
  std::string isa, compiler, flags;  ///< empty if the program does not say
  int threads = 1;                   ///< processors that the program could use
  std::vector<BenchmarkRecord> benchmarks;
};

/// A word that is equal for equal results; empty without results.
[[nodiscard]] std::string digest(const std::map<std::string, double>& results);

/// One line, with its end.
[[nodiscard]] std::string to_line(const HistoryRecord& record);

struct History {
  std::vector<HistoryRecord> records;  ///< in the order of the file
  /// Where the rest of an interrupted recording begins, which goes to the end of the file.
  std::optional<std::size_t> incomplete_from;
};

/// Throws `ReadError` with the place.
[[nodiscard]] HistoryRecord parse_record(std::string_view text);

/// Throws `ReadError` about all lines that are not records (the first twenty, and the number of further ones):
/// "FILE:LINE: ..." each, or "LINE: ..." without a `file`.
[[nodiscard]] History parse_history(std::string_view text, std::string_view file = {});

}  // namespace lockstep::tools::perf
