// Arrays of float32 with any strides: nothing is copied. Other numbers become float64, then float32.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <utility>

#include <lockstep/shapes.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>

#include "arrays/doubles.hpp"

namespace lockstep::python {

namespace py = pybind11;

/// Infinite beyond the largest float.
inline float nearest_float(double x) {
  using Float = std::numeric_limits<float>;
  if (std::abs(x) > double{Float::max()}) return x > 0 ? Float::infinity() : -Float::infinity();
  return static_cast<float>(x);
}
inline float rounded_up(double x) {
  const float nearest = nearest_float(x);
  return nearest < x ? std::nextafter(nearest, std::numeric_limits<float>::infinity()) : nearest;
}
/// Below 0 if the size is, so that checks find it.
inline float size_rounded_up(double x) {
  return x < 0 ? std::min(nearest_float(x), -std::numeric_limits<float>::denorm_min()) : rounded_up(x);
}

/// What happens to float64 numbers that float32 does not hold. Those of lists and tuples are float64 as well.
enum class Rounding {
  refused,  // by an error; those in lists are rounded to the nearest float, like literals in C++
  up,       // sizes
  nearest,  // positions, which are kept as they are, and rotations, by whose error the shape grows
};

/// Numbers as float32, and as they were if these are not the same and `nearest` was asked.
struct Numbers {
  py::array floats;
  Doubles doubles;
  bool is_double = false;  // an array of float64, whatever its numbers are, or a list that needs it
  bool is_literal = false;
};

/// Numbers of any type, also in a list. Throws TypeError for what is not numbers, and ValueError that names the first
/// number that is refused.
Numbers read_numbers(py::handle value, const char* name, Rounding rounding);

/// `value` as an array of float32, which holds all numbers.
inline py::array float_array(py::handle value, const char* name) {
  return read_numbers(value, name, Rounding::refused).floats;
}

/// Some numbers of each object. `name` is the name of the argument in errors.
class Floats {
 public:
  /// An array (N,), or a number for all objects.
  static Floats numbers(py::handle value, const char* name, Rounding rounding = Rounding::refused);
  /// An array (N, width), or (width,) for all objects.
  static Floats vectors(py::handle value, const char* name, py::ssize_t width, Rounding rounding = Rounding::refused);
  static Floats lengths(py::handle value, const char* name) { return numbers(value, name, Rounding::up); }
  static Floats extents(py::handle value, const char* name) { return vectors(value, name, 3, Rounding::up); }
  static Floats positions(py::handle value, const char* name) { return vectors(value, name, 3, Rounding::nearest); }
  /// Vectors x y z w. Warns if all are (1, 0, 0, 0), the identity in the order w x y z.
  static Floats rotations(py::handle value, const char* name, Rounding rounding = Rounding::nearest);
  /// Numbers in radians. Warns if one of the first 64 is beyond a full turn: it is probably in degrees.
  static Floats angles(py::handle value, const char* name);
  /// An array (N, 3, 4) or (N, 4, 4) of float32.
  static Floats matrices(py::handle value, const char* name);

  [[nodiscard]] const char* name() const { return name_; }
  [[nodiscard]] bool for_all() const { return for_all_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  /// A copy for `count` objects, whose vectors are change(vector).
  template <class Change>
  [[nodiscard]] Floats changed(std::size_t count, const Change& change) const {
    py::array_t<float> array({static_cast<py::ssize_t>(count), py::ssize_t{3}});
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 v = change(vec3(i));
      for (const auto& [k, x] : {std::pair(0, v.x), std::pair(1, v.y), std::pair(2, v.z)})
        array.mutable_at(static_cast<py::ssize_t>(i), k) = x;
    }
    return vectors(array, name_, 3);
  }
  /// Whether float32 holds all numbers. Else `exact` has them.
  [[nodiscard]] bool is_exact() const { return doubles_.size() == 0; }
  [[nodiscard]] bool is_double() const { return is_double_; }
  /// Rounds a list as literals of C++ are.
  void round_literals() {
    if (is_literal_) doubles_ = Doubles();
  }
  /// Throws ValueError that names the first number that float32 does not hold, but for lists.
  void require_floats() const;

  /// Number `k` of each object.
  [[nodiscard]] Stream stream(py::ssize_t k = 0) const;
  [[nodiscard]] MatrixStreams matrix_streams() const;
  /// The vectors of doubles, unless float32 holds them.
  [[nodiscard]] PositionStreams positions() const;
  [[nodiscard]] float number(std::size_t i, py::ssize_t k = 0) const;
  [[nodiscard]] Vec2 vec2(std::size_t i) const { return {number(i, 0), number(i, 1)}; }
  [[nodiscard]] Vec3 vec3(std::size_t i) const { return {number(i, 0), number(i, 1), number(i, 2)}; }
  [[nodiscard]] double exact(std::size_t i, py::ssize_t k) const;
  [[nodiscard]] Vec3d exact3(std::size_t i) const { return {exact(i, 0), exact(i, 1), exact(i, 2)}; }
  [[nodiscard]] Quat quat(std::size_t i) const { return {number(i, 0), number(i, 1), number(i, 2), number(i, 3)}; }

 private:
  Floats(const Numbers& numbers, const char* name, bool for_all);
  [[nodiscard]] const char* address(py::ssize_t k) const { return data_ + k * step_; }

  py::array array_;  // keeps the numbers alive
  Doubles doubles_;  // the same numbers if float32 does not hold them
  const char* name_;
  const char* data_;
  std::size_t count_;
  // The bytes from one object, number or column of a matrix to the next.
  py::ssize_t stride_, step_, column_;
  bool for_all_, is_double_, is_literal_;
};

/// The number of objects in all of these. Throws ValueError that names two arguments that do not fit each other.
std::size_t common_count(std::initializer_list<const Floats*> parts);

}  // namespace lockstep::python
