#include "sets/turn.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "lockstep/shapes.hpp"

namespace lockstep::detail {

namespace {

/// pi/2 in three parts (W. Cody, W. Waite, "Software Manual for the Elementary Functions", 1980). The first two have 33
/// bits, so their products with a number of quarter turns, which has 20 bits, are exact.
constexpr double quarter[3] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};

constexpr int terms = 10;

/// The coefficients of the Taylor series about 0: (-1)^i / (2 i + first)!.
constexpr std::array<double, terms> coefficients(int first) {
  std::array<double, terms> c{};
  double factorial = 1, sign = 1;
  for (int i = 0; i < terms; ++i, sign = -sign) {
    c[static_cast<std::size_t>(i)] = sign / factorial;
    factorial *= double(2 * i + first + 1) * double(2 * i + first + 2);
  }
  return c;
}
constexpr std::array<double, terms> cos_terms = coefficients(0), sin_terms = coefficients(1);

double polynomial(const std::array<double, terms>& c, double x) {
  double sum = c[terms - 1];
  for (std::size_t i = terms - 1; i-- > 0;) sum = c[i] + x * sum;
  return sum;
}

// For |x| slightly above pi/4 or less, the omitted terms are below 2^-65 of the result.
double cos_of_small(double x) { return polynomial(cos_terms, x * x); }
double sin_of_small(double x) { return x * polynomial(sin_terms, x * x); }

}  // namespace

Turn turn_of(float angle) noexcept { return precise_turn_of(double{angle}); }

Turn precise_turn_of(double x) noexcept {
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  if (!(std::fabs(x) <= double{max_angle})) return {not_a_number, not_a_number};
  const double quarters = x * (2 / 3.14159265358979323846);
  const int k = static_cast<int>(quarters + (quarters < 0 ? -0.5 : 0.5));
  // Near a multiple of a quarter turn, the first difference is exact, and all cancellation happens there.
  const double left = ((x - k * quarter[0]) - k * quarter[1]) - k * quarter[2];
  const double cos = cos_of_small(left), sin = sin_of_small(left);
  switch (k & 3) {
    case 0: return {cos, sin};
    case 1: return {-sin, cos};
    case 2: return {-cos, -sin};
    default: return {sin, -cos};
  }
}

Turn spread_of(float half_angle) noexcept {
  if (half_angle == quarter_turn) return {0, 1};
  return turn_of(half_angle);
}

}  // namespace lockstep::detail
