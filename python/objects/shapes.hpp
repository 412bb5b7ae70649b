// ShapeSet and ShapeSet2 of Python: with the shapes that were added to them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <lockstep/sets.hpp>

#include "objects/kept_set.hpp"

namespace lockstep::python {

using KeptShape = std::variant<Hole, Point, Sphere, Aabb, Box, Capsule, Ellipsoid, Cylinder, Cone, HullInstance,
                               KeptHull, KeptVolume>;

class Shapes : public KeptSet<ShapeSet, KeptShape> {
 public:
  /// Any shape, to test others in its place.
  using Blank = Point;

  std::uint32_t add_hull(const KeptHull& hull, Check check);
  std::uint32_t add_volume(const KeptVolume& volume, Check check);
  std::uint32_t add_mesh(std::vector<Vec3> vertices, Check check);
  void clear() noexcept;

  [[nodiscard]] std::size_t meshes() const { return meshes_.size(); }
  [[nodiscard]] const std::vector<Vec3>& mesh(std::uint32_t number) const { return meshes_[number]; }

  /// The whole state in bytes, also while the set is lent, and the same from bytes. Throws InvalidInput if bytes are
  /// damaged.
  [[nodiscard]] std::string bytes() const;
  [[nodiscard]] std::string bytes_of_lent(const ShapeSet&) const { return bytes(); }
  static std::unique_ptr<Shapes> from_bytes(const std::string& bytes);

 private:
  std::vector<std::vector<Vec3>> meshes_;
};

using KeptShape2 = std::variant<Hole, Circle2, Capsule2, Box2, Ellipse2, Slice2, KeptPolygon>;

class Shapes2 : public KeptSet<ShapeSet2, KeptShape2> {
 public:
  using Blank = Circle2;

  std::uint32_t add_polygon(const KeptPolygon& polygon, Check check);
  using KeptSet::place;
  void place(std::uint32_t index, const Vec2& position, float angle, Check check);
  /// The pose of polygon `index`. Throws InvalidInput if it is not a polygon.
  [[nodiscard]] const KeptPolygon& polygon(std::uint32_t index) const;

  [[nodiscard]] std::string bytes() const;
  static std::unique_ptr<Shapes2> from_bytes(const std::string& bytes);
};

}  // namespace lockstep::python
