// The kernels of pairs of shapes of the plane.
#include "lanes/isa/double_kernels.hpp"
#include "lanes/pairs/gjk_stages.hpp"
#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/pairs/pair_loader.hpp"
#include "lanes/pairs/pair_shapes2.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

template <ShapeKind2 A, ShapeKind2 B>
void decide_pairs(const detail::PairBatch2& batch) {
  PolygonScratch scratch[2];
  decide(PairLoader<PairOf2<A, B>>{batch, &scratch[0], &scratch[1]},
         in_double::pair_kernels2.of[static_cast<int>(A)][static_cast<int>(B)]);
}

}  // namespace

extern const detail::PlaneKernels pair_kernels2;
const detail::PlaneKernels pair_kernels2 = fill_pair_kernels<detail::PlaneKernels, ShapeKind2>(
    []<ShapeKind2 A, ShapeKind2 B>() { return decide_pairs<A, B>; });

}  // namespace lockstep::LOCKSTEP_ISA
