// What stands for an object in a broad phase.
#pragma once

namespace lockstep::detail {

/// What a broad phase sees of an object: a ball, or the box around it. Row by row, so that sorting moves one cache
/// line.
struct BallProxy {
  float x, y, z, radius;
};
struct BoxProxy {
  float min[3], max[3];
};

}  // namespace lockstep::detail
