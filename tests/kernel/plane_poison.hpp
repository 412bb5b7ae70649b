// Which shapes of the plane are valid; poison.hpp has their numbers and invalid ones.
#pragma once

#include <cmath>

#include "plane_shape.hpp"
#include "poison.hpp"

namespace lockstep::test {

/// Which finite numbers checked entry points accept.
struct IsShapeInPlane {
  bool operator()(const Circle2& s) const { return s.radius >= 0; }
  bool operator()(const Capsule2& s) const { return s.radius >= 0; }
  bool operator()(const Box2& s) const { return is_angle(s.angle) && s.half_extents.x >= 0 && s.half_extents.y >= 0; }
  bool operator()(const Ellipse2& s) const { return is_angle(s.angle) && s.radii.x >= 0 && s.radii.y >= 0; }
  bool operator()(const Slice2& s) const {
    return is_angle(s.angle) && s.half_angle >= 0 && s.half_angle <= oracle::quarter_turn && s.radius >= 0;
  }
  bool operator()(const oracle::PolygonShape2& s) const { return is_angle(s.angle); }

  static bool is_angle(float angle) { return std::abs(angle) <= max_angle; }
};

inline bool is_a_shape(const oracle::AnyShape2& shape) { return std::visit(IsShapeInPlane{}, shape); }

}  // namespace lockstep::test
