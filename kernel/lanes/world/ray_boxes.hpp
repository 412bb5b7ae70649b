// One ray against the boxes of a world, and against the boxes around its objects, in float lanes: what it surely misses
// is left out, by bounds (docs/numerics.md, section 16). Source: T. Kay, J. Kajiya, "Ray tracing complex scenes", 1986.
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::RayToBoxes;
using detail::ViewKind;

/// More than the boxes of a set are grown by, as a part of the longest side of what is around them; and more than a
/// fraction is off by, as a part of it.
inline constexpr Number ray_room = 0x1p-16F, fraction_bound = 0x1p-21F, lost_fraction = 0x1p-140F;

/// The fractions at which a ray enters and leaves W boxes, as they are computed.
struct RaySpan {
  Real enter, leave;

  [[nodiscard]] Mask is_met() const { return enter <= leave * Real(1 + 3 * fraction_bound) + Real(3 * lost_fraction); }
  [[nodiscard]] Real soonest() const { return enter * Real(1 - fraction_bound) - Real(lost_fraction); }
};

/// A ray at boxes that are larger by `room` than they are given.
struct LaneRay {
  Real inverse[3], near_at[3], far_at[3];
  std::uint32_t near_end[3], far_end[3];

  explicit LaneRay(const RayToBoxes& ray, float room = 0) {
    for (int k = 0; k < 3; ++k) {
      const float later = room * __builtin_fabsf(ray.inverse[k]);
      inverse[k] = ray.inverse[k], near_at[k] = ray.near_at[k] - later, far_at[k] = ray.far_at[k] + later;
      near_end[k] = ray.near_end[k], far_end[k] = ray.far_end[k];
    }
  }

  /// W of them; low(k), high(k) and so on are read by their end: numbers(end).
  template <class Numbers>
  [[nodiscard]] RaySpan across(const Numbers& numbers, const Real& limit) const {
    RaySpan span{0, limit};
    for (int k = 0; k < 3; ++k) {
      span.enter = max(fused(numbers(near_end[k]), inverse[k], near_at[k]), span.enter);
      span.leave = min(fused(numbers(far_end[k]), inverse[k], far_at[k]), span.leave);
    }
    return span;
  }
};

/// The same, at the objects of a world by the boxes around them.
template <ViewKind K>
struct ObjectsByBoxes : LaneRay {
  const float* const* stream;

  ObjectsByBoxes(const float* const* streams, const RayToBoxes& ray, float room)
      : LaneRay(ray, room), stream(streams) {}

  [[nodiscard]] RaySpan across(std::size_t first, const Real& limit) const {
    if constexpr (K == ViewKind::aabbs) {
      return LaneRay::across([&](std::uint32_t end) { return Real::load(stream[end] + first); }, limit);
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
