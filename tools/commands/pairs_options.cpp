#include "commands/pairs_options.hpp"

#include <cmath>

#include <CLI/CLI.hpp>

#include "commands/options.hpp"
#include "pairs/exact_judge.hpp"
#include "program/file_option.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/fields.hpp"
#include "text/names.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {
namespace {

void add_distance_options(CLI::App& command, PairsCommand& options) {
  command.add_flag(
      "--distance", options.distance,
      "measure each pair: print beside the verdict an interval that holds the signed distance, the normal, "
      "and a point of each shape");
  command.add_option("--no-farther-than", options.no_farther_than,
                     "with --distance: report only that bound for pairs farther apart, in the file's unit");
  command.add_option("--tolerance", options.tolerance,
                     "with --distance: how wide intervals may stay, in the file's unit (default: 0, as narrow as "
                     "can be)");
}

void check_distance_options(const PairsCommand& options) {
  if (!options.distance && !options.no_farther_than.empty())
    throw UsageError("--no-farther-than: has a meaning only with --distance");
  if (!options.distance && !options.tolerance.empty())
    throw UsageError("--tolerance: has a meaning only with --distance");
  if (options.distance && options.answer == "yes-no")
    throw UsageError("--distance: prints intervals, and --answer yes-no prints none; leave one of them out");
  if (options.distance && options.method == "gjk")
    throw UsageError("--method gjk: chooses how verdicts are found, and distances are found in one way; leave it out");
}

void add_contact_options(CLI::App& command, PairsCommand& options) {
  command.add_flag("--contacts", options.contacts,
                   "find where each pair touches: print beside the verdict the interval, the normal, and up to four "
                   "points (two in the plane) with their separations and features");
  command.add_option("--margin", options.margin,
                     "with --contacts: shapes and points up to so far apart touch, in the file's unit (default: 0)");
}

void check_contact_options(const PairsCommand& options) {
  if (!options.contacts && !options.margin.empty()) throw UsageError("--margin: has a meaning only with --contacts");
  if (!options.contacts) return;
  if (options.distance) throw UsageError("--contacts: prints distances as well; leave out --distance");
  if (options.answer == "yes-no")
    throw UsageError("--contacts: prints points, and --answer yes-no prints none; leave one of them out");
  if (options.method == "gjk")
    throw UsageError("--method gjk: chooses how verdicts are found, and contacts are found in one way; leave it out");
}

void add_cast_options(CLI::App& command, PairsCommand& options) {
  command.add_flag("--cast", options.cast,
                   "move the first shape of each pair by the motion at the end of its line (| motion X Y Z, and maybe "
                   "| turn TX TY TZ about X Y Z behind that): print whether it hits the second, the fraction of the "
                   "motion as an interval, the normal and the point");
  command.add_flag("--ignore-start-contact", options.ignore_start,
                   "with --cast: ignore contact at the start that the motion does not deepen");
}

void check_cast_options(const PairsCommand& options) {
  if (options.ignore_start && !options.cast)
    throw UsageError("--ignore-start-contact: is about motions; add --cast, or leave it out");
  if (options.ignore_start && options.exact)
    throw UsageError(
        "--ignore-start-contact: --exact judges first contacts, those at the start with them; leave one of "
        "them out");
  if (!options.cast) return;
  if (options.distance || options.contacts)
    throw UsageError("--cast: is a question of its own; leave out --distance and --contacts");
  if (options.answer == "yes-no")
    throw UsageError("--cast: prints fractions, and --answer yes-no prints none; leave one of them out");
  if (options.method == "gjk")
    throw UsageError("--method gjk: chooses how verdicts are found, and casts are found in one way; leave it out");
}

/// In the unit of the file, which the program does not know.
template <class Number>
Number parse_distance(const char* option, const std::string& text, Number if_empty) {
  if (text.empty()) return if_empty;
  if (auto problem = decimal_comma_problem(text, 1)) throw UsageError(concat(option, ": ", *problem));
  const auto number = to_number<Number>(text);
  if (!(number >= 0) || std::isinf(number))
    throw UsageError(
        concat(option, ": ", quoted_word(text), " is not a length: a number from 0 on, in the file's unit"));
  return number;
}

}  // namespace

void add_pairs_options(CLI::App& command, PairsCommand& options) {
  add_file_option(command, "FILE", options.file, "pair file (docs/pair-format.md); - reads standard input")->required();
  command.add_option("--answer", options.answer, "verdict (separated, touching, overlapping) or yes-no")
      ->check(CLI::IsMember({"verdict", "yes-no"}))
      ->capture_default_str();
  command
      .add_option("--touching", options.touching,
                  "what touching is with --answer yes-no: overlap (default) or separate")
      ->check(CLI::IsMember({"overlap", "separate"}));
  command.add_option("--method", options.method, "how verdicts are found: auto, or gjk for every pair")
      ->check(CLI::IsMember({"auto", "gjk"}))
      ->capture_default_str();
  command.add_option("--isa", options.isa, isa_help);
  command.add_flag("--json", options.json, "print one JSON document instead of lines");
  command.add_flag("--keep-going", options.keep_going,
                   "answer the good lines of a file with bad ones (exit code 1 all the same)");
  command.add_flag(
      "--exact", options.exact,
      "judge each answer by exact arithmetic: print the truth and the signed distance, or with --cast the fraction, "
      "beside it, and count the false ones (exit code 4 if there are any)");
  add_distance_options(command, options);
  add_contact_options(command, options);
  add_cast_options(command, options);
}

void check_pairs_options(const PairsCommand& options) {
  const bool yes_no = options.answer == "yes-no";
  if (!yes_no && !options.touching.empty()) throw UsageError("--touching: has a meaning only with --answer yes-no");
  if (yes_no && options.exact)
    throw UsageError("--exact: judges verdicts, and --answer yes-no prints none; leave one of them out");
  check_distance_options(options);
  check_contact_options(options);
  check_cast_options(options);
  if (options.exact) need_exact_judge();
}

DistanceOptions distance_options(const PairsCommand& options) {
  DistanceOptions how;
  how.no_farther_than = parse_distance("--no-farther-than", options.no_farther_than, how.no_farther_than);
  how.tolerance = parse_distance("--tolerance", options.tolerance, how.tolerance);
  how.isa = choose_isa(options.isa);
  return how;
}

ContactOptions contact_options(const PairsCommand& options) {
  ContactOptions how;
  how.margin = parse_distance("--margin", options.margin, how.margin);
  how.isa = choose_isa(options.isa);
  return how;
}

CastOptions cast_options(const PairsCommand& options) {
  CastOptions how;
  how.isa = choose_isa(options.isa);
  how.ignore_start_contact = options.ignore_start;
  return how;
}

IntersectOptions intersect_options(const PairsCommand& options) {
  IntersectOptions how;
  how.method = options.method == "gjk" ? Method::gjk : Method::automatic;
  how.isa = choose_isa(options.isa);
  return how;
}

}  // namespace lockstep::tools
