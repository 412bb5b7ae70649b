// An owning store of 2D convex shapes (circles, capsules, boxes, ellipses, vision cones, polygons), for pair lists and
// for overlap passes; and the overlap test (2D GJK, separating axes) of pairs of them.
//
//   lockstep::ShapeSet2 shapes;
//   auto agent = shapes.add(lockstep::Circle2{{0, 0}, 0.3F});
//   auto sight = shapes.add(lockstep::Slice2{.center = {0, 1}, .angle = -1.5F, .half_angle = 0.5F, .radius = 4});
//   std::vector<lockstep::Pair> pairs = {{agent, sight}};
//   std::vector<lockstep::Verdict> verdicts(pairs.size());
//   lockstep::intersect(shapes, shapes, pairs, verdicts);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include <lockstep/export.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/shapes2.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// The name of a kind: "circle" (zero-terminated). O(1).
[[nodiscard]] LOCKSTEP_API std::string_view name(ShapeKind2 kind) noexcept;

namespace detail {
struct ShapeStore2;
}

/// Shapes by index, given out and, after `remove`, given out again as those of a ShapeSet. Overlap passes skip free
/// slots, and a pair that names one is an error.
///
/// A shape takes 65 bytes, a polygon 32 bytes and 16 bytes per vertex more (vertices padded to the next multiple of 8,
/// beyond 64 of 16). All of it is used again for later shapes; vertices only for a polygon that is padded to as many.
///
/// `add`, `set` and `place` copy the shape.
///
/// Complexity, Allocates, Throws, Threads: as the members of ShapeSet, with polygons for hulls and `place` as `set`.
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
  /// Moves polygon `index` to another position and angle, O(1).
  void place(std::uint32_t index, const Vec2& position, float angle, Check check = Check::inputs);

  /// Makes the slot of shape `index` free, O(1). Throws `InvalidInput` if there is no such shape.
  void remove(std::uint32_t index);

  /// Makes room. Throws `InvalidInput` for more than the indices or the vertices that a set can hold.
  void reserve(std::size_t shapes, std::size_t vertices = 0);
  /// Removes all shapes. Keeps the memory; throws nothing.
  void clear() noexcept;
  /// One more than the largest index, free slots included: the length of spans with one element per shape.
  [[nodiscard]] std::size_t size() const noexcept;
  /// The number of free slots.
  [[nodiscard]] std::size_t holes() const noexcept;
  /// Whether there is such a shape: the index is in range, and its slot is not free.
  [[nodiscard]] bool contains(std::uint32_t index) const noexcept;
  /// Throws `InvalidInput` if there is no such shape.
  [[nodiscard]] ShapeKind2 kind(std::uint32_t index) const;

  /// For the kernels.
  [[nodiscard]] const detail::ShapeStore2& store() const noexcept { return *store_; }

 private:
  std::unique_ptr<detail::ShapeStore2> store_;
};

/// The overlap test of pairs in the plane, as `intersect` of two ShapeSets: the same guarantees, the same errors. Two
/// circles get the verdict of two spheres at z = 0. Boxes are compared by their 4 axes, circles and capsules with all
/// of these by a closed form.
///
/// Complexity: O(pairs) for all kinds but polygons, whose vertices are scanned once for each step of GJK; three steps
/// decide nearly all pairs.
/// Allocates, Throws, Threads: as `intersect` of two ShapeSets (intersect.hpp).
LOCKSTEP_API void intersect(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                            std::span<Verdict> verdicts, const IntersectOptions& options = {});

}  // namespace lockstep
