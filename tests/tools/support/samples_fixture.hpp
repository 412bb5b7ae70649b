// Synthetic times of benchmarks.
#pragma once

#include <cstddef>
#include <string>

#include "perf/verdicts.hpp"

namespace lockstep::tools::test {

inline constexpr double usual_gate = 0.03;

/// `runs` times a side around 100 ns, the new ones `ratio` as long; `noise` is their relative standard deviation.
[[nodiscard]] perf::Samples samples(const std::string& name, double ratio, double noise, unsigned seed,
                                    std::size_t runs = 10);

[[nodiscard]] perf::Samples problem(const std::string& text, bool counts);

}  // namespace lockstep::tools::test
