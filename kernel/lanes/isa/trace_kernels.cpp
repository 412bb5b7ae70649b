// The trace kernels of one pair in space, in scalar lanes.
#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/pairs/pair_shapes.hpp"
#include "lanes/trace/watched_pair.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

template <RecordKind A, RecordKind B>
bool trace_pair(const detail::PairBatch& batch, const detail::TraceSink& sink) {
  const Recorder recorder(sink);
  return trace_in_float<PairOf<A, B>>(batch);
}

}  // namespace

const detail::SpaceTraceKernels trace_kernels = fill_pair_kernels<detail::SpaceTraceKernels, RecordKind>(
    []<RecordKind A, RecordKind B>() { return trace_pair<A, B>; });

}  // namespace lockstep::LOCKSTEP_ISA
