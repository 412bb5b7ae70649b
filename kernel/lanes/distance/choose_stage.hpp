// A tile of pairs of oriented boxes in float lanes: puts the boxes in order and chooses the axis that double lanes
// measure.
#pragma once

#include "lanes/distance/choose_axis.hpp"
#include "lanes/shapes/load.hpp"
#include "table/chosen_boxes.hpp"
#include "table/distance_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// W boxes as loaded.
struct LoadedBoxes {
  Rows<4> rows;
  Quad rotation[1];

  template <class ShapeOf>
  explicit LoadedBoxes(const ShapeOf& shape) : rows(shape) {
    load_rows([&](int i) { return &shape(i).rotation->x; }, rotation);
  }
  [[nodiscard]] OrientedBox box(const Vec& origin) const {
    const auto& [c, x, y, z] = rows.row;
    return {xyz(c) - origin, {xyz(x), xyz(y), xyz(z)}, {x.w, y.w, z.w}, c.w};
  }
  /// Stores the boxes to the streams of one box; `to` is the first stream.
  void store(float* to) const {
    const auto& [c, x, y, z] = rows.row;
    const Quad& q = rotation[0];
    for (const Real& number : {c.x, c.y, c.z, x.w, y.w, z.w, q.x, q.y, q.z, q.w})
      number.store(to), to += detail::ChosenBoxes::capacity;
  }
};

/// Exchanges the lanes of m.
inline void exchange(Mask m, Quad& a, Quad& b) {
  const auto numbers = [m](Real& x, Real& y) {
    const Real first = select(m, y, x);
    y = select(m, x, y), x = first;
  };
  numbers(a.x, b.x), numbers(a.y, b.y), numbers(a.z, b.z), numbers(a.w, b.w);
}
inline void exchange(Mask m, LoadedBoxes& a, LoadedBoxes& b) {
  for (int row = 0; row < 4; ++row) exchange(m, a.rows.row[row], b.rows.row[row]);
  exchange(m, a.rotation[0], b.rotation[0]);
}

[[gnu::flatten]] inline void choose_stage(const detail::DistanceBatch& given, detail::ChosenBoxes& chosen) {
  const detail::DistanceBatch batch = given;  // a copy: the compiler must assume that stores below change it
  constexpr int ahead = 2 * Real::width;
  for (int k = 0; k < batch.count; k += Real::width) {
    const auto* const queries = batch.queries + k;
    const auto first = [&](int i) { return batch.first.shape_of(queries[i].a); };
    const auto second = [&](int i) { return batch.second.shape_of(queries[i].b); };
    if (k + ahead + Real::width <= batch.count)
      for (int i = ahead; i < ahead + Real::width; ++i) {
        __builtin_prefetch(queries[i].a), __builtin_prefetch(first(i).rotation);
        __builtin_prefetch(queries[i].b), __builtin_prefetch(second(i).rotation);
      }
    LoadedBoxes a(first), b(second);
    // The same order as comes_second. Pairs with equal first numbers stay open.
    const Real of_a = a.rows.row[0].x, of_b = b.rows.row[0].x;
    const Mask swap = of_b < of_a, ordered = swap | (of_a < of_b);
    exchange(swap, a, b);
    const Vec origin = xyz(b.rows.row[0]);
    const AxisChoice choice = choose_axis(a.box(origin), b.box(origin));
    const Mask deep = ordered & choice.is_deep, apart = ordered & choice.is_apart;
    a.store(chosen.number[0] + k), b.store(chosen.number[detail::ChosenBoxes::of_one_box] + k);
    choice.of_a.store(chosen.number[detail::ChosenBoxes::axis] + k);
    choice.of_b.store(chosen.number[detail::ChosenBoxes::axis + 1] + k);
    const Real state = select(deep, Real(-1), select(apart, Real(1), Real(0)));
    state.store(chosen.number[detail::ChosenBoxes::state] + k);
    store_bytes(chosen.swapped + k, select(swap, Index(1), Index(0)));
    const Mask live = first_lanes(batch.count - k < Real::width ? batch.count - k : Real::width);
    chosen.undecided_count += compress(chosen.undecided + chosen.undecided_count,
                                       Index::count_from(static_cast<std::uint32_t>(k)), live & (state == Real(0)));
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
