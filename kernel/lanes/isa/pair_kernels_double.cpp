// The kernels of pairs of shapes, in double lanes.
#include "lanes/pairs/decide_double.hpp"
#include "lanes/pairs/order.hpp"
#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/pairs/pair_shapes.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::SpaceDoubleKernels pair_kernels;
const detail::SpaceDoubleKernels pair_kernels = fill_pair_kernels<detail::SpaceDoubleKernels, RecordKind>(
    []<RecordKind A, RecordKind B>() { return decide_in_double<PairOf<A, B>, compare<A>>; });

}  // namespace lockstep::LOCKSTEP_ISA
