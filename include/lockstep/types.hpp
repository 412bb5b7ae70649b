// The words that every other header uses: vectors, rotations, verdicts, pairs, and what a call may be told.
#pragma once

#include <cstdint>

namespace lockstep {

/// A point or a direction, in the caller's unit of length. Finite coordinates up to `max_coordinate` are valid.
struct Vec3 {
  float x = 0, y = 0, z = 0;
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

/// A point or a direction in double, in the caller's unit of length.
struct Vec3d {
  double x = 0, y = 0, z = 0;
  friend constexpr bool operator==(const Vec3d&, const Vec3d&) = default;
};

/// A rotation. It means the rotation of q/|q|, so a quaternion that is a little off unit length is no error;
/// `| |q|^2 - 1 | <= 1e-3` is asked for by every checked entry point.
struct Quat {
  float x = 0, y = 0, z = 0, w = 1;
  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

/// Where a body is: a point p of its local space lies at `position + rotate(rotation, p)` of the world.
struct Pose {
  Vec3 position;
  Quat rotation;
};

/// In which order a matrix that multiplies column vectors lies in memory: m00 m01 m02 m03 m10 .., or m00 m10 m20 m30
/// m01 .. as glm, glTF, OpenGL and Unity have it, and everybody who multiplies row vectors and calls that row-major
/// (Unreal, DirectXMath): the memory is the same.
enum class MatrixOrder : std::uint8_t { row_major, column_major };

/// Largest coordinate, radius or half extent that checked entry points take. Beyond it intermediate results may
/// overflow; an unchecked call answers `touching` then.
inline constexpr float max_coordinate = 1e18F;

/// The answer to one query. `separated` and `overlapping` are proven under a bound on every rounding error
/// (docs/numerics.md); `touching` means: closer to contact than 2^-20 of the largest coordinate, which is 16 units in
/// the last place of a float, or the shapes are not valid numbers. The verdict on (a, b) is that on (b, a).
///
/// Flat shapes that lie exactly in one plane of space (triangles, polygons, segments, points, boxes without a thickness
/// whose axes are those of the world) are `overlapping` if they are so in that plane, as shapes of the plane. Two
/// aligned boxes of one plane, what lies on one line and polygons of more than 256 vertices are `touching`.
enum class Verdict : std::uint8_t { separated = 0, touching = 1, overlapping = 2 };

/// What a caller who wants yes or no makes of `touching`. The default never loses a contact.
enum class Touching : std::uint8_t { overlap, separate };

/// Folds a verdict into yes (true) or no.
[[nodiscard]] constexpr bool overlaps(Verdict verdict, Touching touching = Touching::overlap) noexcept {
  return verdict == Verdict::overlapping || (verdict == Verdict::touching && touching == Touching::overlap);
}

/// One query of a pair list: shape `a` of the first set against shape `b` of the second.
struct Pair {
  std::uint32_t a = 0, b = 0;
  friend constexpr bool operator==(const Pair&, const Pair&) = default;
};

/// Whether an entry point looks at its input first. `inputs`: every number is looked at, and a bad one throws
/// `InvalidInput` (invalid_input.hpp) before anything is written (but where `cull` and `intersect` of views say so).
/// `none`: nothing is looked at and nothing is thrown; a shape that is not made of valid numbers is then `touching`
/// with everything, and changes the answer of no other query. (In a view, NaN and infinity are; an object with a
/// negative length gets any answer.)
enum class Check : std::uint8_t { inputs, none };

/// An instruction set (isa.hpp has which ones there are). One token for each everywhere: here, in LOCKSTEP_ISA, in file
/// names and in benchmark labels.
enum class Isa : std::uint8_t { scalar, sse42, avx2, avx512, neon };

}  // namespace lockstep
