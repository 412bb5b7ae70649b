#include "text/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

/// Whether a number out of range is too small (true) or too large: the sign of its decimal exponent.
bool is_tiny(std::string_view number) {
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, e);
  std::int64_t exponent = 0;
  if (e < number.size()) {
    std::string_view digits = number.substr(e + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec;
    if (error == std::errc::result_out_of_range) exponent = digits.starts_with('-') ? INT64_MIN / 2 : INT64_MAX / 2;
  }
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first_digit = mantissa.find_first_of("123456789");
  return static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first_digit) + exponent < 0;
}

}  // namespace

template <class Number>
Number to_number(std::string_view word) {
  if (word.starts_with('+') && !word.substr(1).starts_with('-')) word.remove_prefix(1);
  const char* const end = word.data() + word.size();
  Number value = 0;
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) return std::numeric_limits<Number>::quiet_NaN();
  if (error != std::errc::result_out_of_range) return value;
  const Number size = is_tiny(word) ? 0 : std::numeric_limits<Number>::infinity();
  return word.starts_with('-') ? -size : size;
}

template float to_number<float>(std::string_view);
template double to_number<double>(std::string_view);

std::optional<std::int64_t> whole_number(double number) {
  if (!(std::abs(number) <= 0x1p53) || number != std::trunc(number)) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

std::string why_not_finite(std::string_view word, double value) {
  const bool too_large = std::isinf(value) && word.find_first_of("0123456789") != std::string_view::npos;
  return concat(quoted_word(word), too_large ? " is too large for a float32" : " is not a finite number");
}

}  // namespace lockstep::tools
