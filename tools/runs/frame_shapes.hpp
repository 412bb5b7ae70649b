// The objects of a frame as sets of the library.
#pragma once

#include <span>

#include <lockstep/sets.hpp>

#include "frames/frames.hpp"

namespace lockstep::tools {

/// One of the two sets is empty: the one of the other space.
struct FrameShapes {
  ShapeSet2 flat;
  ShapeSet solid;

  /// The objects of a frame that are not all round.
  void set(std::span<const MovingShape> shapes);
  /// All objects of a frame, including circles and spheres.
  void set_all(const Frame& frame, bool is_flat);
  /// The spheres, or circles as spheres, of a frame whose centres are doubles, at these.
  void set_at_centers(const Frame& frame);
};

}  // namespace lockstep::tools
