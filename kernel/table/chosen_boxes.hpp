// Pairs of oriented boxes: float lanes choose a separating axis for each pair, double lanes measure along it. Plain
// data: nothing here may put an inline function into code compiled for a wide instruction set.
#pragma once

#include "table/pair_batch.hpp"

namespace lockstep::detail {

/// The pairs of a batch: their loaded numbers, one stream for each, so that double lanes need not gather and transpose
/// them again. The numbers decide which box of a pair is the first.
struct ChosenBoxes {
  static constexpr int capacity = pair_tile + query_padding;  // float lanes write whole registers
  enum Stream { center = 0, half = 3, rotation = 6, of_one_box = 10, axis = 20, state = 22, streams = 23 };

  // Numbers of the first box, of the second and of the axis (lanes/distance/choose_axis.hpp). The state is -1 if the
  // boxes are proven to overlap, 1 if floats see a gap, 0 if double lanes have to decide.
  float number[streams][capacity];
  std::uint8_t swapped[capacity];     // the first box is the caller's b
  std::uint32_t undecided[capacity];  // positions in the batch of the pairs of state 0
  int undecided_count = 0;
};

}  // namespace lockstep::detail
