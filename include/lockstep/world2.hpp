// A kept world of the plane: circles or axis-aligned boxes that are sorted once, move a little, and are asked about
// many times. The twin of world.hpp, world_near.hpp, world_overlap.hpp, world_rays.hpp and world_casts.hpp.
//
//   lockstep::World2 crowd(circles);                                  // a CircleView or an Aabb2View; it keeps a copy
//   auto near = lockstep::within(crowd, places, 2.5F);                // near[i] is a span of indices
//   std::vector<std::uint32_t> nearest(8 * places.size());
//   lockstep::nearest(crowd, places, 8, {nearest});                   // the eight circles that are nearest to each
//   auto met = lockstep::overlapping(crowd, boxes);                   // which circles does each box meet
//   lockstep::first_hits(looks, crowd, {seen, fractions});            // what does each ray of the plane hit first
//   lockstep::first_contacts(people, ways, crowd, {met, fractions});  // what does each circle meet first on its way
//   crowd.move(circles);                                              // the next frame
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

/// Circles or axis-aligned boxes of the plane, as a `World` holds spheres or boxes of space: indices and holes,
/// handles, history, sorting, errors, thread-safety and complexity are those of `World`. It is one, of spheres at
/// z = 0, or of boxes that reach as far below and above the plane as their longer side is long, so that it takes as
/// much memory.
///
/// Answers are those of the plane. Verdicts of two circles, or of two boxes, are those of `intersect` of their views,
/// and hits of circles those of `cast_rays` of the plane; those of a circle and a box, and of a ray and a box, are what
/// `intersect` and `first_hits` prove of such a sphere and such a box, as nothing else takes both. (A ShapeSet2 has no
/// Aabb2. A Box2 that is not turned has its answers by other formulas, and so may be `touching` or not where rounding
/// decides.)
///
/// Nothing of the plane culls: what a picture shows of it is what the Aabb2 of the picture overlaps, so ask
/// `overlapping`, or `cull` of space with `in_space()`.
class LOCKSTEP_API World2 {
 public:
  World2();  ///< without objects
  /// O(objects). Throws `InvalidInput` for a bad number, or if there are 2^32 - 1 objects or more.
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
  /// Makes holes of objects, as `World::remove`.
  void remove(std::span<const std::uint32_t> indices, const WorldOptions& options = {}) {
    world_.remove(indices, options);
  }
  /// Sorts the objects as if the world were built anew.
  void sort(const WorldOptions& options = {}) { world_.sort(options); }

  [[nodiscard]] ObjectHandle handle(std::uint32_t index) const { return world_.handle(index); }
  [[nodiscard]] bool contains(const ObjectHandle& handle) const noexcept { return world_.contains(handle); }
  [[nodiscard]] std::uint32_t find(const ObjectHandle& handle) const { return world_.find(handle); }

  /// The world of space that it is: for the kernels, and for `cull`, which takes it as what it is there.
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
/// Whether there is any, as a bit for each shape. Of boxes it allocates 8 bytes each.
LOCKSTEP_API void any_overlapping(const World2& world, const CircleView& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});
LOCKSTEP_API void any_overlapping(const World2& world, const Aabb2View& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});

/// What is wanted of each ray of the plane; a span that is empty is not written.
struct RayHits2 {
  std::span<std::uint32_t> shapes = {};  ///< the object that it hits first, or `no_shape`
  std::span<Interval> fractions = {};    ///< of the ray's motion, that hold the first contact with any object
  std::span<Vec2d> points = {};          ///< where, on that object
  std::span<Vec2d> normals = {};         ///< unit, from the object to the ray; NaN, as the points, where there is none
};

/// Which object does each ray hit first, and when, as `first_hits` of a World; whether it hits any, as `any_hits`.
LOCKSTEP_API void first_hits(std::span<const Ray2> rays, const World2& world, const RayHits2& out,
                             const RayOptions& options = {});
LOCKSTEP_API void any_hits(std::span<const Ray2> rays, const World2& world, std::span<std::uint64_t> hits,
                           const RayOptions& options = {});
/// All objects that each ray hits, in the order of `all_hits` of a World. Copies the rays, 24 bytes each.
[[nodiscard]] LOCKSTEP_API HitLists all_hits(std::span<const Ray2> rays, const World2& world,
                                             const RayOptions& options = {});

/// Which object does each circle or box meet first that moves by motions[i], on a straight line, and when? As
/// `first_contacts` of a World (world_casts.hpp), of such spheres and boxes. Whether it meets any, as `any_contacts`.
/// Allocates 12 bytes for each shape, 24 more for each point and normal that is wanted, and 8 for each box.
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
