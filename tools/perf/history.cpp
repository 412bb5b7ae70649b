#include "perf/history.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <utility>

#include "perf/formats/times.hpp"
#include "perf/reference.hpp"
#include "text/error.hpp"
#include "text/few_lines.hpp"
#include "text/json.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools::perf {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// Every record starts with it.
constexpr std::string_view opening = R"({"lockstep_perf":1,)";

constexpr std::size_t max_name_bytes = 4096, max_counters = 10'000;

OrderedJson to_json(const Reference& reference) {
  OrderedJson json = {{"name", reference.name}, {"ns", reference.ns}};
  if (reference.asked) json["asked"] = true;
  return json;
}

OrderedJson to_json(const BenchmarkRecord& benchmark) {
  OrderedJson json = {{"name", benchmark.name},
                      {"clock", benchmark.wall_time ? "wall" : "cpu"},
                      {"ns", benchmark.ns},
                      {"spread", benchmark.spread},
                      {"runs", benchmark.runs}};
  if (benchmark.reference) json["reference"] = to_json(*benchmark.reference);
  if (benchmark.bound) json["bound"] = {{"kind", benchmark.bound->kind}, {"ns", benchmark.bound->ns}};
  if (!benchmark.results.empty()) json["results"] = benchmark.results, json["digest"] = digest(benchmark.results);
  if (!benchmark.counters.empty()) json["counters"] = benchmark.counters;
  return json;
}

std::string text_at(const Node& node, const char* key, std::size_t limit = max_name_bytes) {
  std::string text = node.text(key, limit);
  if (text.size() > limit) node.fail(key, concat("is longer than ", limit, " bytes"));
  return text;
}

std::string filled_text_at(const Node& node, const char* key) {
  std::string name = text_at(node, key);
  if (name.empty()) node.fail(key, "is missing");
  return name;
}

double time_at(const Node& node, const char* key) {
  const double ns = node.number(key);
  if (!(ns >= least_ns && ns <= most_ns))
    node.fail(key, concat("must be a time from ", least_ns, " ns to a year, not ", ns, " ns"));
  return ns;
}

std::size_t count_at(const Node& node, const char* key, double most) {
  const double value = node.number(key);
  if (!(value >= 1 && value <= most && value == std::trunc(value)))
    node.fail(key, concat("must be a whole number from 1 to ", static_cast<std::size_t>(most), ", not ", value));
  return static_cast<std::size_t>(value);
}

/// "2026-01-31T23:59:59Z", on a day that there is.
std::string date_at(const Node& node, const char* key) {
  const std::string date = filled_text_at(node, key);
  constexpr std::string_view form = "dddd-dd-ddTdd:dd:ddZ";
  const auto fits = [](char c, char expected) { return expected == 'd' ? c >= '0' && c <= '9' : c == expected; };
  if (!std::equal(date.begin(), date.end(), form.begin(), form.end(), fits))
    node.fail(key, concat(quoted_word(date), " is not a time like 2026-01-31T23:59:59Z"));
  const auto number = [&](std::size_t first, std::size_t digits) { return std::stoi(date.substr(first, digits)); };
  const auto part = [&](std::size_t first) { return static_cast<unsigned>(number(first, 2)); };
  using namespace std::chrono;
  if (!year_month_day(year(number(0, 4)), month(part(5)), day(part(8))).ok())
    node.fail(key, concat(quoted_word(date), " is not a day of the calendar"));
  if (part(11) > 23 || part(14) > 59 || part(17) > 59)
    node.fail(key, concat(quoted_word(date), " is not a time of day"));
  return date;
}

std::map<std::string, double> counters_at(const Node& node, const char* key) {
  std::map<std::string, double> counters;
  if (!node.has(key)) return counters;
  const Node list = node.child(key);
  if (list.keys().size() > max_counters) node.fail(key, concat("has more than ", max_counters, " counters"));
  for (const std::string& name : list.keys()) counters.emplace(printable(name), list.number(name.c_str()));
  return counters;
}

BenchmarkRecord parse_benchmark(const Node& node) {
  BenchmarkRecord benchmark;
  benchmark.name = filled_text_at(node, "name");
  const std::string clock = node.text("clock");
  if (clock != "cpu" && clock != "wall") node.fail("clock", concat("must be cpu or wall, not ", quoted_word(clock)));
  benchmark.wall_time = clock == "wall";
  benchmark.ns = time_at(node, "ns");
  benchmark.spread = node.number("spread");
  if (!(benchmark.spread >= 0)) node.fail("spread", concat("must not be negative, but is ", benchmark.spread));
  benchmark.runs = count_at(node, "runs", 1e9);
  if (node.has("reference")) {
    const Node reference = node.child("reference");
    benchmark.reference = {filled_text_at(reference, "name"), time_at(reference, "ns"), reference.flag("asked")};
    if (!benchmark.reference->asked && is_ordinary(benchmark.reference->name)) benchmark.reference.reset();
  }
  if (node.has("bound")) {
    const Node bound = node.child("bound");
    benchmark.bound = {filled_text_at(bound, "kind"), time_at(bound, "ns")};
  }
  benchmark.results = counters_at(node, "results");
  benchmark.counters = counters_at(node, "counters");
  if (node.text("digest") != digest(benchmark.results)) node.fail("digest", "is not that of the results");
  return benchmark;
}

