// The memory layout of a plane shape in pair lists: one cache line. Two rows of four floats are loaded and transposed
// into lanes; the doubles behind them hold the numbers that floats had to round. Plain data, shared by the library and
// every instruction set.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "lockstep/shapes.hpp"
#include "table/records.hpp"

namespace lockstep::detail {

inline constexpr int shape_kinds2 = 6;  // of ShapeKind2
/// A removed shape: a free slot, which no kernel sees.
inline constexpr auto free_slot2 = static_cast<ShapeKind2>(shape_kinds2);

/// Row 0 starts with the shape's anchor, a point of the world. All other numbers of a pair are made relative to it.
///
///   kind      row 0                    row 1                     precise
///   circle    center, radius, -        -                         -
///   capsule   p0, radius, -            p1, -, -                  -
///   box       center, -, extent        turn, half extents        turn, -, -
///   ellipse   center, -, extent        axis 0, axis 1            axis 0, axis 1
///   slice     center, radius, extent   turn, spread              turn, spread
///   polygon   anchor, slack, extent    middle*, turn             turn, where and how many, slack
///
/// A free slot starts with the bit pattern of the index of the next one: the free list.
///
/// `turn` is the cosine and the sine of the shape's angle, `spread` those of the half angle. The axes of an ellipse are
/// its half axes. `extent` is the radius of a circle around the shape, rounded up. Its centre is `center`; for a slice
/// the point half a radius ahead of it, for a polygon its middle.
///
/// The anchor of a polygon is its first vertex, rounded to float. * relative to the anchor and rotated; so are the
/// vertices. The slacks are the largest distances, in each coordinate, between a vertex and the true one, in float and
/// in double lanes. The high half of the 64 bits of "where and how many" is the position of the Outline in the vertex
/// array, in units of `vertex_unit` floats; the low half is the number of vertices.
struct alignas(64) Record2 {
  float row[2][4];
  double precise[4];
};
static_assert(sizeof(Record2) == 64);

/// The header of a polygon in the vertex array, in a cache line of its own; the vertices follow. All x, then all y,
/// each padded to `padded2(count)` with copies of the first: up to eight vertices take one line, which is all that
/// float lanes read. Then, in the same order, the rounding errors of the coordinates, for the double lanes. The
/// vertices are relative to the first one, and not rotated.
struct Outline {
  float position[2];  // of the space in which the vertices are given
  float origin[2];    // the first vertex, there
  float middle[2];    // of the bounding box, relative to the first vertex
  float radius;       // of a circle about the middle around all vertices, rounded up; NaN if a vertex is NaN
  float reach;        // the largest |x| + |y| of a vertex, at least
};
inline constexpr std::uint32_t vertex_unit = 16;
static_assert(sizeof(Outline) <= vertex_unit * sizeof(float));

/// Many vertices are read a register at a time; few are transposed in eights.
constexpr std::uint32_t padded2(std::uint32_t count) {
  const std::uint32_t padding = count <= 64 ? 8 : 16;
  return (count + padding - 1) / padding * padding;
}

struct PolygonAt {
  std::uint32_t at, count;
};
inline double pack(PolygonAt polygon) { return std::bit_cast<double>(std::uint64_t{polygon.at} << 32 | polygon.count); }
inline PolygonAt polygon_at(const Record2& record) {
  const auto bits = std::bit_cast<std::uint64_t>(record.precise[2]);
  return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
}

/// The Outline of a polygon.
inline const float* outline_of(const float* vertices, PolygonAt polygon) {
  return vertices + std::size_t{polygon.at} * vertex_unit;
}

/// One shape of a set.
struct ShapeRef2 {
  const Record2* record;
  const float* vertices;                      // of the whole set
  const Vec3d* position = nullptr;            // at z = 0; null: the record's numbers are those of the world
  const LowPosition* low_position = nullptr;  // null: 0
};

/// The view of a ShapeSet2 for kernels.
struct ShapesView2 {
  const Record2* records;
  const ShapeKind2* kinds;
  const float* vertices;
  bool one_kind;                               // all shapes are of the kind of the first
  const Vec3d* positions = nullptr;            // one for each record, or null: what its numbers are relative to
  const LowPosition* low_positions = nullptr;  // likewise

  /// Always inlined: a copy beside the lanes might be linked into those of another instruction set.
  [[nodiscard, gnu::always_inline]] ShapeRef2 shape_of(const Record2* record) const {
    const auto index = record - records;
    return {record, vertices, positions == nullptr ? nullptr : positions + index,
            low_positions == nullptr ? nullptr : low_positions + index};
  }
};

}  // namespace lockstep::detail
