// An owning store of convex shapes of any kind, by index: for pair lists, for frustum culling of mixed scenes and for
// overlap passes.
//
//   lockstep::ShapeSet shapes;
//   auto ball = shapes.add(lockstep::Sphere{{0, 0, 0}, 1});
//   auto crate = shapes.add(lockstep::Box{{1, 1, 0}, {0, 0, 0, 1}, {0.5F, 0.5F, 0.5F}});
//   shapes.set(ball, lockstep::Sphere{{0, 0, 1}, 1});                 // it moves
//   shapes.remove(crate);                                             // a free slot now, which the next add fills
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include <lockstep/export.hpp>
#include <lockstep/frustum.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

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
  [[nodiscard]] std::size_t holes() const noexcept;
  /// Whether there is such a shape: the index is in range, and its slot is not free.
  [[nodiscard]] bool contains(std::uint32_t index) const noexcept;
  /// Throws `InvalidInput` if there is no such shape.
  [[nodiscard]] ShapeKind kind(std::uint32_t index) const;

  /// For the kernels.
  [[nodiscard]] const detail::ShapeStore& store() const noexcept { return *store_; }

 private:
  std::unique_ptr<detail::ShapeStore> store_;
};

}  // namespace lockstep
