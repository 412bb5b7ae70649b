// Two shapes in one unit, so that every coordinate is an integer.
#pragma once

#include "core.hpp"
#include "nearest.hpp"

namespace lockstep::oracle {

/// Coordinates and radius are multiples of 2^exponent / denominator.
struct ExactPair {
  Difference<Integer> cores;
  Integer radius;
  Integer denominator;
  int exponent = 0;
};

/// The pair with the sum of its radii grown by `margin` and the first shape moved by `shift` and by `rest`.
[[nodiscard]] ExactPair exact_pair(const AnyShape& a, const AnyShape& b, double margin, const Vector<double>& shift,
                                   const Vector<double>& rest = {0, 0, 0});

/// Exact search, started from the corners of a guess.
[[nodiscard]] Nearest<Integer> exact_nearest(const ExactPair& pair, const Nearest<double>& guess);

/// For `exact_decisions`.
void count_exact_decision();

}  // namespace lockstep::oracle
