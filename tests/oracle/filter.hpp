// A quick answer in double, given only if a bound on every rounding error proves it.
#pragma once

#include <optional>

#include "core.hpp"
#include "nearest.hpp"

namespace lockstep::oracle {

/// A pair in double, relative to a point near it.
struct RoundedPair {
  RoundedPair(const AnyShape& a, const AnyShape& b, double margin);

  Difference<double> cores;
  double radius;  ///< sum of the radii and the margin, wrong by less than 2^-50 of itself
  double error;   ///< bound on the error of each coordinate of a corner of the difference
  double size;    ///< bound on each such coordinate
};

struct Guess {
  Nearest<double> nearest;
  std::optional<bool> meets;  ///< false: proven separated; true: proven to overlap; empty: neither
};

/// The pair with the first shape moved by `shift`.
[[nodiscard]] Guess guess(const RoundedPair& pair, const Vector<double>& shift);

}  // namespace lockstep::oracle
