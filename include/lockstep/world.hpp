// A kept world: a dynamic BVH (wide, fan-out 16, refitted and sorted incrementally) over spheres, AABBs, convex shapes
// or compound bodies that move a little and are queried often: frustum culling, nearest neighbours (k-NN), range
// queries; more queries are in world_near.hpp, world_overlap.hpp, world_rays.hpp and world_casts.hpp.
//
//   lockstep::World world(balls);                                     // a SphereView or an AabbView; it keeps a copy
//   std::vector<std::uint64_t> visible(lockstep::mask_words(world.size()));
//   lockstep::cull(camera, world, visible);                           // visits blocks on the camera's border
//   lockstep::cull(cameras, world, {.by_volume = rows});              // the same for a VolumeSet
//   world.move(balls);                                                // the next frame: the same objects elsewhere
//   std::vector<std::uint32_t> nearest(8 * agents.size());
//   lockstep::nearest(world, agents, 8, {nearest});                   // the eight balls that are nearest to each agent
//   auto near = lockstep::within(world, agents, 2.5F);                // those that are no farther: near[i] is a span
//   world.remove(gone);                                               // indices, which are free slots now
//   std::vector<std::uint32_t> came = world.add(more);                // fills free slots first, then appends
//   lockstep::World machines(bodies);                                 // or a BodySet: answers are bodies, not parts
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

/// Stands for a missing object.
inline constexpr std::uint32_t no_object = 0xffffffffU;

/// Options of building and changing a world.
struct WorldOptions {
  std::optional<Isa> isa = {};  ///< forces an instruction set; empty: `default_isa()`
  Executor executor = {};       ///< runs the parts; empty: TBB
};

/// An object of a world by index and generation: an index is given out again once its object was removed, a handle is
/// not (until 2^32 objects have had the index), so a stale handle is noticed.
struct ObjectHandle {
  std::uint32_t index = no_object;
  std::uint32_t generation = 0;

  friend bool operator==(const ObjectHandle&, const ObjectHandle&) = default;
};

/// Spheres or axis-aligned boxes, copied from a view, the shapes of a set, or bodies of several parts. They lie in
/// blocks of 64 objects that are near each other in space, below nodes of 16 boxes. An object has its index in the view
/// or in the set until it is removed, whatever happens to others, so that arrays of the caller's can run beside the
/// world.
///
/// With bodies the blocks hold the parts, and answers are those of a world of the set's `parts()`, put together: a body
/// is seen, overlaps or is hit if any of its parts is, once whatever the number of parts; its distance is from the
/// least lower end of its parts to the least upper end, as `distance` (body_queries.hpp) defines it, and so are the
/// fractions of its hits. Indices, sizes, free slots, handles, masks and filters are of bodies. In the cost of such a
/// world "objects" are parts.
///
/// Removed objects leave free slots, as in a `ShapeSet`: no query finds them, their bits are 0, and `add` gives their
/// indices out again, the last removed first: the same calls give the same indices.
///
/// Answers depend on the objects as they are now, not on their history: a changed world answers as a new one. (Its own
/// order, `order()`, may differ.)
///
/// If a quarter of the blocks have grown by a quarter since their objects were sorted, or there are a quarter more
/// blocks than needed, `move`, `add` and `remove` sort some objects in each call until all are sorted again
/// (incremental sort), so that no call waits for all. A call that moves all objects then takes somewhat longer; among
/// the others, the last takes as long as such a call.
///
/// Contract of all members, unless they say otherwise:
///
/// Complexity: O(1) to read; copies O(objects).
/// Allocates: 12 bytes for each object beside its numbers, which are 4 or 6 floats, and once objects were removed 4
/// bytes more for each index. During a sort 41 bytes more, and possibly a copy of the numbers. Shapes and parts have
/// boxes, and bodies take 4 bytes more for each part. Reading allocates nothing.
/// Throws: `InvalidInput` that names an invalid number: every number is checked when it is copied. Strong guarantee for
/// invalid input: nothing has changed. `std::bad_alloc`, and `InvalidInput` for a broken executor, leave the world as
/// it was or without objects: all have been removed, and the set of a world of shapes or bodies is empty.
/// Threads: building and changing run in the caller's TBB arena or `options.executor`. Several threads may query one
/// world at the same time, but not while a thread builds, changes or assigns to it.
class LOCKSTEP_API World {
 public:
  World();  ///< without objects
  /// O(objects log objects). Throws `InvalidInput` also for 2^32 - 1 objects or more.
  explicit World(const SphereView& objects, const WorldOptions& options = {});
  explicit World(const AabbView& objects, const WorldOptions& options = {});
  /// Keeps the set, whose free slots are free in the world. (Each ray tests the shapes that were added unchecked and
  /// are invalid.)
  explicit World(ShapeSet shapes, const WorldOptions& options = {});
  /// Keeps the bodies, which are the objects: queries name bodies by their indices; the tree holds their parts. O(parts
  /// log parts), of up to 2^32 - 2 parts.
  explicit World(BodySet bodies, const WorldOptions& options = {});
  ~World();
  World(const World&);
  World(World&&) noexcept;  ///< leaves a world that can only be destroyed or assigned to
  World& operator=(const World&);
  World& operator=(World&&) noexcept;

