// The signed distance kernels, in double lanes.
#include "lanes/distance/box_stage.hpp"
#include "lanes/pairs/pair_kernels.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::SpaceDistanceDoubleKernels distance_kernels;
const detail::SpaceDistanceDoubleKernels distance_kernels =
    fill_pair_kernels<detail::SpaceDistanceDoubleKernels, RecordKind>(
        []<RecordKind A, RecordKind B>() { return distance_stage<DistanceTraits3, A, B>; });

void measure_boxes(const detail::DistanceBatch& batch, detail::ChosenBoxes& chosen);  // as in distance_kernels.cpp
void measure_boxes(const detail::DistanceBatch& batch, detail::ChosenBoxes& chosen) { box_stage(batch, chosen); }

}  // namespace lockstep::LOCKSTEP_ISA
