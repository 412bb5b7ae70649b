// The data of a kept world for its kernels: objects in k-d order, in blocks of 64 (four leaves), and a wide BVH above
// them: boxes around leaves, around blocks, and around sixteen boxes each. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/types.hpp"
#include "table/cull_batch.hpp"
#include "table/median_split.hpp"
#include "table/world_rays.hpp"

namespace lockstep::detail {

inline constexpr std::size_t world_block = 64, world_fanout = 16;
/// Besides its own box, a block has boxes around its four leaves of sixteen objects.
inline constexpr std::size_t leaves_of_block = 4, world_leaf = world_block / leaves_of_block;
/// Floats of the boxes around the leaves of a block: four of each stream, one stream after the other, because a query
/// of a block reads all of them.
inline constexpr std::size_t leaf_box_floats = 6 * leaves_of_block;
/// Spheres and axis-aligned boxes, as the first kinds of views.
inline constexpr std::size_t world_kinds = 2;

/// Boxes as streams, low corners and then high ones, readable by whole sixteens from any multiple of four on.
struct OuterBoxes {
  const float* stream[6];
};

/// Objects in blocks, the boxes around their leaves, and the nodes of two or three levels: around blocks, around
/// sixteen blocks, and maybe around 256. If the objects are the bounding boxes of shapes, the bits mean: not visible:
/// culling leaves out any shape in the box. Visible and in `open`: the planes leave its block and its leaf open.
/// Visible alone: the whole shape is inside all planes.
struct WorldCullBatch : StreamBatch {
  static constexpr std::size_t most_levels = 3;

  const float* leaf_boxes;
  std::size_t levels;
  OuterBoxes boxes[most_levels];
  std::uint64_t* seen;  // all 0 at first; gets a bit for each sixteen blocks that may have visible bits
  std::uint64_t* open;  // for the bounding boxes of shapes, which end with CullStages::bound; else null
};

/// A bit for each of 64 objects: may lie within reach, and does so.
struct WithinWords {
  std::uint64_t maybe, surely;
};

/// The form in which lanes know the shape of an overlap query: a sphere, an aligned box, or its bounding box alone.
enum class OverlapQueryKind : std::uint8_t { sphere, aabb, boxed };
inline constexpr std::size_t overlap_query_kinds = 3;

/// A shape to find overlaps with. `box` contains it and its margin, so that an object whose box does not meet it is
/// proven `separated`. The numbers are those of a view; the radius includes the margin.
struct OverlapQuery {
  OverlapQueryKind kind;
  float box[6];
  float number[6];
};

/// Lower and upper bounds of the distances to 64 objects.
struct DistanceBounds {
  float lower[world_block], upper[world_block];
};

/// The view of a world that kernels traverse. It has objects.
struct WorldView {
  static constexpr std::size_t most_levels = 8;  // 2^32 objects have seven

  const float* objects[6];
  const std::uint64_t* living;  // of each block, a bit for each object in it
  bool is_beyond_caches;        // prefetching objects and working on others meanwhile pays
  OuterBoxes boxes[most_levels];
  std::uint32_t count[most_levels];
  RayNodes for_rays;  // set for rays alone
};

/// The positions of a leaf of a block that hold objects.
inline std::uint32_t living_in(const WorldView& world, std::uint32_t leaf) {
  constexpr std::uint32_t leaves = leaves_of_block, size = world_leaf;
  return static_cast<std::uint32_t>(world.living[leaf / leaves] >> leaf % leaves * size) & 0xffff;
}

/// Whether a position holds an object.
inline bool is_living(const WorldView& world, std::uint32_t position) {
  return (world.living[position / world_block] >> position % world_block & 1) != 0;
}

/// The traversal state of a k-nearest-neighbours query of a point.
struct NearestState {
  static constexpr int most_blocks = 48;
  static constexpr std::uint32_t most_in_order = 32;
  /// The next step: `start`; `blocks`: a list of the blocks within a guessed distance, and if the guess was bad, of
  /// those within the limit; `boxes`: traversal from the top, because the list would be too long.
  enum class Stage : std::uint8_t { start, blocks, boxes };

