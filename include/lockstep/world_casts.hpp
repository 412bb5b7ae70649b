// Shapes that move through a kept world: what does each meet first, or is its way free?
//
//   lockstep::World level(walls);                         // a ShapeSet or a BodySet, or a view of spheres or boxes
//   lockstep::first_contacts(characters, motions, level, {objects, fractions, {}, normals});
//   if (objects[0] != lockstep::no_object) ...                        // it goes motions[0] * fractions[0].lower
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

/// Which object of the world does each shape meet first that moves by motions[i], on a straight line and without
/// turning (see below), and when? This is `first_hits` (rays.hpp) of shapes in the place of rays: for each, with [l_j,
/// u_j] the interval that `cast` (cast.hpp) proves of it and object j as shapes of sets (l_j is at least where the
/// boxes around both meet), `out.fractions` are [least l_j, least u_j], and `out.shapes` names the object whose u_j is
/// the least, the lowest index of several, or `no_object`. Points are on the object, normals from it to the shape, as
/// `cast` has them at l_j: of shapes that overlap from the start, the shortest way out. Where no contact is proven and
/// neither is a pass, the upper end is infinite, and the object is the one whose l_j is the least. Of a body both are
/// the least of its parts, one of which is named as for `first_hits` (world_rays.hpp).
///
/// `options` are those of rays: `filter.masks` has a number for each shape that moves, `filter.groups` for each index
/// of the world; `tolerance` and `ignore_start_contact` are those of `cast`: an object that the shape touches or
/// overlaps at the start, and that its motion brings it no deeper into, is not met, and others are. A hole of a set
/// meets nothing. A shape or a motion with a NaN or an infinity (Check::none) has [0, infinity] and the lowest index
/// that it sees. The same bits for every thread count, instruction set, order of the shapes and history of the world.
///
/// About O(log(objects)) for each shape among objects that are spread in space, and what `cast` costs for each object
/// whose box that of the shape meets on its way before the first contact that is proven: a long way across a crowd
/// meets the more boxes, the larger the shape is. Allocates memory for the boxes that the shapes of a tile of 64 meet.
/// Several threads may ask at the same time.
///
/// Throws `InvalidInput` before anything is written if there is not one motion for each shape, if an output or a filter
/// has another length or shares memory with what is read or with another output, if the forced instruction set cannot
/// run here or, with `Check::inputs`, if a number of a view or of a motion is bad or the tolerance negative; and
/// `std::bad_alloc`.
///
/// Source of the algorithm: as for rays, of the boxes' Minkowski sums: C. Ericson, "Real-Time Collision Detection",
/// 2005, 5.5.
LOCKSTEP_API void first_contacts(const SphereView& shapes, std::span<const Vec3> motions, const World& world,
                                 const RayHits& out, const RayOptions& options = {});
LOCKSTEP_API void first_contacts(const AabbView& shapes, std::span<const Vec3> motions, const World& world,
                                 const RayHits& out, const RayOptions& options = {});
LOCKSTEP_API void first_contacts(const ShapeSet& shapes, std::span<const Vec3> motions, const World& world,
                                 const RayHits& out, const RayOptions& options = {});

/// The same of shapes that turn while they move, by what `cast` proves of them (cast.hpp, `Motion`): nothing of the
/// world turns. Where the turn is 0, the answers are those of the way alone, to the bit. It looks at all that the box
/// meets on its way which holds the shape however it turns.
LOCKSTEP_API void first_contacts(const ShapeSet& shapes, std::span<const Motion> motions, const World& world,
                                 const RayHits& out, const RayOptions& options = {});

/// Does it meet anything? Bit i % 64 of hits[i / 64]: shape i does; mask_words(motions.size()) words. A shape is left
/// as soon as one contact is proven. Where none is proven and some object is not proven to be passed,
/// `options.touching` decides.
LOCKSTEP_API void any_contacts(const SphereView& shapes, std::span<const Vec3> motions, const World& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});
LOCKSTEP_API void any_contacts(const AabbView& shapes, std::span<const Vec3> motions, const World& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});
LOCKSTEP_API void any_contacts(const ShapeSet& shapes, std::span<const Vec3> motions, const World& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});
LOCKSTEP_API void any_contacts(const ShapeSet& shapes, std::span<const Motion> motions, const World& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});

/// All objects that each shape meets on its way, each once, with the interval [l_j, u_j] of when it first does: lists
/// in rising order of lower ends, then of upper ends, then of indices, as `all_hits` of rays has them (rays.hpp). Where
/// no contact is proven and neither is a pass, the upper end is infinite, and `options.touching` says whether the
/// object is listed. Of an object that a shape goes through, the list tells when it enters; what stands behind is
/// listed as well, as if nothing had been in the way. A body is listed once. Allocates 24 bytes for each contact more
/// than it returns; throws what `first_contacts` throws.
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const SphereView& shapes, std::span<const Vec3> motions,
                                                 const World& world, const RayOptions& options = {});
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const AabbView& shapes, std::span<const Vec3> motions,
                                                 const World& world, const RayOptions& options = {});
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const ShapeSet& shapes, std::span<const Vec3> motions,
                                                 const World& world, const RayOptions& options = {});
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const ShapeSet& shapes, std::span<const Motion> motions,
                                                 const World& world, const RayOptions& options = {});

}  // namespace lockstep
