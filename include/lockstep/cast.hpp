// Pair lists with motion: shape a moves by a vector within a step, and turns if it is told to, or a ray leaves its
// origin. Does it meet b, and when? Every answer is an interval of the step that is proven to hold the first contact.
//
//   std::vector<lockstep::Pair> pairs = {{ball, wall}};
//   std::vector<lockstep::Vec3> motions = {{0, 0, -8}};                // of `ball` within this step
//   std::vector<lockstep::Interval> fractions(pairs.size());
//   lockstep::cast(shapes, shapes, pairs, motions, {fractions});
//   if (lockstep::result_of(fractions[0]) == lockstep::CastResult::hits) ...   // not before fractions[0].lower
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

/// What a shape does within the step: `about`, a point that belongs to it, moves by `by` on a straight line, and the
/// shape turns about that point at a constant rate, by `turn`: an axis times the angle in radians, right-handed. A
/// point x of it is at
///
///   about + t by + R(t turn) (x - about)   at the fraction t of the step.
///
/// A rigid body is given by what its solver has anyway: velocity and angular velocity times the length of the step, and
/// its center of mass. (No quaternion says by how many revolutions a shape turns, nor the other way round.)
struct Motion {
  Vec3 by, turn, about;
  friend constexpr bool operator==(const Motion&, const Motion&) = default;
};

/// The same of the plane.
struct Ray2 {
  Vec2 origin, motion;
  friend constexpr bool operator==(const Ray2&, const Ray2&) = default;
};

/// The same of the plane: `turn` is an angle in radians, counter-clockwise.
struct Motion2 {
  Vec2 by;
  float turn = 0;
  Vec2 about;
  friend constexpr bool operator==(const Motion2&, const Motion2&) = default;
};

/// What an interval of fractions says. `misses` and `hits` are proven. `unproven`: not before `lower`, and maybe never.
enum class CastResult : std::uint8_t { misses, unproven, hits };

[[nodiscard]] constexpr CastResult result_of(const Interval& fractions) noexcept {
  return fractions.upper <= 1 ? CastResult::hits : fractions.lower > 1 ? CastResult::misses : CastResult::unproven;
}

/// What is wanted of each pair; a span that is empty is not written.
struct CastOutput {
  std::span<Interval> fractions;  ///< one for each pair: of the step, between 0 and 1, or infinite
  std::span<Vec3d> points = {};   ///< one for each pair, or none: the point of b that is nearest to a at `lower`
  std::span<Vec3d> normals = {};  ///< the same: unit, from b to a; of shapes that overlap from the start, the
                                  ///< shortest way out. NaN, as the points, of shapes that miss each other
  /// One for each pair, or none: the signed distance at the start, as `distance` has it, the depth where it is below 0.
  /// Each pair costs a measurement more.
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
  /// How near is near enough, in the unit of length (>= 0): the search for the first contact ends where the shapes are
  /// no farther apart. 0: 2^-30 of the size of the pair, where they meet. No promise: the interval itself says what was
  /// reached, which is mostly far less.
  double tolerance = 0;
  Check check = Check::inputs;  ///< pair indices, motions, rays, options; shapes were checked when they were added
  std::optional<Isa> isa = {};  ///< forces an instruction set that `supported_isas` lists; empty: `default_isa()`
  Executor executor = {};       ///< who runs the parts; empty: TBB
  /// Contact at the start that the motion does not deepen is none: whatever rests on a floor may slide along it, and
  /// what has got into a wall may leave it. See `cast`.
  bool ignore_start_contact = false;
};

