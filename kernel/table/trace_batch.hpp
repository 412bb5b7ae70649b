// A single pair for kernels that report their steps, and the tables of these kernels: scalar lanes alone
// have them.
#pragma once

#include "lockstep/trace.hpp"
#include "table/pair_batch.hpp"

namespace lockstep::detail {

/// The receiver of the steps. Plain data, so that no container is compiled with the lanes.
struct TraceSink {
  void* to;
  void (*take)(void* to, const TraceStep& step);
};

/// Writes the verdict of the batch's only pair to codes[0]; true if it is decided (double lanes always do).
template <class Batch>
using TraceKernel = bool(const Batch& batch, const TraceSink& sink);
using SpaceTraceKernels = PairKernels<TraceKernel<PairBatch>, record_kinds>;
using PlaneTraceKernels = PairKernels<TraceKernel<PairBatch2>, shape_kinds2>;

}  // namespace lockstep::detail

namespace lockstep::traced {
extern const detail::SpaceTraceKernels trace_kernels;
extern const detail::PlaneTraceKernels trace_kernels2;
}  // namespace lockstep::traced

namespace lockstep::traced_double {
extern const detail::SpaceTraceKernels trace_kernels;
extern const detail::PlaneTraceKernels trace_kernels2;
}  // namespace lockstep::traced_double
