// Where a history lies: a file of lines, a folder with a file for each record, or a branch of git with these. It is read
// as a whole, and appended to such that no failure damages it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "perf/history.hpp"

namespace lockstep::tools::perf {

/// Size of the largest history that is read. A record of 500 benchmarks is about 200 KiB.
inline constexpr std::uint64_t max_history_bytes = std::uint64_t{256} << 20;

/// The history that `--history` names: "git:BRANCH"; a folder, which exists or whose name ends in a slash; else a file.
/// Throws `ReadError` as `parse_history` does, with the path.
[[nodiscard]] History read_history(const std::string& path);

/// Checks whether a record could be appended now, as far as can be known without doing it: throws as `append_record`
/// does.
void check_appendable(const std::string& path);

struct Appended {
  /// The size of an interrupted recording's rest at the end, which was removed.
  std::size_t removed = 0;
  /// The history before the append.
  History before;
};

/// Appends a line to the file, which is created if it does not exist, and synchronises it. Other processes that append
/// wait meanwhile. If anything fails, the file holds the records that it held before. Throws `OutputError`, or
/// `ReadError` if the file is not a history. A folder or a branch gets one more file.
Appended append_record(const std::string& path, const HistoryRecord& record);

}  // namespace lockstep::tools::perf
