// A convex polygon in each lane: its vertices lie untouched in memory; a direction is turned to them, and a vertex
// back.
#pragma once

#include "lanes/registers/vec2.hpp"
#include "lanes/shapes/farthest_vertex.hpp"
#include "table/records2.hpp"

namespace lockstep::LOCKSTEP_ISA {

using PolygonScratch = VertexScratch<Vec2>;

/// Where the vertices of a polygon lie, and how many (detail::Outline).
struct PolygonVertices {
  static constexpr bool has_instances = false;
  static constexpr unsigned padding = 8;
  const float* x;       // then y, `stride` after it; then the same of the low parts
  std::uint32_t count;  // padded to `stride` with copies of the first

  explicit PolygonVertices(const detail::ShapeRef2& polygon) {
    const detail::PolygonAt at = detail::polygon_at(*polygon.record);
    x = detail::outline_of(polygon.vertices, at) + detail::vertex_unit;
    count = at.count;
  }
  PolygonVertices() = default;

  [[nodiscard]] std::uint32_t stride() const { return detail::padded2(count); }
  /// What rounding to float took from what lies at x.
  [[nodiscard]] const float* low() const { return x + std::size_t{2} * stride(); }
  /// W vertices from i on; what lies behind them in memory, where there are fewer.
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
  Vec2 offset;  // where the first vertex lies
  Vec2 turn;
  Vec2 center;
  Real extent;
  Real slack;  // how far a vertex may lie from the true one, in each coordinate
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
