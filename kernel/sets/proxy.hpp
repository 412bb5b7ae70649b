// Proxies of objects in a broad phase.
#pragma once

#include "table/bounds3.hpp"

namespace lockstep::detail {

/// Bounds of an object for a broad phase: a ball, or a box (Bounds3). As rows, so that sorting moves one cache line
/// each.
struct BallProxy {
  float x, y, z, radius;
};

}  // namespace lockstep::detail
