// An ellipse in each lane. In coordinates of its half axes it is a circle. A direction there, normalised, is a point of
// the circle whatever its rounding, so the support point is a point of the ellipse.
#pragma once

#include "lanes/registers/vec2.hpp"

namespace lockstep::LOCKSTEP_ISA {

struct Ellipse {
  Vec2 center;
  Vec2 axis[2];
  Real extent;
  static constexpr Number slack = 0;
  static constexpr bool is_symmetric = true;  // about a line

  void scale_by(Real s) {
    center = center * s, extent = extent * s;
    for (Vec2& a : axis) a = a * s;
  }

  Vec2 support(const Vec2& v, Mask /*active*/) const {
    // Scale by a power of two: the squares of a short v would underflow.
    const Vec2 w = v * reciprocal_exponent(norm_max(v));
    const Vec2 n{dot(w, axis[0]), dot(w, axis[1])};
    const Real squared = dot(n, n);
    // If squares underflow, the centre lies as far along v as the rim, up to far less than rounding.
    const Real k = select(squared > Real(least_square), Real(1) / sqrt(squared), Real(0));
    return center + (axis[0] * (n.x * k) + axis[1] * (n.y * k));
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
