// Objects of two views, side by side, on their way into a kernel, and the table of kernels for them. Plain data, as in
// pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/view_kind.hpp"

namespace lockstep::detail {

/// Pair i is object i of `first` and object i of `second`, streams that are readable to the next multiple of 64.
struct ElementBatch {
  static constexpr std::size_t most_streams = stream_count(ViewKind::boxes);

  const float *first[most_streams], *second[most_streams];
  int count;
  std::uint8_t* codes;
  std::uint32_t* open;  // room for `count` and `open_padding` more
};
inline constexpr std::size_t open_padding = 16;

/// Answers what float lanes can prove, lists the pairs that they leave open, and says how many these are.
struct ElementKernels {
  int (*decide[view_kinds])(const ElementBatch&);  // null for kinds that go through no pairs
};

}  // namespace lockstep::detail
