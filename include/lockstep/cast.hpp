// Continuous collision detection on pair lists: shape casts (linear and rotational sweeps, time of impact) and ray
// casts, by conservative advancement. Shape a moves by a vector within a step and may turn, or a ray leaves its origin.
// Does it meet b, and when? Every answer is an interval of the step that is proven to hold the first contact.
//
//   std::vector<lockstep::Pair> pairs = {{ball, wall}};
//   std::vector<lockstep::Vec3> motions = {{0, 0, -8}};                // of `ball` within this step
//   std::vector<lockstep::Interval> fractions(pairs.size());
//   lockstep::cast(shapes, shapes, pairs, motions, {fractions});
//   if (lockstep::result_of(fractions[0]) == lockstep::CastResult::hits) ...   // not before fractions[0].lower
//
// Contract of all functions:
//
// Allocates: nothing.
// Throws: `InvalidInput` before anything is written if spans differ in length (empty ones aside), if they share memory
// with each other or with the input, if the forced instruction set cannot run here or, with `Check::inputs`, if an
// index is out of range or of a removed shape, a motion or a ray is invalid, or an option is negative or NaN.
// Threads: tiles of pairs run in the caller's TBB arena or `options.executor`. Same bits for every thread count,
// instruction set and order of the list. Thread-safe while no thread changes the sets.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <lockstep/distance.hpp>
#include <lockstep/executor.hpp>
#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/isa.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/shape_set2.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// A point that moves from `origin` to origin + motion within the step.
struct Ray {
  Vec3 origin, motion;
  friend constexpr bool operator==(const Ray&, const Ray&) = default;
};

/// The motion of a shape within the step: `about`, a point fixed to the shape, moves by `by` on a straight line, and
/// the shape turns about that point at a constant rate, by `turn`: an axis times the angle in radians, right-handed. A
/// point x of the shape is at
///
///   about + t by + R(t turn) (x - about)   at the fraction t of the step.
///
/// For a rigid body these are numbers that its solver has anyway: velocity and angular velocity times the length of the
/// step, and its centre of mass. (A quaternion would not hold the number of revolutions, nor the direction of the
/// turn.)
struct Motion {
  Vec3 by, turn, about;
  friend constexpr bool operator==(const Motion&, const Motion&) = default;
};

/// The same in the plane.
struct Ray2 {
  Vec2 origin, motion;
  friend constexpr bool operator==(const Ray2&, const Ray2&) = default;
};

/// The same in the plane: `turn` is an angle in radians, counter-clockwise.
struct Motion2 {
  Vec2 by;
  float turn = 0;
  Vec2 about;
  friend constexpr bool operator==(const Motion2&, const Motion2&) = default;
};

/// The meaning of an interval of fractions. `misses` and `hits` are proven. `unproven`: not before `lower`, and maybe
/// never.
enum class CastResult : std::uint8_t { misses, unproven, hits };

/// The result that an interval of fractions proves. O(1).
[[nodiscard]] constexpr CastResult result_of(const Interval& fractions) noexcept {
  return fractions.upper <= 1 ? CastResult::hits : fractions.lower > 1 ? CastResult::misses : CastResult::unproven;
}

/// Outputs for each pair. Empty spans are not written.
struct CastOutput {
  std::span<Interval> fractions;  ///< one for each pair: of the step, between 0 and 1, or infinite
  std::span<Vec3d> points = {};   ///< one for each pair, or empty: the point of b nearest to a at `lower`
  std::span<Vec3d> normals = {};  ///< the same: unit, from b to a; if shapes overlap at the start, the
                                  ///< shortest way out. NaN, like the points, if the shapes miss each other
  /// One for each pair, or empty: the signed distance at the start, as `distance` gives it; below 0 it is the depth.
  /// Costs one more measurement for each pair.
  std::span<Interval> starts = {};
  std::span<Vec3d> start_normals = {};  ///< the same: the unit normal of that distance, from b to a; NaN if unknown
};

