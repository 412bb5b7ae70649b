// Culling scenes to time with objects that no view has: shapes of several kinds, and bodies of several parts, in the
// field of scenes.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/sets.hpp>

#include "work/scenes.hpp"

namespace lockstep::bench {

enum class SetOf : std::uint8_t { shapes, bodies };

/// Only the set of `kind` has objects.
struct SetScene {
  SetOf kind;
  ShapeSet shapes;
  BodySet bodies;
  std::vector<Camera> cameras;

  [[nodiscard]] std::size_t size() const { return kind == SetOf::shapes ? shapes.size() : bodies.size(); }
  /// The shapes to cull: the objects themselves, or their parts.
  [[nodiscard]] const ShapeSet& parts() const { return kind == SetOf::shapes ? shapes : bodies.parts(); }
};

/// 100,000 objects, and 64 cameras that see a fifth of them, or, narrow ones, a hundredth. Shapes are a quarter each
/// spheres, boxes, capsules and hulls of 12 vertices. Bodies are a box, a capsule across it and a sphere on top.
[[nodiscard]] SetScene make_set_scene(SetOf kind, bool narrow);

}  // namespace lockstep::bench
