// The guarantees of every reader of scenes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <variant>

#include <lockstep/sets.hpp>

#include "scenes/scene.hpp"
#include "target.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::test {

inline void expect_printable(const std::string& name) {
  if (tools::printable(name, name.size()) != name) broken("a name that is not printable");
}

/// Throws `InvalidInput`, which ends the program, if the library refuses the shape.
struct AddChecked {
  ShapeSet& set;
  void operator()(const auto& shape) const { set.add(shape); }
  void operator()(const tools::Vertices& vertices) const { set.add(ConvexHull{vertices}); }
};

/// Names can be shown, the library accepts the objects, cameras are finite.
inline void check_scene(const tools::Scene& scene) {
  expect_printable(scene.title);
  ShapeSet set;
  for (const tools::Object& object : scene.objects) {
    expect_printable(object.name);
    std::visit(AddChecked{set}, object.geometry);
  }
  for (const tools::Camera& camera : scene.cameras) {
    expect_printable(camera.name);
    const auto& [position, right, up, forward] = std::get<tools::PosedLens>(camera.view).pose;
    const double sum = position.x + position.y + position.z + right.x + right.y + right.z + up.x + up.y + up.z +
                       forward.x + forward.y + forward.z;
    if (!std::isfinite(sum)) broken("a camera that is not made of numbers");
  }
}

/// Reads, and checks the result. A reader may throw only its own error; any other exception ends the program.
template <class Read>
void expect_scene_or_error(const Read& read) {
  try {
    check_scene(read());
  } catch (const tools::ReadError& error) {
    if (*error.what() == '\0') broken("an error that says nothing");
  }
}

}  // namespace lockstep::test
