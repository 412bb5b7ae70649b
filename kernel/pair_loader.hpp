// From the pairs of a tile to lanes: their Minkowski differences, the differences of their bounding boxes, and what a closed
// form says of them.
#pragma once

#include "box_axes.hpp"
#include "flight.hpp"
#include "hull.hpp"
#include "kernel_table.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::PairBatch;

/// Pairs of kinds A and B of a tile, as lanes.
template <RecordKind A, RecordKind B>
struct PairLoader {
  static constexpr bool has_hull = B == RecordKind::hull;
  const PairBatch& batch;
  HullScratch& scratch_a;
  HullScratch& scratch_b;

  template <class In>
  auto firsts(const Block<In>& block) const {
    return [this, &block](int lane) { return batch.queries[block.at(lane)].a; };
  }
  template <class In>
  auto seconds(const Block<In>& block) const {
    return [this, &block](int lane) { return batch.queries[block.at(lane)].b; };
  }
  /// Asks for the records that the block after next reads. (Asking for the vertices of hulls as well made hulls slower.)
  void prefetch(int k) const {
    const int first = k + 2 * Real::width;
    if (first + Real::width > batch.count) return;
    const detail::Query* const next = batch.queries + first;
    for (int i = 0; i < Real::width; ++i) {
      __builtin_prefetch(next[i].a);
      __builtin_prefetch(next[i].b);
    }
  }
  /// The Minkowski difference, of unit scale, relative to the anchor of b.
  template <class In>
  auto shape(const Block<In>& block) const {
    const auto a = firsts(block);
    const auto b = seconds(block);
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    const Vec origin = xyz(rows_b.row[0]);
    const bool pack = 2 * block.live > Real::width;  // few hulls are scanned where they lie
    auto c = difference(load<A>(rows_a, a, origin, {batch.vertices_a, pack ? &scratch_a : nullptr}),
                        load<B>(rows_b, b, origin, {batch.vertices_b, pack ? &scratch_b : nullptr}));
    c.scale_by(unit_scale(c.size()));
    return c;
  }
  /// The same of the bounding boxes.
  template <class In>
  Zonotope<0, true> bounds(const Block<In>& block) const {
    const RowsOf<A> rows_a(firsts(block));
    const RowsOf<B> rows_b(seconds(block));
    const Vec origin = xyz(rows_b.row[0]);
    auto c = difference(load_bounds<A>(rows_a, origin), load_bounds<B>(rows_b, origin));
    c.scale_by(unit_scale(c.size()));
    return c;
  }
  template <class In>
  Verdicts closed_form(const Block<In>& block) const {
    const auto a = firsts(block);
    const auto b = seconds(block);
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    const Vec origin = xyz(rows_b.row[0]);
    if constexpr (A == RecordKind::aabb && B == RecordKind::aabb)
      return aabb_pair(rows_a, rows_b);
    else if constexpr (is_box(A))
      return box_pair(load_oriented<A>(rows_a, origin), load_oriented<B>(rows_b, origin));
    else if constexpr (is_box(B))
      return ball_and_box(load_ball(rows_a, origin), load_oriented<B>(rows_b, origin));
    else
      return round_pair(
          difference(load<A>(rows_a, a, origin, {nullptr, nullptr}), load<B>(rows_b, b, origin, {nullptr, nullptr})));
  }
};

/// Which combinations (A <= B) have a closed form, and for which its word is the last.
template <RecordKind A, RecordKind B>
inline constexpr bool has_closed_form = B != RecordKind::hull && !(is_box(A) && B == RecordKind::capsule);
template <RecordKind A, RecordKind B>
inline constexpr bool closed_form_is_final = !is_box(A) || (A == RecordKind::aabb && B == RecordKind::aabb);

}  // namespace lockstep::LOCKSTEP_ISA
