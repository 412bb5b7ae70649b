// The objects of a frame as the library keeps them.
#pragma once

#include <span>

#include <lockstep/shape_set.hpp>
#include <lockstep/shape_set2.hpp>

#include "frames/frames.hpp"

namespace lockstep::tools {

/// One of the two sets is empty: that of the other space.
struct FrameShapes {
  ShapeSet2 flat;
  ShapeSet solid;

  /// Those of a frame that are not all round.
  void set(std::span<const MovingShape> shapes);
  /// All of a frame, circles and spheres as well.
  void set_all(const Frame& frame, bool is_flat);
};

}  // namespace lockstep::tools
