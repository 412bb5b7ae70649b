// Nearest-neighbours traversal from the root of a world to the nearest objects of a point, in float lanes: with bounds
// of distances. Boxes and objects that are proven to be too far are left out (docs/numerics.md). The order of
// the objects that are found is proven by counting, as far as bounds of their distances allow.
#pragma once

#include "lanes/world/blocks_near.hpp"
#include "lanes/world/least_numbers.hpp"
#include "lanes/world/nearest_box_order.hpp"

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

/// The mask of the set bits.
inline Mask lanes_in(std::uint64_t set) {
  float lane[Real::width];
  for (int i = 0; i < Real::width; ++i) lane[i] = (set >> i & 1) != 0 ? 1.0F : 0.0F;
  return Real::load(lane) > Real(0);
}

/// Adds the upper bounds of a block, infinite at empty positions. The first block starts with the minimum of each lane:
/// most other bounds are at least the k-th of these minima.
inline void add_ends(float (&ends)[detail::world_block], bool is_first, const LeastNumbers& least) {
  constexpr int enough = 8, size = detail::world_block;  // upper bounds that wait; those of a block
  int begin = 0;
  if (is_first && least.k <= LeastNumbers::most_in_order) {
    for (begin = size - Real::width; begin > 0; begin -= Real::width) {
      float* const at = ends + begin;
      const Real a = Real::load(at - Real::width), b = Real::load(at);
      min(a, b).store(at - Real::width), max(a, b).store(at);
    }
    least.begin(ends);
    begin = Real::width;
  }
  alignas(64) float waiting[enough + 2 * Real::width];
  int count = 0;
  const auto flush = [&] {
    waiting[count] = __builtin_inff();
    for (int i = 0; i < count; i += 2) least.add(bits_of(waiting[i]), bits_of(waiting[i + 1]));
    count = 0;
  };
  for (int i = begin; i < size; i += Real::width) {
    const Real end = Real::load(ends + i);
    count += compress(waiting + count, end, end < Real(least.greatest()));
    if (count > enough) flush();
  }
  flush();
}

/// Lists the objects of a block that may count.
template <ViewKind K>
void list_objects(const WorldView& world, NearestState& state, std::uint32_t block) {
  const std::uint64_t alive = world.living[block];
  const std::size_t first = std::size_t{block} * detail::world_block;
  // Local copies: the compiler has to assume that stores to the lists change the members.
  float *const lower = state.lower, *const upper = state.upper, reach = state.reach;
  std::uint32_t *const position = state.position, found = state.found;
  // All bounds first: with scalar lanes g++ can vectorise this loop.
  alignas(64) detail::DistanceBounds bounds;
  distances_to<K>(world.objects, first, state.point, reach, bounds);
  for (std::size_t bit = 0; bit < detail::world_block; bit += Real::width) {
    const Real low = Real::load(bounds.lower + bit), high = Real::load(bounds.upper + bit);
    Mask maybe = low <= Real(reach);
    if (~alive != 0) maybe = maybe & lanes_in(alive >> bit);
    compress(lower + found, low, maybe);
    compress(upper + found, high, maybe);
    found += static_cast<std::uint32_t>(
        compress(position + found, Index::count_from(static_cast<std::uint32_t>(first + bit)), maybe));
    select(maybe, high, Real(__builtin_inff())).store(bounds.upper + bit);
  }
  const LeastNumbers least{state.least, state.k};
  add_ends(bounds.upper, state.found == 0, least);
  state.found = found;
  if (least.greatest() < reach) state.reach = least.greatest();
}

/// Opens a box, or the root: puts those of its sixteen children that are within reach on the stack.
inline void open_box(const WorldView& world, NearestState& state, const Vec& point, std::uint32_t level,
                     std::uint32_t box, float reach_square) {
  BoxesNear order;
  order.add_children(world, point, level, box, Real(reach_square));
  std::uint64_t* const open = state.boxes + state.open;
  for (int i = 0; i < order.count; ++i) open[order.later_than(i)] = order.word(i, level);
  state.open += static_cast<std::uint32_t>(order.count);
}

/// Lists the objects of a block; false if the list is full.
template <ViewKind K>
bool list_block(const WorldView& world, NearestState& state, std::uint32_t block) {
  list_objects<K>(world, state, block);
  if (state.found > state.room) leave_out_distant(state);
  return state.found <= state.room;
}

/// Continues through the listed blocks; false if the list of objects is full.
template <ViewKind K>
bool go_through_blocks(const WorldView& world, NearestState& state) {
  while (state.open != 0) {
    const BoxKey box(state.boxes[--state.open]);
    if (!(box.key <= square_of_reach(state.reach))) break;
    if (!list_block<K>(world, state, box.number)) return false;
  }
  return true;
}

/// Continues through boxes, the nearest of sixteen first, to the next block, and prefetches it. False if the traversal
/// has ended.
template <ViewKind K>
bool go_through_boxes(const WorldView& world, NearestState& state, const Vec& point) {
  if (state.is_at_block) list_block<K>(world, state, state.block);
  while (state.open != 0) {
    const BoxKey box(state.boxes[--state.open]);
    const float reach_square = square_of_reach(state.reach);
    if (!(box.key <= reach_square)) continue;
    if (box.level == 0) {
      prefetch_block<K>(world, box.number);
      state.block = box.number;
      return state.is_at_block = true;
    }
    open_box(world, state, point, box.level - 1, box.number, reach_square);
  }
  return state.is_at_block = false;
}

/// Lists the blocks within a guess, or starts with the root.
template <ViewKind K>
void start_traversal(const WorldView& world, NearestState& state, const Vec& point) {
  constexpr std::uint32_t asked_for = 4;  // the rest is prefetched early enough
  state.found = 0;
  LeastNumbers{state.least, state.k}.clear();
  if (state.within < __builtin_inff() && put_blocks(world, state, point)) {
    state.stage = NearestState::Stage::blocks, state.reach = state.within;
    for (std::uint32_t i = 0; i < state.open && i < asked_for; ++i)
      prefetch_block<K>(world, BoxKey(state.boxes[state.open - 1 - i]).number);
  } else {
    state.stage = NearestState::Stage::boxes, state.reach = state.limit, state.is_at_block = false;
    state.boxes[0] = state.top, state.open = 1;
  }
}

/// See detail::WorldKernels.
template <ViewKind K>
[[gnu::flatten]] bool list_near(const WorldView& world, NearestState& state) {
  const Vec point = broadcast(state.point);
  if (state.stage == NearestState::Stage::start) {
    start_traversal<K>(world, state, point);
    return true;
  }
  if (state.stage == NearestState::Stage::boxes) {
    if (go_through_boxes<K>(world, state, point)) return true;
  } else {
    if (!go_through_blocks<K>(world, state)) return true;
    const float farthest = LeastNumbers{state.least, state.k}.greatest();
    if (state.within < state.limit && farthest > state.within) {  // a bad guess: unlisted blocks may count
      state.limit = state.within = farthest < state.limit ? farthest : state.limit;
      start_traversal<K>(world, state, point);
      return true;
    }
  }
  put_in_order(state);
  return false;
}

}  // namespace lockstep::LOCKSTEP_ISA
