// Pair lists: where do these shapes touch, or where will they soon? Up to four points of each pair, as a solver wants
// them.
//
//   std::vector<lockstep::Pair> pairs = {{crate, floor}};
//   std::vector<lockstep::Manifold> manifolds(pairs.size());
//   lockstep::contacts(shapes, shapes, pairs, manifolds, {.margin = 0.02F});
//   for (std::uint32_t i = 0; i < manifolds[0].count; ++i) ...      // .points[i].a, .b, .separation; .normal
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

/// A point of shape a and one of shape b that touch, overlap, or are about to, in world space: a - b is the separation
/// times the normal of the manifold. (Of edges that lie along each other, up to 3.6 degrees, each point lies on its own
/// edge, and a - b may have a part beside the normal.)
///
/// A feature is a corner, an edge or a face of one shape. It has the same number for as long as the shape is the same,
/// wherever it moves, whatever its partner is and whichever of the two comes first; so the two features name a contact
/// from frame to frame, and no two points of a manifold have both in common. The last two bits say what it is: 1 a
/// corner, 2 an edge, 3 a face, and 0, as a whole, a shape that is round or whose partner is. Corners, and edges, of
/// one shape with up to 46,000 vertices have different numbers.
struct ContactPoint {
  Vec3d a, b;
  double separation = 0;  ///< along the normal, in the caller's unit of length; negative where they overlap
  std::uint32_t feature_a = 0, feature_b = 0;
  friend constexpr bool operator==(const ContactPoint&, const ContactPoint&) = default;
};

/// All that is known of how a pair touches: 304 bytes.
struct Manifold {
  Interval distance;        ///< what `distance` says of the pair; proven
  Vec3d normal;             ///< unit, from b to a; the same for all points
  std::uint32_t count = 0;  ///< of points, 0 .. 4
  ContactPoint points[4];   ///< the deepest first; those from `count` on are zero
  friend constexpr bool operator==(const Manifold&, const Manifold&) = default;
};

/// The same of two shapes of the plane, whose features are corners and edges.
struct ContactPoint2 {
  Vec2d a, b;
  double separation = 0;
  std::uint32_t feature_a = 0, feature_b = 0;
  friend constexpr bool operator==(const ContactPoint2&, const ContactPoint2&) = default;
};

/// How two shapes of the plane touch: 136 bytes.
struct Manifold2 {
  Interval distance;
  Vec2d normal;
  std::uint32_t count = 0;  ///< of points, 0 .. 2
  ContactPoint2 points[2];  ///< the deepest first; those from `count` on are zero
  friend constexpr bool operator==(const Manifold2&, const Manifold2&) = default;
};

struct ContactOptions {
  /// Shapes, and points of them, up to so far apart (>= 0) are in contact as well, in the caller's unit of length: a
  /// solver that sees them before they touch need not push them apart afterwards.
  float margin = 0;
  Check check = Check::inputs;  ///< pair indices and options; the shapes were checked when they were added
  std::optional<Isa> isa = {};  ///< forces an instruction set that `supported_isas` lists; empty: `default_isa()`
  Executor executor = {};       ///< who runs the parts; empty: TBB
};

/// Answers out[i] = where shape pairs[i].a of `first` and shape pairs[i].b of `second` touch, for all i, in input
/// order.
///
/// A manifold is empty where the pair is proven to be farther apart than the margin, and only there: its distance is
/// then from the margin (or more) to infinity, its normal zero. Else the normal is that of the shortest way out, or of
/// the gap, and the points are
///
/// - of boxes, hulls and volumes, also with a radius, and of capsules: the corners of what the two features that face
///   each other have in common, seen along the normal. A face counts as one if it lies within 14.5 degrees of upright
///   to the normal; so does an edge. No separation is below distance.lower, and none above the margin. Of more than
///   four these are kept: the deepest, the one farthest from it, the one that makes the largest triangle with both, and
///   the one that adds the most area to that;
/// - two for a capsule, or for an edge, that lies flat on a face or along an edge;
/// - one, that of `distance`, with the separation distance.lower, for all others: a corner on whatever it meets, edges
///   across each other, and pairs with a ball, a point, an ellipsoid, a cylinder or a cone. (A cylinder that stands on
///   a box has one, too.)
///
/// Points lie on their shapes, but for 2^-18 of the size of the smaller shape, where corners, edges and faces that all
/// but coincide are taken for one. Corners of a hull that are coplanar up to a part of 2^-19 of its size and its
/// coordinates make one face; of a face with more than 128 corners some 128 count.
///
/// Both sets may be the same. The answers are the same bits for every thread count, instruction set and order of the
/// list; that of (b, a) is that of (a, b) with a and b exchanged and the normal reversed (of two shapes that are the
/// same numbers, which have no order, the answer is the same). A hole, with `Check::none`, touches nothing; a shape
/// that is not made of valid numbers has one point, which is NaN. Of two shapes that are the same point the normal lies
/// along x.
///
/// O(pairs) beside what `distance` takes, but for hulls: their vertices are scanned up to five times more, and of two
/// faces each edge meets each. Allocates nothing. Runs tiles of pairs in the caller's TBB arena. Thread-safe as long as
/// nobody changes the sets.
///
/// Throws `InvalidInput` before anything is written if spans differ in length, if they share memory, if the forced
/// instruction set cannot run here or, with `Check::inputs`, if an index is out of range or that of a shape that was
/// removed, or the margin is negative or NaN.
///
/// Source of the algorithms: `distance`, for the normal; M. Cyrus, J. Beck, "Generalized two- and three-dimensional
/// clipping", 1978; C. Ericson, "Real-Time Collision Detection", 2005, 8.3.4, for manifolds. The reference in scalar
/// code, include/lockstep/reference/manifold.hpp, cuts one face by the sides of the other and takes the normal of that.
LOCKSTEP_API void contacts(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                           std::span<Manifold> out, const ContactOptions& options = {});

/// The same of shapes of the plane, with all that is promised above, and what throws. The points are
///
/// - two where an edge of a box or a polygon, or the straight side of a capsule, lies flat on another, each within 14.5
///   degrees of upright to the normal: the ends of what the two have in common, seen along the normal, as far as the
///   margin lets them. Each end is a corner of one of them, on the other's edge or at its corner;
/// - one, that of `distance`, with the separation distance.lower, for all others: a corner on whatever it meets, and
///   pairs with a circle, an ellipse or a slice. (A slice that lies on one of its straight sides has one, too.)
///
/// Vertices of a polygon within 2^-21 of its size of an edge, and 2^-22 of the coordinates that it was given with, lie
/// on that edge, and make no corner but at its ends. Of two vertices that are the same point the first is the corner.
/// Of two shapes that are the same point the normal lies along x, or along an axis of one that is a box.
///
/// O(pairs) beside what `distance` takes, but for polygons, whose vertices are scanned three times more.
///
/// Source of the algorithm: C. Ericson, "Real-Time Collision Detection", 2005, 8.3.4. The reference in scalar code is
/// include/lockstep/reference/manifold2.hpp.
LOCKSTEP_API void contacts(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                           std::span<Manifold2> out, const ContactOptions& options = {});

}  // namespace lockstep