  /// One more than the largest index, free slots included: the length of masks and arrays with an element for each
  /// object.
  [[nodiscard]] std::size_t size() const noexcept;
  /// The number of free slots.
  [[nodiscard]] std::size_t holes() const noexcept;
  /// The set of a world of shapes. Throws `InvalidInput` if the world was made of a view.
  [[nodiscard]] const ShapeSet& shapes() const;
  /// The same for a world of bodies.
  [[nodiscard]] const BodySet& bodies() const;
  /// Whether there is such an object: the index is in range, and its slot is not free.
  [[nodiscard]] bool contains(std::uint32_t index) const noexcept;
  /// The world's own order, that of its blocks: neighbours in space follow each other, first the small and then the
  /// large objects. It holds the index of each position's object. Positions without an object, from objects that were
  /// added or removed, hold `no_object`. The order stays until the world changes. A body stands there once for each of
  /// its parts.
  [[nodiscard]] std::span<const std::uint32_t> order() const noexcept;
  /// The memory of the world, in bytes, without a set of shapes or of bodies.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  /// New numbers for all objects: objects[i] is that of index i; elements at free slots are ignored. O(objects). Throws
  /// `InvalidInput` also if there are not exactly `size()`, or they are of the other kind.
  void move(const SphereView& objects, const WorldOptions& options = {});
  void move(const AabbView& objects, const WorldOptions& options = {});
  /// The same with a set, which replaces the one that the world keeps. Shapes may be of other kinds. If other indices
  /// are free slots, the world is rebuilt.
  void move(ShapeSet shapes, const WorldOptions& options = {});
  /// The same with bodies, which may have other parts. If these are other shapes of `parts()`, the world is rebuilt.
  void move(BodySet bodies, const WorldOptions& options = {});

  /// Changes the set that a world of shapes keeps. `change` is called once with it, and may add, set and remove shapes,
  /// and add meshes; the world follows these changes, and sorts incrementally, as with `add`, `move` and `remove`.
  /// After `clear` of the set, or an assignment to it, the world is rebuilt. `change` must not query the world, keep
  /// the set, or move from it.
  ///
  /// Complexity: O(changes * log(objects)) beside the cost of the set's own calls; with changes of more than a quarter
  /// of the objects, as long as moving all or, if some were added or removed, as building the world.
  /// Throws: `InvalidInput` before the call if the world is not one of shapes or `change` is empty. An exception from
  /// `change` is passed on; its changes up to then stay.
  ///
  ///     world.change_shapes([&](lockstep::ShapeSet& shapes) { shapes.set(door, opened); });
  void change_shapes(const std::function<void(ShapeSet&)>& change, const WorldOptions& options = {});
  /// The same for bodies: O(parts) for moved ones, which a world of machines has in every frame.
  void change_bodies(const std::function<void(BodySet&)>& change, const WorldOptions& options = {});

