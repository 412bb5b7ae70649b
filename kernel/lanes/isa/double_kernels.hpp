// The double-lane kernels that decide the undecided queries of this instruction set's float lanes. They may belong to a
// narrower instruction set, because few queries get that far. Most distances, contacts and rays do, so theirs are the
// widest available.
#pragma once

#include "table/broad_phase_batch.hpp"
#include "table/contact_batch.hpp"
#include "table/cull_batch.hpp"
#include "table/distance_batch.hpp"
#include "table/pair_batch.hpp"
#include "table/ray_batch.hpp"
#include "table/triangle_batch.hpp"
#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_DOUBLE_ISA {

extern const detail::SpaceDoubleKernels pair_kernels, within_kernels;
extern const detail::PlaneDoubleKernels pair_kernels2, within_kernels2;
extern const detail::ViewDoubleKernels view_kernels;
extern const detail::SetDoubleKernels set_kernels;
void decide_balls(const detail::BallPairs& pairs);

}  // namespace lockstep::LOCKSTEP_DOUBLE_ISA

namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA {

extern const detail::SpaceDistanceDoubleKernels distance_kernels;
extern const detail::PlaneDistanceDoubleKernels distance_kernels2;
extern const detail::ContactKernels contact_kernels;
extern const detail::ContactKernels2 contact_kernels2;
extern const detail::RayDoubleKernels ray_kernels;
extern const detail::TriangleDoubleKernels triangle_kernels;
extern const detail::WorldDoubleKernels world_kernels;

}  // namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA

namespace lockstep::LOCKSTEP_ISA {

namespace in_double = LOCKSTEP_DOUBLE_ISA;
namespace in_wide_double = LOCKSTEP_WIDE_DOUBLE_ISA;

}  // namespace lockstep::LOCKSTEP_ISA
