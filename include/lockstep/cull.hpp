// Frustum culling (visibility): which of these spheres, bounding boxes or convex shapes touch a convex volume, such as
// a camera's view frustum? Exact culling by GJK, or the usual test against the planes.
//
//   auto balls = lockstep::SphereView::of(all_balls, &Ball::position, &Ball::radius);              // views.hpp
//   std::vector<std::uint64_t> visible(lockstep::mask_words(balls.count));
//   std::size_t count = lockstep::cull(camera, balls, visible);
//   std::vector<std::uint32_t> list(count);
//   lockstep::list_indices(visible, list);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <lockstep/bitmask.hpp>
#include <lockstep/executor.hpp>
#include <lockstep/export.hpp>
#include <lockstep/frustum.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/isa.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>
#include <lockstep/volume_set.hpp>

namespace lockstep {

/// `planes` is the usual test: it leaves out each object that a single plane of the volume separates, and keeps all
/// others, so some objects beside the volume's edges and corners stay. `exact` decides the objects that the planes keep
/// by GJK. The cases that float arithmetic leaves open are decided in double: an object closer to a plane than 1e-12 of
/// the largest coordinate is kept, and no other that exact planes would leave out. A hull is outside a plane if its
/// bounding box is. (A plane never answers `touching`: CullOptions::touching changes nothing here.)
enum class CullMethod : std::uint8_t { exact, planes };

struct CullOptions {
  CullMethod method = CullMethod::exact;
  Touching touching = Touching::overlap;  ///< the default never loses an object
  Check check = Check::inputs;            ///< in the same pass over the objects
  std::optional<Isa> isa = {};            ///< forces an instruction set; empty: `default_isa()`
  Executor executor = {};                 ///< runs the parts; empty: TBB
};

/// Sets bit (i % 64) of visible[i / 64] if object i touches the volume, and clears it if not; bits past the last object
/// are cleared. `visible` holds exactly mask_words(count) words. Returns the number of visible objects. With
/// `Touching::overlap` an object is left out only if a direction is proven to separate it from the volume.
///
/// Complexity: O(count), one pass over the objects.
/// Allocates: nothing.
/// Throws: `InvalidInput` before anything is written if `visible` has the wrong length or shares memory with the
/// objects, or if the forced instruction set cannot run here; with `Check::inputs` also if a number is invalid. Numbers
/// are checked in the same pass just before they are culled, so part of `visible` may have been written by then.
/// Threads: tiles of objects run in the caller's TBB arena or `options.executor`. Same bits for every thread count and
/// instruction set. Thread-safe while no thread changes the objects.
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const SphereView& objects, std::span<std::uint64_t> visible,
                              const CullOptions& options = {});
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const AabbView& objects, std::span<std::uint64_t> visible,
                              const CullOptions& options = {});
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const BoxView& objects, std::span<std::uint64_t> visible,
                              const CullOptions& options = {});
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const TransformedBoxView& objects,
                              std::span<std::uint64_t> visible, const CullOptions& options = {});
/// Objects of any kind, which were checked when they were added. The volume may have an infinite far side. The contract
/// is that of `cull` of a view.
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const ShapeSet& objects, std::span<std::uint64_t> visible,
                              const CullOptions& options = {});

/// The number of visible objects alone, as `cull` returns it; writes nothing. The contract is that of `cull`.
[[nodiscard]] LOCKSTEP_API std::size_t cull_count(const ConvexVolume& volume, const SphereView& objects,
                                                  const CullOptions& options = {});
[[nodiscard]] LOCKSTEP_API std::size_t cull_count(const ConvexVolume& volume, const AabbView& objects,
                                                  const CullOptions& options = {});
[[nodiscard]] LOCKSTEP_API std::size_t cull_count(const ConvexVolume& volume, const BoxView& objects,
                                                  const CullOptions& options = {});
[[nodiscard]] LOCKSTEP_API std::size_t cull_count(const ConvexVolume& volume, const TransformedBoxView& objects,
                                                  const CullOptions& options = {});
[[nodiscard]] LOCKSTEP_API std::size_t cull_count(const ConvexVolume& volume, const ShapeSet& objects,
                                                  const CullOptions& options = {});

/// Outputs of culling against many volumes. Empty spans are not written.
struct VisibleSets {
  /// A mask over the objects for each volume, as `cull` against one volume writes it: volumes.size() rows of
  /// mask_words(objects) words. `list_indices` makes an index list of a row.
  std::span<std::uint64_t> by_volume = {};
  /// A mask over the volumes for each object: one row of mask_words(volumes.size()) words for each object.
  std::span<std::uint64_t> by_object = {};
  std::span<std::size_t> counts = {};  ///< the number of objects that each volume sees
};

/// Culls against many volumes in one pass: tiled and clustered lighting, shadow cascades, cube maps. Writes for every v
/// the result of `cull` against volumes[v] alone, and returns the sum of the counts. (With `CullMethod::planes` fewer
/// objects may be kept: those that a plane of a neighbour separates are left out as well.)
///
/// Complexity: one pass over the objects. In a grid each object costs one plane for each column, row and slice, and GJK
/// against the cells whose corners it comes near. In other sets objects outside a bound of several volumes are never
/// tested against them; if bounds keep most objects, the cost is that of one call for each volume.
/// Allocates: scratch memory, up to a few MiB for each thread and 12 bytes for each volume.
/// Throws: as `cull` against one volume; and `std::bad_alloc`, after which the outputs are of no use.
/// Threads: as `cull` against one volume.
LOCKSTEP_API std::size_t cull(const VolumeSet& volumes, const SphereView& objects, const VisibleSets& visible,
                              const CullOptions& options = {});
LOCKSTEP_API std::size_t cull(const VolumeSet& volumes, const AabbView& objects, const VisibleSets& visible,
                              const CullOptions& options = {});
LOCKSTEP_API std::size_t cull(const VolumeSet& volumes, const BoxView& objects, const VisibleSets& visible,
                              const CullOptions& options = {});
LOCKSTEP_API std::size_t cull(const VolumeSet& volumes, const TransformedBoxView& objects, const VisibleSets& visible,
                              const CullOptions& options = {});
LOCKSTEP_API std::size_t cull(const VolumeSet& volumes, const ShapeSet& objects, const VisibleSets& visible,
                              const CullOptions& options = {});

}  // namespace lockstep
