#include "text/numbers.hpp"

#include <algorithm>
#include <bit>
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

double to_double_for_float(std::string_view word) {
  const auto number = to_number<double>(word);
  constexpr std::uint64_t below_float = (std::uint64_t{1} << 29) - 1, halfway = std::uint64_t{1} << 28;
  if ((std::bit_cast<std::uint64_t>(number) & below_float) != halfway) return number;
  const auto nearest = to_number<float>(word);
  return static_cast<float>(number) == nearest ? number : std::nextafter(number, double{nearest});
}

std::optional<std::int64_t> whole_number(double number) {
  if (!(std::abs(number) <= 0x1p53) || number != std::trunc(number)) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

bool is_number_with_comma(std::string_view word) {
  const std::size_t comma = word.find(',');
  const auto is_digit = [&](std::size_t at) { return at < word.size() && word[at] >= '0' && word[at] <= '9'; };
  if (comma == std::string_view::npos || comma == 0 || !is_digit(comma - 1) || !is_digit(comma + 1)) return false;
  std::string with_point(word);
  with_point[comma] = '.';
  return !std::isnan(to_number<double>(with_point));
}

template <class Number>
std::string why_not_finite(std::string_view word, Number value) {
  if (std::isnan(value) && is_number_with_comma(word))
    return concat(quoted_word(word), " has a decimal comma: numbers are written with a point, as 0.5");
  const bool too_large = std::isinf(value) && word.find_first_of("0123456789") != std::string_view::npos;
  if (!too_large) return concat(quoted_word(word), " is not a finite number");
  return concat(quoted_word(word), " is too large for a float", 8 * sizeof(Number));
}

template std::string why_not_finite(std::string_view, float);
template std::string why_not_finite(std::string_view, double);

}  // namespace lockstep::tools
