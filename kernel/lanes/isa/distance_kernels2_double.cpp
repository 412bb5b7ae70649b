// The signed distance kernels of the plane, in double lanes.
#include "lanes/distance/distance_stage2.hpp"
#include "lanes/pairs/pair_kernels.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::PlaneDistanceDoubleKernels distance_kernels2;
const detail::PlaneDistanceDoubleKernels distance_kernels2 =
    fill_pair_kernels<detail::PlaneDistanceDoubleKernels, ShapeKind2>(
        []<ShapeKind2 A, ShapeKind2 B>() { return distance_stage<DistanceTraits2, A, B>; });

}  // namespace lockstep::LOCKSTEP_ISA
