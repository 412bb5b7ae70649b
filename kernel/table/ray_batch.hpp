// Batches of rays, and of shapes that are cast along rays. Plain data: nothing here may put an inline function of
// another library into code compiled for a wide instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/queries.hpp"
#include "table/records.hpp"

namespace lockstep::detail {

/// The output of a kernel: the proven results of closed forms for the pairs of a list, scattered to their places.
struct HitPlaces {
  const std::uint16_t* places;  // of the queries
  /// [lower, upper] of the motion contains the first contact; both infinite: no contact. Two numbers each.
  double* fractions;
  /// The point on the resting shape and the unit normal, from it to the moving shape, at `lower`. Three numbers each;
  /// null if the caller does not want them.
  double *points, *normals;
  /// Places of the open pairs: nothing, or too little, is proven, and their outputs are meaningless. Has room for all.
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
  const Vec3d* origin = nullptr;  // of the rays; null: nothing has a double position
};

/// Two kinds of shape, the moving one first, for which one grown by the other has a closed form for rays.
enum class ClosedCast : std::uint8_t { two_balls, ball_to_capsule, capsule_to_ball, two_aabbs };
inline constexpr int closed_casts = 4;

/// A pair of such shapes.
struct MovingQuery {
  const Record *a, *b;
  const float* motion;  // of a, three numbers; a fourth one is readable
};

/// Pairs of the same two kinds, padded like RayBatch.
struct MovingBatch {
  const MovingQuery* queries;
  int count;
  HitPlaces out;
  ShapesView first, second;  // of the moving shapes and the others, for their positions
};

/// Boxes, one stream per number: min xyz and max xyz. All streams are readable for box_padding more boxes.
struct BoxStreams {
  const float* stream[6];
  std::uint32_t count;
};
inline constexpr std::size_t box_padding = 16;

/// The boxes that a ray may meet within its motion: their indices, in rising order, go to `found`, which has room for
/// all and box_padding more.
struct RayAndBoxes {
  float origin[3], motion[3];  // finite
  BoxStreams boxes;
  std::uint32_t* found;
  std::uint32_t found_count;
};

/// A closed form for each kind of shape, in double lanes; null for kinds without one. Returns the number of open
/// queries.
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
