// Motions of shapes: translations and turns.
#pragma once

#include <array>
#include <span>

#include "arrays/floats.hpp"
#include "arrays/lists.hpp"
#include "calls/dimensions.hpp"

namespace lockstep::python {

/// Calls `run` with motions that turn, (N, 3, 3) or in the plane (N, 5), or with translations alone.
template <class Dimension, class Run>
void with_motions(const py::object& motions, const Run& run) {
  const py::array array = float_array(motions, "motions");
  const bool turning = Dimension::dimensions == 3 ? array.ndim() == 3 : array.ndim() == 2 && array.shape(1) == 5;
  static constexpr std::array<py::ssize_t, 2> in_space = {3, 3};
  static constexpr std::array<py::ssize_t, 1> in_plane = {5};
  static constexpr std::array<py::ssize_t, 1> translations = {Dimension::dimensions};
  const std::span<const py::ssize_t> turns =
      Dimension::dimensions == 3 ? std::span<const py::ssize_t>(in_space) : std::span<const py::ssize_t>(in_plane);
  const std::span<const py::ssize_t> shape = turning ? turns : std::span<const py::ssize_t>(translations);
  const py::array list = float_list(array, "motions", shape, Dimension::motions);
  turning ? run(List<typename Dimension::Motion>{list}.span()) : run(List<typename Dimension::Vector>{list}.span());
}

}  // namespace lockstep::python
