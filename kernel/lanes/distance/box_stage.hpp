// Pairs of boxes for which float lanes have chosen an axis (choose_stage.hpp), in double lanes. Pairs that stay wide,
// and pairs without an axis, are measured like all other pairs.
#pragma once

#include "lanes/distance/box_frame.hpp"
#include "lanes/distance/distance_stage.hpp"
#include "table/chosen_boxes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// One box of each of W pairs.
struct ChosenBox {
  Vec center, half, axis[3];

  explicit ChosenBox(const float* stream) {
    using detail::ChosenBoxes;
    const auto number = [stream](int at) { return load_floats(stream + at * ChosenBoxes::capacity); };
    const auto vec = [&](int at) { return Vec{number(at), number(at + 1), number(at + 2)}; };
    constexpr int turn = ChosenBoxes::rotation;
    center = vec(ChosenBoxes::center), half = vec(ChosenBoxes::half);
    turned_axes({number(turn), number(turn + 1), number(turn + 2), number(turn + 3)}, {Real(1), Real(1), Real(1)},
                axis);
  }
  Vec to_world(const Vec& v) const { return (axis[0] * v.x + axis[1] * v.y) + axis[2] * v.z; }
};

/// If points are closer than this, in units of |c|_1 plus all half extents, the axis gives a better direction.
inline constexpr Number least_between = 0x1p-20;

/// W pairs of a batch from k on. If the widest gap is proven and negative, it is the signed distance. Otherwise the
/// signed distance is at most the distance of any two points, and at least the gap along any direction.
template <bool wants_points>
struct ChosenBlock {
  const detail::DistanceBatch& batch;
  const detail::ChosenBoxes& chosen;
  int k;

  Real number(int at) const { return load_floats(chosen.number[at] + k); }

  void measure(Positions& wide) const {
    using detail::ChosenBoxes;
    const ChosenBox a(chosen.number[0] + k), b(chosen.number[ChosenBoxes::of_one_box] + k);
    const BoxFrame boxes(a.half, b.half, b.center - a.center, a.axis, b.axis);
    const EdgeAxes axes(number(ChosenBoxes::axis), number(ChosenBoxes::axis + 1), boxes);
    const Real state = number(ChosenBoxes::state);
    const Mask deep = state < Real(0);
    const Vec n = axes.direction(boxes);
    BoxPoints points = points_along(boxes, axes, n, Unmoved());
    const Vec between = points.on_a - points.on_b;
    const Real square = dot(between, between), least = boxes.size * Real(least_between);
    const Vec direction = select(deep | (square < least * least), n, between);
    const GapAlong gap(boxes, direction);
    const Real lower = gap.value - boxes.bound();
    const Real upper = select(deep, gap.value + boxes.bound() * gap.inverse, sqrt(square) + boxes.bound());
    const int live = batch.count - k < Real::width ? batch.count - k : Real::width;
    const auto at = [this](int i) { return static_cast<std::uint32_t>(k + i); };
    const AnswerSlots to(batch, at, live);
    const unsigned measured = bits(first_lanes(live) & ((state < Real(0)) | (state > Real(0))));
    const unsigned narrow = bits(upper - lower <= boxes.size * Real(least_width));
    store_bounds(lower, upper, Real(1), boxes.size, false, to);
    to.note_near(bits(near_contact(lower, upper, boxes.size, Real(0))) & measured & narrow);
    wide.add(k, measured & ~narrow);
    if constexpr (wants_points) {
      const Vec normal = direction * gap.inverse;
      if (any(deep)) points = points_along(boxes, axes, n, normal * select(deep, gap.value, Real(0)));
      unsigned swapped = 0;
      for (int i = 0; i < live; ++i) swapped |= unsigned{chosen.swapped[k + i]} << i;
      const auto in_world = [&](const Vec& p) { return WorldPoints(a.to_world(p), Real(1), a.center); };
      store_points(in_world(points.on_a), in_world(points.on_b), a.to_world(normal), swapped, to);
    }
  }
};

/// Measures the pairs that have an axis. Adds those whose interval stays wide to `wide`.
template <bool wants_points>
[[gnu::flatten]] void chosen_stage(const detail::DistanceBatch& given, const detail::ChosenBoxes& chosen,
                                   Positions& wide) {
  const detail::DistanceBatch batch = given;
  for (int k = 0; k < batch.count; k += Real::width) ChosenBlock<wants_points>{batch, chosen, k}.measure(wide);
}

/// Measures all pairs of a batch. The list has room for copies of its last entry, which fill up a register.
inline void box_stage(const detail::DistanceBatch& batch, detail::ChosenBoxes& chosen) {
  Positions wide;
  batch.answers == nullptr ? chosen_stage<false>(batch, chosen, wide) : chosen_stage<true>(batch, chosen, wide);
  constexpr auto box = RecordKind::box;
  const int undecided = chosen.undecided_count;
  for (int i = undecided; i < undecided + Real::width - 1 && undecided > 0; ++i)
    chosen.undecided[i] = chosen.undecided[undecided - 1];
  measure_closed<DistanceTraits3, box, box>(batch, {chosen.undecided, undecided}, wide);
  wide.pad();
  measure_by_search<DistanceTraits3, box, box>(batch, {wide.at, wide.count}, true);
}

}  // namespace lockstep::LOCKSTEP_ISA
