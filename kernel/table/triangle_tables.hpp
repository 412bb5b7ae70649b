// The tables of kernels for triangle meshes, beside those of tables.hpp.
#pragma once

#include "table/tables.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep {

#define LOCKSTEP_DECLARE_TRIANGLES(isa, Table, name) \
  namespace isa {                                    \
  extern const detail::Table name;                   \
  }
LOCKSTEP_EACH_ISA(LOCKSTEP_DECLARE_TRIANGLES, TriangleKernels, triangle_kernels)
#undef LOCKSTEP_DECLARE_TRIANGLES

namespace detail {

#define LOCKSTEP_TRIANGLE_TABLE(isa, name) {Isa::isa, &isa::name},
inline constexpr TableOf<TriangleKernels> triangle_tables[] = {
    LOCKSTEP_EACH_ISA(LOCKSTEP_TRIANGLE_TABLE, triangle_kernels)};
#undef LOCKSTEP_TRIANGLE_TABLE

}  // namespace detail
}  // namespace lockstep
