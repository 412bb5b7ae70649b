// Bounding boxes of the shapes of a set, for broad phases.
#pragma once

#include <cmath>
#include <functional>
#include <span>

#include "sets/proxy.hpp"
#include "sets/shape_store.hpp"

namespace lockstep::detail {

/// A box before growth and rounding; `slack` is the error of its numbers beyond their own rounding.
struct WideBounds {
  double center[3], half[3];
  double slack = 0;
};

/// Moves it by a difference of positions, which is rounded.
void move(WideBounds& bounds, const Vec3d& by) noexcept;
/// The box grown by half the margin, and by the tolerance that bounds_of requires.
Bounds3 rounded_bounds(const WideBounds& bounds, float margin) noexcept;

/// A box around the shape and all points within half of `margin`, so that the boxes of two shapes meet if the shapes
/// are at most `margin` apart. It exceeds that by more than all rounding errors of a verdict: two shapes with separated
/// boxes are proven `separated` (docs/design.md). Infinite for a shape with invalid numbers, or too large for the
/// lanes, because it may be `touching` with anything. Must not be called for free slots.
/// The box is moved by `by`, a difference of positions that is rounded once.
Bounds3 bounds_of(const Record& record, RecordKind kind, float margin, const Vec3d& by = {}) noexcept;

/// A lower bound of the distance from a point to a box around the shape, which is `by` away from where its numbers say.
/// The box is a little smaller than that of bounds_of. So it is inside of that, whatever origin that is relative to,
/// and however it is rounded, except for 2^-46 of the point's coordinates and of the distance.
double gap_to_bounds(const Record& record, RecordKind kind, const Vec3& point, const Vec3d& by) noexcept;

/// What the numbers of a shape are relative to. `Shapes` is a view of space or of the plane.
template <class Shapes>
Vec3d position_of(const Shapes& shapes, std::uint32_t index) {
  return shapes.positions == nullptr ? Vec3d{} : shapes.positions[index];
}
/// From an origin to the position of a shape; 0 if neither is set.
inline Vec3d offset_of(const Vec3d& position, const Vec3d& origin) {
  return {position.x - origin.x, position.y - origin.y, position.z - origin.z};
}
/// Relative to `origin`.
inline Bounds3 bounds_of(const ShapeStore& store, std::uint32_t index, float margin,
                         const Vec3d& origin = {}) noexcept {
  const Vec3d position = store.positions.empty() ? Vec3d{} : store.positions[index];
  return bounds_of(store.records[index], store.kinds_of_records[index], margin, offset_of(position, origin));
}
/// Relative to `origin`; of a shape at a position of three doubles, too. Where these are about to cancel, what is
/// beyond the second double counts: 2^-100 of the first.
template <class Shapes>
Bounds3 bounds_of(const Shapes& shapes, std::uint32_t index, float margin, const Vec3d& origin) noexcept {
  const Vec3d position = position_of(shapes, index), by = offset_of(position, origin);
  const auto& record = shapes.records[index];
  if (shapes.low_positions == nullptr) return bounds_of(record, shapes.kinds[index], margin, by);
  const Vec3d& low = shapes.low_positions[index].middle;
  Bounds3 box = bounds_of(record, shapes.kinds[index], margin, {by.x + low.x, by.y + low.y, by.z + low.z});
  if (!std::isfinite(box.low[0])) return box;
  const double last[3] = {std::abs(position.x), std::abs(position.y), std::abs(position.z)};
  for (int k = 0; k < 3; ++k) {
    box.low[k] = static_cast<float>(box.low[k] - 0x1p-100 * last[k]);
    box.high[k] = static_cast<float>(box.high[k] + 0x1p-100 * last[k]);
  }
  return box;
}
/// The median, along each axis, of some positions.
Vec3d median_position(std::span<const Vec3d> positions, const std::function<bool(std::size_t)>& is_free);
/// The origin for boxes of a set, of space or of the plane, whose shapes stand at these positions: their median, so
/// that floats lose little of the boxes even if a few shapes stand far away. Of two sets that of the first that was
/// placed.
template <class Store>
Vec3d origin_of(const Store& store, std::span<const Vec3d> positions) {
  return median_position(positions, [&store](std::size_t i) { return is_free(store, i); });
}
template <class Store>
Vec3d origin_of(const Store& first, const Store& second) {
  const Vec3d of_first = origin_of(first, first.positions);
  return of_first == Vec3d{} ? origin_of(second, second.positions) : of_first;
}
template <class Store>
Vec3d origin_of(const Store& store) {
  return origin_of(store, store);
}
inline bool has_free_slots(const ShapeStore& store) { return store.free_slots() != 0; }
inline bool is_free(const ShapeStore& store, std::size_t index) {
  return store.kinds_of_records[index] == RecordKind::free_slot;
}

}  // namespace lockstep::detail
