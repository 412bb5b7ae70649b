// Shared by hulls with and without a placement: storing vertices.
#pragma once

#include <array>
#include <span>

#include "sets/shape_store.hpp"

namespace lockstep::detail {

/// Throws `InvalidInput` if the vertices cannot form a hull.
void check_hull(std::span<const Vec3> vertices, const char* what, Check checking);

/// The number of floats that the vertices take in the store.
inline std::size_t floats_of(std::span<const Vec3> vertices) {
  return hull_floats(static_cast<std::uint32_t>(vertices.size()));
}

/// The destination of a hull's vertices: `at` as in Record, with room for hull_floats in either array.
struct VertexRoom {
  float *vertices, *low_parts;
  std::uint32_t at;
};

/// Stores vertices relative to the first.
Mesh lay_out_vertices(const VertexRoom& room, std::span<const Vec3> vertices);

/// The record of a hull without a placement.
Record record_of_vertices(const Mesh& mesh);

inline double middle_of(const Extents& e) { return 0.5 * (e.low + e.high); }

/// The radius of a ball around the record's center, which was rounded from `middle`, the centre of the placed mesh.
/// `more` is added to the vertices' distances: twice the error of each coordinate.
float ball_around(const Mesh& mesh, const std::array<double, 3>& middle, const Record& record, double more);

/// Stores vertices, relative to the first, in room that the store has reserved.
Mesh store_vertices(ShapeStore& store, std::span<const Vec3> vertices);

/// Makes the whole record NaN if a vertex is invalid, so that kernels detect it without reading vertices.
Record poisoned_if_bad(const Record& record);

}  // namespace lockstep::detail
