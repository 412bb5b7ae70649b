// Proximity queries (range queries) of shapes in a kept world (BVH): which objects are within a distance of these
// spheres, bounding boxes or shapes?
//
//   lockstep::World level(shapes);                       // a ShapeSet or a BodySet, or a view of spheres or boxes
//   lockstep::ObjectLists near = lockstep::within(level, characters, 2.5F);     // SphereView, AabbView, ShapeSet
//   for (const std::uint32_t shape : near[i]) ...                      // those that are no farther from character i
#pragma once

#include <lockstep/export.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/views.hpp>
#include <lockstep/world.hpp>

namespace lockstep {

/// For each shape the objects that are no farther than `distance` from it, in rising order, overlapping ones included.
/// These are the lists of `overlapping` (world_overlap.hpp) with that margin: a pair is left out if it is proven to be
/// farther apart, listed if it is proven not to be, and `options.touching` decides what rounding leaves open. (`within`
/// of points and a world of a view leaves nothing open: world.hpp.) For filters, or for a bit per shape, call
/// `overlapping` or `any_overlapping`.
///
/// Complexity: about O(log(objects) + objects whose boxes are near) for each shape.
/// Allocates: the lists, and scratch memory of their size.
/// Throws: `InvalidInput` if the distance or a number of a view is invalid, or the forced instruction set cannot run
/// here; and `std::bad_alloc`.
/// Threads: runs in the caller's TBB arena or `options.executor`. The same for every instruction set, thread count and
/// history of the world. Thread-safe while no thread changes the world.
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World& world, const SphereView& shapes, float distance,
                                              const NearOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World& world, const AabbView& shapes, float distance,
                                              const NearOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World& world, const ShapeSet& shapes, float distance,
                                              const NearOptions& options = {});

}  // namespace lockstep
