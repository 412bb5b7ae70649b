#include "readers/pair_fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "readers/error.hpp"
#include "readers/names.hpp"

namespace lockstep::tools {
namespace {

std::string quoted(std::string_view word) { return concat("\"", printable(word, 40), "\""); }

/// Whether a number that no float32 holds is too small for it (true) or too large: the sign of its decimal exponent.
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

/// The nearest float32 of the whole word; NaN if the word is no number.
float to_float(std::string_view word) {
  if (word.starts_with('+') && !word.substr(1).starts_with('-')) word.remove_prefix(1);
  const char* const end = word.data() + word.size();
  float value = 0;
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) return std::numeric_limits<float>::quiet_NaN();
  if (error != std::errc::result_out_of_range) return value;
  const float size = is_tiny(word) ? 0 : std::numeric_limits<float>::infinity();
  return word.starts_with('-') ? -size : size;
}

}  // namespace

Fields::Fields(std::string_view line) {
  constexpr std::string_view blanks = " \t";
  for (std::size_t at = line.find_first_not_of(blanks); at < line.size(); at = line.find_first_not_of(blanks, at)) {
    const std::size_t stop = line[at] == '|' ? at + 1 : std::min(line.find_first_of(" \t|", at), line.size());
    words_.push_back(line.substr(at, stop - at));
    at = stop;
  }
}

std::string_view Fields::take_word(std::string_view what) {
  if (at_end()) fail(number(), concat("the line ends where ", what, " should be"));
  if (words_[next_] == "|") fail(number(), concat("a bar stands where ", what, " should be"));
  return words_[next_++];
}

void Fields::take_bar() {
  if (at_end()) fail(number(), "the line ends where a bar '|' should be");
  if (words_[next_] != "|") fail(number(), concat(quoted(words_[next_]), " stands where a bar '|' should be"));
  ++next_;
}

void Fields::take_end() {
  if (!at_end()) fail(number(), concat(quoted(words_[next_]), " is one word too many"));
}

float Fields::take_finite() {
  const std::size_t field = number();
  const std::string_view word = take_word("a number");
  const float value = to_float(word);
  if (std::isfinite(value)) return value;
  const bool too_large = std::isinf(value) && word.find_first_of("0123456789") != std::string_view::npos;
  fail(field, concat(quoted(word), too_large ? " is too large for a float32" : " is not a finite number"));
}

float Fields::take_number() {
  const std::size_t field = number();
  const float value = take_finite();
  if (std::abs(value) > max_coordinate)
    fail(field, concat(value, " is beyond ", max_coordinate, ", the largest coordinate"));
  return value;
}

float Fields::take_non_negative(std::string_view what) {
  const std::size_t field = number();
  const float value = take_number();
  if (value < 0) fail(field, concat(what, " ", value, " is negative"));
  return value;
}

Vec3 Fields::take_vector() {
  Vec3 v;
  v.x = take_number();
  v.y = take_number();
  v.z = take_number();
  return v;
}

std::size_t Fields::take_count() {
  const std::size_t field = number();
  const std::string_view word = take_word("the number of points");
  std::uint64_t count = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  if (error != std::errc() || stop != word.data() + word.size() || count == 0)
    fail(field, concat(quoted(word), " is no number of points (a whole number from 1)"));
  // The line itself bounds what is allocated for it.
  if (count > left() / 3)
    fail(field, concat(count, " points need three numbers each; the line has ", left(), " words left"));
  return static_cast<std::size_t>(count);
}

std::array<float, 16> Fields::take_matrix() {
  std::array<float, 16> matrix;
  for (float& entry : matrix) entry = take_finite();
  return matrix;
}

}  // namespace lockstep::tools
