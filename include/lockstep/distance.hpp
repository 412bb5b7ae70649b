// Pair lists: how far apart are these shapes, or how deep in each other? Every answer is an interval that is proven to
// hold the truth.
//
//   std::vector<lockstep::Pair> pairs = {{ball, crate}};
//   std::vector<lockstep::Interval> distances(pairs.size());
//   lockstep::distance(shapes, shapes, pairs, {distances});
//   if (distances[0].lower > 0) ...                             // apart, by `lower` at least
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

/// What `intersect` says of a pair whose signed distance lies in this interval, always; but for flat shapes that
/// overlap in one plane of space (`Verdict`), whose distance is [0, 0], as any motion out of the plane parts them.
[[nodiscard]] constexpr Verdict verdict_of(const Interval& distance) noexcept {
  return distance.lower > 0 ? Verdict::separated : distance.upper < 0 ? Verdict::overlapping : Verdict::touching;
}

/// A point of shape a and one of shape b, in world space: the nearest two of a gap, the deepest two of an overlap. a -
/// b is the signed distance times the normal, as far as the interval allows: one that is w wide, of shapes of size s,
/// has points that may be some root of w s aside. Thin shapes with sides that are all but planar may have them 1e-4 s
/// aside.
struct WitnessPoints {
  Vec3d a, b;
};

/// The same of two shapes of the plane.
struct WitnessPoints2 {
  Vec2d a, b;
};

/// What is wanted of each pair; a span that is empty is not written.
struct DistanceOutput {
  /// One for each pair: the signed distance lies in it, for the exact shapes and whatever rounding did. A gap is
  /// positive, a penetration depth (the length of the shortest translation that parts the shapes) is negative. In the
  /// caller's unit of length.
  std::span<Interval> distances;
  std::span<WitnessPoints> points = {};  ///< one for each pair, or none
  std::span<Vec3d> normals = {};         ///< the same: unit, from b to a. Shape a moved along it by d comes no closer,
                                         ///< and parts from b where d is more than -lower
};

/// The same in the plane.
struct DistanceOutput2 {
  std::span<Interval> distances;
  std::span<WitnessPoints2> points = {};
  std::span<Vec2d> normals = {};
};

struct DistanceOptions {
  /// How wide an interval may stay, in the unit of length (>= 0). A search ends as soon as its interval is no wider; 0:
  /// it ends at 2^-30 of the size of the pair. Boxes and round shapes are answered by float lanes, in about half the
  /// time, where a tolerance of some 2^-15 of their size lets them; normals are unit to a float's rounding then. No
  /// promise: the interval itself says what was reached.
  double tolerance = 0;
  /// Pairs that are proven to be farther apart (>= 0) are answered by that alone, which costs as much as `intersect`:
  /// from `no_farther_than` to infinity, and points and normal are NaN.
  float no_farther_than = std::numeric_limits<float>::infinity();
  Check check = Check::inputs;  ///< pair indices and options; the shapes were checked when they were added
  std::optional<Isa> isa = {};  ///< forces an instruction set that `supported_isas` lists; empty: `default_isa()`
  Executor executor = {};       ///< who runs the parts; empty: TBB
};

/// Answers out.distances[i] = the signed distance of shape pairs[i].a of `first` and shape pairs[i].b of `second`, for
/// all i, in input order.
///
/// Both sets may be the same. The answers are the same bits for every thread count, instruction set and order of the
/// list; that of (b, a) is that of (a, b) with points exchanged and the normal reversed (of two shapes that are the
/// same numbers, which have no order, the answer is the same). Of two polytopes (boxes, hulls, volumes, also with a
/// radius) an interval is as wide as rounding in double makes it, some 2^-42 of the size, but for needles, for edges
/// that are all but parallel, and for depths of hulls with more than a hundred vertices, which 128 support points may
/// not enclose. Of ellipsoids, cylinders and cones a gap has the tolerance, and a depth what 64 support points enclose.
/// A hole, with `Check::none`, is infinitely far away; a shape that is not made of valid numbers has an interval
/// without end.
///
/// O(pairs) for all kinds but hulls, whose vertices are scanned once per support point (at most 96 for a gap and 128
/// for a depth). Allocates nothing. Runs tiles of pairs in the caller's TBB arena. Thread-safe as long as nobody
/// changes the sets.
///
/// Throws `InvalidInput` before anything is written if spans differ in length (but for empty ones), if they share
/// memory with each other or with `pairs`, if the forced instruction set cannot run here or, with `Check::inputs`, if
/// an index is out of range or that of a shape that was removed, or an option is negative or NaN.
///
/// Source of the algorithms: E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance between
/// complex objects in three-dimensional space", 1988, and G. van den Bergen, "Proximity queries and penetration depth
/// computation on 3D game objects", 2001, in the forms that include/lockstep/reference/distance.hpp and epa.hpp teach;
/// S. Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996, for boxes; C. Ericson, "Real-Time Collision Detection", 2005,
/// 5.1, for segments. The bounds are derived in docs/numerics.md.
LOCKSTEP_API void distance(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                           const DistanceOutput& out, const DistanceOptions& options = {});

/// The same of shapes of the plane, with all that is promised above, and what throws. Of circles, capsules, boxes and
/// polygons an interval is as wide as rounding in double makes it, some 2^-40 of the size, or 2^-32 where a capsule's
/// segment holds a circle's centre. Ellipses and slices have the tolerance, but for depths where many directions are as
/// good, as in the middle of an ellipse that is all but a circle: 2^-11 of the size, what 128 support points enclose.
/// Of two polygons with more vertices than that together a depth may be as wide. Double lanes answer all of them,
/// whatever the tolerance.
///
/// O(pairs), but for the vertices of polygons, which are scanned once per support point (at most 96 for a gap and 134
/// more for a depth).
LOCKSTEP_API void distance(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                           const DistanceOutput2& out, const DistanceOptions& options = {});

}  // namespace lockstep
