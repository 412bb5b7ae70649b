// Batches of pairs of shapes, and the tables of kernels for them. Plain data: nothing here may put an inline function
// into code compiled for a wide instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/queries.hpp"
#include "table/records.hpp"
#include "table/records2.hpp"

namespace lockstep::detail {

inline constexpr int pair_tile = 256;  // pairs in a tile: their shapes and simplices fit into the first-level cache

/// One pair of a tile.
template <class AnyRecord>
struct QueryOf {
  const AnyRecord* a;
  const AnyRecord* b;
};
using Query = QueryOf<Record>;
using Query2 = QueryOf<Record2>;

/// Up to pair_tile pairs of the same two kinds; codes[i] receives the answer to queries[i]. Copies of the last query
/// fill up the array to the next multiple of query_padding.
template <class AnyRecord, class View>
struct PairBatchOf {
  const QueryOf<AnyRecord>* queries;
  int count;
  View first, second;  // the sets of the shapes a and of the shapes b
  std::uint8_t* codes;
  bool automatic;
  float margin = 0;  // for decide_within
};
using PairBatch = PairBatchOf<Record, ShapesView>;
using PairBatch2 = PairBatchOf<Record2, ShapesView2>;

/// A kernel for each two kinds a <= b; null for the rest.
template <class KernelFunction, std::size_t Kinds>
struct PairKernels {
  static constexpr std::size_t kinds = Kinds;
  using Kernel = KernelFunction;

  Kernel* of[Kinds][Kinds];
};
using SpaceKernels = PairKernels<void(const PairBatch&), record_kinds>;
using PlaneKernels = PairKernels<void(const PairBatch2&), shape_kinds2>;

/// The same in double lanes, for the queries of a batch that float lanes leave open.
using SpaceDoubleKernels = PairKernels<void(const PairBatch&, UndecidedQueries), record_kinds>;
using PlaneDoubleKernels = PairKernels<void(const PairBatch2&, UndecidedQueries), shape_kinds2>;

}  // namespace lockstep::detail
