// The library's names for the same things in space and in the plane.
#pragma once

#include <lockstep/lockstep.hpp>

#include "objects/shapes.hpp"

namespace lockstep::python {

struct Space {
  using Shapes = python::Shapes;
  using Vector = Vec3;
  using VectorD = Vec3d;
  using Points = WitnessPoints;
  using Distances = DistanceOutput;
  using Casts = CastOutput;
  using Manifold = lockstep::Manifold;
  using Motion = lockstep::Motion;
  using Ray = lockstep::Ray;
  static constexpr pybind11::ssize_t dimensions = 3;
  /// The columns of motions that turn.
  static constexpr const char* motions = "(N, 3), or (N, 3, 3) of by, turn and about";
  static constexpr const char* rays = "(N, 2, 3) of origin and motion";
};

struct Plane {
  using Shapes = Shapes2;
  using Vector = Vec2;
  using VectorD = Vec2d;
  using Points = WitnessPoints2;
  using Distances = DistanceOutput2;
  using Casts = CastOutput2;
  using Manifold = Manifold2;
  using Motion = Motion2;
  using Ray = Ray2;
  static constexpr pybind11::ssize_t dimensions = 2;
  static constexpr const char* motions = "(N, 2), or (N, 5) of by, turn and about";
  static constexpr const char* rays = "(N, 2, 2) of origin and motion";
};

}  // namespace lockstep::python