/// Shape pairs[i].a of `first` moves by motions[i], on a straight line and without turning, while shape pairs[i].b of
/// `second` rests: out.fractions[i] = [lower, upper] of the motion, for all i, in input order. (Where both move, a
/// moves by the difference.)
///
///   lower           there is no contact before it
///   upper           there has been contact by then: at that fraction or before it the shapes have a common point
///   [0, 0]          they have contact from the start: they overlap, or they touch, wherever they go from there
///   both infinite   they never meet within the step
///   [lower, inf]    neither is proven: they pass each other as close as rounding can tell, touch at the start in a
///                   point that no double holds, have too little extent between the two (a point and a segment), or
///                   numbers are bad
///
/// **Contact at the start** has no depth if the shapes just touch, as a box that rests on a floor: it is proven by a
/// point that both hold, in exact arithmetic. That is found of points, balls, capsules, boxes, ellipsoids, cylinders,
/// cones, and hulls of up to 32 vertices that are not turned, where such a point has coordinates that doubles hold; in
/// the plane of circles and capsules, and of boxes, ellipses and polygons with an angle of 0.
///
/// With `options.ignore_start_contact` a pair that has contact at the start, or cannot be told from one that has, is
/// met only if the motion brings it deeper than it is there: its signed distance, which is convex along a straight
/// motion, falls at once or never.
///
///   both infinite   it is nowhere deeper than at the start (than starts[i].lower) by more than `options.tolerance`, or
///                   where that is less, by 2^-40 of the lengths of the pair and of its motion: it leaves, or slides
///   else            it becomes deeper, and the answer is that without the option, [0, 0] mostly
///   [0, inf]        neither is proven: of the start nothing is known, or there are several shortest ways out, which
///                   rounding cannot tell from each other
///
/// A pair that is apart at the start has the answer that it has anyway, as has a part of a body, or a triangle of a
/// mesh, that is met later: each of them is a pair of its own.
///
/// Both are proven for the exact shapes and the exact motion, whatever rounding did. Both sets may be the same. The
/// answers are the same bits for every thread count, instruction set and order of the list; (b, a) moved by -m has the
/// fractions of (a, b) moved by m, and the normal reversed (but that of shapes that are the same numbers where m is 0).
/// A motion has any finite numbers: one of 0 asks whether they touch. A hole, with `Check::none`, is never met; a shape
/// or a motion that is not made of valid numbers has [0, infinity].
///
/// O(pairs * measurements), each of which costs as much as `distance`: none for pairs whose boxes never meet, three to
/// six for a hit, two or three for a pass, more where it is close, 64 at most. Points and spheres towards each other,
/// or towards capsules, capsules towards these, and aligned boxes towards each other cost one closed form each, and
/// measurements only where that leaves open what rounding hides, or where they overlap from the start (of spheres, if
/// nothing moves; of aligned boxes, about one middle). Allocates nothing. Runs tiles of pairs in the caller's TBB
/// arena. Thread-safe as long as nobody changes the sets.
///
/// Throws `InvalidInput` before anything is written if spans differ in length (but for empty ones), if they share
/// memory with each other or with the input, if the forced instruction set cannot run here or, with `Check::inputs`, if
/// an index is out of range or that of a shape that was removed, a motion is not finite, or an option is negative or
/// NaN.
///
/// Source of the algorithm: G. van den Bergen, "Ray casting against general convex objects with application to
/// continuous collision detection", 2004, and B. Mirtich, "Impulse-based dynamic simulation of rigid body systems",
/// 1996, in the form that include/lockstep/reference/cast.hpp teaches. The bounds are derived in docs/numerics.md.
LOCKSTEP_API void cast(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                       std::span<const Vec3> motions, const CastOutput& out, const CastOptions& options = {});

/// The same of shapes that turn while they move; b rests. Where the turn is 0, the answers are those of `by` alone, to
/// the bit. `about` is a point of world space with coordinates up to `max_coordinate`; turns and ways have any finite
/// numbers. `normals` are those at `lower`.
///
/// An interval is wider here, mostly some 2^-22 of the size of a over the speed at which the two meet: the shape as it
/// stands at some fraction is made of floats, and by what these are off every distance is taken to be off. So shapes
/// that graze each other, or flat ones, are sooner `unproven`, as are turns of more than two million radians. (b, a)
/// has answers of its own: it is a that turns.
///
/// With `options.ignore_start_contact` a pair that has contact at the start is met when it becomes deeper than that, or
/// when it meets again after it was proven to be apart: an interval that need not begin at 0. `unproven` is what turns
/// in contact, or leaves it by a bend of its way alone, and has not left it by as far as its rate of turn tells.
///
/// O(pairs * measurements): none to four for a pass, six to eighteen for a hit, more where it is close or the turn is
/// long, 64 at most; for each, the vertices of a hull a are looked at a few times more.
/// Source, besides those above: X. Zhang, M. Lee, Y. J. Kim, "Interactive continuous collision detection for non-convex
/// polyhedra", 2006, for bounds on the motion along the normal.
LOCKSTEP_API void cast(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                       std::span<const Motion> motions, const CastOutput& out, const CastOptions& options = {});

/// The same of rays: pairs[i].a is a ray, pairs[i].b a shape. A ray has no extent; one that starts in a shape hits it
/// at 0. Origins are coordinates up to `max_coordinate`. Rays against all shapes but hulls and volumes cost
/// one closed form each, those against hulls and volumes about ten support points, and measurements only where that
/// leaves open what rounding hides, where hulls are flat or rounded, or where rays start in the shape (but for
/// spheres); its interval may differ from that of `cast` for the same point, and both hold. See
/// rays.hpp for many rays against all shapes of a set.
LOCKSTEP_API void cast_rays(std::span<const Ray> rays, const ShapeSet& shapes, std::span<const Pair> pairs,
                            const CastOutput& out, const CastOptions& options = {});

/// The same of shapes of the plane, with all that is promised above, and what throws.
///
/// O(pairs * measurements), as in space. Circles towards circles and capsules, capsules towards circles, and boxes
/// towards boxes cost one closed form each, and measurements only where that leaves open what rounding hides, or where
/// they overlap from the start (of circles and of boxes, if nothing moves).
/// Source of that of boxes: D. Eberly, "Intersection of Convex Objects: The Method of Separating Axes", 2001.
LOCKSTEP_API void cast(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                       std::span<const Vec2> motions, const CastOutput2& out, const CastOptions& options = {});

/// The same of shapes that turn while they move, as in space. Turned shapes are the true ones up to rounding in double:
/// intervals are narrower, mostly below 2^-30 of the size of a over the speed at which the two meet, but for capsules,
/// whose ends are made of floats. Turns of more than a million radians are known by circles around the shape.
LOCKSTEP_API void cast(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                       std::span<const Motion2> motions, const CastOutput2& out, const CastOptions& options = {});

/// The same of rays of the plane. Rays against circles, capsules and boxes cost one closed form each.
LOCKSTEP_API void cast_rays(std::span<const Ray2> rays, const ShapeSet2& shapes, std::span<const Pair> pairs,
                            const CastOutput2& out, const CastOptions& options = {});

}  // namespace lockstep
