// The state of a broad phase search, and the table of kernels for it. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/queries.hpp"

namespace lockstep::detail {

/// The objects of a broad phase in the order of its cells, one stream per number: x y z radius of balls, min xyz max
/// xyz of boxes. All streams are readable for near_padding more objects. The keys, which are below 2^31 - 1, end with
/// key_behind_all there.
struct BroadPhaseStreams {
  const float* stream[6];
  const std::uint32_t *ids, *keys;
};
inline constexpr std::size_t near_padding = 16;
inline constexpr std::uint32_t key_behind_all = 0x7fffffff;

/// A range of such objects.
struct Window {
  std::uint32_t begin, end;
};

/// Queries find their candidates in the rows of cells around them. The keys of a row differ by `offset` from the keys
/// of the query's own row.
struct NeighbourQuery {
  static constexpr int most_rows = 9;

  BroadPhaseStreams queries, candidates;
  std::int64_t offset[most_rows];  // rising
  int rows;
  bool half;     // the queries are the candidates, each pair is met once; the first row is their own
  float margin;  // of balls: added to the radii, slightly rounded up (docs/numerics.md, section 11)
  /// For balls: square of distance < overlap_factor * square of reach proves an overlap; 0 if the squares may
  /// underflow.
  float overlap_factor;
};

/// The progress of a traversal through some queries.
struct WindowState {
  std::uint32_t next, end;                                                       // queries that have not begun
  std::uint32_t from[NeighbourQuery::most_rows], to[NeighbourQuery::most_rows];  // no later than their windows
  int row;  // the current row; past the last: the next run begins
  std::uint32_t run = 0;
  Window window{0, 0};  // the rest of the window of the last row
  // Listed steps and the index of the next one: a few queries, and candidates before an end.
  static constexpr int many_steps = 256;
  int step = 0, step_count = 0;
  std::uint32_t query[many_steps + near_padding], candidate[many_steps + near_padding],
      candidate_end[many_steps + near_padding];
  std::uint64_t compared = 0;  // pairs in the lanes of all steps so far, empty lanes included

  [[nodiscard]] bool has_ended(int rows) const {
    return step == step_count && window.begin == window.end && row == rows && next == end;
  }
};

/// Output of pairs that are near: ids of queries and candidates. Open pairs of balls, which may touch, are positions in
/// both sets. Ends with at most `room` + near_padding of either.
struct NearPairs {
  std::uint32_t *a, *b;
  std::uint32_t *open_a, *open_b;
  int room;
  int count, open_count;
};

/// Pairs of balls, one stream per number: x y z radius. Streams are readable to the next multiple of query_padding.
struct BallPairs {
  const float *a[4], *b[4];
  int count;
  float margin;
  std::uint8_t* codes;
};

/// Objects that move from rows (BallProxy or Bounds3) to rows in another order, and the bounds of each in that order.
struct PlacedRows {
  const float* from;
  const std::uint32_t* id_of;  // for each new place the row in `from`
  const float* bounds;
  float* to;
};

/// Listed pairs, as positions in rows (BallProxy or Bounds3) of the first set and of the second. The position arrays
/// have near_padding more entries, which are valid positions too.
struct ListedPairs {
  const std::uint32_t *a, *b;
  const float *first, *second;  // rows
  float margin;                 // as in NeighbourQuery
};

/// A few boxes, low and high corners, to test many objects against.
struct FewBoxes {
  const float (*box)[6];
  int count;
};
inline constexpr float most_float = 0x1.fffffep127F;

struct BroadPhaseKernels {
  /// Continue a traversal until its end, or until there is no more room for pairs.
  void (*balls)(const NeighbourQuery&, WindowState&, NearPairs&);
  void (*boxes)(const NeighbourQuery&, WindowState&, NearPairs&);
  /// List those objects from `begin` to `end` whose bounds share a point with one of the boxes, and the invalid ones;
  /// return their number. Rows are those of BallProxy and Bounds3. Write up to near_padding more.
  int (*overlapping_balls)(const FewBoxes&, const float* rows, std::uint32_t begin, std::uint32_t end,
                           std::uint32_t* ids);
  int (*overlapping_boxes)(const FewBoxes&, const float* rows, std::uint32_t begin, std::uint32_t end,
                           std::uint32_t* ids);
  /// Move objects to the places from `begin` to `end`, and list the places of those that are not proven to lie within
  /// their bounds (docs/numerics.md, section 17). Write up to near_padding more places.
  int (*place_balls)(const PlacedRows&, std::uint32_t begin, std::uint32_t end, std::uint32_t* outside);
  int (*place_boxes)(const PlacedRows&, std::uint32_t begin, std::uint32_t end, std::uint32_t* outside);
  /// Emit those pairs from `begin` to `end` that are near, as positions. There is room for all of them.
  void (*listed_balls)(const ListedPairs&, std::size_t begin, std::size_t end, NearPairs&);
  void (*listed_boxes)(const ListedPairs&, std::size_t begin, std::size_t end, NearPairs&);
  /// In double lanes: is the distance at most the margin?
  void (*decide_balls)(const BallPairs&);
};

}  // namespace lockstep::detail
