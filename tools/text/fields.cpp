#include "text/fields.hpp"

#include <algorithm>
#include <cmath>

#include "text/error.hpp"
#include "text/names.hpp"
#include "text/numbers.hpp"
#include "text/text.hpp"

namespace lockstep::tools {
namespace {

constexpr std::string_view blanks = " \t";

void split_at_blanks(std::string_view line, std::vector<std::string_view>& fields) {
  for (std::size_t at = line.find_first_not_of(blanks); at < line.size(); at = line.find_first_not_of(blanks, at)) {
    const std::size_t stop = std::min(line.find_first_of(blanks, at), line.size());
    fields.push_back(line.substr(at, stop - at));
    at = stop;
  }
}

/// The place behind the closing quote of the field that starts at `start`, just behind its opening quote.
std::size_t end_of_quoted(std::string_view line, std::size_t start, std::size_t field) {
  for (std::size_t at = line.find('"', start); at != std::string_view::npos; at = line.find('"', at + 2))
    if (at + 1 == line.size() || line[at + 1] != '"') return at + 1;
  throw FieldError{field, "a double quote is not closed on its line"};
}

void split_at(char separator, std::string_view line, std::vector<std::string_view>& fields) {
  for (std::size_t at = 0;;) {
    const std::size_t first = std::min(line.find_first_not_of(blanks, at), line.size());
    std::size_t end = 0;
    if (first < line.size() && line[first] == '"') {
      const std::size_t behind = end_of_quoted(line, first + 1, fields.size() + 1);
      fields.push_back(line.substr(first + 1, behind - first - 2));
      end = std::min(line.find_first_not_of(blanks, behind), line.size());
      if (end < line.size() && line[end] != separator)
        throw FieldError{fields.size(), "something stands behind the closing quote"};
    } else {
      end = std::min(line.find(separator, at), line.size());
      const std::string_view field = line.substr(at, end - at);
      const std::size_t last = field.find_last_not_of(blanks);
      fields.push_back(last == std::string_view::npos ? std::string_view() : line.substr(first, at + last + 1 - first));
    }
    if (end == line.size()) return;
    at = end + 1;
  }
}

/// Whether all fields between semicolons, or else between blanks, are numbers, and some have a decimal comma: then
/// commas separate nothing.
bool has_decimal_commas(std::string_view line) {
  const bool semicolon = line.find(';') != std::string_view::npos;
  std::size_t words = 0, with_comma = 0;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find_first_of(semicolon ? ";" : blanks, at), line.size());
    const std::string_view word = trimmed(line.substr(at, end - at));
    at = end + 1;
    if (word.empty()) continue;
    ++words;
    if (is_number_with_comma(word))
      ++with_comma;
    else if (std::isnan(to_number<double>(word)))
      return false;
  }
  return with_comma > 0 && words > 1;
}

}  // namespace

Separator guess_separator(std::string_view line) {
  if (has_decimal_commas(line))
    return line.find(';') == std::string_view::npos ? Separator::blanks : Separator::semicolon;
  bool in_quotes = false, semicolon = false;
  for (const char c : line) {
    in_quotes ^= c == '"';
    if (!in_quotes && c == ',') return Separator::comma;
    semicolon |= !in_quotes && c == ';';
  }
  return semicolon ? Separator::semicolon : Separator::blanks;
}

std::optional<std::string> decimal_comma_problem(std::string_view text, std::size_t count) {
  std::vector<std::string_view> words;
  split_at_blanks(text, words);
  const auto comma = std::find_if(words.begin(), words.end(), is_number_with_comma);
  if (words.size() != count || comma == words.end()) return std::nullopt;
  return why_not_finite(*comma, to_number<double>(*comma));
}

void split_line(std::string_view line, Separator separator, std::vector<std::string_view>& fields) {
  fields.clear();
  if (separator == Separator::blanks)
    split_at_blanks(line, fields);
  else
    split_at(static_cast<char>(separator), line, fields);
}

void check_line(std::string_view line) {
  if (line.size() > max_line_bytes) throw FieldError{1, concat("the line is longer than ", max_line_bytes, " bytes")};
  if (line.find('\0') != std::string_view::npos) throw FieldError{1, "a NUL byte: this is not a text file"};
}

void check_field_count(std::size_t count, std::size_t expected, bool open_ended) {
  if (count < expected) throw FieldError{count + 1, concat("the line ends after ", count, " of ", expected, " fields")};
  if (count > expected && !open_ended)
    throw FieldError{expected + 1, concat("the line has ", count, " fields, ", count - expected, " too many")};
}

}  // namespace lockstep::tools
