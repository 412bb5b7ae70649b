// The kernels of signed distances, in double lanes.
#include "lanes/distance/box_stage.hpp"
#include "lanes/pairs/pair_kernels.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::SpaceDistanceDoubleKernels distance_kernels;
const detail::SpaceDistanceDoubleKernels distance_kernels =
    fill_pair_kernels<detail::SpaceDistanceDoubleKernels, RecordKind>(
        []<RecordKind A, RecordKind B>() { return distance_stage<DistanceInSpace, A, B>; });

void measure_boxes(const detail::DistanceBatch& batch, detail::ChosenBoxes& chosen);  // as double_boxes.hpp has it
void measure_boxes(const detail::DistanceBatch& batch, detail::ChosenBoxes& chosen) { box_stage(batch, chosen); }

}  // namespace lockstep::LOCKSTEP_ISA
