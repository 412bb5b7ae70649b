// An owning store of shapes of any kind, for pair lists, for culling mixed scenes and for overlap passes.
//
//   lockstep::ShapeSet shapes;
//   auto ball = shapes.add(lockstep::Sphere{{0, 0, 0}, 1});
//   auto crate = shapes.add(lockstep::Box{{1, 1, 0}, {0, 0, 0, 1}, {0.5F, 0.5F, 0.5F}});
//   shapes.set(ball, lockstep::Sphere{{0, 0, 1}, 1});                 // it moves
//   shapes.remove(crate);                                             // crate is a hole now, which the next add fills
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

/// A kind in words: "point", "rounded hull" (zero-terminated).
[[nodiscard]] LOCKSTEP_API std::string_view name(ShapeKind kind) noexcept;

namespace detail {
struct ShapeStore;
}

/// Shapes by index. `add` gives out 0, 1, 2 .. and, once shapes were removed, the holes first, those that were made
/// last before all others: the same calls give the same indices. An index means one shape until that is removed,
/// whatever happens to others, so that arrays of the caller's can run beside the set. (An index says nothing of when it
/// was given out: who keeps one after `remove` sees a hole, or the shape that came next.) Holes are never hit: culling
/// says 0, overlap passes meet nothing, and a pair that names one is an error.
///
/// A shape takes 82 bytes, a hull 24 bytes per vertex more (vertices padded to the next multiple of 16), an instance of
/// a mesh 128 bytes more however large the mesh is. All of it is used again for later shapes; vertices only for a hull
/// that is padded to as many. Reading from several threads is safe, changing is not.
///
/// `add` and `set` copy the shape. With `Check::inputs` (the default) they throw `InvalidInput` that names the field
/// and its value and leave the set as it was; with `Check::none` numbers are not looked at (a hull without vertices, a
/// volume without a far side, an index out of range and a hole are refused all the same). `std::bad_alloc` leaves the
/// set as it was.
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

  /// Keeps vertices for instances to share, and returns the number by which they call them, 0, 1, 2 ... A mesh is no
  /// shape of the set.
  std::uint32_t add_mesh(const ConvexHull& mesh, Check check = Check::inputs);
  /// The same of what another set (or this one) keeps as number `mesh`, so that one mesh serves several sets and
  /// nothing else has to keep its vertices. It is a copy: what becomes of the other set does not matter. O(vertices),
  /// without the work on each that the first set did. Throws `InvalidInput` if the other set has no such mesh.
  std::uint32_t add_mesh(const ShapeSet& other, std::uint32_t mesh);
  /// Queries are fastest where neighbours in a list are instances of the same mesh.
  std::uint32_t add(const HullInstance& shape, Check check = Check::inputs);

  /// Replaces shape `index` (kinds without vertices of their own only), O(1): what a moving body calls every frame. It
  /// allocates only where an instance takes the place of another kind.
  void set(std::uint32_t index, const Point& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Sphere& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Aabb& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Box& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Capsule& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const HullInstance& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Ellipsoid& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Cylinder& shape, Check check = Check::inputs);
  void set(std::uint32_t index, const Cone& shape, Check check = Check::inputs);

  /// Makes shape `index` a hole, O(1). Meshes stay. Throws `InvalidInput` if there is no such shape. Allocates nothing.
  void remove(std::uint32_t index);

  /// Makes room. Throws `InvalidInput` for more than 2^32 - 1 shapes or 2^32 - 17 vertices, which no set can hold.
  void reserve(std::size_t shapes, std::size_t hull_vertices = 0);
  void clear() noexcept;
  /// One more than the largest index, holes included: what spans with one element per shape are as long as.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] std::size_t holes() const noexcept;
  /// Whether there is such a shape: the index is in range, and no hole.
  [[nodiscard]] bool contains(std::uint32_t index) const noexcept;
  /// Throws `InvalidInput` if there is no such shape.
  [[nodiscard]] ShapeKind kind(std::uint32_t index) const;

  /// For the kernels.
  [[nodiscard]] const detail::ShapeStore& store() const noexcept { return *store_; }

 private:
  std::unique_ptr<detail::ShapeStore> store_;
};

}  // namespace lockstep
