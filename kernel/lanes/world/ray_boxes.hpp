// One ray against the nodes of a world, and against the bounding boxes of its objects, in float lanes: proven misses
// are left out, by bounds (docs/numerics.md, section 16). Source: T. Kay, J. Kajiya, "Ray tracing complex scenes",
// 1986.
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::RaysToBoxes;
using detail::ViewKind;

/// Upper bounds of the errors of a fraction: relative to it, and of underflow.
inline constexpr Number fraction_bound = 0x1p-21F, lost_fraction = 0x1p-140F;

/// The computed fractions at which a ray enters and leaves W boxes.
struct RaySpan {
  Real enter, leave;

  [[nodiscard]] Mask is_met() const { return enter <= leave; }
  [[nodiscard]] Real soonest() const { return enter * Real(1 - fraction_bound) - Real(lost_fraction); }
};

/// An upper bound of all computed values of a fraction, of one ray or of W.
template <class Fraction>
Fraction at_latest(const Fraction& fraction) {
  return fraction * Fraction(1 + 3 * fraction_bound) + Fraction(3 * lost_fraction);
}

/// A ray, up to a limit, for tests of boxes.
struct LaneRay {
  Real inverse[3], near_at[3], far_at[3], limit;
  std::uint32_t near_end[3], far_end[3];

  LaneRay(const RaysToBoxes& rays, std::uint32_t i, float end) : limit(at_latest(end)) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const float per_motion = rays.inverse[k][i];
      inverse[k] = per_motion, near_at[k] = rays.near_at[k][i], far_at[k] = rays.far_at[k][i];
      const std::uint32_t behind = __builtin_signbit(per_motion) != 0 ? 3 : 0;
      near_end[k] = k + behind, far_end[k] = k + 3 - behind;
    }
  }
  /// For boxes that are larger than the numbers say, by `room`.
  LaneRay(const RaysToBoxes& rays, std::uint32_t i, float end, float room) : LaneRay(rays, i, end) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const Real later = Real(room) * abs(inverse[k]);
      near_at[k] = near_at[k] - later, far_at[k] = far_at[k] + later;
    }
  }

  /// Slab test of W boxes; numbers(end) reads low(k) or high(k) by `end`. The ray meets boxes that it does not leave
  /// before it enters: the leaving fraction has room for both errors.
  template <class Numbers>
  [[nodiscard]] RaySpan across(const Numbers& numbers) const {
    RaySpan span{0, limit};
    for (int k = 0; k < 3; ++k) {
      span.enter = max(fused(numbers(near_end[k]), inverse[k], near_at[k]), span.enter);
      span.leave = min(fused(numbers(far_end[k]), inverse[k], far_at[k]), span.leave);
    }
    return span;
  }
};

/// The same for the objects of a world, by their bounding boxes.
template <ViewKind K>
struct ObjectsByBoxes : LaneRay {
  const float* const* stream;

  ObjectsByBoxes(const float* const* streams, const RaysToBoxes& rays, std::uint32_t i, float end, float room)
      : LaneRay(rays, i, end, room), stream(streams) {}

  /// Prefetches objects; of boxes the ends that the ray reads, whose addresses are known.
  [[gnu::always_inline]] void prefetch(std::size_t first) const {
    if constexpr (K == ViewKind::aabbs)
      for (int k = 0; k < 3; ++k)
        __builtin_prefetch(stream[near_end[k]] + first), __builtin_prefetch(stream[far_end[k]] + first);
    else
      for (int s = 0; s < 4; ++s) __builtin_prefetch(stream[s] + first);
  }
  [[nodiscard]] RaySpan across(std::size_t first) const {
    if constexpr (K == ViewKind::aabbs) {
      return LaneRay::across([&](std::uint32_t end) { return Real::load(stream[end] + first); });
    } else {
      const Real radius = Real::load(stream[3] + first);
      RaySpan span{0, limit};
      for (int k = 0; k < 3; ++k) {
        const Real center = Real::load(stream[k] + first), half = radius * abs(inverse[k]);
        span.enter = max(fused(center, inverse[k], near_at[k]) - half, span.enter);
        span.leave = min(fused(center, inverse[k], far_at[k]) + half, span.leave);
      }
      return span;
    }
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
