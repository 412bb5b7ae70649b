// A shape with a margin: all points within a radius of it, in space or in the plane.
#pragma once

#include "lanes/gjk/support.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <class Shape>
struct Swept {
  using V = VecOf<Shape>;
  Shape core;
  Real radius;
  V center;
  Real slack;
  static constexpr bool is_symmetric = true;  // about a line, if the core is a point

  Swept(const Shape& shape, Real margin)
      : core(shape), radius(margin), center(shape.center), slack(Real(shape.slack)) {}

  Real size() const { return core.size() + radius; }
  void scale_by(Real s) {
    core.scale_by(s);
    center = center * s, radius = radius * s;
    slack = Real(core.slack);
  }
  V support(const V& v, Mask active) const { return core.support(v, active) + with_length(v, radius); }
};

/// The swept shape, at unit scale.
template <class Shape>
Swept<Shape> swept(const Shape& shape, Real margin) {
  Swept<Shape> grown(shape, margin);
  grown.scale_by(unit_scale(grown.size()));
  return grown;
}

}  // namespace lockstep::LOCKSTEP_ISA
