#include "arrays/lists.hpp"

#include <algorithm>

#include "arrays/errors.hpp"
#include "arrays/floats.hpp"

namespace lockstep::python {
namespace {

py::array side_by_side(const py::array& array) {
  return py::array::ensure(array, py::array::c_style);  // the same array if its layout fits
}

/// Arrays of uint32 as they lie; other whole numbers that fit become such an array.
py::array index_array(py::handle value, const char* name) {
  const bool is_array = py::isinstance<py::array>(value);
  if (!is_array && !py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value))
    throw py::type_error(std::string(name) + " is a " + type_name(value) + "; expected an array of uint32");
  const py::array array = is_array ? py::reinterpret_borrow<py::array>(value)
                                   : py::array(py::module_::import("numpy").attr("array")(value));
  if (py::isinstance<py::array_t<std::uint32_t>>(array)) return array;
  if (array.size() == 0 && !is_array) return py::array_t<std::uint32_t>(0);
  if (array.dtype().kind() != 'i' && array.dtype().kind() != 'u')
    throw py::type_error(std::string(name) + " is " + (is_array ? "an array" : "a " + type_name(value)) + " of " +
                         dtype_name(array) + "; expected an array of uint32");
  const auto is_in_range = [&](const char* end) {
    const py::int_ number = array.attr(end)();
    return number.attr("__ge__")(0).cast<bool>() && number.attr("__le__")(0xffffffffU).cast<bool>();
  };
  if (array.size() > 0 && !(is_in_range("min") && is_in_range("max")))
    throw py::value_error(std::string(name) + " has a number that is not a uint32");
  return array.attr("astype")("uint32");
}

}  // namespace

List<std::uint32_t> index_list(py::handle value, const char* name) {
  const py::array array = index_array(value, name);
  if (array.ndim() != 1) throw wrong_shape(name, array, "(N,)");
  return {side_by_side(array)};
}

List<std::uint32_t> optional_index_list(py::handle value, const char* name, std::size_t count) {
  if (value.is_none()) return {py::array_t<std::uint32_t>(0)};
  List<std::uint32_t> list = index_list(value, name);
  if (list.span().size() != count) throw wrong_shape(name, list.array, "(" + std::to_string(count) + ",)");
  return list;
}

List<std::uint32_t> row_list(py::handle value, const char* name, py::ssize_t width) {
  py::array array = index_array(value, name);
  const bool empty_list = array.size() == 0 && !py::isinstance<py::array>(value);
  if (empty_list) array = array.reshape({py::ssize_t{0}, width});
  if (array.ndim() != 2 || array.shape(1) != width) {
    throw wrong_shape(name, array, "(N, " + std::to_string(width) + ")");
  }
  return {side_by_side(array)};
}

List<Pair> pair_list(py::handle value, const char* name) { return {row_list(value, name, 2).array}; }

py::array float_list(py::handle value, const char* name, std::span<const py::ssize_t> shape, const char* expected) {
  const py::array array = float_array(value, name);
  const auto rest = static_cast<std::size_t>(std::max<py::ssize_t>(array.ndim() - 1, 0));
  if (array.ndim() == 0 || !std::equal(shape.begin(), shape.end(), array.shape() + 1, array.shape() + 1 + rest)) {
    throw wrong_shape(name, array, expected);
  }
  return side_by_side(array);
}

}  // namespace lockstep::python
