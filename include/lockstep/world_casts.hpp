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
// Allocates: memory for the boxes that the shapes of a tile of 64 meet.
// Throws: `InvalidInput` before anything is written if there is not one motion for each shape, if an output or a filter
// has another length or shares memory with an input or with another output, if the forced instruction set cannot run
// here or, with `Check::inputs`, if a number of a view or of a motion is invalid or the tolerance negative; and
// `std::bad_alloc`.
// Threads: tiles of shapes run in the caller's TBB arena or `options.executor`. Same bits for every thread count,
// instruction set, order of the shapes and history of the world. Thread-safe while no thread changes the world.
#pragma once

#include <cstdint>
#include <span>

#include <lockstep/export.hpp>
#include <lockstep/rays.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>
#include <lockstep/world.hpp>

namespace lockstep {

/// The first object of the world that each shape meets when it moves by motions[i], on a straight line and without
/// turning (see below), and when. This is `first_hits` (rays.hpp) with shapes in place of rays. For each shape, let
/// [l_j, u_j] be the interval that `cast` (cast.hpp) proves for it and object j as shapes of sets (l_j is at least
/// where the two boxes meet). Then `out.fractions` are [least l_j, least u_j], and `out.shapes` names the object with
/// the least u_j, the lowest index of several, or `no_object`. Points are on the object, normals from it to the shape,
/// as `cast` gives them at l_j; if the shapes overlap from the start, the normal is the shortest way out. If neither a
/// contact nor a pass is proven, the upper end is infinite, and the object is the one with the least l_j. For a body
/// both ends are the least of its parts; one part is named as for `first_hits` (world_rays.hpp).
///
/// `options` are those of rays: `filter.masks` has a number for each moving shape, `filter.groups` for each index of
/// the world; `tolerance` and `ignore_start_contact` are those of `cast`: an object that the shape touches or overlaps
/// at the start, and that its motion does not deepen, is ignored. A free slot of a set meets nothing. With
/// `Check::none` a shape or a motion with a NaN or an infinity has [0, infinity] and the lowest index that its filter
/// lets it see.
///
/// Source of the algorithm: as for rays, on the Minkowski sums of boxes: C. Ericson, "Real-Time Collision Detection",
/// 2005, 5.5.
LOCKSTEP_API void first_contacts(const SphereView& shapes, std::span<const Vec3> motions, const World& world,
                                 const RayHits& out, const RayOptions& options = {});
LOCKSTEP_API void first_contacts(const AabbView& shapes, std::span<const Vec3> motions, const World& world,
                                 const RayHits& out, const RayOptions& options = {});
LOCKSTEP_API void first_contacts(const ShapeSet& shapes, std::span<const Vec3> motions, const World& world,
                                 const RayHits& out, const RayOptions& options = {});

/// The same for shapes that turn while they move, with the proofs of `cast` (cast.hpp, `Motion`); the world does not
/// turn. If the turn is 0, the answers are those of the straight motion, to the bit. The traversal uses the box that
/// holds the shape in every orientation.
LOCKSTEP_API void first_contacts(const ShapeSet& shapes, std::span<const Motion> motions, const World& world,
                                 const RayHits& out, const RayOptions& options = {});

/// Any contact: sets bit i % 64 of hits[i / 64] if shape i meets an object; mask_words(motions.size()) words. A shape
/// ends as soon as one contact is proven. If none is proven and some object is not proven to be passed,
/// `options.touching` decides.
LOCKSTEP_API void any_contacts(const SphereView& shapes, std::span<const Vec3> motions, const World& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});
LOCKSTEP_API void any_contacts(const AabbView& shapes, std::span<const Vec3> motions, const World& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});
LOCKSTEP_API void any_contacts(const ShapeSet& shapes, std::span<const Vec3> motions, const World& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});
LOCKSTEP_API void any_contacts(const ShapeSet& shapes, std::span<const Motion> motions, const World& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});

/// All objects that each shape meets on its path, each once, with the interval [l_j, u_j] of its first contact: lists
/// in rising order of lower ends, then of upper ends, then of indices, as `all_hits` of rays (rays.hpp). If neither a
/// contact nor a pass is proven, the upper end is infinite, and `options.touching` decides whether the object is
/// listed. An object that a shape goes through is listed by its entry; objects behind it are listed as well, as if
/// nothing had been in the way. A body is listed once. Allocates 24 bytes for each contact beside the result.
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const SphereView& shapes, std::span<const Vec3> motions,
                                                 const World& world, const RayOptions& options = {});
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const AabbView& shapes, std::span<const Vec3> motions,
                                                 const World& world, const RayOptions& options = {});
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const ShapeSet& shapes, std::span<const Vec3> motions,
                                                 const World& world, const RayOptions& options = {});
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const ShapeSet& shapes, std::span<const Motion> motions,
                                                 const World& world, const RayOptions& options = {});

}  // namespace lockstep
