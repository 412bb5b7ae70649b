// Lengths on their way from double to float, where less would be wrong.
#pragma once

namespace lockstep::detail {

/// No less than the length; larger by more than double and float take from it together, down to the smallest floats.
inline float rounded_up(double length) { return static_cast<float>(length * (1 + 0x1p-20) + 0x1p-150); }

}  // namespace lockstep::detail
