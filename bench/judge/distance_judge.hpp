// The judge of distances: the scalar reference in double, whose own bounds enclose the truth.
#pragma once

#include <cstddef>

#include <lockstep/distance.hpp>

#include "work/workloads.hpp"
#include "work/workloads2.hpp"

namespace lockstep::bench {

struct TrueDistance {
  Interval distance;  ///< the signed distance lies between the two, within rounding in double
  double size;        ///< the largest coordinate of both shapes
};

/// For spheres and capsules it is the distance of points and segments less the radii, so that no search has to
/// approximate it.
[[nodiscard]] TrueDistance true_distance(const PairWorkload& workload, std::size_t query);

/// In the plane; for circles it is the distance of points less the radii.
[[nodiscard]] TrueDistance true_distance(const PairWorkload2& workload, std::size_t query);

/// The distance between an answer and the truth, as a share of the size: 0 if the two intervals meet, infinite for NaN.
[[nodiscard]] double error_of(const Interval& answer, const TrueDistance& truth);

/// Whether the distance is at most 1e-5 of the size, so that rounding in float may decide either way.
[[nodiscard]] bool is_close(const TrueDistance& truth);

}  // namespace lockstep::bench
