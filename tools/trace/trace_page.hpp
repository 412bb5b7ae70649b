// A trace as a page: A and B beside A - B, step by step.
#pragma once

#include <string>

#include "trace/pair_trace.hpp"

namespace lockstep::tools {

/// HTML that needs nothing else, and no network.
[[nodiscard]] std::string trace_page(const PairTrace& trace);

}  // namespace lockstep::tools
