// The kernels in double lanes of the instruction set that is being compiled.
#pragma once

#include "lanes/registers/lanes.hpp"
#include "table/kernel_table.hpp"

namespace lockstep::LOCKSTEP_CONCAT(LOCKSTEP_ISA, _double) {
  extern const detail::DoubleTable table;
}

namespace lockstep::LOCKSTEP_ISA {

/// Where the queries go that the last stage leaves.
inline constexpr const detail::DoubleTable& double_table = LOCKSTEP_CONCAT(LOCKSTEP_ISA, _double)::table;

}  // namespace lockstep::LOCKSTEP_ISA
