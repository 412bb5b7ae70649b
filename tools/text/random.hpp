// Random numbers, for generated scenes and resampling: the same everywhere.
#pragma once

#include <cstdint>

namespace lockstep::tools {

/// SplitMix64: the generators of the standard library are portable, its distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  double uniform(double low, double high) { return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53; }
  /// A whole number from 0 to `count` - 1; `count` is at most 2^32.
  std::uint64_t below(std::uint64_t count) { return (next() >> 32) * count >> 32; }
  bool chance(double probability) { return uniform(0, 1) < probability; }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27) * 0x94D049BB133111EBU;
    return z ^ z >> 31;
  }
  std::uint64_t state_;
};

}  // namespace lockstep::tools
