// The judge of distances: the scalar reference in double, which encloses the truth by bounds of its own.
#pragma once

#include <cstddef>

#include <lockstep/distance.hpp>

#include "work/workloads.hpp"
#include "work/workloads2.hpp"

namespace lockstep::bench {

struct TrueDistance {
  Interval distance;  ///< the signed distance lies between the two, but for rounding in double
  double size;        ///< the largest coordinate of both shapes
};

/// Of spheres and capsules it is that of points and segments less the radii, which no search has to approximate.
[[nodiscard]] TrueDistance true_distance(const PairWorkload& workload, std::size_t query);

/// In the plane; of circles it is that of points less the radii.
[[nodiscard]] TrueDistance true_distance(const PairWorkload2& workload, std::size_t query);

/// How far an answer and the truth lie apart, as a share of the size: 0 if the two intervals meet, infinite for NaN.
[[nodiscard]] double error_of(const Interval& answer, const TrueDistance& truth);

/// Is it no farther from contact than 1e-5 of the size, so that rounding in float may call it either way?
[[nodiscard]] bool is_close(const TrueDistance& truth);

}  // namespace lockstep::bench
