// Pairs of shapes whose distance is asked for, on their way into a kernel. Plain data: nothing here may put an inline
// function into code compiled for a wide instruction set.
#pragma once

#include "lockstep/interval.hpp"
#include "table/pair_batch.hpp"

namespace lockstep::detail {

/// Of the size of a pair, or of its coordinates where they are why corners are known no better: nearer to contact
/// `intersect` may say `touching`, which promises 2^-20.
inline constexpr double contact_share = 0x1p-18;

/// What is known of the signed distance of a pair, with points and normal in world space; in the plane z is 0. They are
/// those of an answer with `lower` and `upper` as they stand; NaN where there is none.
struct DistanceAnswer {
  double lower, upper;
  double on_a[3], on_b[3], normal[3];
  double size;   // what the largest lengths of the pair add up to
  double along;  // the lower bound that the normal proves: `lower`, or less where another direction proved that
};

/// What the shape a of a query is moved by before it is measured.
struct Shift {
  double by[3];      // each the rounded product of two numbers that are exact
  bool is_backward;  // the order of two shapes that are the same numbers
};

/// Positions of pairs so close to contact that `intersect` may say `touching`.
struct NearContact {
  std::uint16_t at[pair_tile];
  int count = 0;
};

/// Up to pair_tile pairs of the same two kinds; answers[i] receives what is known of queries[i], or, where bounds are
/// all that is wanted, bounds[i] does. The other one is null.
template <class AnyRecord, class View>
struct DistanceBatchOf {
  const QueryOf<AnyRecord>* queries;
  int count;
  View first, second;  // where the shapes a and the shapes b are
  double tolerance;    // how wide an interval may stay
  Interval* bounds;
  DistanceAnswer* answers;
  NearContact* near;
  const Shift* shifts = nullptr;  // one for each query, also for the copies that fill up the array; null: nothing moves
};
using DistanceBatch = DistanceBatchOf<Record, ShapesView>;
using DistanceBatch2 = DistanceBatchOf<Record2, ShapesView2>;

using SpaceDistanceKernels = PairKernels<void(const DistanceBatch&), record_kinds>;
using PlaneDistanceKernels = PairKernels<void(const DistanceBatch2&), shape_kinds2>;
/// The same in double lanes, for the queries of a batch that float lanes leave open.
using SpaceDistanceDoubleKernels = PairKernels<void(const DistanceBatch&, UndecidedQueries), record_kinds>;
using PlaneDistanceDoubleKernels = PairKernels<void(const DistanceBatch2&, UndecidedQueries), shape_kinds2>;

}  // namespace lockstep::detail
