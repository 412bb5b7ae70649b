#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perf/formats/benchmark_text.hpp"
#include "perf/formats/readers.hpp"
#include "perf/formats/row_list.hpp"
#include "text/json.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools::perf {
namespace {

/// A counter that the kernel does not give is 0, or missing in older versions.
void add_nanobench_counter(const Node& result, const char* key, double batch, const char* name, BenchmarkRow& row) {
  const double value = result.number(key, 0);
  if (value > 0) row.counters[name] = value / batch;
}

/// Elapsed times are seconds of one iteration, which does `batch` operations.
void add_nanobench_row(const Node& result, const Json& json, RowList& rows) {
  const double batch = result.number("batch", 1);
  if (!(batch > 0)) result.fail("batch", concat("must be above 0, not ", batch));
  BenchmarkRow& row = rows.add(result.raw_text("name"), result.place("name"));
  std::vector<double> times;
  if (json.contains("measurements")) {
    const Json& epochs = result.list("measurements");
    for (std::size_t i = 0; i < epochs.size(); ++i)
      times.push_back(Node(epochs[i], concat(result.place("measurements"), "[", i, "]")).number("elapsed"));
  }
  if (times.empty()) times.push_back(result.number("median(elapsed)"));
  for (double& time : times) time *= 1e9 / batch;
  set_times(row, std::move(times));
  add_nanobench_counter(result, "median(instructions)", batch, "instructions", row);
  add_nanobench_counter(result, "median(branchmisses)", batch, "branch_misses", row);
}

BenchmarkOutput parse_nanobench_json(ResultText text) {
  const Json file = parse_benchmark_text(text);
  const Json& list = Node(file, "the file").list("results");
  RowList rows;
  for (std::size_t i = 0; i < list.size(); ++i)
    add_nanobench_row(Node(list[i], concat("results[", i, "]")), list[i], rows);
  return {{}, rows.take()};
}

/// The cells of "| a | b | `c|d`", of which there are `count` if that is not 0: the last one, a name, may have bars.
std::vector<std::string_view> cells_of_line(std::string_view line, std::size_t count) {
  std::vector<std::string_view> cells;
  line.remove_prefix(1);
  while (cells.size() + 1 != count) {
    const std::size_t bar = line.find('|');
    if (bar == line.npos) break;
    cells.push_back(trimmed(line.substr(0, bar)));
    line.remove_prefix(bar + 1);
  }
  cells.push_back(trimmed(line));
  return cells;
}

/// The columns of a table that count.
struct TableColumns {
  std::size_t time = 0, count = 0;
  double ns = 0;  ///< of its unit
  std::optional<std::size_t> instructions;
};

/// Of a heading "| relative | ns/op | op/s | err% | ... | benchmark": the unit of time is that of the one column that is
/// one divided by a word.
std::optional<TableColumns> table_columns(std::string_view line) {
  const std::vector<std::string_view> cells = cells_of_line(line, 0);
  TableColumns columns;
  columns.count = cells.size();
  bool has_error = false;
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
    const std::size_t slash = cells[i].find('/');
    const auto ns = slash == cells[i].npos ? std::nullopt : ns_per(cells[i].substr(0, slash));
    if (ns && columns.ns == 0) columns.time = i, columns.ns = *ns;
    if (cells[i].starts_with("ins/")) columns.instructions = i;
    has_error |= cells[i] == "err%";
  }
  return has_error && columns.ns > 0 ? std::optional(columns) : std::nullopt;
}

/// The name in backticks, and what stands behind it.
struct NameCell {
  std::string name;
  std::string_view rest;
};

/// Of "`name`" or ":wavy_dash: `name` (Unstable with ... `minEpochIterations` ...)"; backticks inside a name are doubled.
NameCell split_name_cell(std::string_view cell) {
  const std::size_t first = cell.find('`');
  if (first == cell.npos) return {std::string(cell), {}};
  NameCell parts;
  for (std::size_t i = first + 1; i < cell.size(); ++i) {
    if (cell[i] == '`' && !cell.substr(i + 1).starts_with('`')) {
      parts.rest = trimmed(cell.substr(i + 1));
      break;
    }
    if (cell[i] == '`') ++i;
    parts.name += cell[i];
  }
  return parts;
}

void add_table_row(std::string_view line, const TableColumns& columns, const std::string& place, RowList& rows) {
  const std::vector<std::string_view> cells = cells_of_line(line, columns.count);
  if (cells.size() != columns.count)
    throw ReadError(concat(place, ": has ", cells.size(), " cells, and the heading of the table ", columns.count));
  if (cells.back().starts_with(":-")) return;  // the line below the heading
  const NameCell cell = split_name_cell(cells.back());
  BenchmarkRow& row = rows.add(cell.name, place);
  if (cells.back().starts_with(":boom:")) {
    row.error = concat("nanobench found a problem ", printable(cell.rest, 300));
    return;
  }
  const auto time = number_in(cells[columns.time], true);
  if (!time) throw ReadError(concat(place, ": the time ", quoted_word(cells[columns.time]), " is not a number"));
  set_time(row, *time * columns.ns);
  if (!columns.instructions) return;
  const auto instructions = number_in(cells[*columns.instructions], true);
  if (instructions && *instructions > 0) row.counters["instructions"] = *instructions;
}

/// Tables, between any other text of the program.
BenchmarkOutput parse_nanobench_tables(std::string_view text) {
  RowList rows;
  Lines lines(text);
  std::optional<TableColumns> columns;
  for (std::string_view line; lines.next(line);) {
    if (!line.starts_with('|')) {
      columns.reset();
      continue;
    }
    if (const auto found = table_columns(line))
      columns = found;
    else if (columns)
      add_table_row(line, *columns, concat("line ", lines.number()), rows);
  }
  return {{}, rows.take()};
}

}  // namespace

BenchmarkOutput parse_nanobench(ResultText text) {
  const std::string_view words = without_mark(as_text(text));
  const std::size_t first = words.find_first_not_of(" \t\r\n");
  const bool is_json = first != words.npos && words[first] == '{';
  return is_json ? parse_nanobench_json(text) : parse_nanobench_tables(words);
}

}  // namespace lockstep::tools::perf
