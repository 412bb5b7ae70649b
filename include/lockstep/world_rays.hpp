// Ray casts of many rays against a kept world (wide BVH, wavefront traversal): first hit (closest hit), any hit (shadow
// ray, line of sight, occlusion test), or all hits in order.
//
//   lockstep::World level(shapes);                         // a ShapeSet or a BodySet, or a view of spheres or boxes
//   lockstep::first_hits(lasers, level, {objects, fractions});        // the answers of first_hits of that set
//
// Contract of all functions:
//
// Complexity: about O(log(objects)) for each ray among objects that are spread in space, and a closed form or a few
// measurements for each object whose box the ray enters before the first proven hit (`all_hits`: each box that it
// meets). The first call after a change updates the nodes that rays traverse, for the blocks of 64 objects that
// changed: about 0.1 ns for each object if all did.
// Allocates: memory for the boxes that the rays of a tile meet; the world keeps 1.6 bytes for each object.
// Throws: as the function of the same name for a set (rays.hpp).
// Threads: as there; several threads may query a world at the same time.
#pragma once

#include <cstdint>
#include <span>

#include <lockstep/export.hpp>
#include <lockstep/rays.hpp>
#include <lockstep/world.hpp>

namespace lockstep {

/// The first hit of each ray: to the last bit the answers of `first_hits` of a set with the same shapes at the same
/// indices, whatever the history of the world. Spheres and boxes of a view are the shapes `Sphere` and `Aabb`.
///
/// In a world of bodies each body is a shape that is all of its parts: l and u of a body are the least of its parts.
/// `out.parts` names the part that is hit: the one of the named body with the least u, or with the least l if no hit is
/// proven, and among several the one with the lowest number. Point and normal are of this part.
LOCKSTEP_API void first_hits(std::span<const Ray> rays, const World& world, const RayHits& out,
                             const RayOptions& options = {});

/// Any hit (occlusion): the bits of `any_hits` of such a set.
LOCKSTEP_API void any_hits(std::span<const Ray> rays, const World& world, std::span<std::uint64_t> hits,
                           const RayOptions& options = {});

/// All hits in order: the lists of `all_hits` of such a set; a body is listed once.
[[nodiscard]] LOCKSTEP_API HitLists all_hits(std::span<const Ray> rays, const World& world,
                                             const RayOptions& options = {});

}  // namespace lockstep
