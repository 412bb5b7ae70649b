// The history of a benchmark program: a file with one JSON object per line, each of them what one `lockstep-perf
// record` measured. docs/performance-history.md describes the format.
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
  bool asked = false;  ///< by --reference; else its name says so
};

/// The least time that the machine allows for a benchmark, and what takes it: "reading", "arithmetic", ...
struct Bound {
  std::string kind;
  double ns = 0;
};

struct BenchmarkRecord {
  std::string name;
  bool wall_time = false;  ///< else processor time
  double ns = 0;           ///< per iteration: the median of the runs, of each its fastest repetition
  double spread = 0;       ///< between the quartiles of the runs, as a share of the median
  std::size_t runs = 0;
  std::optional<Reference> reference;
  std::optional<Bound> bound;
  std::map<std::string, double>
      results;  ///< counters that say what was computed: the same in every run, if nothing broke
  std::map<std::string, double> counters;  ///< medians of the others
};

struct HistoryRecord {
  std::size_t line = 0;   ///< of its file, from 1; 0: it is in none yet
  std::string date;       ///< 2026-01-31T23:59:59Z
  std::string commit;     ///< empty if unknown
  bool modified = false;  ///< the source had changes that are not in the commit
  std::string program;    ///< name of its file, with what it was asked to do
  std::string machine;    ///< a key that is the same for machines of one kind
  std::string cpu;
  std::string isa, compiler, flags;  ///< empty if the program does not tell
  int threads = 1;                   ///< processors that the program could use
  std::vector<BenchmarkRecord> benchmarks;
};

/// A word that is the same for the same results; empty if there are none.
[[nodiscard]] std::string digest(const std::map<std::string, double>& results);

/// One line, with its end.
[[nodiscard]] std::string to_line(const HistoryRecord& record);

struct History {
  std::vector<HistoryRecord> records;  ///< in the order of the file
  /// What a recording that was stopped left at the end, from here to the end of the file.
  std::optional<std::size_t> incomplete_from;
};

/// Throws `ReadError` about all lines that are no records (the first twenty, and how many more): "FILE:LINE: ..." each,
/// or "LINE: ..." without a `file`.
[[nodiscard]] History parse_history(std::string_view text, std::string_view file = {});

}  // namespace lockstep::tools::perf
