// The numbers of a shape of the plane, to replace them by invalid ones (poison.hpp has those).
#pragma once

#include <cmath>
#include <vector>

#include "plane_shape.hpp"

namespace lockstep::test {

/// Every float of a shape: lengths and coordinates first, then angles.
struct NumbersInPlane {
  std::vector<float*> lengths = {}, angles = {};

  explicit NumbersInPlane(oracle::AnyShape2& shape) { std::visit(*this, shape); }

  void operator()(Circle2& s) { take(s.center), lengths.push_back(&s.radius); }
  void operator()(Capsule2& s) { take(s.p0), take(s.p1), lengths.push_back(&s.radius); }
  void operator()(Box2& s) { take(s.center), take(s.half_extents), angles.push_back(&s.angle); }
  void operator()(Ellipse2& s) { take(s.center), take(s.radii), angles.push_back(&s.angle); }
  void operator()(Slice2& s) {
    take(s.center), lengths.push_back(&s.radius);
    angles.push_back(&s.angle), angles.push_back(&s.half_angle);
  }
  void operator()(oracle::PolygonShape2& s) {
    for (Vec2& v : s.vertices) take(v);
    take(s.position), angles.push_back(&s.angle);
  }

 private:
  void take(Vec2& v) { lengths.push_back(&v.x), lengths.push_back(&v.y); }
};

inline std::vector<float*> numbers_of(oracle::AnyShape2& shape) {
  NumbersInPlane numbers(shape);
  numbers.lengths.insert(numbers.lengths.end(), numbers.angles.begin(), numbers.angles.end());
  return numbers.lengths;
}

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
