// Shapes of the plane in pair files (docs/pair-format.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <lockstep/shapes.hpp>

#include "pairs/pair_fields.hpp"

namespace lockstep::tools {

/// A polygon with a pose.
struct PlacedPolygon {
  std::vector<Vec2> vertices;
  Vec2 position;
  float angle = 0;

  [[nodiscard]] Polygon2 view() const { return {.vertices = vertices, .position = position, .angle = angle}; }
};

using PlaneShape = std::variant<Circle2, Capsule2, Box2, Ellipse2, Slice2, PlacedPolygon>;

/// Reads the numbers after the name of a shape; takes nothing if there is no such shape of the plane. Throws
/// `FieldError`.
[[nodiscard]] std::optional<PlaneShape> read_plane_shape(std::string_view name, Fields& fields);

/// For messages: a blank before each name.
[[nodiscard]] std::string plane_shape_names();

}  // namespace lockstep::tools
