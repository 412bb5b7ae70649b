// Objects of two views, side by side, whose distances are asked for, on their way into a kernel. Plain data, as in
// pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/interval.hpp"
#include "table/element_batch.hpp"

namespace lockstep::detail {

/// As ElementBatch; bounds[i] receives what is known of pair i.
struct ElementDistanceBatch {
  const float *first[ElementBatch::most_streams], *second[ElementBatch::most_streams];
  int count;
  double tolerance;  // how wide an interval may stay
  Interval* bounds;
  std::uint32_t* open;  // room for `count`
};

/// Measures what a closed form can, lists the pairs that it leaves wide or so near contact that `intersect` is to judge
/// them, and says how many these are.
struct ElementDistanceKernels {
  int (*measure[view_kinds])(const ElementDistanceBatch&);  // null for kinds that are measured as records
};

}  // namespace lockstep::detail
