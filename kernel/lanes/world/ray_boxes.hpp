// One ray against the boxes of a world, and against the boxes around its objects, in float lanes: what it surely misses
// is left out, by bounds (docs/numerics.md). Source: T. Kay, J. Kajiya, "Ray tracing complex scenes", 1986.
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

/// A ray at objects, or boxes, of which those around are larger by `room` than they are given.
template <ViewKind K>
class LaneRay {
 public:
  LaneRay(const float* const* stream, std::size_t first, const RayToBoxes& ray, float room) {
    for (int k = 0; k < 3; ++k) {
      const float outward = ray.sign[k] * (ray.room[k] + room);
      near_from_[k] = ray.origin[k] + outward, far_from_[k] = ray.origin[k] - outward;
      inverse_[k] = ray.inverse[k], sign_[k] = ray.sign[k];
      near_[k] = stream[K == ViewKind::aabbs ? ray.near_end[k] : static_cast<std::uint32_t>(k)] + first;
      far_[k] = stream[K == ViewKind::aabbs ? ray.far_end[k] : static_cast<std::uint32_t>(k)] + first;
    }
    if constexpr (K == ViewKind::spheres) radius_ = stream[3] + first;
  }

  /// W of them from `at` on.
  [[nodiscard]] RaySpan across(std::size_t at, float limit) const {
    RaySpan span{0, limit};
    for (int k = 0; k < 3; ++k) {
      Real near = Real::load(near_[k] + at) - near_from_[k], far = Real::load(far_[k] + at) - far_from_[k];
      if constexpr (K == ViewKind::spheres) {
        const Real radius = Real::load(radius_ + at) * sign_[k];
        near = near - radius, far = far + radius;
      }
      span.enter = max(near * inverse_[k], span.enter), span.leave = min(far * inverse_[k], span.leave);
    }
    return span;
  }

 private:
  Real near_from_[3], far_from_[3], inverse_[3], sign_[3];
  const float *near_[3], *far_[3], *radius_ = nullptr;
};

/// Which of 64 objects from `first` on the ray may meet.
template <ViewKind K>
std::uint64_t objects_on_ray(const LaneRay<K>& lanes, std::size_t first, float limit) {
  std::uint64_t met = 0;
  for (std::size_t bit = 0; bit < detail::world_block; bit += Real::width)
    met |= std::uint64_t{bits(lanes.across(first + bit, limit).is_met())} << bit;
  return met;
}

}  // namespace lockstep::LOCKSTEP_ISA
