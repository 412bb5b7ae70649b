// Arrays of float64: contiguous ones are read as they lie, all other numbers are converted.
#pragma once

#include <pybind11/numpy.h>

#include <span>
#include <string>

#include <lockstep/types.hpp>

namespace lockstep::python {

namespace py = pybind11;

using Doubles =
    py::array_t<double, py::array::c_style | py::array::forcecast | py::detail::npy_api::NPY_ARRAY_ALIGNED_>;

/// Vectors (rows, width), or any number of them (N, width) if `rows` is -1; then (width,) is one.
inline Doubles vectors_of(const py::object& value, const char* name, py::ssize_t rows = -1, py::ssize_t width = 3) {
  Doubles numbers = Doubles::ensure(value);
  if (!numbers) throw py::type_error(std::string(name) + ": has something else than real numbers");
  if (rows == -1 && numbers.ndim() == 1 && numbers.shape(0) == width) return numbers;
  if (numbers.ndim() != 2 || numbers.shape(1) != width || (rows != -1 && numbers.shape(0) != rows)) {
    const bool is_empty = numbers.size() == 0 && rows == -1;
    if (!is_empty)
      throw py::value_error(std::string(name) + ": must have the shape (" + (rows == -1 ? "N" : std::to_string(rows)) +
                            ", " + std::to_string(width) + ")");
  }
  return numbers;
}

inline std::span<const Vec3d> points_of(const Doubles& numbers) {
  return {reinterpret_cast<const Vec3d*>(numbers.data()), static_cast<std::size_t>(numbers.size()) / 3};
}

}  // namespace lockstep::python