/// The same in the plane.
struct CastOutput2 {
  std::span<Interval> fractions;
  std::span<Vec2d> points = {};
  std::span<Vec2d> normals = {};
  std::span<Interval> starts = {};
  std::span<Vec2d> start_normals = {};
};

struct CastOptions {
  /// The tolerance in the unit of length (>= 0): the search for the first contact ends once the shapes are no farther
  /// apart. 0: 2^-30 of the size of the pair where they meet. Not a promise: the interval itself has the accuracy that
  /// was reached, mostly far better.
  double tolerance = 0;
  Check check = Check::inputs;  ///< pair indices, motions, rays, options; shapes were checked when they were added
  std::optional<Isa> isa = {};  ///< forces an instruction set that `supported_isas` lists; empty: `default_isa()`
  Executor executor = {};       ///< runs the parts; empty: TBB
  /// Ignores contact at the start that the motion does not deepen: a body that rests on a floor may slide along it, and
  /// one that has got into a wall may leave it. See `cast`.
  bool ignore_start_contact = false;
};

/// Shape pairs[i].a of `first` moves by motions[i], on a straight line and without turning, while shape pairs[i].b of
/// `second` rests. Writes out.fractions[i] = [lower, upper] of the motion, for all i, in input order. (If both move,
/// pass the difference of their motions.)
///
///   lower           no contact before this fraction
///   upper           contact by this fraction: at it or before it the shapes have a common point
///   [0, 0]          contact from the start: they overlap or touch, wherever they go from there
///   both infinite   they never meet within the step
///   [lower, inf]    neither is proven: they pass each other within rounding, touch at the start in a point that no
///                   double holds, have too little extent between the two (a point and a segment), or numbers are
///                   invalid
///
/// **Contact at the start** has depth 0 if the shapes just touch, like a box that rests on a floor. It is proven by a
/// common point in exact arithmetic. Such a point is found, if doubles hold its coordinates, for points, balls,
/// capsules, boxes, ellipsoids, cylinders, cones, and unrotated hulls of up to 32 vertices; in the plane for circles
/// and capsules, and for boxes, ellipses and polygons with an angle of 0.
///
/// With `options.ignore_start_contact` a pair that has, or may have, contact at the start is met only if the motion
/// brings it deeper than it is there. Its signed distance is convex along a straight motion, so it falls at once or
/// never.
///
///   both infinite   it is nowhere deeper than at the start (than starts[i].lower) by more than `options.tolerance` or,
///                   if that is less, 2^-40 of the lengths of the pair and of its motion: it leaves, or slides
///   otherwise       it becomes deeper, and the answer is that without the option, mostly [0, 0]
///   [0, inf]        neither is proven: nothing is known of the start, or rounding cannot separate several shortest
///                   ways out
///
/// A pair that is apart at the start has its usual answer. So has a part of a body, or a triangle of a mesh, that is
/// met later: each is a pair of its own.
///
/// Both ends are proven for the exact shapes and the exact motion, whatever rounding did. Both sets may be the same.
/// (b, a) moved by -m has the fractions of (a, b) moved by m, and the normal reversed (unless the shapes are identical
/// and m is 0). A motion may have any finite numbers: 0 asks whether the shapes touch. With `Check::none` a free slot
/// is never met, and an invalid shape or motion gives [0, infinity].
///
/// Complexity: O(pairs * measurements), each as costly as `distance`: none for pairs whose boxes never meet, three to
/// six for a hit, two or three for a pass, more where it is close, 64 at most. Closed forms replace them for points and
/// spheres towards each other or towards capsules, capsules towards these, and aligned boxes towards each other;
/// measurements then remain for what rounding leaves open and for overlap at the start (spheres: only if nothing moves;
/// aligned boxes: only about a common centre).
/// Allocates, Throws, Threads: see top.
///
/// Source of the algorithm: G. van den Bergen, "Ray casting against general convex objects with application to
/// continuous collision detection", 2004, and B. Mirtich, "Impulse-based dynamic simulation of rigid body systems",
/// 1996, in the form that include/lockstep/reference/cast.hpp teaches. The bounds are derived in docs/numerics.md.
LOCKSTEP_API void cast(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                       std::span<const Vec3> motions, const CastOutput& out, const CastOptions& options = {});