  /// New numbers for some: objects[k] is that of index indices[k]; of several for one index the last counts.
  ///
  /// Complexity: O(indices * log(objects)).
  /// Allocates: a byte for each 64 objects if indices are many.
  void move(std::span<const std::uint32_t> indices, const SphereView& objects, const WorldOptions& options = {});
  void move(std::span<const std::uint32_t> indices, const AabbView& objects, const WorldOptions& options = {});

  /// Adds objects, and returns the index of each: free slots, the last removed first, and then the next after `size()`.
  /// Each goes to a near block of 64, which is split in two if it is full.
  ///
  /// Complexity: O(log(objects)) for each; for more than a quarter as many as there were, as long as building the
  /// world.
  /// Throws: `InvalidInput` also for objects of another kind, or if there would be 2^32 - 1 or more.
  std::vector<std::uint32_t> add(const SphereView& objects, const WorldOptions& options = {});
  std::vector<std::uint32_t> add(const AabbView& objects, const WorldOptions& options = {});

  /// Removes objects; their slots are free then. O(indices * log(objects)), with the memory of `move` of some. Throws
  /// `InvalidInput` if there is no such object, or an index comes twice.
  void remove(std::span<const std::uint32_t> indices, const WorldOptions& options = {});

  /// Rebuilds the tree. Changes nothing but `order()` and speed. O(objects log objects).
  void sort(const WorldOptions& options = {});

  /// The handle of an object. Throws `InvalidInput` if there is no such object.
  [[nodiscard]] ObjectHandle handle(std::uint32_t index) const;
  /// Whether the handle's object is there; false for a stale handle.
  [[nodiscard]] bool contains(const ObjectHandle& handle) const noexcept;
  /// The object's index. Throws `InvalidInput` that names the handle if it is stale, because the object was removed, or
  /// never was one.
  [[nodiscard]] std::uint32_t find(const ObjectHandle& handle) const;

  /// For the kernels.
  struct Store;
  [[nodiscard]] const Store& store() const noexcept { return *store_; }

 private:
  friend class World2;
  friend LOCKSTEP_API void set_generations(World& world, std::vector<std::uint32_t> generations);
  std::unique_ptr<Store> store_;
};

/// Frustum culling of a kept world: sets the bits that `cull` of its view sets, and returns the same number. Boxes
/// alone decide the blocks whose objects are all visible or all invisible. In a world of shapes or bodies the boxes
/// around shapes and parts decide all that they can, and the kernels of the set the rest.
///
/// Complexity: O(objects on the volume's border), and a scattered write for the bit of each visible object.
/// Allocates: a bit for each object.
/// Throws: as `cull` of a view (cull.hpp; `check` has no effect); `std::bad_alloc`.
/// Threads: as `cull` of a view.
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const World& world, std::span<std::uint64_t> visible,
                              const CullOptions& options = {});

/// The same in the world's own order, which is faster: bit p is that of object order()[p], of
/// mask_words(order().size()) words. Bodies may stand at several positions: all their bits are set or none, each body
/// is counted once, and this is no faster than `cull`. Allocates nothing.
LOCKSTEP_API std::size_t cull_in_order(const ConvexVolume& volume, const World& world, std::span<std::uint64_t> visible,
                                       const CullOptions& options = {});

/// The number of visible objects alone; writes nothing. The contract is that of `cull`.
[[nodiscard]] LOCKSTEP_API std::size_t cull_count(const ConvexVolume& volume, const World& world,
                                                  const CullOptions& options = {});

