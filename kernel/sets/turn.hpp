// Cosine and sine with the same bits everywhere; the mathematics libraries of two machines may differ.
#pragma once

namespace lockstep::detail {

struct Turn {
  double cos, sin;
};

/// The error of each is at most 4 x 2^-53 for |angle| <= max_angle (docs/numerics.md, section 10). For larger angles
/// and for NaN, both are NaN. Uses only + - * and comparisons, rounding to nearest.
Turn turn_of(float angle) noexcept;
/// The same for an angle in double.
Turn precise_turn_of(double angle) noexcept;

/// The same for a half angle up to the float nearest to pi/2, which means pi/2 itself.
Turn spread_of(float half_angle) noexcept;

/// The largest half angle.
inline constexpr float quarter_turn = 1.57079637F;

}  // namespace lockstep::detail
