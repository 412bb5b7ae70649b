// A polygon of the plane outside of any set.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sets/shape_store2.hpp"

namespace lockstep::detail {

/// Memory for its outline and vertices, aligned to cache lines.
struct alignas(64) MadePolygon {
  static constexpr std::uint32_t most_vertices = 256;
  std::array<float, std::size_t{polygon_units(most_vertices)} * vertex_unit> vertices;
  Record2 record;
  ShapeKind2 kind = ShapeKind2::polygon;
  Vec3d position;
  LowPosition low_position;
  bool has_position = false;

  /// Makes a polygon of at most `most_vertices` vertices.
  void make(std::span<const Vec2> corners);
  /// At the place of a shape of space in the plane that is left when an axis is dropped.
  void place(const ShapesView& shapes, std::uint32_t index, int dropped);
  [[nodiscard]] ShapesView2 view() const {
    if (!has_position) return {&record, &kind, vertices.data(), true};
    return {&record, &kind, vertices.data(), true, &position, &low_position};
  }
};

}  // namespace lockstep::detail
