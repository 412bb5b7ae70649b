// The order of two shapes of one kind: order.hpp for the plane.
#pragma once

#include "lanes/pairs/pair_shapes2.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Negative: a comes first; zero: the shapes are the same.
template <ShapeKind2 K>
int compare2(const ShapeRef2& a, const ShapeRef2& b) {
  int order = compare_positions(a, b);
  const auto by = [&order](const void* p, const void* q, std::size_t bytes) {
    if (order == 0) order = __builtin_memcmp(p, q, bytes);
  };
  by(a.record->row, b.record->row, sizeof a.record->row);
  if (K != ShapeKind2::polygon) {
    by(a.record->precise, b.record->precise, sizeof a.record->precise);
    return order;
  }
  // The position of a polygon's vertices in its set is not a property of the polygon.
  const detail::PolygonAt at_a = detail::polygon_at(*a.record), at_b = detail::polygon_at(*b.record);
  by(a.record->precise, b.record->precise, 2 * sizeof a.record->precise[0]);
  by(&at_a.count, &at_b.count, sizeof at_a.count);
  by(detail::outline_of(a.vertices, at_a), detail::outline_of(b.vertices, at_b),
     (detail::vertex_unit + std::size_t{4} * detail::padded2(at_a.count)) * sizeof(float));
  return order;
}

}  // namespace lockstep::LOCKSTEP_ISA
