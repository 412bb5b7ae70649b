// The trace kernels of one pair in the plane, in scalar lanes of doubles.
#include "lanes/pairs/order2.hpp"
#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/pairs/pair_shapes2.hpp"
#include "lanes/trace/watched_pair.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

template <ShapeKind2 A, ShapeKind2 B>
bool trace_pair(const detail::PairBatch2& batch, const detail::TraceSink& sink) {
  const Recorder recorder(sink);
  return trace_in_double<PairOf2<A, B>, compare2<A>>(batch);
}

}  // namespace

const detail::PlaneTraceKernels trace_kernels2 = fill_pair_kernels<detail::PlaneTraceKernels, ShapeKind2>(
    []<ShapeKind2 A, ShapeKind2 B>() { return trace_pair<A, B>; });

}  // namespace lockstep::LOCKSTEP_ISA
