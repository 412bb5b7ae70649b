// The double-lane kernel for the pairs of boxes that float lanes of this instruction set have sorted.
#pragma once

#include "table/chosen_boxes.hpp"
#include "table/distance_batch.hpp"

namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA {

void measure_boxes(const detail::DistanceBatch& batch, detail::ChosenBoxes& chosen);

}  // namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA
