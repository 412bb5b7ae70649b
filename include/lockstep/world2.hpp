// A kept world of the plane: a dynamic BVH over circles or 2D AABBs that move a little and are queried often (nearest
// neighbours, range queries, overlap tests, ray casts, shape casts). The twin of world.hpp, world_near.hpp,
// world_overlap.hpp, world_rays.hpp and world_casts.hpp.
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
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lockstep/cast.hpp>
#include <lockstep/export.hpp>
#include <lockstep/overlap.hpp>
#include <lockstep/rays.hpp>
#include <lockstep/shapes2.hpp>
#include <lockstep/views.hpp>
#include <lockstep/world.hpp>

namespace lockstep {

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
  [[nodiscard]] std::size_t holes() const noexcept { return world_.holes(); }
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
  friend LOCKSTEP_API void set_generations(World2& world, std::vector<std::uint32_t> generations);
  World world_;
};

/// All objects that are no farther than `distance` from each point, exactly those, as `within` of a World.
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World2& world, std::span<const Vec2> points, float distance,
                                              const NearOptions& options = {});

/// The k nearest objects of each point in their exact order, as `nearest` of a World.
LOCKSTEP_API void nearest(const World2& world, std::span<const Vec2> points, std::size_t k, const NearestOutput& out,
                          const NearOptions& options = {});

/// For each circle or box the objects that are no farther than `distance` from it, as `within` of a World and shapes
/// (world_near.hpp).
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World2& world, const CircleView& shapes, float distance,
                                              const NearOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists within(const World2& world, const Aabb2View& shapes, float distance,
                                              const NearOptions& options = {});

/// For each circle or box, the objects of the world that it overlaps, in rising order, as `overlapping` of a World.
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const World2& world, const CircleView& shapes,
                                                   const OverlapOptions& options = {});
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const World2& world, const Aabb2View& shapes,
                                                   const OverlapOptions& options = {});
/// Whether there is any, as a bit for each shape. Allocates 8 bytes for each box.
LOCKSTEP_API void any_overlapping(const World2& world, const CircleView& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});
LOCKSTEP_API void any_overlapping(const World2& world, const Aabb2View& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});

/// Outputs for each ray of the plane. Empty spans are not written.
struct RayHits2 {
  std::span<std::uint32_t> shapes = {};  ///< the object that it hits first, or `no_object`
  std::span<Interval> fractions = {};    ///< of the ray's motion; they hold the first contact with any object
  std::span<Vec2d> points = {};          ///< the hit point, on that object
  std::span<Vec2d> normals = {};         ///< unit, from the object to the ray; NaN, like the points, without a hit
};

/// The first object that each ray hits, and when, as `first_hits` of a World; whether it hits any, as `any_hits`.
LOCKSTEP_API void first_hits(std::span<const Ray2> rays, const World2& world, const RayHits2& out,
                             const RayOptions& options = {});
LOCKSTEP_API void any_hits(std::span<const Ray2> rays, const World2& world, std::span<std::uint64_t> hits,
                           const RayOptions& options = {});
/// All objects that each ray hits, in the order of `all_hits` of a World. Copies the rays, 24 bytes each.
[[nodiscard]] LOCKSTEP_API HitLists all_hits(std::span<const Ray2> rays, const World2& world,
                                             const RayOptions& options = {});

/// Shape cast: the first object that each circle or box meets when it moves by motions[i] on a straight line, and when.
/// As `first_contacts` of a World (world_casts.hpp), for such spheres and boxes. Whether it meets any, as
/// `any_contacts`. Allocates 12 bytes for each shape, 24 more for each point and normal that is wanted, and 8 for each
/// box.
LOCKSTEP_API void first_contacts(const CircleView& shapes, std::span<const Vec2> motions, const World2& world,
                                 const RayHits2& out, const RayOptions& options = {});
LOCKSTEP_API void first_contacts(const Aabb2View& shapes, std::span<const Vec2> motions, const World2& world,
                                 const RayHits2& out, const RayOptions& options = {});
LOCKSTEP_API void any_contacts(const CircleView& shapes, std::span<const Vec2> motions, const World2& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});
LOCKSTEP_API void any_contacts(const Aabb2View& shapes, std::span<const Vec2> motions, const World2& world,
                               std::span<std::uint64_t> hits, const RayOptions& options = {});
/// All objects that it meets, in the order of `all_contacts` of a World.
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const CircleView& shapes, std::span<const Vec2> motions,
                                                 const World2& world, const RayOptions& options = {});
[[nodiscard]] LOCKSTEP_API HitLists all_contacts(const Aabb2View& shapes, std::span<const Vec2> motions,
                                                 const World2& world, const RayOptions& options = {});

}  // namespace lockstep
