// A method that finds when the shapes of each pair of a workload meet as one of them moves, or where a ray hits.
#pragma once

#include <cstddef>
#include <limits>

#include <lockstep/cast.hpp>

#include "methods/method.hpp"

namespace lockstep::bench {

// The answer of a method without intervals.
constexpr Interval hit_at(double fraction) { return {fraction, fraction}; }
inline constexpr Interval miss{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

class CastMethod : public Method {
 public:
  /// The result of the last run: the first contact lies between the two.
  [[nodiscard]] virtual Interval fractions(std::size_t query) const = 0;

  [[nodiscard]] bool hit(std::size_t query) const final { return result_of(fractions(query)) != CastResult::misses; }
  [[nodiscard]] bool undecided(std::size_t query) const final {
    return result_of(fractions(query)) == CastResult::unproven;
  }
};

}  // namespace lockstep::bench
