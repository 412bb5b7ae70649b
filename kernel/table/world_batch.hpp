// A kept world on its way into the kernels: objects in blocks of 64, in the order of halves, boxes
// around the blocks, and boxes around sixteen boxes each. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/types.hpp"
#include "table/cull_batch.hpp"
#include "table/halves.hpp"
#include "table/world_rays.hpp"

namespace lockstep::detail {

inline constexpr std::size_t world_block = 64, world_fanout = 16;
/// Each block has boxes around four times sixteen objects beside its own.
inline constexpr std::size_t world_quarters = 4, world_quarter = world_block / world_quarters;
/// Floats of the boxes around the quarters of a block: four of each stream, one stream after the other, as what asks
/// for a block asks for all of them.
inline constexpr std::size_t quarter_floats = 6 * world_quarters;
/// Spheres and axis-aligned boxes, as the first kinds of views.
inline constexpr std::size_t world_kinds = 2;

/// Boxes as streams, low corners and then high ones, readable by whole sixteens from any multiple of four on.
struct OuterBoxes {
  const float* stream[6];
};

/// Objects in blocks, the boxes around quarters of them, and those of some levels: of blocks, of sixteen blocks, and
/// maybe of sixteen times sixteen. If the objects are boxes around shapes, a bit that is not set means that culling
/// leaves out whatever shape is in the box, one of `open` that planes leave its block and its quarter open, and if only
/// the first is set, all of the shape is inside of all planes.
struct WorldCullBatch : StreamBatch {
  static constexpr std::size_t most_levels = 3;

  const float* quarters;
  std::size_t levels;
  OuterBoxes boxes[most_levels];
  std::uint64_t* seen;  // all 0 at first; gets a bit for each sixteen blocks that may have bits
  std::uint64_t* open;  // of boxes around shapes, which end with CullStages::bound; else null
};

/// Of 64 objects: those that may lie within reach, and those that do.
struct WithinWords {
  std::uint64_t maybe, surely;
};

/// What lanes know of a shape that is held against a world: a sphere, an aligned box, or no more than the box around
/// it.
enum class OverlapQueryKind : std::uint8_t { sphere, aabb, boxed };
inline constexpr std::size_t overlap_query_kinds = 3;

/// A shape that is held against a world. `box` is around it and its margin, so that an object whose box is apart from
/// that is proven `separated`; the numbers are those of a view, and the radius has the margin.
struct OverlapQuery {
  OverlapQueryKind kind;
  float box[6];
  float number[6];
};

/// Of 64 objects: their distances are no less, and no more.
struct DistanceBounds {
  float lower[world_block], upper[world_block];
};

/// A world as kernels walk through it. It has objects.
struct WalkedWorld {
  static constexpr std::size_t most_levels = 8;  // 2^32 objects have seven

  const float* objects[6];
  const std::uint64_t* living;  // of each block, the objects in it
  bool is_beyond_caches;        // it is worth while to ask for objects and to do something else meanwhile
  OuterBoxes boxes[most_levels];
  std::uint32_t count[most_levels];
  RayNodes for_rays;  // set for rays alone
};

/// Which of the positions of a quarter of a block hold objects.
inline std::uint32_t living_in(const WalkedWorld& world, std::uint32_t quarter) {
  constexpr std::uint32_t quarters = world_quarters, size = world_quarter;
  return static_cast<std::uint32_t>(world.living[quarter / quarters] >> quarter % quarters * size) & 0xffff;
}

/// Whether a position holds one.
inline bool is_living(const WalkedWorld& world, std::uint32_t position) {
  return (world.living[position / world_block] >> position % world_block & 1) != 0;
}

/// A point on its way to the nearest objects.
struct NearWalk {
  static constexpr int most_blocks = 48;
  static constexpr std::uint32_t most_in_order = 32;
  /// What comes next: a list of the blocks that are no farther than a guess; these, and if it was bad, those that are
  /// no farther than the limit; or, if that would be too many, boxes from the top.
  enum class Stage : std::uint8_t { start, blocks, boxes };

