// From pairs of records to lanes: their Minkowski differences, the differences of their bounding boxes, and the
// verdicts of their closed forms. a(i) and b(i) are the two shapes of lane i, of kinds A <= B. Everything is relative
// to the anchor of b.
#pragma once

#include "lanes/closed_forms/aabb_pair.hpp"
#include "lanes/closed_forms/box_pair.hpp"
#include "lanes/closed_forms/capsule_box.hpp"
#include "lanes/gjk/gjk_step.hpp"
#include "lanes/shapes/hull.hpp"
#include "lanes/shapes/load.hpp"
#include "table/pair_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Whether an axis-aligned box at unit scale is proven not to contain the origin.
inline Mask excludes_origin(const Zonotope<0, true>& box) {
  const Vec gap = abs(box.center) - box.half;
  // max may or may not propagate NaN: with one bad coordinate, nothing is proven.
  const Mask good = norm_1(gap) < Real(0x1p100F);
  return good & (max(max(gap.x, gap.y), gap.z) > Real(support_bound));
}

template <RecordKind A, RecordKind B>
struct PairOf {
  using Batch = detail::PairBatch;
  using ShapeRef = detail::ShapeRef;
  using Scratch = HullScratch;
  static constexpr RecordKind kind_a = A, kind_b = B;

  /// Whether there is a closed form, whether GJK would prove no more, and whether it has no rounding error.
  static constexpr bool has_closed_form = B < RecordKind::quadric;
  static constexpr bool closed_form_is_exact = A == RecordKind::aabb && B == RecordKind::aabb;
  static constexpr bool closed_form_is_final = has_closed_form && (!is_box(A) || closed_form_is_exact);
  /// Whether double lanes try the closed form before GJK.
  static constexpr bool closed_form_in_double = is_box(A) && is_box(B) && !closed_form_is_exact;
  /// Whether the bounding boxes are tested first.
  static constexpr bool bounds_first = B >= RecordKind::quadric;
  /// Prefetching the vertices of hulls, which span many cache lines, was slower in every case.
  static constexpr bool prefetches_vertices = false;

  /// The Minkowski difference, at unit scale.
  template <class ShapeOfA, class ShapeOfB>
  static auto difference(const ShapeOfA& a, const ShapeOfB& b, HullScratch* scratch_a, HullScratch* scratch_b) {
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    PairPositions positions;
    const Origin origin = positions.origin(xyz(rows_b.row[0]), a, b);
    auto c =
        LOCKSTEP_ISA::difference(load<A>(rows_a, a, origin, scratch_a), load<B>(rows_b, b, origin.anchor, scratch_b));
    c.scale_by(unit_scale(c.size()));
    return c;
  }

  /// The lanes whose bounding boxes are proven to be apart.
  template <class ShapeOfA, class ShapeOfB>
  static Mask bounds_apart(const ShapeOfA& a, const ShapeOfB& b) {
    const Zonotope<0, true> box = bounds_difference(a, b);
    Decision decision = begin(!first_lanes(0));
    (void)first_support(box, -box.center, decision);
    return decision.separated | excludes_origin(box);
  }

  template <class ShapeOfA, class ShapeOfB>
  static auto closed_form(const ShapeOfA& a, const ShapeOfB& b) {
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    PairPositions positions;
    const Origin origin = positions.origin(xyz(rows_b.row[0]), a, b);
    const Vec& anchor = origin.anchor;
    if constexpr (A == RecordKind::aabb && B == RecordKind::aabb)
      return aligned_boxes(rows_a, rows_b, origin);
    else if constexpr (A == RecordKind::capsule && B == RecordKind::capsule)
      return round_pair(doubled_difference(xyz(rows_a.row[0]) - origin, xyz(rows_a.row[1]) - origin,
                                           xyz(rows_b.row[1]) - anchor, rows_a.row[0].w + rows_b.row[0].w));
    else if constexpr (is_box(A) && B == RecordKind::capsule)
      return capsule_and_box(
          LOCKSTEP_ISA::difference(load<A>(rows_a, a, origin, nullptr), load<B>(rows_b, b, anchor, nullptr)));
    else if constexpr (is_box(A))
      return box_pair(load_oriented<A>(rows_a, a, origin), load_oriented<B>(rows_b, b, anchor));
    else if constexpr (is_box(B))
      return ball_and_box(load_sphere(rows_a, origin), load_oriented<B>(rows_b, b, anchor));
    else
      return round_pair(
          LOCKSTEP_ISA::difference(load<A>(rows_a, a, origin, nullptr), load<B>(rows_b, b, anchor, nullptr)));
  }

 private:
  /// Differences that are rounded once have the sign of the exact ones, so comparisons have no error either way.
  static Verdicts aligned_boxes(const Rows<2>& a, const Rows<2>& b, const Origin& origin) {
    const Vec min_a = xyz(a.row[0]), max_a = xyz(a.row[1]), min_b = xyz(b.row[0]), max_b = xyz(b.row[1]);
    if (origin.gap == nullptr) [[likely]]
      return aabb_pair(min_a, max_a, min_b, max_b);
    const Vec zero{Real(0), Real(0), Real(0)};
    return aabb_pair(min_a - Origin{max_b, origin.gap}, max_a - Origin{min_b, origin.gap}, zero, zero);
  }
  /// The Minkowski difference of the bounding boxes.
  template <class ShapeOfA, class ShapeOfB>
  static Zonotope<0, true> bounds_difference(const ShapeOfA& a, const ShapeOfB& b) {
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    PairPositions positions;
    const Origin origin = positions.origin(xyz(rows_b.row[0]), a, b);
    auto c = LOCKSTEP_ISA::difference(load_bounds<A>(rows_a, a, origin), load_bounds<B>(rows_b, b, origin.anchor));
    c.scale_by(unit_scale(c.size()));
    return c;
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
