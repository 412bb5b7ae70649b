// Pairs of oriented boxes between the float lanes that choose an axis for each and the double lanes that measure them.
// Plain data: nothing here may put an inline function into code compiled for a wide instruction set.
#pragma once

#include "table/pair_batch.hpp"

namespace lockstep::detail {

/// The pairs of a batch: what was loaded of them, a stream for each number, so that double lanes need not fetch and
/// transpose it again. The first box of a pair is the one that comes first by its numbers.
struct ChosenBoxes {
  static constexpr int capacity = pair_tile + query_padding;  // float lanes write whole registers
  enum Stream { center = 0, half = 3, rotation = 6, of_one_box = 10, axis = 20, state = 22, streams = 23 };

  // Of the first box, of the second, of the axis (lanes/distance/axis_number.hpp), and -1 where a proof says that they
  // overlap, 1 where there is a gap as far as floats tell, 0 where double lanes have to see for themselves.
  float number[streams][capacity];
  std::uint8_t swapped[capacity];  // the first box is the caller's b
  std::uint32_t open[capacity];    // positions in the batch of those of state 0
  int open_count = 0;
};

}  // namespace lockstep::detail
