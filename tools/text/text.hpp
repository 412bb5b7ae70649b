// The lines of a text file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::tools {

/// Longer lines are refused.
inline constexpr std::size_t max_line_bytes = std::size_t{4} << 20;

/// Why a file is not readable text, and what to do: it is UTF-16 or UTF-32, or its lines end in CR alone. Nothing if it
/// seems readable.
[[nodiscard]] std::optional<std::string> text_problem(std::string_view text);

/// The text behind a UTF-8 byte order mark, if there is one.
[[nodiscard]] inline std::string_view without_mark(std::string_view text) {
  return text.substr(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
}

/// Lines end in LF or CRLF; the last one may lack both. A UTF-8 byte order mark is not a part of the first line.
class Lines {
 public:
  explicit Lines(std::string_view text) : left_(without_mark(text)) {}

  /// False after the last line.
  [[nodiscard]] bool next(std::string_view& line) {
    if (left_.empty()) return false;
    const std::size_t end = left_.find('\n');
    line = left_.substr(0, end);
    left_.remove_prefix(end == std::string_view::npos ? left_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number_;
    return true;
  }

  /// The number of bytes after the line of the last `next`.
  [[nodiscard]] std::size_t left() const { return left_.size(); }

  /// The number of that line, from 1.
  [[nodiscard]] std::size_t number() const { return number_; }

 private:
  std::string_view left_;
  std::size_t number_ = 0;
};

}  // namespace lockstep::tools
