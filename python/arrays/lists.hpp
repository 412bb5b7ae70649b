// Arrays that the library takes as spans, side by side in memory: pairs, indices, motions, rays. One that has gaps, or
// whose axes lie in another order, is copied; all others are read where they lie.
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

/// An array (N,) of uint32. A list of numbers from 0 to 2^32 - 1 makes one.
List<std::uint32_t> index_list(py::handle value, const char* name);
/// The same of `count` numbers, or nothing of None.
List<std::uint32_t> optional_index_list(py::handle value, const char* name, std::size_t count);
/// An array (N, width) of uint32; the same of lists.
List<std::uint32_t> row_list(py::handle value, const char* name, py::ssize_t width);
/// An array (N, 2) of uint32; the same of lists.
List<Pair> pair_list(py::handle value, const char* name = "pairs");
/// An array of float32 whose shape is N and `shape`, which is told as `expected`.
py::array float_list(py::handle value, const char* name, std::span<const py::ssize_t> shape, const char* expected);

}  // namespace lockstep::python
