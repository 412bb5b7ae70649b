// The kernels of pairs of shapes.
#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/isa/double_kernels.hpp"
#include "lanes/pairs/pair_loader.hpp"
#include "lanes/pairs/pair_shapes.hpp"
#include "lanes/pairs/scan_stages.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

template <RecordKind A, RecordKind B>
void decide_pairs(const detail::PairBatch& batch) {
  HullScratch scratch[2];
  decide(PairLoader<PairOf<A, B>>{batch, &scratch[0], &scratch[1]},
         in_double::pair_kernels.of[static_cast<int>(A)][static_cast<int>(B)]);
}

}  // namespace

extern const detail::SpaceKernels pair_kernels;
const detail::SpaceKernels pair_kernels = fill_pair_kernels<detail::SpaceKernels, RecordKind>(
    []<RecordKind A, RecordKind B>() { return decide_pairs<A, B>; });

}  // namespace lockstep::LOCKSTEP_ISA
