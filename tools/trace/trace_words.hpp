// The names of the parts of a trace, in text, JSON and pages.
#pragma once

#include <string>
#include <string_view>

#include "trace/pair_trace.hpp"

namespace lockstep::tools {

[[nodiscard]] std::string_view word(Verdict verdict);
[[nodiscard]] std::string_view word(TraceStage stage);
[[nodiscard]] std::string_view word(TraceEnd end);
[[nodiscard]] std::string_view word(reference::End end);
/// "float" or "double"
[[nodiscard]] std::string_view lanes(bool in_double);

/// "ABC"; "-" if empty. Bit 0 is A.
[[nodiscard]] std::string corners(unsigned region);

/// Enough digits to read the number back: for float lanes, as a float.
[[nodiscard]] std::string digits(double number, bool in_double);
[[nodiscard]] std::string digits(const TraceVector& v, bool in_double, bool in_plane);

}  // namespace lockstep::tools
