// How a shape of the plane lies in memory for pair lists: one cache line. Two rows of four floats are loaded and
// transposed into lanes; behind them stands in double what floats had to round. Plain data, shared by the library and
// every instruction set.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "lockstep/shapes2.hpp"

namespace lockstep::detail {

inline constexpr int shape_kinds2 = 6;  // of ShapeKind2
/// Where a shape was removed, which no kernel sees.
inline constexpr auto hole2 = static_cast<ShapeKind2>(shape_kinds2);

/// Row 0 starts with the shape's anchor, a point of the world that everything else of a pair is made relative to.
///
///   kind      row 0                    row 1                     fine
///   circle    center, radius, -        -                         -
///   capsule   p0, radius, -            p1, -, -                  -
///   box       center, -, extent        turn, half extents        turn, -, -
///   ellipse   center, -, extent        axis 0, axis 1            axis 0, axis 1
///   slice     center, radius, extent   turn, spread              turn, spread
///   polygon   anchor, slack, extent    middle*, turn             turn, where and how many, slack
///
/// A hole starts with the bit pattern of the next hole's index.
///
/// `turn` is the cosine and the sine of the shape's angle, `spread` those of the half angle. The axes of an ellipse are
/// its half axes. `extent` is the radius of a circle around the shape, rounded up: about the center, of a slice about
/// the point half a radius ahead of it, of a polygon about its middle.
///
/// The anchor of a polygon is where its first vertex lies, rounded to float. * relative to it, as the vertices are, and
/// turned. The slacks are how far (in each coordinate) a vertex may lie from the true one, in float and in double
/// lanes. Where its Outline lies in the vertex array, in units of `vertex_unit` floats, and its number of vertices are
/// the high and the low half of 64 bits.
struct alignas(64) Record2 {
  float row[2][4];
  double fine[4];
};
static_assert(sizeof(Record2) == 64);

/// The head of a polygon in the vertex array, in a cache line of its own; the vertices follow. All x, then all y, each
/// padded to `padded2(count)` with copies of the first: of up to eight vertices one line, all that float lanes read.
/// Then, in the same order, what rounding to float took from each coordinate, for the double lanes. They are relative
/// to the first vertex, and not turned.
struct Outline {
  float position[2];  // of the space that the vertices are given in
  float origin[2];    // the first vertex, there
  float middle[2];    // of the bounding box, relative to the first vertex
  float radius;       // of a circle about the middle that holds all vertices, rounded up; NaN if a vertex is no number
  float reach;        // no vertex has a larger |x| + |y|
};
inline constexpr std::uint32_t vertex_unit = 16;
static_assert(sizeof(Outline) <= vertex_unit * sizeof(float));

/// Many vertices are read a register at a time, few are transposed in eights.
constexpr std::uint32_t padded2(std::uint32_t count) {
  const std::uint32_t padding = count <= 64 ? 8 : 16;
  return (count + padding - 1) / padding * padding;
}

struct PolygonAt {
  std::uint32_t at, count;
};
inline double pack(PolygonAt polygon) { return std::bit_cast<double>(std::uint64_t{polygon.at} << 32 | polygon.count); }
inline PolygonAt polygon_at(const Record2& record) {
  const auto bits = std::bit_cast<std::uint64_t>(record.fine[2]);
  return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
}

/// What `polygon_at` leads to.
inline const float* outline_of(const float* vertices, PolygonAt polygon) {
  return vertices + std::size_t{polygon.at} * vertex_unit;
}

/// One shape of a set.
struct ShapeRef2 {
  const Record2* record;
  const float* vertices;  // of the whole set
};

/// What a kernel sees of a ShapeSet2.
struct ShapesView2 {
  const Record2* records;
  const ShapeKind2* kinds;
  const float* vertices;
  bool one_kind;  // all shapes are of the kind of the first

  [[nodiscard]] ShapeRef2 shape_of(const Record2* record) const { return {record, vertices}; }
};

}  // namespace lockstep::detail
