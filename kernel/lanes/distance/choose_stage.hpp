// A tile of pairs of boxes in float lanes, sorted by what they prove: along which axis the signed distance lies.
#pragma once

#include "lanes/distance/choose_axis.hpp"
#include "lanes/shapes/load.hpp"
#include "table/box_lists.hpp"
#include "table/distance_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// W boxes as they were loaded.
struct LoadedBoxes {
  Rows<4> rows;
  Quad rotation[1];

  template <class ShapeOf>
  explicit LoadedBoxes(const ShapeOf& shape) : rows(shape) {
    load_rows([&](int i) { return &shape(i).rotation->x; }, rotation);
  }
  /// The streams of one box, in order; put(x, y): x of this one and y of `other`.
  template <class Put>
  void each(const LoadedBoxes& other, const Put& put) const {
    const auto& [c, x, y, z] = rows.row;
    const auto& [oc, ox, oy, oz] = other.rows.row;
    const Quad &q = rotation[0], &oq = other.rotation[0];
    put(c.x, oc.x), put(c.y, oc.y), put(c.z, oc.z), put(c.w, oc.w), put(x.w, ox.w), put(y.w, oy.w), put(z.w, oz.w);
    put(q.x, oq.x), put(q.y, oq.y), put(q.z, oq.z), put(q.w, oq.w);
  }
};

inline int append(std::uint32_t* list, int k, Mask lanes) {
  return compress(list, Index::count_from(static_cast<std::uint32_t>(k)), lanes);
}

/// The pairs of `deep` and of `apart`, of which those of `second` change places.
inline void append(detail::BoxLists& lists, int k, Mask deep, Mask apart, Mask second, const LoadedBoxes& a,
                   const LoadedBoxes& b, const Real& axis) {
  float* to_deep = lists.deep.number[0] + lists.deep.count;
  float* to_apart = lists.apart.number[0] + lists.apart.count;
  const auto put = [&](const Real& x, const Real& y) {
    const Real number = select(second, y, x);
    (void)compress(to_deep, number, deep), (void)compress(to_apart, number, apart);
    to_deep += detail::ChosenBoxes::capacity, to_apart += detail::ChosenBoxes::capacity;
  };
  a.each(b, put), b.each(a, put), put(axis, mirrored_axis(axis));
  lists.deep.count += append(lists.deep.position + lists.deep.count, k, deep);
  lists.apart.count += append(lists.apart.position + lists.apart.count, k, apart);
}

/// The kinds are those of two boxes with axes.
template <RecordKind A, RecordKind B>
[[gnu::flatten]] void choose_stage(const detail::DistanceBatch& given, detail::BoxLists& lists) {
  const detail::DistanceBatch batch = given;  // a copy: for all the compiler knows, stores below may change it
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
    const LoadedBoxes a(first), b(second);
    const Vec origin = xyz(b.rows.row[0]);
    const AxisChoice choice = choose_axis(load_box(a.rows, first, origin), load_box(b.rows, second, origin));
    // As comes_second has it. What first numbers do not tell apart is left open.
    const Real of_a = a.rows.row[0].x, of_b = b.rows.row[0].x;
    const Mask swap = of_b < of_a, live = first_lanes(batch.count - k < Real::width ? batch.count - k : Real::width);
    const Mask proven = live & choice.is_proven & (swap | (of_a < of_b));
    append(lists, k, proven & choice.overlaps, proven & !choice.overlaps, swap, a, b, choice.axis);
    store_bytes(lists.swapped + k, select(swap, Index(1), Index(0)));
    lists.open_count += append(lists.open + lists.open_count, k, live & !proven);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