/// The same for shapes that turn while they move; b rests. If the turn is 0, the answers are those of `by` alone, to
/// the bit. `about` is a point of world space with coordinates up to `max_coordinate`; turns and motions may have any
/// finite numbers. `normals` are those at `lower`.
///
/// Intervals are wider here, mostly by some 2^-22 of the size of a over the speed at which the two meet: the shape at a
/// fraction of the step has float coordinates, and their error enters every distance. So grazing or flat shapes are
/// `unproven` more often, as are turns of more than two million radians. (b, a) has answers of its own: there b is the
/// shape that turns.
///
/// With `options.ignore_start_contact` a pair that has contact at the start is met when it becomes deeper, or when it
/// meets again after it was proven to be apart: its interval need not begin at 0. `unproven` are pairs that turn while
/// in contact, or leave it only by the curvature of their path, and have not yet left it by the distance that their
/// rate of turn requires.
///
/// Complexity: O(pairs * measurements): none to four for a pass, six to eighteen for a hit, more where it is close or
/// the turn is long, 64 at most; for each, the vertices of a hull a are scanned a few times more.
/// Allocates, Throws, Threads: see top.
///
/// Source, besides those above: X. Zhang, M. Lee, Y. J. Kim, "Interactive continuous collision detection for non-convex
/// polyhedra", 2006, for bounds on the motion along the normal.
LOCKSTEP_API void cast(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                       std::span<const Motion> motions, const CastOutput& out, const CastOptions& options = {});

/// Ray casts: pairs[i].a is a ray, pairs[i].b a shape. A ray has no extent; one that starts in a shape hits it at 0.
/// Origins are coordinates up to `max_coordinate`. Its interval may differ from that of `cast` for the same point, and
/// both hold. See rays.hpp for many rays against all shapes of a set.
///
/// Complexity: O(pairs). One closed form for each pair, or about ten support points for hulls and volumes. Measurements
/// only for what rounding leaves open, for flat or rounded hulls, and for rays that start in the shape (spheres aside).
/// Allocates, Throws, Threads: see top.
LOCKSTEP_API void cast_rays(std::span<const Ray> rays, const ShapeSet& shapes, std::span<const Pair> pairs,
                            const CastOutput& out, const CastOptions& options = {});

/// The same for shapes of the plane, with the same guarantees and errors.
///
/// Complexity: O(pairs * measurements), as in space. Circles towards circles and capsules, capsules towards circles,
/// and boxes towards boxes cost one closed form each, and measurements only for what rounding leaves open, or if they
/// overlap from the start (circles and boxes: only if nothing moves).
/// Allocates, Throws, Threads: see top.
///
/// Source for boxes: D. Eberly, "Intersection of Convex Objects: The Method of Separating Axes", 2001.
LOCKSTEP_API void cast(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                       std::span<const Vec2> motions, const CastOutput2& out, const CastOptions& options = {});

/// The same for shapes of the plane that turn while they move. Turned shapes are exact up to rounding in double, so
/// intervals are narrower, mostly below 2^-30 of the size of a over the speed at which the two meet (capsules aside,
/// whose ends are floats). Turns of more than a million radians are bounded by circles around the shape.
LOCKSTEP_API void cast(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                       std::span<const Motion2> motions, const CastOutput2& out, const CastOptions& options = {});

/// Ray casts in the plane. Rays against circles, capsules and boxes cost one closed form each.
LOCKSTEP_API void cast_rays(std::span<const Ray2> rays, const ShapeSet2& shapes, std::span<const Pair> pairs,
                            const CastOutput2& out, const CastOptions& options = {});

}  // namespace lockstep
