// Batches of pairs of shapes whose distance a kernel computes. Plain data: nothing here may put an inline function into
// code compiled for a wide instruction set.
#pragma once

#include "lockstep/types.hpp"
#include "table/pair_batch.hpp"

namespace lockstep::detail {

/// A share of the size of a pair, or of its coordinates if these limit how well corners are known. Nearer to contact
/// than that `intersect` may say `touching`, which promises 2^-20.
inline constexpr double contact_share = 0x1p-18;

/// Bounds of the signed distance of a pair, with its points and normal in world space; in the plane z is 0. Points and
/// normal belong to an answer with exactly this `lower` and `upper`; NaN if they are not proven.
struct DistanceAnswer {
  double lower, upper;
  double on_a[3], on_b[3], normal[3];
  double size;   // the sum of the largest lengths of the pair
  double along;  // the lower bound that the normal proves: `lower`, or less if another direction proved that
};

/// The translation of shape a of a query before it is measured.
struct Shift {
  double by[3];      // each the rounded product of two numbers that are exact
  bool is_backward;  // decides the order of two shapes that have the same numbers
};

/// Positions of pairs so close to contact that `intersect` may say `touching`.
struct NearContact {
  std::uint16_t at[pair_tile];
  int count = 0;
};

/// Up to pair_tile pairs of the same two kinds; answers[i] receives the answer to queries[i], or bounds[i] if the
/// caller wants bounds alone. The other pointer is null.
template <class AnyRecord, class View>
struct DistanceBatchOf {
  const QueryOf<AnyRecord>* queries;
  int count;
  View first, second;  // the sets of the shapes a and of the shapes b
  double tolerance;    // the width that an interval may keep
  Interval* bounds;
  DistanceAnswer* answers;
  NearContact* near;
  const Shift* shifts = nullptr;  // one for each query and for the copies that fill up the array; null: no shape moves
};
using DistanceBatch = DistanceBatchOf<Record, ShapesView>;
using DistanceBatch2 = DistanceBatchOf<Record2, ShapesView2>;

using SpaceDistanceKernels = PairKernels<void(const DistanceBatch&), record_kinds>;
using PlaneDistanceKernels = PairKernels<void(const DistanceBatch2&), shape_kinds2>;
/// The same in double lanes, for the queries of a batch that float lanes leave open.
using SpaceDistanceDoubleKernels = PairKernels<void(const DistanceBatch&, UndecidedQueries), record_kinds>;
using PlaneDistanceDoubleKernels = PairKernels<void(const DistanceBatch2&, UndecidedQueries), shape_kinds2>;

}  // namespace lockstep::detail
