// Rays on their way into a kernel. Plain data: nothing here may put an inline function into code compiled for a wide
// instruction set.
#pragma once

#include <cstddef>

#include "table/records.hpp"

namespace lockstep::detail {

/// A ray and the shape that it may hit.
struct RayQuery {
  ShapeRef shape;
  float row[2][4];  // origin and motion
};

/// What a closed form proves of a ray and a shape: [lower, upper] of the motion holds the first contact; both infinite:
/// there is none. `lower` is NaN where nothing, or too little, is proven. The point of the shape and the unit normal,
/// from the shape to the ray, are those at `lower`.
struct RayAnswer {
  double lower, upper;
  double point[3], normal[3];
};

/// Rays and shapes of one kind; answers[i] receives what is known of queries[i].
struct RayBatch {
  const RayQuery* queries;
  int count;
  RayAnswer* answers;
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

/// A closed form for each kind of shape, in double lanes; null where there is none.
struct RayDoubleKernels {
  void (*of[record_kinds])(const RayBatch&);
};

struct RayKernels {
  void (*of[record_kinds])(const RayBatch&);
  void (*pick_boxes)(RayAndBoxes&);
};

}  // namespace lockstep::detail
