// A directed search for the worst case of a rounding bound: a hill climber over a vector of floats.
//
//   expect_bound_holds("box_axes, float", random_numbers(20), [](const Numbers& x) { return error(x) / bound(x); });
//
// It changes a few numbers at a time in ways that rounding is sensitive to (units in the last place, single bits, equal
// and opposite numbers, powers of two, jumps of scale), keeps changes that do not lower the ratio, and restarts when it
// is stuck. The same seed gives the same search everywhere.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "generate.hpp"

namespace lockstep::test {

using Numbers = std::vector<float>;

/// The start of a search.
using Start = std::function<Numbers(oracle::Rng& rng)>;
/// The objective: the true error as a share of its bound, or `illegal`.
using Objective = std::function<double(const Numbers& numbers)>;
/// For numbers that are not a legal input.
inline constexpr double illegal = std::numeric_limits<double>::quiet_NaN();

struct Peak {
  Numbers at;
  double ratio;  ///< NaN if no start was legal
};

/// The highest of the peaks found in a number of tries.
[[nodiscard]] Peak climb(oracle::Rng& rng, int tries, const Start& start, const Objective& ratio);

/// Numbers within -1 .. 1, a tenth of them zero.
[[nodiscard]] Start random_numbers(std::size_t count);

/// Climbs, prints and records the peak, and fails with its numbers if the error is not below its bound. `tries` is for
/// the short run; the long one takes 60 times as many.
void expect_bound_holds(const std::string& what, int tries, const Start& start, const Objective& ratio);

}  // namespace lockstep::test
