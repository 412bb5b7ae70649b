// Invalid numbers of shapes, and their errors.
#pragma once

#include <limits>
#include <string>

namespace lockstep::test {

inline constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
inline const std::string not_coordinate = ": must be a finite number of at most 1e18";
inline const std::string not_length = ": must be a finite number, not negative and at most 1e18";

}  // namespace lockstep::test
