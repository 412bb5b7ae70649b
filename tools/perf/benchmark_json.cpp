#include "perf/benchmark_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "perf/statistics.hpp"
#include "perf/times.hpp"
#include "text/error.hpp"
#include "text/json.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

/// The word at the start of `text` that stands for a number that is none; empty if there is none.
std::string_view non_finite_word(std::string_view text) {
  for (const std::string_view word : {"NaN", "-NaN", "Infinity", "-Infinity"})
    if (text.starts_with(word)) return word;
  return {};
}

/// Google Benchmark writes counters and ratios that are no numbers as NaN and Infinity, which is no JSON. Outside of
/// strings such a word becomes a string, so that whoever needs a number there can say what he found.
std::string with_non_finite_quoted(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  bool in_string = false;
  while (!text.empty()) {
    const std::string_view word = in_string ? std::string_view() : non_finite_word(text);
    const bool escape = in_string && text[0] == '\\';
    const std::string_view next = text.substr(0, word.empty() ? (escape ? 2 : 1) : word.size());
    if (next == "\"") in_string = !in_string;
    if (word.empty())
      result += next;
    else
      result += concat("\"", word, "\"");
    text.remove_prefix(next.size());
  }
  return result;
}

double ns_per_unit(const Node& row) {
  const std::string unit = row.text("time_unit");
  if (unit == "ns" || unit.empty()) return 1;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s") return 1e9;
  row.fail("time_unit", concat(quoted_word(unit), " is none of ns, us, ms and s"));
}

double time_ns(const Node& row, const char* key, double unit) {
  const double time = row.number(key) * unit;
  if (!(time >= 0 && time <= most_ns)) row.fail(key, concat("must be a time from 0 to a year, not ", time, " ns"));
  return time;
}

std::string name_at(const Node& row, const char* key) {
  std::string name = row.text(key, max_name_bytes);
  if (name.size() > max_name_bytes) row.fail(key, concat("is longer than ", max_name_bytes, " bytes"));
  return name;
}

/// Words of Google Benchmark; every other number of a row is a counter.
bool is_counter(std::string_view key) {
  static const std::set<std::string_view> known = {
      "name",           "run_name",      "run_type", "aggregate_name",   "aggregate_unit",
      "time_unit",      "repetitions",   "threads",  "repetition_index", "iterations",
      "real_time",      "cpu_time",      "label",    "family_index",     "per_family_instance_index",
      "error_occurred", "error_message", "skipped",  "skip_message"};
  return !known.contains(key);
}

std::map<std::string, double> counters_of(const Json& row) {
  std::map<std::string, double> counters;
  for (const auto& [key, value] : row.items())
    if (value.is_number() && is_counter(key)) counters.emplace(printable(key), value.get<double>());
  return counters;
}

std::string error_of(const Node& row) {
  const auto message = [&](const char* flag, const char* key, const char* otherwise) {
    if (!row.has(flag) || !row.flag(flag)) return std::string();
    const std::string text = row.text(key, 300);
    return text.empty() ? otherwise : text;
  };
  const std::string error = message("error_occurred", "error_message", "failed");
  return error.empty() ? message("skipped", "skip_message", "skipped") : error;
}

int thread_count(const Node& row) {
  const double threads = row.number("threads", 1);
  if (!(threads >= 1 && threads <= 1e6 && threads == std::trunc(threads)))
    row.fail("threads", concat("must be a whole number from 1 to 1000000, not ", threads));
  return static_cast<int>(threads);
}

/// Of a time? Fits of a complexity have no times, and a coefficient of variation is none.
bool has_times(const Node& row) {
  const bool fit = row.has("cpu_coefficient") || row.has("rms");
  return !fit && row.text("aggregate_unit") != "percentage" && row.text("aggregate_name") != "cv";
}

BenchmarkRow read_row(const Node& node, const Json& json) {
  BenchmarkRow row;
  row.name = name_at(node, node.has("run_name") ? "run_name" : "name");
  if (row.name.empty()) node.fail("name", "is missing");
  row.aggregate = node.text("aggregate_name");
  if (node.text("run_type") == "aggregate" && row.aggregate.empty()) node.fail("aggregate_name", "is missing");
  row.error = error_of(node);
  row.threads = thread_count(node);
  row.label = node.text("label", 300);
  row.counters = counters_of(json);
  if (!row.error.empty()) return row;
  const double unit = ns_per_unit(node);
  row.real_ns = time_ns(node, "real_time", unit);
  row.cpu_ns = time_ns(node, "cpu_time", unit);
  row.iterations = node.number("iterations", 0);
  return row;
}

