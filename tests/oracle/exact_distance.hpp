// The signed distance of the cores of a pair without any rounding.
#pragma once

#include "bracket.hpp"
#include "exact_pair.hpp"

namespace lockstep::oracle {

/// side * sqrt(squared / divisor) in the units of an ExactPair: the side is 1 for separated cores, 0 in contact, -1 for
/// an overlap.
struct ExactDistance {
  int side = 0;
  Integer squared = 0, divisor = 1;
};

/// The bracket, of the same pair, shortens the search.
[[nodiscard]] ExactDistance exact_distance(const ExactPair& pair, const Bracket& bracket);

/// The sign of the difference between the signed distance of the shapes, with the radii, and the bound.
[[nodiscard]] int compare(const ExactPair& pair, const ExactDistance& distance, double bound);

/// That signed distance in double, to within a few units in the last place.
[[nodiscard]] double to_double(const ExactPair& pair, const ExactDistance& distance);

}  // namespace lockstep::oracle
