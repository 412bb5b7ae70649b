// The reference's interval of the signed distance, narrowing step by step.
#pragma once

#include "trace/any_support.hpp"
#include "trace/pair_trace.hpp"

namespace lockstep::tools {

/// Sets `closing`; for an overlap also `polytope` and `expansion`.
void trace_closing(const AnySupport<reference::Vector<double>>& a, const AnySupport<reference::Vector<double>>& b,
                   TracedDistance& traced);
void trace_closing(const AnySupport<reference::Vector2<double>>& a, const AnySupport<reference::Vector2<double>>& b,
                   TracedDistance& traced);

}  // namespace lockstep::tools
