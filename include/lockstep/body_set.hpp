// Rigid bodies of several convex parts (compound shapes) that move as one.
//
//   lockstep::BodySet bodies;
//   const lockstep::BodyPart hammer[] = {lockstep::Capsule{{0, 0, 0}, {0, 0, 1}, 0.1F},
//                                        lockstep::Box{{0, 0, 1}, {}, {0.5F, 0.2F, 0.2F}}};
//   const std::uint32_t body = bodies.add(hammer, {.position = {0, 5, 0}});
//   bodies.move(body, pose);                                          // every frame
//   auto found = pass.run(bodies, {.pairs = pairs});                  // which bodies overlap? (overlap.hpp)
//   lockstep::World world(bodies);                                    // keeps a copy, sorted: ask it (world.hpp)
//   lockstep::RayHits hit{.shapes = hit_bodies, .fractions = fractions, .parts = hit_parts};
//   lockstep::first_hits(lasers, world, hit);                         // which body, and which part (world_rays.hpp)
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>

#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// A part, given in the space of its body. `add` copies the vertices of each hull into a mesh of the set, which stays
/// until `clear`: bodies that come and go should share one mesh (`add_mesh`, HullInstance). An Aabb is aligned to the
/// body's axes and kept as a Box about its centre, rounded outwards to float32. It is the same box if floats hold its
/// centre and half its sides.
using BodyPart =
    std::variant<Sphere, Box, Capsule, Ellipsoid, Cylinder, Cone, HullInstance, Aabb, ConvexHull, RoundedHull>;

/// A part of a body: parts count from 0 in the order that `add` was given.
struct PartName {
  std::uint32_t body = 0, part = 0;
  friend bool operator==(const PartName&, const PartName&) = default;
};

/// Bodies by index, as shapes in a ShapeSet: a removed body leaves a free slot, which the next `add` fills.
///
/// At a body's pose each part becomes a shape of the world, whose numbers are computed in double and rounded to float32
/// once. Verdicts are about those shapes: a part may stand up to half a unit in the last place of its coordinates from
/// its exact place, and all the proofs of `intersect` hold for the part as it stands. `parts()` has the shapes.
///
/// Contract of all members, unless they say otherwise:
///
/// Complexity: O(1); copies O(parts + vertices).
/// Allocates: copies do, others nothing.
/// Throws: with `Check::inputs` (the default) `add` and `move` throw `InvalidInput` that names the part, the field and
/// its value, also if a part would leave the range of coordinates or both ends of a cylinder would round to one point;
/// with `Check::none` numbers are not checked. A body without parts, a missing mesh and a missing body are refused
/// always. Strong guarantee: `InvalidInput` and `std::bad_alloc` leave the bodies as they were.
/// Threads: safe to read from several threads while no thread changes the set.
class LOCKSTEP_API BodySet {
 public:
  BodySet();
  ~BodySet();
  BodySet(const BodySet&);
  BodySet(BodySet&&) noexcept;
  BodySet& operator=(const BodySet&);
  BodySet& operator=(BodySet&&) noexcept;

  /// Keeps vertices for parts to share, as ShapeSet::add_mesh.
  ///
  /// Complexity: O(vertices).
  /// Allocates: the mesh.
  std::uint32_t add_mesh(const ConvexHull& mesh, Check check = Check::inputs);
  /// Copies a mesh of another set (or of other bodies, by their `parts`), as ShapeSet::add_mesh.
  std::uint32_t add_mesh(const ShapeSet& other, std::uint32_t mesh);
  /// Adds a body and returns its index.
  ///
  /// Complexity: O(parts).
  /// Allocates: nothing if the memory of removed bodies suffices.
  std::uint32_t add(std::span<const BodyPart> parts, const Pose& pose = {}, Check check = Check::inputs);
  /// Moves all parts to where `pose` takes them. O(parts).
  void move(std::uint32_t body, const Pose& pose, Check check = Check::inputs);
  /// Makes the body's index a free slot. O(parts). Throws if there is no such body.
  void remove(std::uint32_t body);
  void clear() noexcept;

  /// One more than the largest index, free slots included.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool contains(std::uint32_t body) const noexcept;
  /// The number of parts of a body. Throws `InvalidInput` if there is no such body, as does `pose`.
  [[nodiscard]] std::size_t part_count(std::uint32_t body) const;
  [[nodiscard]] const Pose& pose(std::uint32_t body) const;

  /// All parts of all bodies as shapes of the world.
  [[nodiscard]] const ShapeSet& parts() const noexcept;
  /// The body and the part number of shape `index` of `parts()`. Throws `InvalidInput` if there is no such shape.
  [[nodiscard]] PartName owner(std::uint32_t index) const;

  /// For the kernels.
  struct Store;
  [[nodiscard]] const Store& store() const noexcept { return *store_; }

 private:
  std::unique_ptr<Store> store_;
};

}  // namespace lockstep