/// Culls against many volumes: writes the outputs of `cull` of the view against all these volumes (cull.hpp), by the
/// indices of the objects, and returns the same sum. Each volume sees the objects that it sees alone.
///
/// This also holds for `CullMethod::planes`, except in a grid, where an object that a plane of a neighbour separates is
/// left out of a cell, as in a call for a view. (For sets that are not a grid such a call may leave out more, depending
/// on the order in memory; a world depends on nothing of that kind.)
///
/// Complexity: each volume traverses the tree, in O(objects / 16384) and the objects on its border; neighbouring
/// volumes share the objects that a bound of them keeps, if those are few. In a grid the whole view is traversed once,
/// and its objects are assigned to the cells, unless cells see hundreds of objects each. Each object that a volume sees
/// costs O(1).
/// Allocates: 50 KiB for each thread and 24 bytes for each 16384 objects; in a grid a bit for each object and the
/// memory of `cull` of a view; with bodies a bit for each and thread, and in a grid 8 bytes for each part that a cell
/// sees.
/// Throws: as `cull` of a view (`check` has no effect).
/// Threads: volumes run side by side in the caller's TBB arena or `options.executor`: one thread for each volume, and
/// in a grid one for each 65536 objects, can be used. The same bits for every thread count, instruction set and
/// history.
LOCKSTEP_API std::size_t cull(const VolumeSet& volumes, const World& world, const VisibleSets& visible,
                              const CullOptions& options = {});

/// Options of `within` and `nearest`. The distance of a point and an object is 0 if the point is in it.
struct NearOptions {
  std::optional<Isa> isa = {};            ///< forces an instruction set; empty: `default_isa()`
  Executor executor = {};                 ///< runs the parts; empty: TBB
  Touching touching = Touching::overlap;  ///< for `within` a world of shapes: unproven objects are listed
};

/// A list of objects for each point, one after the other.
struct ObjectLists {
  std::vector<std::size_t> first;      ///< the start of each list in `objects`, and the end of the last one
  std::vector<std::uint32_t> objects;  ///< the lists, each in rising order

  [[nodiscard]] std::size_t size() const noexcept { return first.empty() ? 0 : first.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t i) const {
    return std::span(objects).subspan(first[i], first[i + 1] - first[i]);
  }
};

/// Range query: all objects that are no farther than `distance` from each point. These are exactly those of the given
/// numbers, without any rounding. In a world of shapes they are those that are proven to be, and `options.touching`
/// decides the open ones; world_near.hpp takes shapes in place of points.
///
/// Complexity: about O(log(objects) + objects found) for each point.
/// Allocates: the lists, and scratch memory of their size.
/// Throws: `InvalidInput` if a coordinate or the distance is not finite or beyond `max_coordinate`, if the distance is
/// negative, or if the forced instruction set cannot run here; `std::bad_alloc`.
/// Threads: runs in the caller's TBB arena or `options.executor`; the same for every instruction set and thread count.
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World& world, std::span<const Vec3> points, float distance,
                                              const NearOptions& options = {});

/// Outputs of `nearest`.
struct NearestOutput {
  std::span<std::uint32_t> objects;  ///< k for each point
  /// As many, or empty: intervals that hold the distances, no wider than 2^-48 of the distance and two radii, or, for
  /// shapes, those of `distance`.
  std::span<Interval> distances = {};
};

/// k nearest neighbours: the k nearest objects of each point, the nearest first, and among exactly equal distances the
/// lowest index first. Distances are compared without any rounding: this is the order of the exact distances of the
/// given numbers. With fewer objects than k, `no_object` follows, at [infinity, infinity].
///
/// In a world of shapes each distance is the interval that `distance` (distance.hpp) proves; its lower end is no less
/// than the distance of the box around the shape, and 0 if the point may be in it. The order is that of lower ends,
/// then of upper ends, then of indices: a shape that is proven to be nearer comes first, and if intervals overlap, no
/// order is proven. For bodies each end is the least of those of the parts.
///
/// Complexity: about O(log(objects) + k log(k)) for each point, and for shapes a measurement for each whose box is
/// nearer than the k-th; for bodies the parts of those that are found are measured as well.
/// Allocates: an order of the points, and scratch memory for candidates.
/// Throws: `InvalidInput` before anything is written if a coordinate is invalid, the output does not have k elements
/// for each point, it shares memory with the points or with itself, or the forced instruction set cannot run here;
/// `std::bad_alloc`.
/// Threads: runs in the caller's TBB arena or `options.executor`; the same for every instruction set and thread count.
LOCKSTEP_API void nearest(const World& world, std::span<const Vec3> points, std::size_t k, const NearestOutput& out,
                          const NearOptions& options = {});

}  // namespace lockstep
