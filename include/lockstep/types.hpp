// The types that all headers use: vectors, quaternions, poses, verdicts, pairs, and options of a call. Plain values:
// nothing here allocates or throws.
#pragma once

#include <array>
#include <cstddef>
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

/// A rotation: that of q/|q|, so a quaternion that is a little off unit length is legal. Every checked entry point
/// requires `| |q|^2 - 1 | <= 1e-3`.
struct Quat {
  float x = 0, y = 0, z = 0, w = 1;
  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

/// The pose of a body: a point p of its local space lies at `position + rotate(rotation, p)` of the world.
struct Pose {
  Vec3 position;
  Quat rotation;
};

/// A box that repeats along its vectors, in any orientation and of either hand. A direction that is not periodic has no
/// bounds, and its vector has no meaning.
struct Cell {
  Vec3d a{1, 0, 0}, b{0, 1, 0}, c{0, 0, 1};
  std::array<bool, 3> periodic = {true, true, true};
};

/// The memory order of a matrix that multiplies column vectors. row_major: m00 m01 m02 m03 m10 .. column_major: m00 m10
/// m20 m30 m01 .., as in glm, glTF, OpenGL and Unity, and in engines that multiply row vectors and call that row-major
/// (Unreal, DirectXMath): the memory is the same.
enum class MatrixOrder : std::uint8_t { row_major, column_major };

/// Largest coordinate, radius or half extent that checked entry points take. Beyond it intermediate results may
/// overflow; an unchecked call then answers `touching`.
inline constexpr float max_coordinate = 1e18F;

/// The answer to one overlap test. `separated` and `overlapping` are proven under a bound on every rounding error
/// (docs/numerics.md). `touching` means: closer to contact than 2^-20 of the largest coordinate, which is 16 units in
/// the last place of a float, or the shapes are invalid. The verdict on (a, b) is that on (b, a).
///
/// Flat shapes that lie exactly in one plane of space (triangles, polygons, segments, points, boxes without a thickness
/// whose axes are those of the world) are `overlapping` if they overlap in that plane, as shapes of the plane. Two
/// aligned boxes of one plane, shapes on one line and polygons of more than 256 vertices are `touching`.
enum class Verdict : std::uint8_t { separated = 0, touching = 1, overlapping = 2 };

/// The meaning of `touching` for a caller that needs yes or no. The default never loses a contact.
enum class Touching : std::uint8_t { overlap, separate };

/// Folds a verdict into yes (true) or no. O(1).
[[nodiscard]] constexpr bool overlaps(Verdict verdict, Touching touching = Touching::overlap) noexcept {
  return verdict == Verdict::overlapping || (verdict == Verdict::touching && touching == Touching::overlap);
}

/// One query of a pair list: shape `a` of the first set against shape `b` of the second.
struct Pair {
  std::uint32_t a = 0, b = 0;
  friend constexpr bool operator==(const Pair&, const Pair&) = default;
};

/// An instruction set (config.hpp). Each has one name everywhere: here, in LOCKSTEP_ISA, in file names and in benchmark
/// labels.
enum class Isa : std::uint8_t { scalar, sse42, avx2, avx512, neon };

/// Whether an entry point checks its input. `inputs`: every number is checked, and an invalid one throws `InvalidInput`
/// (config.hpp) before anything is written (except where `cull`, `intersect` and `distance` of views say
/// otherwise). `none`: nothing is checked; an invalid shape is then `touching` with everything, and changes the answer
/// of no other query. (In a view that holds for NaN and infinity; an object with a negative length gets any answer.)
enum class Check : std::uint8_t { inputs, none };

/// An unknown number that is proven to lie between two (interval arithmetic), such as a signed distance or a time of
/// impact. lower <= upper; infinite ends mean that nothing is known.
struct Interval {
  double lower = 0, upper = 0;
  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

/// The number of 64-bit words in a mask over `count` objects: bit i % 64 of word i / 64 belongs to object i. O(1).
[[nodiscard]] constexpr std::size_t mask_words(std::size_t count) noexcept { return count / 64 + (count % 64 != 0); }

}  // namespace lockstep
