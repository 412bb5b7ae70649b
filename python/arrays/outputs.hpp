// Arrays that calls write to: the caller's, or new ones.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <span>
#include <vector>

namespace lockstep::python {

namespace py = pybind11;

/// An array with uninitialised numbers.
py::array new_array(const py::dtype& dtype, std::vector<py::ssize_t> shape);

/// `value` if it is a contiguous writable array of that type and shape; a new array if it is None. Throws TypeError or
/// ValueError that names the argument and says what was found.
py::array output(py::handle value, const char* name, const py::dtype& dtype, std::vector<py::ssize_t> shape);

/// An output that is wanted unless it is None.
py::object wanted(py::handle value, const char* name, const py::dtype& dtype, std::vector<py::ssize_t> shape);

/// The memory of an output as the library's type; an empty span for None.
template <class T>
std::span<T> span_of(const py::object& output) {
  if (output.is_none()) return {};
  py::array array = py::reinterpret_borrow<py::array>(output);
  return {static_cast<T*>(array.mutable_data()), static_cast<std::size_t>(array.nbytes()) / sizeof(T)};
}

inline py::ssize_t length(std::size_t count) { return static_cast<py::ssize_t>(count); }

}  // namespace lockstep::python