std::vector<BenchmarkRecord> parse_benchmarks(const Node& node) {
  const Json& list = node.list("benchmarks");
  if (list.size() > max_benchmarks) node.fail("benchmarks", concat("holds more than ", max_benchmarks));
  std::vector<BenchmarkRecord> benchmarks;
  std::set<std::string> names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Node element(list[i], concat(node.place("benchmarks["), i, "]"));
    benchmarks.push_back(parse_benchmark(element));
    if (!names.insert(benchmarks.back().name).second) element.fail("name", "stands in the record twice");
  }
  return benchmarks;
}

/// A file system that was not synchronised may leave zeros behind the last written bytes.
bool is_start_of_record(std::string_view line) {
  line = line.substr(0, line.find('\0'));
  return line.starts_with(opening) || opening.starts_with(line);
}

/// Removes the line number within the line, which is always 1 and looks like a line number of the file.
std::string without_line_number(std::string problem) {
  constexpr std::string_view number = "line 1, ";
  const std::size_t at = problem.find(number);
  return at == std::string::npos ? problem : problem.erase(at, number.size());
}

/// What to do with lines that are not records.
std::string advice(bool has_records, std::size_t damaged) {
  if (!has_records) return "is this a history that lockstep-perf record wrote?";
  return damaged == 1 ? "mend or delete this line" : "mend or delete these lines";
}

}  // namespace

std::string digest(const std::map<std::string, double>& results) {
  if (results.empty()) return {};
  std::uint64_t hash = 0xCBF29CE484222325;  // FNV-1a
  for (const auto& [name, value] : results)
    for (const char c : concat(name, "=", value, "\n")) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; hash >>= 4) text[i] = "0123456789abcdef"[hash & 15];
  return text;
}

std::string to_line(const HistoryRecord& record) {
  OrderedJson json = {{"lockstep_perf", 1},          {"date", record.date},       {"commit", record.commit},
                      {"modified", record.modified}, {"program", record.program}, {"machine", record.machine},
                      {"cpu", record.cpu},           {"isa", record.isa},         {"compiler", record.compiler},
                      {"flags", record.flags},       {"threads", record.threads}, {"benchmarks", OrderedJson::array()}};
  for (const BenchmarkRecord& benchmark : record.benchmarks) json["benchmarks"].push_back(to_json(benchmark));
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

HistoryRecord parse_record(std::string_view text) {
  const Json json = parse_json(std::as_bytes(std::span(text)));
  const Node node(json, "record");
  if (const double version = node.number("lockstep_perf"); version != 1)
    node.fail("lockstep_perf", concat("is version ", version, ", and only version 1 is understood"));
  HistoryRecord record;
  record.date = date_at(node, "date");
  record.commit = text_at(node, "commit", 200);
  record.modified = node.flag("modified");
  record.program = filled_text_at(node, "program");
  record.machine = filled_text_at(node, "machine");
  record.cpu = text_at(node, "cpu");
  record.isa = text_at(node, "isa");
  record.compiler = text_at(node, "compiler");
  record.flags = text_at(node, "flags");
  record.threads = static_cast<int>(count_at(node, "threads", 1e6));
  record.benchmarks = parse_benchmarks(node);
  return record;
}

History parse_history(std::string_view text, std::string_view file) {
  History history;
  FewLines damaged(file.empty() ? "" : concat(file, ":"));
  std::string problems;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    if (line.empty()) continue;
    try {
      if (line.size() > max_line_bytes) throw ReadError(concat("is longer than ", max_line_bytes, " bytes"));
      history.records.push_back(parse_record(line));
      history.records.back().line = lines.number();
    } catch (const ReadError& error) {
      if (lines.left() > 0 || text.ends_with('\n') || !is_start_of_record(line))
        problems += damaged.next(concat(lines.number(), ": ", without_line_number(error.what())));
      else
        history.incomplete_from = text.rfind('\n') + 1;  // 0 if there is no other line
    }
  }
  if (damaged.count() > 0)
    throw ReadError(problems + damaged.rest() + advice(!history.records.empty(), damaged.count()));
  return history;
}

}  // namespace lockstep::tools::perf
