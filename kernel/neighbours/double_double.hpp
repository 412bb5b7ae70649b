// Sums of two doubles, for positions that keep their precision over a million cells. Source: T. J. Dekker, "A
// floating-point technique for extending the available precision", 1971.
#pragma once

#include <array>
#include <cstdint>

#include "lockstep/types.hpp"

namespace lockstep::detail {

/// high + low, where |low| is at most half a unit in the last place of high.
struct DoubleDouble {
  double high = 0, low = 0;
};

/// Exact.
inline DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

/// Exact, unless the second part underflows.
inline DoubleDouble exact_product(double a, double b) {
  const auto high_half = [](double number) {
    const double shifted = number * 0x8000001p0;
    return shifted - (shifted - number);
  };
  const double product = a * b, a_high = high_half(a), b_high = high_half(b), a_low = a - a_high, b_low = b - b_high;
  return {product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)};
}

/// to + factor * number, with an error of at most 7 * 2^-106 of |to| + |factor * number|.
inline DoubleDouble add_product(const DoubleDouble& to, double factor, double number) {
  const DoubleDouble product = exact_product(factor, number), sum = exact_sum(to.high, product.high);
  return exact_sum(sum.high, sum.low + (product.low + to.low));
}

/// a - b, with an error of at most half a unit in the last place, and 2^-105 of the numbers.
inline double difference(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble high = exact_sum(a.high, -b.high);
  return high.high + (high.low + (a.low - b.low));
}

struct Position {
  DoubleDouble x, y, z;
};

inline Position exact_position(const Vec3d& p) { return {{p.x, 0}, {p.y, 0}, {p.z, 0}}; }

/// The point, moved by a multiple of an edge.
inline Position moved(const Position& p, std::int64_t times, const Vec3d& edge) {
  if (times == 0) return p;
  const auto factor = static_cast<double>(times);
  return {add_product(p.x, factor, edge.x), add_product(p.y, factor, edge.y), add_product(p.z, factor, edge.z)};
}

}  // namespace lockstep::detail
