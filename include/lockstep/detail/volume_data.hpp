// The data of a convex volume that the kernels read: corners, edges, planes and error bounds. Not part of the API: may
// change with every version.
#pragma once

#include <limits>
#include <type_traits>

#include <lockstep/types.hpp>

// windows.h defines these two names as empty macros.
#pragma push_macro("near")
#pragma push_macro("far")
#undef near
#undef far

namespace lockstep::detail {

/// A corner of a volume, and another one or a ray, at `near + edge`.
template <class T>
struct CornerEdge {
  T near[3];
  T edge[3];
};

/// The corners of a volume. Corner k of the near side is `near[k]`, its partner on the far side `near[k] + edge[k]`. If
/// the volume does not have four sides between a near and a far one, these are any corners, each with any other or with
/// a ray, and `more` holds the rest.
template <class T>
struct VolumeCorners {
  T near[4][3];      ///< near side in ring order
  T edge[4][3];      ///< near corner to far corner; if infinite, a ray with depth_axis . edge = 1
  T slack = 0;       ///< the error of a corner, in each coordinate, or of a plane
  T edge_slack = 0;  ///< infinite far only: the same of the edges, which start at the near corners
  const CornerEdge<T>* more = nullptr;
  int more_count = 0;
};

/// A plane between two parts of a view, relative to the view's anchor; positive towards the higher part.
struct GridPlane {
  Vec3 normal;       ///< unit length up to rounding; 0 if there is no side
  float offset = 0;  ///< normal . p + offset
  float slack = 0;   ///< the error of the plane
};

/// The data of a volume that the kernels read. Every coordinate is relative to `anchor`, so that a volume far from the
/// origin keeps its precision.
struct VolumeData {
  static constexpr int max_planes = 12;
  Vec3 anchor;
  VolumeCorners<float> rounded;   ///< for most queries
  VolumeCorners<double> fine;     ///< for those that `rounded` cannot decide
  Vec3 normal[max_planes];        ///< inward, unit length up to rounding
  float offset[max_planes] = {};  ///< normal . p + offset >= 0 inside
  Vec3 normal_rest[max_planes];   ///< the rounding errors of both, for the double lanes
  float offset_rest[max_planes] = {};
  float plane_slack = 0;  ///< the error of a plane, with the rest added, before rounding
  int plane_count = 0;
  float size = 0;  ///< largest 1-norm of a corner (of the near side, if infinite), which scales rounding errors
  bool planes_are_exact = false;  ///< inside all planes means inside the volume (false: planes only bound it)
  bool infinite_far = false;      ///< edges are rays
  bool has_lines = false;         ///< infinite far only: some rays come with their opposites
  bool is_frustum = true;         ///< four corners and their partners, in ring order
  float reach_limit = std::numeric_limits<float>::infinity();  ///< infinite far only: no bound holds for longer edges
  // From the middle of the near side to that of the far side (if infinite, along the ray); 1 / |axis|^2.
  Vec3 axis_start, axis;
  float axis_scale = 0;
  Vec3 depth_axis;  ///< infinite far only: unit normal of the near side, pointing away from the eye

  template <class T>
  [[nodiscard]] const VolumeCorners<T>& corners() const noexcept {
    if constexpr (std::is_same_v<T, float>)
      return rounded;
    else
      return fine;
  }
};

}  // namespace lockstep::detail

#pragma pop_macro("far")
#pragma pop_macro("near")
