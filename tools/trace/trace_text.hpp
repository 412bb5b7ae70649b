// A trace as text to read, and as JSON (docs/trace-format.md).
#pragma once

#include <string>

#include "trace/pair_trace.hpp"

namespace lockstep::tools {

[[nodiscard]] std::string trace_text(const PairTrace& trace);

/// On one line, which ends with a line feed. The bytes are the same wherever the library runs.
[[nodiscard]] std::string trace_json(const PairTrace& trace);

}  // namespace lockstep::tools
