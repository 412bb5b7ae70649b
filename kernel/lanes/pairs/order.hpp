// The order of two shapes of one kind, which makes the verdict of double lanes on (a, b) that on (b, a). It depends
// only on the numbers of the shapes.
#pragma once

#include "lanes/pairs/pair_shapes.hpp"
#include "lanes/shapes/origin.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ShapeRef;

/// Like memcmp, but without a call for the few bytes that mostly decide.
inline int compare_bytes(const void* p, const void* q, std::size_t bytes) {
  const auto *a = static_cast<const unsigned char*>(p), *b = static_cast<const unsigned char*>(q);
  for (; bytes >= 8; a += 8, b += 8, bytes -= 8) {
    std::uint64_t x, y;
    __builtin_memcpy(&x, a, 8), __builtin_memcpy(&y, b, 8);
    if (x != y) return __builtin_bswap64(x) < __builtin_bswap64(y) ? -1 : 1;
  }
  return __builtin_memcmp(a, b, bytes);
}

/// Negative: a comes first; zero: the shapes are the same.
template <RecordKind K>
int compare(const ShapeRef& a, const ShapeRef& b) {
  int order = compare_positions(a, b);
  const auto by = [&order](const void* p, const void* q, std::size_t bytes) {
    if (order == 0) order = compare_bytes(p, q, bytes);
  };
  for (int row = 0; row < 4; ++row) {
    // The position of a hull's vertices in its set is not a property of the hull.
    const std::size_t numbers = K == RecordKind::hull && row == 1 ? 3 : 4;
    by(a.record->row[row], b.record->row[row], numbers * sizeof(float));
  }
  if (K == RecordKind::box || K == RecordKind::quadric || K == RecordKind::hull)
    by(a.rotation, b.rotation, sizeof(Quat));
  if (K == RecordKind::hull) {
    const HullVertices of_a = vertices_of(a, is_placed(a)), of_b = vertices_of(b, is_placed(b));
    const std::size_t bytes = detail::hull_floats(of_a.count) * sizeof(float);
    by(of_a.x, of_b.x, bytes), by(of_a.low_x, of_b.low_x, bytes);
    // The numbers of a placement that neither the record nor the vertices hold: radius, position, origin.
    if (order == 0 && is_placed(a)) {
      by(&placement_of(a)[0][3], &placement_of(b)[0][3], sizeof(float));
      by(placement_of(a)[3], placement_of(b)[3], 2 * sizeof(detail::Placement{}.row[0]));
    }
  }
  return order;
}

}  // namespace lockstep::LOCKSTEP_ISA
