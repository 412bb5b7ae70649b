// The boxes around the blocks of a world, and around sixteen boxes each.
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ViewKind;

/// Of a ball's ends along an axis: more than rounding takes from them (docs/numerics.md).
inline constexpr Number end_bound = 4 * 0x1p-24F;

/// The lower end of W objects along an axis, or the upper one.
template <ViewKind K, bool Upper>
Real end_of(const float* const* stream, int axis, std::size_t at) {
  if constexpr (K == ViewKind::aabbs) {
    return Real::load(stream[axis + (Upper ? 3 : 0)] + at);
  } else {
    const Real center = Real::load(stream[axis] + at), radius = Real::load(stream[3] + at);
    const Real room = (abs(center) + radius) * Real(end_bound);
    return Upper ? center + radius + room : center - radius - room;
  }
}

/// The least or the greatest of N numbers, which fill registers.
template <bool Greatest, std::size_t N, class Read>
float extreme_of(const Read& read) {
  const auto pick = [](Real a, Real b) { return Greatest ? max(a, b) : min(a, b); };
  Real all = read(0);
  for (std::size_t at = Real::width; at < N; at += Real::width) all = pick(all, read(at));
  float lane[Real::width];
  all.store(lane);
  float extreme = lane[0];
  for (const float one : lane) extreme = (Greatest ? one > extreme : one < extreme) ? one : extreme;
  return extreme;
}

template <ViewKind K>
[[gnu::flatten]] void refit_blocks(const float* const* stream, std::size_t blocks, float* const (&box)[6]) {
  for (std::size_t b = 0; b < blocks; ++b)
    for (int axis = 0; axis < 3; ++axis) {
      const std::size_t first = b * detail::world_block;
      box[axis][b] = extreme_of<false, detail::world_block>(
          [&](std::size_t at) { return end_of<K, false>(stream, axis, first + at); });
      box[axis + 3][b] = extreme_of<true, detail::world_block>(
          [&](std::size_t at) { return end_of<K, true>(stream, axis, first + at); });
    }
}

[[gnu::flatten]] inline void refit_boxes(const float* const* box, std::size_t boxes, float* const (&outer)[6]) {
  for (std::size_t b = 0; b < boxes; ++b)
    for (int axis = 0; axis < 3; ++axis) {
      const std::size_t first = b * detail::world_fanout;
      outer[axis][b] =
          extreme_of<false, detail::world_fanout>([&](std::size_t at) { return Real::load(box[axis] + first + at); });
      outer[axis + 3][b] = extreme_of<true, detail::world_fanout>(
          [&](std::size_t at) { return Real::load(box[axis + 3] + first + at); });
    }
}

}  // namespace lockstep::LOCKSTEP_ISA
