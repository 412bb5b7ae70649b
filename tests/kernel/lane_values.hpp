// Numbers that distinguish operations, and random bit patterns.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace lockstep::test {

inline constexpr int most_lanes = 16;

inline std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
inline float with_bits(std::uint32_t bits) { return std::bit_cast<float>(bits); }

/// Zeros, denormals, the ends of the range, infinities, quiet NaN of both signs and with a payload, and ordinary
/// numbers; each with both signs.
inline std::vector<float> special_values() {
  using Limits = std::numeric_limits<float>;
  std::vector<float> values;
  for (const float x : {0.0F, Limits::denorm_min(), 1e-40F, Limits::min(), std::nextafter(Limits::min(), 0.0F), 1e-20F,
                        0.5F, 1.0F, std::nextafter(1.0F, 2.0F), 1.5F, 3.0F, 16777216.0F, 1e20F, 0x1p126F, Limits::max(),
                        Limits::infinity(), Limits::quiet_NaN(), with_bits(0x7fc12345U)})
    values.push_back(x), values.push_back(-x);
  return values;
}

/// Any 32 bits, so that half of the numbers are huge or tiny and one in 256 is infinite or NaN; no signalling NaN,
/// because the first operation on it turns it quiet.
inline std::vector<float> random_values(std::size_t count, std::uint32_t seed) {
  std::mt19937 rng(seed);
  std::vector<float> values(count);
  for (float& x : values) {
    auto bits = static_cast<std::uint32_t>(rng());
    if ((bits & 0x7f800000U) == 0x7f800000U && (bits & 0x007fffffU) != 0) bits |= 0x00400000U;
    x = with_bits(bits);
  }
  return values;
}

}  // namespace lockstep::test
