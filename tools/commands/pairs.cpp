// lockstep pairs: do the shapes of each pair in a file overlap, how far apart are they, and where do they touch?
#include <memory>

#include "commands/command.hpp"
#include "commands/pair_text.hpp"
#include "commands/pairs_options.hpp"
#include "output/command_files.hpp"
#include "output/line_problems.hpp"
#include "pairs/coarse_numbers.hpp"
#include "pairs/exact_judge.hpp"
#include "pairs/mesh_files.hpp"
#include "pairs/odd_numbers.hpp"
#include "pairs/pair_answers.hpp"
#include "pairs/pair_queries.hpp"

namespace lockstep::tools {
namespace {

Question question(const PairsCommand& options) {
  if (options.cast) return Question::casts;
  return options.distance ? Question::distances : options.contacts ? Question::contacts : Question::verdicts;
}

AnswerFormat answer_format(const PairsCommand& options) {
  AnswerFormat format;
  format.json = options.json, format.exact = options.exact;
  format.intervals = question(options) != Question::verdicts;
  format.yes_no = options.answer == "yes-no";
  format.touching = options.touching == "separate" ? Touching::separate : Touching::overlap;
  return format;
}

/// Writes an answer to each query, judged if there are judges.
void write_verdicts(const PairQueries& queries, const IntersectOptions& how, const std::vector<ExactJudge>& judges,
                    AnswerWriter& writer) {
  const std::vector<Verdict> verdicts = queries.answer(how);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    PairAnswer answer{queries.id(i), queries.line(i), verdicts[i]};
    if (!judges.empty()) answer.exact = judges[i](verdicts[i]);
    writer.write(answer);
  }
}

void write_distances(const PairQueries& queries, const DistanceOptions& how, const std::vector<ExactJudge>& judges,
                     AnswerWriter& writer) {
  const std::vector<PairDistance> distances = queries.measure(how);
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const Interval& interval = distances[i].interval;
    PairAnswer answer{queries.id(i), queries.line(i), verdict_of(interval), distances[i]};
    if (!judges.empty()) answer.exact = judges[i](interval);
    writer.write(answer);
  }
}

void write_contacts(const PairQueries& queries, const ContactOptions& how, const std::vector<ExactJudge>& judges,
                    AnswerWriter& writer) {
  const std::vector<Manifold> manifolds = queries.touch(how);
  for (std::size_t i = 0; i < manifolds.size(); ++i) {
    const Interval& interval = manifolds[i].distance;
    PairAnswer answer{queries.id(i), queries.line(i), verdict_of(interval), {}, manifolds[i]};
    if (!judges.empty()) answer.exact = judges[i](interval);
    writer.write(answer);
  }
}

void write_casts(const PairQueries& queries, const CastOptions& how, const std::vector<ExactJudge>& judges,
                 AnswerWriter& writer) {
  const std::vector<PairCast> casts = queries.meet(how);
  for (std::size_t i = 0; i < casts.size(); ++i) {
    PairAnswer answer{queries.id(i), queries.line(i)};
    answer.cast = casts[i];
    if (!judges.empty()) answer.exact = judges[i](CastClaim{casts[i].fractions});
    writer.write(answer);
  }
}

ExitCode run(const PairsCommand& options, StandardOutput& output) {
  check_pairs_options(options);
  const IntersectOptions to_intersect = intersect_options(options);
  const DistanceOptions to_measure = distance_options(options);
  const ContactOptions to_touch = contact_options(options);
  const CastOptions to_meet = cast_options(options);

  CommandFiles files(output);
  files.reads("FILE", options.file);
  const PairText text(options.file);
  text.check_not_empty();
  PairQueries queries(question(options));
  std::vector<ExactJudge> judges;
  LineProblems problems(text.shown);
  CoarseNumbers coarse;
  OddShapes odd;
  const auto on_query = [&](const auto& query) {
    coarse.see(query), odd.see(query);
    if (options.exact) judges.push_back(exact_judge(query));
  };
  const auto on_problem = [&](const PairProblem& problem) { problems.add(problem.line, problem.field, problem.text); };
  MeshFiles meshes(options.file);
  queries.read(text.view(), {on_query, on_query, on_problem, &meshes});
  if (problems.any() && !options.keep_going) return exit_bad_input;

  if (const auto note = coarse.note(text.shown)) tell_note(*note);
  for (const std::string& note : odd.notes(text.shown)) tell_note(note);
  AnswerWriter writer(output, answer_format(options), {text.shown, options.method, to_intersect.isa.value()});
  if (options.distance)
    write_distances(queries, to_measure, judges, writer);
  else if (options.contacts)
    write_contacts(queries, to_touch, judges, writer);
  else if (options.cast)
    write_casts(queries, to_meet, judges, writer);
  else
    write_verdicts(queries, to_intersect, judges, writer);
  const ExitCode code = writer.finish();
  return code == exit_ok && problems.any() ? exit_bad_input : code;
}

}  // namespace

Action add_pairs_command(CLI::App& command) {
  const auto options = std::make_shared<PairsCommand>();
  add_pairs_options(command, *options);
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools
