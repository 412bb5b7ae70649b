// The tables of kernels for kept worlds, beside those of tables.hpp.
#pragma once

#include "table/tables.hpp"
#include "table/world_batch.hpp"

namespace lockstep {

#define LOCKSTEP_DECLARE_WORLD(isa, Table, name) \
  namespace isa {                                \
  extern const detail::Table name;               \
  }
LOCKSTEP_EACH_ISA(LOCKSTEP_DECLARE_WORLD, WorldKernels, world_kernels)
#undef LOCKSTEP_DECLARE_WORLD

namespace detail {

#define LOCKSTEP_WORLD_TABLE(isa, name) {Isa::isa, &isa::name},
inline constexpr TableOf<WorldKernels> world_tables[] = {LOCKSTEP_EACH_ISA(LOCKSTEP_WORLD_TABLE, world_kernels)};
#undef LOCKSTEP_WORLD_TABLE

}  // namespace detail
}  // namespace lockstep
