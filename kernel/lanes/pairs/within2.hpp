// Pairs of the plane within a margin of each other: the Minkowski difference is grown by a circle whose radius is the
// margin, as by a ball in space (within.hpp).
#pragma once

#include "lanes/gjk/swept.hpp"
#include "lanes/pairs/pair_shapes2.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <class Shape>
Shape grown2(Shape shape, Real margin) {
  shape.radius = shape.radius + margin;
  shape.extent = shape.extent + margin;
  return shape;
}

template <ShapeKind2 A, ShapeKind2 B>
struct Within2 {
  using Pair = PairOf2<A, B>;
  /// Whether there is a closed form, and whether GJK would prove no more.
  static constexpr bool has_closed_form = Pair::has_closed_form;
  static constexpr bool closed_form_is_final = has_closed_form && A != ShapeKind2::box;

  /// The Minkowski difference grown by the margin, at unit scale.
  template <class ShapeOfA, class ShapeOfB>
  static auto difference(const ShapeOfA& a, const ShapeOfB& b, Real margin) {
    return swept(Pair::unscaled_difference(a, b, nullptr, nullptr), margin);
  }

  template <class ShapeOfA, class ShapeOfB>
  static Verdicts closed_form(const ShapeOfA& a, const ShapeOfB& b, Real margin) {
    const RowsOf2<A> rows_a(a);
    const RowsOf2<B> rows_b(b);
    PairPositions positions;
    const auto origin = positions.origin(xy(rows_b.row[0]), a, b);
    const auto first = load_core<A>(rows_a, a, origin);
    const auto second = load_core<B>(rows_b, b, origin.anchor);
    if constexpr (A == ShapeKind2::box)
      return box_pair(first, second, margin);
    else
      return meet(grown2(first, margin), second);
  }

  /// The lanes whose bounds are proven to be farther apart than the margin.
  template <class ShapeOfA, class ShapeOfB>
  static Mask bounds_apart(const ShapeOfA& a, const ShapeOfB& b, Real margin) {
    const RowsOf2<A> rows_a(a);
    const RowsOf2<B> rows_b(b);
    PairPositions positions;
    const auto origin = positions.origin(xy(rows_b.row[0]), a, b);
    const auto circle = grown2(load_bounds2<B>(rows_b, b, origin.anchor), margin);
    return round_pair(LOCKSTEP_ISA::difference(load_bounds2<A>(rows_a, a, origin), circle)).separated;
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
