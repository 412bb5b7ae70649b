// An owning store of shapes of any kind, for pair lists and for culling mixed scenes.
//
//   lockstep::ShapeSet shapes;
//   auto ball = shapes.add(lockstep::Sphere{{0, 0, 0}, 1});
//   auto crate = shapes.add(lockstep::Box{{1, 1, 0}, {0, 0, 0, 1}, {0.5F, 0.5F, 0.5F}});
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include <lockstep/export.hpp>
#include <lockstep/frustum.hpp>
#include <lockstep/shapes.hpp>

namespace lockstep {

enum class ShapeKind : std::uint8_t {
  point,
  sphere,
  aabb,
  box,
  capsule,
  hull,
  volume,
  rounded_hull,
  hull_instance,
  ellipsoid,
  cylinder,
  cone
};

/// The enumerator in words: "point", "rounded hull" (zero-terminated).
[[nodiscard]] LOCKSTEP_API std::string_view name(ShapeKind kind) noexcept;

namespace detail {
struct ShapeStore;
}

/// Shapes by index, 0 .. size()-1 in the order of `add`. A shape takes 82 bytes, a hull 24 bytes per vertex more
/// (vertices padded to the next multiple of 16), an instance of a mesh 128 bytes more however large the mesh is. Reading
/// from several threads is safe, changing is not.
///
/// `add` and `set` copy the shape. With `Check::inputs` (the default) they throw `InvalidInput` that names the field and
/// its value and leave the set as it was; with `Check::none` numbers are not looked at (a hull without vertices, a
/// volume without a far side and an index out of range are refused all the same). `std::bad_alloc` leaves the set as it was.
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

  /// Keeps vertices for instances to share, and returns the number by which they call them, 0, 1, 2 ... A mesh is no shape
  /// of the set.
  std::uint32_t add_mesh(const ConvexHull& mesh, Check check = Check::inputs);
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

  /// Makes room. Throws `InvalidInput` for more than 2^32 - 1 shapes or 2^32 - 17 vertices, which no set can hold.
  void reserve(std::size_t shapes, std::size_t hull_vertices = 0);
  void clear() noexcept;
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] ShapeKind kind(std::uint32_t index) const;

  /// For the kernels.
  [[nodiscard]] const detail::ShapeStore& store() const noexcept { return *store_; }

 private:
  std::unique_ptr<detail::ShapeStore> store_;
};

}  // namespace lockstep
