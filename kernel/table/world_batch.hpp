// A kept world on its way into the kernels: objects in blocks of 64, in the order of a curve that fills space, boxes
// around the blocks, and boxes around sixteen boxes each. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/types.hpp"
#include "table/cull_batch.hpp"

namespace lockstep::detail {

inline constexpr std::size_t world_block = 64, world_fanout = 16;
/// Spheres and axis-aligned boxes, as the first kinds of views.
inline constexpr std::size_t world_kinds = 2;

/// Boxes as streams, low corners and then high ones, readable by whole sixteens from any multiple of four on.
struct OuterBoxes {
  const float* stream[6];
};

/// Objects in blocks, the boxes of the blocks, and those of sixteen blocks each.
struct WorldCullBatch : StreamBatch {
  OuterBoxes blocks, groups;
};

/// Of 64 objects: those that may lie within reach, and those that do.
struct WithinWords {
  std::uint64_t maybe, surely;
};

/// Of 64 objects: their distances are no less, and no more.
struct DistanceBounds {
  float lower[world_block], upper[world_block];
};

/// The kernels of a world, by kind of its objects.
struct WorldKernels {
  /// The boxes around `blocks` blocks of objects, as many floats in each stream.
  void (*refit[world_kinds])(const float* const* stream, std::size_t blocks, float* const (&box)[6]);
  /// The boxes around sixteen boxes each, of which `boxes` are made.
  void (*refit_boxes)(const float* const* box, std::size_t boxes, float* const (&outer)[6]);
  /// As the kernels that cull views; block by block.
  void (*cull[world_kinds])(const WorldCullBatch&);
  /// How near a point may be to sixteen boxes from `first` on: no more than the squares of its distances.
  void (*squares_to_boxes)(const OuterBoxes&, std::size_t first, const Vec3& point, float (&squares)[world_fanout]);
  WithinWords (*within[world_kinds])(const float* const* stream, std::size_t first, const Vec3& point, float reach);
  /// Bounds of the distances to 64 objects. Returns those that may be no farther than `reach`.
  std::uint64_t (*distances[world_kinds])(const float* const* stream, std::size_t first, const Vec3& point, float reach,
                                          DistanceBounds& out);
};

}  // namespace lockstep::detail
