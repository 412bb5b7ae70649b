// Boxes around the shapes of a set, for broad phases.
#pragma once

#include "sets/proxy.hpp"
#include "sets/shape_store.hpp"

namespace lockstep::detail {

/// A box before it is grown and rounded; by what its numbers may be off beside their own rounding.
struct WideBounds {
  double center[3], half[3];
  double slack = 0;
};

/// The box, grown by half the margin and by what BoxProxy bounds_of asks for.
BoxProxy rounded_bounds(const WideBounds& bounds, float margin) noexcept;

/// A box around the shape and all points within half of `margin`, so that the boxes of two shapes meet if the shapes
/// are no farther apart than `margin`. It is larger than that by more than all roundings on the way to a verdict: two
/// shapes whose boxes are apart are proven `separated` (docs/design.md). Infinite for a shape that is not made of valid
/// numbers, or that is too large for the lanes: such a one may be `touching` with anything. Not for holes.
BoxProxy bounds_of(const Record& record, RecordKind kind, float margin) noexcept;

inline BoxProxy bounds_of(const ShapeStore& store, std::uint32_t index, float margin) noexcept {
  return bounds_of(store.records[index], store.kinds_of_records[index], margin);
}
inline bool has_holes(const ShapeStore& store) { return store.holes() != 0; }
inline bool is_hole(const ShapeStore& store, std::size_t index) {
  return store.kinds_of_records[index] == RecordKind::hole;
}

}  // namespace lockstep::detail
