// The words of a text whose line ends mean no more than blanks, with their places for errors.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <lockstep/types.hpp>

#include "text/error.hpp"
#include "text/names.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {

/// "line 3, field 2"
inline std::string place_of(std::size_t line, std::size_t field) { return concat("line ", line, ", field ", field); }

class Words {
 public:
  /// `line` is the number of the first line.
  explicit Words(std::string_view text, std::size_t line = 1) : left_(text), line_(line) {}

  /// Empty at the end of the text.
  std::string_view take() {
    const std::size_t start = left_.find_first_not_of(" \t\r\n\v\f");
    for (const char c : left_.substr(0, start))
      if (c == '\n') ++line_, field_ = 0;
    left_.remove_prefix(start == std::string_view::npos ? left_.size() : start);
    const std::string_view word = left_.substr(0, left_.find_first_of(" \t\r\n\v\f"));
    left_.remove_prefix(word.size());
    ++field_;
    return word;
  }

  /// The words up to the end of the line.
  std::string_view take_line() {
    std::string_view line = left_.substr(0, left_.find('\n'));
    left_.remove_prefix(line.size());
    if (line.ends_with('\r')) line.remove_suffix(1);
    return trimmed(line);
  }

  double take_number(std::string_view what) {
    const std::string_view word = take();
    if (word.empty()) fail(concat("the file ends where ", what, " should be"));
    const double number = to_number<double>(word);
    if (!std::isfinite(number)) fail(why_not_finite(word, number));
    return number;
  }

  Vec3d take_point() {
    Vec3d point;
    point.x = take_number("a coordinate"), point.y = take_number("a coordinate"), point.z = take_number("a coordinate");
    return point;
  }

  [[nodiscard]] std::size_t bytes_left() const { return left_.size(); }

  /// About the word that was taken last.
  [[noreturn]] void fail(const std::string& problem) const {
    throw ReadError(concat(place_of(line_, field_), ": ", problem));
  }

 private:
  std::string_view left_;
  std::size_t line_, field_ = 0;
};

}  // namespace lockstep::tools
