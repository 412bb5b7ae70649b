// Which objects of a kept world do these shapes overlap?
//
//   lockstep::World level(boxes);                                      // or spheres, a ShapeSet or a BodySet
//   lockstep::ObjectLists met = lockstep::overlapping(level, characters);       // SphereView, AabbView, ShapeSet
//   for (const std::uint32_t box : met[i]) ...                         // the boxes that character i overlaps
//   std::vector<std::uint64_t> blocked(lockstep::mask_words(characters.size()));
//   lockstep::any_overlapping(level, characters, blocked);             // does character i overlap any?
#pragma once

#include <cstdint>
#include <span>

#include <lockstep/export.hpp>
#include <lockstep/overlap.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/views.hpp>
#include <lockstep/world.hpp>

namespace lockstep {

/// For each shape, the objects of the world that it overlaps, in rising order: by the verdict that `intersect` gives
/// for the two as shapes of a set, with the same proofs, and within `options.margin` as an `OverlapPass` has it.
/// A body is listed once if any of its parts would be, as an `OverlapPass` over bodies has it. `options.touching` says
/// what a pair counts as of which nothing is proven; `options.filter` is that of the shapes, `options.second_filter` of
/// the objects, by index; `options.order` says nothing here. The same for every instruction set, number of threads and
/// history of the world.
///
/// About O(log(objects) + objects whose boxes are met) for each shape; few shapes are asked about without a task and
/// without an order being made of them. A hole of a set meets nothing. A shape with a NaN or an infinity (Check::none)
/// is `touching` with every object, in O(objects).
///
/// This is for a few shapes and a large world: where all objects move and all are asked about, an `OverlapPass` is
/// faster (docs/design.md has figures).
///
/// Throws `InvalidInput` if a filter has the wrong length, the margin is bad, the forced instruction set cannot run
/// here or, with `Check::inputs`, a number of a view is bad; and `std::bad_alloc`.
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const World& world, const SphereView& shapes,
                                                   const OverlapOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const World& world, const AabbView& shapes,
                                                   const OverlapOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const World& world, const ShapeSet& shapes,
                                                   const OverlapOptions& options = {});

/// Bit i % 64 of any[i / 64]: the list of shape i is not empty; mask_words(shapes) words. A shape is left as soon as
/// one object is proven to overlap it. Allocates nothing. Throws as well, before anything is written, if `any` has the
/// wrong length or shares memory with the input.
LOCKSTEP_API void any_overlapping(const World& world, const SphereView& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});
LOCKSTEP_API void any_overlapping(const World& world, const AabbView& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});
LOCKSTEP_API void any_overlapping(const World& world, const ShapeSet& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});

}  // namespace lockstep
