// How to part two shapes of a set that an overlap pass has found: for points, spheres and boxes.
#pragma once

#include <algorithm>

#include "base/parallel.hpp"
#include "lockstep/overlap.hpp"
#include "sets/shape_store.hpp"

namespace lockstep::detail {

/// Throws `InvalidInput` that names the first shape which is no point, sphere or box.
void check_separable(const ShapeStore& store);

/// Of shape i of `first` and shape k of `second`. In double, rounded once.
///
/// Balls part along the line of their centres, a ball and a box along the way to the nearest point of the box, or
/// through its nearest face. Boxes that overlap part along that of the 15 axes of the separating axis test which asks
/// for the shortest way: their difference has no other faces. Boxes that are apart have the gap of their nearest
/// points, by all corners and edges.
Separation separation_of(const ShapeStore& first, std::uint32_t i, const ShapeStore& second, std::uint32_t k) noexcept;

/// The same of the first pairs of `out`, in parallel, of space or of the plane.
template <class Store>
void write_separations(const Store& first, const Store& second, const OverlapOutput& out, std::size_t written) {
  constexpr std::size_t at_a_time = 1024;
  for_each_part(parts_of(written, at_a_time), [&](std::size_t part) {
    for (std::size_t i = part * at_a_time; i < std::min(written, (part + 1) * at_a_time); ++i)
      out.separations[i] = separation_of(first, out.pairs[i].a, second, out.pairs[i].b);
  });
}

}  // namespace lockstep::detail
