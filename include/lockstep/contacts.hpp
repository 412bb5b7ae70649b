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
LOCKSTEP_API void contacts(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                           std::span<Manifold> out, const ContactOptions& options = {});

/// The same for shapes of the plane, with the same guarantees and errors. The points are
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
/// Complexity: O(pairs) beside the cost of `distance`; vertices of polygons are scanned three times more.
/// Allocates, Throws, Threads: see top.
///
/// Source of the algorithm: C. Ericson, "Real-Time Collision Detection", 2005, 8.3.4. The scalar reference is
/// include/lockstep/reference/manifold2.hpp.
LOCKSTEP_API void contacts(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                           std::span<Manifold2> out, const ContactOptions& options = {});

}  // namespace lockstep
