// What else runs here, and where programs may run.
#pragma once

#include <optional>
#include <vector>

namespace lockstep::tools::perf {

/// Processors that this process may use, from 0.
[[nodiscard]] std::vector<int> allowed_cpus();

/// Seconds that all processors together have been busy since the machine was started, with what a hypervisor took from
/// them; nothing if /proc/stat does not say.
[[nodiscard]] std::optional<double> busy_seconds();

}  // namespace lockstep::tools::perf
