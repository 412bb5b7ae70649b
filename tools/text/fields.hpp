// One line of a table, cut into fields. (Of the parsers that Debian packages, libfccp fixes the columns when it is
// compiled and libcsv does not tell lines; neither says which field is wrong.)
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lockstep::tools {

/// What stands between fields: any number of blanks and tabs, or exactly one of the others.
enum class Separator : char { blanks = ' ', comma = ',', semicolon = ';' };

/// What a line seems to be separated by: a comma or a semicolon outside of quotes, else blanks. Commas of numbers as
/// `0,5 1,25` or `0,5;1,25` separate nothing.
[[nodiscard]] Separator guess_separator(std::string_view line);

/// Cuts `line` into `fields`, which are parts of it. With a comma or a semicolon a field may stand in double quotes
/// (RFC 4180); those around it are taken off, doubled ones in it stay double, and it may not run over several lines.
/// Throws `FieldError` if a quote does not end, or something stands behind it.
void split_line(std::string_view line, Separator separator, std::vector<std::string_view>& fields);

/// Throws `FieldError` if a line is too long to be one of a table, or holds a NUL byte.
void check_line(std::string_view line);

/// Throws `FieldError` if a row has fewer or, unless it may, more fields than it should.
void check_field_count(std::size_t count, std::size_t expected, bool open_ended);

}  // namespace lockstep::tools
