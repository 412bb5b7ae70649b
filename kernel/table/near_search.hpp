// A search of the broad phase on its way into a kernel, and the table of kernels for it. Plain data, as in
// pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/queries.hpp"

namespace lockstep::detail {

/// The objects of a broad phase in the order of its cells, a stream per number: of balls x y z radius, of boxes min xyz
/// max xyz. All are readable for near_padding more than there are; keys, which are below 2^31 - 1, then end with that.
struct NearStreams {
  const float* stream[6];
  const std::uint32_t *ids, *keys;
};
inline constexpr std::size_t near_padding = 16;
inline constexpr std::uint32_t key_behind_all = 0x7fffffff;

/// A window of such objects.
struct Window {
  std::uint32_t begin, end;
};

/// Queries look for candidates in the rows of cells around them, whose keys differ by `offset` from those of their own
/// row.
struct NeighbourQuery {
  static constexpr int most_rows = 9;

  NearStreams queries, candidates;
  std::int64_t offset[most_rows];  // rising
  int rows;
  bool half;     // queries are the candidates, each two meet once; the first row is their own
  float margin;  // of balls: what is added to the radii, a trifle too large (docs/numerics.md, section 11)
  /// Of balls: square of distance < overlap_factor * square of reach is a proof; 0 where the squares may underflow.
  float overlap_factor;
};

/// How far some queries have come.
struct WindowWalk {
  std::uint32_t next, end;                                                       // queries that have not begun
  std::uint32_t from[NeighbourQuery::most_rows], to[NeighbourQuery::most_rows];  // no later than their windows
  int row;  // that is walked; past the last: the next run begins
  std::uint32_t run = 0;
  Window window{0, 0};  // what is left of that of the last row
  // Steps that are listed, and which is the next: a few queries, and candidates before an end.
  static constexpr int many_steps = 256;
  int step = 0, step_count = 0;
  std::uint32_t query[many_steps + near_padding], candidate[many_steps + near_padding],
      candidate_end[many_steps + near_padding];
  std::uint64_t compared = 0;  // pairs in the lanes of all steps so far, empty lanes included

  [[nodiscard]] bool has_ended(int rows) const {
    return step == step_count && window.begin == window.end && row == rows && next == end;
  }
};

/// Where pairs that are near go: ids of queries and candidates. Balls that may touch, as positions in both. Ends with
/// at most `room` + near_padding of either.
struct NearPairs {
  std::uint32_t *a, *b;
  std::uint32_t *open_a, *open_b;
  int room;
  int count, open_count;
};

/// Pairs of balls, a stream per number: x y z radius. Streams are readable to the next multiple of query_padding.
struct BallPairs {
  const float *a[4], *b[4];
  int count;
  float margin;
  std::uint8_t* codes;
};

/// Objects on their way from rows (BallProxy or BoxProxy) to rows in another order, and what bounds each, in that
/// order.
struct PlacedRows {
  const float* from;
  const std::uint32_t* id_of;  // of each place, where it stands in `from`
  const float* bounds;
  float* to;
};

/// Pairs that are listed, as positions in rows (BallProxy or BoxProxy) of the first set and of the second. Positions
/// are readable for near_padding more than there are pairs, and name a row there as well.
struct ListedPairs {
  const std::uint32_t *a, *b;
  const float *first, *second;  // rows
  float margin;                 // as in NeighbourQuery
};

/// A few boxes, low and high corners, that many objects are held against.
struct FewBoxes {
  const float (*box)[6];
  int count;
};
inline constexpr float most_float = 0x1.fffffep127F;

struct NearKernels {
  /// Go on with a walk to its end, or till there is no more room for pairs.
  void (*balls)(const NeighbourQuery&, WindowWalk&, NearPairs&);
  void (*boxes)(const NeighbourQuery&, WindowWalk&, NearPairs&);
  /// Lists, of the objects from `begin` to `end`, those whose bounds share a point with one of the boxes, and those
  /// that are no objects; how many. Rows are those of BallProxy and BoxProxy. Writes up to near_padding more.
  int (*balls_about)(const FewBoxes&, const float* rows, std::uint32_t begin, std::uint32_t end, std::uint32_t* ids);
  int (*boxes_about)(const FewBoxes&, const float* rows, std::uint32_t begin, std::uint32_t end, std::uint32_t* ids);
  /// Takes objects to the places from `begin` to `end`, and lists the places of those that are not proven to lie in
  /// what bounds them (docs/numerics.md, section 17). Writes up to near_padding more places.
  int (*place_balls)(const PlacedRows&, std::uint32_t begin, std::uint32_t end, std::uint32_t* outside);
  int (*place_boxes)(const PlacedRows&, std::uint32_t begin, std::uint32_t end, std::uint32_t* outside);
  /// Of the pairs from `begin` to `end`, for which there is room, those that are near, as positions.
  void (*listed_balls)(const ListedPairs&, std::size_t begin, std::size_t end, NearPairs&);
  void (*listed_boxes)(const ListedPairs&, std::size_t begin, std::size_t end, NearPairs&);
  /// In double lanes: no farther apart than the margin?
  void (*decide_balls)(const BallPairs&);
};

}  // namespace lockstep::detail
