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

/// The pair with the first shape moved by `shift`, and all lengths times `scale`, a power of two that brings the
/// largest coordinate near one: it keeps products of many of them in range. Empty if none does.
struct ScaledPair : RoundedPair {
  double scale = 1;
};
[[nodiscard]] std::optional<ScaledPair> scaled_pair(const RoundedPair& pair, const Vector<double>& shift);

/// A lower bound on all points of the difference along the direction; minus infinity for a zero direction.
[[nodiscard]] double least_along(const ScaledPair& pair, const Vector<double>& direction);

/// An upper bound on the distance from the origin of a point of the difference, the convex combination of the corners
/// by their weights; infinity if the weights are out of range.
[[nodiscard]] double furthest_of(const ScaledPair& pair, const Nearest<double>& nearest);

/// A determinant of three corners of the difference, with coordinates up to m, each wrong by e, is wrong by less than
/// 18 m^2 e plus 60 units of m^3.
[[nodiscard]] constexpr double determinant_bound(double error, double size) {
  return 20 * size * size * (error + 0x1p-50 * size);
}

struct Guess {
  Nearest<double> nearest;
  std::optional<bool> meets;  ///< false: proven separated; true: proven to overlap; empty: neither
};

/// The pair with the first shape moved by `shift`.
[[nodiscard]] Guess guess(const RoundedPair& pair, const Vector<double>& shift);

}  // namespace lockstep::oracle
