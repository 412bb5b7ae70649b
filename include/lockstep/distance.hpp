// Signed distance on pair lists: nearest points of separated shapes (GJK) and penetration depth of overlapping ones
// (EPA), with witness points and normals. Every answer is an interval that is proven to hold the truth.
//
//   std::vector<lockstep::Pair> pairs = {{ball, crate}};
//   std::vector<lockstep::Interval> distances(pairs.size());
//   lockstep::distance(shapes, shapes, pairs, {distances});
//   if (distances[0].lower > 0) ...                             // apart, by `lower` at least
//
// Contract of all functions:
//
// Allocates: nothing.
// Throws: `InvalidInput` before anything is written if spans differ in length (empty ones aside), if they share memory
// with each other or with `pairs`, if the forced instruction set cannot run here or, with `Check::inputs`, if an index
// is out of range or of a removed shape, or an option is negative or NaN.
// Threads: tiles of pairs run in the caller's TBB arena or `options.executor`. Same bits for every thread count,
// instruction set and order of the list. Thread-safe while no thread changes the sets.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include <lockstep/executor.hpp>
#include <lockstep/export.hpp>
#include <lockstep/interval.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/isa.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/shape_set2.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// A point or a direction of the plane in double.
struct Vec2d {
  double x = 0, y = 0;
  friend constexpr bool operator==(const Vec2d&, const Vec2d&) = default;
};

/// The verdict that `intersect` always gives for a pair whose signed distance lies in this interval. The exceptions
/// are flat shapes that overlap in one plane of space (`Verdict`): their distance is [0, 0], as any motion out of the
/// plane separates them. O(1).
[[nodiscard]] constexpr Verdict verdict_of(const Interval& distance) noexcept {
  return distance.lower > 0 ? Verdict::separated : distance.upper < 0 ? Verdict::overlapping : Verdict::touching;
}

/// A point of shape a and one of shape b, in world space: the nearest two of a gap, the deepest two of an overlap. a -
/// b is the signed distance times the normal, as far as the interval allows: with an interval of width w and shapes of
/// size s the points may be off by about the square root of w s. Thin shapes with nearly coplanar sides may have them
/// off by 1e-4 s.
struct WitnessPoints {
  Vec3d a, b;
};

/// The same for two shapes of the plane.
struct WitnessPoints2 {
  Vec2d a, b;
};

/// Outputs for each pair. Empty spans are not written.
struct DistanceOutput {
  /// One for each pair: an interval that holds the signed distance of the exact shapes, whatever rounding did. A gap is
  /// positive; a penetration depth (the length of the shortest translation that separates the shapes) is negative. In
  /// the caller's unit of length.
  std::span<Interval> distances;
  std::span<WitnessPoints> points = {};  ///< one for each pair, or empty
  std::span<Vec3d> normals = {};         ///< the same: unit, from b to a. Shape a moved along it by d comes no closer,
                                         ///< and separates from b if d is more than -lower
};

/// The same in the plane.
struct DistanceOutput2 {
  std::span<Interval> distances;
  std::span<WitnessPoints2> points = {};
  std::span<Vec2d> normals = {};
};

struct DistanceOptions {
  /// The width that an interval may keep, in the unit of length (>= 0): a search ends as soon as its interval is no
  /// wider. 0: it ends at 2^-30 of the size of the pair. With a tolerance of some 2^-15 of their size float lanes
  /// answer boxes and round shapes, in about half the time; normals are then unit to a float's rounding. Not a promise:
  /// the interval itself has the accuracy that was reached.
  double tolerance = 0;
  /// Pairs that are proven to be farther apart than this (>= 0) get only that bound, at the cost of `intersect`: from
  /// `no_farther_than` to infinity, and NaN for points and normal.
  float no_farther_than = std::numeric_limits<float>::infinity();
  Check check = Check::inputs;  ///< pair indices and options; the shapes were checked when they were added
  std::optional<Isa> isa = {};  ///< forces an instruction set that `supported_isas` lists; empty: `default_isa()`
  Executor executor = {};       ///< runs the parts; empty: TBB
};

/// Writes out.distances[i] = the signed distance of shape pairs[i].a of `first` and shape pairs[i].b of `second`, for
/// all i, in input order.
///
/// Both sets may be the same. The answer for (b, a) is that for (a, b) with points exchanged and the normal reversed
/// (identical shapes have no order, and the same answer). For two polytopes (boxes, hulls, volumes, also with a radius)
/// the width of an interval is the rounding of double, some 2^-42 of the size. Wider ones come from needles, nearly
/// parallel edges, and depths of hulls with more than a hundred vertices, which 128 support points may not enclose. For
/// ellipsoids, cylinders and cones a gap has the width of the tolerance, and a depth the width that 64 support points
/// leave. With `Check::none` a free slot is infinitely far away, and an invalid shape has an interval without ends.
///
/// Complexity: O(pairs) for all kinds but hulls, whose vertices are scanned once for each support point (at most 96 for
/// a gap and 128 for a depth).
/// Allocates, Throws, Threads: see top.
///
/// Source of the algorithms: E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance between
/// complex objects in three-dimensional space", 1988, and G. van den Bergen, "Proximity queries and penetration depth
/// computation on 3D game objects", 2001, in the forms that include/lockstep/reference/distance.hpp and epa.hpp teach;
/// S. Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996, for boxes; C. Ericson, "Real-Time Collision Detection", 2005,
/// 5.1, for segments. The bounds are derived in docs/numerics.md.
LOCKSTEP_API void distance(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                           const DistanceOutput& out, const DistanceOptions& options = {});

/// The same for shapes of the plane, with the same guarantees and errors. For circles, capsules, boxes and polygons the
/// width of an interval is the rounding of double, some 2^-40 of the size, or 2^-32 if a capsule's segment holds a
/// circle's centre. Ellipses and slices have the tolerance, except for depths with many equally good directions, as in
/// the middle of a nearly circular ellipse: 2^-11 of the size, which 128 support points leave. The depth of two
/// polygons with more vertices than that together may be as wide. Double lanes answer all of them, whatever the
/// tolerance.
///
/// Complexity: O(pairs), but for the vertices of polygons, which are scanned once for each support point (at most 96
/// for a gap and 134 more for a depth).
/// Allocates, Throws, Threads: see top.
LOCKSTEP_API void distance(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                           const DistanceOutput2& out, const DistanceOptions& options = {});

}  // namespace lockstep
