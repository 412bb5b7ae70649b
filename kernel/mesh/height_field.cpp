// The triangles of a terrain: a grid of heights.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/float_environment.hpp"
#include "base/validate.hpp"
#include "mesh/mesh_store.hpp"

namespace lockstep {

namespace {

std::size_t cells_of(const HeightField& field) {
  return field.columns < 2 || field.rows < 2 ? 0 : (field.columns - 1) * (field.rows - 1);
}

void check_size(const HeightField& field) {
  std::size_t count = 0;
  if (__builtin_mul_overflow(field.columns, field.rows, &count) || count != field.heights.size())
    throw InvalidInput("heights: has " + std::to_string(field.heights.size()) +
                       " elements, needs one for each point of " + std::to_string(field.columns) + " columns and " +
                       std::to_string(field.rows) + " rows");
  if (cells_of(field) >= no_triangle / 2) throw InvalidInput("heights: more than 2^32 - 2 triangles");
}

Vec3 point_of(const HeightField& field, std::size_t row, std::size_t column) {
  const double c = static_cast<double>(column), r = static_cast<double>(row);
  const double height = double{field.heights[row * field.columns + column]};
  const auto along = [&](float Vec3::*axis) {
    return static_cast<float>(double{field.origin.*axis} + c * double{field.column_step.*axis} +
                              r * double{field.row_step.*axis} + height * double{field.up.*axis});
  };
  return {along(&Vec3::x), along(&Vec3::y), along(&Vec3::z)};
}

/// All points of the grid, including those of NaN heights, which no triangle uses.
std::vector<Vec3> points_of(const HeightField& field, Check checking) {
  std::vector<Vec3> points;
  points.reserve(field.heights.size());
  for (std::size_t row = 0; row < field.rows; ++row)
    for (std::size_t column = 0; column < field.columns; ++column) {
      points.push_back(point_of(field, row, column));
      const float height = field.heights[points.size() - 1];
      if (checking == Check::none || std::isnan(height) || detail::is_valid_vec3(points.back())) continue;
      const std::string which = "heights[" + std::to_string(points.size() - 1) + "]";
      if (std::isinf(height)) detail::check_coordinate(height, which);
      detail::check_vec3(points.back(), "the point of " + which);
    }
  return points;
}

std::vector<std::uint32_t> indices_of(const HeightField& field) {
  std::vector<std::uint32_t> indices;
  const std::size_t cells = cells_of(field), per_row = field.columns - 1;
  indices.reserve(6 * cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const std::size_t at = cell / per_row * field.columns + cell % per_row;
    const std::size_t corner[] = {at, at + 1, at + field.columns, at + field.columns + 1};
    const bool is_hole = std::any_of(corner, corner + 4, [&](std::size_t i) { return std::isnan(field.heights[i]); });
    if (is_hole) continue;
    for (const int k : {0, 1, 3, 0, 3, 2}) indices.push_back(static_cast<std::uint32_t>(corner[k]));
  }
  return indices;
}

}  // namespace

TriangleMesh::TriangleMesh(const HeightField& terrain, Check checking) : TriangleMesh() {
  const detail::FloatEnvironment standard;
  check_size(terrain);
  store_->build(points_of(terrain, checking), indices_of(terrain));
}

}  // namespace lockstep
