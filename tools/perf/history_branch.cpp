// A history on a branch of git.
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perf/exit_codes.hpp"
#include "perf/git.hpp"
#include "perf/history_file.hpp"
#include "perf/history_records.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/few_lines.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

/// A line of a folder in git.
struct TreeEntry {
  std::string mode, type, object, name;
};

/// "100644 blob HASH\tNAME", each ended by a zero.
std::vector<TreeEntry> parse_tree(std::string_view text) {
  std::vector<TreeEntry> entries;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\0'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t first = line.find(' '), second = line.find(' ', first + 1), tab = line.find('\t');
    if (tab == line.npos || second == line.npos || second > tab) throw SystemError("git ls-tree: printed no folder");
    entries.push_back({std::string(line.substr(0, first)), std::string(line.substr(first + 1, second - first - 1)),
                       std::string(line.substr(second + 1, tab - second - 1)), std::string(line.substr(tab + 1))});
  }
  return entries;
}

std::string without_end(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

class Branch {
 public:
  explicit Branch(std::string name) : name_(std::move(name)), repository_(Repository::here()) {
    if (!repository_.run({"check-ref-format", "--branch", name_}).succeeded())
      throw UsageError(concat("--history: ", quoted_word(name_), " cannot be the name of a branch of git"));
  }

  [[nodiscard]] std::string shown() const { return concat("git:", printable(name_, 300)); }
  [[nodiscard]] std::string reference() const { return "refs/heads/" + name_; }

  /// Nothing if there is no such branch.
  [[nodiscard]] std::optional<std::string> tip() const {
    const CommandEnd end = repository_.run({"rev-parse", "--verify", "--quiet", reference() + "^{commit}"});
    return end.succeeded() ? std::optional(without_end(end.out)) : std::nullopt;
  }

  [[nodiscard]] std::vector<TreeEntry> entries(const std::string& tree, bool deep) const {
    std::vector<std::string> arguments = {"ls-tree", "-z"};
    if (deep) arguments.emplace_back("-r");
    arguments.push_back(tree);
    return parse_tree(repository_.output(arguments));
  }

  /// The texts of these objects.
  [[nodiscard]] std::vector<std::string> contents(const std::vector<TreeEntry>& files) const {
    std::string wanted;
    for (const TreeEntry& file : files) wanted += file.object + "\n";
    const std::string all = repository_.output({"cat-file", "--batch"}, wanted);
    std::vector<std::string> texts;
    for (std::size_t at = 0; texts.size() < files.size();) {  // "HASH blob SIZE\nTEXT\n"
      const std::size_t line_end = all.find('\n', at), blank = all.rfind(' ', line_end);
      std::size_t size = 0;
      if (line_end == all.npos || blank == all.npos || blank < at ||
          std::from_chars(all.data() + blank + 1, all.data() + line_end, size).ptr != all.data() + line_end ||
          size > all.size() - line_end - 1)
        throw SystemError("git cat-file: printed no file");
      texts.push_back(all.substr(line_end + 1, size));
      at = line_end + size + 2;
    }
    return texts;
  }

  /// Throws unless the branch holds a history alone and is checked out nowhere.
  void check_free(const std::optional<std::string>& tip) const {
    if (!tip) return;
    const std::string where =
        without_end(repository_.output({"for-each-ref", "--format=%(worktreepath)", reference()}));
    if (!where.empty())
      throw UsageError(concat("--history: the branch ", printable(name_, 300), " is checked out at ",
                              printable(where, 300), ", whose files would fall behind; name another branch"));
    for (const TreeEntry& entry : entries(*tip, false)) {
      const bool is_month = entry.type == "tree" && entry.name.size() == 7 && entry.name[4] == '-';
      if (!is_month && !entry.name.starts_with("README"))
        throw UsageError(concat("--history: the branch ", printable(name_, 300), " holds ", quoted_word(entry.name),
                                ", so it is no history; name another branch, which is made if there is none"));
    }
  }

  /// Puts a file on the branch as it is now. False if another writer was faster.
  [[nodiscard]] bool add(const std::optional<std::string>& tip, const std::string& path, const std::string& text,
                         const std::string& message) const {
    const std::size_t slash = path.find('/');
    const std::string folder = path.substr(0, slash), file = path.substr(slash + 1);
    std::vector<TreeEntry> root = tip ? entries(*tip, false) : std::vector<TreeEntry>();
    const auto month = std::find_if(root.begin(), root.end(), [&](const TreeEntry& e) { return e.name == folder; });
    std::vector<TreeEntry> files = month == root.end() ? std::vector<TreeEntry>() : entries(month->object, false);
    if (month != root.end()) root.erase(month);
    const std::string blob = without_end(repository_.output({"hash-object", "-w", "--stdin"}, text));
    std::erase_if(files, [&](const TreeEntry& entry) { return entry.name == file; });
    files.push_back({"100644", "blob", blob, file});
    root.push_back({"040000", "tree", make_tree(files), folder});
    const std::string commit = make_commit(make_tree(root), tip, message);
    const std::string nothing(commit.size(), '0');
    return repository_.run({"update-ref", "-m", "lockstep-perf record", reference(), commit, tip.value_or(nothing)})
        .succeeded();
  }

 private:
  [[nodiscard]] std::string make_tree(const std::vector<TreeEntry>& entries) const {
    std::string text;
    for (const TreeEntry& entry : entries)
      text += concat(entry.mode, " ", entry.type, " ", entry.object, "\t", entry.name, std::string_view("\0", 1));
    return without_end(repository_.output({"mktree", "-z"}, text));
  }

  /// Runners of CI often have no name for commits: then ours.
  [[nodiscard]] std::string make_commit(const std::string& tree, const std::optional<std::string>& parent,
                                        const std::string& message) const {
    std::vector<std::string> arguments = {"commit-tree", tree};
    if (parent) arguments.insert(arguments.end(), {"-p", *parent});
    CommandEnd end = repository_.run(arguments, message);
    if (!end.succeeded())
      end = repository_.run(arguments, message,
                            {{"GIT_AUTHOR_NAME", "lockstep-perf"},
                             {"GIT_AUTHOR_EMAIL", "lockstep-perf@localhost"},
                             {"GIT_COMMITTER_NAME", "lockstep-perf"},
                             {"GIT_COMMITTER_EMAIL", "lockstep-perf@localhost"}});
    if (!end.succeeded()) throw SystemError(concat("git commit-tree: ", last_line_of(end.err)));
    return without_end(end.out);
  }

  std::string name_;
  Repository repository_;
};

}  // namespace

