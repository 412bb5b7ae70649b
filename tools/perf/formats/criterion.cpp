#include <algorithm>
#include <array>
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

double ns_of_unit(const Node& node) {
  const std::string unit = node.text("unit");
  const auto ns = ns_per(unit);
  if (!ns) node.fail("unit", concat(quoted_word(unit), " is not a unit of time"));
  return *ns;
}

/// Samples are totals of several iterations each.
std::vector<double> criterion_samples(const Node& message) {
  const double unit = ns_of_unit(message);
  const std::vector<double> totals = message.number_list("measured_values"),
                            iterations = message.number_list("iteration_count");
  if (totals.empty() || totals.size() != iterations.size())
    message.fail("measured_values",
                 concat("has ", totals.size(), " values, and iteration_count ", iterations.size(), " of them"));
  std::vector<double> times;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    if (!(iterations[i] >= 1)) message.fail("iteration_count", concat("must be at least 1, not ", iterations[i]));
    times.push_back(totals[i] / iterations[i] * unit);
  }
  return times;
}

void add_criterion_message(const Json& json, const std::string& place, RowList& rows) {
  const Node message(json, place);
  if (message.text("reason") != "benchmark-complete") return;
  BenchmarkRow& row = rows.add(message.raw_text("id"), message.place("id"));
  if (message.has("measured_values")) return set_times(row, criterion_samples(message));
  const Node median = message.child("median");
  set_time(row, median.number("estimate") * ns_of_unit(median.has("unit") ? median : message));
}

/// The three times of "[2.5094 ms 2.5306 ms 2.5553 ms]"; nothing for changes, which are percentages.
std::optional<std::array<double, 3>> times_in_brackets(std::string_view text) {
  if (!text.starts_with('[') || text.find(']') == text.npos) return std::nullopt;
  const std::vector<std::string_view> words = words_of(text.substr(1, text.find(']') - 1));
  std::array<double, 3> times{};
  if (words.size() != 2 * times.size()) return std::nullopt;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto value = number_in(words[2 * i]), ns = ns_per(words[2 * i + 1]);
    if (!value || !ns) return std::nullopt;
    times[i] = *value * *ns;
  }
  return times;
}

/// "name    time:   [...]", or the name on the line before if it is long.
bool add_criterion_line(std::string_view line, std::string_view before, const std::string& place, RowList& rows) {
  constexpr std::string_view mark = "time:";
  const std::size_t at = line.find(mark);
  if (at == line.npos) return false;
  const auto times = times_in_brackets(trimmed(line.substr(at + mark.size())));
  if (!times) return false;
  const std::string_view name = trimmed(line.substr(0, at));
  set_time(rows.add(name.empty() ? trimmed(before) : name, place), (*times)[1]);
  return true;
}

/// "test name ... bench:      26,251 ns/iter (+/- 1,234)"
void add_bencher_line(std::string_view line, const std::string& place, RowList& rows) {
  constexpr std::string_view begin = "test ", mark = " ... bench:", unit = "ns/iter";
  const std::size_t at = line.find(mark);
  if (!line.starts_with(begin) || at == line.npos || at < begin.size()) return;
  const std::vector<std::string_view> words = words_of(line.substr(at + mark.size()));
  const auto time = words.size() < 2 ? std::nullopt : number_in(words[0], true);
  if (!time || words[1] != unit) throw ReadError(concat(place, ": no time in ns/iter stands behind \"bench:\""));
  set_time(rows.add(trimmed(line.substr(begin.size(), at - begin.size())), place), *time);
}

}  // namespace

BenchmarkOutput parse_criterion(ResultText text) {
  RowList rows;
  Lines lines(as_text(text));
  std::string_view before;
  for (std::string_view line; lines.next(line); before = line) {
    const std::string place = concat("line ", lines.number());
    if (line.starts_with('{')) {
      try {
        add_criterion_message(parse_benchmark_text(std::as_bytes(std::span(line))), place, rows);
      } catch (const ReadError& error) {
        const std::string what = error.what();
        throw ReadError(what.starts_with(place) ? what : concat(place, ": ", what));
      }
    } else if (!add_criterion_line(line, before, place, rows)) {
      add_bencher_line(line, place, rows);
    }
  }
  return {{}, rows.take()};
}

}  // namespace lockstep::tools::perf
