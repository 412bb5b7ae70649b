#include "text/text.hpp"

#include <algorithm>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

using namespace std::string_view_literals;

/// The encoding that the first bytes show: by a byte order mark, or because every other byte of words in Latin letters
/// is 0.
std::string_view wide_encoding(std::string_view text) {
  if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
  if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv)) return "UTF-16";
  const std::string_view start = text.substr(0, 64);
  if (start.size() < 4) return {};
  const bool high_first = start[0] == '\0';
  for (std::size_t i = 0; i < start.size(); ++i)
    if ((start[i] == '\0') != (i % 2 == (high_first ? 0 : 1))) return {};
  return "UTF-16";
}

}  // namespace

std::optional<std::string> text_problem(std::string_view text) {
  if (const std::string_view encoding = wide_encoding(text); !encoding.empty())
    return concat("is ", encoding, " text: save it as UTF-8 (iconv -f ", encoding, " -t UTF-8)");
  const std::string_view first_line = text.substr(0, text.find('\n'));
  const std::size_t end = first_line.find('\r');
  if (end + 1 < first_line.size() && end != std::string_view::npos)
    return "has lines that end in CR alone, as on old Macs: save it with line ends LF or CRLF (tr '\\r' '\\n')";
  return std::nullopt;
}

}  // namespace lockstep::tools
