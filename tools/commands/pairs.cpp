// lockstep pairs: does each pair of shapes in a file overlap?
#include <memory>

#include <CLI/CLI.hpp>

#include <lockstep/intersect.hpp>

#include "commands/command.hpp"
#include "commands/file_option.hpp"
#include "commands/options.hpp"
#include "output/command_files.hpp"
#include "output/line_problems.hpp"
#include "pairs/exact_judge.hpp"
#include "pairs/pair_answers.hpp"
#include "pairs/pair_queries.hpp"
#include "text/error.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr std::uint64_t max_pair_bytes = std::uint64_t{1} << 31;

struct PairsCommand {
  std::string file, answer = "verdict", touching, method = "auto", isa;
  bool keep_going = false, exact = false, json = false;
};

void check_options(const PairsCommand& options) {
  const bool yes_no = options.answer == "yes-no";
  if (!yes_no && !options.touching.empty()) throw UsageError("--touching: has a meaning only with --answer yes-no");
  if (yes_no && options.exact)
    throw UsageError("--exact: judges verdicts, and --answer yes-no prints none; leave one of them out");
  if (options.exact) need_exact_judge();
}

/// The file, and what messages call it.
struct Text {
  std::string shown;
  std::vector<std::byte> bytes;

  explicit Text(const std::string& file) : shown(shown_name(file)) {
    try {
      bytes = read_file(file, max_pair_bytes);
    } catch (const ReadError& error) {
      throw ReadError(concat(shown, ": ", error.what()));
    }
  }
  [[nodiscard]] std::string_view view() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

AnswerFormat answer_format(const PairsCommand& options) {
  AnswerFormat format;
  format.json = options.json, format.exact = options.exact;
  format.yes_no = options.answer == "yes-no";
  format.touching = options.touching == "separate" ? Touching::separate : Touching::overlap;
  return format;
}

ExitCode run(const PairsCommand& options, StandardOutput& output) {
  check_options(options);
  IntersectOptions how;
  how.method = options.method == "gjk" ? Method::gjk : Method::automatic;
  how.isa = choose_isa(options.isa);

  CommandFiles files(output);
  files.reads("FILE", options.file);
  const Text text(options.file);
  PairQueries queries;
  std::vector<ExactJudge> judges;
  LineProblems problems(text.shown);
  const auto on_query = [&](const auto& query) {
    if (options.exact) judges.push_back(exact_judge(query));
  };
  const auto on_problem = [&](const PairProblem& problem) { problems.add(problem.line, problem.field, problem.text); };
  queries.read(text.view(), {on_query, on_query, on_problem});
  if (problems.any() && !options.keep_going) return exit_bad_input;

  const std::vector<Verdict> verdicts = queries.answer(how);
  AnswerWriter writer(output, answer_format(options), {text.shown, options.method, how.isa.value()});
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    PairAnswer answer{queries.id(i), queries.line(i), verdicts[i]};
    if (options.exact) answer.exact = judges[i](verdicts[i]);
    writer.write(answer);
  }
  const ExitCode code = writer.finish();
  return code == exit_ok && problems.any() ? exit_bad_input : code;
}

}  // namespace

Action add_pairs_command(CLI::App& command) {
  const auto options = std::make_shared<PairsCommand>();
  add_file_option(command, "FILE", options->file, "pair file (docs/pair-format.md); - reads standard input")
      ->required();
  command.add_option("--answer", options->answer, "verdict (separated, touching, overlapping) or yes-no")
      ->check(CLI::IsMember({"verdict", "yes-no"}))
      ->capture_default_str();
  command
      .add_option("--touching", options->touching,
                  "what touching is with --answer yes-no: overlap (default) or separate")
      ->check(CLI::IsMember({"overlap", "separate"}));
  command.add_option("--method", options->method, "auto, or gjk for every pair")
      ->check(CLI::IsMember({"auto", "gjk"}))
      ->capture_default_str();
  command.add_option("--isa", options->isa, isa_help);
  command.add_flag("--json", options->json, "print one JSON document instead of lines");
  command.add_flag("--keep-going", options->keep_going,
                   "answer the good lines of a file with bad ones (exit code 1 all the same)");
  command.add_flag(
      "--exact", options->exact,
      "judge each verdict by exact arithmetic: print the truth and the signed distance beside it, and count "
      "the false ones (exit code 4 if there are any)");
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools
