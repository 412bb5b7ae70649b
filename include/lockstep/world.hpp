// A kept world: a dynamic BVH (wide, fan-out 16, refitted and sorted incrementally) over spheres, AABBs, convex shapes
// or compound bodies that move a little and are queried often: frustum culling, nearest neighbours (k-NN), range
// queries; more queries are in world.hpp, overlap.hpp, rays.hpp and rays.hpp.
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

#include <lockstep/cast.hpp>
#include <lockstep/config.hpp>
#include <lockstep/cull.hpp>
#include <lockstep/overlap.hpp>
#include <lockstep/rays.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/shapes.hpp>
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
/// least lower end of its parts to the least upper end, as `distance` (distance.hpp) defines it, and so are the
/// fractions of its hits. Indices, sizes, free slots, handles, masks and filters are of bodies. In the cost of such a
/// world "objects" are parts.
///
/// Shapes and bodies may stand at double positions (ShapeSet::place): the boxes of the tree are relative to an origin
/// near them, rounded outwards, and every answer is that of the set, about the doubles. `change_shapes` moves them.
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
/// Allocates: 12 bytes for each object beside 4 or 6 floats, once objects were removed 4 more for each index, and for
/// bodies 4 more for each part. A sort takes 41 more and a copy of the numbers, which a world that changes with
/// `options.executor.scratch` keeps: then moves of the same objects allocate nothing from the second on. Reading: none.
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
  [[nodiscard]] std::size_t free_slots() const noexcept;
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
  /// Allocates: temporarily 4 bytes for each index and a byte for each 64 objects, or nothing with a scratch.
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
  template <OneOf<World, World2> T>
  friend void set_generations(T& world, std::vector<std::uint32_t> generations);
  std::unique_ptr<Store> store_;
};

/// Options of `within` and `nearest`. The distance of a point and an object is 0 if the point is in it.
struct NearOptions {
  std::optional<Isa> isa = {};            ///< forces an instruction set; empty: `default_isa()`
  Executor executor = {};                 ///< runs the parts; empty: TBB
  Touching touching = Touching::overlap;  ///< for `within` a world of shapes: unproven objects are listed
  Vec3d origin = {};  ///< a position, added to each point, exactly: points in floats near a world of shapes
  /// The world repeats along the vectors of this cell: see OverlapOptions::cell and ObjectLists::shifts. `within` takes
  /// points as spheres of radius 0, whose pairs are decided as those of `overlapping`; `nearest` takes a world of a
  /// ShapeSet. Allocates in each call.
  std::optional<Cell> cell = {};
};

/// Range query: all objects that are no farther than `distance` from each point. These are exactly those of the given
/// numbers, without any rounding. In a world of shapes they are those that are proven to be, and `options.touching`
/// decides the open ones; world.hpp takes shapes in place of points.
///
/// Complexity: about O(log(objects) + objects found) for each point.
/// Allocates: the lists, and temporarily as much, from `options.executor.scratch` if there is one.
/// Throws: `InvalidInput` if a coordinate or the distance is not finite or beyond `max_coordinate`, if the distance is
/// negative, or if the forced instruction set cannot run here; `std::bad_alloc`.
/// Threads: runs in the caller's TBB arena or `options.executor`; the same for every instruction set and thread count.
template <OneOf<World, World2> T>
[[nodiscard]] LOCKSTEP_API ObjectLists within(const T& world, std::span<const VectorOf<T>> points, float distance,
                                              const NearOptions& options = {});

/// Outputs of `nearest`.
struct NearestOutput {
  std::span<std::uint32_t> objects;  ///< k for each point
  /// As many, or empty: intervals that hold the distances, no wider than 2^-48 of the distance and two radii, or, for
  /// shapes, those of `distance`.
  std::span<Interval> distances = {};
  /// As many, or empty: the numbers of cells along a, b and c by which each object is moved; 0 without a cell.
  std::span<std::array<std::int32_t, 3>> shifts = {};
};

/// k nearest neighbours: the k nearest objects of each point, the nearest first, and among exactly equal distances the
/// lowest index first. Distances are compared without any rounding: this is the order of the exact distances of the
/// given numbers. With fewer objects than k, `no_object` follows, at [infinity, infinity].
///
/// In a world of shapes each distance is the interval that `distance` (distance.hpp) proves; its lower end is no less
/// than the distance of the box around the shape, and 0 if the point may be in it. The order is that of lower ends,
/// then of upper ends, then of indices: a shape that is proven to be nearer comes first, and if intervals overlap, no
/// order is proven. For bodies each end is the least of those of the parts. In a cell each image of a shape counts, an
/// object may come several times, and the lowest shift comes first among the same ends and index.
///
/// Complexity: about O(log(objects) + k log(k)) for each point, and for shapes a measurement for each whose box is
/// nearer than the k-th; for bodies the parts of those that are found are measured as well.
/// Allocates: an order of the points and candidates; nothing from the second call on with `options.executor.scratch`.
/// Throws: `InvalidInput` before anything is written if a coordinate is invalid, the output does not have k elements
/// for each point, it shares memory with the points or with itself, or the forced instruction set cannot run here;
/// `std::bad_alloc`.
/// Threads: runs in the caller's TBB arena or `options.executor`; the same for every instruction set and thread count.
template <OneOf<World, World2> T>
LOCKSTEP_API void nearest(const T& world, std::span<const VectorOf<T>> points, std::size_t k, const NearestOutput& out,
                          const NearOptions& options = {});

/// The same two for points in double, exactly as they are, in a world of shapes or bodies (ShapeSet::place, which says
/// what doubles it takes). Throws: `InvalidInput` also for a world of a view, whose objects are compared with floats,
/// and for `options.origin`.
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World& world, std::span<const Vec3d> points, float distance,
                                              const NearOptions& options = {});
LOCKSTEP_API void nearest(const World& world, std::span<const Vec3d> points, std::size_t k, const NearestOutput& out,
                          const NearOptions& options = {});

// ---- Range queries of shapes ----
//
// Proximity queries (range queries) of shapes in a kept world (BVH): which objects are within a distance of these
// spheres, bounding boxes or shapes?
//
//   lockstep::World level(shapes);                       // a ShapeSet or a BodySet, or a view of spheres or boxes
//   lockstep::ObjectLists near = lockstep::within(level, characters, 2.5F);     // SphereView, AabbView, ShapeSet
//   for (const std::uint32_t shape : near[i]) ...                      // those that are no farther from character i

/// For each shape the objects that are no farther than `distance` from it, in rising order, overlapping ones included.
/// These are the lists of `overlapping` (overlap.hpp) with that margin: a pair is left out if it is proven to be
/// farther apart, listed if it is proven not to be, and `options.touching` decides what rounding leaves open. (`within`
/// of points and a world of a view leaves nothing open: world.hpp.) For filters, or for a bit per shape, call
/// `overlapping` or `any_overlapping`.
///
/// Complexity: about O(log(objects) + objects whose boxes are near) for each shape.
/// Allocates: the lists, and temporarily as much, from `options.executor.scratch` if there is one.
/// Throws: `InvalidInput` if the distance or a number of a view is invalid, or the forced instruction set cannot run
/// here; and `std::bad_alloc`.
/// Threads: runs in the caller's TBB arena or `options.executor`. The same for every instruction set, thread count and
/// history of the world. Thread-safe while no thread changes the world.
template <QueryShapes T>
[[nodiscard]] LOCKSTEP_API ObjectLists within(const WorldOf<T>& world, const T& shapes, float distance,
                                              const NearOptions& options = {});

// ---- Serialisation ----
//
// Serialisation of a kept world: the state to store, so that another world answers alike, gives out the same indices
// next, and knows the same handles.
//
//   const lockstep::WorldState state = lockstep::state_of(world);     // three arrays, for a file
//   const std::size_t step = state.streams * sizeof(float);           // of spheres: x, y, z and radius, one by one
//   lockstep::World again(lockstep::SphereView{...});                 // of state.numbers, free slots included
//   again.remove(state.free_slots);
//   lockstep::set_generations(again, state.generations);
//
// Contract of all functions, unless they say otherwise:
//
// Complexity: O(size).
// Allocates: the arrays.
// Throws: `std::bad_alloc`.
// Threads: runs in the caller's thread, while no thread changes the world.

/// The state of a world.
struct WorldState {
  std::uint32_t streams = 0;               ///< numbers of each object: 4 of spheres, 6 of boxes, 0 of shapes and bodies
  std::vector<float> numbers;              ///< for each index, one object after the other; 0 for free slots
  std::vector<std::uint32_t> free_slots;   ///< free slots in the order in which objects were removed; a set has its own
  std::vector<std::uint32_t> generations;  ///< for each index, 0 for those that follow
};

/// The state of a world. For a world of shapes or bodies, whose set is stored beside it, it has only the generations.
/// Circles and boxes of the plane are those of space that a World2 has for them. `order()` is not stored: a new world
/// is sorted when it is built.
template <OneOf<World, World2> T>
[[nodiscard]] LOCKSTEP_API WorldState state_of(const T& world);

/// Sets the generations of a world whose free slots have been made.
///
/// Allocates: nothing.
/// Throws: `InvalidInput` if there are more than its indices; only a set may have had more.
template <OneOf<World, World2> T>
LOCKSTEP_API void set_generations(T& world, std::vector<std::uint32_t> generations);

// ---- The plane ----
//
// A kept world of the plane: a dynamic BVH over circles or 2D AABBs that move a little and are queried often (nearest
// neighbours, range queries, overlap tests, ray casts, shape casts). The twin of world.hpp, world.hpp,
// overlap.hpp, rays.hpp and rays.hpp.
//
//   lockstep::World2 crowd(circles);                                  // a CircleView or an Aabb2View; it keeps a copy
//   auto near = lockstep::within(crowd, places, 2.5F);                // near[i] is a span of indices
//   std::vector<std::uint32_t> nearest(8 * places.size());
//   lockstep::nearest(crowd, places, 8, {nearest});                   // the eight circles that are nearest to each
//   auto met = lockstep::overlapping(crowd, boxes);                   // the circles that each box meets
//   lockstep::first_hits(looks, crowd, {seen, fractions});            // the first hit of each ray of the plane
//   lockstep::first_contacts(people, motions, crowd, {met, fractions});  // the first contact of each moving circle
//   crowd.move(circles);                                              // the next frame
//
// Complexity, Allocates, Throws, Threads: as the functions of the same names for a `World`, unless a function here says
// otherwise.

/// Circles or axis-aligned boxes of the plane, as a `World` holds spheres or boxes of space: indices and free slots,
/// handles, history, sorting and all contracts are those of `World`. It is one, of spheres at z = 0, or of boxes that
/// reach as far below and above the plane as their longer side is long, so it takes as much memory.
///
/// Answers are those of the plane. Verdicts on two circles, or on two boxes, are those of `intersect` of their views,
/// and hits of circles those of `cast_rays` in the plane. A circle and a box, or a ray and a box, get the proofs of
/// `intersect` and `first_hits` for such a sphere and such a box of space, because no call of the plane takes both. (A
/// ShapeSet2 has no Aabb2. An unrotated Box2 has its answers by other formulas, and so may differ in `touching` within
/// rounding.)
///
/// There is no culling in the plane: the objects in a picture are those that the picture's Aabb2 overlaps, so call
/// `overlapping`, or `cull` of space with `in_space()`.
class LOCKSTEP_API World2 {
 public:
  World2();  ///< without objects
  /// As World's constructors, for circles or boxes of the plane.
  explicit World2(const CircleView& objects, const WorldOptions& options = {});
  explicit World2(const Aabb2View& objects, const WorldOptions& options = {});

  [[nodiscard]] std::size_t size() const noexcept { return world_.size(); }
  [[nodiscard]] std::size_t free_slots() const noexcept { return world_.free_slots(); }
  [[nodiscard]] bool contains(std::uint32_t index) const noexcept { return world_.contains(index); }
  [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return world_.order(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return world_.memory_bytes(); }

  /// New numbers for all objects, as `World::move`.
  void move(const CircleView& objects, const WorldOptions& options = {});
  void move(const Aabb2View& objects, const WorldOptions& options = {});
  /// New numbers for some: objects[k] is that of index indices[k].
  void move(std::span<const std::uint32_t> indices, const CircleView& objects, const WorldOptions& options = {});
  void move(std::span<const std::uint32_t> indices, const Aabb2View& objects, const WorldOptions& options = {});

  /// More objects; returns the index of each, as `World::add`.
  std::vector<std::uint32_t> add(const CircleView& objects, const WorldOptions& options = {});
  std::vector<std::uint32_t> add(const Aabb2View& objects, const WorldOptions& options = {});
  /// Removes objects, as `World::remove`.
  void remove(std::span<const std::uint32_t> indices, const WorldOptions& options = {}) {
    world_.remove(indices, options);
  }
  /// Rebuilds the tree, as `World::sort`.
  void sort(const WorldOptions& options = {}) { world_.sort(options); }

  [[nodiscard]] ObjectHandle handle(std::uint32_t index) const { return world_.handle(index); }
  [[nodiscard]] bool contains(const ObjectHandle& handle) const noexcept { return world_.contains(handle); }
  [[nodiscard]] std::uint32_t find(const ObjectHandle& handle) const { return world_.find(handle); }

  /// The world of space behind it: for the kernels, and for `cull`.
  [[nodiscard]] const World& in_space() const noexcept { return world_; }

 private:
  template <OneOf<World, World2> T>
  friend void set_generations(T& world, std::vector<std::uint32_t> generations);
  World world_;
};

}  // namespace lockstep
