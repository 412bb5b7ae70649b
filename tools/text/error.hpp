// Errors of readers.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lockstep::tools {

/// The input is damaged, hostile or not understood. `what()` says where and why, without the name of the file.
class ReadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A problem in one field of a line, from 1; the reader of the lines adds the line.
struct FieldError {
  std::size_t field;
  std::string text;
};

namespace detail {

inline void append(std::string& text, std::string_view part) { text += part; }

template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
void append(std::string& text, Number number) {
  char digits[40];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

}  // namespace detail

/// Strings and numbers in one string, the same in every locale.
template <class... Parts>
[[nodiscard]] std::string concat(const Parts&... parts) {
  std::string text;
  (detail::append(text, parts), ...);
  return text;
}

}  // namespace lockstep::tools
