// A slice of a circle in each lane: the points within its radius of the apex, in directions near `turn`.
//
// In its own frame the slice lies around the x axis and is symmetric about it. The support point of a direction within
// its angle is on the arc, straight ahead. Other directions that face away from the straight sides have an end of the
// arc, all others the apex. At the border between two cases both points lie equally far along the direction, so
// rounding may choose either.
#pragma once

#include "lanes/registers/vec2.hpp"

namespace lockstep::LOCKSTEP_ISA {

struct Slice {
  Vec2 apex;
  Vec2 turn;    // cosine and sine of the angle
  Vec2 spread;  // the same of the half angle; neither is negative
  Real radius;
  Vec2 center;  // half a radius ahead
  Real extent;
  static constexpr Number slack = 0;
  static constexpr bool is_symmetric = true;  // about a line

  void scale_by(Real s) { apex = apex * s, radius = radius * s, center = center * s, extent = extent * s; }

  Vec2 support(const Vec2& v, Mask /*active*/) const {
    const Vec2 local = turned_back(turn, v);
    const Vec2 upper{local.x, abs(local.y)};
    // if (within the angle) the arc; else if (beyond a right angle to the end of the arc) the apex; else the end
    const Mask within = cross(upper, spread) > Real(0);
    const Mask behind_sides = dot(upper, spread) <= Real(0);
    const Vec2 end = turned(turn, Vec2{spread.x, flip_sign(spread.y, local.y)} * radius);
    const Vec2 beside = select(behind_sides, Vec2{Real(0), Real(0)}, end);
    return apex + select(within, with_length(v, radius), beside);
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
