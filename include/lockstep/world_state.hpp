// What of a kept world has to be stored to make another one that answers alike, gives out the same indices next, and
// knows the same handles.
//
//   const lockstep::WorldState state = lockstep::state_of(world);     // three arrays, for a file
//   const std::size_t step = state.streams * sizeof(float);           // of spheres: x, y, z and radius, one by one
//   lockstep::World again(lockstep::SphereView{...});                 // of state.numbers, holes included
//   again.remove(state.holes);
//   lockstep::set_generations(again, state.generations);
#pragma once

#include <cstdint>
#include <vector>

#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/world.hpp>
#include <lockstep/world2.hpp>

namespace lockstep {

struct WorldState {
  std::uint32_t streams = 0;               ///< numbers of each object: 4 of spheres, 6 of boxes, 0 of shapes and bodies
  std::vector<float> numbers;              ///< of each index, one object after the other; of a hole they are 0
  std::vector<std::uint32_t> holes;        ///< in the order in which objects were removed; a set has its own
  std::vector<std::uint32_t> generations;  ///< of each index, 0 of those that follow
};

/// O(size). Of a world of shapes or bodies, whose set is to be stored beside it, the generations alone. Circles and
/// boxes of the plane are those of space that a World2 has for them. `order()` is not stored: who makes a world sorts
/// it.
[[nodiscard]] LOCKSTEP_API WorldState state_of(const World& world);
[[nodiscard]] LOCKSTEP_API WorldState state_of(const World2& world);

/// For a world whose holes are made. Throws `InvalidInput` if there are more than its indices; only a set may have had
/// more.
LOCKSTEP_API void set_generations(World& world, std::vector<std::uint32_t> generations);
LOCKSTEP_API void set_generations(World2& world, std::vector<std::uint32_t> generations);

}  // namespace lockstep
