// An owning store of convex shapes of any kind, by index: for pair lists, for frustum culling of mixed scenes and for
// overlap passes.
//
//   lockstep::ShapeSet shapes;
//   auto ball = shapes.add(lockstep::Sphere{{0, 0, 0}, 1});
//   auto crate = shapes.add(lockstep::Box{{1, 1, 0}, {0, 0, 0, 1}, {0.5F, 0.5F, 0.5F}});
//   shapes.set(ball, lockstep::Sphere{{0, 0, 1}, 1});                 // it moves
//   shapes.remove(crate);                                             // a free slot now, which the next add fills
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include <lockstep/config.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>
#include <lockstep/volumes.hpp>

namespace lockstep {

class TriangleMesh;  // mesh.hpp
class World;         // world.hpp
class World2;        // world.hpp
class ShapeSet2;

/// Which objects a call takes: each call that differs by their kind alone is one template, whose concept lists the
/// kinds. The library contains the function of every listed kind; other kinds do not compile.
template <class T, class... Kinds>
concept OneOf = (std::same_as<T, Kinds> || ...);

/// The objects of the plane; all others are of space.
template <class T>
concept OfPlane = OneOf<T, CircleView, Aabb2View, Box2View, Capsule2View, ShapeSet2, World2>;

/// What goes with objects of the plane, or with those of space.
template <class T>
using VectorOf = std::conditional_t<OfPlane<T>, Vec2, Vec3>;
template <class T>
using WorldOf = std::conditional_t<OfPlane<T>, World2, World>;

/// The name of a kind: "point", "rounded hull" (zero-terminated). O(1).
[[nodiscard]] LOCKSTEP_API std::string_view name(ShapeKind kind) noexcept;

namespace detail {
struct ShapeStore;
}

/// Shapes by index. `add` gives out 0, 1, 2 .. and, once shapes were removed, the free slots first, the last removed
/// before all others: the same calls give the same indices. An index means one shape until that is removed, whatever
/// happens to others, so that arrays of the caller's can run beside the set. (An index kept after `remove` names a free
/// slot, or the next shape in it; a set has no generations.) Free slots never meet anything: culling gives 0, overlap
/// passes skip them, and a pair that names one is an error.
///
/// A shape takes 82 bytes, a hull 24 bytes per vertex more (vertices padded to the next multiple of 16), an instance of
/// a mesh 128 bytes more however large the mesh is. All of it is used again for later shapes; vertices only for a hull
/// that is padded to as many.
///
/// `add` and `set` copy the shape. Contract of all members, unless they say otherwise:
///
/// Complexity: O(1), for hulls O(vertices); copies O(size).
/// Allocates: `add` amortised; `set`, `remove` and the const members nothing.
/// Throws: with `Check::inputs` (the default) `add` and `set` throw `InvalidInput` that names the field and its value;
/// with `Check::none` numbers are not checked. A hull without vertices, a volume without a far side, an index out of
/// range and a free slot are refused always. Strong guarantee: `InvalidInput` and `std::bad_alloc` leave the set as it
/// was.
/// Threads: safe to read from several threads while no thread changes the set.
class LOCKSTEP_API ShapeSet {
 public:
  ShapeSet();
  ~ShapeSet();
  ShapeSet(const ShapeSet&);
  ShapeSet(ShapeSet&&) noexcept;
  ShapeSet& operator=(const ShapeSet&);
  ShapeSet& operator=(ShapeSet&&) noexcept;

  std::uint32_t add(const Point& shape, Check check = Check::inputs);
  std::uint32_t add(const Sphere& shape, Check check = Check::inputs);
  std::uint32_t add(const Aabb& shape, Check check = Check::inputs);
  std::uint32_t add(const Box& shape, Check check = Check::inputs);
  std::uint32_t add(const Capsule& shape, Check check = Check::inputs);
  std::uint32_t add(const Ellipsoid& shape, Check check = Check::inputs);
  std::uint32_t add(const Cylinder& shape, Check check = Check::inputs);
  std::uint32_t add(const Cone& shape, Check check = Check::inputs);
  std::uint32_t add(const ConvexHull& shape, Check check = Check::inputs);
  /// Infinite far sides are refused: cut the volume, or `cull` with it.
  std::uint32_t add(const ConvexVolume& shape, Check check = Check::inputs);
  std::uint32_t add(const RoundedHull& shape, Check check = Check::inputs);

