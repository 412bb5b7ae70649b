// Rounds lengths from double to float, never down.
#pragma once

namespace lockstep::detail {

/// An upper bound of the length. It exceeds the length by more than the rounding errors of double and float together,
/// down to the smallest floats.
inline float rounded_up(double length) { return static_cast<float>(length * (1 + 0x1p-20) + 0x1p-150); }

}  // namespace lockstep::detail
