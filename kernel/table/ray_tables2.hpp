// The tables of kernels for rays of the plane, beside those of tables.hpp.
#pragma once

#include "table/ray_batch2.hpp"
#include "table/tables.hpp"

namespace lockstep {

LOCKSTEP_JOB(PlaneRayKernels, ray_kernels2, ray_tables2)

}  // namespace lockstep
