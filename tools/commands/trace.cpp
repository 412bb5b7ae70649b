// lockstep trace: how one query of a pair file reaches its verdict, step by step.
#include <memory>
#include <optional>
#include <variant>

#include <CLI/CLI.hpp>

#include "commands/command.hpp"
#include "commands/pair_text.hpp"
#include "output/command_files.hpp"
#include "pairs/mesh_files.hpp"
#include "program/file_option.hpp"
#include "text/error.hpp"
#include "trace/trace_page.hpp"
#include "trace/trace_text.hpp"

namespace lockstep::tools {
namespace {

struct TraceCommand {
  std::string file, id, method = "auto", report;
  bool distance = false, json = false;
};

/// The query with that id, or the only one.
class WantedQuery {
 public:
  explicit WantedQuery(const std::string& id) : id_(id) {}

  void take(const auto& query) {
    ++queries_;
    if (!id_.empty() && query.id != id_) return;
    ++found_;
    if (found_ == 1) query_ = query;
  }
  /// Throws `ReadError` if there is no such query, or more than one.
  [[nodiscard]] const std::variant<std::monostate, PairQuery, PlaneQuery>& only(const std::string& file) const {
    if (queries_ == 0) throw ReadError(concat(file, ": holds no query"));
    if (found_ == 0)
      throw ReadError(concat(file, ": no query is called ", quoted_word(id_), "; there are ", queries_, " others"));
    if (found_ > 1 && id_.empty())
      throw ReadError(concat(file, ": holds ", queries_, " queries; say behind the file which one, by its id"));
    if (found_ > 1) throw ReadError(concat(file, ": ", found_, " queries are called ", quoted_word(id_)));
    return query_;
  }

 private:
  const std::string& id_;
  std::size_t queries_ = 0, found_ = 0;
  std::variant<std::monostate, PairQuery, PlaneQuery> query_;
};

ReadError at(const std::string& file, std::size_t line, std::size_t field, const std::string& text) {
  return ReadError(concat(file, ":", line, ":", field, ": ", text));
}

PairTrace trace_wanted(const PairText& text, const WantedQuery& wanted, const TraceRequest& request) {
  return std::visit(
      [&](const auto& query) -> PairTrace {
        if constexpr (std::is_same_v<std::decay_t<decltype(query)>, std::monostate>) {
          throw ReadError(concat(text.shown, ": holds no query"));
        } else {
          try {
            return trace_query(query, request);
          } catch (const RefusedShape& refused) {
            throw at(text.shown, query.line, refused.field, refused.text);
          }
        }
      },
      wanted.only(text.shown));
}

ExitCode run(const TraceCommand& options, StandardOutput& output) {
  if (options.json && options.report == "-") throw UsageError("--json and --report -: both print; leave one out");
  CommandFiles files(output);
  files.reads("FILE", options.file);
  std::optional<OutputFile> report = files.writes("--report", options.report);
  const PairText text(options.file);
  WantedQuery wanted(options.id);
  const auto take = [&](const auto& query) { wanted.take(query); };
  // The first bad line ends the command: it may be the wanted one.
  const auto refuse = [&](const PairProblem& problem) {
    throw at(text.shown, problem.line, problem.field, problem.text);
  };
  MeshFiles meshes(options.file);
  read_pairs(text.view(), {take, take, refuse, &meshes});
  const TraceRequest request{options.distance, options.method == "gjk" ? Method::gjk : Method::automatic};
  const PairTrace trace = trace_wanted(text, wanted, request);
  if (report) report->write(trace_page(trace)), report->commit();
  files.print(options.json ? trace_json(trace) : trace_text(trace));
  return exit_ok;
}

}  // namespace

Action add_trace_command(CLI::App& command) {
  const auto options = std::make_shared<TraceCommand>();
  add_file_option(command, "FILE", options->file, "pair file (docs/pair-format.md); - reads standard input")
      ->required();
  command.add_option("ID", options->id, "the query; may be left out where the file holds one");
  command.add_flag("--distance", options->distance, "show how the interval of the distance closes as well");
  command.add_option("--method", options->method, "how the verdict is found: auto, or gjk without closed forms")
      ->check(CLI::IsMember({"auto", "gjk"}))
      ->capture_default_str();
  command.add_flag("--json", options->json, "print JSON (docs/trace-format.md) instead of text");
  add_file_option(command, "--report", options->report,
                  "write a page that shows the steps one by one to this file (HTML); - prints it");
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools
