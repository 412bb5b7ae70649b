// The last stage of culling, in double lanes: few objects reach it, so each block runs to its end.
#pragma once

#include "lanes/cull/object_in_volume.hpp"
#include "lanes/gjk/gjk_step.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The lanes whose objects GJK culls.
template <class Object>
Mask culled_by_search(const detail::CullBatch& batch, const Object& object, Mask lanes) {
  const auto shape = object_in_volume(object, *batch.volume);
  const Decision decision = search_from_anywhere(shape, lanes);
  if (batch.keep_touching) return decision.separated;
  const Mask left = lanes & !(decision.separated | decision.overlapping);
  return lanes & !(decision.overlapping | encloses_origin(shape, decision, left));
}

/// Both methods test the planes first, so that neither keeps an object that the other culls.
template <class Loader>
void resolve_in_double(const Loader& loader, detail::UndecidedQueries undecided) {
  const detail::CullBatch& batch = loader.batch;
  const Planes planes(*batch.volume);
  for (int k = 0; k < undecided.count; k += Real::width) {
    const auto object = loader.at(undecided.position + k);
    Mask culled = outside_of_one(planes, *batch.volume, object);
    const Mask lanes = first_lanes(undecided.count - k) & !culled;
    if (batch.stages == detail::CullStages::exact && any(lanes))
      culled = culled | culled_by_search(batch, object, lanes);
    clear_bits(batch.visible, undecided.position + k, culled);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
