#include "lockstep/trace.hpp"

#include "sets/shape_store.hpp"
#include "trace/trace_pair.hpp"

namespace lockstep {

template <>
LOCKSTEP_API Trace trace(const ShapeSet& first, const ShapeSet& second, const Pair& pair,
                         const IntersectOptions& options) {
  return detail::trace_pair<detail::InSpace>(first, second, pair, options, traced::trace_kernels,
                                             traced_double::trace_kernels);
}

}  // namespace lockstep
