// The lines of a text file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::tools {

/// Longer lines are refused.
inline constexpr std::size_t max_line_bytes = std::size_t{4} << 20;

/// Why a file is no text as it is read here, and what to do: UTF-16 or UTF-32, or lines that end in CR alone. Nothing
/// if it seems to be one.
[[nodiscard]] std::optional<std::string> text_problem(std::string_view text);

/// Lines end in LF or CRLF, the last one maybe in neither. A byte order mark of UTF-8 is no part of the first.
class Lines {
 public:
  explicit Lines(std::string_view text) : left_(text) {
    if (left_.starts_with("\xEF\xBB\xBF")) left_.remove_prefix(3);
  }

  /// False behind the last one.
  [[nodiscard]] bool next(std::string_view& line) {
    if (left_.empty()) return false;
    const std::size_t end = left_.find('\n');
    line = left_.substr(0, end);
    left_.remove_prefix(end == std::string_view::npos ? left_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number_;
    return true;
  }

  /// Bytes behind the line that `next` gave last.
  [[nodiscard]] std::size_t left() const { return left_.size(); }

  /// Of the line that `next` gave last, from 1.
  [[nodiscard]] std::size_t number() const { return number_; }

 private:
  std::string_view left_;
  std::size_t number_ = 0;
};

}  // namespace lockstep::tools
