// Batches of objects of two views, side by side, whose distances a kernel computes. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/types.hpp"
#include "table/element_batch.hpp"

namespace lockstep::detail {

/// As ElementBatch; bounds[i] receives the bounds of the distance of pair i.
struct ElementDistanceBatch {
  const float *first[ElementBatch::most_streams], *second[ElementBatch::most_streams];
  int count;
  double tolerance;  // the width that an interval may keep
  Interval* bounds;
  std::uint32_t* undecided;  // room for `count`
};

/// Measures the pairs that a closed form can measure, and lists the others: intervals that stay wide, and pairs so near
/// contact that `intersect` has to judge them. Returns the number of listed pairs.
struct ElementDistanceKernels {
  int (*measure[view_kinds])(const ElementDistanceBatch&);  // null for kinds that are measured as records
};

}  // namespace lockstep::detail
