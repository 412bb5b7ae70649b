// The load of this machine, and the processors that programs may use.
#pragma once

#include <optional>
#include <vector>

namespace lockstep::tools::perf {

/// Processors that this process may use, from 0.
[[nodiscard]] std::vector<int> allowed_cpus();

/// Seconds that all processors together have been busy since the machine was started, including the time that a
/// hypervisor took; nothing if /proc/stat does not say.
[[nodiscard]] std::optional<double> busy_seconds();

}  // namespace lockstep::tools::perf
