// Batches of pairs of shapes whose contact manifolds a kernel computes: boxes and capsules, and in the plane polygons
// as well. Plain data: nothing here may put an inline function into code compiled for a wide instruction set.
#pragma once

#include "table/pair_batch.hpp"
#include "table/records.hpp"
#include "table/records2.hpp"

namespace lockstep::detail {

/// The contact manifold of a pair: its points in world space and the features. a and b are the caller's.
template <class AnyPoint, std::size_t most_points>
struct ContactAnswerOf {
  using Point = AnyPoint;
  static constexpr std::size_t most = most_points;
  AnyPoint* points;                    // room for `most`: the first is the deepest, and those from `count` on are zero
  std::uint32_t count;                 // 0: the two nearest points are the whole answer, and `points` is not used
  std::uint32_t feature_a, feature_b;  // the two that face each other
};

/// One point, as the kernels write it straight to the caller's memory.
struct ContactAnswerPoint {
  double a[3], b[3], separation;
  std::uint32_t feature_a, feature_b;
};
using ContactAnswer = ContactAnswerOf<ContactAnswerPoint, 4>;

/// Features have 64 bits; the low half counts.
struct ContactAnswerPoint2 {
  double a[2], b[2], separation;
  std::uint64_t feature_a, feature_b;
  double unused;  // completes a cache line, which is stored as a whole
};
using ContactAnswer2 = ContactAnswerOf<ContactAnswerPoint2, 2>;

/// One pair of a tile: shapes of rising kinds.
template <class Shape>
struct ContactQueryOf {
  Shape a, b;
};
using ContactQuery = ContactQueryOf<ShapeRef>;
using ContactQuery2 = ContactQueryOf<ShapeRef2>;

/// The number of queries that a kernel takes at once: a whole tile, so that queries with the same kind of contact fill
/// registers.
inline constexpr int contact_tile = pair_tile;

/// The caller's knowledge of the pairs, as structure of arrays. In the plane z is 0.
struct ContactSides {
  static constexpr int capacity = contact_tile + query_padding;
  double normal[3][capacity];  // from b to a
  double lower[capacity];      // no contact lies deeper
  double swapped[capacity];    // 1: b is the caller's a; else 0
};

/// Up to contact_tile pairs of the same two kinds; answers[i] receives the contacts of queries[i]. Copies of the last
/// query, its sides and its answer fill up the arrays to the next multiple of query_padding.
template <class AnyQuery, class AnyAnswer>
struct ContactBatchOf {
  using Query = AnyQuery;
  using Answer = AnyAnswer;
  const AnyQuery* queries;
  const ContactSides* sides;
  int count;
  double margin;  // points farther apart are not contacts
  AnyAnswer* answers;
};
using ContactBatch = ContactBatchOf<ContactQuery, ContactAnswer>;
using ContactBatch2 = ContactBatchOf<ContactQuery2, ContactAnswer2>;

/// The kinds that have a kernel, in rising order: boxes of both kinds and capsules; in the plane capsules, boxes and
/// polygons. contact_row() is the row of a kind in the table; -1 for the rest.
inline constexpr int contact_kinds = 3;
constexpr int contact_row(RecordKind kind) {
  const int row = static_cast<int>(kind) - static_cast<int>(RecordKind::aabb);
  return 0 <= row && row < contact_kinds ? row : -1;
}
constexpr int contact_row(ShapeKind2 kind) {
  return kind == ShapeKind2::capsule ? 0 : kind == ShapeKind2::box ? 1 : kind == ShapeKind2::polygon ? 2 : -1;
}

/// A kernel for each two kinds a <= b; null for the rest. All in double lanes.
template <class Batch>
struct ContactKernelsOf {
  static constexpr std::size_t kinds = contact_kinds;
  using Kernel = void(const Batch&);

  Kernel* of[contact_kinds][contact_kinds];
};
using ContactKernels = ContactKernelsOf<ContactBatch>;
using ContactKernels2 = ContactKernelsOf<ContactBatch2>;

}  // namespace lockstep::detail
