// A convex hull in each lane.
#pragma once

#include "lanes/gjk/difference.hpp"
#include "lanes/shapes/farthest_vertex.hpp"
#include "lanes/shapes/hull_layout.hpp"
#include "lanes/shapes/zonotope.hpp"

namespace lockstep::LOCKSTEP_ISA {

using HullScratch = VertexScratch<Vec>;

/// The rotation and radius of placed hulls, in the lanes that have one. The other members mean nothing in other lanes.
struct Placed {
  Mask lanes;
  bool any = false;  // whether any lane is placed
  Vec axis[3];
  Real radius = 0;

  Vec to_local(const Vec& v) const { return select(lanes, {dot(axis[0], v), dot(axis[1], v), dot(axis[2], v)}, v); }
  Vec to_world(const Vec& p) const { return select(lanes, axis[0] * p.x + axis[1] * p.y + axis[2] * p.z, p); }
  /// p moved along v by the radius.
  Vec swept(const Vec& p, const Vec& v) const {
    return select(lanes & (radius > Real(0)), p + with_length(v, radius), p);
  }
};

struct Hull {
  LaneVertices<Vec, HullVertices> vertices;
  Placed placed;
  Vec offset;   // position of the first vertex
  Vec center;   // of the bounding box
  Real extent;  // the largest half extent of the bounding box
  Real slack;   // bound on a vertex's distance from the true one, in each coordinate
  Real scale = 1;

  void scale_by(Real s) {
    center = center * s;
    extent = extent * s;
    slack = slack * s;
    placed.radius = placed.radius * s;
    scale = s;
  }

  Vec support(const Vec& v, Mask active) const {
    if (placed.any) [[unlikely]]
      return placed_support(v, active);
    return (offset + vertices.farthest(v * unscaled_direction(scale), active)) * scale;
  }

 private:
  /// Not inlined: hulls without a placement would pay for the registers.
  [[gnu::noinline, gnu::flatten]] Vec placed_support(const Vec& v, Mask active) const {
    const Vec p = placed.to_world(vertices.farthest(placed.to_local(v) * unscaled_direction(scale), active));
    return placed.swept((offset + p) * scale, v);
  }
};

template <class A>
auto difference(const A& a, const Hull& b) {
  if constexpr (requires { zonotope(a); })
    return Difference(zonotope(a), b);
  else
    return Difference(a, b);
}

}  // namespace lockstep::LOCKSTEP_ISA
