// How many operations on whole registers the counting lanes have done.
#pragma once

#include <cstdint>

namespace lockstep::bench {

struct Operations {
  std::uint64_t add, multiply, fused, divide, root, compare, select, min_max, sign;
  std::uint64_t shuffle;  ///< permutes of one or two registers, those of transposes and of packing lanes among them
  std::uint64_t load;     ///< of whole registers; rows on their way to a transpose are not among them
};

inline Operations operations{};

}  // namespace lockstep::bench
