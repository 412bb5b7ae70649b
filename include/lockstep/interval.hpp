// Interval arithmetic results: an unknown number that is proven to lie between two, such as a signed distance
// (distance.hpp) or a time of impact (cast.hpp).
#pragma once

namespace lockstep {

/// lower <= upper; infinite ends mean that nothing is known.
struct Interval {
  double lower = 0, upper = 0;
  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace lockstep
