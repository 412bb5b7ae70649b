// The order of the objects near a point, by counting, as far as bounds of their distances prove it.
#pragma once

#include "lanes/world/box_order.hpp"
#include "lanes/world/least_numbers.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::NearestState;

/// Leaves out listed objects that are too far by now.
inline void leave_out_distant(NearestState& state) {
  std::uint32_t left = 0;
  for (std::uint32_t i = 0; i < state.found; i += Real::width) {
    const Real lower = Real::load(state.lower + i);
    const Mask near = (lower <= Real(state.reach)) & lanes_before(static_cast<int>(state.found - i));
    compress(state.lower + left, lower, near);
    compress(state.upper + left, Real::load(state.upper + i), near);
    left += static_cast<std::uint32_t>(compress(state.position + left, Index::load(state.position + i), near));
  }
  state.found = left;
}

/// The end of a traversal: the objects that may count, and if they are few, their order. The order is proven if no
/// upper bound of the first k reaches the lower bound of a later object.
inline void put_in_order(NearestState& state) {
  leave_out_distant(state);
  state.is_in_order = state.found <= NearestState::most_in_order;
  if (!state.is_in_order) return;
  alignas(64) std::uint32_t rank[NearestState::most_in_order + Real::width];
  for (std::uint32_t i = 0; i < state.found; i += Real::width) {
    const Real lower = Real::load(state.lower + i), upper = Real::load(state.upper + i);
    Index below(0), up_to(0);  // the numbers of lower bounds below `lower`, and up to `upper`
    for (std::uint32_t j = 0; j < state.found; ++j) {
      const Real other(state.lower[j]);
      below = below + one_if(other < lower), up_to = up_to + one_if(other <= upper);
    }
    const Mask is_open = less(below, Index(state.k)) & less(below + Index(1), up_to);
    if (any(is_open & lanes_before(static_cast<int>(state.found - i)))) state.is_in_order = false;
    below.store(rank + i);
  }
  for (std::uint32_t i = 0; i < state.found; ++i) state.in_order[rank[i]] = state.position[i];
}

}  // namespace lockstep::LOCKSTEP_ISA
