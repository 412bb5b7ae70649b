// Overlap queries of shapes in a kept world (BVH): which objects do these spheres, bounding boxes or shapes overlap, or
// do they overlap any?
//
//   lockstep::World level(boxes);                                      // or spheres, a ShapeSet or a BodySet
//   lockstep::ObjectLists met = lockstep::overlapping(level, characters);       // SphereView, AabbView, ShapeSet
//   for (const std::uint32_t box : met[i]) ...                         // the boxes that character i overlaps
//   std::vector<std::uint64_t> blocked(lockstep::mask_words(characters.size()));
//   lockstep::any_overlapping(level, characters, blocked);             // does character i overlap any?
//
// Contract of all functions:
//
// Complexity: about O(log(objects) + objects whose boxes are met) for each shape; a few shapes skip sorting and task
// scheduling. With `Check::none` a shape with a NaN or an infinity is `touching` with every object, in O(objects).
// Allocates: the lists; `any_overlapping` nothing.
// Throws: `InvalidInput` if a filter has the wrong length, the margin is invalid, the forced instruction set cannot run
// here or, with `Check::inputs`, a number of a view is invalid; and `std::bad_alloc`.
// Threads: runs in the caller's TBB arena or `options.executor`. The same for every instruction set, thread count and
// history of the world. Thread-safe while no thread changes the world.
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
/// for the two as shapes of a set, with the same proofs, and within `options.margin` as in an `OverlapPass`. A body is
/// listed once if any of its parts would be, as in an `OverlapPass` over bodies. `options.touching` decides pairs
/// without a proof; `options.filter` applies to the shapes, `options.second_filter` to the objects, by index;
/// `options.order` has no effect here. A free slot of a set meets nothing.
///
/// This is for a few shapes and a large world. If all objects move and all are queried, an `OverlapPass` is faster
/// (docs/design.md has figures).
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const World& world, const SphereView& shapes,
                                                   const OverlapOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const World& world, const AabbView& shapes,
                                                   const OverlapOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const World& world, const ShapeSet& shapes,
                                                   const OverlapOptions& options = {});

/// Sets bit i % 64 of any[i / 64] if the list of shape i is not empty; mask_words(shapes) words. A shape ends as soon
/// as one object is proven to overlap it. Throws as well, before anything is written, if `any` has the wrong length or
/// shares memory with the input.
LOCKSTEP_API void any_overlapping(const World& world, const SphereView& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});
LOCKSTEP_API void any_overlapping(const World& world, const AabbView& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});
LOCKSTEP_API void any_overlapping(const World& world, const ShapeSet& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});

}  // namespace lockstep
