// From pairs of records of the plane to lanes: their Minkowski differences, the differences of their bounds, and the
// verdicts of their closed forms. a(i) and b(i) are the two shapes of lane i, of kinds A <= B. Everything is relative
// to the anchor of b.
#pragma once

#include "lanes/closed_forms/closed_forms2.hpp"
#include "lanes/gjk/difference.hpp"
#include "lanes/gjk/gjk_step2.hpp"
#include "lanes/shapes/load2.hpp"
#include "table/pair_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <class A, class B>
Difference<A, B> difference2(const A& a, const B& b) {
  return {a, b};
}
template <unsigned A, bool RoundA, unsigned B, bool RoundB>
auto difference2(const Zonogon<A, RoundA>& a, const Zonogon<B, RoundB>& b) {
  return difference(a, b);
}

template <ShapeKind2 A, ShapeKind2 B>
struct PairOf2 {
  using Batch = detail::PairBatch2;
  using ShapeRef = detail::ShapeRef2;
  using Scratch = PolygonScratch;
  static constexpr ShapeKind2 kind_a = A, kind_b = B;

  /// Whether there is a closed form, whether GJK would prove no more, and whether it has no rounding error.
  static constexpr bool has_closed_form = B < ShapeKind2::ellipse;
  static constexpr bool closed_form_is_exact = false, closed_form_is_final = has_closed_form;
  static constexpr bool closed_form_in_double = false;
  /// Whether circles around the shapes are tested first.
  static constexpr bool bounds_first = B >= ShapeKind2::ellipse;
  static constexpr bool prefetches_vertices = B == ShapeKind2::polygon;
  /// Prefetches the first cache line of each polygon's vertices, which holds all vertices of most polygons.
  static void prefetch_vertices(const ShapeRef& a, const ShapeRef& b) {
    if constexpr (A == ShapeKind2::polygon) __builtin_prefetch(PolygonVertices(a).x);
    __builtin_prefetch(PolygonVertices(b).x);
  }

  /// The Minkowski difference.
  template <class ShapeOfA, class ShapeOfB>
  static auto unscaled_difference(const ShapeOfA& a, const ShapeOfB& b, PolygonScratch* scratch_a,
                                  PolygonScratch* scratch_b) {
    const RowsOf2<A> rows_a(a);
    const RowsOf2<B> rows_b(b);
    PairPositions positions;
    const auto origin = positions.origin(xy(rows_b.row[0]), a, b);
    const auto first = [&] { return load2<A>(rows_a, a, origin, scratch_a); };
    const auto second = [&] { return load2<B>(rows_b, b, origin.anchor, scratch_b); };
    if constexpr (B == ShapeKind2::polygon)
      return Difference<decltype(first()), decltype(second())>(first, second);
    else
      return difference2(first(), second());
  }

  /// The same, at unit scale.
  template <class ShapeOfA, class ShapeOfB>
  static auto difference(const ShapeOfA& a, const ShapeOfB& b, PolygonScratch* scratch_a, PolygonScratch* scratch_b) {
    auto c = unscaled_difference(a, b, scratch_a, scratch_b);
    c.scale_by(unit_scale(c.size()));
    return c;
  }

  /// The lanes whose bounds are proven to be apart.
  template <class ShapeOfA, class ShapeOfB>
  static Mask bounds_apart(const ShapeOfA& a, const ShapeOfB& b) {
    const RowsOf2<A> rows_a(a);
    const RowsOf2<B> rows_b(b);
    PairPositions positions;
    const auto origin = positions.origin(xy(rows_b.row[0]), a, b);
    return round_pair(difference2(load_bounds2<A>(rows_a, a, origin), load_bounds2<B>(rows_b, b, origin.anchor)))
        .separated;
  }

  template <class ShapeOfA, class ShapeOfB>
  static Verdicts closed_form(const ShapeOfA& a, const ShapeOfB& b) {
    const RowsOf2<A> rows_a(a);
    const RowsOf2<B> rows_b(b);
    PairPositions positions;
    const auto origin = positions.origin(xy(rows_b.row[0]), a, b);
    return meet(load_core<A>(rows_a, a, origin), load_core<B>(rows_b, b, origin.anchor));
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
