// The judge of casts: the scalar reference in double.
#pragma once

#include <cstddef>

#include <lockstep/cast.hpp>

#include "work/casts.hpp"

namespace lockstep::bench {

struct TrueCast {
  Interval fractions;  ///< the first contact lies between the two; both infinite of a miss
  /// The first contacts of shapes that grew and shrank by 1e-5 of the largest coordinate of shapes and motion, which
  /// is what rounding in float does to a surface; infinite where those miss.
  double grown, shrunk;
};

[[nodiscard]] TrueCast true_cast(const CastWorkload& workload, std::size_t query);
[[nodiscard]] TrueCast true_cast(const CastWorkload2& workload, std::size_t query);

/// So little before `grown`, or after `shrunk`, a method's answer in float may lie: rounding of the fraction itself.
inline constexpr double fraction_tolerance = 1e-5;

/// Does it hit if it grows, and miss if it shrinks?
[[nodiscard]] bool is_close(const TrueCast& truth);

}  // namespace lockstep::bench
