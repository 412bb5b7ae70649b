#include "lockstep/trace.hpp"

#include "sets/shape_store2.hpp"
#include "trace/trace_pair.hpp"

namespace lockstep {

template <>
LOCKSTEP_API Trace trace(const ShapeSet2& first, const ShapeSet2& second, const Pair& pair,
                         const IntersectOptions& options) {
  return detail::trace_pair<detail::InPlane>(first, second, pair, options, traced::trace_kernels2,
                                             traced_double::trace_kernels2);
}

}  // namespace lockstep
