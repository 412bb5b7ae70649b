// A history as one self-contained page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "perf/trend.hpp"

namespace lockstep::tools::perf {

/// A page that opens from the disk and loads nothing else: each benchmark with its figures over time, its changes, the
/// comparison of its latest figure, and its ratios to the reference and to the machine's bound, if records have them.
[[nodiscard]] std::string history_page(std::string_view title, const std::vector<Group>& groups,
                                       const ChangePointOptions& options);

}  // namespace lockstep::tools::perf
