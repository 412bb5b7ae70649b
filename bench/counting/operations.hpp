// The number of operations on whole registers that the counting lanes have done.
#pragma once

#include <cstdint>

namespace lockstep::bench {

struct Operations {
  std::uint64_t add, multiply, fused, divide, root, compare, select, min_max, sign;
  std::uint64_t shuffle;  ///< permutes of one or two registers, including those of transposes and of packing lanes
  std::uint64_t load;     ///< of whole registers, without the rows loaded for a transpose
};

inline Operations operations{};

}  // namespace lockstep::bench
