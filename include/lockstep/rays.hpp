// Ray casts of many rays against many convex shapes: first hit (closest hit), any hit (shadow ray, line of sight,
// occlusion test), or all hits in order.
//
//   std::vector<lockstep::Ray> lasers = {{.origin = {0, 0, 1}, .motion = {40, 0, 0}}};   // 40 long
//   std::vector<std::uint32_t> shapes(lasers.size());
//   std::vector<lockstep::Interval> fractions(lasers.size());
//   lockstep::first_hits(lasers, set, {shapes, fractions});
//   if (shapes[0] != lockstep::no_shape) ...                          // at 40 * fractions[0].lower
//   lockstep::HitLists all = lockstep::all_hits(lasers, set);
//   for (const std::uint32_t shape : all[0].shapes) ...               // in the order in which the laser comes to them
//
// Contract of all functions:
//
// Throws: `InvalidInput` before anything is written if a span has the wrong length, if spans share memory with each
// other or with the input, if the forced instruction set cannot run here or, with `Check::inputs`, if the origin of a
// ray is not a valid coordinate, a motion is not finite, or an option is negative or NaN; and `std::bad_alloc`.
// Threads: tiles of rays run in the caller's TBB arena or `options.executor`. Same bits for every thread count,
// instruction set and order of the rays. Thread-safe while no thread changes the set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lockstep/cast.hpp>
#include <lockstep/config.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>

namespace lockstep {

/// Stands for the shape of a ray that misses all shapes.
inline constexpr std::uint32_t no_shape = 0xffffffff;

/// Outputs for each ray. Empty spans are not written.
struct RayHits {
  std::span<std::uint32_t> shapes = {};  ///< the shape that it hits first, or `no_shape`
  std::span<Interval> fractions = {};    ///< of the ray's motion; they hold the first contact with any shape
  std::span<Vec3d> points = {};          ///< the hit point, on that shape
  std::span<Vec3d> normals = {};         ///< unit, from the shape to the ray; NaN, like the points, without a hit
  std::span<std::uint32_t> parts = {};   ///< for bodies in a world the number of the part; else 0, or `no_shape`
};

/// Outputs for each ray of the plane. Empty spans are not written.
struct RayHits2 {
  std::span<std::uint32_t> shapes = {};  ///< the object that it hits first, or `no_object`
  std::span<Interval> fractions = {};    ///< of the ray's motion; they hold the first contact with any object
  std::span<Vec2d> points = {};          ///< the hit point, on that object
  std::span<Vec2d> normals = {};         ///< unit, from the object to the ray; NaN, like the points, without a hit
};

/// Visibility mask: ray i is tested against shape j only if `masks[i] & groups[j]` is not 0. An empty span stands for
/// all bits set; `groups` has one number for each index of the set, free slots included.
struct RayFilter {
  std::span<const std::uint32_t> masks = {};
  std::span<const std::uint32_t> groups = {};
};

struct RayOptions {
  double tolerance = 0;                   ///< as CastOptions::tolerance
  Touching touching = Touching::overlap;  ///< for `any_hits` and `all_hits`: the meaning of an unproven hit
  RayFilter filter = {};
  Check check = Check::inputs;  ///< rays and options; shapes were checked when they were added
  std::optional<Isa> isa = {};  ///< forces an instruction set that `supported_isas` lists; empty: `default_isa()`
  Executor executor = {};       ///< runs the parts; empty: TBB
  /// As CastOptions::ignore_start_contact, for shapes that move (rays.hpp). Rays hit the shapes that they start
  /// in.
  bool ignore_start_contact = false;
  /// Added to the origin of each ray, as CastOptions::origin, and for `first_contacts` and the like to the shapes of a
  /// view: among the shapes of a ShapeSet and the objects of a World. 0 for a mesh and for the plane.
  Vec3d origin = {};
};

/// The objects that rays hit: a set, a mesh (mesh.hpp), a kept world of space or of the plane (world.hpp).
template <class T>
concept RayObjects = OneOf<T, ShapeSet, TriangleMesh, World, World2>;
template <class T>
using RayHitsOf = std::conditional_t<OfPlane<T>, RayHits2, RayHits>;

/// The first hit of each ray. For each ray, with [l_j, u_j] the interval that `cast_rays` proves for it and shape j
/// (l_j is at least where the ray enters the box around j):
///
///   fractions   [least l_j, least u_j] of all shapes: nothing is hit before its lower end, something by its upper end
///   shape       the one with the least u_j, the lowest index of several; it is surely hit by fractions.upper. Another
///               one may be hit as early if their intervals overlap: within rounding both are first. A ray that
///               starts in several shapes has the lowest index of them
///   no proof    if no hit is proven and some shape is not proven to be missed, the upper end is infinite, and the
///               shape is the one with the least l_j, the lowest index of several
///   a miss      both ends are infinite, and `no_shape`
///
/// With `Check::none` an invalid shape may be hit by any ray from 0 on; an invalid ray has [0, infinity] and the lowest
/// index that its filter lets it see.
///
/// Complexity: O(rays * shapes) box tests, each a few operations of a lane; with at least 512 rays and 512 shapes, the
/// time to build and query a `World` of the shapes instead (rays.hpp; callers that query often should keep one).
/// In addition a closed form or a few measurements, as in `cast_rays`, for each shape whose box the ray enters before
/// the first proven hit.
/// Allocates: memory for the boxes that a tile's rays meet, or with a scratch none; for a set 24 or 80 bytes a shape.
/// Throws, Threads: see top.
///
/// Source of the algorithm: T. Kay, J. Kajiya, "Ray tracing complex scenes", 1986, for boxes and the order of
/// candidates. The bounds are derived in docs/numerics.md, section 14.
///
/// **A kept world** gives, to the last bit, the answers of a set with the same shapes at the same indices, whatever its
/// history; spheres and boxes of a view are the shapes `Sphere` and `Aabb`. In a world of bodies each body is a shape
/// that is all of its parts: l and u of a body are the least of its parts. `out.parts` names the part that is hit: the
/// one of the named body with the least u, or with the least l if no hit is proven, and among several the one with the
/// lowest number. Point and normal are of this part. Complexity: about O(log(objects)) for each ray among objects that
/// are spread in space, and a closed form or a few measurements for each object whose box the ray enters before the
/// first proven hit. The first call after a change updates the nodes that rays traverse, for the blocks of 64 objects
/// that changed: about 0.1 ns for each object if all did. The world keeps 1.6 bytes for each object for them.
///
/// **A mesh** has triangles for shapes; `filter.groups` is for triangles. A triangle is closed: a ray that meets the
/// common edge of two, or a corner, hits, and hits nothing behind them earlier. `unproven` are at most rays along the
/// plane of a triangle, and those that meet triangles without area, as with `cast_rays`. This is many times as fast as
/// `cast_rays`, whose intervals may differ; both hold. Complexity: about O(log(triangles)) for each ray: boxes and
/// triangles in lanes of floats; a closed form in doubles, exact on edges, decides the rest. Source: T. Möller, B.
/// Trumbore, "Fast, minimum storage ray/triangle intersection", 1997; docs/numerics.md, section 15.
template <RayObjects T>
LOCKSTEP_API void first_hits(std::span<const RayOf<T>> rays, const T& objects, const RayHitsOf<T>& out,
                             const RayOptions& options = {});

/// Any hit (occlusion): sets bit i % 64 of hits[i / 64] if ray i hits a shape; mask_words(rays.size()) words. The
/// proofs are the same; a ray ends as soon as one hit is proven. If none is proven and some shape is not proven to be
/// missed, `options.touching` decides. The contract is that of `first_hits`.
template <RayObjects T>
LOCKSTEP_API void any_hits(std::span<const RayOf<T>> rays, const T& objects, std::span<std::uint64_t> hits,
                           const RayOptions& options = {});

/// The hits of one ray: shapes and as many intervals of its motion.
struct HitList {
  std::span<const std::uint32_t> shapes;
  std::span<const Interval> fractions;
};

/// A list of hits for each ray, one after the other.
struct HitLists {
  std::vector<std::size_t> first;     ///< the start of each list in the arrays, and the end of the last one
  std::vector<std::uint32_t> shapes;  ///< the lists
  std::vector<Interval> fractions;    ///< one for each hit

