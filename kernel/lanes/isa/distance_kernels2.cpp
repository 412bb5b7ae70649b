// The signed distance kernels of the plane, all in double lanes.
#include "lanes/distance/positions.hpp"
#include "lanes/isa/double_kernels.hpp"
#include "lanes/pairs/pair_kernels.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {

template <ShapeKind2 A, ShapeKind2 B>
void measure_pairs(const detail::DistanceBatch2& batch) {
  Positions all;
  all.add_all(batch.count);
  all.pad();
  in_wide_double::distance_kernels2.of[static_cast<int>(A)][static_cast<int>(B)](batch, {all.at, all.count});
}

}  // namespace

extern const detail::PlaneDistanceKernels distance_kernels2;
const detail::PlaneDistanceKernels distance_kernels2 = fill_pair_kernels<detail::PlaneDistanceKernels, ShapeKind2>(
    []<ShapeKind2 A, ShapeKind2 B>() { return measure_pairs<A, B>; });

}  // namespace lockstep::LOCKSTEP_ISA
