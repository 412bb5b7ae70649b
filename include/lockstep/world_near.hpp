// Which objects of a kept world are near these shapes?
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

/// For each shape the objects that are no farther than `distance` from it, in rising order; one that it overlaps is.
/// These are the lists of `overlapping` (world_overlap.hpp) with that margin: a pair is left out if it is proven to be
/// farther apart, listed if it is proven not to be, and where rounding tells neither, `options.touching` decides. (Of
/// points and a world of a view `within` needs no such word: world.hpp.) For filters, or whether there is any, ask
/// `overlapping`.
///
/// About O(log(objects) + objects whose boxes are near) for each shape. The same for every instruction set, number of
/// threads and history of the world. Throws `InvalidInput` if the distance or a number of a view is bad, or the forced
/// instruction set cannot run here; and `std::bad_alloc`.
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World& world, const SphereView& shapes, float distance,
                                              const NearOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World& world, const AabbView& shapes, float distance,
                                              const NearOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World& world, const ShapeSet& shapes, float distance,
                                              const NearOptions& options = {});

}  // namespace lockstep
