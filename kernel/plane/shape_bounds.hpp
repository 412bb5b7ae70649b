// Boxes around the shapes of a set of the plane, for broad phases.
#pragma once

#include "broad_phase.hpp"
#include "plane/shape_store.hpp"

namespace lockstep::detail {

/// As bounds_of shapes of space, at z = 0.
BoxRow bounds_of(const ShapeStore2& store, std::uint32_t index, float margin) noexcept;

constexpr bool has_holes(const ShapeStore2&) { return false; }
constexpr bool is_hole(const ShapeStore2&, std::size_t) { return false; }

}  // namespace lockstep::detail
