// The kernels of pairs of shapes within a margin.
#include "lanes/isa/double_kernels.hpp"
#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/pairs/within.hpp"
#include "lanes/pairs/within_stage.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

template <RecordKind A, RecordKind B>
void decide_pairs(const detail::PairBatch& batch) {
  decide_within<Within<A, B>>(batch, in_double::within_kernels.of[static_cast<int>(A)][static_cast<int>(B)]);
}

}  // namespace

extern const detail::SpaceKernels within_kernels;
const detail::SpaceKernels within_kernels = fill_pair_kernels<detail::SpaceKernels, RecordKind>(
    []<RecordKind A, RecordKind B>() { return decide_pairs<A, B>; });

}  // namespace lockstep::LOCKSTEP_ISA
