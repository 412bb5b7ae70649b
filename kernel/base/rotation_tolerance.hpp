// The tolerance of a rotation's length. Plain data, for both wings.
#pragma once

namespace lockstep::detail {

inline constexpr float rotation_tolerance = 1e-3F;  // of |q|^2

}  // namespace lockstep::detail
