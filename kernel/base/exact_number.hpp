// Exact arithmetic for comparisons that double leaves undecided: the few that end in a tie, or nearly.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace lockstep::detail {

/// An integer in two's complement. A float is an integer times 2^-149, a product of k floats an integer times 2^(-149
/// k): sums and comparisons require numbers of the same degree. Floats up to 2^60 have 209 bits. Sums of a few products
/// of four of them, which make up squared distances, have fewer than the 896 bits of an ExactNumber. Any float has 277
/// bits, and its product with two differences of coordinates has 697.
template <std::size_t words>
class ExactInteger {
 public:
  ExactInteger() = default;
  explicit ExactInteger(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t exponent = bits >> 23 & 0xff;
    const std::int64_t size = (bits & 0x7fffff) | (exponent != 0 ? 0x800000U : 0U);
    *this = ExactInteger((bits >> 31) != 0 ? -size : size, exponent != 0 ? exponent - 1 : 0);
  }

  /// number * 2^shift.
  ExactInteger(std::int64_t number, unsigned shift) {
    const std::uint64_t size = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
    const std::uint64_t low = size << shift % 32;
    word_[shift / 32] = static_cast<std::uint32_t>(low);
    word_[shift / 32 + 1] = static_cast<std::uint32_t>(low >> 32);
    if (shift % 32 != 0) word_[shift / 32 + 2] = static_cast<std::uint32_t>(size >> (64 - shift % 32));
    if (number < 0) *this = ExactInteger() - *this;
  }

  friend ExactInteger operator+(const ExactInteger& a, const ExactInteger& b) { return sum(a, b, 0, 0); }
  friend ExactInteger operator-(const ExactInteger& a, const ExactInteger& b) {
    return sum(a, b, ~std::uint32_t{0}, 1);
  }
  /// The product modulo 2^(32 words) in two's complement, correct for all signs. Skips words that are 0: a float
  /// has two others at most.
  friend ExactInteger operator*(const ExactInteger& a, const ExactInteger& b) {
    const ExactInteger left = a.absolute(), right = b.absolute();
    const std::size_t columns = right.length();
    ExactInteger product;
    for (std::size_t i = 0; i < words; ++i) {
      if (left.word_[i] == 0) continue;
      std::uint64_t carry = 0;
      for (std::size_t k = 0; i + k < words && (k < columns || carry != 0); ++k) {
        carry += std::uint64_t{left.word_[i]} * right.word_[k] + product.word_[i + k];
        product.word_[i + k] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    return a.is_negative() != b.is_negative() ? ExactInteger() - product : product;
  }

  [[nodiscard]] int sign() const { return is_negative() ? -1 : length() != 0 ? 1 : 0; }

  /// The integer, with an error of at most 3 units in the last place.
  [[nodiscard]] double value() const {
    const ExactInteger size = absolute();
    const std::size_t top = std::max(size.length(), std::size_t{3}) - 1;
    const double leading = (size.word_[top] * 0x1p32 + size.word_[top - 1]) * 0x1p32 + size.word_[top - 2];
    return std::copysign(leading * scale_of(top - 2), is_negative() ? -1.0 : 1.0);
  }

 private:
  [[nodiscard]] bool is_negative() const { return word_[words - 1] >> 31 != 0; }
  [[nodiscard]] ExactInteger absolute() const { return is_negative() ? ExactInteger() - *this : *this; }
  /// The number of words without leading zeros.
  [[nodiscard]] std::size_t length() const {
    std::size_t length = words;
    while (length > 0 && word_[length - 1] == 0) --length;
    return length;
  }
  /// a + b + carry, where the bits of b that `flips` has are flipped.
  static ExactInteger sum(const ExactInteger& a, const ExactInteger& b, std::uint32_t flips, std::uint64_t carry) {
    ExactInteger sum;
    for (std::size_t i = 0; i < words; ++i) {
      carry += std::uint64_t{a.word_[i]} + (b.word_[i] ^ flips);
      sum.word_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    return sum;
  }
  /// 2^(32 k)
  static constexpr double scale_of(std::size_t k) { return std::bit_cast<double>(std::uint64_t{1023 + 32 * k} << 52); }
  std::array<std::uint32_t, words> word_{};
};

using ExactNumber = ExactInteger<28>;

}  // namespace lockstep::detail
