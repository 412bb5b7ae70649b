// Cosines and sines of angles in float lanes. (In double, one angle at a time: sets/turn.hpp.)
#pragma once

#include "lanes/registers/vec2.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// For |x| up to 2^22.
inline Real nearest_integer(const Real& x) {
  const Real shift = 0x1.8p23F;
  return (x + shift) - shift;
}

/// The largest angle for which the three parts below stay exact.
inline constexpr float most_float_angle = 2048;

/// Cosine and sine, each off by at most 4 u (docs/numerics.md, section 12). NaN if the magnitude of the angle is
/// larger. Subtracts whole quarter turns from the angle in three parts (W. Cody, W. Waite, "Software Manual for the
/// Elementary Functions", 1980), then uses Taylor's series.
inline Vec2 cos_sin(const Real& angle) {
  const Real quarters = nearest_integer(angle * Real(0x1.45f306p-1F));
  const Real x =
      ((angle - quarters * Real(1.5703125F)) - quarters * Real(0x1.fb4p-12F)) - quarters * Real(0x1.4442d2p-24F);
  const Real z = x * x;
  const Real sine =
      x + (x * z) * (Real(-1 / 6.0F) + z * (Real(1 / 120.0F) + z * (Real(-1 / 5040.0F) + z * Real(1 / 362880.0F))));
  const Real cosine =
      Real(1) + z * (Real(-0.5F) + z * (Real(1 / 24.0F) + z * (Real(-1 / 720.0F) + z * Real(1 / 40320.0F))));
  const Real left = quarters - nearest_integer(quarters * Real(0.25F)) * Real(4);  // -2 .. 2
  const Mask is_odd = abs(left) == Real(1), is_half_turn = abs(left) == Real(2);
  const Real c = select(is_odd, sine, cosine), s = select(is_odd, cosine, sine);
  const Vec2 turn{select(is_half_turn | (left == Real(1)), -c, c), select(is_half_turn | (left == Real(-1)), -s, s)};
  const Real nan = __builtin_nanf("");
  return select(abs(angle) <= Real(most_float_angle), turn, Vec2{nan, nan});
}

}  // namespace lockstep::LOCKSTEP_ISA
