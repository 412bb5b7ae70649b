#include "perf/formats/benchmark_json.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "perf/formats/benchmark_text.hpp"
#include "perf/formats/times.hpp"
#include "text/error.hpp"
#include "text/json.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

double ns_per_unit(const Node& row) {
  const std::string unit = row.text("time_unit");
  if (unit == "ns" || unit.empty()) return 1;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s") return 1e9;
  row.fail("time_unit", concat(quoted_word(unit), " is not ns, us, ms or s"));
}

/// The time of a row if it is valid, else its text.
double time_ns(const Node& row, const Json& json, const char* key, double unit, std::string& no_time) {
  const auto found = json.find(key);
  const bool is_word = found != json.end() && found->is_string() && is_non_finite(found->get_ref<const std::string&>());
  const double time = is_word ? 0 : row.number(key) * unit;
  if (!is_word && time >= 0 && time <= most_ns) return time;
  const std::string what = is_word ? found->get<std::string>() : concat(time, " ns");
  if (no_time.empty()) no_time = concat("has a ", key, " of ", what, ", which is not a time");
  return 0;
}

std::string name_at(const Node& row, const char* key) {
  std::string name = row.text(key, max_name_bytes);
  if (name.size() > max_name_bytes) row.fail(key, concat("is longer than ", max_name_bytes, " bytes"));
  return name;
}

/// The numbers of Google Benchmark; every other number of a row is a counter. The other members of a row are words and
/// flags; a number with such a name is a counter as well.
bool is_counter(std::string_view key) {
  static const std::set<std::string_view> known = {
      "repetitions", "threads",  "repetition_index", "iterations",
      "real_time",   "cpu_time", "family_index",     "per_family_instance_index"};
  return !known.contains(key);
}

/// A word of Google Benchmark; empty if there is none. A counter may have the same name.
std::string word_at(const Node& row, const Json& json, const char* key, std::size_t limit = 80) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? row.text(key, limit) : std::string();
}

bool flag_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_boolean() && found->get<bool>();
}

std::optional<double> number_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

std::map<std::string, double> counters_of(const Json& row) {
  std::map<std::string, double> counters;
  for (const auto& [key, value] : row.items())
    if (value.is_number() && is_counter(key)) counters.emplace(printable(key), value.get<double>());
  return counters;
}

std::string error_of(const Node& row, const Json& json) {
  const auto message = [&](const char* flag, const char* key, const char* otherwise) {
    if (!flag_at(json, flag)) return std::string();
    const std::string text = word_at(row, json, key, 300);
    return text.empty() ? otherwise : text;
  };
  const std::string error = message("error_occurred", "error_message", "failed");
  return error.empty() ? message("skipped", "skip_message", "skipped") : error;
}

/// Before version 1.5 only the name shows the number of threads; a member called `threads` is a counter.
int threads_in(std::string_view name) {
  constexpr std::string_view words = "/threads:";
  const std::size_t at = name.find(words);
  const std::string_view number = at == name.npos ? "1" : name.substr(at + words.size());
  return number == "1" || number.starts_with("1/") ? 1 : 2;  // one or more: both mean that threads share the work
}

int thread_count(const Node& row) {
  const double threads = row.number("threads", 1);
  if (!(threads >= 1 && threads <= 1e6 && threads == std::trunc(threads)))
    row.fail("threads", concat("must be a whole number from 1 to 1000000, not ", threads));
  return static_cast<int>(threads);
}

/// Whether a row has times: fits of a complexity have coefficients instead, and a coefficient of variation is not a
/// time.
bool has_times(const Node& row, const Json& json) {
  const bool fit = number_at(json, "cpu_coefficient") || number_at(json, "rms");
  if (fit && !row.has("real_time") && !row.has("cpu_time") && !row.has("iterations")) return false;
  const std::string unit = word_at(row, json, "aggregate_unit"), name = word_at(row, json, "aggregate_name");
  return unit != "percentage" && name != "cv";
}

BenchmarkRow read_row(const Node& node, const Json& json) {
  BenchmarkRow row;
  const bool has_run_name = json.contains("run_name") && json["run_name"].is_string();
  row.name = name_at(node, has_run_name ? "run_name" : "name");
  if (row.name.empty()) node.fail("name", "is missing");
  row.aggregate = word_at(node, json, "aggregate_name");
  if (word_at(node, json, "run_type") == "aggregate" && row.aggregate.empty())
    node.fail("aggregate_name", "is missing");
  row.error = error_of(node, json);
  row.threads = has_run_name ? thread_count(node) : std::min(thread_count(node), threads_in(row.name));
  row.label = word_at(node, json, "label", 300);
  row.counters = counters_of(json);
  if (has_run_name) {
    row.repetitions = number_at(json, "repetitions");
    row.repetition_index = number_at(json, "repetition_index");
    const auto family = number_at(json, "family_index"), instance = number_at(json, "per_family_instance_index");
    if (family && instance) row.family = {*family, *instance};
  }
  if (!row.error.empty()) return row;
  const double unit = ns_per_unit(node);
  row.real_ns = time_ns(node, json, "real_time", unit, row.no_time);
  row.cpu_ns = time_ns(node, json, "cpu_time", unit, row.no_time);
  row.iterations = number_at(json, "iterations").value_or(0);
  return row;
}

/// Before version 1.5 only the name identifies an aggregate: a repeated benchmark X has X_mean, X_median and X_stddev.
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

}  // namespace

BenchmarkOutput parse_benchmark_json(std::span<const std::byte> text) {
  const Json file = parse_benchmark_text(text);
  const Json& list = Node(file, "the file").list("benchmarks");
  BenchmarkOutput output;
  output.context = read_context(file);
  bool types_are_told = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Node node(list[i], concat("benchmarks[", i, "]"));
    types_are_told |= !word_at(node, list[i], "run_type").empty();
    if (has_times(node, list[i])) output.rows.push_back(read_row(node, list[i]));
  }
  if (!types_are_told) find_old_aggregates(output.rows);
  return output;
}

}  // namespace lockstep::tools::perf
