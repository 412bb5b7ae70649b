// Selects the pairs of kinds that have a closed form of the signed distance, and loads shapes for it. In double lanes,
// and in float lanes for callers that tolerate a wider interval.
#pragma once

#include "lanes/distance/aligned_distance.hpp"
#include "lanes/distance/box_distance.hpp"
#include "lanes/distance/round_distance.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// For kinds a <= b.
template <RecordKind A, RecordKind B>
inline constexpr bool has_closed_distance = B < RecordKind::quadric;

/// The closed form. In a few lanes, the interval stays wider than rounding makes it.
template <class A, class B>
auto closed_distance(const Cores<A, B>& cores, bool wants_points, Mask lanes) {
  if constexpr (std::is_same_v<A, AlignedCore>)
    return aligned_distance(cores, lanes);
  else if constexpr (axes<A> > 1)
    return box_distance(cores, wants_points, lanes);
  else
    return round_distance(cores, lanes);
}

/// W shapes of kind K whose partners are of kind `Partner`.
template <RecordKind K, RecordKind Partner, class ShapeOf>
auto load_beside(const RowsOf<K>& rows, const ShapeOf& shape, const auto& origin, HullScratch* scratch) {
  if constexpr (K == RecordKind::aabb && Partner == RecordKind::aabb) {
    const AlignedBox box = load_aabb(rows, origin);
    return AlignedCore{box.center, box.half, box.extent};
  } else {
    return load_core<K>(rows, shape, origin, scratch);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
