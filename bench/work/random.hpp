// Seeded random numbers that are the same with every compiler: the standard library's distributions may differ between
// versions, its engine may not.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include <lockstep/types.hpp>

namespace lockstep::bench {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// In [low, high).
  float uniform(float low, float high) {
    return low + (high - low) * static_cast<float>(static_cast<double>(engine_() >> 11) * 0x1p-53);
  }

  std::uint32_t index(std::uint32_t count) { return static_cast<std::uint32_t>((engine_() >> 32) * count >> 32); }

  Vec3 in_box(const Vec3& low, const Vec3& high) {
    const float x = uniform(low.x, high.x), y = uniform(low.y, high.y), z = uniform(low.z, high.z);
    return {x, y, z};
  }

  /// Uniform on the unit sphere: a point of the ball by rejection, then normalised.
  Vec3 direction() {
    for (;;) {
      const Vec3 p = in_box({-1, -1, -1}, {1, 1, 1});
      const float squared = p.x * p.x + p.y * p.y + p.z * p.z;
      if (squared > 0.01F && squared <= 1) {
        const float scale = 1 / std::sqrt(squared);
        return {p.x * scale, p.y * scale, p.z * scale};
      }
    }
  }

  /// Uniform over all rotations, likewise from the ball in four dimensions.
  Quat rotation() {
    for (;;) {
      const Vec3 p = in_box({-1, -1, -1}, {1, 1, 1});
      const float w = uniform(-1, 1);
      const float squared = p.x * p.x + p.y * p.y + p.z * p.z + w * w;
      if (squared > 0.01F && squared <= 1) {
        const float scale = 1 / std::sqrt(squared);
        return {p.x * scale, p.y * scale, p.z * scale, w * scale};
      }
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace lockstep::bench
