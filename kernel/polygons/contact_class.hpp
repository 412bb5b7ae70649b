// Classifies how the facing features of two boxes or capsules meet, so that the amount of clipping is known before any
// clipping.
#pragma once

#include "polygons/clip.hpp"
#include "polygons/slab_feature.hpp"

namespace lockstep::detail {

/// The class of two slabs. If one is an edge and the other a face, p is the edge. Slabs of neither class have no
/// clipped points: a corner and any feature, or edges across each other.
template <class Real>
struct ContactClass {
  using Mask = MaskOf<Real>;
  Mask lines;    // an edge and a face, or an edge along it: clip only the first edge of p
  Mask patches;  // two faces

  ContactClass(const FacingSlab<Real>& p, const FacingSlab<Real>& q) {
    const Mask p_edge = p.is_edge(), q_edge = q.is_edge(), p_face = p.is_face(), q_face = q.is_face();
    const Mask along = edges_lie_along(p, q);
    lines = p_edge & (q_face | (q_edge & along));
    patches = p_face & q_face;
  }

 private:
  /// Uses the corners, as clipping does: the roundings of a short edge's corners turn it.
  static Mask edges_lie_along(const FacingSlab<Real>& p, const FacingSlab<Real>& q) {
    const auto length = [](const Real& middle, const Real& half) { return (middle + half) - (middle - half); };
    const auto &u = p.sides.side[0], &v = q.sides.side[0];
    return lie_along(length(p.middle.x, u.x), length(p.middle.y, u.y), length(q.middle.x, v.x),
                     length(q.middle.y, v.y));
  }
};

}  // namespace lockstep::detail