  /// Keeps vertices for instances to share, and returns the number by which they refer to them, 0, 1, 2 ... A mesh is
  /// not a shape of the set. O(vertices).
  std::uint32_t add_mesh(const ConvexHull& mesh, Check check = Check::inputs);
  /// Copies mesh `mesh` of another set (or of this one), so that one mesh serves several sets and nothing else has to
  /// keep its vertices. The copy does not depend on the other set. O(vertices), without the work on each that the first
  /// set did. Throws `InvalidInput` if the other set has no such mesh.
  std::uint32_t add_mesh(const ShapeSet& other, std::uint32_t mesh);
  /// Queries are fastest if neighbours in a list are instances of the same mesh.
  std::uint32_t add(const HullInstance& shape, Check check = Check::inputs);

  /// Replaces shape `index` (kinds without vertices of their own only), O(1): for bodies that move every frame.
  /// Allocates only if an instance takes the place of another kind.
  void set(std::uint32_t index, const Point& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Sphere& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Aabb& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Box& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Capsule& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const HullInstance& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Ellipsoid& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Cylinder& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Cone& shape, Check check = Check::inputs);

  /// Moves shape `index`, of any kind, to a double position: its points are those of its own numbers plus `position`,
  /// exactly. So a shape of float numbers stands anywhere in a world of doubles, and hulls move in O(1). `set` keeps
  /// the position; shapes that were never placed stand at 0. `intersect`, `distance`, `contacts`, `cast`, rays (with
  /// CastOptions::origin), overlap passes, `cull`, worlds (world.hpp) and bodies take the differences of positions
  /// before they round, and their answers are about the doubles (docs/numerics.md, section 19). A motion turns about a
  /// point relative to the position of the moving shape. Meshes and traces refuse a set whose shapes were placed.
  ///
  /// Complexity: O(1), the first call O(size).
  /// Allocates: the first call, 24 bytes for each shape.
  /// Throws: `InvalidInput` if a coordinate is not finite, exceeds `max_coordinate`, or is no multiple of 2^-149, as
  /// all floats are, and all doubles beyond 6.4e-30.
  void place(std::uint32_t index, const Vec3d& position, Check check = Check::inputs);

  /// Makes the slot of shape `index` free, O(1). Meshes stay. Throws `InvalidInput` if there is no such shape.
  void remove(std::uint32_t index);

  /// Makes room. Throws `InvalidInput` for more than 2^32 - 1 shapes or 2^32 - 17 vertices, the most that a set can
  /// hold.
  void reserve(std::size_t shapes, std::size_t hull_vertices = 0);
  /// Removes all shapes and meshes. Keeps the memory; throws nothing.
  void clear() noexcept;
  /// One more than the largest index, free slots included: the length of spans with one element per shape.
  [[nodiscard]] std::size_t size() const noexcept;
  /// The number of free slots.
  [[nodiscard]] std::size_t free_slots() const noexcept;
  /// Whether there is such a shape: the index is in range, and its slot is not free.
  [[nodiscard]] bool contains(std::uint32_t index) const noexcept;
  /// Throws `InvalidInput` if there is no such shape.
  [[nodiscard]] ShapeKind kind(std::uint32_t index) const;

  /// For the kernels.
  [[nodiscard]] const detail::ShapeStore& store() const noexcept { return *store_; }

