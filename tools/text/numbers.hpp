// Words of text files as numbers, the same in every locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::tools {

/// The nearest float or double of the whole word: an infinity if that is too large, NaN if the word is not a number.
template <class Number>
[[nodiscard]] Number to_number(std::string_view word);

extern template float to_number<float>(std::string_view);
extern template double to_number<double>(std::string_view);

/// The nearest double, or a neighbour of it such that rounding it to float gives the word's nearest float, even if the
/// nearest double lies halfway between two floats and the word does not.
[[nodiscard]] double to_double_for_float(std::string_view word);

/// Nothing if the number is not whole or beyond 2^53, where doubles are no longer exact.
[[nodiscard]] std::optional<std::int64_t> whole_number(double number);

/// "0,5": a number once its comma is a point.
[[nodiscard]] bool is_number_with_comma(std::string_view word);

/// Describes the problem of a word that became `value`, NaN or an infinity.
template <class Number>
[[nodiscard]] std::string why_not_finite(std::string_view word, Number value);

extern template std::string why_not_finite(std::string_view, float);
extern template std::string why_not_finite(std::string_view, double);

}  // namespace lockstep::tools
