// Arrays of float32 with any strides: nothing is copied.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <initializer_list>

#include <lockstep/shapes.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>

namespace lockstep::python {

namespace py = pybind11;

/// Some numbers of each object. `name` is the name of the argument in errors.
class Floats {
 public:
  /// An array (N,) of float32, or a number for all objects.
  static Floats numbers(py::handle value, const char* name);
  /// An array (N, width) of float32, or (width,) for all objects. Lists and tuples of numbers are rounded to float32,
  /// like literals in C++.
  static Floats vectors(py::handle value, const char* name, py::ssize_t width);
  /// Vectors x y z w. Warns if all are (1, 0, 0, 0), the identity in the order w x y z.
  static Floats rotations(py::handle value, const char* name);
  /// Numbers in radians. Warns if one of the first 64 is beyond a full turn: it is probably in degrees.
  static Floats angles(py::handle value, const char* name);
  /// An array (N, 3, 4) or (N, 4, 4) of float32.
  static Floats matrices(py::handle value, const char* name);

  [[nodiscard]] const char* name() const { return name_; }
  [[nodiscard]] bool for_all() const { return for_all_; }
  [[nodiscard]] std::size_t count() const { return count_; }

  /// Number `k` of each object.
  [[nodiscard]] Stream stream(py::ssize_t k = 0) const;
  [[nodiscard]] MatrixStreams matrix_streams() const;
  [[nodiscard]] float number(std::size_t i, py::ssize_t k = 0) const;
  [[nodiscard]] Vec2 vec2(std::size_t i) const { return {number(i, 0), number(i, 1)}; }
  [[nodiscard]] Vec3 vec3(std::size_t i) const { return {number(i, 0), number(i, 1), number(i, 2)}; }
  [[nodiscard]] Quat quat(std::size_t i) const { return {number(i, 0), number(i, 1), number(i, 2), number(i, 3)}; }

 private:
  Floats(const py::array& array, const char* name, bool for_all);
  [[nodiscard]] const char* address(py::ssize_t k) const { return data_ + k * step_; }

  py::array array_;  // keeps the numbers alive
  const char* name_;
  const char* data_;
  std::size_t count_;
  // The bytes from one object, number or column of a matrix to the next.
  py::ssize_t stride_, step_, column_;
  bool for_all_;
};

/// The number of objects in all of these. Throws ValueError that names two arguments that do not fit each other.
std::size_t common_count(std::initializer_list<const Floats*> parts);

/// `value` as an array, also if it is a list or a number. Throws TypeError that says what was found.
py::array float_array(py::handle value, const char* name);

}  // namespace lockstep::python