/// Before version 1.5 an aggregate is known by its name alone: of X, which was repeated, there are X_mean, X_median and
/// X_stddev.
void find_old_aggregates(std::vector<BenchmarkRow>& rows) {
  std::set<std::string> names;
  for (const BenchmarkRow& row : rows) names.insert(row.name);
  constexpr std::string_view kinds[] = {"mean", "median", "stddev"};
  const auto repeated = [&](const std::string& name) {
    return std::all_of(std::begin(kinds), std::end(kinds),
                       [&](std::string_view kind) { return names.contains(concat(name, "_", kind)); });
  };
  for (BenchmarkRow& row : rows) {
    const std::size_t cut = row.name.rfind('_');
    if (cut == std::string::npos) continue;
    const std::string kind = row.name.substr(cut + 1), name = row.name.substr(0, cut);
    if (std::find(std::begin(kinds), std::end(kinds), kind) == std::end(kinds) || !repeated(name)) continue;
    row.name = name;
    row.aggregate = kind;
  }
}

std::map<std::string, std::string> read_context(const Json& file) {
  std::map<std::string, std::string> context;
  const auto found = file.find("context");
  if (found == file.end()) return context;
  const Node node(*found, "context");
  for (const auto& [key, value] : found->items()) {
    if (value.is_string()) context.emplace(printable(key), node.text(key.c_str(), 1000));
    if (value.is_number() || value.is_boolean()) context.emplace(printable(key), value.dump());
  }
  return context;
}

/// How well a row tells the time of its benchmark.
int rank_of(const BenchmarkRow& row) {
  if (row.aggregate.empty()) return 3;
  return row.aggregate == "median" ? 2 : row.aggregate == "mean" ? 1 : 0;
}

BenchmarkFigure figure_of(const std::vector<const BenchmarkRow*>& rows) {
  int best = 0;
  for (const BenchmarkRow* row : rows) best = std::max(best, rank_of(*row));
  BenchmarkFigure figure;
  std::vector<double> real, cpu;
  for (const BenchmarkRow* row : rows) {
    if (rank_of(*row) != best) continue;
    if (real.empty()) {
      figure.name = row->name;
      figure.threads = row->threads;
      figure.label = row->label;
      figure.counters = row->counters;
    }
    if (figure.error.empty()) figure.error = row->error;
    real.push_back(row->real_ns);
    cpu.push_back(row->cpu_ns);
  }
  if (best == 0) figure.error = "the program wrote neither repetitions nor their median or mean";
  if (best == 3) figure.repetitions = real.size();
  if (!figure.error.empty()) return figure;
  figure.real_ns = median(real);
  figure.cpu_ns = median(cpu);
  figure.fastest_real_ns = *std::min_element(real.begin(), real.end());
  figure.fastest_cpu_ns = *std::min_element(cpu.begin(), cpu.end());
  return figure;
}

}  // namespace

BenchmarkOutput parse_benchmark_json(std::span<const std::byte> text) {
  const std::string quoted = with_non_finite_quoted({reinterpret_cast<const char*>(text.data()), text.size()});
  const Json file = parse_json(std::as_bytes(std::span(quoted)));
  const Json& list = Node(file, "the file").list("benchmarks");
  BenchmarkOutput output;
  output.context = read_context(file);
  bool types_are_told = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Node node(list[i], concat("benchmarks[", i, "]"));
    types_are_told |= node.has("run_type");
    if (has_times(node)) output.rows.push_back(read_row(node, list[i]));
  }
  if (!types_are_told) find_old_aggregates(output.rows);
  return output;
}

std::vector<BenchmarkFigure> figures_of(const BenchmarkOutput& output) {
  std::unordered_map<std::string_view, std::size_t> places;
  std::vector<std::vector<const BenchmarkRow*>> groups;
  for (const BenchmarkRow& row : output.rows) {
    const auto [place, is_new] = places.try_emplace(row.name, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(&row);
  }
  std::vector<BenchmarkFigure> figures;
  figures.reserve(groups.size());
  for (const auto& group : groups) figures.push_back(figure_of(group));
  return figures;
}

bool goes_by_wall_time(const BenchmarkFigure& figure) {
  const auto says = [&](std::string_view part) {
    const std::size_t at = figure.name.find(part);
    return at != std::string::npos && (at + part.size() == figure.name.size() || figure.name[at + part.size()] == '/');
  };
  return figure.threads > 1 || says("/real_time") || says("/manual_time");
}

}  // namespace lockstep::tools::perf
