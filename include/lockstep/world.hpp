// A kept world: objects that are sorted once, move a little, and are asked about many times.
//
//   lockstep::World world(balls);                                     // a SphereView or an AabbView; it keeps a copy
//   std::vector<std::uint64_t> visible(lockstep::mask_words(world.size()));
//   lockstep::cull(camera, world, visible);                           // looks at what lies on the camera's border
//   lockstep::cull(cameras, world, {.by_volume = rows});              // the same for a VolumeSet
//   world.move(balls);                                                // the next frame: the same objects elsewhere
//   std::vector<std::uint32_t> nearest(8 * agents.size());
//   lockstep::nearest(world, agents, 8, {nearest});                   // the eight balls that are nearest to each agent
//   auto near = lockstep::within(world, agents, 2.5F);                // those that are no farther: near[i] is a span
//   world.remove(gone);                                               // indices, which are holes now
//   std::vector<std::uint32_t> came = world.add(more);                // the holes first, then new indices at the end
//   lockstep::World machines(bodies);                                 // or a BodySet: asked about bodies, not parts
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <lockstep/body_set.hpp>
#include <lockstep/cull.hpp>
#include <lockstep/executor.hpp>
#include <lockstep/export.hpp>
#include <lockstep/frustum.hpp>
#include <lockstep/interval.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/isa.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>

namespace lockstep {

/// What stands in the place of an object where there is none.
inline constexpr std::uint32_t no_object = 0xffffffffU;

/// How a world is built and moved.
struct WorldOptions {
  std::optional<Isa> isa = {};  ///< forces an instruction set; empty: `default_isa()`
  Executor executor = {};       ///< who runs the parts; empty: TBB
};

/// An object of a world, and which of those that had its index one after the other: an index is given out again once
/// its object was removed, a handle is not (until 2^32 objects have had the index).
struct ObjectHandle {
  std::uint32_t index = no_object;
  std::uint32_t generation = 0;

  friend bool operator==(const ObjectHandle&, const ObjectHandle&) = default;
};

/// Spheres or axis-aligned boxes, copied from a view, the shapes of a set, or bodies of several parts, in blocks of 64
/// that lie together in space, with boxes around the blocks and around sixteen boxes each. An object is called by its
/// index in the view or in the set. It keeps that until it is removed, whatever becomes of others, so that arrays of
/// the caller's can run beside the world.
///
/// Of bodies the blocks hold the parts, and answers are those of a world of the set's `parts()`, put together: a body
/// is seen, overlaps or is hit if any of its parts is, once however many are; its distance is from the least lower end
/// of its parts to the least upper end, as `distance` (body_queries.hpp) has it, and so are the fractions of what hits
/// it. Indices, sizes, holes, handles, masks and filters are of bodies. Where they are asked about, "objects" in what a
/// call costs are parts.
///
/// Objects that were removed leave holes, as in a `ShapeSet`: nothing finds them, their bits are 0, and `add` gives
/// their indices out again, those of the last ones before all others: the same calls give the same indices.
///
/// Answers depend on the objects as they are now, not on how they came there: a world that has a history answers as one
/// that is built anew. (Its own order, `order()`, may differ.) Every number is looked at when it is copied; a bad one
/// throws `InvalidInput` that names it and leaves the world as it was.
///
/// Where a quarter of the blocks have grown by a quarter since their objects were sorted, or there are a quarter more
/// of them than it takes, `move`, `add` and `remove` sort some objects in each call until all are in order again, so
/// that no call waits for all: one that moves all objects takes somewhat longer, of others the last as long as that.
///
/// What is refused is refused before anything changes. Where memory runs out while a world is changed, or an executor
/// breaks its word, the world is as it was or without objects: all have been removed, and of a world of shapes or
/// bodies its set is empty.
///
/// Several threads may ask one world at the same time. Who builds, changes or assigns to it, does so while nobody asks.
/// It takes 12 bytes for each object beside its numbers, of which there are 4 or 6 floats, and once objects were
/// removed 4 bytes more for each index. While it is being sorted it takes 41 bytes more, and maybe what its numbers
/// take. Of shapes and parts it has boxes, and of bodies 4 bytes more for each part.
class LOCKSTEP_API World {
 public:
  World();  ///< without objects
  /// O(objects log objects). Throws `InvalidInput` if there are 2^32 - 1 objects or more as well.
  explicit World(const SphereView& objects, const WorldOptions& options = {});
  explicit World(const AabbView& objects, const WorldOptions& options = {});
  /// Keeps the set, whose holes are holes of the world. (What is no shape, added unchecked, is looked at by each ray.)
  explicit World(ShapeSet shapes, const WorldOptions& options = {});
  /// Keeps the bodies, which are the objects: it is asked about bodies by their indices, and sorts their parts.
  /// O(parts log parts), of which there may be 2^32 - 2.
  explicit World(BodySet bodies, const WorldOptions& options = {});
  ~World();
  World(const World&);
  World(World&&) noexcept;  ///< leaves a world that can only be destroyed or assigned to
  World& operator=(const World&);
  World& operator=(World&&) noexcept;

