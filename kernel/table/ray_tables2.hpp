// The tables of kernels for rays of the plane, beside those of tables.hpp.
#pragma once

#include "table/ray_batch2.hpp"
#include "table/tables.hpp"

namespace lockstep {

#define LOCKSTEP_DECLARE_RAYS2(isa, Table, name) \
  namespace isa {                                \
  extern const detail::Table name;               \
  }
LOCKSTEP_EACH_ISA(LOCKSTEP_DECLARE_RAYS2, PlaneRayKernels, ray_kernels2)
#undef LOCKSTEP_DECLARE_RAYS2

namespace detail {

#define LOCKSTEP_RAY_TABLE2(isa, name) {Isa::isa, &isa::name},
inline constexpr TableOf<PlaneRayKernels> ray_tables2[] = {LOCKSTEP_EACH_ISA(LOCKSTEP_RAY_TABLE2, ray_kernels2)};
#undef LOCKSTEP_RAY_TABLE2

}  // namespace detail
}  // namespace lockstep
