// Exact arithmetic for comparisons that double leaves undecided: the few that end in a tie, or nearly.
#pragma once

#include <array>
#include <bit>
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
    const std::uint32_t mantissa = (bits & 0x7fffff) | (exponent != 0 ? 0x800000U : 0U);
    const std::uint32_t shift = exponent != 0 ? exponent - 1 : 0;
    const std::uint64_t shifted = std::uint64_t{mantissa} << shift % 32;
    word_[shift / 32] = static_cast<std::uint32_t>(shifted);
    word_[shift / 32 + 1] = static_cast<std::uint32_t>(shifted >> 32);
    if ((bits >> 31) != 0) *this = ExactInteger() - *this;
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

  friend ExactInteger operator+(const ExactInteger& a, const ExactInteger& b) {
    ExactInteger sum;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < words; ++i) {
      carry += std::uint64_t{a.word_[i]} + b.word_[i];
      sum.word_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    return sum;
  }
  friend ExactInteger operator-(const ExactInteger& a, const ExactInteger& b) {
    ExactInteger flipped;
    for (std::size_t i = 0; i < words; ++i) flipped.word_[i] = ~b.word_[i];
    ExactInteger one;
    one.word_[0] = 1;
    return a + flipped + one;
  }
  /// The product modulo 2^(32 words) in two's complement, correct for all signs.
  friend ExactInteger operator*(const ExactInteger& a, const ExactInteger& b) {
    ExactInteger product;
    for (std::size_t i = 0; i < words; ++i) {
      std::uint64_t carry = 0;
      for (std::size_t k = 0; i + k < words; ++k) {
        carry += std::uint64_t{a.word_[i]} * b.word_[k] + product.word_[i + k];
        product.word_[i + k] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    return product;
  }

  [[nodiscard]] int sign() const {
    if (word_[words - 1] >> 31 != 0) return -1;
    for (const std::uint32_t word : word_)
      if (word != 0) return 1;
    return 0;
  }

  /// The integer, with an error of at most 3 units in the last place.
  [[nodiscard]] double value() const {
    if (sign() < 0) return -(ExactInteger() - *this).value();
    std::size_t top = words - 1;
    while (top > 2 && word_[top] == 0) --top;
    const double leading = (word_[top] * 0x1p32 + word_[top - 1]) * 0x1p32 + word_[top - 2];
    return leading * scale_of(top - 2);
  }

 private:
  /// 2^(32 k)
  static constexpr double scale_of(std::size_t k) { return std::bit_cast<double>(std::uint64_t{1023 + 32 * k} << 52); }
  std::array<std::uint32_t, words> word_{};
};

using ExactNumber = ExactInteger<28>;

}  // namespace lockstep::detail
