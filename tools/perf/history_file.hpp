// The file of a history: read at once, and appended to such that nothing can damage it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "perf/history.hpp"

namespace lockstep::tools::perf {

/// Largest history that is read. A record of 500 benchmarks is about 200 KiB.
inline constexpr std::uint64_t max_history_bytes = std::uint64_t{256} << 20;

/// Throws `ReadError` as `parse_history` does, with the path.
[[nodiscard]] History read_history(const std::string& path);

/// Whether a record could be added now, as far as can be told without doing it: throws as `append_record` does.
void check_appendable(const std::string& path);

struct Appended {
  /// Bytes at the end that a stopped recording had left; they were removed.
  std::size_t removed = 0;
  /// What the file held before.
  History before;
};

/// Adds a line to the file, which is made if there is none, and brings it to the disk. Whoever else appends waits
/// meanwhile. If anything goes wrong the file holds the records that it held before. Throws `OutputError`, or
/// `ReadError` if the file is no history.
Appended append_record(const std::string& path, const HistoryRecord& record);

}  // namespace lockstep::tools::perf
