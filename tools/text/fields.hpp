// One line of a table, cut into fields. (Among the parsers that Debian packages, libfccp fixes the columns at compile
// time and libcsv does not report lines; neither says which field is wrong.)
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tools {

/// Separates fields: any number of blanks and tabs, or exactly one of the others.
enum class Separator : char { blanks = ' ', comma = ',', semicolon = ';' };

/// The likely separator of a line: a comma or a semicolon outside of quotes, else blanks. Commas of numbers as in `0,5
/// 1,25` or `0,5;1,25` separate nothing.
[[nodiscard]] Separator guess_separator(std::string_view line);

/// If `text` is `count` words between blanks, and some are numbers with a decimal comma: describes the first of those.
[[nodiscard]] std::optional<std::string> decimal_comma_problem(std::string_view text, std::size_t count);

/// Cuts `line` into `fields`, which are parts of it. With a comma or a semicolon a field may be in double quotes (RFC
/// 4180). The outer quotes are removed, doubled ones inside stay double, and a field may not run over several lines.
/// Throws `FieldError` if a closing quote is missing, or text follows it.
void split_line(std::string_view line, Separator separator, std::vector<std::string_view>& fields);

/// Throws `FieldError` if a line is too long for a table, or holds a NUL byte.
void check_line(std::string_view line);

/// Throws `FieldError` if a row has too few fields, or too many where that is not allowed.
void check_field_count(std::size_t count, std::size_t expected, bool open_ended);

}  // namespace lockstep::tools
