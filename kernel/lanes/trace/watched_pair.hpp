// Traces one pair through the stages of lanes/pairs (gjk_stages.hpp in float lanes, decide_double.hpp in double lanes).
#pragma once

#include "lanes/pairs/decide_double.hpp"
#include "lanes/trace/recorder.hpp"

namespace lockstep::LOCKSTEP_ISA {

static_assert(is_watched && Real::width == 1, "a query is watched in scalar lanes");

/// Writes the verdict and returns whether there is one.
inline bool store(std::uint8_t* codes, const Mask& separated, const Mask& overlapping) {
  *codes = code_of(bits(separated), bits(overlapping), 0);
  return separated.m || overlapping.m;
}

/// Does the same, and ends the last step of a stage that is not a search.
inline bool conclude(std::uint8_t* codes, const Verdicts& v) {
  if (v.separated.m || v.overlapping.m)
    Recorder::here->end(v.separated.m ? TraceEnd::separated : TraceEnd::overlapping);
  return store(codes, v.separated, v.overlapping);
}

/// closed form, bounds, search: the same stages as `decide` of gjk_stages.hpp, for one query.
template <class Pair>
bool trace_in_float(const typename Pair::Batch& batch) {
  const auto a = [&](int) { return batch.first.shape_of(batch.queries[0].a); };
  const auto b = [&](int) { return batch.second.shape_of(batch.queries[0].b); };
  if constexpr (Pair::has_closed_form)
    if (batch.automatic) {
      Recorder::here->enter(TraceStage::closed_form);
      const auto v = Pair::closed_form(a, b);
      if (conclude(batch.codes, v) || Pair::closed_form_is_exact) return true;
      if (Pair::closed_form_is_final) return false;
      if constexpr (Pair::closed_form_in_double)
        if (v.contact.m) return false;
    }
  if constexpr (Pair::bounds_first) {
    Recorder::here->enter(TraceStage::bounds);
    const Mask apart = Pair::bounds_apart(a, b);
    Recorder::here->set_recording(true);
    Recorder::here->add({"is what holds them apart", -1, -1, false, false, apart.m ? 1.0 : 0.0, 0});
    if (conclude(batch.codes, {apart, first_lanes(0)})) return true;
  }
  Recorder::here->enter(TraceStage::search);
  const auto shape = Pair::difference(a, b, nullptr, nullptr);
  const Decision decision = search(shape, -shape.center, first_lanes(1));
  return store(batch.codes, decision.separated, decision.overlapping);
}

/// The same in double lanes: closed form, search or both, with shifts of the origin as the last try.
template <class Pair, Compare<typename Pair::ShapeRef> compare>
bool trace_in_double(const typename Pair::Batch& batch) {
  const PairBlock<Pair, typename Pair::Batch> pairs(
      batch, [](int) { return 0; }, compare);
  if constexpr (Pair::closed_form_is_final) {
    Recorder::here->enter(TraceStage::closed_form);
    conclude(batch.codes, Pair::closed_form(pairs.firsts(), pairs.seconds()));
  } else {
    if constexpr (Pair::closed_form_in_double) {
      Recorder::here->enter(TraceStage::closed_form);
      const auto v = Pair::closed_form(pairs.firsts(), pairs.seconds());
      if (conclude(batch.codes, v) || v.contact.m) return true;
    }
    Recorder::here->enter(TraceStage::search);
    const Verdicts v =
        search_to_the_end(Pair::difference(pairs.firsts(), pairs.seconds(), nullptr, nullptr), first_lanes(1));
    store(batch.codes, v.separated, v.overlapping);
  }
  return true;
}

}  // namespace lockstep::LOCKSTEP_ISA
