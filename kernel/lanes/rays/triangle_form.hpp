// Rays and triangles by a closed form, in float or in double lanes, with bounds of the rounding errors
// (docs/numerics.md, section 14). Source: T. Möller, B. Trumbore, "Fast, minimum storage ray/triangle intersection",
// 1997.
#pragma once

#include "lanes/distance/cores.hpp"
#include "lanes/gjk/certify.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Errors of sums of products of two or three lengths, in units of the last place of the largest lengths.
inline constexpr Number weight_bound = 32 * roundoff, height_bound = 64 * roundoff;
/// The loss of these to underflow, and their largest valid size. In double neither matters.
inline constexpr auto triangle_underflow = static_cast<Number>(is_double ? 0 : 0x1p-145F);
inline constexpr auto largest_volume = static_cast<Number>(is_double ? 0x1p900 : 0x1p120F);

/// The ray meets the plane of the triangle at the fraction height / speed. That point is the mean of the corners with
/// weights a, b and c over the speed, and lies in the triangle if no weight is negative.
struct TriangleForm {
  Vec to_b, to_c, normal;  // edges from corner a on, and their cross product
  Real side;               // its sign: whether the ray moves along the normal; included in speed and all below
  Real speed, height, a, b, c;
  Real speed_error, height_error, weight_error;
  Mask in_range;

  /// Lanes are relative to the start of the ray; `motion_norm` is |motion|_1.
  TriangleForm(const Vec& at_a, const Vec& ab, const Vec& ac, const Vec& motion, const Real& motion_norm)
      : to_b(ab), to_c(ac), normal(cross(ab, ac)), side(dot(normal, motion)) {
    const Vec moment = cross(motion, at_a);
    speed = abs(side);
    height = flip_sign(dot(normal, at_a), side);
    b = flip_sign(dot(moment, -to_c), side), c = flip_sign(dot(moment, to_b), side);
    a = (speed - b) - c;
    const Real edge = max(norm_max(to_b), norm_max(to_c)), reach = norm_max(at_a);
    const Real area = edge * edge, per_length = motion_norm * Real(weight_bound), lost = triangle_underflow;
    in_range = area * reach < Real(largest_volume);
    height_error = reach * (area * Real(height_bound) + lost) + lost;
    speed_error = area * per_length + lost;
    weight_error = edge * (reach * per_length + lost) + lost;
  }

  Mask crosses() const { return in_range & (speed > speed_error); }
  /// Missed before the fraction `end`.
  Mask missed(const Real& end) const {
    const Real third = third_error();
    const Mask negative = (b < -weight_error) | (c < -weight_error) | (a < -third);
    const Mask positive = (b > weight_error) | (c > weight_error) | (a > third);
    // The ray stays away from the plane. This, or two weights of opposite signs, prove a miss whatever the speed's
    // sign.
    const Mask too_far = abs(height) - height_error > (speed + speed_error) * end;
    const Mask behind = crosses() & (negative | (height < -height_error));
    return in_range & (too_far | (negative & positive) | behind);
  }
  /// Behind the start, at some fraction.
  Mask hit() const {
    const Mask inside = (b > weight_error) & (c > weight_error) & (a > third_error());
    return crosses() & inside & (height > height_error);
  }
  Real lower() const { return max(rounded_down((height - height_error) / (speed + speed_error)), Real(0)); }
  Real upper() const { return rounded_up((height + height_error) / (speed - speed_error)); }

 private:
  Real third_error() const { return (weight_error + weight_error) + speed_error; }
};

}  // namespace lockstep::LOCKSTEP_ISA
