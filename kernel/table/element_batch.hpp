// Batches of objects of two views, side by side, and the table of kernels for them. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/view_kind.hpp"

namespace lockstep::detail {

/// Pair i is object i of `first` and object i of `second`. Streams are readable to the next multiple of 64.
struct ElementBatch {
  static constexpr std::size_t most_streams = stream_count(ViewKind::boxes);

  const float *first[most_streams], *second[most_streams];
  int count;
  std::uint8_t* codes;
  std::uint32_t* undecided;  // room for `count` and `undecided_padding` more
};
inline constexpr std::size_t undecided_padding = 16;

/// Answers the pairs that float lanes can prove, lists those that they leave open, and returns their number.
struct ElementKernels {
  int (*decide[view_kinds])(const ElementBatch&);  // null for kinds that do not go through pairs
};

}  // namespace lockstep::detail
