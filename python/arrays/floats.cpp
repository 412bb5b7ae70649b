#include "arrays/floats.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "arrays/errors.hpp"

namespace lockstep::python {
namespace {

bool is_sequence(py::handle value) { return py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value); }

bool is_number(py::handle value) { return PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr()); }

py::array rounded(py::handle value, const char* name) {
  try {
    return py::array_t<float>(py::reinterpret_borrow<py::object>(value));
  } catch (const py::error_already_set&) {
    throw py::type_error(std::string(name) + " is a " + type_name(value) +
                         " that is not an array of numbers; expected an array of float32");
  }
}

}  // namespace

py::array float_array(py::handle value, const char* name) {
  if (!py::isinstance<py::array>(value)) {
    if (is_sequence(value) || is_number(value)) return rounded(value, name);
    if (!py::hasattr(value, "dtype")) {
      throw py::type_error(std::string(name) + " is a " + type_name(value) + "; expected an array of float32");
    }
    return float_array(py::module_::import("numpy").attr("asarray")(value), name);  // numpy.float32(0.5)
  }
  const py::array array = py::reinterpret_borrow<py::array>(value);
  if (py::isinstance<py::array_t<float>>(array)) return array;
  throw py::type_error(
      std::string(name) + " is an array of " + dtype_name(array) +
      "; shapes are exactly their float32 numbers, and how others are rounded is the caller's to say: " + "pass " +
      name + ".astype(numpy.float32)");
}

namespace {

void warn(const std::string& text) {
  if (PyErr_WarnEx(PyExc_UserWarning, text.c_str(), 1) != 0) throw py::error_already_set();
}

}  // namespace

Floats::Floats(const py::array& array, const char* name, bool for_all)
    : array_(array),
      name_(name),
      data_(static_cast<const char*>(array.data())),
      count_(for_all ? 1 : static_cast<std::size_t>(array.shape(0))),
      stride_(for_all ? 0 : array.strides(0)),
      step_(0),
      column_(0),
      for_all_(for_all) {}

Floats Floats::numbers(py::handle value, const char* name) {
  const py::array array = float_array(value, name);
  if (array.ndim() > 1) throw wrong_shape(name, array, "(N,), or a number for all");
  return {array, name, array.ndim() == 0};
}

Floats Floats::vectors(py::handle value, const char* name, py::ssize_t width) {
  py::array array = float_array(value, name);
  if (array.ndim() == 1 && array.shape(0) == 0 && is_sequence(value)) array = array.reshape({py::ssize_t{0}, width});
  const auto last = array.ndim() - 1;
  if (last < 0 || last > 1 || array.shape(last) != width) {
    const std::string w = std::to_string(width);
    throw wrong_shape(name, array, "(N, " + w + "), or (" + w + ",) for all");
  }
  Floats result(array, name, last == 0);
  result.step_ = array.strides(last);
  return result;
}

Floats Floats::rotations(py::handle value, const char* name) {
  Floats result = vectors(value, name, 4);
  for (std::size_t i = 0; i < result.count(); ++i)
    if (!(result.quat(i) == Quat{1, 0, 0, 0})) return result;
  if (result.count() > 0)
    warn(std::string(name) + ": " + (result.count() > 1 ? "all quaternions are" : "the quaternion is") +
         " (1, 0, 0, 0), which is half a turn about x; they are read as x, y, z, w");
  return result;
}

Floats Floats::angles(py::handle value, const char* name) {
  constexpr std::size_t most = 64;
  constexpr float full_turn = 6.2831860F;
  Floats result = numbers(value, name);
  for (std::size_t i = 0; i < std::min(result.count(), most); ++i) {
    const float angle = result.number(i);
    if (!(std::abs(angle) > full_turn)) continue;
    warn(std::string(name) + (result.for_all() ? "" : "[" + std::to_string(i) + "]") + " = " +
         py::str(py::float_(angle)).cast<std::string>() + " is beyond a full turn; angles are in radians");
    break;
  }
  return result;
}

Floats Floats::matrices(py::handle value, const char* name) {
  const py::array array = float_array(value, name);
  if (array.ndim() != 3 || (array.shape(1) != 3 && array.shape(1) != 4) || array.shape(2) != 4) {
    throw wrong_shape(name, array, "(N, 3, 4) or (N, 4, 4)");
  }
  Floats result(array, name, false);
  result.step_ = array.strides(1);
  result.column_ = array.strides(2);
  return result;
}

Stream Floats::stream(py::ssize_t k) const { return {reinterpret_cast<const float*>(address(k)), stride_}; }

MatrixStreams Floats::matrix_streams() const {
  const auto at = [&](py::ssize_t row, py::ssize_t column) {
    if (row >= array_.shape(1)) return Stream{nullptr, stride_};
    return Stream{reinterpret_cast<const float*>(address(row) + column * column_), stride_};
  };
  return {at(0, 0), at(0, 1), at(0, 2), at(0, 3), at(1, 0), at(1, 1), at(1, 2), at(1, 3),
          at(2, 0), at(2, 1), at(2, 2), at(2, 3), at(3, 0), at(3, 1), at(3, 2), at(3, 3)};
}

float Floats::number(std::size_t i, py::ssize_t k) const {
  float result;
  std::memcpy(&result, address(k) + static_cast<py::ssize_t>(i) * stride_, sizeof result);
  return result;
}

std::size_t common_count(std::initializer_list<const Floats*> parts) {
  const Floats* first = nullptr;
  for (const Floats* part : parts) {
    if (part->for_all()) continue;
    if (first == nullptr) first = part;
    if (part->count() != first->count()) {
      throw py::value_error(std::string(part->name()) + " is of " + std::to_string(part->count()) + " objects, " +
                            first->name() + " of " + std::to_string(first->count()));
    }
  }
  return first == nullptr ? 1 : first->count();
}

}  // namespace lockstep::python
