// Where the float lanes of this instruction set hand the pairs of boxes to that they have sorted.
#pragma once

#include "table/chosen_boxes.hpp"
#include "table/distance_batch.hpp"

namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA {

void measure_boxes(const detail::DistanceBatch& batch, detail::ChosenBoxes& chosen);

}  // namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA
