// Culling: which of these objects touch a convex volume?
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

/// `exact` settles what the planes keep by GJK. `planes` is the usual test: it leaves out what a single plane of the
/// volume separates, and keeps all else, so some objects beside the volume's edges and corners stay. What float
/// arithmetic cannot tell is decided in double: an object is kept that is closer to a plane than 1e-12 of the largest
/// coordinate, and no other that exact planes would leave out. A hull is outside a plane if its bounding box is.
/// (`touching` is no answer of a plane: CullOptions::touching changes nothing here.)
enum class CullMethod : std::uint8_t { exact, planes };

struct CullOptions {
  CullMethod method = CullMethod::exact;
  Touching touching = Touching::overlap;  ///< the default never loses an object
  Check check = Check::inputs;            ///< in the same pass over the objects
  std::optional<Isa> isa = {};            ///< forces an instruction set; empty: `default_isa()`
  Executor executor = {};                 ///< who runs the parts; empty: TBB
};

/// Sets bit (i % 64) of visible[i / 64] if object i touches the volume, and clears it if not; bits past the last object
/// are cleared. Returns how many objects are visible.
///
/// `visible` holds exactly mask_words(count) words. O(count), one pass over the objects. Allocates nothing. Runs tiles
/// of objects in the caller's TBB arena; the result is the same bits for every thread count and instruction set.
///
/// With `Touching::overlap` an object is left out only if a direction is proven to separate it from the volume. Throws
/// `InvalidInput` before anything is written if `visible` has the wrong length or shares memory with the objects or if
/// the forced instruction set cannot run here; and, with `Check::inputs`, if a number is bad. Objects are looked at
/// just before they are culled, which saves reading them twice: some of `visible` may have been written by then.
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const SphereView& objects, std::span<std::uint64_t> visible,
                              const CullOptions& options = {});
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const AabbView& objects, std::span<std::uint64_t> visible,
                              const CullOptions& options = {});
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const BoxView& objects, std::span<std::uint64_t> visible,
                              const CullOptions& options = {});
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const TransformedBoxView& objects,
                              std::span<std::uint64_t> visible, const CullOptions& options = {});
/// Objects of any kind. They were checked when they were added. A volume with an infinite far side in `volume` is fine.
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const ShapeSet& objects, std::span<std::uint64_t> visible,
                              const CullOptions& options = {});

/// The number alone, as `cull` would return it; nothing is written.
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

/// What culling against many volumes writes: each of these, or none if it is empty.
struct VisibleSets {
  /// A mask over the objects, as `cull` against one volume writes it, for each volume: volumes.size() rows of
  /// mask_words(objects) words. `list_indices` makes an index list of a row.
  std::span<std::uint64_t> by_volume = {};
  /// A mask over the volumes for each object: objects rows of mask_words(volumes.size()) words.
  std::span<std::uint64_t> by_object = {};
  std::span<std::size_t> counts = {};  ///< how many objects each volume sees
};

/// Which objects touch which volumes? Sets what `cull` against volumes[v] alone would, for every v, and returns the sum
/// of the counts. (By `CullMethod::planes` less may be kept: what a plane of a neighbour separates is left out as
/// well.)
///
/// One pass over the objects. In a grid an object costs one plane per column, row and slice, and GJK against the parts
/// whose corners it comes near; elsewhere what a bound of several volumes leaves out is never held against them, and
/// where bounds keep most, it costs what a call for each volume does. Allocates scratch memory, up to a few MiB for
/// each thread and 12 bytes for each volume. Runs parts of the objects in the caller's TBB arena; the result is the
/// same bits for every thread count and instruction set. Throws as `cull` against one volume does; should memory run
/// out on the way, what was written is of no use.
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
