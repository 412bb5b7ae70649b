// Boxes that rays open, in the order in which the rays enter them, the start of traversals, and the boxes that rays pop
// from their stacks. Sorting the boxes of one ray after another would mispredict the end of each list, so the boxes of
// all rays are listed first.
#pragma once

#include <cstdint>

#include "lanes/registers/last_bits.hpp"
#include "lanes/world/box_test.hpp"
#include "lanes/world/nearest_box_order.hpp"
#include "lanes/world/ray_boxes.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::RayNodes;
using detail::RayState;
using detail::RayWave;

/// W boxes of a node from lane `lane` on.
inline RaySpan across_node(const LaneRay& ray, const float* node, int lane) {
  return ray.across([&](std::uint32_t end) { return Real::load(node + end * RayNodes::fanout + lane); });
}

/// The next boxes of several traversals, each in its order of entry. A key is a whole number: the upper bits are
/// those of a lower bound of the entry fraction, the lower bits are the box. So the keys of one traversal differ,
/// and counting finds their ranks.
template <std::uint32_t Most, std::uint32_t Traversals>
struct EntryOrder {
  static constexpr std::uint32_t numbers = 128, width = static_cast<std::uint32_t>(Real::width);

  alignas(64) std::uint32_t key[Most + 2 * width];
  std::uint32_t owner[Most + width];  // the index in `state` of each box's traversal
  RayState* state[Traversals];
  std::uint32_t begin[Traversals + 1];
  std::uint32_t traversals = 0, count = 0;

  EntryOrder() { begin[0] = 0; }
  /// Adds those of `boxes` boxes of a level, from node `first` on, that the ray of the next traversal may enter.
  void add(const RayNodes& tree, std::uint32_t level, std::uint32_t first, std::uint32_t boxes, const LaneRay& ray) {
    constexpr auto fanout = static_cast<std::uint32_t>(RayNodes::fanout);
    std::uint32_t end = count;
    for (std::uint32_t box = 0; box < boxes; box += width) {
      const float* const node = tree.nodes[level] + (std::size_t{first} + box / fanout) * RayNodes::node_floats;
      const RaySpan span = across_node(ray, node, static_cast<int>(box % fanout));
      const Index entered = with_last_bits(max(span.soonest(), Real(0)), numbers - 1, Index::count_from(box));
      Index(traversals).store(owner + end);
      end += static_cast<std::uint32_t>(compress(key + end, entered, span.is_met()));
    }
    count = end;
  }
  void end(RayState& of) { state[traversals] = &of, begin[++traversals] = count; }
  /// The number of boxes of its traversal that come later than box i.
  [[nodiscard]] std::uint32_t later_than(std::uint32_t i) const {
    const Index own = key[i];
    std::uint32_t later = 0;
    const std::uint32_t end = begin[owner[i] + 1];
    for (std::uint32_t k = begin[owner[i]]; k < end; k += width) {
      const unsigned in_use = end - k < width ? (1U << (end - k)) - 1 : ~0U;
      later += static_cast<std::uint32_t>(count_of(bits(less(own, Index::load(key + k))) & in_use));
    }
    return later;
  }
  /// Puts the boxes, numbered from `first` on, on the stacks: the one that is entered first comes last. Clears the
  /// lists.
  void open(std::uint32_t level, std::uint32_t first) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const RayState& of = *state[owner[i]];
      const std::uint32_t number = key[i] % numbers;
      of.boxes[of.open + later_than(i)] =
          std::uint64_t{key[i] - number} << 32 | level << 28 | (first + number);  // see BoxKey
    }
    for (std::uint32_t i = 0; i < traversals; ++i) state[i]->open += begin[i + 1] - begin[i];
    traversals = count = 0;
  }
};

/// Tests the first boxes of the traversals that are at their start.
inline void start_traversals(const RayNodes& tree, RayWave& wave) {
  const std::uint32_t level = first_level(tree);
  EntryOrder<1024, RaysToBoxes::most> order;
  for (std::uint32_t i = 0; i < wave.asked; ++i) {
    const std::uint32_t number = wave.active[i];
    RayState& state = wave.states[number];
    if (state.open != RayState::at_start) continue;
    state.open = 0;
    order.add(tree, level, 0, tree.count[level], LaneRay(*wave.rays, number, wave.limits[number]));
    order.end(state);
    if (order.count + RayState::first_boxes > 1024) order.open(level, 0);
  }
  order.open(level, 0);
}

