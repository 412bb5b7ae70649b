// The table of one instruction set. Included by isa_<name>.cpp, which is compiled with that set's flags.
#pragma once

#include "cull_stages.hpp"
#include "stages.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <RecordKind K>
void cull_records(const detail::RecordBatch& batch) {
  HullScratch scratch;
  cull(RecordLoader<K>{batch, scratch});
}

template <int Streams>
void cull_streams(const detail::StreamBatch& batch) {
  cull(StreamLoader<Streams>{batch});
}

extern const detail::KernelTable table;
using enum RecordKind;
const detail::KernelTable table = {
    .isa = Isa::LOCKSTEP_ISA,
    .lanes = Real::width,
    .decide_pairs = {{decide<ball, ball>, decide<ball, aabb>, decide<ball, box>, decide<ball, capsule>,
                      decide<ball, hull>},
                     {nullptr, decide<aabb, aabb>, decide<aabb, box>, decide<aabb, capsule>, decide<aabb, hull>},
                     {nullptr, nullptr, decide<box, box>, decide<box, capsule>, decide<box, hull>},
                     {nullptr, nullptr, nullptr, decide<capsule, capsule>, decide<capsule, hull>},
                     {nullptr, nullptr, nullptr, nullptr, decide<hull, hull>}},
    .cull_spheres = cull_streams<4>,
    .cull_aabbs = cull_streams<6>,
    .cull_boxes = cull_streams<10>,
    .cull_records = {cull_records<ball>, cull_records<aabb>, cull_records<box>, cull_records<capsule>,
                     cull_records<hull>},
};

}  // namespace lockstep::LOCKSTEP_ISA
