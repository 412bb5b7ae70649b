// The kernels of signed distances, in double lanes.
#include "lanes/distance/distance_stage.hpp"
#include "lanes/pairs/pair_kernels.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::SpaceDistanceKernels distance_kernels;
const detail::SpaceDistanceKernels distance_kernels = fill_pair_kernels<detail::SpaceDistanceKernels, RecordKind>(
    []<RecordKind A, RecordKind B>() { return distance_stage<DistanceInSpace, A, B>; });

}  // namespace lockstep::LOCKSTEP_ISA
