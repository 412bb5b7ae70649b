// The state of a query after a traced step (lockstep/trace.hpp).
#pragma once

#include <cstdint>

namespace lockstep {

enum class TraceEnd : std::uint8_t {
  goes_on,      ///< nothing yet
  separated,    ///< proven: the difference of the shapes lies behind the origin
  overlapping,  ///< proven: the origin lies inside, wherever rounding moves the corners
  enclosed,     ///< the simplex holds the origin, but rounding might move it out
  no_farther,   ///< no point lies farther along the direction by more than rounding
};

}  // namespace lockstep
