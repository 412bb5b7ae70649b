// lockstep pairs: does each pair of shapes in a file overlap?
#include <cstdio>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

#include <lockstep/intersect.hpp>

#include "command.hpp"
#include "common_options.hpp"
#include "output/standard_output.hpp"
#include "pair_queries.hpp"
#include "readers/error.hpp"
#include "readers/file.hpp"
#include "readers/names.hpp"

namespace lockstep::tools {
namespace {

constexpr std::uint64_t max_pair_bytes = std::uint64_t{1} << 31;

struct Options {
  std::string file, answer = "verdict", touching, method = "auto", isa;
  bool keep_going = false;
};

std::string_view verdict_name(Verdict verdict) {
  constexpr std::string_view names[] = {"separated", "touching", "overlapping"};
  return names[static_cast<std::size_t>(verdict)];
}

ExitCode run(const Options& options, StandardOutput& output) {
  const bool yes_no = options.answer == "yes-no";
  if (!yes_no && !options.touching.empty()) throw UsageError("--touching: only with --answer yes-no");
  IntersectOptions how;
  how.method = options.method == "gjk" ? Method::gjk : Method::automatic;
  how.isa = choose_isa(options.isa);
  const Touching touching = options.touching == "separate" ? Touching::separate : Touching::overlap;

  const std::string shown = options.file == "-" ? "standard input" : printable(options.file, 4096);
  std::vector<std::byte> bytes;
  try {
    bytes = read_file(options.file, max_pair_bytes);
  } catch (const ReadError& error) {
    throw ReadError(concat(shown, ": ", error.what()));
  }
  PairQueries queries;
  bool problems = false;
  queries.read({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, [&](const PairProblem& problem) {
    problems = true;
    std::fputs(concat(shown, ":", problem.line, ":", problem.field, ": ", problem.text, "\n").c_str(), stderr);
  });
  if (problems && !options.keep_going) return exit_bad_input;

  const std::vector<Verdict> verdicts = queries.answer(how);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const std::string_view answer = !yes_no                           ? verdict_name(verdicts[i])
                                    : overlaps(verdicts[i], touching) ? std::string_view("yes")
                                                                      : std::string_view("no");
    output.write(concat(queries.id(i), yes_no ? " " : "\t", answer, "\n"));
  }
  return problems ? exit_bad_input : exit_ok;
}

}  // namespace

Action add_pairs_command(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  command.add_option("FILE", options->file, "pair file (docs/pair-format.md); - reads standard input")->required();
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
  command.add_flag("--keep-going", options->keep_going,
                   "answer the good lines of a file with bad ones (exit code 1 all the same)");
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools
