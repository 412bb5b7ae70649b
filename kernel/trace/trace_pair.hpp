// Traces one pair, of space or of the plane, through the instrumented kernels.
#pragma once

#include <array>
#include <utility>

#include "intersect/pair_list.hpp"
#include "table/trace_batch.hpp"

namespace lockstep::detail {

/// The step that proved the verdict: the last one, if the query ended with a proof.
inline int proving_step(const Trace& trace) {
  return trace.verdict == Verdict::touching ? -1 : static_cast<int>(trace.steps.size()) - 1;
}

template <class Space, class Kernels, class Set>
Trace trace_pair(const Set& first, const Set& second, const Pair& pair, const IntersectOptions& options,
                 const Kernels& in_float, const Kernels& in_double) {
  const Call call({});
  if (options.check == Check::inputs) check_pairs(first, second, std::span(&pair, 1));
  Trace trace;
  const TraceSink sink{
      &trace.steps, [](void* to, const TraceStep& step) { static_cast<std::vector<TraceStep>*>(to)->push_back(step); }};
  auto a = first.store().view(), b = second.store().view();
  auto kind_a = static_cast<std::size_t>(a.kinds[pair.a]), kind_b = static_cast<std::size_t>(b.kinds[pair.b]);
  QueryOf<typename Space::AnyRecord> query{&a.records[pair.a], &b.records[pair.b]};
  trace.swapped = kind_a > kind_b;  // the kernels take kinds in rising order
  if (trace.swapped) std::swap(a, b), std::swap(kind_a, kind_b), std::swap(query.a, query.b);
  if (kind_b == Kernels::kinds) return trace.verdict = Verdict::separated, trace;  // a free slot
  std::array<std::uint8_t, query_padding> codes{code_touching};
  const bool automatic = options.method == Method::automatic;
  if (!in_float.of[kind_a][kind_b]({&query, 1, a, b, codes.data(), automatic}, sink)) {
    trace.in_double = true;
    in_double.of[kind_a][kind_b]({&query, 1, a, b, codes.data(), automatic}, sink);
  }
  trace.verdict = static_cast<Verdict>(codes[0]);
  trace.proof = proving_step(trace);
  if (trace.verdict == Verdict::touching) {
    const PairJob<Space> job{Space::kernels_for_pairs(narrowest_isa()), first.store().view(), second.store().view(),
                             automatic};
    const std::size_t combination = job.combination(pair);
    trace.verdict = static_cast<Verdict>(job.decide_if_flat(combination, query));
    trace.flat = trace.verdict != Verdict::touching;
  }
  return trace;
}

}  // namespace lockstep::detail
