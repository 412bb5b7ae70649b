// A convex polygon in each lane. Its vertices stay in memory as they are: a direction is turned into their frame, and
// the vertex found is turned back.
#pragma once

#include "lanes/registers/vec2.hpp"
#include "lanes/shapes/farthest_vertex.hpp"
#include "table/records2.hpp"

namespace lockstep::LOCKSTEP_ISA {

using PolygonScratch = VertexScratch<Vec2>;

/// The location and number of a polygon's vertices (detail::Outline).
struct PolygonVertices {
  static constexpr bool has_instances = false;
  static constexpr unsigned padding = 8;
  const float* x;       // then y, `stride` floats later; then the low parts in the same order
  std::uint32_t count;  // padded to `stride` with copies of the first

  explicit PolygonVertices(const detail::ShapeRef2& polygon) {
    const detail::PolygonAt at = detail::polygon_at(*polygon.record);
    x = detail::outline_of(polygon.vertices, at) + detail::vertex_unit;
    count = at.count;
  }
  PolygonVertices() = default;

  [[nodiscard]] std::uint32_t stride() const { return detail::padded2(count); }
  /// The low parts: what rounding to float took from the numbers at x.
  [[nodiscard]] const float* low() const { return x + std::size_t{2} * stride(); }
  /// W vertices from i on. Reads past the last one if there are fewer.
  [[nodiscard]] Vec2 from(std::uint32_t i) const {
    const auto coordinate = [&](unsigned axis) {
      const float* const high = x + axis * stride() + i;
      return is_double ? Real::load(high) + Real::load(high + 2 * stride()) : Real::load(high);
    };
    return {coordinate(0), coordinate(1)};
  }
  /// One coordinate of one vertex.
  [[nodiscard]] Number at(unsigned axis, std::uint32_t i) const {
    const float* const high = x + axis * stride() + i;
    return is_double ? Number{*high} + Number{high[2 * stride()]} : Number{*high};
  }
};

struct Polygon {
  LaneVertices<Vec2, PolygonVertices> vertices;
  Vec2 offset;  // position of the first vertex
  Vec2 turn;
  Vec2 center;
  Real extent;
  Real slack;  // bound on a vertex's distance from the true one, in each coordinate
  Real scale = 1;

  void scale_by(Real s) {
    center = center * s;
    extent = extent * s;
    slack = slack * s;
    scale = s;
  }

  Vec2 support(const Vec2& v, Mask active) const {
    const Vec2 farthest = vertices.farthest(turned_back(turn, v) * unscaled_direction(scale), active);
    return (offset + turned(turn, farthest)) * scale;
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
