// The kernels of signed distances: all of them in double lanes.
#include "lanes/isa/double_kernels.hpp"
#include "lanes/pairs/pair_kernels.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {

using detail::RecordKind;

template <RecordKind A, RecordKind B>
void measure_pairs(const detail::DistanceBatch& batch) {
  in_double::distance_kernels.of[static_cast<int>(A)][static_cast<int>(B)](batch);
}

}  // namespace

extern const detail::SpaceDistanceKernels distance_kernels;
const detail::SpaceDistanceKernels distance_kernels = fill_pair_kernels<detail::SpaceDistanceKernels, RecordKind>(
    []<RecordKind A, RecordKind B>() { return measure_pairs<A, B>; });

}  // namespace lockstep::LOCKSTEP_ISA
