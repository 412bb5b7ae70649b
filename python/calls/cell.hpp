// The periodic cell of an argument.
#pragma once

#include <array>
#include <optional>

#include <lockstep/overlap.hpp>

#include "arrays/doubles.hpp"
#include "arrays/lists.hpp"

namespace lockstep::python {

/// The rows of (3, 3) are its vectors.
inline Cell cell_of(const py::object& value, const std::array<bool, 3>& periodic) {
  const Doubles numbers = vectors_of(value, "cell", 3);
  const auto row = [&](py::ssize_t k) { return Vec3d{numbers.at(k, 0), numbers.at(k, 1), numbers.at(k, 2)}; };
  return {row(0), row(1), row(2), periodic};
}

inline constexpr std::array everywhere = {true, true, true};

/// Circles may stand in a set of space, which does not ask for a cell of the plane.
template <bool in_plane>
std::optional<Cell> cell_option(const py::object& cell, const std::array<bool, 3>& periodic) {
  if (cell.is_none() && periodic != everywhere) throw InvalidInput("periodic: has no meaning without a cell");
  if (cell.is_none()) return std::nullopt;
  const Cell given = cell_of(cell, periodic);
  if constexpr (in_plane) (void)overlap(CircleView{}, {}, {.cell = given});
  return given;
}

}  // namespace lockstep::python
