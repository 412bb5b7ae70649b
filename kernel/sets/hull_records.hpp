// What hulls that stand where their vertices say and placed hulls have in common: vertices on their way into the store.
#pragma once

#include <array>
#include <span>

#include "sets/shape_store.hpp"

namespace lockstep::detail {

/// Throws `InvalidInput` where vertices cannot be those of a hull.
void check_hull(std::span<const Vec3> vertices, const char* what, Check checking);

/// Floats of the vertices that are to be stored.
inline std::size_t floats_of(std::span<const Vec3> vertices) {
  return hull_floats(static_cast<std::uint32_t>(vertices.size()));
}

/// Where the vertices of a hull go: `at` as Record says, with room for hull_floats in either array.
struct VertexRoom {
  float *vertices, *low_parts;
  std::uint32_t at;
};

/// Lays vertices out, relative to the first.
Mesh lay_out_vertices(const VertexRoom& room, std::span<const Vec3> vertices);

/// Of a hull that stands where these vertices say.
Record record_of_vertices(const Mesh& mesh);

inline double middle_of(const Extents& e) { return 0.5 * (e.low + e.high); }

/// The radius of a ball around the center that the record has, rounded from `middle`, the mesh' own where it stands. It
/// holds what is `more` than the vertices: of an error of each coordinate, twice that.
float ball_around(const Mesh& mesh, const std::array<double, 3>& middle, const Record& record, double more);

/// Stores vertices where the store has made room for them, relative to the first.
Mesh store_vertices(ShapeStore& store, std::span<const Vec3> vertices);

/// A vertex that is no number makes the whole record NaN, so that kernels see it without looking at vertices.
Record poisoned_if_bad(const Record& record);

}  // namespace lockstep::detail
