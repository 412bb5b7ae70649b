// Bounding boxes of the shapes of a set of the plane, for broad phases.
#pragma once

#include "sets/proxy.hpp"
#include "sets/shape_store2.hpp"

namespace lockstep::detail {

/// Like bounds_of for shapes of space, at z = 0.
Bounds3 bounds_of(const Record2& record, ShapeKind2 kind, float margin) noexcept;

/// Sets of the plane keep no positions beside their records.
struct NoOrigin {};
inline NoOrigin origin_of(const ShapeStore2& /*first*/, const ShapeStore2& /*second*/) noexcept { return {}; }
inline Bounds3 bounds_of(const ShapeStore2& store, std::uint32_t index, float margin, NoOrigin = {}) noexcept {
  return bounds_of(store.records[index], store.kinds[index], margin);
}
inline bool has_free_slots(const ShapeStore2& store) { return store.free_slots() != 0; }
inline bool is_free(const ShapeStore2& store, std::size_t index) { return store.kinds[index] == free_slot2; }

}  // namespace lockstep::detail
