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
#include <type_traits>

#include <lockstep/config.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/sets.hpp>
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
  /// A position that is added to the origin of each ray of `cast_rays`, exactly: rays in the float coordinates of a
  /// sensor, which stands anywhere among the shapes of a set or the bodies of a BodySet (ShapeSet::place). Its z is 0
  /// in the plane. 0 for triangles.
  Vec3d origin = {};
};

/// Outputs of `cast` and `cast_rays` for pairs of compound bodies (several convex parts each), or of a shape or a ray
/// and a body: the answers for shapes, put together from the parts. A shape is its own part 0. Empty spans are not
/// written.
///
/// Body pairs[i].a of `first` moves by motions[i], on a straight line and without turning, while body pairs[i].b of
/// `second` rests. out.fractions[i] is [lower, upper] of the motion, as `cast` of shapes defines it. No two parts are
/// in contact before `lower`, and some two have been by `upper`. Both ends are infinite if all parts are proven to miss
/// each other.
///
/// The named parts are those with the least `lower`; ties go as for `distance`. Point and normal are theirs. If two
/// parts pass very close without a proof, they may be named although others are proven to meet later.
///
/// (b, a) moved by -m has the fractions of (a, b) moved by m, with parts exchanged and the normal reversed (with the
/// same exception as for `distance`). With `Check::none` a removed body is never met, an invalid motion gives [0,
/// infinity], and an invalid part gives 0 for the lower end.
///
/// Complexity: O(parts of a * parts of b) box tests for each pair at worst, fewer where groups of eight parts are far
/// from each other; and one query of shapes for each two parts whose boxes overlap or leave the answer open.
struct BodyCastOutput {
  std::span<Interval> fractions;  ///< one for each pair, as in CastOutput
  std::span<Vec3d> points = {};   ///< one for each pair, or empty: on the named part of b
  std::span<Vec3d> normals = {};  ///< the same: of the named parts
  std::span<Pair> parts = {};     ///< the same: the parts that meet first, or no_part
};

/// The numbers and the outputs for these objects.
template <class T>
using MotionOf = std::conditional_t<OfPlane<T>, Motion2, Motion>;
template <class T>
using RayOf = std::conditional_t<OfPlane<T>, Ray2, Ray>;
template <class A, class B>
using CastOutputOf =
    std::conditional_t<OfPlane<A>, CastOutput2, std::conditional_t<BodyPairsWith<B, A>, BodyCastOutput, CastOutput>>;

/// Shape pairs[i].a of `first` moves by motions[i], on a straight line and without turning, while shape pairs[i].b of
/// `second` rests. Writes out.fractions[i] = [lower, upper] of the motion, for all i, in input order. (If both move,
/// pass the difference of their motions.) For bodies see `BodyCastOutput`; a triangle is one of its hull, to the bit.
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
///
/// **In the plane** circles towards circles and capsules, capsules towards circles, and boxes towards boxes cost one
/// closed form each, and measurements only for what rounding leaves open, or if they overlap from the start (circles
/// and boxes: only if nothing moves). Source for boxes: D. Eberly, "Intersection of Convex Objects: The Method of
/// Separating Axes", 2001.
template <class A, AnyPairsWith<A> B>
LOCKSTEP_API void cast(const A& first, const B& second, std::span<const Pair> pairs,
                       std::span<const VectorOf<A>> motions, const CastOutputOf<A, B>& out,
                       const CastOptions& options = {});

/// The same for shapes that turn while they move; b rests. If the turn is 0, the answers are those of `by` alone, to
/// the bit. `about` is a point of world space with coordinates up to `max_coordinate`, relative to the position of a if
/// that was placed; turns and motions may have any finite numbers. `normals` are those at `lower`.
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
///
/// **In the plane** turned shapes are exact up to rounding in double, so intervals are narrower, mostly below 2^-30 of
/// the size of a over the speed at which the two meet (capsules aside, whose ends are floats). Turns of more than a
/// million radians are bounded by circles around the shape.
template <OneOf<ShapeSet, ShapeSet2> T>
LOCKSTEP_API void cast(const T& first, const T& second, std::span<const Pair> pairs,
                       std::span<const MotionOf<T>> motions, const CastOutputOf<T, T>& out,
                       const CastOptions& options = {});

/// Ray casts: pairs[i].a is a ray, pairs[i].b a shape, a body or a triangle. A ray has no extent; one that starts in a
/// shape hits it at 0. Origins are coordinates up to `max_coordinate`. Its interval may differ from that of `cast` for
/// the same point, and both hold. See rays.hpp for many rays against all shapes of a set.
///
/// Complexity: O(pairs). One closed form for each pair, or about ten support points for hulls and volumes. Measurements
/// only for what rounding leaves open, for flat or rounded hulls, and for rays that start in the shape (spheres aside).
/// Allocates, Throws, Threads: see top.
/// Rays against circles, capsules and boxes of the plane cost one closed form each.
template <OneOf<ShapeSet, ShapeSet2, BodySet, TriangleMesh> T>
LOCKSTEP_API void cast_rays(std::span<const RayOf<T>> rays, const T& shapes, std::span<const Pair> pairs,
                            const CastOutputOf<T, T>& out, const CastOptions& options = {});

}  // namespace lockstep
