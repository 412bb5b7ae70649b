// Rays, and shapes that move as rays do, on their way into a kernel. Plain data: nothing here may put an inline
// function of another library into code compiled for a wide instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/queries.hpp"
#include "table/records.hpp"

namespace lockstep::detail {

/// Where a kernel writes what closed forms prove of the pairs of a list, each to its place.
struct HitPlaces {
  const std::uint16_t* places;  // of the queries
  /// [lower, upper] of the motion holds the first contact; both infinite: there is none. Two numbers each.
  double* fractions;
  /// The point of the shape that rests and the unit normal, from it to what moves, at `lower`. Three numbers each; null
  /// if nobody wants them.
  double *points, *normals;
  /// Places of those of which nothing, or too little, is proven: what is written there means nothing. Has room for all.
  std::uint16_t* open;

  [[nodiscard]] bool wants_places() const { return points != nullptr || normals != nullptr; }
};

/// A ray and the shape that it may hit.
struct RayQuery {
  const Record* shape;
  const float* ray;  // origin and motion
};

/// Rays and shapes of one kind. Copies of the last query fill up the array to the next multiple of query_padding.
struct RayBatch {
  const RayQuery* queries;
  int count;
  ShapesView shapes;
  HitPlaces out;
};

/// Two kinds of shape, the one that moves first, of which the one grown by the other has a closed form for rays.
enum class ClosedCast : std::uint8_t { two_balls, ball_to_capsule, capsule_to_ball, two_aabbs };
inline constexpr int closed_casts = 4;

/// A pair of them.
struct MovingQuery {
  const Record *a, *b;
  const float* motion;  // of a, three numbers; a fourth one is readable
};

/// Pairs of the same two kinds, padded as those of rays.
struct MovingBatch {
  const MovingQuery* queries;
  int count;
  HitPlaces out;
};

/// Boxes, a stream per number, min xyz and max xyz; all are readable for box_padding more than there are.
struct BoxStreams {
  const float* stream[6];
  std::uint32_t count;
};
inline constexpr std::size_t box_padding = 16;

/// Which boxes a ray may meet within its motion: their indices, in rising order, go to `found`, with room for all and
/// box_padding more.
struct RayAndBoxes {
  float origin[3], motion[3];  // finite
  BoxStreams boxes;
  std::uint32_t* found;
  std::uint32_t found_count;
};

/// A closed form for each kind of shape, in double lanes; null where there is none. Returns how many are left open.
struct RayDoubleKernels {
  int (*of[record_kinds])(const RayBatch&);
  int (*moving[closed_casts])(const MovingBatch&);
};

struct RayKernels {
  int (*of[record_kinds])(const RayBatch&);
  int (*moving[closed_casts])(const MovingBatch&);
  void (*pick_boxes)(RayAndBoxes&);
};

}  // namespace lockstep::detail
