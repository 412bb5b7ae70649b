#include "perf/history_records.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "output/interrupt.hpp"
#include "output/write_all.hpp"
#include "perf/history_file.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/few_lines.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

/// A record of 500 benchmarks has 200 KiB.
constexpr std::uint64_t max_record_bytes = std::uint64_t{64} << 20;

/// Letters and digits of a commit, which may be any text.
std::string as_file_name(const std::string& commit) {
  constexpr std::size_t most = 10;
  std::string name;
  for (const char c : commit) {
    const bool fits = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (fits && name.size() < most) name += c;
  }
  return name.empty() ? "unknown" : name;
}

std::string digest_of(std::string_view text) {
  std::uint32_t hash = 0x811C9DC5;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
  std::string digits(8, '0');
  for (std::size_t i = digits.size(); i-- > 0; hash >>= 4) digits[i] = "0123456789abcdef"[hash & 15];
  return digits;
}

[[noreturn]] void fail_at(const std::string& path, std::string_view problem) {
  throw OutputError(concat(shown_name(path), ": ", problem, ": ", std::strerror(errno)));
}

/// Writes a new file, whole or not at all, and synchronises it. Another process may write the same one: then it has the
/// same text.
void write_new_file(const std::string& path, std::string_view text) {
  std::string temporary = path + ".XXXXXX";
  const InterruptsHeld held;
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) fail_at(path, "cannot be made");
  try {
    write_all(descriptor, text, shown_name(path));
    constexpr mode_t mode = 0644;
    if (::fchmod(descriptor, mode) != 0 || ::fsync(descriptor) != 0) fail_at(path, "cannot be brought to the disk");
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail_at(path, "cannot be made");
  } catch (const OutputError&) {
    ::close(descriptor);
    ::unlink(temporary.c_str());
    throw;
  }
  ::close(descriptor);
}

}  // namespace

std::string record_file_name(const HistoryRecord& record) {
  std::string time = record.date;
  std::erase(time, ':');  // not in names on every system
  return concat(record.date.substr(0, 7), "/", time, "-", as_file_name(record.commit), "-", digest_of(to_line(record)),
                ".json");
}

History parse_record_files(std::vector<RecordFile> files, std::string_view place) {
  std::sort(files.begin(), files.end(), [](const RecordFile& a, const RecordFile& b) { return a.name < b.name; });
  History history;
  FewLines damaged(concat(place, "/"));
  std::string problems;
  for (const RecordFile& file : files) {
    try {
      history.records.push_back(parse_record(file.text));
    } catch (const ReadError& error) {
      problems += damaged.next(concat(printable(file.name, 300), ": ", error.what()));
    }
  }
  if (damaged.count() > 0)
    throw ReadError(
        concat(problems, damaged.rest(), "mend or delete ", damaged.count() == 1 ? "this file" : "these files"));
  std::stable_sort(history.records.begin(), history.records.end(),
                   [](const HistoryRecord& a, const HistoryRecord& b) { return a.date < b.date; });
  for (std::size_t i = 0; i < history.records.size(); ++i) history.records[i].line = i + 1;
  return history;
}

History read_history_folder(const std::string& path) {
  namespace fs = std::filesystem;
  std::vector<RecordFile> files;
  std::uint64_t bytes = 0;
  std::error_code error;
  for (auto entry = fs::recursive_directory_iterator(path, error); !error && entry != fs::end(entry);
       entry.increment(error)) {
    const std::string file = entry->path().string(), name = fs::relative(entry->path(), path).string();
    std::error_code ignored;
    if (entry->path().filename().string().starts_with('.') && entry->is_directory(ignored))
      entry.disable_recursion_pending();  // .git, if it is a checkout
    if (entry->path().extension() != ".json" || !entry->is_regular_file(ignored)) continue;
    try {
      const std::vector<std::byte> text = read_file(file, max_record_bytes);
      files.push_back({name, {reinterpret_cast<const char*>(text.data()), text.size()}});
    } catch (const ReadError& problem) {
      throw ReadError(concat(shown_name(file), ": ", problem.what()));
    }
    if ((bytes += files.back().text.size()) > max_history_bytes)
      throw ReadError(concat(shown_name(path), ": holds more than ", max_history_bytes, " bytes of records"));
  }
  if (error) throw ReadError(concat(shown_name(path), ": cannot be read: ", error.message()));
  return parse_record_files(std::move(files), shown_name(path));
}

void append_to_history_folder(const std::string& path, const HistoryRecord& record) {
  const std::filesystem::path file = std::filesystem::path(path) / record_file_name(record);
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) throw OutputError(concat(shown_name(path), ": cannot be made: ", error.message()));
  write_new_file(file.string(), to_line(record));
}

}  // namespace lockstep::tools::perf
