// The tables of kernels for triangle meshes, beside those of tables.hpp.
#pragma once

#include "table/tables.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep {

LOCKSTEP_JOB(TriangleKernels, triangle_kernels, triangle_tables)

}  // namespace lockstep
