// The signed distance kernels: in double lanes, and in float lanes for callers with a tolerance.
#include "lanes/distance/choose_stage.hpp"
#include "lanes/distance/tolerant_stage.hpp"
#include "lanes/isa/double_kernels.hpp"
#include "lanes/pairs/pair_kernels.hpp"

namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA {

/// For the pairs of boxes that float lanes of this instruction set have sorted.
void measure_boxes(const detail::DistanceBatch& batch, detail::ChosenBoxes& chosen);

}  // namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

void measure_chosen_boxes(const detail::DistanceBatch& batch) {
  detail::ChosenBoxes chosen;
  choose_stage(batch, chosen);
  in_wide_double::measure_boxes(batch, chosen);
}

template <RecordKind A, RecordKind B>
void measure_pairs(const detail::DistanceBatch& batch) {
  if constexpr (A == RecordKind::box && B == RecordKind::box)
    if (batch.tolerance == 0 && stand_as_recorded(batch)) return measure_chosen_boxes(batch);
  Positions undecided;
  if constexpr (has_closed_distance<A, B>) {
    if (batch.tolerance > 0 && stand_as_recorded(batch))
      tolerant_stage<A, B>(batch, undecided);
    else
      undecided.add_all(batch.count);
  } else {
    undecided.add_all(batch.count);
  }
  undecided.pad();
  if (undecided.count == 0) return;
  in_wide_double::distance_kernels.of[static_cast<int>(A)][static_cast<int>(B)](batch, {undecided.at, undecided.count});
}

}  // namespace

extern const detail::SpaceDistanceKernels distance_kernels;
const detail::SpaceDistanceKernels distance_kernels = fill_pair_kernels<detail::SpaceDistanceKernels, RecordKind>(
    []<RecordKind A, RecordKind B>() { return measure_pairs<A, B>; });

}  // namespace lockstep::LOCKSTEP_ISA
