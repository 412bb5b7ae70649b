// How to part two shapes of a set of the plane that an overlap pass has found: for circles, capsules and boxes.
#pragma once

#include <optional>
#include <span>

#include "lockstep/overlap.hpp"
#include "sets/shape_store2.hpp"

namespace lockstep::detail {

/// Throws `InvalidInput` that names the first shape which is no circle, capsule or box.
void check_separable(const ShapeStore2& store);

/// Those of any number of pairs, in parallel. In double, rounded once.
///
/// Each is a box with a radius around it: a circle has no extent, a capsule one. Boxes that overlap part along that of
/// their 4 axes which asks for the shortest way, since their difference has no other sides; boxes that are apart by the
/// way between their nearest points, one of which is a corner. Radii shorten or lengthen that way.
void write_separations(const ShapeStore2& first, const ShapeStore2& second, std::optional<Isa> isa,
                       std::span<const Pair> pairs, Separation* to);

}  // namespace lockstep::detail
