// The periodic cell of an argument.
#pragma once

#include <array>

#include "arrays/doubles.hpp"
#include "arrays/lists.hpp"

namespace lockstep::python {

/// The rows of (3, 3) are its vectors.
inline Cell cell_of(const py::object& value, const std::array<bool, 3>& periodic) {
  const Doubles numbers = vectors_of(value, "cell", 3);
  const auto row = [&](py::ssize_t k) { return Vec3d{numbers.at(k, 0), numbers.at(k, 1), numbers.at(k, 2)}; };
  return {row(0), row(1), row(2), periodic};
}

}  // namespace lockstep::python
