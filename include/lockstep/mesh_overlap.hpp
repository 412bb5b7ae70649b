// Overlap tests of convex shapes against a triangle mesh (BVH): which triangles do these spheres, bounding boxes or
// shapes overlap?
//
//   lockstep::TriangleMesh level(vertices, indices);
//   lockstep::ObjectLists met = lockstep::overlapping(level, characters);     // SphereView, AabbView, ShapeSet
//   for (const std::uint32_t triangle : met[i]) ...                           // that character i overlaps
//   std::vector<std::uint64_t> blocked(lockstep::mask_words(characters.size()));
//   lockstep::any_overlapping(level, characters, blocked);                    // does character i overlap any?
//
// Contract of all functions:
//
// Complexity: about O(log(triangles) + triangles near it) for each shape. With `Check::none` a shape or a triangle with
// a NaN or an infinity is `touching` with every other, in O(triangles) or O(shapes).
// Allocates: the lists; `any_overlapping` nothing.
// Throws: `InvalidInput` if a filter has the wrong length, the margin is invalid, the forced instruction set cannot run
// here or, with `Check::inputs`, a number of a view is invalid; and `std::bad_alloc`.
// Threads: parts run in the caller's TBB arena or `options.executor`. The same for every instruction set and thread
// count. Thread-safe.
#pragma once

#include <cstdint>
#include <span>

#include <lockstep/export.hpp>
#include <lockstep/overlap.hpp>
#include <lockstep/triangle_mesh.hpp>
#include <lockstep/world.hpp>

namespace lockstep {

/// For each shape, the triangles of the mesh that it overlaps, in rising order: by the verdict that `intersect` gives
/// for the two, with the same proofs, and within `options.margin` as in an `OverlapPass`. A triangle has no inside: a
/// shape behind a closed surface overlaps no triangle. `options.touching` decides pairs without a proof;
/// `options.filter` applies to the shapes, `options.second_filter` to the triangles, by index; `options.order` has no
/// effect here. A free slot of a set meets nothing.
///
/// Source of the algorithm: the axis of a triangle's normal among those of S. Gottschalk, M. Lin, D. Manocha,
/// "OBBTree", 1996, before `intersect` searches for a separating axis.
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const TriangleMesh& mesh, const SphereView& shapes,
                                                   const OverlapOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const TriangleMesh& mesh, const AabbView& shapes,
                                                   const OverlapOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const TriangleMesh& mesh, const ShapeSet& shapes,
                                                   const OverlapOptions& options = {});

/// Sets bit i % 64 of any[i / 64] if the list of shape i is not empty; mask_words(shapes) words. The search for a shape
/// ends once a triangle is proven to overlap it. Throws as well, before anything is written, if `any` has the wrong
/// length or shares memory with the input.
LOCKSTEP_API void any_overlapping(const TriangleMesh& mesh, const SphereView& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});
LOCKSTEP_API void any_overlapping(const TriangleMesh& mesh, const AabbView& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});
LOCKSTEP_API void any_overlapping(const TriangleMesh& mesh, const ShapeSet& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});

}  // namespace lockstep
