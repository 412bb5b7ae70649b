// In which way what faces each other of two boxes or capsules meets: so it is known, before anything is clipped, how
// much of the clipping there is to do.
#pragma once

#include "polygons/clip.hpp"
#include "polygons/slab_feature.hpp"

namespace lockstep::detail {

/// Of two slabs of which p is the edge, if one is an edge and the other a face. Slabs of neither class have no
/// meetings: a corner and whatever it meets, edges across each other.
template <class Real>
struct MeetingClass {
  using Mask = MaskOf<Real>;
  Mask lines;    // an edge and a face, or an edge along it: only the first edge of p is to be clipped
  Mask patches;  // two faces

  MeetingClass(const FacingSlab<Real>& p, const FacingSlab<Real>& q) {
    const Mask p_edge = p.is_edge(), q_edge = q.is_edge(), p_face = p.is_face(), q_face = q.is_face();
    const Mask along = edges_lie_along(p, q);
    lines = p_edge & (q_face | (q_edge & along));
    patches = p_face & q_face;
  }

 private:
  /// From corner to corner, as clipping has it: where an edge is short, its corners' roundings turn it.
  static Mask edges_lie_along(const FacingSlab<Real>& p, const FacingSlab<Real>& q) {
    const auto length = [](const Real& middle, const Real& half) { return (middle + half) - (middle - half); };
    const auto &u = p.sides.side[0], &v = q.sides.side[0];
    return lie_along(length(p.middle.x, u.x), length(p.middle.y, u.y), length(q.middle.x, v.x),
                     length(q.middle.y, v.y));
  }
};

}  // namespace lockstep::detail
