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
#include <type_traits>

#include <lockstep/config.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>

namespace lockstep {

/// The verdict that `intersect` always gives for a pair whose signed distance lies in this interval. The exceptions
/// are flat shapes that overlap in one plane of space (`Verdict`): their distance is [0, 0], as any motion out of the
/// plane separates them. O(1).
[[nodiscard]] constexpr Verdict verdict_of(const Interval& distance) noexcept {
  return distance.lower > 0 ? Verdict::separated : distance.upper < 0 ? Verdict::overlapping : Verdict::touching;
}

/// A point of shape a and one of shape b, in world space: the nearest two of a gap, the deepest two of an overlap. a -
/// b is the signed distance times the normal, as far as the interval allows: with an interval of width w and shapes of
/// size s the points may be off by about the square root of w s, those of overlapping polytopes by no more than w.
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

/// Stands for a part if no part is named.
inline constexpr std::uint32_t no_part = 0xffffffffU;

/// Outputs of `distance` for pairs of compound bodies (several convex parts each), or of a shape and a body: the
/// answers for shapes, put together from the parts. A shape is its own part 0. Empty spans are not written.
///
/// out.distances[i] is the least signed distance between a part of body pairs[i].a of `first` and a part of body
/// pairs[i].b of `second`. If the bodies are apart, this is their exact distance. Otherwise it is the depth of the two
/// parts that are deepest in each other. (Moving these two apart may not separate the bodies: see `Separation`.)
///
/// Each interval is proven to hold the truth: from the least `lower` of any two parts to the least `upper`. (If the
/// boxes around two parts prove a larger `lower` than `distance` does, because of its tolerance or a round shape, that
/// one counts.) The named parts are the two with the least `lower`; ties go to the least larger part number, then to
/// the least smaller one. Points and normal are those of `distance` for these two.
///
/// Shapes are compared as `parts()` has them. Both sets may be the same. The answer for (b, a) is that for (a, b) with
/// points and parts exchanged and the normal reversed, unless the boxes around their parts are identical, so that they
/// have no order. With `Check::none` a removed body is infinitely far away, and a part with invalid numbers leaves the
/// interval without a lower end. Bodies that are proven to be farther apart than `no_farther_than` get only that bound:
/// points and normal are NaN, parts are `no_part`.
///
/// Complexity: O(parts of a * parts of b) box tests for each pair at worst, fewer where groups of eight parts are far
/// from each other; and one query of shapes for each two parts whose boxes overlap or leave the answer open.
struct BodyDistanceOutput {
  std::span<Interval> distances;         ///< one for each pair
  std::span<WitnessPoints> points = {};  ///< one for each pair, or empty: of the parts that are named
  std::span<Vec3d> normals = {};         ///< the same
  std::span<Pair> parts = {};            ///< the same: the number of the part of body a, and of the part of body b
};

/// What can stand second if bodies or shapes of `A` stand first, and one of the two is a body.
template <class B, class A>
concept BodyPairsWith = OneOf<A, BodySet, ShapeSet> && std::same_as<B, BodySet>;
template <class B, class A>
concept AnyPairsWith = PairsWith<B, A> || BodyPairsWith<B, A>;

/// The outputs for these objects.
template <class A, class B>
using DistanceOutputOf =
    std::conditional_t<OfPlane<A>, DistanceOutput2,
                       std::conditional_t<BodyPairsWith<B, A>, BodyDistanceOutput, DistanceOutput>>;

/// Writes out.distances[i] = the signed distance of shape pairs[i].a of `first` and shape (or triangle) pairs[i].b of
/// `second`, for all i, in input order. For bodies see `BodyDistanceOutput`. A triangle is answered, to the bit, as a
/// ConvexHull with these three vertices in this order.
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
///
/// **In the plane** the width of an interval is, for circles, capsules, boxes and polygons, the rounding of double,
/// some 2^-40 of the size, or 2^-32 if a capsule's segment holds a circle's centre. Ellipses and slices have the
/// tolerance, except for depths with many equally good directions, as in the middle of a nearly circular ellipse: 2^-11
/// of the size, which 128 support points leave. The depth of two polygons with more vertices than that together may be
/// as wide. Double lanes answer all of them, whatever the tolerance. Vertices of polygons are scanned once for each
/// support point (at most 96 for a gap and 134 more for a depth).
template <class A, AnyPairsWith<A> B>
LOCKSTEP_API void distance(const A& first, const B& second, std::span<const Pair> pairs,
                           const DistanceOutputOf<A, B>& out, const DistanceOptions& options = {});

// ---- Views ----
//
// Signed distance and penetration depth of objects in the caller's own arrays (structure of arrays, zero copy): object
// i of one view from object i of the other, or one object from many.
//
//   std::vector<lockstep::Interval> distances(a.count);
//   lockstep::distance(a, b, {distances});                                    // a, b: lockstep::CapsuleView, say
//   lockstep::distance(lockstep::Sphere{.radius = 2}, balls, {distances});    // one against many

// Writes out.distances[i] = the signed distance of object i of `first` and object i of `second`, for all i, or that of
// `one` and object i of `many`; points and normals as well, if there are spans for them. The answers have the bits that
// `distance` gives for shapes of a set with the same options, with the same proofs (distance.hpp).
//
// Without a set, a list or a copy if numbers lie side by side (a stride of 4 bytes); other strides are gathered a tile
// at a time. Distances alone of spheres, aligned boxes and capsules are read in place. Oriented boxes, shapes of the
// plane, points and normals, and `no_farther_than` go through records on the stack, at the cost of a pair list.
//
// Contract of all functions:
//
// Complexity: O(objects).
// Allocates: nothing.
// Throws: `InvalidInput` before anything is written if the views differ in count from each other or from a span of
// `out` (an empty one is not written, except for distances), if a stream is null, if a span shares memory with another
// or with a stream, if an option is negative or NaN, or if the forced instruction set cannot run here. With
// `Check::inputs` every number is checked in the same pass, so an invalid one (the first of `first`, or else of
// `second`) may be reported after answers were written. With `Check::none` objects with NaN or infinity have intervals
// without ends; one with a negative length gets any answer.
// Threads: tiles run in the caller's TBB arena or `options.executor`. Same bits for every thread count and instruction
// set. Thread-safe while no thread changes the arrays.
//
// Source of the algorithms: as in distance.hpp.

/// The views whose distances can be measured.
template <class T>
concept DistanceViews = OneOf<T, SphereView, AabbView, BoxView, CapsuleView, CircleView, Box2View, Capsule2View>;

template <DistanceViews View>
LOCKSTEP_API void distance(const View& first, const View& second, const DistanceOutputOf<View, View>& out,
                           const DistanceOptions& options = {});
template <DistanceViews View>
LOCKSTEP_API void distance(const typename View::Shape& one, const View& many, const DistanceOutputOf<View, View>& out,
                           const DistanceOptions& options = {});

// ---- Contact manifolds ----
//
// Contact manifolds on pair lists: where do these shapes touch, or where will they soon? Up to four contact points for
// each pair (two in the plane), with normal, separation and feature ids for warm starting, by clipping faces and edges.
//
//   std::vector<lockstep::Pair> pairs = {{crate, floor}};
//   std::vector<lockstep::Manifold> manifolds(pairs.size());
//   lockstep::contacts(shapes, shapes, pairs, manifolds, {.margin = 0.02F});
//   for (std::uint32_t i = 0; i < manifolds[0].count; ++i) ...      // .points[i].a, .b, .separation; .normal
//
// Contract of all functions:
//
// Allocates: nothing.
// Throws: `InvalidInput` before anything is written if spans differ in length, if they share memory, if the forced
// instruction set cannot run here or, with `Check::inputs`, if an index is out of range or of a removed shape, or the
// margin is negative or NaN.
// Threads: tiles of pairs run in the caller's TBB arena or `options.executor`. Same bits for every thread count,
// instruction set and order of the list. Thread-safe while no thread changes the sets.

/// A point of shape a and one of shape b that touch, overlap, or are about to, in world space: a - b is the separation
/// times the normal of the manifold. (For edges that are parallel up to 3.6 degrees each point lies on its own edge,
/// and a - b may have a part beside the normal.)
///
/// A feature is a corner, an edge or a face of one shape. It has the same number as long as the shape is the same,
/// wherever it moves, whatever its partner is and whichever of the two comes first. So the two features identify a
/// contact from frame to frame, and no two points of a manifold have both in common. The last two bits give the type: 1
/// a corner, 2 an edge, 3 a face, and 0 a whole shape that is round or whose partner is. Corners, and edges, of one
/// shape with up to 46,000 vertices have different numbers.
struct ContactPoint {
  Vec3d a, b;
  double separation = 0;  ///< along the normal, in the caller's unit of length; negative if they overlap
  std::uint32_t feature_a = 0, feature_b = 0;
  friend constexpr bool operator==(const ContactPoint&, const ContactPoint&) = default;
};

/// The contact manifold of a pair: 304 bytes.
struct Manifold {
  Interval distance;        ///< the interval that `distance` gives for the pair; proven
  Vec3d normal;             ///< unit, from b to a; the same for all points
  std::uint32_t count = 0;  ///< number of points, 0 .. 4
  ContactPoint points[4];   ///< the deepest first; those from `count` on are zero
  friend constexpr bool operator==(const Manifold&, const Manifold&) = default;
};

/// The same for two shapes of the plane, whose features are corners and edges.
struct ContactPoint2 {
  Vec2d a, b;
  double separation = 0;
  std::uint32_t feature_a = 0, feature_b = 0;
  friend constexpr bool operator==(const ContactPoint2&, const ContactPoint2&) = default;
};

/// The contact manifold of two shapes of the plane: 136 bytes.
struct Manifold2 {
  Interval distance;
  Vec2d normal;
  std::uint32_t count = 0;  ///< number of points, 0 .. 2
  ContactPoint2 points[2];  ///< the deepest first; those from `count` on are zero
  friend constexpr bool operator==(const Manifold2&, const Manifold2&) = default;
};

struct ContactOptions {
  /// The speculative margin (>= 0), in the caller's unit of length: shapes and points no farther apart than this are in
  /// contact as well. A solver that sees them before they touch need not push them apart afterwards.
  float margin = 0;
  Check check = Check::inputs;  ///< pair indices and options; the shapes were checked when they were added
  std::optional<Isa> isa = {};  ///< forces an instruction set that `supported_isas` lists; empty: `default_isa()`
  Executor executor = {};       ///< runs the parts; empty: TBB
};

/// Writes out[i] = the contact manifold of shape pairs[i].a of `first` and shape pairs[i].b of `second`, for all i, in
/// input order.
///
/// A manifold is empty if and only if the pair is proven to be farther apart than the margin: its distance is then from
/// the margin (or more) to infinity, its normal zero. Otherwise the normal is that of the shortest way out, or of the
/// gap, and the points are
///
/// - for boxes, hulls and volumes, also with a radius, and for capsules: the corners of the intersection of the two
///   facing features, seen along the normal. A face counts as facing if it lies within 14.5 degrees of perpendicular to
///   the normal; so does an edge. No separation is below distance.lower, and none above the margin. If there are more
///   than four, these are kept: the deepest, the one farthest from it, the one that makes the largest triangle with
///   both, and the one that adds the most area to that;
/// - two for a capsule, or for an edge, that lies flat on a face or along an edge;
/// - one for all others, that of `distance`, with the separation distance.lower: a corner on any feature, crossing
///   edges, and pairs with a ball, a point, an ellipsoid, a cylinder or a cone. (A cylinder that stands on a box has
///   one, too.)
///
/// Points lie on their shapes up to 2^-18 of the size of the smaller shape, because nearly coincident corners, edges
/// and faces are taken for one. Corners of a hull that are coplanar up to 2^-19 of its size and coordinates make one
/// face; a face with more than 128 corners is represented by some 128 of them.
///
/// Both sets may be the same. The answer for (b, a) is that for (a, b) with a and b exchanged and the normal reversed
/// (identical shapes have no order, and the same answer). With `Check::none` a free slot touches nothing, and an
/// invalid shape has one point, which is NaN. If both shapes are the same point, the normal lies along x.
///
/// Complexity: O(pairs) beside the cost of `distance`; vertices of hulls are scanned up to five times more, and each
/// edge of a face is clipped by each edge of the other.
/// Allocates, Throws, Threads: see top.
///
/// Source of the algorithms: `distance`, for the normal; M. Cyrus, J. Beck, "Generalized two- and three-dimensional
/// clipping", 1978; C. Ericson, "Real-Time Collision Detection", 2005, 8.3.4, for manifolds. The scalar reference,
/// include/lockstep/reference/manifold.hpp, clips one face by the sides of the other and takes the normal of that.
///
/// **In the plane** the points are
///
/// - two where an edge of a box or a polygon, or the straight side of a capsule, lies flat on another, each within 14.5
///   degrees of perpendicular to the normal: the ends of their common part, seen along the normal, as far as the margin
///   lets them. Each end is a corner of one of them, on the other's edge or at its corner;
/// - one for all others, that of `distance`, with the separation distance.lower: a corner on any feature, and pairs
///   with a circle, an ellipse or a slice. (A slice that lies on one of its straight sides has one, too.)
///
/// A vertex of a polygon that is closer to an edge than 2^-21 of the polygon's size plus 2^-22 of its given coordinates
/// lies on that edge, and is a corner only at the edge's ends. If two vertices are the same point, the first is the
/// corner. If both shapes are the same point, the normal lies along x, or along an axis of one that is a box.
///
/// Vertices of polygons are scanned three times more. The scalar reference of the plane is
/// include/lockstep/reference/manifold2.hpp.
template <class A, PairsWith<A> B>
LOCKSTEP_API void contacts(const A& first, const B& second, std::span<const Pair> pairs,
                           std::span<std::conditional_t<OfPlane<A>, Manifold2, Manifold>> out,
                           const ContactOptions& options = {});

/// The contact manifold of two parts of a pair of bodies.
struct BodyManifold {
  std::uint32_t pair = 0;                ///< index in the list
  std::uint32_t part_a = 0, part_b = 0;  ///< numbers of the parts
  Manifold manifold;                     ///< as `contacts` gives it for the two
  friend bool operator==(const BodyManifold&, const BodyManifold&) = default;
};

/// The result of `contacts`. A caller that ignores it may take part of the manifolds for all of them.
struct [[nodiscard("tells how many manifolds there are, and whether `out` holds them all")]] BodyContactResult {
  std::uint64_t manifolds = 0;  ///< number of manifolds, whatever fits in the buffer
  bool complete = true;         ///< false: `out` was too short and holds the first of them
};

/// Contact manifolds of bodies (a shape of `first` is its own part 0) pairs[i].a of `first` and pairs[i].b of `second`,
/// for all i: one for each two parts that are in contact, which are those for which `contacts` gives a manifold that is
/// not empty. They are ordered by pair, then by part of a, then by part of b.
///
/// The manifolds of (b, a) are those of (a, b) in another order, with a and b exchanged and the normal reversed (unless
/// parts are identical). With `Check::none` a removed body touches nothing, and an invalid part touches all others at
/// one point, which is NaN.
///
/// Complexity: as `distance` of bodies.
/// Threads: see top.
/// Allocates: up to 60 bytes for each two parts whose boxes are near each other, and 2.5 MB, or with a scratch none.
/// Throws: `InvalidInput` before anything is written if `out` shares memory with `pairs`, if the forced instruction set
/// cannot run here or, with `Check::inputs`, if an index is out of range or of a removed body, or the margin is
/// negative or NaN; `std::bad_alloc` before anything is written.
template <class A, BodyPairsWith<A> B>
LOCKSTEP_API BodyContactResult contacts(const A& first, const B& second, std::span<const Pair> pairs,
                                        std::span<BodyManifold> out, const ContactOptions& options = {});

}  // namespace lockstep
