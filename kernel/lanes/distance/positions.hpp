// Positions in a tile of the pairs that go on to other kernels.
#pragma once

#include <cstdint>

#include "lanes/registers/lanes.hpp"
#include "table/distance_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Positions of pairs in a tile; copies of the last one fill up a register.
struct Positions {
  std::uint32_t at[detail::pair_tile + Real::width];
  int count = 0;

  /// Adds some lanes of a block and returns them.
  Mask add(int first, Mask lanes) {
    add(first, bits(lanes));
    return lanes;
  }
  void add(int first, unsigned lanes) {
    for (; lanes != 0; lanes &= lanes - 1) at[count++] = static_cast<std::uint32_t>(first + __builtin_ctz(lanes));
  }
  /// The same for a block whose lanes are at these places.
  Mask add(const std::uint32_t* places, Mask lanes) {
    for (unsigned left = bits(lanes); left != 0; left &= left - 1) at[count++] = places[__builtin_ctz(left)];
    return lanes;
  }
  void add_all(int last) {
    for (int i = 0; i < last; ++i) at[i] = static_cast<std::uint32_t>(i);
    count = last;
  }
  void pad() {
    for (int i = count; i < count + Real::width - 1 && count > 0; ++i) at[i] = at[count - 1];
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
