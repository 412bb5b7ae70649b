// Which triangles of a mesh do these shapes overlap?
//
//   lockstep::TriangleMesh level(vertices, indices);
//   lockstep::ObjectLists met = lockstep::overlapping(level, characters);     // SphereView, AabbView, ShapeSet
//   for (const std::uint32_t triangle : met[i]) ...                           // that character i overlaps
//   std::vector<std::uint64_t> blocked(lockstep::mask_words(characters.size()));
//   lockstep::any_overlapping(level, characters, blocked);                    // does character i overlap any?
#pragma once

#include <cstdint>
#include <span>

#include <lockstep/export.hpp>
#include <lockstep/overlap.hpp>
#include <lockstep/triangle_mesh.hpp>
#include <lockstep/world.hpp>

namespace lockstep {

/// For each shape, the triangles of the mesh that it overlaps, in rising order: by the verdict that `intersect` gives
/// for the two, with the same proofs, and within `options.margin` as an `OverlapPass` has it. A triangle has no inside:
/// what lies behind a closed surface overlaps none. `options.touching` says what a pair counts as of which nothing is
/// proven; `options.filter` is that of the shapes, `options.second_filter` of the triangles, by index; `options.order`
/// says nothing here. The same for every instruction set and number of threads.
///
/// About O(log(triangles) + triangles near it) for each shape. A hole of a set meets nothing. A shape or a triangle
/// with a NaN or an infinity (Check::none) is `touching` with every other, in O(triangles) or O(shapes).
///
/// Throws `InvalidInput` if a filter has the wrong length, the margin is bad, the forced instruction set cannot run
/// here or, with `Check::inputs`, a number of a view is bad; and `std::bad_alloc`. Several threads may ask at once.
///
/// Source of the algorithm: the axis of a triangle's normal among those of S. Gottschalk, M. Lin, D. Manocha,
/// "OBBTree", 1996, before the search for a separating axis that `intersect` is.
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const TriangleMesh& mesh, const SphereView& shapes,
                                                   const OverlapOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const TriangleMesh& mesh, const AabbView& shapes,
                                                   const OverlapOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const TriangleMesh& mesh, const ShapeSet& shapes,
                                                   const OverlapOptions& options = {});

/// Bit i % 64 of any[i / 64]: the list of shape i is not empty; mask_words(shapes) words. The search for a shape ends
/// once some of the triangles near it were asked about and one is proven to overlap it. Allocates nothing. Throws as
/// well, before anything is written, if `any` has the wrong length or shares memory with the input.
LOCKSTEP_API void any_overlapping(const TriangleMesh& mesh, const SphereView& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});
LOCKSTEP_API void any_overlapping(const TriangleMesh& mesh, const AabbView& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});
LOCKSTEP_API void any_overlapping(const TriangleMesh& mesh, const ShapeSet& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});

}  // namespace lockstep
