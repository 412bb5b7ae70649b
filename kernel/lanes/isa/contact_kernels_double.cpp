// The contact kernels, in double lanes.
#include "lanes/contacts/contact_stage.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::ContactKernels contact_kernels;
const detail::ContactKernels contact_kernels = {
    {{contact_stage<RecordKind::aabb, RecordKind::aabb>, contact_stage<RecordKind::aabb, RecordKind::box>,
      contact_stage<RecordKind::aabb, RecordKind::capsule>},
     {nullptr, contact_stage<RecordKind::box, RecordKind::box>, contact_stage<RecordKind::box, RecordKind::capsule>},
     {nullptr, nullptr, contact_stage<RecordKind::capsule, RecordKind::capsule>}}};

}  // namespace lockstep::LOCKSTEP_ISA
