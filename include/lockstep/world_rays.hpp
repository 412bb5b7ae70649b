// Many rays against a kept world: what does each hit first, does anything stand in its way, or what is all that it
// hits?
//
//   lockstep::World level(shapes);                         // a ShapeSet or a BodySet, or a view of spheres or boxes
//   lockstep::first_hits(lasers, level, {objects, fractions});        // the answers of first_hits of that set
#pragma once

#include <cstdint>
#include <span>

#include <lockstep/export.hpp>
#include <lockstep/rays.hpp>
#include <lockstep/world.hpp>

namespace lockstep {

/// The answers of `first_hits` of a set of the same shapes, each where its index in the world is, to the last bit, and
/// whatever became of the world before. Spheres and boxes of a view are the shapes `Sphere` and `Aabb`.
///
/// Of a world of bodies each is a shape that is all of its parts: l and u of a body are the least of its parts. Which
/// part is hit is told by `out.parts`: of the parts of the body that is named the one whose u is the least, or l where
/// no hit is proven, and of several the one with the lowest number. Point and normal are of this part.
///
/// About O(log(objects)) for each ray among objects that are spread in space, and a closed form or a few measurements
/// for each object whose box the ray enters before the first hit that is proven. The first call after a change makes
/// the boxes that rays go through, of the blocks of 64 objects that changed, about 0.1 ns for each object if all did,
/// and keeps 1.6 bytes for each. Allocates memory for the boxes that the rays of a tile meet. Throws what
/// `first_hits` of a set throws; several threads may ask at the same time.
LOCKSTEP_API void first_hits(std::span<const Ray> rays, const World& world, const RayHits& out,
                             const RayOptions& options = {});

/// The bits of `any_hits` of such a set.
LOCKSTEP_API void any_hits(std::span<const Ray> rays, const World& world, std::span<std::uint64_t> hits,
                           const RayOptions& options = {});

/// The lists of `all_hits` of such a set; a body is listed once. O(log(objects)) for each ray among objects that are
/// spread in space, and a closed form or a few measurements for each object whose box it meets.
[[nodiscard]] LOCKSTEP_API HitLists all_hits(std::span<const Ray> rays, const World& world,
                                             const RayOptions& options = {});

}  // namespace lockstep
