// Words of text files as numbers, the same in every locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::tools {

/// The nearest float or double of the whole word: an infinity if that is too large, NaN if the word is no number.
template <class Number>
[[nodiscard]] Number to_number(std::string_view word);

extern template float to_number<float>(std::string_view);
extern template double to_number<double>(std::string_view);

/// Nothing if the number is not whole or beyond 2^53, from where on doubles are too coarse to tell.
[[nodiscard]] std::optional<std::int64_t> whole_number(double number);

/// What is wrong with a word that became `value`, NaN or an infinity.
[[nodiscard]] std::string why_not_finite(std::string_view word, double value);

}  // namespace lockstep::tools
