// The kernels of pairs of shapes of the plane, in double lanes.
#include "lanes/pairs/decide_double.hpp"
#include "lanes/pairs/order2.hpp"
#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/pairs/pair_shapes2.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::PlaneDoubleKernels pair_kernels2;
const detail::PlaneDoubleKernels pair_kernels2 = fill_pair_kernels<detail::PlaneDoubleKernels, ShapeKind2>(
    []<ShapeKind2 A, ShapeKind2 B>() { return decide_in_double<PairOf2<A, B>, compare2<A>>; });

}  // namespace lockstep::LOCKSTEP_ISA
