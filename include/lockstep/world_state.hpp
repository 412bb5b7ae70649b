// Serialisation of a kept world: the state to store, so that another world answers alike, gives out the same indices
// next, and knows the same handles.
//
//   const lockstep::WorldState state = lockstep::state_of(world);     // three arrays, for a file
//   const std::size_t step = state.streams * sizeof(float);           // of spheres: x, y, z and radius, one by one
//   lockstep::World again(lockstep::SphereView{...});                 // of state.numbers, free slots included
//   again.remove(state.holes);
//   lockstep::set_generations(again, state.generations);
//
// Contract of all functions, unless they say otherwise:
//
// Complexity: O(size).
// Allocates: the arrays.
// Throws: `std::bad_alloc`.
// Threads: runs in the caller's thread, while no thread changes the world.
#pragma once

#include <cstdint>
#include <vector>

#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/world.hpp>
#include <lockstep/world2.hpp>

namespace lockstep {

/// The state of a world.
struct WorldState {
  std::uint32_t streams = 0;               ///< numbers of each object: 4 of spheres, 6 of boxes, 0 of shapes and bodies
  std::vector<float> numbers;              ///< for each index, one object after the other; 0 for free slots
  std::vector<std::uint32_t> holes;        ///< free slots in the order in which objects were removed; a set has its own
  std::vector<std::uint32_t> generations;  ///< for each index, 0 for those that follow
};

/// The state of a world. For a world of shapes or bodies, whose set is stored beside it, it has only the generations.
/// Circles and boxes of the plane are those of space that a World2 has for them. `order()` is not stored: a new world
/// is sorted when it is built.
[[nodiscard]] LOCKSTEP_API WorldState state_of(const World& world);
[[nodiscard]] LOCKSTEP_API WorldState state_of(const World2& world);

/// Sets the generations of a world whose free slots have been made.
///
/// Allocates: nothing.
/// Throws: `InvalidInput` if there are more than its indices; only a set may have had more.
LOCKSTEP_API void set_generations(World& world, std::vector<std::uint32_t> generations);
LOCKSTEP_API void set_generations(World2& world, std::vector<std::uint32_t> generations);

}  // namespace lockstep