/// Continues until the last box on the stack is one of `stack_level`. False if the traversal has ended.
inline bool has_next(const RayNodes& tree, RayState& state, const RaysToBoxes& rays, std::uint32_t number,
                     float limit) {
  while (state.open != 0) {
    const BoxKey box(state.boxes[state.open - 1]);
    const bool is_entered = box.key <= limit;
    if (is_entered && box.level == RayNodes::stack_level) return true;
    --state.open;
    if (!is_entered) continue;
    EntryOrder<RayNodes::fanout, 1> order;
    order.add(tree, box.level - 1, box.number, RayNodes::fanout, LaneRay(rays, number, limit)), order.end(state);
    order.open(box.level - 1, box.number * RayNodes::fanout);
  }
  return false;
}

/// The next boxes of each ray, at most as many as a step opens, as words (see BoxKey).
struct PoppedBoxes {
  std::uint64_t word[RaysToBoxes::most * RayWave::boxes_at_once];
  std::uint32_t begin[RaysToBoxes::most + 1];  // for each of `active`, and the last end

  PoppedBoxes(const RayNodes& tree, RayWave& wave) {
    if (first_level(tree) != RayNodes::stack_level)
      pop(wave, [&](std::uint32_t i, std::uint64_t* to) { return pop_next(tree, wave, i, to); });
    else if (wave.at_once == RayWave::boxes_at_first)
      pop_all_last<RayWave::boxes_at_first>(wave);
    else
      pop_all_last<RayWave::boxes_at_once>(wave);
  }

  /// Leaves out rays that have ended.
  template <class Pop>
  void pop(RayWave& wave, const Pop& pop_boxes) {
    std::uint32_t active = 0, count = 0;
    for (std::uint32_t i = 0; i < wave.asked; ++i) {
      const std::uint32_t number = wave.active[i], popped = pop_boxes(number, word + count);
      wave.active[active] = number, begin[active] = count;
      count += popped, active += popped != 0 ? 1U : 0U;
    }
    begin[active] = count, wave.active_count = active;
  }
  template <std::uint32_t Most>
  void pop_all_last(RayWave& wave) {
    pop(wave, [&](std::uint32_t i, std::uint64_t* to) { return pop_last<Most>(wave.states[i], wave.limits[i], to); });
  }
  /// For stacks of these boxes alone, without a branch: keys are not negative, so the words have the order of their
  /// keys, and the words before the first one come behind any limit.
  template <std::uint32_t Most>
  static std::uint32_t pop_last(RayState& state, float limit, std::uint64_t* to) {
    static_assert(Most <= RayState::before);
    const std::uint64_t* const end = state.boxes + state.open;
    std::uint32_t key, popped = 0;
    __builtin_memcpy(&key, &limit, sizeof key);
    const std::uint64_t last = std::uint64_t{key} << 32 | ~0U;
    for (std::uint32_t k = 0; k < Most; ++k) {
      to[k] = *(end - 1 - k);
      popped += to[k] <= last ? 1U : 0U;
    }
    state.open -= popped;
    return popped;
  }
  static std::uint32_t pop_next(const RayNodes& tree, RayWave& wave, std::uint32_t i, std::uint64_t* to) {
    RayState& state = wave.states[i];
    std::uint32_t popped = 0;
    while (popped < wave.at_once && has_next(tree, state, *wave.rays, i, wave.limits[i]))
      to[popped++] = state.boxes[--state.open];
    return popped;
  }

  /// Puts back the boxes of rays for which there was no room: all but the first `done` of those that go on. These
  /// rays stay in the list, behind the others.
  void put_back(RayWave& wave, std::uint32_t done) const {
    const std::uint32_t left = wave.active_count - done;
    wave.asked -= left;
    for (std::uint32_t i = left; i-- != 0;) {
      const std::uint32_t number = wave.active[done + i];
      RayState& state = wave.states[number];
      for (std::uint32_t k = begin[done + i + 1]; k-- != begin[done + i];) state.boxes[state.open++] = word[k];
      wave.active[wave.asked + i] = number;
    }
    wave.active_count = done;
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
