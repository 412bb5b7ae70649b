// The kernels of pairs of shapes of the plane within a margin.
#include "lanes/isa/double_kernels.hpp"
#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/pairs/within2.hpp"
#include "lanes/pairs/within_stage.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

template <ShapeKind2 A, ShapeKind2 B>
void decide_pairs(const detail::PairBatch2& batch) {
  decide_within<Within2<A, B>>(batch, in_double::within_kernels2.of[static_cast<int>(A)][static_cast<int>(B)]);
}

}  // namespace

extern const detail::PlaneKernels within_kernels2;
const detail::PlaneKernels within_kernels2 = fill_pair_kernels<detail::PlaneKernels, ShapeKind2>(
    []<ShapeKind2 A, ShapeKind2 B>() { return decide_pairs<A, B>; });

}  // namespace lockstep::LOCKSTEP_ISA
