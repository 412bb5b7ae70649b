// Bounding boxes of the shapes of a set of the plane, for broad phases.
#pragma once

#include "sets/shape_bounds.hpp"
#include "sets/shape_store2.hpp"

namespace lockstep::detail {

/// Like those for shapes of space, at z = 0.
Bounds3 bounds_of(const Record2& record, ShapeKind2 kind, float margin, const Vec3d& by = {}) noexcept;
inline Bounds3 bounds_of(const ShapeStore2& store, std::uint32_t index, float margin,
                         const Vec3d& origin = {}) noexcept {
  const Vec3d position = store.positions.empty() ? Vec3d{} : store.positions[index];
  return bounds_of(store.records[index], store.kinds[index], margin, offset_of(position, origin));
}
inline bool has_free_slots(const ShapeStore2& store) { return store.free_slots() != 0; }
inline bool is_free(const ShapeStore2& store, std::size_t index) { return store.kinds[index] == free_slot2; }

}  // namespace lockstep::detail