  [[nodiscard]] std::size_t size() const noexcept { return first.empty() ? 0 : first.size() - 1; }
  [[nodiscard]] HitList operator[](std::size_t i) const {
    const std::size_t begin = first[i], count = first[i + 1] - begin;
    return {std::span(shapes).subspan(begin, count), std::span(fractions).subspan(begin, count)};
  }
};

/// All shapes that each ray hits within its length, each once, with the fractions that `first_hits` would give for that
/// shape alone: it is not hit before the lower end, and is hit by the upper one. If neither a hit nor a miss is proven,
/// the upper end is infinite, and `options.touching` decides whether the shape is listed.
///
/// A list is in rising order of lower ends, then of upper ends, then of indices. So a shape that is proven to be hit
/// before another one comes before it; if two intervals overlap, their order proves nothing. Shapes that a ray starts
/// in come first, by index. (The shape that `first_hits` names is the one with the least upper end, which need not lead
/// the list if intervals overlap.) `cast_rays` of the pairs has points and normals.
///
/// Complexity: O(rays * shapes) box tests, or with at least 512 rays and 512 shapes the time to build and query a
/// `World`; and a closed form or a few measurements for each shape whose box the ray meets. A world and a mesh are
/// traversed: O(log(objects) + objects whose boxes it meets) for each ray. A body is listed once.
/// Allocates: the result, and as `first_hits`, with 24 bytes for each hit.
/// Throws, Threads: see top.
template <RayObjects T>
[[nodiscard]] LOCKSTEP_API HitLists all_hits(std::span<const RayOf<T>> rays, const T& objects,
                                             const RayOptions& options = {});

// ---- Shape casts through a world ----
//
// Shape casts (linear and rotational sweeps, time of impact) through a kept world (BVH): the first contact of each
// moving shape, any contact, or all contacts in order.
//
//   lockstep::World level(walls);                         // a ShapeSet or a BodySet, or a view of spheres or boxes
//   lockstep::first_contacts(characters, motions, level, {objects, fractions, {}, normals});
//   if (objects[0] != lockstep::no_object) ...                        // it goes motions[0] * fractions[0].lower
//
// Contract of all functions:
//
// Complexity: about O(log(objects)) for each shape among objects that are spread in space, and one `cast` for each
// object whose box the shape's box meets before the first proven contact: a long motion across a crowd meets the more
// boxes, the larger the shape is.
// Allocates: memory for the boxes that a tile meets; nothing from the second call on with `options.executor.scratch`.
// Throws: `InvalidInput` before anything is written if there is not one motion for each shape, if an output or a filter
// has another length or shares memory with an input or with another output, if the forced instruction set cannot run
// here or, with `Check::inputs`, if a number of a view or of a motion is invalid or the tolerance negative; and
// `std::bad_alloc`.
// Threads: tiles of shapes run in the caller's TBB arena or `options.executor`. Same bits for every thread count,
// instruction set, order of the shapes and history of the world. Thread-safe while no thread changes the world.

/// The shapes that move through a world: spheres, boxes or a set through a `World`; circles or boxes of the plane
/// through a `World2`, which takes 12 bytes for each shape, 24 more for each point and normal that is wanted, and 8
/// for each box.
template <class T>
concept MovingShapes = OneOf<T, SphereView, AabbView, ShapeSet, CircleView, Aabb2View>;

/// The first object of the world that each shape meets when it moves by motions[i], on a straight line and without
/// turning (see below), and when. This is `first_hits` (rays.hpp) with shapes in place of rays. For each shape, let
/// [l_j, u_j] be the interval that `cast` (cast.hpp) proves for it and object j as shapes of sets (l_j is at least
/// where the two boxes meet). Then `out.fractions` are [least l_j, least u_j], and `out.shapes` names the object with
/// the least u_j, the lowest index of several, or `no_object`. Points are on the object, normals from it to the shape,
/// as `cast` gives them at l_j; if the shapes overlap from the start, the normal is the shortest way out. If neither a
/// contact nor a pass is proven, the upper end is infinite, and the object is the one with the least l_j. For a body
/// both ends are the least of its parts; one part is named as for `first_hits` (rays.hpp).
///
/// `options` are those of rays: `filter.masks` has a number for each moving shape, `filter.groups` for each index of
/// the world; `tolerance` and `ignore_start_contact` are those of `cast`: an object that the shape touches or overlaps
/// at the start, and that its motion does not deepen, is ignored. A free slot of a set meets nothing. With
/// `Check::none` a shape or a motion with a NaN or an infinity has [0, infinity] and the lowest index that its filter
/// lets it see.
///
/// Source of the algorithm: as for rays, on the Minkowski sums of boxes: C. Ericson, "Real-Time Collision Detection",
/// 2005, 5.5.
template <MovingShapes T>
LOCKSTEP_API void first_contacts(const T& shapes, std::span<const VectorOf<T>> motions, const WorldOf<T>& world,
                                 const RayHitsOf<T>& out, const RayOptions& options = {});

/// The same for shapes that turn while they move, with the proofs of `cast` (cast.hpp, `Motion`); the world does not
/// turn. If the turn is 0, the answers are those of the straight motion, to the bit. The traversal uses a box that
/// holds the shape throughout its motion: the smaller the angle, the fewer objects are near it.
LOCKSTEP_API void first_contacts(const ShapeSet& shapes, std::span<const Motion> motions, const World& world,
                                 const RayHits& out, const RayOptions& options = {});

/// Any contact: sets bit i % 64 of hits[i / 64] if shape i meets an object; mask_words(motions.size()) words. A shape
/// ends as soon as one contact is proven. If none is proven and some object is not proven to be passed,
/// `options.touching` decides.
template <MovingShapes T>
LOCKSTEP_API void any_contacts(const T& shapes, std::span<const VectorOf<T>> motions, const WorldOf<T>& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});
LOCKSTEP_API void any_contacts(const ShapeSet& shapes, std::span<const Motion> motions, const World& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});

/// All objects that each shape meets on its path, each once, with the interval [l_j, u_j] of its first contact: lists
/// in rising order of lower ends, then of upper ends, then of indices, as `all_hits` of rays (rays.hpp). If neither a
/// contact nor a pass is proven, the upper end is infinite, and `options.touching` decides whether the object is
/// listed. An object that a shape goes through is listed by its entry; objects behind it are listed as well, as if
/// nothing had been in the way. A body is listed once. Allocates 24 bytes for each contact beside the result.
template <MovingShapes T>
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const T& shapes, std::span<const VectorOf<T>> motions,
                                                 const WorldOf<T>& world, const RayOptions& options = {});
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const ShapeSet& shapes, std::span<const Motion> motions,
                                                 const World& world, const RayOptions& options = {});

}  // namespace lockstep
