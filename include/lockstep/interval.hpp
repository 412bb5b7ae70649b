// A number that is not known, but proven to lie between two: a signed distance (distance.hpp), or a fraction of a
// motion (cast.hpp).
#pragma once

namespace lockstep {

/// lower <= upper, infinite where nothing is known.
struct Interval {
  double lower = 0, upper = 0;
  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace lockstep
