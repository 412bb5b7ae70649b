// Arrays that the library takes as contiguous spans: pairs, indices, motions, rays. An array with gaps or another order
// of axes is copied; all others are read in place.
#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <span>
#include <string>

#include <lockstep/types.hpp>

namespace lockstep::python {

namespace py = pybind11;

/// An array, and its elements as the library's.
template <class T>
struct List {
  py::array array;
  [[nodiscard]] std::span<const T> span() const {
    return {static_cast<const T*>(array.data()), static_cast<std::size_t>(array.nbytes()) / sizeof(T)};
  }
};

/// An array (N,) of uint32. A list, or an array of other integers, from 0 to 2^32 - 1 makes one.
List<std::uint32_t> index_list(py::handle value, const char* name);
/// The same with `count` numbers; empty for None.
List<std::uint32_t> optional_index_list(py::handle value, const char* name, std::size_t count);
/// An array (N, width) of uint32; the same of lists.
List<std::uint32_t> row_list(py::handle value, const char* name, py::ssize_t width);
/// An array (N, 2) of uint32; the same of lists.
List<Pair> pair_list(py::handle value, const char* name = "pairs");
/// An array of float32 whose shape is N and `shape`, which errors call `expected`.
py::array float_list(py::handle value, const char* name, std::span<const py::ssize_t> shape, const char* expected);

}  // namespace lockstep::python
