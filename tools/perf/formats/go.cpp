#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "perf/formats/readers.hpp"
#include "perf/formats/row_list.hpp"
#include "text/error.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools::perf {
namespace {

constexpr std::string_view go_word = "Benchmark";

/// A result line: the name, the iterations, and pairs of a value and a unit.
struct GoLine {
  std::string package;
  std::size_t number;
  std::vector<std::string_view> words;
};

/// A result is "BenchmarkName-8  1000  12.5 ns/op ...". A log line may begin with the word too, and a name alone is a
/// benchmark whose figures stand behind what it printed, on a line without the name: it is left out.
bool is_go_result(const std::vector<std::string_view>& words) {
  if (words.size() < 4 || words.size() % 2 != 0 || !words[0].starts_with(go_word)) return false;
  const auto iterations = number_in(words[1]);
  return iterations && *iterations >= 1 && number_in(words[2]) && !number_in(words[3]);
}

void add_go_rows(const GoLine& line, bool with_package, RowList& rows) {
  const std::string place = concat("line ", line.number);
  std::string name(line.words[0].substr(line.words[0] == go_word ? 0 : go_word.size()));
  if (with_package && !line.package.empty()) name = concat(line.package, ".", name);
  for (std::size_t i = 2; i + 1 < line.words.size(); i += 2) {
    const std::string_view unit = line.words[i + 1];
    const auto value = number_in(line.words[i]);
    if (!value)
      throw ReadError(
          concat(place, ": ", quoted_word(line.words[i]), " before ", quoted_word(unit), " is not a number"));
    if (unit == "ns/op")
      set_time(rows.add(name, place), *value);
    else if (!is_rate(unit))
      set_amount(rows.add(concat(name, " ", unit), place), *value, unit);
  }
}

}  // namespace

BenchmarkOutput parse_go(ResultText text) {
  std::vector<GoLine> results;
  std::set<std::string> packages;
  std::string package;
  BenchmarkOutput output;
  Lines lines(as_text(text));
  for (std::string_view line; lines.next(line);) {
    std::vector<std::string_view> words = words_of(line);
    if (words.size() == 2 && words[0] == "pkg:") package = printable(words[1], 1000);
    if (line.starts_with("cpu: ")) output.context["cpu"] = printable(trimmed(line.substr(5)), 1000);
    if (!is_go_result(words)) continue;
    packages.insert(package);
    results.push_back({package, lines.number(), std::move(words)});
  }
  RowList rows;
  for (const GoLine& result : results) add_go_rows(result, packages.size() > 1, rows);
  output.rows = rows.take();
  return output;
}

}  // namespace lockstep::tools::perf
