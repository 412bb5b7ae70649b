// The kernels of the plane. Included by isa_<name>_plane.cpp, which is compiled with that set's flags.
#pragma once

#include "pair_loader.hpp"
#include "plane/within.hpp"
#include "stages.hpp"
#include "within_stage.hpp"

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
         plane_double_table.decide_pairs[static_cast<int>(A)][static_cast<int>(B)]);
}

template <ShapeKind2 A, ShapeKind2 B>
void decide_within2(const detail::PairBatch2& batch) {
  decide_margin<Within2<A, B>>(batch, plane_double_table.decide_within[static_cast<int>(A)][static_cast<int>(B)]);
}

extern const detail::PlaneTable plane_table;
using enum ShapeKind2;
const detail::PlaneTable plane_table = {
    .decide_pairs = {{decide_pairs2<circle, circle>, decide_pairs2<circle, capsule>, decide_pairs2<circle, box>,
                      decide_pairs2<circle, ellipse>, decide_pairs2<circle, slice>, decide_pairs2<circle, polygon>},
                     {nullptr, decide_pairs2<capsule, capsule>, decide_pairs2<capsule, box>,
                      decide_pairs2<capsule, ellipse>, decide_pairs2<capsule, slice>, decide_pairs2<capsule, polygon>},
                     {nullptr, nullptr, decide_pairs2<box, box>, decide_pairs2<box, ellipse>, decide_pairs2<box, slice>,
                      decide_pairs2<box, polygon>},
                     {nullptr, nullptr, nullptr, decide_pairs2<ellipse, ellipse>, decide_pairs2<ellipse, slice>,
                      decide_pairs2<ellipse, polygon>},
                     {nullptr, nullptr, nullptr, nullptr, decide_pairs2<slice, slice>, decide_pairs2<slice, polygon>},
                     {nullptr, nullptr, nullptr, nullptr, nullptr, decide_pairs2<polygon, polygon>}},
    .decide_within = {{decide_within2<circle, circle>, decide_within2<circle, capsule>, decide_within2<circle, box>,
                       decide_within2<circle, ellipse>, decide_within2<circle, slice>, decide_within2<circle, polygon>},
                      {nullptr, decide_within2<capsule, capsule>, decide_within2<capsule, box>,
                       decide_within2<capsule, ellipse>, decide_within2<capsule, slice>,
                       decide_within2<capsule, polygon>},
                      {nullptr, nullptr, decide_within2<box, box>, decide_within2<box, ellipse>,
                       decide_within2<box, slice>, decide_within2<box, polygon>},
                      {nullptr, nullptr, nullptr, decide_within2<ellipse, ellipse>, decide_within2<ellipse, slice>,
                       decide_within2<ellipse, polygon>},
                      {nullptr, nullptr, nullptr, nullptr, decide_within2<slice, slice>,
                       decide_within2<slice, polygon>},
                      {nullptr, nullptr, nullptr, nullptr, nullptr, decide_within2<polygon, polygon>}},
};

}  // namespace lockstep::LOCKSTEP_ISA
