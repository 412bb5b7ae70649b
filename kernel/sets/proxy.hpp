// Proxies of objects in a broad phase.
#pragma once

#include "table/bounds3.hpp"

namespace lockstep::detail {

/// Bounds of an object for a broad phase: a ball, or a box (Bounds3). As rows, so that sorting moves one cache line
/// each.
struct BallProxy {
  float x, y, z, radius;
};

/// Whether boxes share a point.
inline bool boxes_meet(const Bounds3& a, const Bounds3& b) {
  bool apart = false;
  for (int k = 0; k < 3; ++k) apart |= a.high[k] < b.low[k] || b.high[k] < a.low[k];
  return !apart;
}

}  // namespace lockstep::detail
