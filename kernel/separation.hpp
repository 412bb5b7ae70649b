// How to part two shapes of a set that an overlap pass has found: for points, spheres and boxes.
#pragma once

#include "lockstep/overlap.hpp"
#include "shape_store.hpp"

namespace lockstep::detail {

/// Throws `InvalidInput` that names the first shape which is no point, sphere or box.
void check_separable(const ShapeStore& store);

/// Of shape i of `first` and shape k of `second`. In double, rounded once.
///
/// Balls part along the line of their centres, a ball and a box along the way to the nearest point of the box, or through
/// its nearest face. Boxes that overlap part along that of the 15 axes of the separating axis test which asks for the
/// shortest way: their difference has no other faces. Boxes that are apart have the gap of their nearest points, by all
/// corners and edges.
Separation separation_of(const ShapeStore& first, std::uint32_t i, const ShapeStore& second, std::uint32_t k) noexcept;

/// The same of the first pairs of `out`, in parallel.
void write_separations(const ShapeStore& first, const ShapeStore& second, const OverlapOutput& out,
                       std::size_t written);

}  // namespace lockstep::detail
