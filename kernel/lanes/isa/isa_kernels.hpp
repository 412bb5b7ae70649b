// The table of one instruction set. Included by isa_<name>.cpp, which is compiled with that set's flags.
#pragma once

#include "lanes/cull/grid_stage.hpp"
#include "lanes/isa/double_table.hpp"
#include "lanes/near/near_stage.hpp"
#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/pairs/pair_loader.hpp"
#include "lanes/pairs/pair_shapes.hpp"
#include "lanes/pairs/stages.hpp"
#include "lanes/pairs/within.hpp"
#include "lanes/pairs/within_stage.hpp"
#include "lanes/registers/split_rows.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <RecordKind A, RecordKind B>
void decide_pairs(const detail::PairBatch& batch) {
  HullScratch scratch[2];
  decide(PairLoader<PairOf<A, B>>{batch, scratch[0], scratch[1]},
         double_table.decide_pairs.of[static_cast<int>(A)][static_cast<int>(B)]);
}

template <RecordKind A, RecordKind B>
void decide_within(const detail::PairBatch& batch) {
  decide_margin<Within<A, B>>(batch, double_table.decide_within.of[static_cast<int>(A)][static_cast<int>(B)]);
}

template <RecordKind K>
void cull_records(const detail::RecordBatch& batch) {
  HullScratch scratch;
  cull(RecordLoader<K>{batch, scratch});
}

template <int Streams>
void cull_streams(const detail::StreamBatch& batch) {
  cull(StreamLoader<Streams>{batch});
}

template <RecordKind K>
void settle_records(const detail::RecordBatch& batch, detail::OpenQuestions list) {
  HullScratch scratch;
  cull_listed(RecordLoader<K>{batch, scratch}, list);
}

template <int Streams>
void settle_streams(const detail::StreamBatch& batch, detail::OpenQuestions list) {
  cull_listed(StreamLoader<Streams>{batch}, list);
}

template <RecordKind K>
void place_records(const detail::RecordBatch& batch, const detail::GridAxis (&axes)[3], detail::PartRange* out) {
  HullScratch unused;
  grid_stage(RecordLoader<K>{batch, unused}, axes, out);
}

template <int Streams>
void place_streams(const detail::StreamBatch& batch, const detail::GridAxis (&axes)[3], detail::PartRange* out) {
  grid_stage(StreamLoader<Streams>{batch}, axes, out);
}

inline void decide_balls(const detail::BallPairs& pairs) { double_table.decide_balls(pairs); }

extern const detail::KernelTable table;
extern const detail::PlaneTable plane_table;  // of isa_<name>_plane.cpp
using enum RecordKind;
const detail::KernelTable table = {
    .isa = Isa::LOCKSTEP_ISA,
    .lanes = Real::width,
    .decide_pairs =
        pair_kernels<detail::SpaceKernels, RecordKind>([]<RecordKind A, RecordKind B>() { return decide_pairs<A, B>; }),
    .decide_within = pair_kernels<detail::SpaceKernels, RecordKind>(
        []<RecordKind A, RecordKind B>() { return decide_within<A, B>; }),
    .plane = plane_table,
    .cull_streams = {cull_streams<4>, cull_streams<6>, cull_streams<10>, cull_streams<18>},
    .cull_records = {cull_records<ball>, cull_records<aabb>, cull_records<box>, cull_records<capsule>,
                     cull_records<smooth>, cull_records<hull>},
    .settle_streams = {settle_streams<4>, settle_streams<6>, settle_streams<10>, settle_streams<18>},
    .settle_records = {settle_records<ball>, settle_records<aabb>, settle_records<box>, settle_records<capsule>,
                       settle_records<smooth>, settle_records<hull>},
    .place_streams = {place_streams<4>, place_streams<6>, place_streams<10>, place_streams<18>},
    .place_records = {place_records<ball>, place_records<aabb>, place_records<box>, place_records<capsule>,
                      place_records<smooth>, place_records<hull>},
    .near_balls = find_near<Balls>,
    .near_boxes = find_near<Boxes>,
    .decide_balls = decide_balls,
    .split_rows = split_rows,
};

}  // namespace lockstep::LOCKSTEP_ISA
