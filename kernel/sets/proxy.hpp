// Proxies of objects in a broad phase.
#pragma once

namespace lockstep::detail {

/// Bounds of an object for a broad phase: a ball or a box. As rows, so that sorting moves one cache line each.
struct BallProxy {
  float x, y, z, radius;
};
struct Bounds3 {
  float low[3], high[3];
};

}  // namespace lockstep::detail
