// Shapes that move: what `lockstep overlap` reads or generates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <lockstep/shapes.hpp>
#include <lockstep/shapes2.hpp>
#include <lockstep/views.hpp>

#include "frames/placement.hpp"

namespace lockstep::tools {

/// Of the plane or of space.
using MovingShape =
    std::variant<Circle2, Capsule2, Box2, Ellipse2, Slice2, Sphere, Capsule, Box, Ellipsoid, Cylinder, Cone>;

/// The objects of one moment, as the views of the library take them. Those that are not all round are `shapes`, and the
/// rest are circles or spheres around them.
struct Frame {
  double number = 0;
  std::size_t count = 0;
  Stream x, y, z, radius;                  ///< z.data is null in the plane
  std::span<const std::int64_t> ids = {};  ///< rising; empty: each object's index
  std::span<const MovingShape> shapes = {};

  [[nodiscard]] std::int64_t id(std::size_t index) const {
    return ids.empty() ? static_cast<std::int64_t>(index) : ids[index];
  }
};

/// Frames one after the other.
struct Frames {
  std::string title;
  bool flat = true;          ///< in the plane, not in space
  bool round = true;         ///< circles or spheres only
  bool in_metres = false;    ///< results are; else in whatever unit the file does not tell
  Placement placement = {};  ///< of all numbers of frames, and of those below
  std::size_t count = 0;
  std::size_t objects = 0;  ///< of all frames together
  std::size_t largest = 0;  ///< objects of the frame that has most
  Aabb bounds;              ///< of all centres
  float median_radius = 0;  ///< of all objects; of those that are not round, of circles or spheres around them
  std::optional<double> frames_per_second = {};
  std::vector<std::string> notes = {};  ///< what the reader took for granted or left out
  /// Frame `index`; to be called with 0, 1, 2 .. count-1. It is gone when the next one is asked for.
  std::function<Frame(std::size_t index)> frame;

  /// What one object is called.
  [[nodiscard]] std::string_view object_name() const { return !round ? "shape" : flat ? "circle" : "sphere"; }
};

}  // namespace lockstep::tools
