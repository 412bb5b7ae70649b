// Access to the shapes of a set for the search for first contacts, of space or of the plane, whose z is 0.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "intersect/pair_tiles.hpp"
#include "lockstep/cast.hpp"
#include "sets/shape_bounds.hpp"
#include "sets/shape_bounds2.hpp"
#include "table/ray_tables2.hpp"

namespace lockstep::detail {

inline bool is_free(const ShapesView& shapes, std::uint32_t index) {
  return shapes.kinds[index] == RecordKind::free_slot;
}
inline bool is_free(const ShapesView2& shapes, std::uint32_t index) { return shapes.kinds[index] == free_slot2; }

template <class View>
bool have_positions(const View& a, const View& b) {
  return a.positions != nullptr || b.positions != nullptr;
}

/// Relative to an origin.
template <class View>
Bounds3 bounds_of(const View& shapes, std::uint32_t index, const Vec3d& origin = {}) {
  return bounds_of(shapes.records[index], shapes.kinds[index], 0, offset_of(position_of(shapes, index), origin));
}
/// The same for a shape in double, which has an error bound.
template <class Shape, class View>
Shape resting_shape(const View& shapes, std::uint32_t index, const Vec3d& origin) {
  return {shapes, index, offset_of(position_of(shapes, index), origin)};
}

inline bool is_ball(const ShapesView& shapes, std::uint32_t index) { return shapes.kinds[index] == RecordKind::sphere; }
inline bool is_ball(const ShapesView2& shapes, std::uint32_t index) {
  return shapes.kinds[index] == ShapeKind2::circle;
}

inline bool is_point(const ShapesView& shapes, std::uint32_t index) {
  return is_ball(shapes, index) && shapes.records[index].row[0][3] == 0;
}
inline bool is_point(const ShapesView2& shapes, std::uint32_t index) {
  return is_ball(shapes, index) && shapes.records[index].row[0][2] == 0;
}

/// The coordinates of a point.
inline Vec3 place_of(const Record& point) { return {point.row[0][0], point.row[0][1], point.row[0][2]}; }
inline Vec3 place_of(const Record2& point) { return {point.row[0][0], point.row[0][1], 0}; }

/// Balls and capsules without a radius.
inline void make_point(Record& record, const Vec3& p) { record = {{{p.x, p.y, p.z, 0}}}; }
inline void make_point(Record2& record, const Vec3& p) { record = {{{p.x, p.y, 0, 0}}, {}}; }
inline void make_segment(Record& record, const Vec3& p, const Vec3& q) {
  record = {{{p.x, p.y, p.z, 0}, {q.x, q.y, q.z, 0}}};
}
inline void make_segment(Record2& record, const Vec3& p, const Vec3& q) {
  record = {{{p.x, p.y, 0, 0}, {q.x, q.y, 0, 0}}, {}};
}

/// The closed forms of pairs that need no distances.
template <class Space>
auto closed_forms(std::optional<Isa> isa) {
  if constexpr (std::is_same_v<Space, InSpace>)
    return kernels_by_size(ray_tables, isa);
  else
    return kernels_by_size(ray_tables2, isa);
}
template <class Space>
using ClosedKernels = std::conditional_t<std::is_same_v<Space, InSpace>, RayKernels, PlaneRayKernels>;

template <class Space>
using VectorIn = std::conditional_t<std::is_same_v<Space, InSpace>, Vec3, Vec2>;
template <class Space>
using RayIn = std::conditional_t<std::is_same_v<Space, InSpace>, Ray, Ray2>;
template <class Space>
using RayQueryIn = std::conditional_t<std::is_same_v<Space, InSpace>, RayQuery, RayQuery2>;
template <class Space>
using RayBatchIn = std::conditional_t<std::is_same_v<Space, InSpace>, RayBatch, RayBatch2>;
template <class Space>
using MovingQueryIn = std::conditional_t<std::is_same_v<Space, InSpace>, MovingQuery, MovingQuery2>;
template <class Space>
using MotionIn = std::conditional_t<std::is_same_v<Space, InSpace>, Motion, Motion2>;

/// A vector of the plane is one of space with z = 0: the search uses the same numbers for both.
inline const Vec3& in_space(const Vec3& v) { return v; }
inline Vec3 in_space(const Vec2& v) { return {v.x, v.y, 0}; }

}  // namespace lockstep::detail
