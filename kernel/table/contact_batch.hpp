// Pairs of shapes whose contacts are asked for, on their way into a kernel: boxes and capsules, in the plane polygons,
// too. Plain data: nothing here may put an inline function into code compiled for a wide instruction set.
#pragma once

#include "table/records.hpp"
#include "table/records2.hpp"

namespace lockstep::detail {

/// In how many points the shapes of a pair touch, and where, in world space; a and b are the caller's. Of points there
/// are `most` where there are any: those from `count` on are zero.
template <class AnyPoint, std::size_t most>
struct ContactAnswerOf {
  using Point = AnyPoint;
  AnyPoint points[most];               // the first is the deepest
  std::uint32_t count;                 // 0: the nearest two points are all there is
  std::uint32_t feature_a, feature_b;  // that face each other
};

/// As it lies in the caller's memory.
struct ContactAnswerPoint {
  double a[3], b[3], separation;
  std::uint32_t feature_a, feature_b;
};
using ContactAnswer = ContactAnswerOf<ContactAnswerPoint, 4>;

/// The features are bits of 64, of which the low half counts.
struct ContactAnswerPoint2 {
  double a[2], b[2], separation;
  std::uint64_t feature_a, feature_b;
  double unused;  // a cache line is stored as a whole
};
using ContactAnswer2 = ContactAnswerOf<ContactAnswerPoint2, 2>;

/// One pair of a tile: shapes of rising kinds, with the normal from b to a. In the plane z is 0.
template <class Shape>
struct ContactQueryOf {
  Shape a, b;
  double normal[3];
  double lower;  // no contact lies deeper
  bool swapped;  // b is the caller's a
};
using ContactQuery = ContactQueryOf<ShapeRef>;
using ContactQuery2 = ContactQueryOf<ShapeRef2>;

/// So many queries a kernel takes at once: what they and their answers take stays in the first-level cache.
inline constexpr int contact_tile = 64;

/// Up to contact_tile pairs of the same two kinds; answers[i] receives the contacts of queries[i]. There is room for
/// contact_tile answers, and those behind the last may be written as well.
template <class AnyQuery, class AnyAnswer>
struct ContactBatchOf {
  using Query = AnyQuery;
  using Answer = AnyAnswer;
  const AnyQuery* queries;
  int count;
  double margin;  // points farther apart are no contacts
  AnyAnswer* answers;
};
using ContactBatch = ContactBatchOf<ContactQuery, ContactAnswer>;
using ContactBatch2 = ContactBatchOf<ContactQuery2, ContactAnswer2>;

/// The kinds that have a kernel, in rising order: boxes of both kinds and capsules; capsules, boxes and polygons of the
/// plane. Where a kind stands in the table; -1 for the rest.
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
