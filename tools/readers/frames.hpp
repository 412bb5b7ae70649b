// Circles or spheres that move: what `lockstep overlap` reads or generates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lockstep/shapes.hpp>

namespace lockstep::tools {

/// The objects of one moment, as the views of the library take them.
struct Frame {
  double number = 0;
  std::size_t count = 0;
  Stream x, y, z, radius;                  ///< z.data is null in the plane
  std::span<const std::int64_t> ids = {};  ///< rising; empty: each object's index

  [[nodiscard]] std::int64_t id(std::size_t index) const {
    return ids.empty() ? static_cast<std::int64_t>(index) : ids[index];
  }
};

/// Frames one after the other.
struct Frames {
  std::string title;
  bool flat = true;        ///< circles, not spheres
  bool in_metres = false;  ///< else in whatever unit the file does not tell
  std::size_t count = 0;
  std::size_t objects = 0;  ///< of all frames together
  std::size_t largest = 0;  ///< objects of the frame that has most
  Aabb bounds;              ///< of all centres
  float median_radius = 0;  ///< of all objects
  std::optional<double> frames_per_second = {};
  std::vector<std::string> notes = {};  ///< what the reader took for granted or left out
  /// Frame `index`; to be called with 0, 1, 2 .. count-1. It is gone when the next one is asked for.
  std::function<Frame(std::size_t index)> frame;
};

}  // namespace lockstep::tools
