// Bodies that are made of several convex parts and move as one.
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

/// A part, given in the space of its body. `add` copies the vertices of a hull into a mesh of the set, one for each
/// hull, which stays until `clear`: bodies that come and go had better share one (`add_mesh`, HullInstance). An Aabb is
/// aligned to the body's axes, and kept as the Box about its middle, rounded to float32, that holds it: the same box
/// where floats have its middle and half its sides.
using BodyPart =
    std::variant<Sphere, Box, Capsule, Ellipsoid, Cylinder, Cone, HullInstance, Aabb, ConvexHull, RoundedHull>;

/// Which part of which body: parts count from 0 in the order that `add` was given.
struct PartName {
  std::uint32_t body = 0, part = 0;
  friend bool operator==(const PartName&, const PartName&) = default;
};

/// Bodies by index, as shapes in a ShapeSet: a body that was removed leaves a hole, which the next `add` fills.
///
/// Where a body stands, each part becomes a shape of the world, whose numbers are computed in double and rounded to
/// float32 once. Verdicts are about those shapes: a part may stand up to half a unit in the last place of its
/// coordinates from where exact arithmetic would have it, and what meets there is decided with all the proofs of
/// `intersect`. `parts()` has the shapes.
///
/// Reading from several threads is safe, changing is not. With `Check::inputs` (the default) `add` and `move` throw
/// `InvalidInput` that names the part, the field and its value, also where a part would leave the range of coordinates
/// or a cylinder's ends become one where the body stands, and leave the set as it was; with `Check::none` numbers are
/// not looked at. A body without parts, a mesh or a body that is not there are refused all the same. `std::bad_alloc`
/// leaves the bodies as they were.
class LOCKSTEP_API BodySet {
 public:
  BodySet();
  ~BodySet();
  BodySet(const BodySet&);
  BodySet(BodySet&&) noexcept;
  BodySet& operator=(const BodySet&);
  BodySet& operator=(BodySet&&) noexcept;

  /// Vertices for parts to share, as ShapeSet::add_mesh.
  std::uint32_t add_mesh(const ConvexHull& mesh, Check check = Check::inputs);
  /// The vertices of a mesh of another set (or of other bodies, by their `parts`), as ShapeSet::add_mesh.
  std::uint32_t add_mesh(const ShapeSet& other, std::uint32_t mesh);
  /// O(parts).
  std::uint32_t add(std::span<const BodyPart> parts, const Pose& pose = {}, Check check = Check::inputs);
  /// Brings all parts where `pose` takes them. O(parts); allocates nothing.
  void move(std::uint32_t body, const Pose& pose, Check check = Check::inputs);
  /// O(parts); allocates nothing.
  void remove(std::uint32_t body);
  void clear() noexcept;

  /// One more than the largest index, holes included.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool contains(std::uint32_t body) const noexcept;
  /// How many parts body `body` has. Throws `InvalidInput` if there is no such body, as does `pose`.
  [[nodiscard]] std::size_t part_count(std::uint32_t body) const;
  [[nodiscard]] const Pose& pose(std::uint32_t body) const;

  /// All parts of all bodies as shapes of the world.
  [[nodiscard]] const ShapeSet& parts() const noexcept;
  /// Whose part shape `index` of `parts()` is. Throws `InvalidInput` if there is no such shape.
  [[nodiscard]] PartName owner(std::uint32_t index) const;

  /// For the passes.
  struct Store;
  [[nodiscard]] const Store& store() const noexcept { return *store_; }

 private:
  std::unique_ptr<Store> store_;
};

}  // namespace lockstep
