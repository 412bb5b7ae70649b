// The tables of kernels for kept worlds, beside those of tables.hpp.
#pragma once

#include "table/tables.hpp"
#include "table/world_batch.hpp"

namespace lockstep {

LOCKSTEP_JOB(WorldKernels, world_kernels, world_tables)

}  // namespace lockstep
