// The k least of many numbers.
#pragma once

#include "lanes/registers/vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The bits of a number that is not negative: they have the same order.
inline std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

inline Index one_if(Mask m) { return select(m, Index(1), Index(0)); }

/// The k least of some numbers that are not negative: sorted, or a heap if k is large.
struct LeastNumbers {
  static constexpr std::uint32_t most_in_order = 32;

  std::uint32_t* least;  // their bits
  std::uint32_t k;

  /// The k-th least, infinite if there are fewer.
  [[nodiscard]] float greatest() const {
    float x;
    __builtin_memcpy(&x, least + (k > most_in_order ? 0 : k - 1), sizeof x);
    return x;
  }
  void clear() const {
    for (std::uint32_t i = 0; i < k; ++i) least[i] = bits_of(__builtin_inff());
  }
  /// The first register of numbers, if the list is sorted: ranks by counting.
  void begin(const float* numbers) const {
    const Real own = Real::load(numbers);
    Index rank(0);
    for (int j = 0; j < Real::width; ++j) {
      const Real other(numbers[j]);
      rank = rank + one_if((other < own) | ((other == own) & !first_lanes(j + 1)));
    }
    std::uint32_t place[Real::width], sorted[Real::width];
    rank.store(place);
    for (int j = 0; j < Real::width; ++j) sorted[place[j]] = bits_of(numbers[j]);
    for (std::uint32_t i = 0; i < k && i < Real::width; ++i) least[i] = sorted[i];
  }
  /// Adds two numbers. A sorted list takes no branches, which would be mispredicted; it works on bits, because
  /// g++ makes branches of floats, and from the front on, because the next call reads the numbers just written.
  void add(std::uint32_t x, std::uint32_t y) const {
    if (k > most_in_order) return add_to_heap(x), add_to_heap(y);
    for (std::uint32_t i = 0; i < k; ++i) {
      const std::uint32_t other = least[i], less = x < other ? x : other;
      x = x > other ? x : other;
      least[i] = y < less ? y : less;
      y = y > less ? y : less;
    }
  }

 private:
  void add_to_heap(std::uint32_t x) const {
    if (x >= least[0]) return;
    std::size_t hole = 0;
    for (std::size_t child = 1; child < k; child = 2 * hole + 1) {
      if (child + 1 < k && least[child] < least[child + 1]) ++child;
      if (x >= least[child]) break;
      least[hole] = least[child], hole = child;
    }
    least[hole] = x;
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
