// Shapes, and views over arrays of shapes that the caller owns.
//
//   lockstep::Sphere ball{.center = {1, 2, 3}, .radius = 0.5F};
//
//   std::vector<float> x, y, z, r;                                    // structure of arrays
//   lockstep::SphereView balls{.x = {x.data()}, .y = {y.data()}, .z = {z.data()}, .radius = {r.data()}, .count = x.size()};
//
//   struct Agent { float position[3], radius, speed; };               // array of structures: the same, with a stride
//   lockstep::SphereView crowd{.x = {&agents[0].position[0], sizeof(Agent)}, ...};
//
//   lockstep::TransformedBoxView rocks{.matrix = lockstep::MatrixStreams::column_major(worlds[0].data()), ...};
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <lockstep/types.hpp>

namespace lockstep {

// Shapes are closed sets given exactly by their float32 numbers.

struct Point {
  Vec3 position;
};

/// All points within `radius` (>= 0) of `center`.
struct Sphere {
  Vec3 center;
  float radius = 0;
};

/// Axis-aligned box, min <= max in each coordinate; min == max is legal (flat, segment, point).
struct Aabb {
  Vec3 min, max;
};

/// Oriented box: `center + rotate(rotation, p)` for |p| <= half_extents (>= 0) in each coordinate.
struct Box {
  Vec3 center;
  Quat rotation;
  Vec3 half_extents;
};

/// All points within `radius` (>= 0) of the segment from p0 to p1.
struct Capsule {
  Vec3 p0, p1;
  float radius = 0;
};

/// The ball of radius 1 with its axes stretched to `radii` (>= 0), then turned and moved to `center`. Radii of 0 are
/// legal: a flat ellipse, a segment, a point.
struct Ellipsoid {
  Vec3 center;
  Quat rotation;
  Vec3 radii;
};

/// The hull of two discs of `radius` (>= 0) about p0 and p1, at right angles to the axis between them: flat caps. The
/// ends must differ, or the discs would face nowhere.
struct Cylinder {
  Vec3 p0, p1;
  float radius = 0;
};

/// The hull of a disc of `radius` (>= 0) about `base`, at right angles to the axis, and of `apex`, which must not be
/// `base`.
struct Cone {
  Vec3 base, apex;
  float radius = 0;
};

/// The convex hull of at least one vertex. Interior, duplicate, collinear and coplanar vertices are legal.
struct ConvexHull {
  std::span<const Vec3> vertices;
};

/// All points within `radius` (>= 0) of the convex hull of at least one vertex.
struct RoundedHull {
  std::span<const Vec3> vertices;
  float radius = 0;
};

/// A mesh of a ShapeSet where `pose` takes it, and all points within `radius` (>= 0) of that.
struct HullInstance {
  std::uint32_t mesh = 0;  ///< what ShapeSet::add_mesh returned
  Pose pose;
  float radius = 0;
};

/// One float per object: element i lies `i * stride` bytes after `data`. Any alignment and any stride (0 repeats one
/// value; negative runs backwards) are legal; a stride of 4 bytes is the fast one.
struct Stream {
  const float* data = nullptr;
  std::ptrdiff_t stride = sizeof(float);
};

struct SphereView {
  Stream x, y, z, radius;
  std::size_t count = 0;
};

struct AabbView {
  Stream min_x, min_y, min_z, max_x, max_y, max_z;
  std::size_t count = 0;
};

struct BoxView {
  Stream center_x, center_y, center_z;
  Stream rotation_x, rotation_y, rotation_z, rotation_w;
  Stream half_x, half_y, half_z;
  std::size_t count = 0;
};

/// An affine matrix for each object: what lies at p in its own space lies in the world at
///
///     (m00 p.x + m01 p.y + m02 p.z + m03,  m10 p.x + m11 p.y + m12 p.z + m13,  m20 p.x + m21 p.y + m22 p.z + m23).
///
/// Any twelve numbers are legal: rotations, scales along each axis, shear, mirrors, and what makes objects flat. They may lie
/// in any order; the two usual ones have a function each. What lies between the twelve in memory may be read as well, but
/// changes nothing.
struct MatrixStreams {
  Stream m00, m01, m02, m03, m10, m11, m12, m13, m20, m21, m22, m23;

  /// Row after row, of four numbers each: m00 m01 m02 m03 m10 .. m23. The next object begins `stride` bytes later: after
  /// the twelve, or with 16 * sizeof(float) after a fourth row, which is taken to be 0 0 0 1.
  [[nodiscard]] static constexpr MatrixStreams row_major(const float* first,
                                                         std::ptrdiff_t stride = 12 * sizeof(float)) noexcept {
    return spaced(first, stride, 4, 1);
  }

  /// Column after column: m00 m10 m20 (0) m01 m11 .. m23 (1), as glm, glTF and Unity have it, and everybody who multiplies
  /// row vectors and calls that row-major (Unreal, DirectXMath): the memory is the same. Columns are four numbers apart, or
  /// as many as `column` says: 3 where the fourth row is left out.
  [[nodiscard]] static constexpr MatrixStreams column_major(const float* first,
                                                            std::ptrdiff_t stride = 16 * sizeof(float),
                                                            std::ptrdiff_t column = 4) noexcept {
    return spaced(first, stride, 1, column);
  }

 private:
  /// Entries that lie `row` and `column` floats apart.
  static constexpr MatrixStreams spaced(const float* first, std::ptrdiff_t stride, std::ptrdiff_t row,
                                        std::ptrdiff_t column) noexcept {
    const auto at = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
      return Stream{first == nullptr ? nullptr : first + i * row + j * column, stride};
    };
    return {at(0, 0), at(0, 1), at(0, 2), at(0, 3), at(1, 0), at(1, 1),
            at(1, 2), at(1, 3), at(2, 0), at(2, 1), at(2, 2), at(2, 3)};
  }
};

/// Boxes in spaces of their own, each brought to the world by a matrix: what an engine keeps of an object. The object is the
/// exact image, a parallelepiped. `min` and `max` bound the object in its own space (as those of an `Aabb`; they seldom
/// change, so convert a centre and half extents once, rounding outwards). A stride of 0 shares one box among all objects.
/// The largest coordinate, by which `touching` is measured, is that of the eight corners in the world (unless these are small
/// differences of numbers a million times as large: docs/numerics.md, section 6).
struct TransformedBoxView {
  MatrixStreams matrix;
  Stream min_x, min_y, min_z, max_x, max_y, max_z;
  std::size_t count = 0;
};

}  // namespace lockstep
