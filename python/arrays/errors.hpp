// Errors about invalid arguments.
#pragma once

#include <pybind11/numpy.h>

#include <string>

namespace lockstep::python {

namespace py = pybind11;

inline std::string type_name(py::handle value) { return Py_TYPE(value.ptr())->tp_name; }
inline std::string dtype_name(const py::array& array) { return py::str(py::handle(array.dtype())); }

inline py::value_error wrong_shape(const char* name, const py::array& array, const std::string& expected) {
  const std::string shape = py::str(array.attr("shape"));
  return py::value_error(std::string(name) + " has the shape " + shape + "; expected " + expected);
}

}  // namespace lockstep::python