  Vec3 point;
  float limit;           // proven: the k-th object is no farther
  float within;          // at most `limit`: blocks up to this distance are listed
  float reach;           // farther objects do not count, if the k-th is no farther than `within`; falls
  std::uint32_t* least;  // the bits of the k least upper bounds of distances, padded with infinity
  std::uint32_t k;       // at least 1
  Stage stage;
  std::uint64_t top;   // the word of the root
  std::uint32_t open;  // boxes to open: words of float lanes, the last one is the next
  std::uint64_t boxes[(WorldView::most_levels + 1) * world_fanout];
  float *lower, *upper;       // bounds of the distances of objects that may count
  std::uint32_t* position;    // the positions of these
  std::uint32_t found, room;  // memory has place for `room` of these and world_block + 16 more
  std::uint32_t block;        // in stage `boxes`: the next block,
  bool is_at_block;           // if there is one
  bool is_in_order;           // at the end: the first k of these positions are the k nearest, the nearest first
  std::uint32_t in_order[most_in_order];
};

/// The kernels of a world in double lanes.
struct WorldDoubleKernels {
  /// Up to RaysToBoxes::most rays. Rays that the lanes cannot bound meet all boxes.
  void (*start_rays)(const RayOfBox* rays, std::size_t count, RaysToBoxes& to);
  /// Rays whose boxes are points, without their masks, by kind of the objects. Returns a bit for each ray that the
  /// lanes can bound.
  std::uint64_t (*start_rays_at[world_kinds])(const RayOfBox* rays, std::size_t count, RaysToObjects& to);
};

/// The kernels of a world, by kind of its objects.
struct WorldKernels {
  SplitKernels split;
  /// The boxes around `blocks` blocks of objects, one float per block in each stream, and around their leaves.
  void (*refit[world_kinds])(const float* const* stream, std::size_t blocks, float* const (&box)[6], float* leaf_boxes);
  /// One stream of these boxes, from the same stream of objects that are boxes.
  void (*refit_stream)(const float* numbers, std::size_t blocks, std::size_t stream, float* box, float* leaf_boxes);
  /// The boxes around every sixteen of `box`; `boxes` is the number that results.
  void (*refit_boxes)(const float* const* box, std::size_t boxes, float* const (&outer)[6]);
  /// Copies the boxes around leaves of `blocks` blocks to nodes for rays, from the first one on.
  void (*put_nodes)(const float* leaf_boxes, std::size_t blocks, float* nodes);
  /// The boxes around `count` nodes from `first` on, in the nodes `outer` of the next level.
  void (*bound_nodes)(const float* nodes, std::size_t first, std::size_t count, float* outer);
  /// As the kernels that cull views, but block by block.
  void (*cull[world_kinds])(const WorldCullBatch&);
  /// Sets the bits of the objects whose positions have a bit; `order` has the index at each of `positions` positions.
  void (*bits_by_index)(const std::uint64_t* by_position, const std::uint32_t* order, std::size_t positions,
                        std::uint64_t* by_index);
  /// No more than the squares of the distances from a point to sixteen boxes from `first` on.
  void (*squares_to_boxes)(const OuterBoxes&, std::size_t first, const Vec3& point, float (&squares)[world_fanout]);
  WithinWords (*within[world_kinds])(const float* const* stream, std::size_t first, const Vec3& point, float reach);
  /// Bounds of the distances to 64 objects. Returns those that may be no farther than `reach`.
  std::uint64_t (*distances[world_kinds])(const float* const* stream, std::size_t first, const Vec3& point, float reach,
                                          DistanceBounds& out);
  /// Continues the traversal of a point: lists objects that may be among the k nearest, and prefetches the next ones.
  /// Returns false at the end, when the list holds all that may count. A caller that finds more than `room` listed
  /// makes more room.
  bool (*list_near[world_kinds])(const WorldView&, NearestState&);
  const WorldDoubleKernels& in_double;
  /// One step of a wave of rays. It finds objects whose boxes the rays may meet; step_rays_at_balls finds balls that
  /// they may meet anywhere along their lines.
  void (*step_rays[world_kinds])(const WorldView&, RayWave&);
  void (*step_rays_at_balls)(const WorldView&, RayWave&);
  /// Applies closed forms to the objects that were found. Returns false if there was no more room before the last one.
  bool (*enter[world_kinds])(const WorldView&, RayEntries&);
  /// A bit for each of sixteen boxes from `first` on that may contain something that overlaps the content of the box.
  unsigned (*overlapping_boxes)(const OuterBoxes&, std::size_t first, const float (&box)[6]);
  /// Bits of those of 64 objects that may overlap a query of that kind, and of those that do, as `intersect` proves.
  WithinWords (*overlaps[overlap_query_kinds][world_kinds])(const float* const* stream, std::size_t first,
                                                            const OverlapQuery&);
};

}  // namespace lockstep::detail
