#include "scenes/gltf_transforms.hpp"

#include <cmath>

namespace lockstep::tools {
namespace {

using Triple = std::array<double, 3>;
using Quadruple = std::array<double, 4>;

Matrix matrix_property(const Node& node) {
  const std::optional<Matrix> matrix = affine_of_columns(node.numbers<16>("matrix"));
  if (!matrix) node.fail("matrix", "must be affine: its last row must be 0 0 0 1");
  return *matrix;
}

}  // namespace

double squared_length(const Quadruple& q) { return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]; }

Quadruple unit(const Quadruple& q) {
  const double length = std::sqrt(squared_length(q));
  return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

Matrix placement(const Triple& t, const Quadruple& rotation, const Triple& s) {
  const auto [x, y, z, w] = rotation;
  return {(1 - 2 * (y * y + z * z)) * s[0],
          2 * (x * y - z * w) * s[1],
          2 * (x * z + y * w) * s[2],
          t[0],
          2 * (x * y + z * w) * s[0],
          (1 - 2 * (x * x + z * z)) * s[1],
          2 * (y * z - x * w) * s[2],
          t[1],
          2 * (x * z - y * w) * s[0],
          2 * (y * z + x * w) * s[1],
          (1 - 2 * (x * x + y * y)) * s[2],
          t[2],
          0,
          0,
          0,
          1};
}

std::optional<Matrix> affine_of_columns(const std::array<double, 16>& columns) {
  Matrix rows;
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t column = 0; column < 4; ++column) rows[4 * row + column] = columns[4 * column + row];
  for (std::size_t column = 0; column < 4; ++column) {
    double& number = rows[12 + column];
    const double wanted = column == 3 ? 1 : 0;
    if (!(std::abs(number - wanted) <= last_row_tolerance)) return std::nullopt;
    number = wanted;
  }
  return rows;
}

Matrix local_matrix(const Node& node) {
  if (node.has("matrix")) return matrix_property(node);
  const auto t = node.has("translation") ? node.numbers<3>("translation") : Triple{0, 0, 0};
  const auto s = node.has("scale") ? node.numbers<3>("scale") : Triple{1, 1, 1};
  const auto q = node.has("rotation") ? node.numbers<4>("rotation") : Quadruple{0, 0, 0, 1};
  const double squared = squared_length(q);
  if (!(std::abs(squared - 1) <= 1e-3)) node.fail("rotation", concat("must be a unit quaternion, |q|^2 is ", squared));
  return placement(t, unit(q), s);
}

}  // namespace lockstep::tools
