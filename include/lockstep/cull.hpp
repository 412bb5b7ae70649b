// Frustum culling (visibility): which of these spheres, bounding boxes or convex shapes touch a convex volume, such as
// a camera's view frustum? Exact culling by GJK, or the usual test against the planes.
//
//   auto balls = lockstep::SphereView::of(all_balls, &Ball::position, &Ball::radius);              // views.hpp
//   std::vector<std::uint64_t> visible(lockstep::mask_words(balls.count));
//   lockstep::cull(camera, balls, visible);                                  // a bit for each ball
//   std::vector<std::uint32_t> list(balls.count);
//   list.resize(lockstep::cull(camera, balls, list));                        // the indices of the visible ones
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <lockstep/config.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>
#include <lockstep/volumes.hpp>

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

/// The objects that `cull` takes: arrays that the caller owns, a set, or a kept world. Placed views give the answers of
/// the same shapes in a set (`ShapeSet::place`), mostly faster; for many volumes each call copies them to one.
template <class T>
concept CullObjects = OneOf<T, SphereView, AabbView, BoxView, TransformedBoxView, PlacedView<SphereView>,
                            PlacedView<AabbView>, PlacedView<BoxView>, ShapeSet, World>;

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
///
/// The shapes of a set were checked when they were added, and `check` has no effect. In a kept world boxes alone decide
/// the blocks whose objects are all visible or all invisible. In a world of shapes or bodies the boxes around shapes
/// and parts decide all that they can, and the kernels of the set the rest. There the call takes O(objects on the
/// volume's border), and a scattered write for the bit of each visible object; it takes a bit for each object.
template <CullObjects T>
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const T& objects, std::span<std::uint64_t> visible,
                              const CullOptions& options = {});

/// Writes the indices of the visible objects in rising order, and returns their number. If `indices` is too short for
/// all, nothing is written, as by `list_indices`: a list without its last objects looks like a whole one. With room for
/// `count` indices the list always fits. The contract is that of `cull` with a mask, except:
///
/// Allocates: a bit for each object; nothing from the second call on with `options.executor.scratch`.
/// Throws: nothing is written to `indices` before all numbers have been checked; `InvalidInput` if there are more than
/// 2^32 objects, the most that an index can name; `std::bad_alloc`.
template <CullObjects T>
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const T& objects, std::span<std::uint32_t> indices,
                              const CullOptions& options = {});

/// The number of visible objects alone, as `cull` returns it; writes nothing. The contract is that of `cull`.
template <CullObjects T>
[[nodiscard]] LOCKSTEP_API std::size_t cull_count(const ConvexVolume& volume, const T& objects,
                                                  const CullOptions& options = {});

/// Culls a world in its own order, which is faster: bit p is that of object order()[p], of mask_words(order().size())
/// words. Bodies may stand at several positions: all their bits are set or none, each body is counted once, and this is
/// no faster than `cull`. Allocates nothing, for bodies as `cull`.
LOCKSTEP_API std::size_t cull_in_order(const ConvexVolume& volume, const World& world, std::span<std::uint64_t> visible,
                                       const CullOptions& options = {});

/// Outputs of culling against many volumes. Empty spans are not written.
///
///   std::vector<std::size_t> first(clusters.size() + 1);
///   std::size_t count = lockstep::cull(clusters, lights, {.first = first, .indices = list});
///   if (count > list.size()) {
///     list.resize(count);                          // nothing was written to it: the lists grew since the last frame
///     lockstep::cull(clusters, lights, {.first = first, .indices = list});
///   }
///   // the lights of cluster c: list[first[c]] .. list[first[c + 1] - 1]
struct VisibleSets {
  /// A mask over the objects for each volume, as `cull` against one volume writes it: volumes.size() rows of
  /// mask_words(objects) words.
  std::span<std::uint64_t> by_volume = {};
  /// A mask over the volumes for each object: one row of mask_words(volumes.size()) words for each object.
  std::span<std::uint64_t> by_object = {};
  std::span<std::size_t> counts = {};  ///< the number of objects that each volume sees
  /// Where the list of each volume begins in `indices`: volumes.size() + 1 offsets. The last one is the sum of the
  /// counts.
  std::span<std::size_t> first = {};
  /// The indices of the objects that each volume sees, in rising order, volume after volume. Needs room for the sum of
  /// the counts, which `cull` returns; more is legal. If there is less, nothing is written to it, but to all other
  /// outputs.
  std::span<std::uint32_t> indices = {};
};

/// Culls against many volumes in one pass: tiled and clustered lighting, shadow cascades, cube maps. Writes for every v
/// the result of `cull` against volumes[v] alone, and returns the sum of the counts. (With `CullMethod::planes` fewer
/// objects may be kept: those that a plane of a neighbour separates are left out as well.)
///
/// Complexity: one pass over the objects. In a grid each object costs one plane for each column, row and slice, and GJK
/// against the cells whose corners it comes near. In other sets objects outside a bound of several volumes are never
/// tested against them; if bounds keep most objects, the cost is that of one call for each volume.
/// Allocates: nothing from the second call on with `options.executor.scratch`. It takes up to a few MiB for each thread
/// and 12 bytes for each volume; with `indices` and without `by_volume` also up to 16 bytes for each index and for each
/// volume, and a bit for each object and thread: no mask for each volume.
/// Throws: as `cull` against one volume; `InvalidInput` if `indices` is wanted of more than 2^32 objects; and
/// `std::bad_alloc`, after which the outputs are of no use.
/// Threads: as `cull` against one volume.
///
/// **A kept world**: writes the outputs for its objects, by their indices. Each volume sees the objects that it sees
/// alone. This also holds for `CullMethod::planes`, except in a grid, where an object that a plane of a neighbour
/// separates is left out of a cell, as in a call for a view. (For sets that are not a grid a call for a view may leave
/// out more, depending on the order in memory; a world depends on nothing of that kind.)
///
/// Complexity: each volume traverses the tree, in O(objects / 16384) and the objects on its border; neighbouring
/// volumes share the objects that a bound of them keeps, if those are few. In a grid the whole view is traversed once,
/// and its objects are assigned to the cells, unless cells see hundreds of objects each. Each object that a volume sees
/// costs O(1).
/// Allocates: as a call for a view. It takes 50 KiB for each thread and 24 bytes for each 16384 objects; in a grid a
/// bit for each object and the memory of the call for a view; with bodies a bit for each and thread, and in a grid 8
/// bytes for each part that a cell sees.
/// Threads: volumes run side by side: one thread for each volume, and in a grid one for each 65536 objects, can be
/// used. The same bits for every thread count, instruction set and history.
template <CullObjects T>
LOCKSTEP_API std::size_t cull(const VolumeSet& volumes, const T& objects, const VisibleSets& visible,
                              const CullOptions& options = {});

/// Writes the indices of the set bits in rising order and returns their number. If `indices` is too small, writes
/// nothing and returns the size that is needed.
///
/// Complexity: O(words + indices).
/// Allocates: nothing.
/// Throws: `InvalidInput` before anything is written if `mask` has more than 2^32 bits, the most that an index can
/// name, or shares memory with `indices`.
/// Threads: runs in the caller's thread.
LOCKSTEP_API std::size_t list_indices(std::span<const std::uint64_t> mask, std::span<std::uint32_t> indices);

}  // namespace lockstep
