// Moving shapes, as `lockstep overlap` reads or generates them.
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
#include <lockstep/views.hpp>

#include "frames/placement.hpp"

namespace lockstep::tools {

/// Of the plane or of space.
using MovingShape =
    std::variant<Circle2, Capsule2, Box2, Ellipse2, Slice2, Sphere, Capsule, Box, Ellipsoid, Cylinder, Cone>;

/// The objects of one moment, as the library's views take them. `shapes` holds those that are not round; the streams
/// then hold circles or spheres around them.
struct Frame {
  double number = 0;
  std::size_t count = 0;
  Stream x, y, z, radius;                  ///< z.data is null in the plane
  std::span<const std::int64_t> ids = {};  ///< rising; empty: each object's index
  std::span<const MovingShape> shapes = {};
  /// The centres of round objects, less the origin, if float32 does not hold these numbers; z is 0 in the plane.
  std::span<const Vec3d> centers = {};

  [[nodiscard]] std::int64_t id(std::size_t index) const {
    return ids.empty() ? static_cast<std::int64_t>(index) : ids[index];
  }
};

/// Frames one after the other.
struct Frames {
  std::string title;
  bool flat = true;          ///< in the plane, else in space
  bool round = true;         ///< circles or spheres only
  bool in_metres = false;    ///< results are in metres; else in the file's unit, which it does not say
  Placement placement = {};  ///< of all numbers of frames, and of the numbers below
  std::size_t count = 0;
  std::size_t objects = 0;  ///< in all frames together
  std::size_t largest = 0;  ///< in the largest frame
  Aabb bounds;              ///< of the centres in all frames
  float median_radius = 0;  ///< over all objects; for shapes that are not round, of the circles or spheres around them
  std::optional<double> frames_per_second = {};
  std::vector<std::string> notes = {};  ///< assumptions and omissions of the reader
  /// Frame `index`; call it with 0, 1, 2 .. count-1. A frame is valid until the next call.
  std::function<Frame(std::size_t index)> frame;

  /// The word for one object.
  [[nodiscard]] std::string_view object_name() const { return !round ? "shape" : flat ? "circle" : "sphere"; }
};

}  // namespace lockstep::tools
