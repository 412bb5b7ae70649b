// A method that measures the signed distance of the shapes of each pair of a workload.
#pragma once

#include <cstddef>
#include <limits>

#include <lockstep/distance.hpp>

#include "methods/method.hpp"

namespace lockstep::bench {

// The answer of a method without intervals.

/// One number.
constexpr Interval exactly(double distance) { return {distance, distance}; }

inline constexpr double endless = std::numeric_limits<double>::infinity();
inline constexpr Interval some_gap{std::numeric_limits<double>::min(), endless};
inline constexpr Interval some_depth{-endless, -std::numeric_limits<double>::min()};
inline constexpr Interval nothing_known{-endless, endless};

class DistanceMethod : public Method {
 public:
  /// The result of the last run: the signed distance lies between the two.
  [[nodiscard]] virtual Interval distance(std::size_t query) const = 0;

  [[nodiscard]] bool hit(std::size_t query) const final { return overlaps(verdict_of(distance(query))); }
  [[nodiscard]] bool undecided(std::size_t query) const final {
    return verdict_of(distance(query)) == Verdict::touching;
  }
};

}  // namespace lockstep::bench
