// Pairs of boxes that float lanes have sorted (choose_stage.hpp), in double lanes: along the axis that is theirs, by
// the lines that all other pairs take. What that leaves wide, and pairs of which nothing was proven, go the way of
// these.
#pragma once

#include "lanes/distance/axis_number.hpp"
#include "lanes/distance/distance_stage.hpp"
#include "table/box_lists.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// W of the pairs on a list.
struct ChosenBlock {
  const detail::ChosenBoxes& list;
  int k;

  Real number(int stream) const { return Real::load(list.number[stream] + k); }
  Vec vec(int stream) const { return {number(stream), number(stream + 1), number(stream + 2)}; }
  /// As load_box makes it of a record.
  BoxCore core(int which, const Vec& origin) const {
    using detail::ChosenBoxes;
    const int first = which * ChosenBoxes::of_one_box, turn = first + ChosenBoxes::rotation;
    const Vec half = vec(first + ChosenBoxes::half);
    BoxCore core{
        vec(first + ChosenBoxes::center) - origin, {}, {half.x, half.y, half.z}, number(first + ChosenBoxes::diagonal)};
    const Real one = 1;
    turned_axes({number(turn), number(turn + 1), number(turn + 2), number(turn + 3)}, {one, one, one}, core.axis);
    return core;
  }
  Vec origin() const { return vec(detail::ChosenBoxes::of_one_box + detail::ChosenBoxes::center); }
};

/// From axis_number. The bound is that of widest_axis, which no parallel edges widen here.
inline ChosenAxis chosen_axis(const Real& number, const Cores<BoxCore, BoxCore>& cores) {
  return {first_of(number) - Real(1), second_of(number) - Real(1), widest_bound(cores.a, cores.b, cores.slack),
          Real(0)};
}

/// Copies of the last pair fill up a register.
inline void pad(detail::ChosenBoxes& list) {
  if (list.count == 0) return;
  for (auto& stream : list.number)
    for (int i = list.count; i < list.count + Real::width - 1; ++i) stream[i] = stream[list.count - 1];
}

/// The pairs on a list; those whose interval stays wide are added to `wide`.
[[gnu::flatten]] inline void chosen_stage(const detail::DistanceBatch& batch, detail::ChosenBoxes& list,
                                          const std::uint8_t* is_swapped, Positions& wide) {
  pad(list);
  for (int k = 0; k < list.count; k += Real::width) {
    const ChosenBlock block{list, k};
    const Vec origin = block.origin();
    const Cores cores([&] { return block.core(0, origin); }, [&] { return block.core(1, origin); }, LaneShift<Vec>());
    const int live = list.count - k < Real::width ? list.count - k : Real::width;
    unsigned swapped = 0;
    if (batch.answers != nullptr)
      for (int i = 0; i < live; ++i) swapped |= unsigned{is_swapped[list.position[k + i]]} << i;
    const auto at = [&](int i) { return list.position[k + i]; };
    const auto measure = [&](const auto& of, const Real&, Mask lanes) {
      return distance_along(of, chosen_axis(block.number(detail::ChosenBoxes::axis), of), batch.answers != nullptr,
                            lanes);
    };
    answer_block(batch, cores, BlockPlace<Vec>{origin, origin, swapped, live}, false, at, measure,
                 [&](Mask lanes) { return wide.add(list.position + k, lanes); });
  }
}

/// All pairs of a batch.
inline void box_stage(const detail::DistanceBatch& batch, detail::BoxLists& lists) {
  Positions wide;
  chosen_stage(batch, lists.deep, lists.swapped, wide);
  chosen_stage(batch, lists.apart, lists.swapped, wide);
  constexpr auto box = RecordKind::box;
  for (int i = lists.open_count; i < lists.open_count + Real::width - 1 && lists.open_count > 0; ++i)
    lists.open[i] = lists.open[lists.open_count - 1];
  measure_closed<DistanceInSpace, box, box>(batch, {lists.open, lists.open_count}, wide);
  wide.pad();
  measure_by_search<DistanceInSpace, box, box>(batch, {wide.at, wide.count}, true);
}

}  // namespace lockstep::LOCKSTEP_ISA
