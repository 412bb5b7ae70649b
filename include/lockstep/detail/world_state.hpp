// What of a kept world a pickle holds beside its kind, so that another one answers alike, gives out the same indices
// and knows the same handles. No part of the API: it may change with every version.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <lockstep/export.hpp>
#include <lockstep/world.hpp>
#include <lockstep/world2.hpp>

namespace lockstep::detail {

struct WorldState {
  std::uint32_t streams = 0;               ///< numbers of each object: 4 of spheres, 6 of boxes, 0 of shapes and bodies
  std::vector<float> numbers;              ///< of each index, one object after the other; of a hole they are 0
  std::vector<std::uint32_t> holes;        ///< in the order in which objects were removed; a set has its own
  std::vector<std::uint32_t> generations;  ///< of each index, 0 of those that follow
};

struct LOCKSTEP_API WorldStates {
  /// O(size).
  static WorldState of(const World& world);
  static WorldState of(const World2& world) { return of(world.in_space()); }
  /// Of a world whose holes are made. Throws `InvalidInput` if there are more than its indices; a set may have had
  /// more.
  static void set_generations(World& world, std::vector<std::uint32_t> generations);
  static void set_generations(World2& world, std::vector<std::uint32_t> generations) {
    set_generations(world.world_, std::move(generations));
  }
};

}  // namespace lockstep::detail
