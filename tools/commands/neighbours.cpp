// lockstep neighbours: which points of a periodic cell are within a cutoff of each other?
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>

#include <lockstep/neighbours.hpp>

#include "commands/command.hpp"
#include "frames/load_frames.hpp"
#include "frames/point_file.hpp"
#include "output/command_files.hpp"
#include "output/line_problems.hpp"
#include "program/file_option.hpp"
#include "report/record_file.hpp"
#include "text/error.hpp"
#include "text/fields.hpp"
#include "text/file.hpp"
#include "text/names.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {
namespace {

struct NeighboursCommand {
  std::string file, cell, cutoff, periodic = "xyz", list;
  bool count = false;
};

/// Numbers between blanks or commas.
std::vector<double> numbers_of(const std::string& text) {
  std::vector<double> numbers;
  std::string_view rest = text;
  constexpr std::string_view between = " \t,;";
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(between), rest.size()));
    if (rest.empty()) return numbers;
    const std::size_t length = std::min(rest.find_first_of(between), rest.size());
    numbers.push_back(to_number<double>(rest.substr(0, length)));
    rest.remove_prefix(length);
  }
}

Cell cell_of(const NeighboursCommand& options) {
  if (auto problem = decimal_comma_problem(options.cell, 9)) throw UsageError(concat("--cell: ", *problem));
  const std::vector<double> n = numbers_of(options.cell);
  if (n.size() != 9 || std::any_of(n.begin(), n.end(), [](double x) { return std::isnan(x); }))
    throw UsageError(concat("--cell: ", quoted_word(options.cell),
                            " is not three vectors: nine numbers ax ay az bx by bz cx cy cz"));
  Cell cell{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}, {}};
  if (options.periodic != "none")
    for (const char letter : options.periodic) {
      const std::size_t axis = std::string_view("xyz").find(letter);
      if (axis == std::string_view::npos || std::exchange(cell.periodic[axis], true))
        throw UsageError(concat("--periodic: ", quoted_word(options.periodic),
                                " is not some of the letters x, y and z, for the cell's three vectors, or none"));
    }
  return cell;
}

/// Nothing if the file has problems, which have been reported by then.
std::optional<std::vector<Vec3d>> points_of(const std::string& path) {
  const std::string shown = shown_name(path);
  LineProblems problems(shown);
  try {
    std::vector<Vec3d> points = read_points(read_file(path, max_frames_bytes), [&](const TableProblem& problem) {
      problems.add(problem.line, problem.field, problem.text);
    });
    return problems.any() ? std::nullopt : std::optional(std::move(points));
  } catch (const ReadError& error) {
    throw ReadError(concat(shown, ": ", error.what()));
  }
}

/// Errors of the cell and the cutoff are those of options; what is left is about the points.
NeighbourSearch search_of(const NeighboursCommand& options, const std::vector<Vec3d>& points) {
  const Cell cell = cell_of(options);
  const auto cutoff = to_number<double>(options.cutoff);
  if (!std::isfinite(cutoff)) throw UsageError(concat("--cutoff: ", why_not_finite(options.cutoff, cutoff)));
  try {
    static_cast<void>(NeighbourSearch({}, cell, cutoff));
  } catch (const InvalidInput& error) {
    throw UsageError(error.what());
  }
  try {
    return NeighbourSearch(points, cell, cutoff, {.half = true});
  } catch (const InvalidInput& error) {
    throw ReadError(concat(shown_name(options.file), ": ", error.what()));
  }
}

void write_list(const NeighbourSearch& search, RecordFile& file) {
  const auto pairs = static_cast<std::size_t>(search.pairs());
  std::vector<std::int64_t> i(pairs), j(pairs);
  std::vector<std::array<std::int64_t, 3>> shifts(pairs);
  std::vector<Vec3d> vectors(pairs);
  std::vector<double> distances(pairs);
  search.write(WideNeighbourOutput{i, j, shifts, vectors, distances});
  for (std::size_t k = 0; k < pairs; ++k)
    file.add(i[k], j[k], shifts[k][0], shifts[k][1], shifts[k][2], vectors[k].x, vectors[k].y, vectors[k].z,
             distances[k]);
  file.finish();
}

ExitCode run(const NeighboursCommand& options, StandardOutput& output) {
  CommandFiles files(output);
  files.reads("FILE", options.file);
  std::optional<RecordFile> list;
  if (std::optional<OutputFile> file = files.writes("--list", options.list))
    list.emplace(std::move(*file), options.list,
                 std::initializer_list<RecordFile::Column>{{"i", "<i8"},
                                                           {"j", "<i8"},
                                                           {"sa", "<i8"},
                                                           {"sb", "<i8"},
                                                           {"sc", "<i8"},
                                                           {"dx", "<f8"},
                                                           {"dy", "<f8"},
                                                           {"dz", "<f8"},
                                                           {"d", "<f8"}});
  const auto points = points_of(options.file);
  if (!points) return exit_bad_input;
  const NeighbourSearch search = search_of(options, *points);
  if (list) write_list(search, *list), list->commit();
  files.print(options.count ? concat(search.pairs(), "\n")
                            : concat(points->size(), " points, ", search.pairs(), " pairs within ", options.cutoff,
                                     ", each point and image once\n"));
  return exit_ok;
}

}  // namespace

Action add_neighbours_command(CLI::App& command) {
  const auto options = std::make_shared<NeighboursCommand>();
  add_file_option(command, "FILE", options->file,
                  "points: a table with columns x, y and z, or an array of NumPy of shape (points, 3); "
                  "- reads standard input")
      ->required();
  command.add_option("--cell", options->cell, "the cell's three vectors, as in \"10 0 0 4 9 0 -3 -3.5 11\"")
      ->required();
  command.add_option("--cutoff", options->cutoff, "the largest distance of neighbours, in the unit of the points")
      ->required();
  command.add_option("--periodic", options->periodic,
                     "directions that repeat: some of x, y and z, for the three vectors, or none (default: xyz)");
  command.add_flag("--count", options->count, "print the number of pairs alone");
  add_file_option(command, "--list", options->list,
                  "write the pairs to this file: i, j, the cells sa, sb, sc by which j is moved, the vector and the "
                  "distance; an array if the name ends in .npy");
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools
