#include "arrays/floats.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "arrays/errors.hpp"

namespace lockstep::python {
namespace {

bool is_sequence(py::handle value) { return py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value); }

bool is_literal(py::handle value) {
  return is_sequence(value) || PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr());
}

/// Any object as an array of numpy, whose elements are real numbers.
py::array array_of(py::handle value, const char* name) {
  py::array array;
  try {
    array = is_sequence(value) ? py::array(Doubles(py::reinterpret_borrow<py::object>(value)))
                               : py::array(py::module_::import("numpy").attr("asarray")(value));
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError) && !error.matches(PyExc_OverflowError))
      throw;
    array = py::array(py::dtype("O"), std::vector<py::ssize_t>{});
  }
  const char kind = array.dtype().kind();
  const bool is_number = (kind == 'f' && array.itemsize() <= 8) || kind == 'i' || kind == 'u';
  if (is_number) return array;
  if (is_sequence(value) || py::isinstance<py::array>(value))
    throw py::type_error(std::string(name) + " is " +
                         (py::isinstance<py::array>(value)
                              ? "an array of " + dtype_name(array)
                              : "a " + type_name(value) + " that is not an array of numbers") +
                         "; expected an array of float32 or float64");
  throw py::type_error(std::string(name) + " is a " + type_name(value) + "; expected an array of float32 or float64");
}

/// Whole numbers beyond it may not be doubles.
constexpr double most_whole = 0x1p53;

/// The place of element k of an array: [2, 1].
std::string place_in(const Doubles& array, py::ssize_t k) {
  std::string place;
  for (py::ssize_t axis = array.ndim(); axis-- > 0; k /= array.shape(axis))
    place = (axis > 0 ? ", " : "") + std::to_string(k % array.shape(axis)) + place;
  return place.empty() ? "" : "[" + place + "]";
}

/// Also without the GIL.
[[noreturn]] void refuse(const std::string& type, const Doubles& doubles, py::ssize_t k, const std::string& name) {
  std::array<char, 32> number;
  const char* const end = std::to_chars(number.data(), number.data() + number.size(), doubles.data()[k]).ptr;
  throw py::value_error(name + " is an array of " + type + ", and float32 does not hold " + name +
                        place_in(doubles, k) + " = " +
                        std::string(number.data(), static_cast<std::size_t>(end - number.data())) +
                        "; how it is rounded is the caller's to say: pass " + name + ".astype(numpy.float32)");
}

/// A whole number that may not be a double. Python compares the two exactly.
void refuse_unless_held(const py::array& array, const Doubles& doubles, py::ssize_t k, const char* name) {
  if (!array.attr("flat")[py::int_(k)].attr("item")().equal(py::float_(doubles.data()[k])))
    refuse(dtype_name(array), doubles, k, name);
}

float rounded(double x, Rounding rounding) {
  return rounding == Rounding::up ? size_rounded_up(x) : static_cast<float>(x);
}

}  // namespace

Numbers read_numbers(py::handle value, const char* name, Rounding rounding) {
  if (py::isinstance<py::array_t<float>>(value)) return {py::reinterpret_borrow<py::array>(value), {}};
  const py::array array = array_of(value, name);
  if (py::isinstance<py::array_t<float>>(array)) return {array, {}};
  const Doubles doubles(array);
  py::array_t<float> floats(std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()));
  const double* const from = doubles.data();
  float* const to = floats.mutable_data();
  const bool is_whole = array.dtype().kind() != 'f', is_refused = rounding == Rounding::refused && !is_literal(value);
  bool is_exact = true;
  for (py::ssize_t k = 0; k < doubles.size(); ++k) {
    to[k] = rounded(from[k], rounding);
    if (is_whole && std::abs(from[k]) >= most_whole) refuse_unless_held(array, doubles, k, name);
    if (to[k] == from[k] || from[k] != from[k]) continue;
    is_exact = false;
    if (is_refused) refuse(dtype_name(array), doubles, k, name);
  }
  const bool is_double = !is_exact || (!is_whole && !is_literal(value));
  return {floats, is_exact || rounding != Rounding::nearest ? Doubles() : doubles, is_double, is_literal(value)};
}

namespace {

void warn(const std::string& text) {
  if (PyErr_WarnEx(PyExc_UserWarning, text.c_str(), 1) != 0) throw py::error_already_set();
}

}  // namespace

Floats::Floats(const Numbers& numbers, const char* name, bool for_all)
    : array_(numbers.floats),
      doubles_(numbers.doubles),
      name_(name),
      data_(static_cast<const char*>(array_.data())),
      count_(for_all ? 1 : static_cast<std::size_t>(array_.shape(0))),
      stride_(for_all ? 0 : array_.strides(0)),
      step_(0),
      column_(0),
      for_all_(for_all),
      is_double_(numbers.is_double),
      is_literal_(numbers.is_literal) {}

Floats Floats::numbers(py::handle value, const char* name, Rounding rounding) {
  const Numbers numbers = read_numbers(value, name, rounding);
  if (numbers.floats.ndim() > 1) throw wrong_shape(name, numbers.floats, "(N,), or a number for all");
  return {numbers, name, numbers.floats.ndim() == 0};
}

Floats Floats::vectors(py::handle value, const char* name, py::ssize_t width, Rounding rounding) {
  Numbers numbers = read_numbers(value, name, rounding);
  py::array& array = numbers.floats;
  if (array.ndim() == 1 && array.shape(0) == 0 && is_sequence(value)) array = array.reshape({py::ssize_t{0}, width});
  const auto last = array.ndim() - 1;
  if (last < 0 || last > 1 || array.shape(last) != width) {
    const std::string w = std::to_string(width);
    throw wrong_shape(name, array, "(N, " + w + "), or (" + w + ",) for all");
  }
  Floats result(numbers, name, last == 0);
  result.step_ = array.strides(last);
  return result;
}

Floats Floats::rotations(py::handle value, const char* name, Rounding rounding) {
  Floats result = vectors(value, name, 4, rounding);
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
  const Numbers numbers = read_numbers(value, name, Rounding::refused);
  const py::array& array = numbers.floats;
  if (array.ndim() != 3 || (array.shape(1) != 3 && array.shape(1) != 4) || array.shape(2) != 4) {
    throw wrong_shape(name, array, "(N, 3, 4) or (N, 4, 4)");
  }
  Floats result(numbers, name, false);
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

void Floats::require_floats() const {
  for (py::ssize_t k = 0; k < doubles_.size() && !is_literal_; ++k)
    if (const double x = doubles_.data()[k]; static_cast<float>(x) != x && x == x)
      refuse("float64", doubles_, k, name_);
}

PositionStreams Floats::positions() const {
  const double* const first = doubles_.data();
  const std::ptrdiff_t stride = for_all_ ? 0 : 3 * static_cast<std::ptrdiff_t>(sizeof(double));
  return {{first, stride}, {first + 1, stride}, {first + 2, stride}};
}

float Floats::number(std::size_t i, py::ssize_t k) const {
  float result;
  std::memcpy(&result, address(k) + static_cast<py::ssize_t>(i) * stride_, sizeof result);
  return result;
}

double Floats::exact(std::size_t i, py::ssize_t k) const {
  if (is_exact()) return number(i, k);
  const py::ssize_t width = doubles_.ndim() == 0 ? 1 : doubles_.shape(doubles_.ndim() - 1);
  return doubles_.data()[(for_all_ ? 0 : static_cast<py::ssize_t>(i) * width) + k];
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