  /// One more than the largest index, holes included: what masks and arrays with an element for each object are as
  /// long as.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] std::size_t holes() const noexcept;
  /// The set of a world of shapes. Throws `InvalidInput` if the world was made of a view.
  [[nodiscard]] const ShapeSet& shapes() const;
  /// The same of a world of bodies.
  [[nodiscard]] const BodySet& bodies() const;
  /// Whether there is such an object: the index is in range, and no hole.
  [[nodiscard]] bool contains(std::uint32_t index) const noexcept;
  /// The world's own order, in which neighbours in space follow each other, first the small and then the large objects:
  /// the index of each position's object. Where objects were added or removed, positions may be left, in which
  /// `no_object` stands. It stays until the world is changed. A body stands there once for each of its parts.
  [[nodiscard]] std::span<const std::uint32_t> order() const noexcept;
  /// A set of shapes or of bodies is not counted.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  /// New numbers for all objects: objects[i] is that of index i; what stands at holes is not looked at. O(objects).
  /// Throws `InvalidInput` if there are not as many as `size()`, or they are of the other kind.
  void move(const SphereView& objects, const WorldOptions& options = {});
  void move(const AabbView& objects, const WorldOptions& options = {});
  /// The same with a set, which takes the place of the one that the world keeps. Shapes may be of other kinds. If other
  /// indices are holes, all is sorted anew.
  void move(ShapeSet shapes, const WorldOptions& options = {});
  /// The same with bodies, each of which may have other parts. If these are other shapes of `parts()`, all is sorted
  /// anew.
  void move(BodySet bodies, const WorldOptions& options = {});

  /// Changes the set that a world of shapes keeps: `change` is called once with it, and may add, set and remove shapes,
  /// and add meshes; the world follows by what was changed, and sorts by and by, as `add`, `move` and `remove` do.
  /// O(changes * log(objects)) beside what the set takes; where there are changes of more than a quarter of the
  /// objects, as long as to move all, or if some came or went, as to build the world. A set that is cleared, or
  /// assigned to, has none of its objects left, and the world is built anew. If `change` throws, what it changed by
  /// then stays changed, and that is thrown. It must not ask the world, nor keep the set, nor move from it. Throws
  /// `InvalidInput` before it is called if the world is not one of shapes or `change` is empty.
  ///
  ///     world.change_shapes([&](lockstep::ShapeSet& shapes) { shapes.set(door, opened); });
  void change_shapes(const std::function<void(ShapeSet&)>& change, const WorldOptions& options = {});
  /// The same of bodies: moved ones, in O(parts), are what a world of machines has in every frame.
  void change_bodies(const std::function<void(BodySet&)>& change, const WorldOptions& options = {});

  /// New numbers for some: objects[k] is that of index indices[k]; of several for one index the last counts.
  /// O(indices * log(objects)), and a byte for each 64 objects if indices are many.
  void move(std::span<const std::uint32_t> indices, const SphereView& objects, const WorldOptions& options = {});
  void move(std::span<const std::uint32_t> indices, const AabbView& objects, const WorldOptions& options = {});

  /// More objects. Returns the index of each: the holes, those that were made last first, and then the next after
  /// `size()`. Each goes to a block of 64 that is near, which is cut in two if it is full. O(log(objects)) for
  /// each, or, if there are more than a quarter as many as there were, as long as to build the world. Throws
  /// `InvalidInput` for objects of another kind, or if there would be 2^32 - 1 or more.
  std::vector<std::uint32_t> add(const SphereView& objects, const WorldOptions& options = {});
  std::vector<std::uint32_t> add(const AabbView& objects, const WorldOptions& options = {});

  /// Makes holes of objects. O(indices * log(objects)), and as `move`. Throws `InvalidInput` if there
  /// is no such object, or it comes twice.
  void remove(std::span<const std::uint32_t> indices, const WorldOptions& options = {});

  /// Sorts the objects as if the world were built anew. Nothing but `order()` and speed can tell.
  void sort(const WorldOptions& options = {});

  /// The handle of an object. Throws `InvalidInput` if there is no such object.
  [[nodiscard]] ObjectHandle handle(std::uint32_t index) const;
  /// Whether the object is there.
  [[nodiscard]] bool contains(const ObjectHandle& handle) const noexcept;
  /// The object's index. Throws `InvalidInput` that names the handle if the object was removed or never was.
  [[nodiscard]] std::uint32_t find(const ObjectHandle& handle) const;

  /// For the kernels.
  struct Store;
  [[nodiscard]] const Store& store() const noexcept { return *store_; }

 private:
  friend class World2;
  friend LOCKSTEP_API void set_generations(World& world, std::vector<std::uint32_t> generations);
  std::unique_ptr<Store> store_;
};

/// Sets the bits that `cull` of the view sets that the world was made of, and returns the same number. Blocks of which
/// no object, or every object, is seen are decided by their boxes, so it takes time by what lies on the volume's
/// border, and a moment for each object that is seen, whose bit is anywhere. Allocates a bit for each object. Of a
/// world of shapes, or of bodies, the boxes around shapes and parts decide what they can, and the kernels of the set
/// the others. Throws what `cull` throws (`check` has nothing left to look at).
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const World& world, std::span<std::uint64_t> visible,
                              const CullOptions& options = {});

