// A history with a file for each record, in a folder or on a branch of git: records of several machines meet without a
// conflict.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "perf/history.hpp"

namespace lockstep::tools::perf {

/// "2026-01/2026-01-31T235959Z-0123456789-1a2b3c4d.json": the month, the time, the commit, and a digest of the record,
/// which distinguishes those of one second.
[[nodiscard]] std::string record_file_name(const HistoryRecord& record);

/// A file of such a history.
struct RecordFile {
  std::string name, text;
};

/// The records of all files, in the order of their dates, then of the names. Throws `ReadError` about the files that are
/// not records (the first twenty, and the number of further ones): "PLACE/NAME: ...".
[[nodiscard]] History parse_record_files(std::vector<RecordFile> files, std::string_view place);

// The same in a folder.
[[nodiscard]] History read_history_folder(const std::string& path);
void append_to_history_folder(const std::string& path, const HistoryRecord& record);

// And on a branch of the repository of the current folder, which nothing needs to check out. Writers may be several: a
// record goes onto the branch as it is at that moment. Throw `UsageError` if the branch is checked out somewhere or holds
// something else.
[[nodiscard]] bool has_history_branch(const std::string& branch);
[[nodiscard]] History read_history_branch(const std::string& branch);
void check_history_branch(const std::string& branch);
void append_to_history_branch(const std::string& branch, const HistoryRecord& record);

}  // namespace lockstep::tools::perf
