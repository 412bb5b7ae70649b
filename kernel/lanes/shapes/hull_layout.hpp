// The layout of the vertices of hulls, with and without a placement (records.hpp).
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/records.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The location and number of a hull's vertices.
struct HullVertices {
  static constexpr bool has_instances = true;
  static constexpr unsigned padding = detail::vertex_padding;
  const float* x;       // then y, then z, each `stride` after the other
  const float* low_x;   // likewise
  std::uint32_t count;  // padded to `stride` with copies of the first

  [[nodiscard]] std::uint32_t stride() const { return detail::padded(count); }
  [[nodiscard]] const float* low() const { return low_x; }
  /// W vertices from i on. (Float lanes skip the low parts, which would change nothing.)
  [[nodiscard]] Vec from(std::uint32_t i) const {
    const auto coordinate = [&](unsigned axis) {
      const std::size_t at = std::size_t{axis} * stride() + i;
      return is_double ? Real::load(x + at) + Real::load(low_x + at) : Real::load(x + at);
    };
    return {coordinate(0), coordinate(1), coordinate(2)};
  }
  /// One coordinate of one vertex.
  [[nodiscard]] Number at(unsigned axis, std::uint32_t i) const {
    const std::size_t at = std::size_t{axis} * stride() + i;
    return is_double ? Number{x[at]} + Number{low_x[at]} : Number{x[at]};
  }
};

inline bool is_placed(const detail::ShapeRef& hull) {
  return std::bit_cast<std::uint32_t>(hull.record->row[3][3]) >> 31 != 0;
}

/// The offset of the vertices that column 3 of a row encodes.
inline std::size_t vertices_at(const float (&row)[4]) {
  return std::size_t{std::bit_cast<std::uint32_t>(row[3])} * detail::vertex_padding;
}

/// The rows of a detail::Placement.
using PlacementRow = const float[4];
inline const PlacementRow* placement_of(const detail::ShapeRef& placed) {
  return reinterpret_cast<const PlacementRow*>(placed.placements + vertices_at(placed.record->row[1]));
}

inline HullVertices vertices_of(const detail::ShapeRef& hull, bool placed) {
  const std::size_t at = vertices_at(placed ? placement_of(hull)[1] : hull.record->row[1]);
  return {hull.vertices + at, hull.low_parts + at, std::bit_cast<std::uint32_t>(hull.record->row[2][3])};
}

}  // namespace lockstep::LOCKSTEP_ISA
