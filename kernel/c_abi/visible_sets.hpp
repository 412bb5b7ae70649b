// Converts the outputs of culling against many volumes from C.
#pragma once

#include "c_abi/convert.hpp"

namespace lockstep::c_abi {

inline VisibleSets visible_sets_of(const lockstep_visible_sets* visible, std::size_t volumes, std::size_t objects) {
  const lockstep_visible_sets to = any_age("visible", visible);
  return {.by_volume = optional_array(to.by_volume, volumes * mask_words(objects)),
          .by_object = optional_array(to.by_object, objects * mask_words(volumes)),
          .counts = {to.counts, to.counts == nullptr ? 0 : volumes}};
}

}  // namespace lockstep::c_abi
