// The boxes around 4096 objects that rays pop from their stacks and open next.
#pragma once

#include <cstdint>

#include "lanes/world/ray_order.hpp"

namespace lockstep::LOCKSTEP_ISA {

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
