// The judge of casts: the scalar reference in double.
#pragma once

#include <cstddef>

#include <lockstep/cast.hpp>

#include "work/casts.hpp"

namespace lockstep::bench {

struct TrueCast {
  Interval fractions;  ///< the first contact lies between the two; both infinite for a miss
  /// The first contacts of shapes that grew and shrank by 1e-5 of the largest coordinate of shapes and motion, the
  /// effect of float rounding on a surface; infinite if those miss.
  double grown, shrunk;
};

[[nodiscard]] TrueCast true_cast(const CastWorkload& workload, std::size_t query);
[[nodiscard]] TrueCast true_cast(const CastWorkload2& workload, std::size_t query);

/// A float answer may lie this far before `grown` or after `shrunk`: the rounding of the fraction itself.
inline constexpr double fraction_tolerance = 1e-5;

/// Whether the cast hits if shapes grow, and misses if they shrink.
[[nodiscard]] bool is_close(const TrueCast& truth);

}  // namespace lockstep::bench
