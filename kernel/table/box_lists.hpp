// Pairs of oriented boxes between the float lanes that choose an axis for each and the double lanes that measure along
// it. Plain data: nothing here may put an inline function into code compiled for a wide instruction set.
#pragma once

#include "table/pair_batch.hpp"

namespace lockstep::detail {

/// Pairs of boxes of which float lanes have proven along which axis their signed distance lies, or would if no corners
/// were in the way: what was loaded of them, a stream for each number, so that double lanes need not fetch and
/// transpose it again. The first box of a pair is the one that comes first by its numbers.
struct ChosenBoxes {
  static constexpr int capacity = pair_tile + query_padding;  // float lanes write whole registers
  enum Stream { center = 0, diagonal = 3, half = 4, rotation = 7, of_one_box = 11, axis = 22, streams = 23 };

  int count = 0;
  std::uint32_t position[capacity];  // in the batch
  float number[streams][capacity];   // of the first box, of the second, and the number of the axis
};

/// The pairs of a batch. Which list a pair is on decides how soon it is answered, not what the answer is.
struct BoxLists {
  ChosenBoxes deep, apart;                        // by the axis
  std::uint32_t open[pair_tile + query_padding];  // positions in the batch: of no axis was it proven
  int open_count = 0;
  std::uint8_t swapped[pair_tile + query_padding];  // by position: the first box is the caller's b
};

}  // namespace lockstep::detail
