#include <string>
#include <string_view>

#include "perf/formats/readers.hpp"
#include "perf/formats/row_list.hpp"
#include "text/error.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools::perf {
namespace {

/// A line's parts: all before the last two words is the name, which may have blanks.
struct NamedValue {
  std::string_view name, value, unit;
};

std::string_view cut_last_word(std::string_view& line) {
  line = trimmed(line);
  const std::size_t blank = line.find_last_of(" \t");
  const std::string_view word = line.substr(blank == line.npos ? 0 : blank + 1);
  line.remove_suffix(word.size());
  return word;
}

NamedValue split_named_value(std::string_view line) {
  NamedValue parts;
  parts.unit = cut_last_word(line);
  parts.value = cut_last_word(line);
  parts.name = trimmed(line);
  return parts;
}

void read_named_value(std::string_view line, const std::string& place, RowList& rows) {
  const NamedValue parts = split_named_value(line);
  if (parts.name.empty()) throw ReadError(concat(place, ": ", quoted_word(line), " is not NAME VALUE UNIT"));
  const auto value = number_in(parts.value);
  if (!value)
    throw ReadError(
        concat(place, ": the value ", quoted_word(parts.value), " is not a number; a line is NAME VALUE UNIT"));
  if (number_in(parts.unit))
    throw ReadError(concat(place, ": the unit ", quoted_word(parts.unit), " is a number; a line is NAME VALUE UNIT"));
  if (is_rate(parts.unit))
    throw ReadError(concat(place, ": ", quoted_word(parts.unit),
                           " is a rate, of which more is better; write the time or the amount of one operation"));
  BenchmarkRow& row = rows.add(parts.name, place);
  if (const auto ns = ns_per(parts.unit))
    set_time(row, *value * *ns);
  else if (const auto bytes = bytes_per(parts.unit))
    set_amount(row, *value * *bytes, "B");
  else
    set_amount(row, *value, parts.unit);
}

}  // namespace

BenchmarkOutput parse_lines(ResultText text) {
  if (const auto problem = text_problem(as_text(text))) throw ReadError(*problem);
  RowList rows;
  Lines lines(as_text(text));
  for (std::string_view line; lines.next(line);) {
    line = trimmed(line);
    if (!line.empty() && !line.starts_with('#')) read_named_value(line, concat("line ", lines.number()), rows);
  }
  return {{}, rows.take()};
}

}  // namespace lockstep::tools::perf