/// The same in the world's own order, which is faster and allocates nothing: bit p is that of object order()[p], of
/// mask_words(order().size()) words. Of bodies, which may stand at several positions, the bits of all of them are set
/// or none, each body is counted once, and nothing is faster.
LOCKSTEP_API std::size_t cull_in_order(const ConvexVolume& volume, const World& world, std::span<std::uint64_t> visible,
                                       const CullOptions& options = {});

/// The number alone; nothing is written.
[[nodiscard]] LOCKSTEP_API std::size_t cull_count(const ConvexVolume& volume, const World& world,
                                                  const CullOptions& options = {});

/// Which objects touch which volumes? Writes what `cull` of the view against all these volumes writes (cull.hpp), by
/// the indices of the objects, and returns the same sum: of each volume, what it sees alone.
///
/// By `CullMethod::planes` as well a volume keeps what it keeps alone, but for the cells of a grid, of which an object
/// is left out that a plane of a neighbour separates, as in a call about a view. (Of sets that are no grid such a call
/// may leave out more, depending on what lies together in memory; of a world nothing depends on that.)
///
/// Each volume goes down the boxes of the world, in O(objects / 16384) and what lies on its border; those that lie
/// together share what a bound of them keeps, if that is little. Of a grid the whole view does, and what it keeps is
/// assigned to the cells, unless these see hundreds of objects each. Each object that a volume sees costs a moment.
/// Volumes are asked about side by side: there is work for as many threads, and in a grid for one for each 65536
/// objects. Allocates 50 KiB for each thread and 24 bytes for each 16384 objects; of a grid a bit for each object and
/// what `cull` of a view does; of bodies a bit for each and thread, and in a grid 8 bytes for each part that a cell
/// sees. The same bits for every thread count, instruction set and history. Throws what `cull` of a view throws
/// (`check` has nothing left to look at).
LOCKSTEP_API std::size_t cull(const VolumeSet& volumes, const World& world, const VisibleSets& visible,
                              const CullOptions& options = {});

/// How `within` and `nearest` ask. The distance of a point and an object is 0 if the point is in it.
struct NearOptions {
  std::optional<Isa> isa = {};            ///< forces an instruction set; empty: `default_isa()`
  Executor executor = {};                 ///< who runs the parts; empty: TBB
  Touching touching = Touching::overlap;  ///< of `within` a world of shapes: what is not proven to be farther is listed
};

/// A list of objects for each point, one after the other.
struct ObjectLists {
  std::vector<std::size_t> first;      ///< where each list begins in `objects`, and where the last one ends
  std::vector<std::uint32_t> objects;  ///< the lists, each in rising order

  [[nodiscard]] std::size_t size() const noexcept { return first.empty() ? 0 : first.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t i) const {
    return std::span(objects).subspan(first[i], first[i + 1] - first[i]);
  }
};

/// All objects that are no farther than `distance` from each point: exactly those, by the numbers as they are given,
/// without any rounding. The same for every instruction set and thread count. Of a world of shapes those that are
/// proven to be, and what is open by `options.touching`; world_near.hpp has shapes in the place of points.
///
/// About O(log(objects) + objects found) for each point. Throws `InvalidInput` if a coordinate is not finite or beyond
/// `max_coordinate`, or the distance is that or negative.
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World& world, std::span<const Vec3> points, float distance,
                                              const NearOptions& options = {});

/// Where `nearest` writes.
struct NearestOutput {
  std::span<std::uint32_t> objects;  ///< k for each point
  /// As many, or none: hold the distance, no wider than 2^-48 of it and two radii, or, of shapes, what `distance`
  /// leaves.
  std::span<Interval> distances = {};
};

/// The k nearest objects of each point, the nearest first and of several at exactly the same distance the lowest index
/// first. Distances are compared without any rounding: this is the order of the exact distances between the numbers as
/// they are given. Where there are fewer objects than k, `no_object` follows, at [infinity, infinity].
///
/// Of a world of shapes each distance is what `distance` (distance.hpp) proves, an interval, whose lower end is no less
/// than the distance of the box around the shape, and which begins at 0 where the point may be in it. The order is that
/// of lower ends, then of upper ends, then of indices: a shape that is proven to be nearer comes first, and where
/// intervals overlap, no order is proven. Of bodies each end is the least of those of the parts.
///
/// About O(log(objects) + k log(k)) for each point, and of shapes a measurement for each whose box is nearer than the
/// k-th; of bodies the parts of those that are found are looked at as well. The same for every instruction set and
/// thread count. Throws `InvalidInput` before anything is written if a
/// coordinate is bad, the output is not k for each point, or it shares memory with the points or with itself.
LOCKSTEP_API void nearest(const World& world, std::span<const Vec3> points, std::size_t k, const NearestOutput& out,
                          const NearOptions& options = {});

}  // namespace lockstep
