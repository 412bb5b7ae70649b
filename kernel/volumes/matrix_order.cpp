// Detects a view-projection matrix that was passed in column-major order but declared row-major, or vice versa.
//
// No matrix is invalid by itself: nearly every one defines some volume, and that of a transposed camera mostly is a
// thin slice near the origin. But the rows of a camera's matrix have a recognisable form. Clip w is forward . p +
// offset. A view rotates and translates, so `forward` keeps the length 1 that every textbook and library gives it; or w
// is 1 (orthographic). Clip z rises along `forward`. Clip x and y rise along two directions perpendicular to each other
// and to it, except for a component along `forward` (off-axis). In the transpose, these rows are columns. A matrix is
// refused if its last row is not a camera's, with a length neither 0 nor 1, while its columns have the form of a camera
// in all these respects. docs/bad-input.md lists the legal matrices with that form.
#include "volumes/matrix_order.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "base/validate.hpp"
#include "volumes/volume_plane.hpp"

namespace lockstep::detail {

namespace {

using Rows = std::array<double, 16>;

/// Far above the rounding errors of a float matrix, far below the difference between a camera and its transpose.
constexpr double tolerance = 0x1p-13;

Rows transposed(Rows m) {
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < i; ++j) std::swap(m[4 * i + j], m[4 * j + i]);
  return m;
}

Vec direction(const Rows& m, std::size_t row) { return {m[4 * row], m[4 * row + 1], m[4 * row + 2]}; }

bool is_unit(const Vec& v) { return std::abs(dot(v, v) - 1) <= tolerance; }

/// Whether x and y are perpendicular apart from their components along the unit vector `forward`. If these components
/// are nearly all of x and y, the rest may be mere rounding errors.
bool are_at_right_angles(const Vec& x, const Vec& y, const Vec& forward) {
  const Vec right = cross(x, forward), up = cross(y, forward);
  const double rounding = 0x1p-21 * (length(x) * length(up) + length(y) * length(right));
  return std::abs(dot(right, up)) <= tolerance * length(right) * length(up) + rounding;
}

bool has_rows_of_a_camera(const Rows& m) {
  const Vec z = direction(m, 2), forward = direction(m, 3);
  if (norm_1(forward) == 0) return m[15] == 1;
  return is_unit(forward) && length(cross(z, forward)) <= tolerance * length(z) &&
         are_at_right_angles(direction(m, 0), direction(m, 1), forward);
}

bool looks_transposed(const Rows& m) {
  const Vec forward = direction(m, 3);
  return norm_1(forward) != 0 && !is_unit(forward) && has_rows_of_a_camera(transposed(m));
}

/// Whether the matrix is a view without a projection: a rotation and translation, which defines neither a picture nor
/// depths. The identity is allowed, since clip space itself may be meant.
bool is_view_alone(const Rows& m) {
  const Vec x = direction(m, 0), y = direction(m, 1), z = direction(m, 2);
  if (norm_1(direction(m, 3)) != 0 || m[15] != 1) return false;
  if (!is_unit(x) || !is_unit(y) || !is_unit(z)) return false;
  if (std::abs(dot(x, y)) > tolerance || std::abs(dot(y, z)) > tolerance || std::abs(dot(z, x)) > tolerance)
    return false;
  return m != Rows{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
}

/// Formats the last row with the digits of the numbers that the caller passed.
template <class Number>
std::string text_of_last_row(const Rows& m) {
  std::string text = "(";
  for (std::size_t i = 12; i < 16; ++i) text += number_text(static_cast<Number>(m[i])) + (i < 15 ? ", " : ")");
  return text;
}

template <class Number>
[[noreturn]] void throw_transposed(const Rows& m, MatrixOrder given) {
  throw InvalidInput("view_projection: looks transposed: its last row is " + text_of_last_row<Number>(m) +
                     ", no camera's, but its last column, " + text_of_last_row<Number>(transposed(m)) +
                     ", could be one; if its numbers lie " +
                     (given == MatrixOrder::row_major ? "column after column, say MatrixOrder::column_major"
                                                      : "row after row, say MatrixOrder::row_major"));
}

template <class Number>
Rows rows_of_any(const Number* matrix, MatrixOrder order) {
  if (matrix == nullptr) throw InvalidInput("view_projection: is null");
  Number numbers[16];
  __builtin_memcpy(numbers, matrix, sizeof numbers);
  Rows m;
  std::copy(std::begin(numbers), std::end(numbers), m.begin());
  if (order == MatrixOrder::column_major) m = transposed(m);
  for (std::size_t i = 0; i < 16; ++i)
    if (!(std::abs(m[i]) <= max_coordinate))
      throw_invalid("view_projection[" + std::to_string(i / 4) + "][" + std::to_string(i % 4) + "]",
                    static_cast<Number>(m[i]), coordinate_rule);
  if (looks_transposed(m)) throw_transposed<Number>(m, order);
  if (is_view_alone(m))
    throw InvalidInput(
        "view_projection: is a view alone: it turns and moves, and its last row is (0, 0, 0, 1); multiply a projection "
        "by it. (A view that is meant so, two units wide, high and deep, is the same multiplied by 2)");
  return m;
}

}  // namespace

Rows rows_of(const float* matrix, MatrixOrder order) { return rows_of_any(matrix, order); }
Rows rows_of(const double* matrix, MatrixOrder order) { return rows_of_any(matrix, order); }

}  // namespace lockstep::detail
