// The kernels of pairs of shapes within a margin, in double lanes.
#include "lanes/pairs/decide_double.hpp"
#include "lanes/pairs/order.hpp"
#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/pairs/within.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::SpaceDoubleKernels within_kernels;
const detail::SpaceDoubleKernels within_kernels = fill_pair_kernels<detail::SpaceDoubleKernels, RecordKind>(
    []<RecordKind A, RecordKind B>() { return decide_within_in_double<Within<A, B>, compare<A>>; });

}  // namespace lockstep::LOCKSTEP_ISA
