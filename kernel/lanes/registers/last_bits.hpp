// Numbers that carry other data in their last bits, so that no two are equal.
#pragma once

#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The bits of x, with the bits of `mask` taken from `last`.
#if LOCKSTEP_CONCAT(LOCKSTEP_ISA_IS_, LOCKSTEP_ISA) == 0
inline Index with_last_bits(Real x, std::uint32_t mask, Index last) {
  return (xsimd::bitwise_cast<Index::Batch>(x.v) & Index::Batch(~mask)) | last.v;
}
#else
inline Index with_last_bits(Real x, std::uint32_t mask, Index last) {
  float numbers[Real::width];
  std::uint32_t all[Real::width], lasts[Real::width];
  x.store(numbers), last.store(lasts);
  __builtin_memcpy(all, numbers, sizeof all);
  for (int i = 0; i < Real::width; ++i) all[i] = (all[i] & ~mask) | lasts[i];
  return Index::load(all);
}
#endif

}  // namespace lockstep::LOCKSTEP_ISA
