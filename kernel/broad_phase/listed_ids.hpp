// Compaction: kernels select objects, part by part.
#pragma once

#include <algorithm>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "broad_phase/proxy_set.hpp"

namespace lockstep::detail {

inline std::size_t room_to_list(std::size_t count) { return parts_of(count, near_part) * (near_part + near_padding); }

/// Calls list(begin, end, ids) for each part of `count` objects. It writes ids, and up to near_padding more, and
/// returns their number. Returns the total number. All selected ids come first in `ids`, in rising order if those of
/// each part are.
template <class List>
std::size_t list_in_parts(std::size_t count, Buffer<std::uint32_t>& ids, Buffer<std::size_t>& counts,
                          const List& list) {
  constexpr std::size_t room = near_part + near_padding;
  const std::size_t parts = parts_of(count, near_part);
  std::uint32_t* const first = ids.room_for(room_to_list(count));
  std::size_t* const found = counts.room_for(parts);
  for_each_part(parts, [&](std::size_t part) {
    const std::size_t begin = part * near_part, end = std::min(count, begin + near_part);
    found[part] = static_cast<std::size_t>(
        list(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), first + part * room));
  });
  std::uint32_t* next = first;
  for (std::size_t part = 0; part < parts; ++part)
    next = std::copy_n(first + part * room, found[part], next);  // the target never overtakes the source
  return static_cast<std::size_t>(next - first);
}

/// The kernel for this kind of rows.
inline auto list_overlapping(const BallProxy*, const BroadPhaseKernels& kernels) { return kernels.overlapping_balls; }
inline auto list_overlapping(const Bounds3*, const BroadPhaseKernels& kernels) { return kernels.overlapping_boxes; }

/// A box that contains the centres of all balls that may be near a ball, before their own radii are added. It has room
/// for the rounding errors of lanes, one in each sum.
inline void reach_box(const BallProxy& ball, float margin, float (&box)[6]) {
  for (int axis = 0; axis < 3; ++axis) {
    const double center = numbers_of(&ball)[axis], reach = double{ball.radius} + margin;
    const auto outward = [](double at, double sign) {
      return static_cast<float>(at + sign * (0x1p-20 * std::fabs(at) + 0x1p-140));
    };
    box[axis] = outward(center - reach, -1), box[axis + 3] = outward(center + reach, 1);
  }
}
/// Boxes are compared exactly.
inline void reach_box(const Bounds3& box, float, float (&out)[6]) {
  std::copy_n(box.low, 3, out), std::copy_n(box.high, 3, out + 3);
}

}  // namespace lockstep::detail
