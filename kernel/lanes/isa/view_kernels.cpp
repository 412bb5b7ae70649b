// The kernels that cull views.
#include "lanes/cull/cull_stages.hpp"
#include "lanes/cull/grid_stage.hpp"
#include "lanes/cull/object_loaders.hpp"
#include "lanes/isa/double_kernels.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // each job has functions of these names

template <int Streams>
void cull_streams(const detail::StreamBatch& batch) {
  cull(StreamLoader<Streams>{batch}, in_double::view_kernels.settle[detail::stream_kind(Streams)]);
}

template <int Streams>
void settle_streams(const detail::StreamBatch& batch, detail::UndecidedQueries list) {
  cull_listed(StreamLoader<Streams>{batch}, list, in_double::view_kernels.settle[detail::stream_kind(Streams)]);
}

template <int Streams>
void assign_streams(const detail::StreamBatch& batch, const detail::GridAxis (&axes)[3], detail::PartRange* out) {
  grid_stage(StreamLoader<Streams>{batch}, axes, out);
}

}  // namespace

extern const detail::ViewKernels view_kernels;
const detail::ViewKernels view_kernels = {
    .cull = {cull_streams<4>, cull_streams<6>, cull_streams<10>, cull_streams<18>},
    .settle = {settle_streams<4>, settle_streams<6>, settle_streams<10>, settle_streams<18>},
    .assign_cells = {assign_streams<4>, assign_streams<6>, assign_streams<10>, assign_streams<18>},
};

}  // namespace lockstep::LOCKSTEP_ISA
