// The kernels of the plane. Included by isa_<name>_plane.cpp, which is compiled with that set's flags.
#pragma once

#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/pairs/pair_loader.hpp"
#include "lanes/pairs/stages.hpp"
#include "lanes/pairs/within2.hpp"
#include "lanes/pairs/within_stage.hpp"

namespace lockstep::LOCKSTEP_CONCAT(LOCKSTEP_ISA, _double) {
  extern const detail::PlaneDoubleTable plane_table;
}

namespace lockstep::LOCKSTEP_ISA {

inline constexpr const detail::PlaneDoubleTable& plane_double_table =
    LOCKSTEP_CONCAT(LOCKSTEP_ISA, _double)::plane_table;

template <ShapeKind2 A, ShapeKind2 B>
void decide_pairs2(const detail::PairBatch2& batch) {
  PolygonScratch scratch[2];
  decide(PairLoader<PairOf2<A, B>>{batch, scratch[0], scratch[1]},
         plane_double_table.decide_pairs.of[static_cast<int>(A)][static_cast<int>(B)]);
}

template <ShapeKind2 A, ShapeKind2 B>
void decide_within2(const detail::PairBatch2& batch) {
  decide_margin<Within2<A, B>>(batch, plane_double_table.decide_within.of[static_cast<int>(A)][static_cast<int>(B)]);
}

extern const detail::PlaneTable plane_table;
const detail::PlaneTable plane_table = {
    .decide_pairs = pair_kernels<detail::PlaneKernels, ShapeKind2>(
        []<ShapeKind2 A, ShapeKind2 B>() { return decide_pairs2<A, B>; }),
    .decide_within = pair_kernels<detail::PlaneKernels, ShapeKind2>(
        []<ShapeKind2 A, ShapeKind2 B>() { return decide_within2<A, B>; }),
};

}  // namespace lockstep::LOCKSTEP_ISA
