// The contact kernels of the plane, in double lanes.
#include "lanes/contacts/contact_stage2.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::ContactKernels2 contact_kernels2;
const detail::ContactKernels2 contact_kernels2 = {
    {{contact_stage2<ShapeKind2::capsule, ShapeKind2::capsule>, contact_stage2<ShapeKind2::capsule, ShapeKind2::box>,
      contact_stage2<ShapeKind2::capsule, ShapeKind2::polygon>},
     {nullptr, contact_stage2<ShapeKind2::box, ShapeKind2::box>, contact_stage2<ShapeKind2::box, ShapeKind2::polygon>},
     {nullptr, nullptr, contact_stage2<ShapeKind2::polygon, ShapeKind2::polygon>}}};

}  // namespace lockstep::LOCKSTEP_ISA
