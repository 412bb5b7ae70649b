// The smallest changes that a machine can distinguish, kept in a file.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace lockstep::tools::perf {

struct NoiseFloor {
  std::string name;  ///< of a benchmark
  double floor;      ///< see `noise_floor`
};

/// As JSON, for `read_noise_floors`.
[[nodiscard]] std::string noise_floor_json(const std::vector<NoiseFloor>& floors, std::size_t runs);

/// Throws `ReadError` that names the file.
[[nodiscard]] std::vector<NoiseFloor> read_noise_floors(const std::string& path);

/// Throws `UsageError` if a gate is below the floor of one of the benchmarks `names`.
void check_gate(double gate, std::span<const NoiseFloor> floors, std::span<const std::string> names);

}  // namespace lockstep::tools::perf
