// The bounding box of a query against W boxes of a tree.
#pragma once

#include "lanes/registers/vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A box grows by this share of its breadth, as bounds_of grows the box of the query, so that boxes that do not meet
/// prove that their contents are separate.
inline constexpr Number breadth_room = 0x1p-16F;

/// Whether W boxes, grown, share a point with the box of the query. An empty box, whose low end is infinite, meets
/// queries without bounds alone.
struct QueryBox {
  Vec low, high;

  explicit QueryBox(const float (&box)[6])
      : low{Real(box[0]), Real(box[1]), Real(box[2])}, high{Real(box[3]), Real(box[4]), Real(box[5])} {}

  [[nodiscard]] Mask meets(const Vec& from, const Vec& to) const {
    const Real room = norm_max(to - from) * Real(breadth_room);
    const auto meets = [&](Real l, Real h, Real a, Real b) { return (l - room <= b) & (h + room >= a); };
    return meets(from.x, to.x, low.x, high.x) & meets(from.y, to.y, low.y, high.y) & meets(from.z, to.z, low.z, high.z);
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
