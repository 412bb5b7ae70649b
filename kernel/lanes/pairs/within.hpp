// Pairs within a margin of each other: the Minkowski difference is grown by a ball whose radius is the margin. If the
// difference has a radius already, the radius grows; all others are swept (Swept). a(i) and b(i) are as in
// pair_shapes.hpp.
#pragma once

#include "lanes/gjk/swept.hpp"
#include "lanes/pairs/pair_shapes.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <unsigned Edges, bool Boxed>
Zonotope<Edges, Boxed> grown(Zonotope<Edges, Boxed> shape, Real margin) {
  shape.radius = shape.radius + margin;
  shape.extent = shape.extent + margin;
  return shape;
}

/// Separated if some axis has a gap wider than the margin, overlapping if the boxes overlap. GJK decides the rest: the
/// nearest features may be two corners.
inline Verdicts boxes_within(const OrientedBox& a, const OrientedBox& b, Real margin) {
  const BoxGap gap = box_gap(a, b);
  const Real bound = gap.bound + margin * Real(axis_bound);
  return {gap.valid & (gap.widest - margin > bound), gap.overlapping};
}

template <RecordKind A, RecordKind B>
struct Within {
  using Pair = PairOf<A, B>;
  /// Whether there is a closed form, and whether GJK would prove no more.
  static constexpr bool has_closed_form = Pair::has_closed_form;
  static constexpr bool closed_form_is_final = has_closed_form && !is_box(A);

  /// The Minkowski difference grown by the margin, at unit scale.
  template <class ShapeOfA, class ShapeOfB>
  static auto difference(const ShapeOfA& a, const ShapeOfB& b, Real margin) {
    return swept(unscaled(a, b), margin);
  }

  template <class ShapeOfA, class ShapeOfB>
  static Verdicts closed_form(const ShapeOfA& a, const ShapeOfB& b, Real margin) {
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    PairPositions positions;
    const Origin origin = positions.origin(xyz(rows_b.row[0]), a, b);
    if constexpr (is_box(A) && is_box(B))
      return boxes_within(load_oriented<A>(rows_a, a, origin), load_oriented<B>(rows_b, b, origin.anchor), margin);
    else if constexpr (is_box(A))
      return capsule_and_box(grown(unscaled(a, b), margin));
    else if constexpr (is_box(B))
      return ball_and_box(grown(load_sphere(rows_a, origin), margin), load_oriented<B>(rows_b, b, origin.anchor));
    else
      return round_pair(grown(unscaled(a, b), margin));
  }

  /// The lanes whose bounding boxes are proven to be farther apart than the margin.
  template <class ShapeOfA, class ShapeOfB>
  static Mask bounds_apart(const ShapeOfA& a, const ShapeOfB& b, Real margin) {
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    PairPositions positions;
    const Origin origin = positions.origin(xyz(rows_b.row[0]), a, b);
    Zonotope<0, true> box =
        LOCKSTEP_ISA::difference(load_bounds<A>(rows_a, a, origin), load_bounds<B>(rows_b, b, origin.anchor));
    box.half = box.half + Vec{margin, margin, margin};
    box.extent = box.extent + margin;
    box.scale_by(unit_scale(box.size()));
    return excludes_origin(box);
  }

 private:
  template <class ShapeOfA, class ShapeOfB>
  static auto unscaled(const ShapeOfA& a, const ShapeOfB& b) {
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    PairPositions positions;
    const Origin origin = positions.origin(xyz(rows_b.row[0]), a, b);
    return LOCKSTEP_ISA::difference(load<A>(rows_a, a, origin, nullptr), load<B>(rows_b, b, origin.anchor, nullptr));
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