bool has_history_branch(const std::string& name) { return Branch(name).tip().has_value(); }

History read_history_branch(const std::string& name) {
  const Branch branch(name);
  const std::optional<std::string> tip = branch.tip();
  if (!tip)
    throw ReadError(concat(branch.shown(), ": there is no such branch here; git fetch origin ", printable(name, 300),
                           ":", printable(name, 300), " brings that of origin"));
  std::vector<TreeEntry> entries = branch.entries(*tip, true);
  std::erase_if(entries, [](const TreeEntry& e) { return e.type != "blob" || !e.name.ends_with(".json"); });
  std::vector<std::string> texts = branch.contents(entries);
  std::vector<RecordFile> files;
  for (std::size_t i = 0; i < entries.size(); ++i) files.push_back({entries[i].name, std::move(texts[i])});
  return parse_record_files(std::move(files), branch.shown());
}

void check_history_branch(const std::string& name) {
  const Branch branch(name);
  const std::optional<std::string> tip = branch.tip();
  branch.check_free(tip);
  if (tip) static_cast<void>(read_history_branch(name));
}

void append_to_history_branch(const std::string& name, const HistoryRecord& record) {
  constexpr int most_tries = 100;
  const Branch branch(name);
  const std::string message =
      concat("Record ", record.program, record.commit.empty() ? "" : concat(" at ", short_commit(record.commit)), "\n");
  for (int i = 0; i < most_tries; ++i) {
    const std::optional<std::string> tip = branch.tip();
    branch.check_free(tip);
    if (branch.add(tip, record_file_name(record), to_line(record), message)) return;
  }
  throw OutputError(concat(branch.shown(), ": cannot be moved to a new commit"));
}

}  // namespace lockstep::tools::perf