  Vec3 point;
  float limit;           // the k-th object is no farther, proven
  float within;          // no more than that: how far blocks are listed
  float reach;           // nothing farther matters, if the k-th object is no farther than `within`; falls
  std::uint32_t* least;  // the bits of the k least upper ends of distances, infinite where there are fewer
  std::uint32_t k;       // at least 1
  Stage stage;
  std::uint64_t top;   // the word of what is above all boxes
  std::uint32_t open;  // boxes to look into: words of float lanes, the last one is the next
  std::uint64_t boxes[(WalkedWorld::most_levels + 1) * world_fanout];
  float *lower, *upper;       // of objects that may matter, their distances are no less, and no more
  std::uint32_t* position;    // of these
  std::uint32_t found, room;  // memory has place for `room` of these and world_block + 16 more
  std::uint32_t block;        // among boxes, that is the next,
  bool is_at_block;           // if there is any
  bool is_in_order;           // at the end: the k nearest are the first k of these positions, the nearest first
  std::uint32_t in_order[most_in_order];
};

/// Those in double lanes.
struct WorldDoubleKernels {
  /// Up to RaysToBoxes::most rays. Those of which the lanes can tell nothing meet everything.
  void (*start_rays)(const RayOfBox* rays, std::size_t count, RaysToBoxes& to);
  /// Rays whose boxes are points, all but their masks, by kind of the objects. Returns a bit for each ray of which the
  /// lanes can tell something.
  std::uint64_t (*start_rays_at[world_kinds])(const RayOfBox* rays, std::size_t count, RaysToObjects& to);
};

/// The kernels of a world, by kind of its objects.
struct WorldKernels {
  HalvesKernels halves;
  /// The boxes around `blocks` blocks of objects, as many floats in each stream, and around their quarters.
  void (*refit[world_kinds])(const float* const* stream, std::size_t blocks, float* const (&box)[6], float* quarters);
  /// One stream of these, of objects that are boxes: it is the same one of theirs.
  void (*refit_stream)(const float* numbers, std::size_t blocks, std::size_t stream, float* box, float* quarters);
  /// The boxes around sixteen boxes each, of which `boxes` are made.
  void (*refit_boxes)(const float* const* box, std::size_t boxes, float* const (&outer)[6]);
  /// From boxes around quarters of `blocks` blocks to nodes for rays, from the first one on.
  void (*put_nodes)(const float* quarters, std::size_t blocks, float* nodes);
  /// The boxes around `count` nodes from `first` on, among `outer` nodes.
  void (*bound_nodes)(const float* nodes, std::size_t first, std::size_t count, float* outer);
  /// As the kernels that cull views; block by block.
  void (*cull[world_kinds])(const WorldCullBatch&);
  /// Sets the bits of the objects whose positions have a bit; `order` has the index at each of so many positions.
  void (*bits_by_index)(const std::uint64_t* by_position, const std::uint32_t* order, std::size_t positions,
                        std::uint64_t* by_index);
  /// How near a point may be to sixteen boxes from `first` on: no more than the squares of its distances.
  void (*squares_to_boxes)(const OuterBoxes&, std::size_t first, const Vec3& point, float (&squares)[world_fanout]);
  WithinWords (*within[world_kinds])(const float* const* stream, std::size_t first, const Vec3& point, float reach);
  /// Bounds of the distances to 64 objects. Returns those that may be no farther than `reach`.
  std::uint64_t (*distances[world_kinds])(const float* const* stream, std::size_t first, const Vec3& point, float reach,
                                          DistanceBounds& out);
  /// Goes on with the way of a point: lists objects that may be among the k nearest, and asks for what comes next.
  /// False at its end: what is listed then is what matters. Who finds more than `room` makes more.
  bool (*list_near[world_kinds])(const WalkedWorld&, NearWalk&);
  const WorldDoubleKernels& in_double;
  /// One step of some rays: what is found are objects whose boxes they may meet; of rays at balls those that they may
  /// meet somewhere along their lines.
  void (*step_rays[world_kinds])(const WalkedWorld&, RayWave&);
  void (*step_rays_at_balls)(const WalkedWorld&, RayWave&);
  /// What closed forms say of objects, to the last one, or till there is no more room for what is found: false.
  bool (*enter[world_kinds])(const WalkedWorld&, RayEntries&);
  /// Which of sixteen boxes from `first` on may hold something that overlaps what is in the box.
  unsigned (*boxes_about)(const OuterBoxes&, std::size_t first, const float (&box)[6]);
  /// Which of 64 objects may overlap a query of that kind, and which do, as `intersect` proves.
  WithinWords (*overlaps[overlap_query_kinds][world_kinds])(const float* const* stream, std::size_t first,
                                                            const OverlapQuery&);
};

}  // namespace lockstep::detail
