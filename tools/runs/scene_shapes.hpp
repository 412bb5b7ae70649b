// The objects of a scene as a set of shapes.
#pragma once

#include <lockstep/sets.hpp>

#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Each under its index in the scene. Throws `ReadError` that names an invalid object.
[[nodiscard]] ShapeSet shapes_of(const Scene& scene);

}  // namespace lockstep::tools
