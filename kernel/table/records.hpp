// The memory layout of a shape in pair lists: one cache line, four rows of four floats, loaded as rows and transposed
// into lanes. Plain data, shared by the library and every instruction set.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "lockstep/types.hpp"

namespace lockstep::detail {

/// Points are spheres of radius 0; volumes (by their 8 corners), instances of meshes and rounded hulls are hulls;
/// ellipsoids, cylinders and cones are `quadric`. A removed shape leaves a `free_slot`, which no kernel sees.
enum class RecordKind : std::uint8_t { sphere, aabb, box, capsule, quadric, hull, free_slot };
inline constexpr int record_kinds = 6;  // without free slots

/// Row 0 starts with the shape's anchor, a point in world space. All other numbers of a pair are made relative to it.
///
///   kind      row 0                    row 1                 row 2                row 3
///   sphere    center, radius           -                     -                    -
///   aabb      min, 0                   max, 0                -                    -
///   box       center, diagonal         axis x, half x        axis y, half y       axis z, half z
///   capsule   p0, radius               p1, 0                 -                    -
///   quadric   see below, extent        axis 0                axis 1               axis 2
///   hull      first vertex, slack      center*, vertices at  half extents, count  mean vertex*, precise slack
///
/// * relative to the first vertex, as are the vertices. "vertices at" and "count" are uint32 bit patterns: the vertices
/// lie at 16 * at in the vertex array, all x, then all y, then all z, each padded to `padded(count)`. The rounding
/// errors of the coordinates lie at the same place of another array, which double lanes alone read: side by side with
/// the floats they would cost the float lanes cache lines. `slack` is the largest distance, in each coordinate, between
/// a vertex and the true one; `precise slack` is the same for the sums of both parts. `diagonal` is half the box's
/// diagonal, rounded up. The axes of a box are rounded; the double lanes recompute them from its rotation.
///
/// A hull whose precise slack is -0 is *placed*: it may share its vertices with other hulls. Its "vertices at" is then
/// the position of its Placement among the placements, in the same unit. Its center, half extents and mean are those of
/// the hull in its place.
///
/// A quadric record starts with the centre of an ellipsoid, or with the centre of the base (p0) of a cylinder or a
/// cone. `extent` is the largest half extent of its bounding box, rounded up. The axes of an ellipsoid are its half
/// axes, each followed by its radius. For cylinders and cones, axis 0 and 1 are radii of the base at right angles, and
/// axis 2 leads from the base to the top; axis 1 is followed by the ratio of the top's radius to the base's (1 or 0),
/// axis 2 by -1.
///
/// A free slot starts with the bit pattern of the index of the next one: the free list.
struct alignas(64) Record {
  float row[4][4];
};
static_assert(sizeof(Record) == 64);

/// The placement of a placed hull: vertex v is the point position + rotate(rotation, origin + v), with a rounding of
/// `radius` around it. The axes are the rotation's, rounded; the double lanes recompute them.
///
///   row 0           row 1                row 2            row 3        row 4
///   axis x, radius  axis y, vertices at  axis z, lengths  position, -  origin, -
///
/// `lengths` scales the errors of the double lanes: the length of the farthest vertex, if the hull is rotated, plus
/// that of the origin.
struct Placement {
  float row[5][4];
};

inline constexpr std::uint32_t vertex_padding = 16;
constexpr std::uint32_t padded(std::uint32_t count) {
  return (count + vertex_padding - 1) / vertex_padding * vertex_padding;
}
/// The number of floats of a hull of `count` vertices, in either array.
constexpr std::size_t hull_floats(std::uint32_t count) { return std::size_t{3} * padded(count); }

/// What a position has below its last place: the image of an object in a periodic cell stands at the sum of all three.
struct LowPosition {
  Vec3d middle, last;
};

/// One shape of a set.
struct ShapeRef {
  const Record* record;
  const Quat* rotation;
  const float *vertices, *low_parts;          // of the whole set
  const float* placements;                    // likewise
  const Vec3d* position;                      // null: the record's numbers are those of the world
  const LowPosition* low_position = nullptr;  // null: 0
};

/// The view of a ShapeSet for kernels.
struct ShapesView {
  const Record* records;
  const Quat* rotations;  // one for each record; of boxes and ellipsoids, as the caller gave them; of cylinders and
                          // cones the centre of the top and the radius of the base
  const RecordKind* kinds;
  const float *vertices, *low_parts;           // see Record
  bool one_kind;                               // all shapes are of the kind of the first
  const float* placements = nullptr;           // a set keeps them among its vertices
  const float* balls = nullptr;                // one for each record, or null; see ShapeStore
  const Vec3d* positions = nullptr;            // likewise; what each record's numbers are relative to (ShapeSet::place)
  const LowPosition* low_positions = nullptr;  // likewise

  [[nodiscard]] ShapeRef shape_of(const Record* record) const {
    const auto index = record - records;
    return {record,
            rotations + index,
            vertices,
            low_parts,
            placements,
            positions == nullptr ? nullptr : positions + index,
            low_positions == nullptr ? nullptr : low_positions + index};
  }
};

}  // namespace lockstep::detail
