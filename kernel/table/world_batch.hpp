// A kept world on its way into the kernels: objects in blocks of 64, in the order of a curve that fills space, boxes
// around the blocks, and boxes around sixteen boxes each. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/types.hpp"
#include "table/cull_batch.hpp"

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

/// A ray as boxes are held against it. One that starts at NaN meets everything.
struct RayToBoxes {
  float origin[3], inverse[3];            // the latter of the motion
  float sign[3];                          // of the motion, 1 or -1
  float room[3];                          // boxes are farther out by no more than that for where they are
  std::uint32_t near_end[3], far_end[3];  // of a box, the streams that the ray meets first and last
};

/// A world as kernels walk through it. It has objects.
struct WalkedWorld {
  static constexpr std::size_t most_levels = 8;  // 2^32 objects have seven

  const float* objects[6];
  const std::uint64_t* living;  // of each block, the objects in it
  bool is_beyond_caches;        // it is worth while to ask for objects and to do something else meanwhile
  OuterBoxes boxes[most_levels];
  std::uint32_t count[most_levels];
};

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

/// A ray on its way through a world.
struct RayOnWay {
  /// So many boxes around blocks are looked into at a time.
  static constexpr std::uint32_t boxes_at_once = 4;

  /// A box that is still to be looked into, when the ray enters it, in a word (as float lanes have it); how much larger
  /// the boxes around what is in it are; and what no coordinate of these is larger than.
  struct Box {
    std::uint64_t place;
    float room, reach;
  };

  RayToBoxes ray;
  Box* boxes;  // the last one is the next
  std::uint32_t open;
  std::uint32_t block;  // the last one that it has come to
  float room;           // how much larger the boxes around its objects are
  bool is_at_block;     // whether it has not looked into it
  std::uint64_t met;    // else, of its objects those that the ray may meet
};

/// A ray as objects themselves are held against it. Its motion is no less than 2^-100 along its longest axis, and none
/// of 2^-126 or less but 0 along any.
struct RayToObjects {
  RayToBoxes boxes;
  float direction[3], per_length;    // of the motion, a unit vector and the reciprocal of its length
  float per_motion[3];               // reciprocals, infinite of 0
  float across[2][3], at_across[2];  // unit vectors across the motion and each other, and where the ray is along them
  float reach;                       // the largest coordinate of where it starts, without its sign
  std::uint32_t mask;
};

/// An object that a ray may hit, and no sooner than at that fraction of its motion.
struct ObjectOnRay {
  std::uint32_t ray, position;
  float lower;
};

/// Rays on their ways through a world to what each may hit first, a few at a time: while one waits for memory, others
/// go on.
struct RaysOnWays {
  static constexpr std::uint32_t at_once = 8, room = 512;
  /// So many boxes are looked at to begin with, if there are no more on their level.
  static constexpr std::uint32_t first_boxes = 128, boxes_at_once = RayOnWay::boxes_at_once;

  /// What is met behind the limit is of no account.
  struct Walk {
    RayOnWay way;
    std::uint32_t ray;
    float limit;
    std::uint32_t first[boxes_at_once];               // sixteen blocks each,
    std::uint64_t met;                                // a bit for each that is still to be looked into,
    float enter[(boxes_at_once + 1) * world_fanout];  // no sooner than then,
    float room, reach;                                // and what holds of all that is in them, as in a box on the way
    RayOnWay::Box boxes[first_boxes + WalkedWorld::most_levels * world_fanout];
  };

  const RayToObjects* rays;
  std::uint32_t count;
  std::uint32_t levels;         // of boxes
  float start_room;             // more than boxes of objects are larger than what the top boxes are made of
  float reach;                  // no coordinate is larger
  const std::uint32_t* order;   // the index of the object at each position
  const std::uint32_t* groups;  // by index, or null
  bool any;                     // one hit of a ray is enough
  /// Of each ray at its end: 1, or a fraction by which it hits something that it sees; 0 of boxes is to be proven.
  float* limits;

  std::uint32_t next = 0, live = 0, found_count = 0;
  std::uint32_t number[at_once];  // of the walks that are live
  Walk walk[at_once];
  ObjectOnRay found[room];
};

/// The kernels of a world, by kind of its objects.
struct WorldKernels {
  /// The boxes around `blocks` blocks of objects, as many floats in each stream, and around their quarters.
  void (*refit[world_kinds])(const float* const* stream, std::size_t blocks, float* const (&box)[6], float* quarters);
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
  /// Goes on with the way of a point: lists objects that may be among the k nearest, and asks for what comes next.
  /// False at its end: what is listed then is what matters. Who finds more than `room` makes more.
  bool (*list_near[world_kinds])(const WalkedWorld&, NearWalk&);
  /// Goes on to the next block with objects that a ray may meet by the fraction `limit`, those first that it enters
  /// first; or, if the world is beyond the caches, to a block that is asked for, where the ray meets nothing before it
  /// goes on. False: there is none.
  bool (*go_on[world_kinds])(const WalkedWorld&, RayOnWay&, float limit);
  /// Goes on with all rays, to their ends or till there is no more room for what they find: then some are live.
  void (*walk_rays[world_kinds])(const WalkedWorld&, RaysOnWays&);
  /// Which of sixteen boxes from `first` on may hold something that overlaps what is in the box.
  unsigned (*boxes_about)(const OuterBoxes&, std::size_t first, const float (&box)[6]);
  /// Which of 64 objects may overlap a query of that kind, and which do, as `intersect` proves.
  WithinWords (*overlaps[overlap_query_kinds][world_kinds])(const float* const* stream, std::size_t first,
                                                            const OverlapQuery&);
};

}  // namespace lockstep::detail
