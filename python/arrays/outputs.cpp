#include "arrays/outputs.hpp"

#include <algorithm>
#include <string>

#include "arrays/errors.hpp"

namespace lockstep::python {
namespace {

std::string in_words(const std::vector<py::ssize_t>& shape) {
  py::tuple tuple(shape.size());
  for (std::size_t i = 0; i < shape.size(); ++i) tuple[i] = shape[i];
  return py::str(tuple);
}

std::string in_words(const py::dtype& dtype) { return py::str(py::handle(dtype)); }

}  // namespace

py::array new_array(const py::dtype& dtype, std::vector<py::ssize_t> shape) {
  return {dtype, py::array::ShapeContainer(std::move(shape))};
}

py::array output(py::handle value, const char* name, const py::dtype& dtype, std::vector<py::ssize_t> shape) {
  if (value.is_none()) return new_array(dtype, std::move(shape));
  if (!py::isinstance<py::array>(value)) {
    throw py::type_error(std::string(name) + " is a " + type_name(value) + "; expected an array");
  }
  const py::array array = py::reinterpret_borrow<py::array>(value);
  if (!array.dtype().equal(dtype)) {
    throw py::type_error(std::string(name) + " is an array of " + dtype_name(array) + "; expected " + in_words(dtype));
  }
  if (!std::equal(shape.begin(), shape.end(), array.shape(), array.shape() + array.ndim())) {
    throw wrong_shape(name, array, in_words(shape));
  }
  if (!array.writeable()) throw py::value_error(std::string(name) + " is read-only");
  if ((array.flags() & py::array::c_style) == 0) {
    throw py::value_error(std::string(name) + " has the strides " + std::string(py::str(array.attr("strides"))) +
                          "; expected a C-contiguous array, whose numbers lie side by side");
  }
  return array;
}

py::object wanted(py::handle value, const char* name, const py::dtype& dtype, std::vector<py::ssize_t> shape) {
  if (value.is_none()) return py::none();
  return output(value, name, dtype, std::move(shape));
}

}  // namespace lockstep::python
