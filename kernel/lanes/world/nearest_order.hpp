// The order of the objects near a point, by counting, as far as bounds of their distances prove it.
#pragma once

#include "lanes/world/box_order.hpp"
#include "lanes/world/least_numbers.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::NearWalk;

/// Leaves out listed objects that are too far by now.
inline void leave_out_distant(NearWalk& walk) {
  std::uint32_t left = 0;
  for (std::uint32_t i = 0; i < walk.found; i += Real::width) {
    const Real lower = Real::load(walk.lower + i);
    const Mask near = (lower <= Real(walk.reach)) & lanes_before(static_cast<int>(walk.found - i));
    compress(walk.lower + left, lower, near);
    compress(walk.upper + left, Real::load(walk.upper + i), near);
    left += static_cast<std::uint32_t>(compress(walk.position + left, Index::load(walk.position + i), near));
  }
  walk.found = left;
}

/// The end of a traversal: the objects that may count, and if they are few, their order. The order is proven if no
/// upper bound of the first k reaches the lower bound of a later object.
inline void put_in_order(NearWalk& walk) {
  leave_out_distant(walk);
  walk.is_in_order = walk.found <= NearWalk::most_in_order;
  if (!walk.is_in_order) return;
  alignas(64) std::uint32_t rank[NearWalk::most_in_order + Real::width];
  for (std::uint32_t i = 0; i < walk.found; i += Real::width) {
    const Real lower = Real::load(walk.lower + i), upper = Real::load(walk.upper + i);
    Index below(0), up_to(0);  // the numbers of lower bounds below `lower`, and up to `upper`
    for (std::uint32_t j = 0; j < walk.found; ++j) {
      const Real other(walk.lower[j]);
      below = below + one_if(other < lower), up_to = up_to + one_if(other <= upper);
    }
    const Mask is_open = less(below, Index(walk.k)) & less(below + Index(1), up_to);
    if (any(is_open & lanes_before(static_cast<int>(walk.found - i)))) walk.is_in_order = false;
    below.store(rank + i);
  }
  for (std::uint32_t i = 0; i < walk.found; ++i) walk.in_order[rank[i]] = walk.position[i];
}

}  // namespace lockstep::LOCKSTEP_ISA