 private:
  std::unique_ptr<detail::ShapeStore> store_;
};

// ---- Sets of the plane ----
//
// An owning store of 2D convex shapes (circles, capsules, boxes, ellipses, vision cones, polygons), for pair lists and
// for overlap passes; and the overlap test (2D GJK, separating axes) of pairs of them.
//
//   lockstep::ShapeSet2 shapes;
//   auto agent = shapes.add(lockstep::Circle2{{0, 0}, 0.3F});
//   auto sight = shapes.add(lockstep::Slice2{.center = {0, 1}, .angle = -1.5F, .half_angle = 0.5F, .radius = 4});
//   std::vector<lockstep::Pair> pairs = {{agent, sight}};
//   std::vector<lockstep::Verdict> verdicts(pairs.size());
//   lockstep::intersect(shapes, shapes, pairs, verdicts);

/// The name of a kind: "circle" (zero-terminated). O(1).
[[nodiscard]] LOCKSTEP_API std::string_view name(ShapeKind2 kind) noexcept;

namespace detail {
struct ShapeStore2;
}

/// Shapes by index, given out and, after `remove`, given out again as those of a ShapeSet. Overlap passes skip free
/// slots, and a pair that names one is an error.
///
/// A shape takes 65 bytes, 24 more if the set keeps double positions, a polygon 32 bytes and 16 bytes per vertex more
/// (vertices padded to the next multiple of 8, beyond 64 of 16). All of it is used again for later shapes; vertices
/// only for a polygon that is padded to as many.
///
/// `add`, `set` and `place` copy the shape.
///
/// Complexity, Allocates, Throws, Threads: as the members of ShapeSet, with polygons for hulls and `place` of an angle
/// as `set`.
class LOCKSTEP_API ShapeSet2 {
 public:
  ShapeSet2();
  ~ShapeSet2();
  ShapeSet2(const ShapeSet2&);
  ShapeSet2(ShapeSet2&&) noexcept;
  ShapeSet2& operator=(const ShapeSet2&);
  ShapeSet2& operator=(ShapeSet2&&) noexcept;

  std::uint32_t add(const Circle2& shape, Check check = Check::inputs);
  std::uint32_t add(const Capsule2& shape, Check check = Check::inputs);
  std::uint32_t add(const Box2& shape, Check check = Check::inputs);
  std::uint32_t add(const Ellipse2& shape, Check check = Check::inputs);
  std::uint32_t add(const Slice2& shape, Check check = Check::inputs);
  std::uint32_t add(const Polygon2& shape, Check check = Check::inputs);

  /// Replaces shape `index`, O(1): for bodies that move every frame. Refuses to replace a polygon, which has vertices
  /// of its own: move it by `place`.
  void set(std::uint32_t index, const Circle2& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Capsule2& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Box2& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Ellipse2& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Slice2& shape, Check check = Check::inputs);
  /// Moves polygon `index` to another position and angle in float, O(1). A double position stays as it is.
  void place(std::uint32_t index, const Vec2& position, float angle, Check check = Check::inputs);
  /// Moves shape `index`, of any kind, to a double position, to which the shape's own numbers are added exactly, as
  /// ShapeSet::place does. All calls about sets of the plane take it but traces.
  void place(std::uint32_t index, const Vec2d& position, Check check = Check::inputs);

  /// Makes the slot of shape `index` free, O(1). Throws `InvalidInput` if there is no such shape.
  void remove(std::uint32_t index);

  /// Makes room. Throws `InvalidInput` for more than the indices or the vertices that a set can hold.
  void reserve(std::size_t shapes, std::size_t vertices = 0);
  /// Removes all shapes. Keeps the memory; throws nothing.
  void clear() noexcept;
  /// One more than the largest index, free slots included: the length of spans with one element per shape.
  [[nodiscard]] std::size_t size() const noexcept;
  /// The number of free slots.
  [[nodiscard]] std::size_t free_slots() const noexcept;
  /// Whether there is such a shape: the index is in range, and its slot is not free.
  [[nodiscard]] bool contains(std::uint32_t index) const noexcept;
  /// Throws `InvalidInput` if there is no such shape.
  [[nodiscard]] ShapeKind2 kind(std::uint32_t index) const;

  /// For the kernels.
  [[nodiscard]] const detail::ShapeStore2& store() const noexcept { return *store_; }

 private:
  std::unique_ptr<detail::ShapeStore2> store_;
};

// ---- Bodies ----
//
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
//   lockstep::first_hits(lasers, world, hit);                         // which body, and which part (rays.hpp)

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
  /// Moves a body to a double position: all its parts stand where its pose takes them plus `position`, exactly, as
  /// ShapeSet::place says. `move` keeps the position. Poses near 0 lose least: parts are rounded to floats where they
  /// take them. O(parts), the first call O(all parts), which allocates 24 bytes for each.
  ///
  /// Throws: `InvalidInput` if there is no such body, or as ShapeSet::place for a coordinate.
  void place(std::uint32_t body, const Vec3d& position, Check check = Check::inputs);
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
