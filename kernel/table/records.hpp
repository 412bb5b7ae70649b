// How a shape lies in memory for pair lists: one cache line, four rows of four floats, loaded as rows and transposed
// into lanes. Plain data, shared by the library and every instruction set.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "lockstep/types.hpp"

namespace lockstep::detail {

/// Points are balls of radius 0; volumes (by their 8 corners), instances of meshes and rounded hulls are hulls;
/// ellipsoids, cylinders and cones are `quadric`. Where a shape was removed is a `hole`, which no kernel sees.
enum class RecordKind : std::uint8_t { ball, aabb, box, capsule, quadric, hull, hole };
inline constexpr int record_kinds = 6;  // without the hole

/// Row 0 starts with the shape's anchor, a point of world space that everything else of a pair is made relative to.
///
///   kind      row 0                    row 1                 row 2                row 3
///   ball      center, radius           -                     -                    -
///   aabb      min, 0                   max, 0                -                    -
///   box       center, diagonal         axis x, half x        axis y, half y       axis z, half z
///   capsule   p0, radius               p1, 0                 -                    -
///   quadric   see below, extent        axis 0                axis 1               axis 2
///   hull      first vertex, slack      center*, vertices at  half extents, count  mean vertex*, fine slack
///
/// * relative to the first vertex, as are the vertices. "vertices at" and "count" are uint32 bit patterns: the vertices
/// lie at 16 * at in the vertex array, all x, then all y, then all z, each padded to `padded(count)`. At the same place
/// of another array, for the double lanes alone, lies what rounding to float took from each coordinate: side by side,
/// the float lanes would pay for cache lines that they do not read. `slack` is how far (in each coordinate) a vertex
/// may lie from the true one, `fine slack` the same for the sums of both parts. `diagonal` is half the box's, rounded
/// up. The axes of a box are rounded; the double lanes make them anew from its rotation.
///
/// A hull whose fine slack is -0 is *placed*: it may share its vertices with others. "vertices at" is then where its
/// Placement lies among the placements, counted as vertices are. Its center, half extents and mean are those of the
/// hull where it stands.
///
/// A quadric record starts with the centre of an ellipsoid, the centre of the base (p0) of a cylinder or a cone.
/// `extent` is the largest half extent of its bounding box, rounded up. The axes of an ellipsoid are its half axes,
/// with the radii behind them. Of the others axis 0 and 1 are radii of the base at right angles, axis 2 leads from the
/// base to the top; behind axis 1 stands the radius of the top as a part of that of the base (1 or 0), behind axis 2 a
/// -1.
///
/// A hole starts with the bit pattern of the next hole's index.
struct alignas(64) Record {
  float row[4][4];
};
static_assert(sizeof(Record) == 64);

/// How a placed hull stands: vertex v is the point position + rotate(rotation, origin + v), and all around it up to
/// `radius`. The axes are the rotation's, rounded; the double lanes make them anew.
///
///   row 0           row 1                row 2            row 3        row 4
///   axis x, radius  axis y, vertices at  axis z, lengths  position, -  origin, -
///
/// `lengths` is what the errors of the double lanes scale with: of the farthest vertex, if there is a turn, and the
/// origin.
struct Placement {
  float row[5][4];
};

inline constexpr std::uint32_t vertex_padding = 16;
constexpr std::uint32_t padded(std::uint32_t count) {
  return (count + vertex_padding - 1) / vertex_padding * vertex_padding;
}
/// Floats that a hull of so many vertices takes, in either array.
constexpr std::size_t hull_floats(std::uint32_t count) { return std::size_t{3} * padded(count); }

/// One shape of a set.
struct ShapeRef {
  const Record* record;
  const Quat* rotation;
  const float *vertices, *low_parts;  // of the whole set
  const float* placements;            // likewise
};

/// What a kernel sees of a ShapeSet.
struct ShapesView {
  const Record* records;
  const Quat* rotations;  // one for each record; of boxes and ellipsoids, as the caller gave them. Of cylinders and
                          // cones the centre of the top and the radius of the base
  const RecordKind* kinds;
  const float *vertices, *low_parts;  // see Record
  bool one_kind;                      // all shapes are of the kind of the first
  const float* placements = nullptr;  // a set has them among its vertices
  const float* balls = nullptr;       // one for each record, or null; see ShapeStore

  [[nodiscard]] ShapeRef shape_of(const Record* record) const {
    return {record, rotations + (record - records), vertices, low_parts, placements};
  }
};

}  // namespace lockstep::detail
